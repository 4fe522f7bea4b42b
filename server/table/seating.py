"""Changes of a table's seats: owners, stand-ins, offers. Pure.

This code carries out what `rights.py` has allowed: in the hub that decided, in hubs that follow, and in later
replays.
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
    GONE,
    Abandoned,
    Agreed,
    Entry,
    Handed,
    Hosted,
    Offer,
    Offered,
    Paused,
    Rematched,
    Renamed,
    Resized,
    Seating,
    SeatRow,
    TableState,
    TimedOut,
    Tipped,
    Unrevealed,
    Vacated,
)

STAND_IN = "greedy"
"""The mind that plays for people who are away or have left, if the table names none."""


SEAT_LINES = frozenset({"sat", "freed", "handed", "hosts"})
"""Keys of the log lines about one seat that a table may have before its start."""

TIME_IS_UP = "timeout"
"""The reason why a bot stands in for a person who may still be present."""


def played(s: TableState, what: Act | Undo, entry: Entry) -> bool:
    """Apply the effect of a choice or undo on its seat. True if that also changed who plays the seat, or if a
    requested tip is no longer needed."""
    row = s.seats[what.seat]
    row.done = what.id
    untaught = row.tip is not None and row.tip.taught is None
    row.tip = None
    return _came_back(s, what, entry) or untaught


def _came_back(s: TableState, what: Act | Undo | Back, entry: Entry) -> bool:
    """The seat's person acts or comes back, and takes over from the stand-in. True if there was one."""
    row = s.seats[what.seat]
    if entry.by != row.person:
        return False
    if row.offer:
        row.offer = replace(row.offer, since=s.house)
    if not row.stand_in:
        return False
    row.stand_in, row.bot, row.late = "", "", False
    s.line("back", what.seat)
    return True


def change(s: TableState, what: Seating, entry: Entry) -> None:
    """Apply any other change."""
    match what:
        case Sit():
            _sit(s, what, entry)
        case Want(seat=seat, mind=mind):
            s.seats[seat].mind = mind
        case Remove(seat=seat):
            s.seats[seat] = SeatRow()
        case Resized():
            _resize(s, what)
        case Start():
            s.phase, s.started = "starting", s.house
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
        case Agreed(seat=seat):
            _agreed(s.seats[seat], entry.by)
        case Handed():
            _hand(s, what)
        case TimedOut(seats=seats, why=why):
            for seat in seats:
                _stand_in(s, seat, why)
        case Vacated(seats=seats):
            for seat in seats:
                s.seats[seat].bot = ""
        case Paused(ms=ms):
            _pause(s, ms)
        case Renamed(person=person, name=name):
            _rename(s, person, name)
        case Hosted(person=person, name=name):
            _pass_on(s, person, name)
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


def _resize(s: TableState, what: Resized) -> None:
    """Lines about seats that are taken away go with them: no player could be named there."""
    s.resized = what
    s.seats = [*s.seats, *(SeatRow() for _ in range(what.seats))][: what.seats]
    s.ring = [[GONE] if line[0] in SEAT_LINES and line[1] >= what.seats else line for line in s.ring]
    s.line("resized", what.seats)


def _sit(s: TableState, what: Sit, entry: Entry) -> None:
    again = s.seats[what.seat].kind == "person"
    luck = "" if what.promise else what.luck
    s.seats[what.seat] = SeatRow(
        "person", entry.by, entry.name, luck=luck, done=what.id, promise=what.promise
    )
    if not again:
        s.line("sat", what.seat)


def _offer(s: TableState, what: Offered, entry: Entry) -> None:
    s.seats[what.seat].offer = Offer(s.version, what.mind, what.person, what.name, s.house)
    s.line("offered", what.seat)


def _agreed(row: SeatRow, person: str) -> None:
    assert row.offer is not None
    row.offer = replace(row.offer, agreed=[*row.offer.agreed, person])


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


def _pause(s: TableState, ms: int) -> None:
    """The grace for answers to offers, and for parts of the random source, begins later too."""
    for row in s.seats:
        if row.offer:
            row.offer = replace(row.offer, since=row.offer.since + ms)
    if s.phase == "starting":
        s.started += ms


def _rename(s: TableState, person: str, name: str) -> None:
    for row in s.seats:
        if row.person == person:
            row.name = name
        if row.offer and row.offer.person == person:
            row.offer = replace(row.offer, name=name)
    if s.host == person:
        s.host_name = name


def _pass_on(s: TableState, person: str, name: str) -> None:
    s.host, s.host_name = person, name
    s.line("hosts", next(seat for seat, row in enumerate(s.seats) if row.person == person))


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
    """Before the start, the seat loses its old owner's promise: no other client could keep it."""
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
    """Note that the person who gives up a seat of the running game knows its hand."""
    person = s.seats[seat].person
    seats = s.former.get(person, [])
    if person and seat not in seats:
        s.former[person] = [*seats, seat]
