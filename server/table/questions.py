"""Questions about a table that change nothing: why a choice is impossible, what a seat saw earlier,
what a person has done. Sans-I/O."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Raw

from protocol.codec import packed
from protocol.frames import WATCH, FromClient, History, Past, Why
from server.games.reasons import NoSuchThing, why_not

from .document import face, private, public
from .entries import Entry
from .refusal import Refusal
from .table import Table


def reasons(table: Table, person: str, frame: Why) -> list[list[object]]:
    """Why the thing can't be chosen, from its seat's view. Raises Refusal."""
    if frame.seat not in table.seats_of(person):
        raise Refusal("not-your-seat")
    match = table.match
    ask = match.ask(frame.seat) if match is not None and table.state.phase == "playing" else None
    if match is None or ask is None:
        raise Refusal("not-your-turn")
    if match.state.numbers[frame.seat] != frame.ask:
        raise Refusal("stale")
    try:
        return [[*line] for line in why_not(table.engine.things, match.game, ask, frame.thing, frame.noun)]
    except NoSuchThing as wrong:
        raise Refusal("illegal", f"There is no {frame.thing} {frame.noun} for this seat.") from wrong


def eyes(table: Table, person: str) -> Sequence[int]:
    """The seats (and WATCH) whose view a person may see: all of them after the game."""
    if table.state.phase == "over":
        return range(WATCH, len(table.state.seats))
    return [WATCH, *table.seats_of(person)]


def entry_for_author(entry: Entry) -> list[Any]:
    """An entry as its author may see it: the kind and fields of the frame that it came from. An entry that
    the table derived from a frame may hold secrets, so only its id and table are included."""
    what = entry.what
    kind, *fields = msgspec.to_builtins(what)
    return [kind, *(fields if isinstance(what, FromClient) else fields[:2])]


def people_of(past: Table, seat: int) -> set[str]:
    """The people who could see this seat's private part then; others see the public part."""
    if seat == WATCH:
        return set()
    row = past.state.seats[seat]
    return {person for person in (row.person, row.bot) if person}


def past_document(past: Table, person: str, frame: History, over: bool) -> Past:
    """The document that a person may see of a seat at an earlier version. `over`: the game is over by now."""
    there = frame.seat < len(past.state.seats)  # it may have been added later
    seat = frame.seat if there and (over or person in people_of(past, frame.seat)) else WATCH
    seen = public(past, face(past)), private(past, seat, hinted=frame.hints)
    return Past(frame.table, frame.seat, frame.version, *(Raw(packed(part)) for part in seen))
