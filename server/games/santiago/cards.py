"""What is in the box: rows of `cards.json`, strictly loaded.

Goods, Cubans and buildings are named by their number, the place of their row. What Cubans and buildings
do is decoded in `effects.py`; names and effect texts are in `texts/`.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Final, Literal

from msgspec import Struct

from ..cardfile import Row, read

Flower = Literal["white", "yellow", "dark_blue", "red", "none"]


class Good(Row, frozen=True):
    """A kind of goods: how many pieces there are, the faces of its die, what each player begins with."""

    id: str
    colour: str
    pieces: int
    die: list[int]
    start: int


class Function(Row, frozen=True):
    """A building, or what it shares with a Cuban: something to be used."""

    id: str
    effect: dict[str, Any]


class Cuban(Function, frozen=True):
    """Where a visit to him leads the pawn: to a building under his flower."""

    flower: Flower


class Coloured(Row, frozen=True):
    """A flower or a player colour."""

    id: str


class Track(Row, frozen=True):
    """What the board counts."""

    stations: int
    values: list[int]
    """Points per unit delivered, by flag; behind the last one the chequered flag."""
    ships: int
    dice_on_ship: int
    markers: int
    """Ownership markers of each player."""


class Start(Row, frozen=True):
    """What each player begins with, besides goods."""

    pesos: int
    vp: int


class Pieces(Row, frozen=True):
    """Printed coins or point tiles of one value; in play both are numbers (SAN-1.10)."""

    value: int
    pieces: int


class Box(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything in the box."""

    note: str
    goods: list[Good]
    flowers: list[Coloured]
    players: list[Coloured]
    cubans: list[Cuban]
    buildings: list[Function]
    track: Track
    start: Start
    coins: list[Pieces]
    vp_tiles: list[Pieces]


BOX: Final = read((files(__package__) / "cards.json").read_bytes(), Box)

FLOWERS: Final = [flower.id for flower in BOX.flowers]
PER_FLOWER: Final = len(BOX.buildings) // len(FLOWERS)
"""Spaces in a row that share a flower (SAN-2.3)."""


def spaces_under(cuban: int) -> range:
    """The spaces with the flower of a Cuban; none where his flower has no colour."""
    flower = BOX.cubans[cuban].flower
    if flower == "none":
        return range(0)
    first = FLOWERS.index(flower) * PER_FLOWER
    return range(first, first + PER_FLOWER)
