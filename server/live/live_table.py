"""A table in this process: its state, what its viewers have received, who is present, and its queue of
jobs."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Container, Iterable
from functools import partial
from typing import Any, NamedTuple
from weakref import WeakSet

from protocol.codec import encode
from protocol.frames import WATCH, Frame, Gone, Here, Said
from server.games.engine import Engine
from server.net.client_socket import ClientSocket
from server.table.ready import Ready
from server.table.table import Table
from server.table.viewers import Delta, Viewers

MAX_LISTED_PEOPLE = 60
"""The most people that a presence list names; seats come first."""


SOON_MS = 3_000
"""How soon (ms) a hub checks that the consequences of a change outside its table were carried out."""


class Timestamp(NamedTuple):
    """A moment by wall clock (`at`) and by cluster time (`house`), in ms."""

    at: int
    house: int


class Present(NamedTuple):
    """A person or bot that is at the table now."""

    person: str
    name: str
    seat: int


class Turn(NamedTuple):
    """The turn of a seat that a person plays."""

    number: int
    """The id of the person's last change."""
    since: int
    """When this hub learned of it (cluster time)."""


class Asleep(NamedTuple):
    """A hibernated table, as bytes."""

    engine: Engine
    packed: bytes
    version: int


class LiveTable:
    """One loaded table. Its jobs run one after the other; at most one change of it is being stored."""

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self._table: Table | None = None
        self._viewers: Viewers | None = None
        self._asleep: Asleep | None = None
        self.missing = True
        """The table is not here: the next job first loads it from the store."""
        self.trouble = "unknown-table"
        """Why no table is available, as a refusal's code."""
        self.game = ""
        """The table's game, as far as it is known here."""
        self.faults = 0
        """How often its game has failed here."""
        self.check = 0
        """The check value of the version that was broadcast last, see `Table.check`."""
        self.followed = False
        """Did other hubs follow this table at the last commit?"""
        self.sockets: dict[int, dict[ClientSocket, int]] = {}
        """Subscribers by seat, each with its interval of versions with a check value (0: only when all get
        one)."""
        self.advised: dict[int, WeakSet[ClientSocket]] = {}
        """By seat: the clients that want advice with the hints."""
        self.queue: deque[partial[Awaitable[object]]] = deque()
        """The jobs, each with its arguments; the first one is this table."""
        self.running = False
        self.here: list[Present] = []
        self.here_asked = False
        """A job that updates `here` is queued."""
        self.unseated = False
        """A person has lost a seat, or all have lost the table: presence has to be updated."""
        self.look_asked = False
        """A job that checks clocks and empty seats is queued."""
        self.chat: dict[tuple[str, int], Said] | None = None
        """The last chat lines, by person and id; None if they have not been read yet. All subscribers have
        received them."""
        self.heard: dict[tuple[str, int], WeakSet[ClientSocket]] = {}
        """By line that is no longer in `chat`: the clients that received it before."""
        self.summary: bytes | None = b""
        """The summary sent to the lobby last; b"" if unknown."""
        self.told_quiet: bool | None = None
        """Does the lobby know that no player is present? None if another hub may have told it."""
        self.studied: dict[int, tuple[int, float]] = {}
        """By seat that waits for a tip: its question that a bot process has received, and until when
        (time.monotonic) no other process gets it."""
        self.hurried = 0.0
        """When its bots were last told to hurry (time.monotonic)."""
        self.due = 0
        """The stored deadline for the next check (cluster time, like the next two)."""
        self.away: dict[int, int] = {}
        """By seat: since when (ms) its player is absent."""
        self.deserted = 0
        """Since when (ms) no person is present at the table; 0 while one is."""
        self.hostless = 0
        """Since when (ms) its host is absent; 0 while present."""
        self.turns: dict[int, Turn] = {}
        """By seat: the turns of people, see `turn_notices.py`."""
        self.noticed: set[tuple[int, str, int]] = set()
        """The notices that this hub has seen to, each by seat, kind and number."""
        self.group_told = False
        """Has this hub told the table's group that somebody waits?"""
        self.broken_off: set[str] = set()
        """The people whose last connection to a seat broke: they did not leave of their own accord."""
        self.late = (0, 0)
        """The last version that the store has taken long to store, and how long (ms)."""
        self.made_up = 0
        """Until when outages of its part of the store are part of these times (cluster time)."""
        self.used = 0.0
        """When it was used last (time.monotonic)."""

    # -- the table, awake or hibernated ------------------------------------------------------------

    @property
    def table(self) -> Table | None:
        """The table, woken if it was hibernated; None if there is none."""
        if self._asleep is not None:
            self._wake()
        return self._table

    @table.setter
    def table(self, table: Table | None) -> None:
        self._asleep = None
        self._table = table
        self.missing = False

    def take(self) -> Table:
        """Take the table out to change it; it is put back once the change is stored. Meanwhile no code can
        read a table that is ahead of its log."""
        table = self.table
        assert table is not None
        self._table = None
        self.missing = True
        return table

    def drop(self) -> None:
        """Drop the table: its state here may differ from the store."""
        if self._asleep is not None:
            try:
                self._wake()
            except Exception:  # its game can't show it: what viewers received is unknown now
                self._asleep = self._viewers = None
        self._table = None
        self.missing = True

    def distrust(self) -> None:
        """Drop the table and the check value of its state."""
        self.drop()
        self.check = -1

    @property
    def viewers(self) -> Viewers | None:
        """What its viewers have received."""
        if self._asleep is not None:
            self._wake()
        return self._viewers

    @viewers.setter
    def viewers(self, viewers: Viewers) -> None:
        self._viewers = viewers

    @property
    def loaded(self) -> bool:
        """Is there a table, awake or hibernated?"""
        return self.at_version is not None

    @property
    def at_version(self) -> int | None:
        """The table's version, without waking it; None if there is no table."""
        there = self._asleep or self._table
        return there.version if there is not None else None

    @property
    def awake(self) -> bool:
        """Is more in memory than its bytes?"""
        return self._table is not None or (self._viewers is not None and bool(self._viewers.deltas))

    def sleep(self) -> None:
        """Hibernate the table: as objects it takes ten times the memory, and every full garbage collection
        traverses them."""
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
        """Does any subscriber want hints, which each hub computes itself?"""
        return self._viewers is not None and bool(self._viewers.hinted)

    def relay(self, version: int, check: int, ready: Ready) -> bool:
        """Broadcast the next version with another hub's diffs, and store the table as bytes. False, without
        any change, if the diffs do not suffice for the subscribers here."""
        there, viewers = self._asleep or self._table, self._viewers
        assert there is not None and viewers is not None
        delta = viewers.relay(version, ready, self.sockets.keys(), self.exact(version))
        if delta is None:
            return False
        self._asleep, self._table = Asleep(there.engine, ready.state, version), None
        self.check = check
        self.tell(delta)
        return True

    # -- broadcasting ------------------------------------------------------------------------------

    def here_frame(self) -> Here:
        """The presence list for clients."""
        return Here(self.id, [(p.person, p.name, p.seat) for p in self.here[:MAX_LISTED_PEOPLE]])

    def say_gone(self, socket: ClientSocket) -> None:
        """Tell a client that there is no such table here."""
        socket.send(self.gone_frame())

    def gone_frame(self) -> Gone:
        """The frame that says that there is no such table here, and why."""
        code: Any = self.trouble
        return Gone(self.id, code, game=self.game if code == "unknown-game" else "")

    @property
    def reason(self) -> str:
        """The trouble as a sentence, if its code is not enough."""
        return f"The game {self.game} is not installed here." if self.trouble == "unknown-game" else ""

    def refuse(self, socket: ClientSocket, change: int) -> None:
        """Refuse a client's request for an unavailable table."""
        socket.refuse(change, self.id, self.trouble, self.reason)

    def everybody(self) -> set[ClientSocket]:
        """All subscribers of this table, at any seat."""
        return {socket for sockets in self.sockets.values() for socket in sockets}

    def tell_all(self, frame: Frame, but: Container[ClientSocket] = ()) -> None:
        """Send a frame to all subscribers except `but`, once per socket."""
        data = encode(frame)
        for socket in self.everybody():
            if socket not in but:
                socket.tell(data)

    def exact(self, version: int) -> list[int]:
        """The seats with a subscriber that wants this version's check value."""
        return [
            seat
            for seat, sockets in self.sockets.items()
            for every in sockets.values()
            if every and version % every == 0
        ]

    def tell(self, delta: Delta) -> None:
        """Broadcast one version's change; each seat gets its own diff."""
        for seat, sockets in self.sockets.items():
            begin, end = Viewers.ending(seat, delta)
            for socket, every in sockets.items():
                if every and delta.version % every == 0 and not delta.due:
                    socket.tell_diff(self.id, seat, *Viewers.ending(seat, delta, exact=True))
                else:
                    socket.tell_diff(self.id, seat, begin, end)

    def advise(self, socket: ClientSocket, seat: int, wanted: bool) -> bool:
        """A new subscriber of a seat wants advice, or not; does any subscriber there want it?"""
        advised = self.advised.setdefault(seat, WeakSet())
        (advised.add if wanted else advised.discard)(socket)
        return wanted or any(other in advised for other in self.sockets.get(seat, ()))

    def nobody_at(self, seat: int) -> None:
        """The last subscriber of a seat is gone: its view is soon no longer computed."""
        del self.sockets[seat]
        if self._viewers is not None:
            self._viewers.forget(seat)

    def unseat(self, table: Table) -> None:
        """Unsubscribe people from seats that they have lost. Must precede any broadcast of this table."""
        for seat in [seat for seat in self.sockets if seat != WATCH]:
            for socket in [s for s in self.sockets[seat] if seat not in table.seats_of(s.person)]:
                del self.sockets[seat][socket]
                if not self.sockets[seat]:
                    self.nobody_at(seat)
                socket.at.pop((self.id, seat), None)
                self.unseated = True
                socket.send(Gone(self.id, "not-your-seat", seat))

    def dismiss(self) -> None:
        """Unsubscribe all clients."""
        for seat, sockets in self.sockets.items():
            for socket in sockets:
                socket.at.pop((self.id, seat), None)
        self.unseated = self.unseated or bool(self.sockets)
        self.sockets.clear()

    def tell_full(self, seats: Iterable[int] | None = None) -> None:
        """Send the whole document to all subscribers, or to those of these seats."""
        assert self.viewers is not None and self.table is not None
        for seat in list(self.sockets) if seats is None else seats:
            full = self.viewers.full(self.table, seat)
            for socket in self.sockets.get(seat, ()):
                socket.tell(full)

    def people_here(self, table: Table) -> bool:
        """Is a person present who has a seat, or made the table?"""
        people = {row.person for row in table.state.seats if row.kind == "person"} | {table.state.host}
        return any(present.person in people for present in self.here)

    def quiet(self, table: Table) -> bool:
        """Is the game running with no player present?"""
        return table.state.phase == "playing" and not self.people_here(table)

    def local(self) -> dict[tuple[str, int], str]:
        """Who is present through this process: name by (person, seat)."""
        return {
            (socket.person, seat): socket.name
            for seat, sockets in self.sockets.items()
            for socket in sockets
            if seat != WATCH or not socket.bot
        }
