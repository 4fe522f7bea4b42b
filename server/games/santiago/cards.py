"""The contents of the box: the rows of `cards.json`, strictly decoded.

Goods, Cubans and buildings are identified by number: the index of their row. `effects.py` decodes the
functions of Cubans and buildings; `texts/` has names and effect texts.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Final, Literal

from msgspec import Struct

from ..cardfile import Row, read

Flower = Literal["white", "yellow", "dark_blue", "red", "none"]


class Good(Row, frozen=True):
    """A kind of goods: the number of pieces, the faces of its die, each player's pieces at the start."""

    id: str
    colour: str
    pieces: int
    die: list[int]
    start: int


class Function(Row, frozen=True):
    """A function that players can use: a building, or the base of a Cuban."""

    id: str
    effect: dict[str, Any]


class Cuban(Function, frozen=True):
    """A Cuban. A visit to him leads the pawn to a building under his flower."""

    flower: Flower


class Coloured(Row, frozen=True):
    """A flower or a player colour."""

    id: str


class Track(Row, frozen=True):
    """The counts of the board."""

    stations: int
    values: list[int]
    """Points per unit delivered, by flag. The chequered flag follows the last one."""
    ships: int
    dice_on_ship: int
    markers: int
    """Ownership markers of each player."""


class Start(Row, frozen=True):
    """Each player's pesos and points at the start."""

    pesos: int
    vp: int


class Pieces(Row, frozen=True):
    """Printed coins or point tiles of one value; the game stores both as plain numbers (SAN-1.10)."""

    value: int
    pieces: int


class Box(Struct, frozen=True, forbid_unknown_fields=True):
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
"""Consecutive spaces that share a flower (SAN-2.3)."""


def spaces_under(cuban: int) -> range:
    """The spaces with the flower of a Cuban; none for the Cuban whose flower has no colour."""
    flower = BOX.cubans[cuban].flower
    if flower == "none":
        return range(0)
    first = FLOWERS.index(flower) * PER_FLOWER
    return range(first, first + PER_FLOWER)
