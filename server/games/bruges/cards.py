"""The contents of the box: rows of `cards.json`, strictly loaded, and tables derived from them.

Every card has a number: persons in the order of their rows, then pets. Ships and bourse cards are numbered
separately. `effects/` decodes the persons' effects; names and effect texts are in `texts/`.

    python -m server.games.bruges FILE

checks a replacement for `cards.json`: it names an invalid row and field, or prints what the file changes.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from ..cardfile import CardsWrong, Row, name_of, read
from .state import COLOURS

Colour = Literal["blue", "brown", "yellow", "red", "violet"]
Action = Literal["workers", "guilders", "threat", "canal", "house", "hire"]
Activation = Literal["immediate", "worker", "round", "permanent", "endgame"]


class Printed(Row, frozen=True, kw_only=True):
    """`origin` is the source of a row's values, `own` the fields with invented values."""

    own: list[str] = []


class Board(Printed, frozen=True, kw_only=True):
    """A guard house: the colours of the spaces of both sections, from the seal outward."""

    player: str
    sections: tuple[list[Colour], list[Colour]]


class Person(Printed, frozen=True, kw_only=True):
    """`worker`: the colour that an activation costs. `effect`: a class of `effects/` and its figures."""

    id: str
    set: Literal["base", "new_citizens"]
    group: str
    colour: Colour
    cost: int
    points: int
    activation: Activation
    worker: Colour | None = None
    effect: dict[str, Any]


class Pet(Printed, frozen=True, kw_only=True):
    id: str
    colour: Colour
    cost: int
    points: int


class Ship(Printed, frozen=True, kw_only=True):
    colour: Colour
    action: Literal[
        "three_workers", "return_two_threats", "six_guilders", "activate_lightning", "extra_action", "advance"
    ]


class Improvement(Struct, frozen=True, forbid_unknown_fields=True):
    """The changes that a bourse card makes to its action. The defaults describe an action without a card."""

    workers: int = 2
    any_workers: bool = False
    """Workers of any colours."""
    guilders: int = 0
    """The guilders in place of the die; 0: the die counts."""
    more_guilders: int = 0
    threats: int = 1
    """The number of threat markers; more than one may be of any colours."""
    points: int = 0
    free: bool = False
    """A canal token without guilders, or a house without a worker."""
    any_colour: bool = False
    """A canal token with a card of any colour."""
    activate: bool = False
    """A person may be activated after the recruiting."""
    discount: int = 0


class BourseCard(Printed, frozen=True, kw_only=True):
    id: str
    action: Action
    markers: int
    improvement: Improvement


class Figures(Printed, frozen=True, kw_only=True):
    """Starting resources and values. Lists go from the seal or the town hall outward."""

    workers: int
    guilders: int
    points: int
    hand: int
    cards_per_round: int
    threats: int
    house_points: int
    mark_points: int
    space_points: list[int]
    space_prices: list[int]
    statues: list[int]
    statues_of_five: list[int]
    track: list[int]


class Fifth(Struct, frozen=True, forbid_unknown_fields=True):
    workers: int
    threats: int
    canal_tokens: int
    tokens_50_100: int


class Pieces(Printed, frozen=True, kw_only=True):
    """Pieces of the printed box apart from the cards below; in play they are unlimited (BRU-8.3,
    BRU-10.25)."""

    cards: int
    dice: int
    workers: int
    threats: int
    canal_tokens: int
    coins: list[tuple[int, int]]
    """(value, pieces)"""
    tokens_50_100: int
    majority_markers: int
    pawns: int
    seals: int
    overviews: int
    holders: int
    fifth: Fifth
    action_markers: int


class Box(Struct, frozen=True):
    groups: list[str]
    figures: Figures
    box: Pieces
    boards: list[Board]
    persons: list[Person]
    pets: list[Pet]
    ships: list[Ship]
    bourse: list[BourseCard]


def load(data: bytes) -> Box:
    """The rows of a card file. Raises CardsWrong."""
    box = read(data, Box)
    _check(box)
    return box


