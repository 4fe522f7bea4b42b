"""Connections between clients and a server: one that cuts, one that garbles. Real sockets on both ends."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Callable
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from tests.waiting import LIMIT


class Cutter:
    """Passes bytes between clients and a server, and cuts all connections on request."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._to = (parts.hostname, parts.port)
        self._wires: set[asyncio.StreamWriter] = set()
        self.url = ""
        self.cuts = 0

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.CancelledError):
            while data := await reader.read(65536):
                writer.write(data)
        writer.transport.abort()
        self._wires.discard(writer)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        up_reader, up_writer = await asyncio.open_connection(*self._to)
        self._wires |= {writer, up_writer}
        await asyncio.gather(self._pass(reader, up_writer), self._pass(up_reader, writer))

    def cut(self) -> None:
        """Abort every connection without a close frame; bytes in transit are lost."""
        self.cuts += len(self._wires) // 2
        for writer in list(self._wires):
            writer.transport.abort()

    @contextlib.asynccontextmanager
    async def running(self, bound: socket.socket | None = None) -> AsyncIterator[Cutter]:
        """Listen, on a bound socket if one is given."""
        if bound is None:
            bound = socket.create_server(("127.0.0.1", 0))
        listener = await asyncio.start_server(self._accept, sock=bound)
        self.url = f"ws://127.0.0.1:{listener.sockets[0].getsockname()[1]}/ws"
        try:
            yield self
        finally:
            listener.close()
            self.cut()


class Wire:
    """A websocket between a client and a server; all messages are passed on."""

    def __init__(self, client: ServerConnection, server: ClientConnection) -> None:
        self.client = client
        self.server = server

    async def up(self, data: bytes) -> None:
        """A message of the client."""
        await self.server.send(data)

    async def down(self, data: bytes) -> None:
        """A message of the server."""
        await self.client.send(data)


@contextlib.asynccontextmanager
async def wired(url: str, wire: Callable[[ServerConnection, ClientConnection], Wire]) -> AsyncIterator[str]:
    """Passes messages between clients and a server by such connections. Gives the address for clients."""

    async def accept(client: ServerConnection) -> None:
        async with connect(url, compression=None, open_timeout=LIMIT, ping_interval=None) as server:
            between = wire(client, server)

            async def upwards() -> None:
                async for message in client:
                    assert isinstance(message, bytes)
                    await between.up(message)
                await server.close()

            async def downwards() -> None:
                async for message in server:
                    assert isinstance(message, bytes)
                    await between.down(message)

            with contextlib.suppress(ConnectionClosed):
                await asyncio.gather(upwards(), downwards())

    serving = serve(accept, "127.0.0.1", 0, compression=None, open_timeout=LIMIT, ping_interval=None)
    async with serving as listener:
        port = next(iter(listener.sockets)).getsockname()[1]
        yield f"ws://127.0.0.1:{port}/ws"


def garbling(
    url: str, garble: Callable[[bytes], bytes | list[bytes]]
) -> contextlib.AbstractAsyncContextManager[str]:
    """Passes messages on, those of the server changed by `garble` (to none, one or several).

    Gives the address for clients.
    """

    class Garbling(Wire):
        async def down(self, data: bytes) -> None:
            told = garble(data)
            for one in [told] if isinstance(told, bytes) else told:
                await self.client.send(one)

    return wired(url, Garbling)
