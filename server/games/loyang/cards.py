"""What the cards are: rows of `cards.json`, strictly loaded, and tables made of them.

Every card has a number: the action cards first (common fields, market stalls, regular customers, casual
customers, helpers), then the home field and the private fields. Private fields are told apart only within
one player's own. Goods are numbered from wheat to leek. What a helper does stands in `effects/`; names and
texts are in `texts/`.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Final, Literal

from msgspec import Struct

from ..cardfile import Row, read

Good = Literal["wheat", "pumpkin", "turnip", "cabbage", "bean", "leek"]


class GoodRow(Row, frozen=True):
    """A good. `places`: in each shop; `start`: so many lie there at first; `pays`: what the shop gives."""

    id: Good
    supply: int
    places: int
    start: int
    price: int
    pays: int


class FieldRow(Row, frozen=True):
    id: str
    plots: int
    crops: list[Good]


class StallRow(Row, frozen=True):
    """A market stall. `bowls`: how many goods each of its goods demands."""

    id: str
    goods: list[Good]
    bowls: list[int]


class RegularRow(Row, frozen=True):
    """A regular customer. `pays`: from the lowest row up."""

    id: str
    goods: list[Good]
    pays: list[int]
    blue_dot: bool


class CasualRow(Row, frozen=True):
    id: str
    goods: list[Good]
    price: int


class HelperRow(Row, frozen=True):
    """A helper. `lantern`: it touches other players; `effect`: a class of `effects/` and its figures."""

    id: str
    copies: int
    lantern: bool
    effect: dict[str, Any]


class Pieces(Row, frozen=True):
    """What the printed box holds beside goods and the cards below; in play none of it runs out (LOY-1.13)."""

    boards: int
    storehouses: int
    overviews: int
    loans: int
    markers: int
    score_markers: int
    starting_player_tokens: int
    coins: list[tuple[int, int]]
    """(value, pieces)"""


class Box(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything in the box."""

    note: str
    box: Pieces
    goods: list[GoodRow]
    common: list[FieldRow]
    stalls: list[StallRow]
    regulars: list[RegularRow]
    casuals: list[CasualRow]
    helpers: list[HelperRow]
    home: FieldRow
    private: list[FieldRow]


BOX: Final = read((files(__package__) / "cards.json").read_bytes(), Box)

GOODS: Final[list[str]] = [row.id for row in BOX.goods]
KINDS: Final = range(len(GOODS))
PLACES: Final = [row.places for row in BOX.goods]
PRICE: Final = [row.price for row in BOX.goods]
PAYS: Final = [row.pays for row in BOX.goods]

SETS: Final = 2
"""Each private pile is made of so many sets of one field of each size (LOY-2.9)."""

HELPER_ROWS: Final = [row for row in BOX.helpers for _ in range(row.copies)]
"""One row per card."""

_rows: list[Any] = [*BOX.common, *BOX.stalls, *BOX.regulars, *BOX.casuals, *HELPER_ROWS]
ACTION: Final = range(len(_rows))
"""The action cards."""
COMMON: Final = range(len(BOX.common))
STALLS: Final = range(COMMON.stop, COMMON.stop + len(BOX.stalls))
REGULARS: Final = range(STALLS.stop, STALLS.stop + len(BOX.regulars))
CASUALS: Final = range(REGULARS.stop, REGULARS.stop + len(BOX.casuals))
HELPERS: Final = range(CASUALS.stop, ACTION.stop)
HOME: Final = ACTION.stop
PRIVATE: Final = range(HOME + 1, HOME + 1 + SETS * len(BOX.private))

CARDS: Final[list[Any]] = [*_rows, BOX.home, *(BOX.private * SETS)]
"""The row of each card, by number."""
IDS: Final[list[str]] = [row.id for row in CARDS]
"""The name of each card's row."""
FOREMAN: Final = IDS.index("foreman")
BLUE_DOTS: Final = [card for card in REGULARS if CARDS[card].blue_dot]
"""The regular customers that beginners are dealt (LOY-3.11)."""

FIELDS: Final = [*COMMON, HOME, *PRIVATE]
PLOTS: Final = [CARDS[card].plots if card in FIELDS else 0 for card in range(len(CARDS))]
CROPS: Final = [
    [GOODS.index(good) for good in CARDS[card].crops] if card in FIELDS else [] for card in range(len(CARDS))
]
WARES: Final = [[GOODS.index(good) for good in getattr(row, "goods", ())] for row in CARDS]
"""The goods that a stall offers, or that a customer wants."""
BOWLS: Final = [list(getattr(row, "bowls", ())) for row in CARDS]
"""How many goods each good of a stall demands."""
ROWS: Final = len(BOX.regulars[0].pays)
"""Rows of a regular customer (LOY-15.1)."""
FULL: Final = 2 ** len(BOX.stalls[0].goods) - 1
"""A stall with all of its goods: one bit for each."""


def is_field(card: int) -> bool:
    return card in COMMON or card >= HOME


def look_alike(card: int, other: int) -> bool:
    """Are these two fields the same but for their numbers?"""
    same = PLOTS[card] == PLOTS[other] and CROPS[card] == CROPS[other]
    return same and (card in COMMON) == (other in COMMON)


def set_of(card: int) -> int:
    """Which of the two sets a private field belongs to: 0 lies on top."""
    return (card - PRIVATE.start) // len(BOX.private)
