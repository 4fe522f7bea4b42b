"""What a new table begins with: a lesson, the people of a rematch, a moment of a finished game. Sans-I/O."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from protocol.frames import Make, Moment
from server.games.catalogue import engine_of
from server.games.engine import OptionsRefused
from server.games.lessons import lessons

from . import beginnings, origins, tokens
from .beginnings import Beginning
from .entries import Entry, GameOrigin, Made, Rematched
from .forgetting import NOBODY
from .reel import NotOver
from .refusal import Refusal
from .table import Table

MIN_HANDS_AFTER: Final = 30
"""The least number of moves after which a table may show its hands."""

STAND_IN: Final = "skilled"
"""The level of stand-ins if the host of a table chooses none."""


def as_taught(frame: Make) -> tuple[Make, str]:
    """The frame with the setup of its lesson, and the secret of the table. A lesson has fixed seats and
    options and no clock, shows no hands, and only people with the link can join it. Raises OptionsRefused."""
    if 0 < frame.hands_after < MIN_HANDS_AFTER:
        raise OptionsRefused(f"Hands are shown {MIN_HANDS_AFTER} moves late or more, or never.")
    if not frame.lesson:
        return frame, tokens.new_secret()
    lesson = lessons(frame.game).get(frame.lesson)
    if lesson is None:
        raise OptionsRefused(f"{frame.game} has no lesson {frame.lesson}.")
    taught = replace(
        frame,
        seats=lesson.seats,
        options=lesson.options,
        public=False,
        clock=[],
        auto=False,
        hands_after=0,
    )
    return taught, lesson.deal


def again(old: Table, what: Rematched) -> Made:
    """The table for a rematch of the same people, without those that were erased. After a lesson or a branch
    it is a whole game."""
    seats = old.state.seats
    known = [row.kind == "person" and row.name != NOBODY for row in seats]
    return replace(
        old.state.as_made,
        id=what.id,
        table=what.next,
        secret=tokens.new_secret(),
        wants=[row.mind if row.kind == "bot" else "" for row in seats],
        kept=[(row.person, row.name) if it else ("", "") for row, it in zip(seats, known, strict=True)],
        lesson="",
        origin=None,
    )


def creation_and_origin(entries: Sequence[Entry], moment: Moment, secret: str) -> tuple[Made, GameOrigin]:
    """How the table of this log was made, and the origin that a table with this secret has at a moment of it.
    Raises Refusal if no game can continue there."""
    name, version, knows = moment
    try:
        made, data = beginnings.game_at([*entries], version)
    except NotOver as wrong:
        raise Refusal("not-over") from wrong
    if not data:
        raise Refusal("unknown-version", "Nobody is asked anything at that moment: choose one in the game.")
    if knows >= made.seats:
        raise Refusal("unknown-seat")
    engine = engine_of(made.game, made.rules, made.digest)
    assert engine is not None, "what was played has an engine"
    try:
        dealt = origins.dealt(engine, data, knows, secret)
    except origins.BadOrigin as wrong:
        raise Refusal("unknown-version", f"No table can begin at that moment: {wrong}.") from wrong
    return made, GameOrigin(name, version, knows, dealt)


def uploaded_origin(it: Beginning, knows: int, secret: str) -> GameOrigin:
    """The origin that a table with this secret has at an upload. Raises Refusal."""
    if knows >= it.seats:
        raise Refusal("unknown-seat")
    engine = engine_of(it.game, it.rules, it.digest)
    if engine is None:  # another version accepted it
        raise Refusal("other-version")
    try:
        return GameOrigin("", it.version, knows, origins.dealt(engine, it.data, knows, secret))
    except Exception as wrong:  # it was checked on upload, but may come from any source
        raise Refusal("fault") from wrong


def begins_so(frame: Make, it: Made | Beginning) -> Make:
    """The frame with the seats and options of its origin. Raises Refusal."""
    if it.game != frame.game:
        raise Refusal("options", f"A game of {it.game} was played there, not of {frame.game}.")
    return replace(frame, seats=it.seats, options=it.options, public=frame.public and it.public)
