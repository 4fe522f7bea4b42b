"""The shapes of a document: what one seat may know of a table, as plain data; `README.md` gives the meaning.

They hold for whoever makes documents and for whoever reads them, and cost nothing at run time. What a game
shows of itself is the game's own.
"""

from __future__ import annotations

from typing import Any, TypedDict


class Origin(TypedDict):
    """Where a game has begun, if not with its setup: at this version of another table."""

    table: str
    """"" where it begins with what somebody has brought: a log, or (version 0) a position."""
    version: int
    knows: int
    """Whose knowledge the rest was dealt anew for: a seat, or WATCH; AUTO where all was left as it was."""


class Marked(TypedDict, total=False):
    """What only guided games have, and those that go on from a moment of another one."""

    lesson: str
    origin: Origin


class About(Marked):
    """The table itself."""

    game: str
    options: dict[str, Any]
    phase: str
    """open, starting, playing, over, closed."""
    host: str
    public: bool
    seats: int
    rules: int
    made: int
    auto: bool
    commitment: str
    secret: str
    promises: list[str]
    luck: list[str]
    next: str
    clock: list[int]
    tips: str
    """never, bots, always."""


class Offered(TypedDict, total=False):
    """What is offered of a seat: all of it, or nothing."""

    number: int
    mind: str
    person: str
    name: str
    asks: str


class Seat(TypedDict):
    """A seat, and who has it."""

    person: str
    name: str
    kind: str
    """open, person, bot, kept."""
    mind: str
    stand_in: str
    offer: Offered


class Face(TypedDict):
    """What seldom changes."""

    table: About
    seats: list[Seat]


class Clock(TypedDict, total=False):
    """The clocks of the seats: both, or nothing without clocks."""

    left: list[int]
    since: int


class Public(Face):
    """What everybody may know."""

    asks: list[list[Any]]
    """[seat, number, prompt] each."""
    log: list[Any]
    """[n, line, …], a line [key, number, …]."""
    clock: Clock
    scores: list[list[Any]]
    """[seat, place, points, {part: points}] each."""
    game: dict[str, Any]


class Asked(TypedDict, total=False):
    """What the seat is asked: all of it, or nothing."""

    number: int
    prompt: str
    options: list[list[Any]]
    """[verb, noun, …] each, or [verb]."""


class Tip(TypedDict, total=False):
    """What the strongest mind would choose; even where none was asked for, how many more the person may."""

    left: int
    ask: int
    """The question for which one was asked."""
    verb: str
    noun: int
    second: list[tuple[str, int]]
    shares: list[int]
    brings: list[tuple[str, int, int]]
    rather: list[tuple[str, int, int]]
    then: list[tuple[str, int]]
    together: list[tuple[str, int, int]]


class Mine(TypedDict, total=False):
    """What is for one seat alone; of the first five all, or for watchers none."""

    seat: int
    ask: Asked
    undo: int
    done: int
    game: dict[str, Any]
    hints: dict[str, Any]
    tip: Tip


class Document(TypedDict):
    """Both parts."""

    public: Public
    mine: Mine
