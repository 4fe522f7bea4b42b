"""Sockets: greeting, reading, telling, and cutting off who doesn't read. Knows nothing of games.

Telling never waits. What a socket takes at once is sent at once; what it does not lies in its
outbox, and a socket whose outbox is full is closed with a code that says "come back".
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from starlette.types import Receive, Scope, Send

from protocol import codes
from protocol.codec import BadFrame, encode, from_client, packed
from protocol.frames import (
    PROTOCOL,
    Browse,
    Frame,
    Hello,
    History,
    Join,
    Make,
    OfTable,
    Part,
    Ping,
    Pong,
    Refused,
    Say,
    Welcome,
)

from . import tokens
from .budget import Budget
from .config import Settings
from .lobby import Lobby
from .metrics import METRICS
from .websocket import websocket
from .wording import plain

if TYPE_CHECKING:
    from .audience import Audience
    from .desk import Desk
    from .past import Archive
    from .presence import Presence

log = logging.getLogger("stammtisch.hub")

INTERNAL_ERROR = 1011
"""The close code of RFC 6455 for a mistake of the server."""


def _dropped(data: bytes) -> None:
    """Where messages go that nobody takes any more."""


class Socket:
    """One client's connection, from the server's side."""

    def __init__(self, send: Send, settings: Settings) -> None:
        self._send = send
        self._protocol = websocket(send)
        self._limit = settings.outbox
        self._most_seats = settings.max_seats
        self._outbox: deque[bytes] = deque()
        self._waiting = 0
        self._writer: asyncio.Task[None] | None = None
        self.closed = 0
        """The code it was closed with, or 0."""
        self.person = ""
        self.name = ""
        self.bot = False
        self.budget: Budget | None = None
        """What it may still say; None until it has said who it is."""
        self.at: dict[tuple[str, int], bytes] = {}
        """The tables and seats it is told of, and each one's channel, packed."""
        self._channels = 0

    def listen(self, take: Callable[[bytes], None]) -> None:
        """Have messages handed over as they come, where the web server is one that can; else they are
        to be received in the ordinary way."""
        if self._protocol is not None and self._protocol.queue.empty():
            self._protocol.take = take

    def ignore(self) -> None:
        """Drop what still comes. Nothing that is kept for the connection leads here any more."""
        if self._protocol is not None and self._protocol.take is not None:
            self._protocol.take = _dropped

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

    async def finished(self) -> None:
        """Wait until everything is sent, the goodbye included, or can't be."""
        if self._writer is not None:
            await asyncio.wait([self._writer])

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


