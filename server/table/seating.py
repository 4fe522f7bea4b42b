"""What changes at the seats of a table: who has them, who stands in, what is offered. Pure.

Everything here carries out what `rights.py` has allowed, in the hub that decided, in one that follows, and in
a replay years later.
"""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from protocol.frames import (
    Act,
    Agree,
    Back,
    Close,
    Leave,
    Remove,
    Reveal,
    Sit,
    Start,
    Take,
    Teach,
    Tip,
    Undo,
    Want,
)

from .entries import (
    Abandoned,
    Entry,
    Handed,
    Offer,
    Offered,
    Rematched,
    Seating,
    SeatRow,
    TableState,
    TimedOut,
    Tipped,
    Unrevealed,
    Vacated,
)

STAND_IN = "greedy"
"""The mind that plays on for people who are away or have left, where the table has none of its own."""


TIME_IS_UP = "timeout"
"""Why somebody stands in for a person who may be here all the same."""


def played(s: TableState, what: Act | Undo, entry: Entry) -> bool:
    """A seat has made or taken back a choice. True where that has changed who plays it, too, or a tip need
    not be thought about any more."""
    row = s.seats[what.seat]
    row.done = what.id
    untaught = row.tip is not None and row.tip.taught is None
    row.tip = None
    return _came_back(s, what, entry) or untaught


def _came_back(s: TableState, what: Act | Undo | Back, entry: Entry) -> bool:
    """A person acts, or says so, and takes over again from who stood in. True where somebody did."""
    row = s.seats[what.seat]
    if entry.by != row.person:
        return False
    if row.offer:
        row.offer = replace(row.offer, since=entry.at)
    if not row.stand_in:
        return False
    row.stand_in, row.bot, row.late = "", "", False
    s.line("back", what.seat)
    return True


def change(s: TableState, what: Seating, entry: Entry) -> None:
    """All other changes."""
    match what:
        case Sit():
            _sit(s, what, entry)
        case Want(seat=seat, mind=mind):
            s.seats[seat].mind = mind
        case Remove(seat=seat):
            s.seats[seat] = SeatRow()
        case Start():
            s.phase, s.started = "starting", entry.at
        case Reveal(seat=seat, luck=luck):
            s.seats[seat].luck, s.seats[seat].done = luck, what.id
        case Unrevealed(seats=seats):
            for seat in seats:
                s.line("unrevealed", seat)
        case Take():
            _take(s, what, entry)
        case Back():
            _came_back(s, what, entry)
        case Leave(seat=seat):
            _leave(s, seat)
        case Offered():
            _offer(s, what, entry)
        case Agree(seat=seat):
            s.seats[seat].offer = None
            s.line("declined", seat)
        case Handed():
            _hand(s, what)
        case TimedOut(seats=seats, why=why):
            for seat in seats:
                _stand_in(s, seat, why)
        case Vacated(seats=seats):
            for seat in seats:
                s.seats[seat].bot = ""
        case Tip():
            _tip(s, what)
        case Teach(seat=seat, ask=ask):
            s.seats[seat].tip = Tipped(ask, what)
        case Rematched(next=table):
            s.next = table
        case Close() | Abandoned():
            s.phase = "closed"
            s.line("closed")
        case _:
            assert_never(what)


def _sit(s: TableState, what: Sit, entry: Entry) -> None:
    again = s.seats[what.seat].kind == "person"
    luck = "" if what.promise else what.luck
    s.seats[what.seat] = SeatRow(
        "person", entry.by, entry.name, luck=luck, done=what.id, promise=what.promise
    )
    if not again:
        s.line("sat", what.seat)


def _offer(s: TableState, what: Offered, entry: Entry) -> None:
    s.seats[what.seat].offer = Offer(s.version, what.mind, what.person, what.name, entry.at)
    s.line("offered", what.seat)


def _take(s: TableState, what: Take, entry: Entry) -> None:
    row = s.seats[what.seat]
    if row.kind == "open":
        row.kind, row.promise = "bot", what.promise
    row.bot = entry.by


def _stand_in(s: TableState, seat: int, why: str) -> None:
    row = s.seats[seat]
    row.stand_in, row.bot, row.late = s.made.stand_in or STAND_IN, "", why == TIME_IS_UP
    if row.offer and row.offer.mind:
        row.offer = None
    s.line(why, seat)


def _tip(s: TableState, what: Tip) -> None:
    row = s.seats[what.seat]
    row.tips += 1
    row.tip = Tipped(what.ask)
    s.line("tip", what.seat)


def _leave(s: TableState, seat: int) -> None:
    old = s.seats[seat]
    if s.phase == "open":
        s.seats[seat] = SeatRow()
        s.line("freed", seat)
        return
    _has_seen(s, seat)
    mind = s.made.stand_in or STAND_IN
    s.seats[seat] = SeatRow("bot", name=old.name, mind=mind, luck=old.luck, promise=old.promise)
    s.line("left", seat)


def _hand(s: TableState, what: Handed) -> None:
    """Before the start the seat goes without what its old owner has promised: nobody else could keep it."""
    old, running = s.seats[what.seat], s.phase == "playing"
    new = SeatRow("person", what.person, what.name, luck=old.luck)
    if what.mind:
        new = SeatRow("bot" if running else "open", mind=what.mind, luck=old.luck)
    if running:
        _has_seen(s, what.seat)
        new.promise = old.promise
    s.seats[what.seat] = new
    s.line("handed", what.seat)


def _has_seen(s: TableState, seat: int) -> None:
    """Note that the person who gives up a seat of the running game has seen what it sees."""
    person = s.seats[seat].person
    seats = s.former.get(person, [])
    if person and seat not in seats:
        s.former[person] = [*seats, seat]
