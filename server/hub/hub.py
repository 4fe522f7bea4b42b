"""All sockets of a process: admission, greeting, dispatch of frames, the lobby. It knows nothing of games."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from typing import Any

from starlette.types import Receive, Scope, Send

from protocol import codes
from protocol.codec import BadFrame, BadValue, encode, from_client
from protocol.frames import PROTOCOL_VERSION, Browse, Frame, FromClient, Hello, Ping, Pong, Welcome
from protocol.proof import proves
from server.clock import now
from server.http.allowed_hosts import welcome
from server.metrics import METRICS
from server.moderation.orders import Orders
from server.moderation.speech import Speech
from server.net.client_socket import ClientSocket, Handles, Taker
from server.net.connection_limits import ConnectionLimits
from server.net.handshake import take_over
from server.net.rate_limits import SocketBudget
from server.settings.config import Settings
from server.store.cluster_time import ClusterTime
from server.table import tokens

from .lobby import LobbyList

log = logging.getLogger("stammtisch.hub")

INTERNAL_ERROR = 1011
"""The close code of RFC 6455 for a server error."""


class Hub:
    """All sockets of this process, as an ASGI application for the websocket route."""

    def __init__(
        self,
        settings: Settings,
        connection_limits: ConnectionLimits,
        parts: Iterable[Taker],
        gone: Callable[[ClientSocket], None],
        renamed: Callable[[ClientSocket], None],
        orders: Orders,
        speech: Speech,
        cluster_time: ClusterTime,
    ) -> None:
        """`parts` handle the frames that the hub itself doesn't; `gone(socket)` is called when a socket has
        closed, `renamed(socket)` when its person has another name."""
        self.settings = settings
        self.connection_limits = connection_limits
        self._gone, self._renamed = gone, renamed
        self.orders = orders
        self.speech = speech
        self.cluster_time = cluster_time
        self.lobby = LobbyList(settings.minds_of, speech.known)
        self.sockets: set[ClientSocket] = set()
        self.browsers: set[ClientSocket] = set()
        self.bots: set[ClientSocket] = set()
        self.on = merged(
            {Hello: self._rename, Ping: self._pong, Browse: self._browse}, *(part.handles for part in parts)
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Complete the handshake of a websocket, and take the socket over."""
        await receive()
        if not welcome(scope, self.settings.origins):
            await send({"type": "websocket.close", "code": 1008, "reason": "origin"})
            return
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        address = self.connection_limits.addresses.of(scope)
        shared = self.connection_limits.addresses.shared(address, time.monotonic())
        self._let_in(ClientSocket(self, take_over(scope), self.settings, address, shared))

    def _let_in(self, socket: ClientSocket) -> None:
        """Add a new socket; if there are too many already, close it at once."""
        self.sockets.add(socket)
        socket.greeting = asyncio.get_running_loop().call_later(
            self.settings.hello_s, self._expect_greeting, socket
        )
        if self._crowded(socket):
            socket.close(codes.CROWDED)

    def _crowded(self, socket: ClientSocket) -> bool:
        """Is the limit of greeted sockets reached, or the limit of this socket's address?"""
        most = min(self.settings.max_sockets, self.connection_limits.most_greeted)
        crowded = self.connection_limits.greeted >= most
        return crowded or socket.shared.sockets >= self.connection_limits.most_of_address

    def forget(self, socket: ClientSocket) -> None:
        """Remove a closed socket."""
        socket.closed = socket.closed or 1005
        socket.expect_nothing()
        if socket.budget is not None:
            self.connection_limits.close_greeted()
            for shared in socket.shares:
                shared.sockets -= 1
        for group in (self.sockets, self.browsers, self.bots):
            group.discard(socket)
        self._gone(socket)

    async def look(self) -> None:
        """Send a ping on connections that have been silent for long (heartbeat)."""
        for socket in list(self.sockets):
            socket.websocket.look()

    def take(self, socket: ClientSocket, data: bytes) -> None:
        """Handle a message of a client. Never raises."""
        if socket.closed:
            return
        try:
            self._hear(socket, _frame(data))
        except BadFrame as wrong:
            socket.close(codes.BAD_FRAME, str(wrong))
        except Exception:
            METRICS.faults.inc()
            log.exception("handling a frame failed")
            socket.close(INTERNAL_ERROR)

    def _hear(self, socket: ClientSocket, frame: FromClient | BadValue) -> None:
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
    def _expect_greeting(socket: ClientSocket) -> None:
        """Close the connection of a client that has not greeted in time."""
        if not socket.person:
            socket.close(codes.BAD_HELLO)

    def _greet(self, socket: ClientSocket, frame: FromClient | BadValue) -> None:
        """Handle the first frame, which must be a greeting. After an invalid name the client may try another
        one."""
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
        person = tokens.person(frame.token)
        name = self.speech.name(frame.name, person, "" if bot else socket.address)
        if frame.protocol != PROTOCOL_VERSION or (frame.proof and not bot):
            socket.close(codes.BAD_HELLO)
            return
        if not name:
            self._bad_name(socket)
            return
        if self._crowded(socket):
            socket.close(codes.CROWDED)
            return
        socket.bot = bot
        if self.orders.locked_out(person, socket.barred_at, now()):
            socket.close(codes.LOCKED_OUT)
            return
        socket.person, socket.name, socket.called = person, name, frame.name
        socket.send(Welcome(socket.person, now(), house=self.cluster_time.now()))
        if not bot and (notice := self.orders.notice(now())):
            socket.send(notice)
        METRICS.greeted.inc()
        socket.shares = (
            self.connection_limits.addresses.person(socket.person, time.monotonic()),
            socket.shared,
        )
        for shared in socket.shares:
            shared.sockets += 1
        self.connection_limits.greet(socket.websocket.transport)
        scale = self.settings.budgets
        socket.greeted(SocketBudget(100 * scale) if bot else SocketBudget(scale, socket.shares))

    @staticmethod
    def _bad_name(socket: ClientSocket, reason: str = "") -> None:
        """A name is too long or blank: the first time it is refused, the second time the socket is closed."""
        if socket.warned:
            socket.close(codes.BAD_HELLO)
        else:
            socket.warned = True
            socket.refuse(0, "", "too-long", reason)

    def _dispatch(self, socket: ClientSocket, frame: FromClient | BadValue) -> None:
        if isinstance(frame, BadValue):
            socket.refuse(frame.id, frame.table, frame.code, frame.reason)
        else:
            self.on[type(frame)](socket, frame)

    def _rename(self, socket: ClientSocket, frame: Hello) -> None:
        """A second greeting changes the name."""
        if self.speech.silenced(socket.person, socket.barred_at):
            socket.refuse(0, "", "silenced")
        elif name := self.speech.name(frame.name, socket.person, socket.barred_at):
            changed = name != socket.name
            socket.name, socket.called = name, frame.name
            if changed:
                self._renamed(socket)
        else:
            socket.refuse(0, "", "too-long")

    def call_anew(self) -> list[ClientSocket]:
        """Update names after the operator's orders have changed. Returns the sockets whose name is different
        now, and sends their tables in the lobby to browsers again."""
        found = []
        for socket in self.sockets:
            if socket.person:
                name = self.speech.name(socket.called, socket.person, socket.barred_at)
                if name != socket.name:
                    socket.name = name
                    found.append(socket)
        for listed in self.lobby.named_anew():
            data = encode(listed)
            for browser in self.browsers:
                browser.tell(data)
        return found

    def _pong(self, socket: ClientSocket, frame: Ping) -> None:
        socket.send(Pong(frame.n, now(), self.cluster_time.now()))

    # -- the lobby ---------------------------------------------------------------------------------

    def _browse(self, socket: ClientSocket, frame: Browse) -> None:
        subscriptions = self.bots if socket.bot else self.browsers
        if not frame.on:
            subscriptions.discard(socket)
            return
        subscriptions.add(socket)
        for told in self.lobby.for_bots() if socket.bot else [self.lobby.for_browsers(frame.after)]:
            socket.send(told)

    def listed(self, table: str, summary: dict[str, Any] | None) -> None:
        """A table's summary has changed, here or in another hub: broadcast it."""
        for frame, subscriptions in zip(
            self.lobby.change(table, summary), (self.browsers, self.bots), strict=True
        ):
            if frame is not None:
                data = encode(frame)
                for socket in subscriptions:
                    socket.tell(data)


def merged(*tables: Handles) -> Handles:
    """All handlers of the parts as one table. Raises ValueError if two parts handle the same frame."""
    takers: dict[type[Frame], Callable[[ClientSocket, Any], None]] = {}
    for table in tables:
        if twice := takers.keys() & table.keys():
            raise ValueError(f"two parts take {', '.join(sorted(kind.__name__ for kind in twice))}")
        takers.update(table)
    return takers


def _frame(data: bytes) -> FromClient | BadValue:
    """The decoded frame, or the error of one to refuse. Raises BadFrame."""
    try:
        return from_client(data)
    except BadValue as wrong:
        return wrong