def _check(box: Box) -> None:
    """Check what the types alone can't express."""
    ids = [*(row.id for row in box.persons), *(row.id for row in box.pets)]
    for name in ids:
        if ids.count(name) > 1:
            raise CardsWrong(f"persons and pets, row {name}: id stands twice")
    for person in box.persons:
        where = f"persons, row {person.id}"
        if person.group not in box.groups:
            raise CardsWrong(f"{where}: group {person.group} is none of {', '.join(box.groups)}")
        for group in (person.effect.get("group", person.group), *person.effect.get("groups", ())):
            if group not in box.groups:
                raise CardsWrong(f"{where}: effect names the group {group}")
        if (person.worker is None) == (person.activation == "worker"):
            raise CardsWrong(f"{where}: worker goes with the activation 'worker', and with no other")
        if min(person.cost, person.points) < 0:
            raise CardsWrong(f"{where}: cost and points can't be negative")
    sets = [person.set for person in box.persons]
    if sets != sorted(sets):
        raise CardsWrong("persons: those of the base game come before the new citizens")


BOX: Final[Box] = load((files(__package__) / "cards.json").read_bytes())

_cards: list[Any] = [*BOX.persons, *BOX.pets]
BASE: Final = range(sum(row.set == "base" for row in BOX.persons))
"""The cards of the base game, by number."""
NEW: Final = range(BASE.stop, len(BOX.persons))
PETS: Final = range(len(BOX.persons), len(_cards))

IDS: Final[list[str]] = [row.id for row in _cards]
COLOUR: Final[list[int]] = [COLOURS.index(row.colour) for row in _cards]
BACK: Final[list[int]] = [COLOUR[card] + (len(COLOURS) if card in PETS else 0) for card in range(len(_cards))]
"""The back of each card (BRU-12.22): its colour; plus 5 for a pet."""
COST: Final[list[int]] = [row.cost for row in _cards]
POINTS: Final[list[int]] = [row.points for row in _cards]
GROUP: Final[list[int]] = [BOX.groups.index(getattr(row, "group", "pets")) for row in _cards]
ACTIVATION: Final[list[str]] = [getattr(row, "activation", "") for row in _cards]
WORKER: Final[list[int]] = [
    COLOURS.index(worker) if (worker := getattr(row, "worker", None)) else -1 for row in _cards
]
"""The colour of the worker that an activation costs, or -1."""
SPACES: Final = [
    [[COLOURS.index(colour) for colour in section] for section in board.sections] for board in BOX.boards
]
"""The colours of the canal spaces, by seat, section and place."""
PRICES: Final = BOX.figures.space_prices
TRACK: Final = BOX.figures.track
"""The points of each step of the reputation track."""
LENGTH: Final = len(PRICES)
"""Spaces of a canal section."""
THREE: Final = next(place for place, points in enumerate(BOX.figures.space_points) if points)
"""The place of the space that scores (BRU-8.19)."""


def differences(old: Box, new: Box) -> list[str]:
    """The changes in a file: one line for each changed field, added row or removed row."""
    lines = [f"figures: {change}" for change in _fields(old.figures, new.figures)]
    for table in ("boards", "persons", "pets", "ships", "bourse"):
        before, after = (
            {name_of(msgspec.to_builtins(row), number): row for number, row in enumerate(getattr(box, table))}
            for box in (old, new)
        )
        lines += [f"{table}, row {name}: gone" for name in before if name not in after]
        lines += [f"{table}, row {name}: new" for name in after if name not in before]
        for name in before:
            if name in after:
                lines += [f"{table}, row {name}: {change}" for change in _fields(before[name], after[name])]
    return lines


def _fields(old: Struct, new: Struct) -> list[str]:
    pairs = [(name, getattr(old, name), getattr(new, name)) for name in old.__struct_fields__]
    return [f"{name} {was!r} becomes {now!r}" for name, was, now in pairs if was != now]
