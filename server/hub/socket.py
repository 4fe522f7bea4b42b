"""A client's connection as the hub sees it.

Telling never waits. What a socket takes at once is sent at once; what it does not lies in its
outbox, and a socket whose outbox is full is closed with a code that says "come back" (back-pressure).
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from starlette.types import Send

from protocol import codes
from protocol.codec import encode, packed
from protocol.frames import Frame, Refused
from server.config import Settings
from server.metrics import METRICS

from .budget import Budget, Shared
from .websocket import websocket

log = logging.getLogger("stammtisch.sockets")


def _dropped(data: bytes) -> None:
    """Where messages go that nobody takes any more."""


def _nothing() -> None:
    """What a flood of such messages leads to."""


class Socket:
    """One client's connection, from the server's side."""

    def __init__(self, send: Send, settings: Settings, address: str, shared: Shared) -> None:
        self.address = address
        self.shared = shared
        """What it has left together with all others of its address."""
        self.shares: tuple[Shared, ...] = ()
        """That, and what its person's sockets share, once it has greeted."""
        self._send = send
        self._protocol = websocket(send)
        self._limit = settings.outbox
        self._most_seats = settings.max_seats
        self._scale = settings.budgets
        self._outbox: deque[bytes] = deque()
        self._waiting = 0
        self._writer: asyncio.Task[None] | None = None
        self.closed = 0
        """The code it was closed with, or 0."""
        self.person = ""
        self.name = ""
        self.bot = False
        self.warned = False
        """Was its name refused before?"""
        self.budget: Budget | None = None
        """What it may still say; None until it has said who it is."""
        self.at: dict[tuple[str, int], bytes] = {}
        """The tables and seats it is told of, and each one's channel, packed."""
        self._channels = 0

    def listen(self, take: Callable[[bytes], None]) -> None:
        """Have messages handed over as they come, where the web server is one that can; else they are
        to be received in the ordinary way."""
        if self._protocol is not None and self._protocol.queue.empty():
            self._protocol.listen(take, lambda: self.close(codes.FLOOD), self._scale)

    def ignore(self) -> None:
        """Drop what still comes. Nothing that is kept for the connection leads here any more."""
        if self._protocol is not None and self._protocol.take is not None:
            self._protocol.listen(_dropped, _nothing, self._scale)

    def greeted(self, budget: Budget) -> None:
        """It has said who it is, and may send as much."""
        self.budget = budget
        if self._protocol is not None:
            self._protocol.rescale(budget.scale)

    @property
    def transport(self) -> Any:
        """The connection beneath, where it is known."""
        return None if self._protocol is None else self._protocol.transport

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
        if self._writer is None and ((self._protocol and self._protocol.put(data)) or self._at_once(data)):
            return
        self._outbox.append(data)
        self._waiting += len(data)
        if self._waiting > self._limit:
            METRICS.evictions.inc()
            self.close(codes.SLOW_READER)
        elif self._writer is None:
            self._writer = asyncio.create_task(self._write())

    def _at_once(self, data: bytes) -> bool:
        """Send without a task. The server's `send` waits, if at all, before it has taken anything."""
        sending = self._send({"type": "websocket.send", "bytes": data})
        try:
            sending.send(None)  # type: ignore[attr-defined]
        except StopIteration:
            return True
        except Exception:
            self.closed = self.closed or 1006
            return True
        sending.close()  # type: ignore[attr-defined]
        return False

    async def _write(self) -> None:
        """Empty the outbox as fast as the client reads, then say goodbye where that is due."""
        try:
            while self._outbox and not self.closed:
                data = self._outbox.popleft()
                await self._send({"type": "websocket.send", "bytes": data})
                self._waiting -= len(data)
        except Exception:
            self.closed = self.closed or 1006
        finally:
            self._writer = None

    def close(self, code: int) -> None:
        """Close with a code of protocol.codes; what lies in the outbox is dropped."""
        if self.closed:
            return
        self.closed = code
        METRICS.closes.labels(str(code)).inc()
        self._outbox.clear()
        if self._writer is not None:
            self._writer.cancel()
        self._writer = asyncio.create_task(self._goodbye(code))
        if code == codes.FLOOD and self._protocol is not None:
            self._protocol.deafen()

    async def _goodbye(self, code: int) -> None:
        try:
            async with asyncio.timeout(5):
                await self._send({"type": "websocket.close", "code": code, "reason": ""})
        except Exception:
            log.debug("a socket went away before it was closed")

    def tell_diff(self, table: str, seat: int, begin: bytes, end: bytes) -> None:
        """Send a diff, marked with this socket's channel for the seat."""
        self.tell(begin + self.at[table, seat] + end)

    def watches(self, table: str, seat: int) -> bool:
        """Note that it is told of a seat, on a channel; False when that would be too many."""
        if (table, seat) not in self.at:
            if len(self.at) >= self._most_seats:
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
