"""Stores as hubs have them, with what they received, and a proxy that loses replies."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from server.store.events import EventListener
from server.store.store import Store
from tests.waiting import until


class Nobody:
    """A listener that ignores everything."""

    def on_entry(self, table: str, version: int, entry: bytes, ready: bytes) -> None:
        pass

    def on_note(self, table: str, data: bytes) -> None:
        pass

    def on_lobby(self, table: str, summary: bytes | None) -> None:
        pass

    def on_gap(self) -> None:
        pass

    def on_doubt(self) -> None:
        pass

    def on_return(self) -> None:
        pass

    def on_death(self) -> None:
        pass

    def on_outage(self) -> None:
        pass


async def open_store(url: str, hub: str = "reader", copies: int = 0) -> Store:
    """A store that reads and writes without listening."""
    store = Store(url, hub, Nobody(), copies)
    await store.open()
    store.begin()
    return store


class Noted(Store):
    """A store that records the changes of its health."""

    def __init__(self, url: str, hub: str, listener: EventListener, copies: int = 0) -> None:
        self.went: list[bool] = []
        super().__init__(url, hub, listener, copies)

    def _health(self, healthy: bool, why: str) -> None:
        self.went.append(healthy)
        super()._health(healthy, why)


class Hub:
    """A store and everything that it has received."""

    store: Noted

    def __init__(self, name: str) -> None:
        self.name = name
        self.entries: list[tuple[str, int, bytes]] = []
        self.ready: list[bytes] = []
        """By entry: the prepared data that came with it."""
        self.notes: list[tuple[str, bytes]] = []
        self.lobby: list[tuple[str, bytes | None]] = []
        self.gaps = self.doubts = 0

    @property
    def health(self) -> list[bool]:
        return self.store.went

    def on_entry(self, table: str, version: int, entry: bytes, ready: bytes) -> None:
        self.entries.append((table, version, entry))
        self.ready.append(ready)

    def on_note(self, table: str, data: bytes) -> None:
        self.notes.append((table, data))

    def on_lobby(self, table: str, summary: bytes | None) -> None:
        self.lobby.append((table, summary))

    def on_gap(self) -> None:
        self.gaps += 1

    def on_doubt(self) -> None:
        self.doubts += 1

    def on_return(self) -> None:
        pass

    def on_death(self) -> None:
        pass

    def on_outage(self) -> None:
        pass

    @classmethod
    async def open(cls, url: str, name: str, copies: int = 0) -> Hub:
        hub = cls(name)
        hub.store = Noted(url, name, hub, copies)
        await hub.store.open()
        hub.store.begin()
        return hub


@contextlib.asynccontextmanager
async def hubs(url: str, *names: str, copies: int = 0) -> AsyncIterator[list[Hub]]:
    """Hubs on one Redis; closed at the end."""
    opened = [await Hub.open(url, name, copies) for name in names]
    try:
        yield opened
    finally:
        for hub in opened:
            await hub.store.close()


class Proxy:
    """A socket in front of another one that can drop replies and close connections."""

    def __init__(self, front: Path, behind: Path) -> None:
        self.front = front
        self.behind = behind
        self.swallow = 0
        """The number of replies to lose from now on, each together with its connection."""
        self.deaf = False
        """On subscribed connections, drop everything that comes back."""
        self.lost = 0
        self._open = 0
        self._writers: set[asyncio.StreamWriter] = set()

    @property
    def url(self) -> str:
        return f"unix://{self.front}"

    async def __aenter__(self) -> Proxy:
        self._server = await asyncio.start_unix_server(self._accept, str(self.front))
        return self

    async def __aexit__(self, *error: object) -> None:
        self._server.close()
        for writer in self._writers:
            writer.close()
        await until(lambda: not self._open)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            back_reader, back_writer = await asyncio.open_unix_connection(str(self.behind))
        except OSError:
            writer.close()
            return
        self._writers |= {writer, back_writer}
        self._open += 1
        await asyncio.gather(self._there(reader, back_writer), self._back(back_reader, writer))
        self._open -= 1

    async def _there(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        writer.close()

    async def _back(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                if self.swallow and b":1\r\n" in data:  # the reply to a commit that was carried out
                    self.swallow -= 1
                    self.lost += 1
                    break
                if not (self.deaf and b"message\r\n" in data):
                    writer.write(data)
                    await writer.drain()
        writer.close()
