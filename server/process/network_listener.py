"""A server that was started for its own machine alone is opened for others while it runs: for its network,
where the supervisor listens from then on, or for everybody by a tunnel. A person asks for it with the key
that only the terminal shows.

The new socket lasts until the supervisor ends, whatever hubs are replaced meanwhile. The supervisor accepts
its connections and hands each one to the hub with the least load, through the door of that hub. Hubs ask the
supervisor over a socket in the folder of the doors: one line of JSON each way for each connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from .forever import steadily
from .shared_listener import Scales, accept_for_hubs
from .tunnel import Tunnel

MAX_LINE_BYTES: Final = 1024
ANSWER_TIMEOUT_S: Final = 5.0
"""Seconds in which the other side must send its line."""

KEY_BYTES: Final = 16


class NotOpened(Exception):
    """The address in the network can't be opened; the text is the code of the refusal."""


class ReachAsked(msgspec.Struct):
    """What a hub asks its supervisor: where others can open the page, and with a key also to let them."""

    key: str = ""
    everybody: bool = False
    """Open it for everybody by the tunnel, not for the network?"""


class ReachTold(msgspec.Struct, omit_defaults=True):
    """The answer of the supervisor."""

    link: str = ""
    """The address of the page for other machines; "" if none can reach it."""
    public: bool = False
    """Can everybody reach it, by the tunnel?"""
    opening: bool = False
    """Was the tunnel started, and nobody gets through it yet?"""
    tunnel: str = ""
    """The tunnel that the key can open; "" if none is installed."""
    command: str = ""
    """The command that starts the server for its network from the beginning."""
    share: str = ""
    """The command that starts the server for everybody from the beginning."""
    keyed: bool = False
    """Does the terminal show a link with a key that opens the server for others?"""
    refused: str = ""
    """The code of a refusal."""


class NetworkListener:
    """Answers the hubs, and listens in the network once that was asked for with the key."""

    def __init__(
        self,
        folder: Path,
        scales: Scales,
        listen: Callable[[], socket.socket],
        link: Callable[[socket.socket | None], str],
        commands: tuple[str, str],
        alone: bool,
        tunnel: Tunnel | None = None,
        opened: Callable[[str], None] = lambda link: None,
    ) -> None:
        """`listen()` opens the socket in the network, or raises NotOpened; `link()` returns the address of
        the page in the network, for that socket if there is one; `commands`: those that start the server
        for its network, and for everybody; `alone`: was it started for its own machine alone? `tunnel`: the
        one that is installed. `opened(link)` is called when the network is open."""
        self.key = secrets.token_urlsafe(KEY_BYTES) if alone else ""
        """Empty if the server was started for its network."""
        self._folder, self._scales, self._listen, self._link = folder, scales, listen, link
        self._commands, self._tunnel = commands, tunnel
        self._opened = opened
        self._socket: socket.socket | None = None
        self._asked: asyncio.Server | None = None
        self._accepting: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Answer from now on."""
        self._asked = await asyncio.start_unix_server(
            self._answer, supervisor_of(self._folder), limit=MAX_LINE_BYTES
        )

    async def close(self) -> None:
        """Stop answering, and close the address in the network."""
        if self._asked is not None:
            self._asked.close()
        if self._accepting is not None:
            self._accepting.cancel()
            await asyncio.gather(self._accepting, return_exceptions=True)
        if self._socket is not None:
            self._socket.close()

    def told(self) -> ReachTold:
        tunnel, link = self._tunnel, self._link(self._socket)
        return ReachTold(
            link=(f"{tunnel.address}/" if tunnel and tunnel.address else link),
            public=bool(tunnel and tunnel.address),
            opening=bool(tunnel and tunnel.running and not tunnel.address),
            tunnel=tunnel.plan.name if tunnel else "",
            command=self._commands[0],
            share=self._commands[1],
            keyed=bool(self.key),
        )

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, ValueError, TimeoutError), contextlib.closing(writer):
            async with asyncio.timeout(ANSWER_TIMEOUT_S):
                asked = msgspec.json.decode(await reader.readline(), type=ReachAsked)
                writer.write(msgspec.json.encode(self._told_to(asked)) + b"\n")
                await writer.drain()

    def _told_to(self, asked: ReachAsked) -> ReachTold:
        try:
            if asked.key:
                self._open(asked)
        except NotOpened as no:
            return ReachTold(refused=str(no))
        return self.told()

    def _open(self, asked: ReachAsked) -> None:
        """Let others in, if this is the key. Raises NotOpened."""
        if not self.key or not secrets.compare_digest(asked.key.encode(), self.key.encode()):
            raise NotOpened("wrong-key")
        if asked.everybody:
            if self._tunnel is None:
                raise NotOpened("no-tunnel")
            self._tunnel.start()
        elif self._socket is None:
            listening = self._listen()
            listening.setblocking(False)
            accept = partial(accept_for_hubs, listening, self._scales, self._folder)
            self._socket, self._accepting = listening, steadily("network", accept)
            self._opened(self._link(listening))


async def ask_supervisor(folder: Path, asked: ReachAsked) -> ReachTold:
    """The answer of the supervisor whose doors are in this folder. Raises OSError if there is none."""
    async with asyncio.timeout(ANSWER_TIMEOUT_S):
        reader, writer = await asyncio.open_unix_connection(supervisor_of(folder), limit=MAX_LINE_BYTES)
        with contextlib.closing(writer):
            writer.write(msgspec.json.encode(asked) + b"\n")
            line = await reader.readline()
    try:
        return msgspec.json.decode(line, type=ReachTold)
    except msgspec.MsgspecError as wrong:
        raise OSError("the supervisor has not answered") from wrong


def supervisor_of(folder: Path) -> Path:
    """The socket on which a supervisor answers its hubs."""
    return folder / "supervisor"
