"""A client's connection as the hub sees it.

Telling never waits. What a socket takes at once is sent at once; what it does not lies in its
outbox, and a socket whose outbox is full is closed with a code that says "come back" (back-pressure).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from protocol import codes
from protocol.codec import encode, packed
from protocol.frames import Frame, Refused
from server.config import Settings
from server.metrics import METRICS

from .budget import Budget, Shared
from .handshake import TakeOver


class Owner(Protocol):
    """Whoever has sockets. Must not raise."""

    def take(self, socket: Socket, data: bytes) -> None:
        """A message has come; b"" for one that is text."""

    def forget(self, socket: Socket) -> None:
        """It is closed."""


class Socket:
    """One client's connection, from the server's side."""

    __slots__ = (
        "__weakref__",
        "_channels",
        "_outbox",
        "_owner",
        "_settings",
        "_waiting",
        "address",
        "at",
        "bot",
        "budget",
        "closed",
        "greeting",
        "name",
        "person",
        "shared",
        "shares",
        "warned",
        "websocket",
    )

    def __init__(
        self, owner: Owner, take_over: TakeOver, settings: Settings, address: str, shared: Shared
    ) -> None:
        self._owner = owner
        self._settings = settings
        self.address = address
        self.shared = shared
        """What it has left together with all others of its address."""
        self.shares: tuple[Shared, ...] = ()
        """That, and what its person's sockets share, once it has greeted."""
        self._outbox: list[bytes] = []
        self._waiting = 0
        self.closed = 0
        """The code it was closed with, or 0."""
        self.person = ""
        self.name = ""
        self.bot = False
        self.warned = False
        """Was its name refused before?"""
        self.budget: Budget | None = None
        """What it may still say; None until it has said who it is."""
        self.greeting: asyncio.TimerHandle | None = None
        """What happens if it doesn't do that in time."""
        self.at: dict[tuple[str, int], bytes] = {}
        """The tables and seats it is told of, and each one's channel, packed."""
        self._channels = 0
        self.websocket = take_over(self, settings.budgets)

    @property
    def barred_at(self) -> str:
        """The address by which it may be kept out or silenced; "" for bots, whom the host has started: who
        shuts somebody's address means people, and bots are often at the same."""
        return "" if self.bot else self.address

    def greeted(self, budget: Budget) -> None:
        """It has said who it is, and may send as much."""
        self.budget = budget
        self.websocket.rescale(budget.scale)
        self.expect_nothing()

    def expect_nothing(self) -> None:
        """It need not say who it is any more."""
        if self.greeting is not None:
            self.greeting.cancel()
            self.greeting = None

    # -- what its websocket says -------------------------------------------------------------------

    def take(self, data: bytes) -> None:
        self._owner.take(self, data)

    def writable(self) -> None:
        sent = 0
        for data in self._outbox:
            if not self.websocket.put(data):
                break
            sent += 1
            self._waiting -= len(data)
        del self._outbox[:sent]

    def flooded(self) -> None:
        self.close(codes.FLOOD)

    def ended(self) -> None:
        self._owner.forget(self)

    # -- what it is told ---------------------------------------------------------------------------

    def send(self, frame: Frame) -> None:
        """Tell a frame."""
        self.tell(encode(frame))

    def refuse(self, change: int, table: str, code: str, reason: str = "") -> None:
        """Tell that a frame was refused, and count it."""
        METRICS.refusals.labels(code).inc()
        self.send(Refused(change, table, code, reason or codes.REFUSALS[code]))

    def tell(self, data: bytes) -> None:
        """Send an encoded frame, or put it into the outbox while the socket takes no more."""
        if self.closed:
            return
        METRICS.sent_frames += 1
        METRICS.sent_bytes += len(data)
        if not self._outbox and self.websocket.put(data):
            return
        self._outbox.append(data)
        self._waiting += len(data)
        if self._waiting > self._settings.outbox:
            METRICS.evictions.inc()
            self.close(codes.SLOW_READER)

    def close(self, code: int, reason: str = "") -> None:
        """Close with a code of protocol.codes, and why, for who writes a client; what lies in the outbox is
        dropped."""
        if self.closed:
            return
        self.closed = code
        METRICS.closes.labels(str(code)).inc()
        self._outbox.clear()
        self.websocket.end(code, reason)
        if code == codes.FLOOD:
            self.websocket.deafen()

    def tell_diff(self, table: str, seat: int, begin: bytes, end: bytes) -> None:
        """Send a diff, marked with this socket's channel for the seat."""
        self.tell(begin + self.at[table, seat] + end)

    def watches(self, table: str, seat: int) -> bool:
        """Note that it is told of a seat, on a channel; False when that would be too many."""
        if (table, seat) not in self.at:
            if len(self.at) >= self._settings.max_seats:
                return False
            self.at[table, seat] = packed(self._channels)
            self._channels += 1
        return True


Handles = Mapping[type[Frame], Callable[[Socket, Any], None]]
"""The frames that a part takes from clients that have greeted, and what it does with each of them."""


class Taker(Protocol):
    """A part of the hub that takes frames."""

    @property
    def handles(self) -> Handles: ...
