"""The tiles and the other contents of the box: rows of `cards.json`, strictly decoded.

Animals are identified by number: the index of their row; feed sacks follow them. `texts/` has the names.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final, Literal

from msgspec import Struct

from ..cardfile import Row, read


class Animal(Row, frozen=True):
    """A kind of animal. `value`: its points on the farm, and the feed that a sale brings."""

    id: str
    value: int
    tiles: int


class Sack(Row, frozen=True):
    id: str
    tiles: int


class Board(Row, frozen=True):
    """`side`: spaces along each side of the rhombus."""

    side: int
    shape: Literal["rhombus"]


class Rounds(Row, frozen=True):
    rounds: int


class Crew(Row, frozen=True):
    """The farmers of each player, for one number of players."""

    seats: int
    farmers: int


class Material(Row, frozen=True):
    """Printed pieces. The game stores feed as a number without a limit (SWB-1.10)."""

    id: str
    pieces: int


class Box(Struct, frozen=True, forbid_unknown_fields=True):
    note: str
    animals: list[Animal]
    feed_sack: Sack
    board: Board
    rounds: Rounds
    farmers: list[Crew]
    material: list[Material]


BOX: Final = read((files(__package__) / "cards.json").read_bytes(), Box)
ANIMALS: Final = BOX.animals
KINDS: Final = range(len(ANIMALS))
"""The kinds of animals, without feed sacks."""
VALUES: Final = [animal.value for animal in ANIMALS]

CHICKEN, SHEEP, GOAT, DONKEY, PIG, CATTLE = KINDS
assert [row.id for row in ANIMALS] == ["chicken", "sheep", "goat", "donkey", "pig", "cattle"]
SACK: Final = len(ANIMALS)
"""The number of a feed sack among the tiles."""

TILES: Final = [*(animal.tiles for animal in ANIMALS), BOX.feed_sack.tiles]
"""The number of tiles of each kind, feed sacks last."""
ROUNDS: Final = BOX.rounds.rounds
FARMERS: Final = {row.seats: row.farmers for row in BOX.farmers}
"""Farmers of each player, by the number of players."""
