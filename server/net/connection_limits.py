"""Limits for connections that have not authenticated yet: half a request, no request, a response that the
client doesn't read, or a websocket that doesn't greet.

Each connection has a timeout, and each address a maximum number. All of them together may use the guaranteed
share of this process's file descriptors, or what the greeted websockets leave free if that is more. Above
that, the oldest connection of the address with the most connections is cut. So legitimate clients find room,
and no client is cut merely because all of them reconnect at once.
"""

from __future__ import annotations

import asyncio
from typing import Final

from server.metrics import METRICS

from .client_addresses import ClientAddresses, home
from .rate_limits import CONNECT, MAX_ADDRESS_SOCKETS

RESERVED_FILES: Final = 48
"""File descriptors that the hub needs for itself: store, log, metrics."""

GUARANTEED_DIVISOR: Final = 3
"""One in this many connections is reserved for those that have not authenticated."""

SPARE_FILES_DIVISOR: Final = 8
"""One in this many file descriptors stays free, for connections that arrive faster than others are cut."""

PER_ADDRESS: Final = 256
"""Unauthenticated connections of one address; beyond these, one older than MIN_CONNECTION_AGE_S is cut."""

MIN_CONNECTION_AGE_S: Final = 2.0
"""Seconds in which a connection is not cut for its address's limit; the limit of the process still
applies."""

ANSWER_S: Final = 60.0
"""Seconds in which a client must read a response."""

SWEEP_INTERVAL_S: Final = 1.0
"""Seconds between two sweeps for expired connections."""


class WaitingConnection:
    """A connection that has not authenticated: its address, its start time, and its timeout."""

    __slots__ = ("address", "limit", "since")

    def __init__(self, address: str, since: float, limit: float) -> None:
        self.address, self.since, self.limit = address, since, limit


def rooms(files: int) -> tuple[int, int]:
    """How many unauthenticated connections are guaranteed, and how many greeted websockets are allowed, with
    this many file descriptors."""
    room = max(8, files - RESERVED_FILES)
    waiting = max(2, room // GUARANTEED_DIVISOR)
    return waiting, room - waiting


class ConnectionLimits:
    """The unauthenticated connections of this process, and the number of its greeted websockets. `files`: the
    limit of file descriptors."""

    def __init__(self, addresses: ClientAddresses, files: int, patience: float) -> None:
        self.addresses = addresses
        self.patience = patience
        self.greeted = 0
        """The current number of greeted websockets."""
        self._part, self.most_greeted = rooms(files)
        self._free = (self._part + self.most_greeted) * (SPARE_FILES_DIVISOR - 1) // SPARE_FILES_DIVISOR
        self.most_of_address = min(MAX_ADDRESS_SOCKETS * addresses.scale, max(1, self.most_greeted * 3 // 4))
        """How many greeted websockets one address may have."""
        self._entries: dict[asyncio.Transport, WaitingConnection] = {}
        self._of: dict[str, dict[asyncio.Transport, None]] = {}
        """By address, the oldest first."""
        self._looking = False
        self._due = 0.0
        """When the next sweep should begin, by the loop's clock."""

    @property
    def waiting(self) -> int:
        """The number of unauthenticated connections."""
        return len(self._entries)

    @property
    def most(self) -> int:
        """How many unauthenticated connections are allowed."""
        return max(self._part, self._free - self.greeted)

    def come(self, transport: asyncio.Transport, host: str) -> bool:
        """Register a new connection. False if its address's rate limit is used up; the connection is aborted
        then."""
        loop = asyncio.get_running_loop()
        now, address = loop.time(), "" if self.addresses.trusted(host) else home(host)
        shared = self.addresses.shared(address, now) if address else None
        if shared is not None and not shared.allows(CONNECT, self.addresses.scale, now):
            METRICS.cut_at_doors.inc()
            transport.abort()
            return False
        self._put(transport, WaitingConnection(address, now, self.patience))
        self._make_room(address, now)
        if not self._looking:
            self._look_again(loop)
        return True

    def step(self, transport: asyncio.Transport, limit: float) -> None:
        """The connection has finished a phase; it has `limit` seconds for the next one."""
        entry = self.go(transport)
        if entry is not None:
            self._put(transport, WaitingConnection(entry.address, asyncio.get_running_loop().time(), limit))

    def greet(self, transport: asyncio.Transport) -> None:
        """The connection has become a greeted websocket."""
        self.greeted += 1
        self.go(transport)

    def close_greeted(self) -> None:
        """A greeted websocket has closed."""
        self.greeted -= 1

    def go(self, transport: asyncio.Transport) -> WaitingConnection | None:
        entry = self._entries.pop(transport, None)
        if entry is not None:
            those = self._of[entry.address]
            del those[transport]
            if not those:
                del self._of[entry.address]
        return entry

    def _put(self, transport: asyncio.Transport, entry: WaitingConnection) -> None:
        self._entries[transport] = entry
        self._of.setdefault(entry.address, {})[transport] = None

    def _make_room(self, address: str, now: float) -> None:
        """Cut the oldest connection if there are too many."""
        if len(self._entries) > self.most:
            most = max(self._of, key=lambda address: len(self._of[address]))
            self._cut(next(iter(self._of[most])))
        elif address and len(self._of[address]) > PER_ADDRESS * self.addresses.scale:
            oldest = next(iter(self._of[address]))
            if now - self._entries[oldest].since > MIN_CONNECTION_AGE_S:
                self._cut(oldest)

    def _cut(self, transport: asyncio.Transport) -> None:
        self.go(transport)
        METRICS.cut_at_doors.inc()
        transport.abort()

    def _look(self) -> None:
        """Cut expired connections and remove closed ones. The time by which a sweep is late does not count,
        since the hub has read nothing in it."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        late = now - self._due
        for transport, entry in list(self._entries.items()):
            entry.since += late
            if now - entry.since > entry.limit:
                self._cut(transport)
            elif transport.is_closing():
                self.go(transport)
        self._looking = False
        if self._entries:
            self._look_again(loop)

    def _look_again(self, loop: asyncio.AbstractEventLoop) -> None:
        self._looking = True
        self._due = loop.time() + SWEEP_INTERVAL_S
        loop.call_at(self._due, self._look)
