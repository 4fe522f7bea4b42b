"""The shapes of a document: what one seat may know of a table, as plain data; `README.md` gives the meaning.

They hold for whoever makes documents and for whoever reads them, and cost nothing at run time. What a game
shows of itself is the game's own.
"""

from __future__ import annotations

from typing import Any, TypedDict


class About(TypedDict):
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


class Mine(TypedDict, total=False):
    """What is for one seat alone; of the first five all, or for watchers none."""

    seat: int
    ask: Asked
    undo: int
    done: int
    game: dict[str, Any]
    hints: dict[str, Any]


class Document(TypedDict):
    """Both parts."""

    public: Public
    mine: Mine
