"""Who has come in and not yet said anything of use: connections with half a request, none at all, an answer
that nobody fetches, or a websocket that doesn't greet.

Each has only so much time, each address only so many, and all together may take no more of the files that
this process may open than their part, or what the greeted ones leave: the oldest of the address with the most
go first. So whoever comes to say something finds room, and where everybody comes back at once, nobody is cut
for that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

from server.metrics import METRICS

from .addresses import Addresses, home
from .budget import CONNECT, SOCKETS

RESERVED: Final = 48
"""Files that the hub needs for itself: its store, its log, its metrics."""

PART: Final = 3
"""One connection of so many may be one of those here in any case."""

SPARE: Final = 8
"""One file of so many is left for those who come faster than others are cut."""

PER_ADDRESS: Final = 256
"""Connections of one address that may wait here, once they are older than YOUNG."""

YOUNG: Final = 2.0
"""Seconds that everybody is left, unless there is no room at all."""

ANSWER_S: Final = 60.0
"""Seconds in which an answer must be fetched."""

LOOK: Final = 1.0
"""Seconds between two looks for those whose time is up."""


class Entry:
    """A connection that waits here: whose it is, since when, and how long it may."""

    __slots__ = ("address", "limit", "since")

    def __init__(self, address: str, since: float, limit: float) -> None:
        self.address, self.since, self.limit = address, since, limit


def rooms(files: int) -> tuple[int, int]:
    """With so many files: connections that may wait here in any case, and greeted websockets that there may
    be."""
    room = max(8, files - RESERVED)
    waiting = max(2, room // PART)
    return waiting, room - waiting


class Doors:
    """The connections of this process that are no greeted websocket. `files`: how many files it may open."""

    def __init__(self, addresses: Addresses, files: int, patience: float) -> None:
        self.addresses = addresses
        self.patience = patience
        self.greeted: Callable[[], int] = lambda: 0
        """How many greeted websockets there are now."""
        self._part, self.most_greeted = rooms(files)
        self._free = (self._part + self.most_greeted) * (SPARE - 1) // SPARE
        self.most_of_address = min(SOCKETS * addresses.scale, max(1, self.most_greeted * 3 // 4))
        """Greeted websockets that one address may have."""
        self._entries: dict[asyncio.Transport, Entry] = {}
        self._of: dict[str, dict[asyncio.Transport, None]] = {}
        """By address, the oldest first."""
        self._looking = False

    @property
    def waiting(self) -> int:
        """Connections that are here."""
        return len(self._entries)

    @property
    def most(self) -> int:
        """Connections that may be here."""
        return max(self._part, self._free - self.greeted())

    def come(self, transport: asyncio.Transport, host: str) -> bool:
        """Somebody connects. False where they may not; they are cut off then."""
        loop = asyncio.get_running_loop()
        now, address = loop.time(), "" if self.addresses.trusted(host) else home(host)
        shared = self.addresses.shared(address, now) if address else None
        if shared is not None and not shared.allows(CONNECT, self.addresses.scale, now):
            METRICS.cut_at_doors.inc()
            transport.abort()
            return False
        self._put(transport, Entry(address, now, self.patience))
        self._make_room(address, now)
        if not self._looking:
            self._looking = True
            loop.call_later(LOOK, self._look)
        return True

    def step(self, transport: asyncio.Transport, limit: float) -> None:
        """Somebody here has done what was due, and has so many seconds for the next."""
        entry = self.go(transport)
        if entry is not None:
            self._put(transport, Entry(entry.address, asyncio.get_running_loop().time(), limit))

    def go(self, transport: asyncio.Transport) -> Entry | None:
        """Somebody waits here no more."""
        entry = self._entries.pop(transport, None)
        if entry is not None:
            those = self._of[entry.address]
            del those[transport]
            if not those:
                del self._of[entry.address]
        return entry

    def _put(self, transport: asyncio.Transport, entry: Entry) -> None:
        self._entries[transport] = entry
        self._of.setdefault(entry.address, {})[transport] = None

    def _make_room(self, address: str, now: float) -> None:
        """Cut off who has waited longest, where there are too many."""
        if len(self._entries) > self.most:
            most = max(self._of, key=lambda address: len(self._of[address]))
            self._cut(next(iter(self._of[most])))
        elif address and len(self._of[address]) > PER_ADDRESS * self.addresses.scale:
            oldest = next(iter(self._of[address]))
            if now - self._entries[oldest].since > YOUNG:
                self._cut(oldest)

    def _cut(self, transport: asyncio.Transport) -> None:
        self.go(transport)
        METRICS.cut_at_doors.inc()
        transport.abort()

    def _look(self) -> None:
        """Cut off those whose time is up, and forget those who have gone."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        for transport, entry in list(self._entries.items()):
            if now - entry.since > entry.limit:
                self._cut(transport)
            elif transport.is_closing():
                self.go(transport)
        self._looking = bool(self._entries)
        if self._looking:
            loop.call_later(LOOK, self._look)


class Http(H11Protocol):
    """The web server's protocol, with an eye on how long somebody takes for a request, and for its answer."""

    def __init__(self, doors: Doors, **given: Any) -> None:
        super().__init__(**given)
        self._doors = doors
        self._asked: Any = None
        """The last request that was here as a whole."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._doors.come(transport, self.client[0] if self.client else "")

    def connection_lost(self, exc: Exception | None) -> None:
        self._doors.go(self.transport)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        super().handle_events()
        if self.cycle is not self._asked and not self.cycle.more_body:
            self._asked = self.cycle
            self._doors.step(self.transport, ANSWER_S)

    def on_response_complete(self) -> None:
        self._doors.step(self.transport, self._doors.patience)
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._doors.step(self.transport, 2 * self._doors.patience)  # the hub itself says when it is too long
        super().handle_websocket_upgrade(event)
