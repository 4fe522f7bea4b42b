"""Access control at a table: a frame becomes an entry, or is refused with a reason. Sans-I/O.

Nothing here changes a table. A repeated change is recognised by its id (idempotency key).
"""

from __future__ import annotations

from typing import Final, NamedTuple, assert_never

from msgspec.structs import replace

from protocol.frames import (
    AUTO,
    Act,
    Agree,
    Back,
    Close,
    Hand,
    Leave,
    Rematch,
    Remove,
    Resize,
    Reveal,
    Sit,
    Start,
    Study,
    Take,
    Teach,
    Tip,
    Undo,
    Want,
)
from server.games.kernel import Choice

from . import dealing, handing, resizing
from .entries import Entry, Handed, Offered, Rematched, Resized, SeatRow, What
from .refusal import Refusal as Refusal
from .table import MAX_SEATING_CHANGES, Table


class Repeat(Exception):
    """This change was made before; the answer is that it is done."""


class Who(NamedTuple):
    """The sender of a frame: a guest, or a bot process that has authenticated."""

    person: str
    name: str
    bot: bool = False


class Given(NamedTuple):
    """Data that only the hub has, for the frames that need it."""

    name: str = ""
    """The name of the guest in a `Hand`; "" if that guest is not at the table."""
    next: str = ""
    """The name of the new table of a `Rematch`."""


NOTHING: Final = Given()

Decided = (
    Act | Undo | Sit | Reveal | Take | Back | Leave | Want | Remove | Resize | Start | Close | Hand
    | Agree | Rematch | Tip | Teach
)  # fmt: skip
"""The frames that `decide` handles."""


def decide(
    table: Table,
    who: Who,
    frame: Decided,
    now: int,
    hub: str = "",
    given: Given = NOTHING,
    house: int = 0,
) -> Entry:
    """The entry that carries out this frame. `now`: ms by the wall clock; `house`: the same moment in cluster
    time. Raises Refusal or Repeat; changes nothing."""
    if frame.id in table.state.seen.get(who.person, ()):
        raise Repeat
    what = _allowed(table, who, frame, given)
    at, house = table.not_before(now, house)
    return Entry(at, who.person, who.name, hub, what, house=house)


def _allowed(table: Table, who: Who, frame: Decided, given: Given) -> What:
    """The change to carry out, usually the frame itself."""
    match frame:
        case Act():
            _may_act(table, who, frame)
        case Undo():
            _may_undo(table, who, frame)
        case Sit():
            return replace(frame, seat=_free_seat(table, who, frame))
        case Reveal():
            _may_reveal(table, who, frame)
        case Take():
            _may_take(table, who, frame.seat)
        case Tip():
            _may_ask_tip(table, who, frame)
        case Teach():
            may_study(table, who, frame)
            _may_teach(table, frame)
        case Back():
            _may_come_back(table, who, frame.seat)
        case Leave():
            _may_leave(table, who, frame.seat)
        case Want() | Remove() | Start() | Close():
            _may_host(table, who, frame)
        case Resize():
            return _resized(table, who, frame)
        case Hand():
            return _handed(table, who, frame, given.name)
        case Agree():
            _phase(table, "playing")
            return handing.agree(table, who.person, frame, _row(table, frame.seat))
        case Rematch():
            return _rematched(table, who, frame, given.next)
        case _:
            assert_never(frame)
    return frame


def _row(table: Table, seat: int) -> SeatRow:
    if not 0 <= seat < len(table.state.seats):
        raise Refusal("unknown-seat")
    return table.state.seats[seat]


def _phase(table: Table, *phases: str) -> None:
    """Refuse a frame that belongs to another phase."""
    if table.state.phase not in phases:
        starting = "not-started" if "playing" in phases else "started"
        code = {"open": "not-started", "starting": starting, "playing": "started"}.get(
            table.state.phase, "over"
        )
        raise Refusal("not-over" if phases == ("over",) else code)


def _own(table: Table, who: Who, seat: int) -> SeatRow:
    """The row of a seat that this person or bot process may play. Raises Refusal."""
    row = _row(table, seat)
    person = row.kind == "person" and row.person == who.person
    if not person and not (row.bot and row.bot == who.person):
        raise Refusal("not-your-seat")
    return row


def _may_act(table: Table, who: Who, frame: Act) -> None:
    _phase(table, "playing")
    _own(table, who, frame.seat)
    assert table.match
    ask = table.match.ask(frame.seat)
    if ask is None:
        stale = frame.ask <= table.version
        raise Refusal("stale" if stale and frame.ask != table.version else "not-your-turn")
    if frame.ask != table.match.state.numbers[frame.seat]:
        raise Refusal("stale")
    if Choice(frame.verb, frame.noun) not in ask.options:
        raise Refusal("illegal", f"{frame.verb} {frame.noun} is not one of the options of '{ask.prompt}'.")


def _may_undo(table: Table, who: Who, frame: Undo) -> None:
    _phase(table, "playing")
    _own(table, who, frame.seat)
    assert table.match
    number = table.undo(frame.seat)
    if not number:
        raise Refusal("sealed", "So much was done at this table that all of it stands." if table.long else "")
    if number != frame.undo:
        raise Refusal("stale")
    if not table.match.would_undo(frame.seat):
        raise Refusal("sealed", "Somebody has since chosen what would no longer be possible.")


