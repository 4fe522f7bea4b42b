"""All sockets of a process: letting in, greeting, reading, the lobby. Knows nothing of games."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from typing import Any

from starlette.types import Receive, Scope, Send

from protocol import codes
from protocol.codec import BadFrame, BadValue, encode, from_client
from protocol.frames import (
    PROTOCOL,
    Browse,
    Frame,
    FromClient,
    Hello,
    Ping,
    Pong,
    Welcome,
)
from protocol.proof import proves
from server.config import Settings
from server.metrics import METRICS
from server.table import tokens

from .budget import Budget
from .doors import Doors
from .handshake import take_over
from .live import now
from .lobby import Lobby
from .orders import Orders
from .socket import Handles, Socket, Taker
from .wording import name as as_name
from .words import Words

log = logging.getLogger("stammtisch.hub")

INTERNAL_ERROR = 1011
"""The close code of RFC 6455 for a mistake of the server."""


class Hub:
    """All sockets of this process, as an ASGI application for the websocket route."""

    def __init__(
        self,
        settings: Settings,
        doors: Doors,
        parts: Iterable[Taker],
        gone: Callable[[Socket], None],
        orders: Orders,
        words: Words,
    ) -> None:
        """`parts` take the frames that the hub itself knows nothing of; `gone(socket)`: one is closed."""
        self.settings = settings
        self.doors = doors
        self._gone = gone
        self.orders = orders
        self.words = words
        self.lobby = Lobby(settings.minds_of)
        self.sockets: set[Socket] = set()
        self.greeted = 0
        """Those of them that have said who they are."""
        self.browsers: set[Socket] = set()
        self.bots: set[Socket] = set()
        self.on = merged(
            {Hello: self._rename, Ping: self._pong, Browse: self._browse}, *(part.handles for part in parts)
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Shake hands with a websocket, and take it over."""
        await receive()
        if not self._welcome_here(scope):
            await send({"type": "websocket.close", "code": 1008, "reason": "origin"})
            return
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        address = self.doors.addresses.of(scope)
        shared = self.doors.addresses.shared(address, time.monotonic())
        self._let_in(Socket(self, take_over(scope), self.settings, address, shared))

    def _welcome_here(self, scope: Scope) -> bool:
        """Browsers name the page's origin; it must be ours, or one of the settings'."""
        headers = dict(scope["headers"])
        origin, host = (headers.get(name, b"").decode("latin-1") for name in (b"origin", b"host"))
        if not origin or "*" in self.settings.origins or origin in self.settings.origins:
            return True
        return bool(origin.split("://")[-1] == host)

    def _let_in(self, socket: Socket) -> None:
        """A new socket; where there are too many already, it is sent away at once."""
        self.sockets.add(socket)
        socket.greeting = asyncio.get_running_loop().call_later(
            self.settings.hello_s, self._expect_greeting, socket
        )
        if self._crowded(socket):
            socket.close(codes.CROWDED)

    def _crowded(self, socket: Socket) -> bool:
        """Is there no room for one more greeted socket, or for one more of its address?"""
        most = min(self.settings.max_sockets, self.doors.most_greeted)
        return self.greeted >= most or socket.shared.sockets >= self.doors.most_of_address

    def forget(self, socket: Socket) -> None:
        """A socket is closed."""
        socket.closed = socket.closed or 1005
        socket.expect_nothing()
        if socket.budget is not None:
            self.greeted -= 1
            for shared in socket.shares:
                shared.sockets -= 1
        for group in (self.sockets, self.browsers, self.bots):
            group.discard(socket)
        self._gone(socket)

    async def look(self) -> None:
        """Ask those for a sign of life of whom nothing has come for long."""
        for socket in list(self.sockets):
            socket.websocket.look()

    def take(self, socket: Socket, data: bytes) -> None:
        """Take in a message of a client. Never raises."""
        if socket.closed:
            return
        try:
            self._hear(socket, _frame(data))
        except BadFrame as wrong:
            socket.close(codes.BAD_FRAME, str(wrong))
        except Exception:
            METRICS.faults.inc()
            log.exception("a frame could not be taken in")
            socket.close(INTERNAL_ERROR)

    def _hear(self, socket: Socket, frame: FromClient | BadValue) -> None:
        kind = frame.kind if isinstance(frame, BadValue) else type(frame)
        METRICS.received[kind.__name__] += 1
        if socket.budget is None:
            self._greet(socket, frame)
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

    def _greet(self, socket: Socket, frame: FromClient | BadValue) -> None:
        """The first frame must say who it is. One that has only an impossible name may say another."""
        if isinstance(frame, BadValue) and frame.kind is Hello and frame.field == "name":
            self._bad_name(socket, frame.reason)
            return
        if isinstance(frame, BadValue) and frame.kind is Hello:
            socket.close(codes.BAD_HELLO)
            return
        if type(frame) is not Hello:
            socket.refuse(getattr(frame, "id", 0), getattr(frame, "table", ""), "hello-first")
            socket.close(codes.BAD_HELLO)
            return
        bot = proves(self.settings.bot_key, frame.token, frame.proof)
        name = self._name(frame)
        if frame.protocol != PROTOCOL or (frame.proof and not bot):
            socket.close(codes.BAD_HELLO)
            return
        if not name:
            self._bad_name(socket)
            return
        if self._crowded(socket):
            socket.close(codes.CROWDED)
            return
        person, socket.bot = tokens.person(frame.token), bot
        if self.orders.locked_out(person, socket.barred_at, now()):
            socket.close(codes.LOCKED_OUT)
            return
        socket.person, socket.name = person, name
        socket.send(Welcome(socket.person, now()))
        if not bot and (notice := self.orders.notice(now())):
            socket.send(notice)
        self.greeted += 1
        METRICS.greeted.inc()
        socket.shares = self.doors.addresses.person(socket.person, time.monotonic()), socket.shared
        for shared in socket.shares:
            shared.sockets += 1
        self.doors.go(socket.websocket.transport)
        scale = self.settings.budgets
        socket.greeted(Budget(100 * scale) if bot else Budget(scale, socket.shares))

    @staticmethod
    def _bad_name(socket: Socket, reason: str = "") -> None:
        """A name that is too long, or blank: the first one is refused, after that it is the end."""
        if socket.warned:
            socket.close(codes.BAD_HELLO)
        else:
            socket.warned = True
            socket.refuse(0, "", "too-long", reason)

    def _dispatch(self, socket: Socket, frame: FromClient | BadValue) -> None:
        if isinstance(frame, BadValue):
            socket.refuse(frame.id, frame.table, frame.code, frame.reason)
        else:
            self.on[type(frame)](socket, frame)

    def _name(self, frame: Hello) -> str:
        """What somebody is called, as others are shown it."""
        return self.words.starred(as_name(frame.name))

    def _rename(self, socket: Socket, frame: Hello) -> None:
        """Whoever greets again has another name from now on."""
        if name := self._name(frame):
            socket.name = name
        else:
            socket.refuse(0, "", "too-long")

    @staticmethod
    def _pong(socket: Socket, frame: Ping) -> None:
        socket.send(Pong(frame.n, now()))

    # -- the lobby ---------------------------------------------------------------------------------

    def _browse(self, socket: Socket, frame: Browse) -> None:
        audience = self.bots if socket.bot else self.browsers
        if not frame.on:
            audience.discard(socket)
            return
        audience.add(socket)
        for told in self.lobby.for_bots() if socket.bot else [self.lobby.for_browsers(frame.after)]:
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


def merged(*tables: Handles) -> Handles:
    """All of what the parts take, as one table. Each frame has one taker."""
    takers: dict[type[Frame], Callable[[Socket, Any], None]] = {}
    for table in tables:
        if twice := takers.keys() & table.keys():
            raise ValueError(f"two parts take {', '.join(sorted(kind.__name__ for kind in twice))}")
        takers.update(table)
    return takers


def _frame(data: bytes) -> FromClient | BadValue:
    """The frame that came, or what is wrong with one that is to be refused. Raises BadFrame."""
    try:
        return from_client(data)
    except BadValue as wrong:
        return wrong
