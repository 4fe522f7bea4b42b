"""One table of a hub with one client. Sans-I/O."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from protocol.codec import encode, packed, unpacked
from protocol.frames import AUTO, WATCH, Gone, Here, History, Join, Joined, Past
from server.book.game import played
from server.games.catalogue import engine_of
from server.games.engine import Engine
from server.table.entries import Entry, TableState, decode_state
from server.table.entries import encode as encode_entry
from server.table.questions import eyes, past_document
from server.table.refusal import Refusal
from server.table.table import Fault, Table
from server.table.viewers import Viewers, ViewStep

CHECK_EVERY: Final = 16
"""Versions after which a client gets the check values of its documents."""


class Change(NamedTuple):
    """A change that is to be stored before anything of it is told."""

    table: str
    version: int
    entry: bytes
    state: bytes
    """The packed table after this entry."""
    over: bool
    """Nothing will happen at this table any more, but a rematch."""
    result: str
    """The game, if it has ended in a result that its person's book may have; else ""."""


def engine_for(state: TableState) -> Engine:
    """The engine that can continue a stored table. Raises Refusal."""
    engine = engine_of(state.made.game, state.made.rules, state.made.digest)
    if engine is None:
        raise Refusal("other-version")
    return engine


class OpenTable:
    """A table as it is stored, and the seats that the client views."""

    def __init__(self, stored: bytes) -> None:
        """`stored`: the packed table. Raises Refusal if this version can't continue it."""
        self._stored = stored
        self._engine = engine_for(decode_state(stored))
        self.table = Table.unpack(self._engine, stored)
        self.viewers = Viewers(self.table, CHECK_EVERY)
        self.channels: dict[int, bytes] = {}
        """By seat that the client views: the packed channel of its diffs."""
        self.present = False
        """Is the client subscribed? Bots play only then."""
        self._next: tuple[Change, ViewStep] | None = None

    @property
    def id(self) -> str:
        return self.table.state.id

    # -- changes -----------------------------------------------------------------------------------

    def prepare(self, entry: Entry) -> Change:
        """Apply an entry; nothing is told before `stored` or `failed`. Raises Fault."""
        assert self._next is None, "the change before was neither stored nor refused"
        try:
            self.table.apply(entry)
            data = encode_entry(replace(entry, check=self.table.check()))
            step = self.viewers.ahead(self.table)
        except Exception as wrong:
            self._go_back()
            raise Fault(type(entry.what).__name__, wrong) from wrong
        over = self.table.state.phase in ("over", "closed")
        result = self._engine.name if played(self.table) else ""
        change = Change(self.id, self.table.version, data, self.table.pack(), over, result)
        self._next = change, step
        return change

    def stored(self, person: str) -> list[bytes]:
        """The change is stored: the frames that tell of it."""
        assert self._next is not None
        (change, step), self._next = self._next, None
        self._stored = change.state
        told = self._unseated(person) if self.table.rearranged else []
        delta = self.viewers.take(step)
        for seat, channel in self.channels.items():
            begin, end = self.viewers.ending(seat, delta)
            told.append(begin + channel + end)
        return told

    def failed(self) -> None:
        """The change could not be stored: the table is again as it was."""
        assert self._next is not None
        self._next = None
        self._go_back()

    def _go_back(self) -> None:
        self.table = Table.unpack(self._engine, self._stored)

    def _unseated(self, person: str) -> list[bytes]:
        """Unsubscribe the client from seats that its person has lost."""
        lost = [seat for seat in self.channels if seat not in (WATCH, *self.table.seats_of(person))]
        for seat in lost:
            self.part(seat)
        return [encode(Gone(self.id, "not-your-seat", seat)) for seat in lost]

    # -- the client --------------------------------------------------------------------------------

    def join(self, frame: Join, person: str, name: str, channel: int) -> list[bytes]:
        """Subscribe the client to a seat of its person, or as a watcher. `channel`: the mark of its diffs,
        if the client does not view the seat yet. Raises Refusal."""
        own = self.table.seats_of(person)
        seat = (own[0] if own else WATCH) if frame.seat == AUTO else frame.seat
        if seat not in (WATCH, *own):
            raise Refusal("not-your-seat")
        told = list[bytes]()
        if frame.hints and self.viewers.hint(self.table, seat, frame.advice and seat != WATCH):
            told = [self.viewers.full(self.table, seat)] if seat in self.channels else []
        missing = self.viewers.missing(self.table, seat, frame.have, frame.check)
        number = unpacked(self.channels.setdefault(seat, packed(channel)))
        self.present = True
        told.append(encode(Joined(self.id, seat, self.viewers.version, number, self.viewers.words)))
        if missing is None:
            told.append(self.viewers.full(self.table, seat))
        for delta in missing or ():
            begin, end = self.viewers.ending(seat, delta, exact=True)
            told.append(begin + self.channels[seat] + end)
        return [*told, encode(self.here(person, name))]

    def here(self, person: str, name: str) -> Here:
        """Who is present: the person, at each seat that the client views."""
        return Here(self.id, [(person, name, seat) for seat in sorted(self.channels)])

    def part(self, seat: int = AUTO) -> None:
        """Unsubscribe the client from a seat, or from all."""
        for one in [*self.channels] if seat == AUTO else [seat]:
            if self.channels.pop(one, None) is not None:
                self.viewers.forget(one)
        self.present = bool(self.channels)

    def may_look_back(self, frame: History, person: str) -> None:
        """Raise Refusal if the person may not see this seat's document at that version."""
        if frame.seat not in eyes(self.table, person):
            raise Refusal("not-your-seat")
        if not 1 <= frame.version <= self.table.version:
            raise Refusal("unknown-version")

    def look_back(self, past: Table, frame: History, person: str) -> Past:
        return past_document(past, person, frame, self.table.state.phase == "over")