class Hub:
    """All sockets of this process, as an ASGI application for the websocket route."""

    def __init__(
        self, settings: Settings, desk: Desk, audience: Audience, presence: Presence, archive: Archive
    ) -> None:
        self.settings = settings
        self.desk = desk
        self.audience = audience
        self.presence = presence
        self.archive = archive
        self.lobby = Lobby()
        self.sockets: set[Socket] = set()
        self.browsers: set[Socket] = set()
        self.bots: set[Socket] = set()
        self.on: dict[type[Frame], Callable[[Socket, Any], None]] = {
            Ping: lambda socket, frame: socket.send(Pong(frame.n, time.time_ns() // 1_000_000)),
            Browse: self._browse,
            Join: audience.join,
            Part: audience.part,
            Make: lambda socket, frame: desk.spawn(desk.making.make(socket, frame)),
            Say: presence.say,
            History: archive.history,
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one websocket from its handshake to its end."""
        await receive()
        if not self._welcome_here(scope):
            await send({"type": "websocket.close", "code": 1008, "reason": "origin"})
            return
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        socket = Socket(scope.get("plain_send", send), self.settings)
        if len(self.sockets) >= self.settings.max_sockets:
            socket.close(codes.CROWDED)
        self.sockets.add(socket)
        greeting = asyncio.get_running_loop().call_later(self.settings.hello_s, self._expect_greeting, socket)
        try:
            socket.listen(lambda data: self._take(socket, data))
            while (message := await receive())["type"] == "websocket.receive" and not socket.closed:
                self._take(socket, message.get("bytes") or b"")
        finally:
            greeting.cancel()
            socket.ignore()
            self._forget(socket)

    def _welcome_here(self, scope: Scope) -> bool:
        """Browsers name the page's origin; it must be ours, or one of the settings'."""
        headers = dict(scope["headers"])
        origin, host = (headers.get(name, b"").decode("latin-1") for name in (b"origin", b"host"))
        if not origin or "*" in self.settings.origins or origin in self.settings.origins:
            return True
        return bool(origin.split("://")[-1] == host)

    def _forget(self, socket: Socket) -> None:
        socket.closed = socket.closed or 1005
        for group in (self.sockets, self.browsers, self.bots):
            group.discard(socket)
        self.audience.gone(socket)

    def _take(self, socket: Socket, data: bytes) -> None:
        """Take in a message of a client. Never raises."""
        if socket.closed:
            return
        try:
            self._hear(socket, from_client(data))
        except BadFrame:
            socket.close(codes.BAD_FRAME)
        except Exception:
            METRICS.faults.inc()
            log.exception("a frame could not be taken in")
            socket.close(INTERNAL_ERROR)

    def _hear(self, socket: Socket, frame: Any) -> None:
        kind = type(frame)
        METRICS.received[kind.__name__] += 1
        if socket.budget is None:
            socket.budget = self._greet(socket, frame)
        elif socket.budget.allows(kind, len(socket.at), time.monotonic()):
            self._dispatch(socket, frame)
        elif socket.budget.flooded:
            socket.close(codes.FLOOD)
        else:
            socket.refuse(getattr(frame, "id", 0), getattr(frame, "table", ""), "slow-down")

    @staticmethod
    def _expect_greeting(socket: Socket) -> None:
        """Time is up for a client that has not said who it is."""
        if not socket.person:
            socket.close(codes.BAD_HELLO)

    def _greet(self, socket: Socket, frame: Any) -> Budget | None:
        """The first frame must say who it is."""
        if type(frame) is not Hello:
            socket.refuse(getattr(frame, "id", 0), getattr(frame, "table", ""), "hello-first")
            socket.close(codes.BAD_HELLO)
            return None
        bot = tokens.proves(self.settings.bot_key, frame.token, frame.proof)
        name = plain(frame.name)
        if frame.protocol != PROTOCOL or not name or (frame.proof and not bot):
            socket.close(codes.BAD_HELLO)
            return None
        socket.person, socket.name, socket.bot = tokens.person(frame.token), name, bot
        socket.send(Welcome(socket.person, time.time_ns() // 1_000_000))
        return Budget(self.settings.budgets * (100 if bot else 1))

    def _dispatch(self, socket: Socket, frame: Any) -> None:
        if handle := self.on.get(type(frame)):
            handle(socket, frame)
        elif isinstance(frame, OfTable):
            self.desk.receive(socket, frame)
        elif type(frame) is Hello:
            socket.name = plain(frame.name) or socket.name

    # -- the lobby ---------------------------------------------------------------------------------

    def _browse(self, socket: Socket, frame: Browse) -> None:
        audience = self.bots if socket.bot else self.browsers
        if not frame.on:
            audience.discard(socket)
            return
        audience.add(socket)
        for told in self.lobby.for_bots() if socket.bot else [self.lobby.for_browsers()]:
            socket.send(told)

    def listed(self, table: str, summary: dict[str, Any] | None) -> None:
        """A table's summary has changed, here or in another hub."""
        for frame, audience in zip(
            self.lobby.change(table, summary), (self.browsers, self.bots), strict=True
        ):
            if frame is not None:
                data = encode(frame)
                for socket in audience:
                    socket.tell(data)

    async def close(self) -> None:
        """This server goes down in an orderly way."""
        for socket in list(self.sockets):
            socket.close(codes.RESTARTING)
        await asyncio.gather(*(socket.finished() for socket in self.sockets))
