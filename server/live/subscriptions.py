"""Which clients are subscribed to which table."""

from __future__ import annotations

from collections.abc import Callable

from protocol.codec import unpacked
from protocol.frames import AUTO, WATCH, Join, Joined, Part
from server.net.client_socket import ClientSocket, Handles
from server.store.store import StoreAway
from server.table.table import Table

from .chat import Chat
from .live_table import LiveTable
from .registry import TableRegistry


class Subscriptions:
    """The subscribers of a registry's tables. `on_joined(live, socket)` is called when a client has
    subscribed, `on_change(live)` when one subscribes or leaves."""

    def __init__(
        self,
        registry: TableRegistry,
        chat: Chat,
        on_joined: Callable[[LiveTable, ClientSocket], None],
        on_change: Callable[[LiveTable], None],
    ) -> None:
        self.registry = registry
        self.chat = chat
        self._on_joined = on_joined
        self._on_change = on_change
        self.handles: Handles = {Join: self.join, Part: self.part}

    def join(self, socket: ClientSocket, frame: Join) -> None:
        if live := self.registry.admit(socket, 0, frame.table):
            self.registry.enqueue(live, self._join, socket, frame)

    async def _join(
        self, live: LiveTable, socket: ClientSocket, frame: Join, up_to_date: bool = False
    ) -> None:
        lines = await self.chat.lines(live) if live.loaded else []
        table, viewers = live.table, live.viewers
        if socket.closed:
            return None  # it disconnected while this job was queued
        if table is None or viewers is None:
            return live.say_gone(socket)
        seat = self._seat(table, socket, frame.seat)
        unsure = seat is None or (frame.seat, seat) == (AUTO, WATCH) or frame.have > viewers.version
        if unsure and not up_to_date:  # the log may have newer entries of another hub
            try:
                await self.registry.follower.caught_up(live)
            except StoreAway:
                return socket.refuse(0, live.id, "storing")
            return await self._join(live, socket, frame, up_to_date=True)
        if seat is None:
            return socket.refuse(0, live.id, "not-your-seat")
        if not socket.watches(live.id, seat):
            return socket.refuse(0, live.id, "too-many")
        advice = frame.advice and seat != WATCH  # watchers get no advice; asking would resend everything
        if frame.hints and viewers.hint(table, seat, live.advise(socket, seat, advice)):
            live.tell_full([seat])
        missing = viewers.missing(table, seat, frame.have, frame.check)
        channel = unpacked(socket.at[live.id, seat])
        socket.send(Joined(live.id, seat, viewers.version, channel, viewers.words))
        if missing is None:
            socket.tell(viewers.full(table, seat))
        for delta in missing or ():
            socket.tell_diff(live.id, seat, *viewers.ending(seat, delta, exact=True))
        live.sockets.setdefault(seat, {})[socket] = frame.every
        live.broken_off.discard(socket.person)
        socket.send(live.here_frame())
        self.chat.begins_anew(live, socket)
        for said in lines:
            socket.send(said)
        self._on_joined(live, socket)
        self._on_change(live)
        return None

    @staticmethod
    def _seat(table: Table, socket: ClientSocket, wanted: int) -> int | None:
        """The seat that a client subscribes for; None if it asks for another person's."""
        own = table.seats_of(socket.person)
        if wanted == AUTO:
            return own[0] if own else WATCH
        return wanted if wanted == WATCH or wanted in own else None

    def part(self, socket: ClientSocket, frame: Part) -> None:
        """A client unsubscribes from a table."""
        if live := self.registry.tables.get(frame.table):
            self.registry.enqueue(live, self._part, socket, None if frame.seat == AUTO else frame.seat)

    def gone(self, socket: ClientSocket) -> None:
        """A socket was closed."""
        for table in {table for table, _ in socket.at}:
            if live := self.registry.tables.get(table):
                self.registry.enqueue(live, self._lost, socket)

    async def _lost(self, live: LiveTable, socket: ClientSocket) -> None:
        """A subscriber's socket was closed."""
        seated = any(socket in sockets for seat, sockets in live.sockets.items() if seat != WATCH)
        if seated and not socket.websocket.left:
            live.broken_off.add(socket.person)
        await self._part(live, socket, None)

    async def _part(self, live: LiveTable, socket: ClientSocket, only: int | None) -> None:
        for seat in [only] if only is not None else list(live.sockets):
            sockets = live.sockets.get(seat, {})
            if sockets.pop(socket, None) is not None:
                socket.at.pop((live.id, seat), None)
            if seat in live.sockets and not sockets:
                live.nobody_at(seat)
        self._on_change(live)
