"""A client's connection as the hub sees it.

Sending never blocks. Data that the socket doesn't accept at once is queued in its outbox. A socket whose
outbox is full is closed with a code that asks the client to reconnect (back-pressure).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from protocol import codes
from protocol.codec import encode, packed
from protocol.frames import Frame, Refused
from server.metrics import METRICS
from server.settings.config import Settings

from .handshake import TakeOver
from .rate_limits import Shared, SocketBudget


class Owner(Protocol):
    """The owner of sockets. Its methods must not raise."""

    def take(self, socket: ClientSocket, data: bytes) -> None:
        """A message was received; b"" for a text message."""

    def forget(self, socket: ClientSocket) -> None:
        """The socket was closed."""


class ClientSocket:
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
        "called",
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
        """The budget shared by all sockets of this address."""
        self.shares: tuple[Shared, ...] = ()
        """The shared budget of the address and, after the greeting, that of the person."""
        self._outbox: list[bytes] = []
        self._waiting = 0
        self.closed = 0
        """The code the socket was closed with, or 0."""
        self.person = ""
        self.name = ""
        """The name that others see."""
        self.called = ""
        """The name the client asked for."""
        self.bot = False
        self.warned = False
        """Has its name been refused before?"""
        self.budget: SocketBudget | None = None
        """The rate limits of this socket; None before the greeting."""
        self.greeting: asyncio.TimerHandle | None = None
        """The timer that runs until the client has greeted."""
        self.at: dict[tuple[str, int], bytes] = {}
        """The subscribed tables and seats, with the packed channel of each."""
        self._channels = 0
        self.websocket = take_over(self, settings.budgets)

    @property
    def barred_at(self) -> str:
        """The address by which this client can be locked out or silenced. "" for bots: the operator started
        them, often at the same address as people, and an order against an address is meant for people."""
        return "" if self.bot else self.address

    def greeted(self, budget: SocketBudget) -> None:
        """The client has authenticated; from now on this budget applies."""
        self.budget = budget
        self.websocket.rescale(budget.scale)
        self.expect_nothing()

    def expect_nothing(self) -> None:
        """Cancel the greeting timeout."""
        if self.greeting is not None:
            self.greeting.cancel()
            self.greeting = None

    # -- events of the websocket -------------------------------------------------------------------

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

    # -- sending -----------------------------------------------------------------------------------

    def send(self, frame: Frame) -> None:
        self.tell(encode(frame))

    def refuse(self, change: int, table: str, code: str, reason: str = "") -> None:
        """Send a refusal and count it."""
        METRICS.refusals.labels(code).inc()
        self.send(Refused(change, table, code, reason or codes.REFUSALS[code]))

    def tell(self, data: bytes) -> None:
        """Send an encoded frame, or queue it in the outbox while the socket accepts no more."""
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
        """Close with a code of protocol.codes and a reason for the client's developer. Drops the outbox."""
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
        """Subscribe the socket to a seat on a channel of its own. False if it has too many already."""
        if (table, seat) not in self.at:
            if len(self.at) >= self._settings.max_seats:
                return False
            self.at[table, seat] = packed(self._channels)
            self._channels += 1
        return True


Handles = Mapping[type[Frame], Callable[[ClientSocket, Any], None]]
"""The frames that a part accepts from authenticated clients, each with its handler."""


class Taker(Protocol):
    """A part of the hub that handles frames."""

    @property
    def handles(self) -> Handles: ...
