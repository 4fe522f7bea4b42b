"""Who is told of which table: clients that begin to look, and stop."""

from __future__ import annotations

from collections.abc import Callable

from protocol.codec import unpacked
from protocol.frames import AUTO, WATCH, Join, Joined, Part
from server.store.store import StoreAway
from server.table.table import Table

from .chat import Chat
from .desk import Desk
from .live import Live
from .socket import Handles, Socket


class Audience:
    """The viewers of a desk's tables. `on_change(live)`: somebody came to or left a table here."""

    def __init__(self, desk: Desk, chat: Chat, on_change: Callable[[Live], None]) -> None:
        self.desk = desk
        self.chat = chat
        self._on_change = on_change
        self.handles: Handles = {Join: self.join, Part: self.part}

    def join(self, socket: Socket, frame: Join) -> None:
        """A client wants to be told of a table."""
        if live := self.desk.admit(socket, 0, frame.table):
            self.desk.enqueue(live, self._join, socket, frame)

    async def _join(self, live: Live, socket: Socket, frame: Join, up_to_date: bool = False) -> None:
        lines = await self.chat.lines(live) if live.loaded else []
        table, viewers = live.table, live.viewers
        if socket.closed:
            return None  # it went away while this was waiting
        if table is None or viewers is None:
            return live.say_gone(socket)
        seat = self._seat(table, socket, frame.seat)
        unsure = seat is None or (frame.seat, seat) == (AUTO, WATCH) or frame.have > viewers.version
        if unsure and not up_to_date:  # another hub may have written what is missing here
            try:
                await self.desk.follower.caught_up(live)
            except StoreAway:
                return socket.refuse(0, live.id, "storing")
            return await self._join(live, socket, frame, up_to_date=True)
        if seat is None:
            return socket.refuse(0, live.id, "not-your-seat")
        if not socket.watches(live.id, seat):
            return socket.refuse(0, live.id, "too-many")
        advice = frame.advice and seat != WATCH  # who watches is asked nothing, and would be told all anew
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
        socket.send(live.here_frame())
        self.chat.begins_anew(live, socket)
        for said in lines:
            socket.send(said)
        self._on_change(live)
        return None

    @staticmethod
    def _seat(table: Table, socket: Socket, wanted: int) -> int | None:
        """Which seat a client looks from; None where it asks for one that isn't its own."""
        own = table.seats_of(socket.person)
        if wanted == AUTO:
            return own[0] if own else WATCH
        return wanted if wanted == WATCH or wanted in own else None

    def part(self, socket: Socket, frame: Part) -> None:
        """A client wants to be told of a table no more."""
        if live := self.desk.tables.get(frame.table):
            self.desk.enqueue(live, self._part, socket, None if frame.seat == AUTO else frame.seat)

    def gone(self, socket: Socket) -> None:
        """A socket is closed."""
        for table in {table for table, _ in socket.at}:
            if live := self.desk.tables.get(table):
                self.desk.enqueue(live, self._part, socket, None)

    async def _part(self, live: Live, socket: Socket, only: int | None) -> None:
        for seat in [only] if only is not None else list(live.sockets):
            sockets = live.sockets.get(seat, {})
            if sockets.pop(socket, None) is not None:
                socket.at.pop((live.id, seat), None)
            if seat in live.sockets and not sockets:
                live.nobody_at(seat)
        self._on_change(live)