def _free_seat(table: Table, who: Who, frame: Sit) -> int:
    _phase(table, "open")
    rows, seat = table.state.seats, frame.seat
    if seat == AUTO:
        kept = [s for s, row in enumerate(rows) if row.kind == "kept" and row.person == who.person]
        free = [s for s, row in enumerate(rows) if row.kind == "open" and not row.mind]
        if not kept and not free:
            raise Refusal("full")
        seat = (kept or free)[0]
    row = _row(table, seat)
    if row.kind == "kept" and row.person != who.person:
        raise Refusal("not-invited")
    again = row.kind == "person" and row.person == who.person and frame.promise
    if row.kind in ("person", "bot") and not again:
        raise Refusal("taken")
    if not again:
        _agrees(table, frame)
    if row.kind != "kept":
        _may_rearrange(table, who)
    return seat


def _agrees(table: Table, frame: Sit) -> None:
    """Refuse a person who has not agreed to what this table shows of hands."""
    shown = table.state.made.hands_after
    if shown and frame.hands_after != shown:
        raise Refusal(
            "hands-shown",
            f"This table shows all hands {shown} moves late. Only who has agreed to that gets a seat.",
        )


def _may_rearrange(table: Table, who: Who) -> None:
    """Refuse changes that a client could repeat without end and so grow the log without bound. Leaving a seat
    is always allowed."""
    often = MAX_SEATING_CHANGES * (2 if who.person == table.state.host else 1)
    if table.long or (table.state.phase == "open" and table.version >= often):
        raise Refusal("settled")


def _may_reveal(table: Table, who: Who, frame: Reveal) -> None:
    _phase(table, "starting")
    row = _own(table, who, frame.seat)
    if row.luck:
        raise Refusal("taken", "That was told already.")
    if not dealing.keeps(row, frame.luck):
        raise Refusal("illegal", "That is not what this seat has promised.")


def _may_take(table: Table, who: Who, seat: int) -> None:
    if not who.bot:
        raise Refusal("not-a-bot")
    _row(table, seat)
    if seat not in {s for s, _ in table.wanted()}:
        raise Refusal("taken")


def _may_ask_tip(table: Table, who: Who, frame: Tip) -> None:
    _phase(table, "playing")
    row = _row(table, frame.seat)
    if row.kind != "person" or row.person != who.person:
        raise Refusal("not-your-seat")
    left = table.tips_left(frame.seat)
    if left is None:
        alone = table.state.made.tips == "bots"
        raise Refusal("no-tips", "At this table tips are for games with bots alone." if alone else "")
    question = table.question(frame.seat)
    if not question:
        raise Refusal("not-your-turn")
    if frame.ask != question:
        raise Refusal("stale")
    if row.tip and row.tip.ask == question:
        raise Refusal("taken", "There is a tip for this question, or it is on its way.")
    if left <= 0:
        raise Refusal("no-tips-left")


def may_study(table: Table, who: Who, frame: Study | Teach) -> None:
    """Does this seat wait for a tip, and may this sender give it? Raises Refusal."""
    if not who.bot:
        raise Refusal("not-a-bot")
    _row(table, frame.seat)
    if (frame.seat, frame.ask) not in table.puzzled():
        raise Refusal("stale")


def _may_teach(table: Table, frame: Teach) -> None:
    assert table.match
    ask = table.match.ask(frame.seat)
    for verb, noun in ((frame.verb, frame.noun), *frame.second):
        if ask is None or Choice(verb, noun) not in ask.options:
            raise Refusal("illegal", f"{verb} {noun} is not one of the options.")


def _may_come_back(table: Table, who: Who, seat: int) -> None:
    _phase(table, "playing")
    row = _row(table, seat)
    if row.kind != "person" or row.person != who.person:
        raise Refusal("not-your-seat")
    if not row.stand_in:
        raise Refusal("stale", "Nobody stands in for you.")
    if table.long:  # repeated absences and returns would grow the log without bound
        raise Refusal("settled", "So much was done at this table that you come back by playing alone.")
    if table.state.left and table.state.left[seat] == 0 and seat in table.asked():
        raise Refusal("stale", "Your time is up: answer the question, and you have some more.")


def _may_leave(table: Table, who: Who, seat: int) -> None:
    _phase(table, "open", "starting", "playing")
    row = _row(table, seat)
    if row.person != who.person or row.kind not in ("person", "kept"):
        raise Refusal("not-your-seat")


def _host(table: Table, who: Who) -> None:
    if who.person != table.state.host:
        raise Refusal("not-host")


def _may_host(table: Table, who: Who, frame: Want | Remove | Start | Close) -> None:
    _host(table, who)
    _phase(table, *(("open", "starting", "playing") if type(frame) is Close else ("open",)))
    if isinstance(frame, Want | Remove):
        row = _row(table, frame.seat)
        if type(frame) is Want and row.kind != "open":
            raise Refusal("taken")
        _may_rearrange(table, who)
    if type(frame) is Start and any(row.kind not in ("person", "bot") for row in table.state.seats):
        raise Refusal("waiting")


def _resized(table: Table, who: Who, frame: Resize) -> Resized:
    _host(table, who)
    _phase(table, "open")
    _may_rearrange(table, who)
    return resizing.resize(table, frame)


def _handed(table: Table, who: Who, frame: Hand, name: str) -> Handed | Offered:
    _host(table, who)
    _phase(table, "open", "playing")
    if frame.person and table.state.made.hands_after:
        raise Refusal("hands-shown", "At a table that shows hands, only people themselves can take a seat.")
    _may_rearrange(table, who)
    return handing.hand(table, frame, _row(table, frame.seat), name)


def _rematched(table: Table, who: Who, frame: Rematch, next_table: str) -> Rematched:
    _phase(table, "over")
    if who.person != table.state.host and not any(r.person == who.person for r in table.state.seats):
        raise Refusal("not-your-seat")
    if table.state.next:
        raise Refusal("taken")
    return Rematched(frame.id, frame.table, next_table)
