"""A table that lives in this process: the table, what its viewers were told, who is here, what waits."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Awaitable, Callable, Container, Iterable
from typing import Any, NamedTuple
from weakref import WeakSet

from protocol.codec import encode
from protocol.frames import WATCH, Frame, Gone, Here, Said
from server.games.engine import Engine
from server.table.table import Table
from server.table.viewers import Delta, Ready, Viewers

from .socket import Socket

LISTED = 60
"""How many people a list of those present names; seats come first."""


SOON_MS = 3_000
"""After a change that more than its table has to hear of, somebody makes sure in this time that it did."""


def now() -> int:
    """The server's clock in ms."""
    return time.time_ns() // 1_000_000


class Present(NamedTuple):
    """Somebody who is at the table now."""

    person: str
    name: str
    seat: int


class Asleep(NamedTuple):
    """A table kept as bytes."""

    engine: Engine
    packed: bytes
    version: int


class Live:
    """One loaded table. Its jobs run one after the other; at most one change of it is being stored."""

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self._table: Table | None = None
        self._viewers: Viewers | None = None
        self._asleep: Asleep | None = None
        self.missing = True
        """The table is not here: the next job takes it from the store before it begins."""
        self.trouble = "unknown-table"
        """Why there is no table to be had, as a refusal's code."""
        self.check = 0
        """The check value of the version that viewers were told last, see `Table.check`."""
        self.followed = False
        """Did other hubs follow this table when something was stored last?"""
        self.sockets: dict[int, dict[Socket, int]] = {}
        """By seat: who is told of it, and after how many versions with a check value (0: when all are)."""
        self.advised: dict[int, WeakSet[Socket]] = {}
        """By seat: who wants advice with the hints."""
        self.queue: deque[tuple[Callable[..., Awaitable[object]], tuple[Any, ...]]] = deque()
        self.running = False
        self.here: list[Present] = []
        self.here_asked = False
        """A job that renews `here` is already waiting."""
        self.unseated = False
        """Somebody has lost a seat: who is here has to be renewed."""
        self.look_asked = False
        """A job that looks at clocks and empty seats is already waiting."""
        self.chat: dict[tuple[str, int], Said] | None = None
        """What was said last, by person and id; None where it has not been read yet. Whoever is here was told
        all of it."""
        self.heard: dict[tuple[str, int], WeakSet[Socket]] = {}
        """Of lines that are no longer in `chat`: who was told them before they were gone."""
        self.summary: bytes | None = b""
        """What the lobby was told last; b"" where that isn't known here."""
        self.told_quiet: bool | None = None
        """Has the lobby been told that nobody is here who plays? None where others may have told it."""
        self.studied: dict[int, tuple[int, float]] = {}
        """By seat that waits for a tip: its question that a bot process was shown, and until when (loop time)
        no other one is."""
        self.hurried = 0.0
        """When its bots were last told to hurry (time.monotonic)."""
        self.due = 0
        """When somebody is to look at this table again, as stored."""
        self.away: dict[int, int] = {}
        """By seat: since when (ms) nobody was seen who plays it."""
        self.deserted = 0
        """Since when (ms) no person was seen at the table; 0 while somebody is."""
        self.used = 0.0
        """When it was needed last (loop time)."""

    # -- the table, awake or asleep ----------------------------------------------------------------

    @property
    def table(self) -> Table | None:
        """The table, woken where it was asleep; None where there is none."""
        if self._asleep is not None:
            self._wake()
        return self._table

    @table.setter
    def table(self, table: Table | None) -> None:
        self._asleep = None
        self._table = table
        self.missing = False

    def take(self) -> Table:
        """The table, taken away from here to be changed. It is put back once the change is stored; whatever
        happens before that, nobody ever looks at a table that is ahead of its log."""
        table = self.table
        assert table is not None
        self._table = None
        self.missing = True
        return table

    def drop(self) -> None:
        """Throw the table away: what is here may not be what is stored."""
        if self._asleep is not None:
            self._wake()
        self._table = None
        self.missing = True

    def distrust(self) -> None:
        """Throw the table away together with what its state should come to."""
        self.drop()
        self.check = -1

    @property
    def viewers(self) -> Viewers | None:
        """What its viewers were told."""
        if self._asleep is not None:
            self._wake()
        return self._viewers

    @viewers.setter
    def viewers(self, viewers: Viewers) -> None:
        self._viewers = viewers

    @property
    def loaded(self) -> bool:
        """Is there a table, awake or asleep?"""
        return self.at_version is not None

    @property
    def at_version(self) -> int | None:
        """The table's version, without waking it; None where there is no table."""
        there = self._asleep or self._table
        return there.version if there is not None else None

    @property
    def awake(self) -> bool:
        """Does more of it lie here than its bytes?"""
        return self._table is not None or (self._viewers is not None and bool(self._viewers.deltas))

    def sleep(self) -> None:
        """Keep the table as bytes until somebody needs it: a tree of objects takes ten times the memory,
        and every full collection of garbage walks through it."""
        table, viewers = self._table, self._viewers
        if viewers is None:
            return
        if table is not None:
            self._asleep, self._table = Asleep(table.engine, table.pack(), table.version), None
        if self._asleep is not None:
            viewers.sleep()

    def _wake(self) -> None:
        assert self._asleep is not None and self._viewers is not None
        table = Table.unpack(self._asleep.engine, self._asleep.packed)
        self._asleep, self._table = None, table
        self._viewers.wake(table)

    @property
    def hinted(self) -> bool:
        """Does somebody who looks from here want hints, which each hub works out by itself?"""
        return self._viewers is not None and bool(self._viewers.hinted)

    def relay(self, version: int, check: int, ready: Ready) -> bool:
        """Tell the next version as another hub has worked it out, and keep its table as bytes. False, and
        nothing has changed, where that is not enough for who looks from here."""
        there, viewers = self._asleep or self._table, self._viewers
        assert there is not None and viewers is not None
        delta = viewers.relay(version, ready, self.sockets.keys(), self.exact(version))
        if delta is None:
            return False
        self._asleep, self._table = Asleep(there.engine, ready.state, version), None
        self.check = check
        self.tell(delta)
        return True

    # -- telling -----------------------------------------------------------------------------------

    def here_frame(self) -> Here:
        """Who is here, as clients are told."""
        return Here(self.id, [(p.person, p.name, p.seat) for p in self.here[:LISTED]])

    def say_gone(self, socket: Socket) -> None:
        """Tell somebody that there is no such table here."""
        code: Any = self.trouble
        socket.send(Gone(self.id, code))

    def everybody(self) -> set[Socket]:
        """Who is told of this table, from whatever seats."""
        return {socket for sockets in self.sockets.values() for socket in sockets}

    def tell_all(self, frame: Frame, but: Container[Socket] = ()) -> None:
        """Send a frame to everybody who is told of this table, once per socket, `but` to these."""
        data = encode(frame)
        for socket in self.everybody():
            if socket not in but:
                socket.tell(data)

    def exact(self, version: int) -> list[int]:
        """The seats of which somebody wants this version's check value."""
        return [
            seat
            for seat, sockets in self.sockets.items()
            for every in sockets.values()
            if every and version % every == 0
        ]

    def tell(self, delta: Delta) -> None:
        """Send one version's change to everybody, each seat its own."""
        for seat, sockets in self.sockets.items():
            begin, end = Viewers.ending(seat, delta)
            for socket, every in sockets.items():
                if every and delta.version % every == 0 and not delta.due:
                    socket.tell_diff(self.id, seat, *Viewers.ending(seat, delta, exact=True))
                else:
                    socket.tell_diff(self.id, seat, begin, end)

    def advise(self, socket: Socket, seat: int, wanted: bool) -> bool:
        """A socket that begins to be told of a seat wants advice, or doesn't; does anybody there?"""
        advised = self.advised.setdefault(seat, WeakSet())
        (advised.add if wanted else advised.discard)(socket)
        return wanted or any(other in advised for other in self.sockets.get(seat, ()))

    def nobody_at(self, seat: int) -> None:
        """The last who was told of a seat is gone: soon its part is worked out no more."""
        del self.sockets[seat]
        if self._viewers is not None:
            self._viewers.forget(seat)

    def unseat(self, table: Table) -> None:
        """Whoever lost a seat is told of it no more. To be done before anything is told of this table."""
        for seat in [seat for seat in self.sockets if seat != WATCH]:
            for socket in [s for s in self.sockets[seat] if seat not in table.seats_of(s.person)]:
                del self.sockets[seat][socket]
                if not self.sockets[seat]:
                    self.nobody_at(seat)
                socket.at.pop((self.id, seat), None)
                self.unseated = True
                socket.send(Gone(self.id, "not-your-seat", seat))

    def tell_full(self, seats: Iterable[int] | None = None) -> None:
        """Send everybody the whole document, or everybody who looks from one of these seats."""
        assert self.viewers is not None and self.table is not None
        for seat in list(self.sockets) if seats is None else seats:
            full = self.viewers.full(self.table, seat)
            for socket in self.sockets.get(seat, ()):
                socket.tell(full)

    def people_here(self, table: Table) -> bool:
        """Is anybody here who has a seat, or made the table?"""
        people = {row.person for row in table.state.seats if row.kind == "person"} | {table.state.host}
        return any(present.person in people for present in self.here)

    def quiet(self, table: Table) -> bool:
        """Does the game run, with nobody here who would play?"""
        return table.state.phase == "playing" and not self.people_here(table)

    def local(self) -> dict[tuple[str, int], str]:
        """Who is here through this process: name by (person, seat)."""
        return {
            (socket.person, seat): socket.name
            for seat, sockets in self.sockets.items()
            for socket in sockets
            if seat != WATCH or not socket.bot
        }
