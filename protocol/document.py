"""The types of a document: everything that one seat may know of a table. `README.md` explains the fields.

Producers and consumers of documents share these types, which cost nothing at run time. Each game defines the
content of its own `game` fields.
"""

from __future__ import annotations

from typing import Any, TypedDict


class Origin(TypedDict):
    """The start of a game that did not begin with its setup: a version of another table."""

    table: str
    """"" for a game that began with an upload: a log, or (version 0) a position."""
    version: int
    knows: int
    """The seat (or WATCH) whose knowledge was preserved, the rest was dealt again; AUTO: nothing was."""


class Marked(TypedDict, total=False):
    """Fields that only guided games, branches of other games, and tables that show hands have."""

    lesson: str
    hands_after: int
    """Every hand may be seen by everybody as it was this many moves ago."""
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


class SeatOffer(TypedDict, total=False):
    """An offer to hand over a seat: all fields, or none."""

    number: int
    mind: str
    person: str
    name: str
    asks: str
    also: list[str]


class Seat(TypedDict):
    person: str
    name: str
    kind: str
    """open, person, bot, kept."""
    mind: str
    stand_in: str
    offer: SeatOffer


class Face(TypedDict):
    """The parts that seldom change."""

    table: About
    seats: list[Seat]


class Clock(TypedDict, total=False):
    """The clocks of the seats: both fields, or none for games without clocks."""

    left: list[int]
    since: int


class Public(Face):
    """The part that all clients of a table get."""

    asks: list[list[Any]]
    """[seat, number, prompt] each."""
    log: list[Any]
    """[n, line, …], a line [key, number, …]."""
    clock: Clock
    scores: list[list[Any]]
    """[seat, place, points, {part: points}] each."""
    game: dict[str, Any]


class Asked(TypedDict, total=False):
    """The question to the seat: all fields, or none."""

    number: int
    prompt: str
    options: list[list[Any]]
    """[verb, noun, …] each, or [verb]."""


class SeatTip(TypedDict, total=False):
    """The choice of the strongest mind. `left`, the number of tips left, is present even without a
    request."""

    left: int
    ask: int
    """The number of the question for which a tip was requested."""
    verb: str
    noun: int
    second: list[tuple[str, int]]
    shares: list[int]
    brings: list[tuple[str, int, int]]
    rather: list[tuple[str, int, int]]
    then: list[tuple[str, int]]
    together: list[tuple[str, int, int]]


class Mine(TypedDict, total=False):
    """The part for one seat alone: all of the first five fields, or none for watchers."""

    seat: int
    ask: Asked
    undo: int
    done: int
    game: dict[str, Any]
    hints: dict[str, Any]
    tip: SeatTip


class Document(TypedDict):
    public: Public
    mine: Mine
