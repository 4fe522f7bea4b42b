"""The contents of the box: rows of `cards.json`, strictly loaded, and tables derived from them.

Every card has a number: the action cards first (common fields, market stalls, regular customers, casual
customers, helpers), then the home field and the private fields. The number of a private field is unique only
within one player's fields. Goods are numbered from wheat to leek. `effects/` has the effects of the helpers;
names and texts are in `texts/`.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Final, Literal

from msgspec import Struct

from ..cardfile import Row, read

Good = Literal["wheat", "pumpkin", "turnip", "cabbage", "bean", "leek"]


class GoodRow(Row, frozen=True):
    """A good. `places`: its places in each shop; `start`: the number there at the beginning; `pays`: the
    money from the shop for one."""

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
    """A market stall. `bowls`: the number of goods that each of its goods costs."""

    id: str
    goods: list[Good]
    bowls: list[int]


class RegularRow(Row, frozen=True):
    """A regular customer. `pays`: the payments, from the lowest row up."""

    id: str
    goods: list[Good]
    pays: list[int]
    blue_dot: bool


class CasualRow(Row, frozen=True):
    id: str
    goods: list[Good]
    price: int


class HelperRow(Row, frozen=True):
    """A helper. `lantern`: whether it affects other players; `effect`: a class of `effects/` and its
    figures."""

    id: str
    copies: int
    lantern: bool
    effect: dict[str, Any]


class Pieces(Row, frozen=True):
    """Pieces of the printed box apart from goods and the cards below; in play they are unlimited
    (LOY-1.13)."""

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

PRIVATE_PILE_SETS: Final = 2
"""Each private pile consists of this many sets of one field of each size (LOY-2.9)."""

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
PRIVATE: Final = range(HOME + 1, HOME + 1 + PRIVATE_PILE_SETS * len(BOX.private))

CARDS: Final[list[Any]] = [*_rows, BOX.home, *(BOX.private * PRIVATE_PILE_SETS)]
"""The row of each card, by number."""
IDS: Final[list[str]] = [row.id for row in CARDS]
"""The id of each card's row."""
FOREMAN: Final = IDS.index("foreman")
BLUE_DOTS: Final = [card for card in REGULARS if CARDS[card].blue_dot]
"""The regular customers that are dealt in the beginners' variant (LOY-3.11)."""

FIELDS: Final = [*COMMON, HOME, *PRIVATE]
PLOTS: Final = [CARDS[card].plots if card in FIELDS else 0 for card in range(len(CARDS))]
CROPS: Final = [
    [GOODS.index(good) for good in CARDS[card].crops] if card in FIELDS else [] for card in range(len(CARDS))
]
WARES: Final = [[GOODS.index(good) for good in getattr(row, "goods", ())] for row in CARDS]
"""The goods that a stall offers, or that a customer wants."""
STOCKS: Final = [
    [[good for bit, good in enumerate(wares) if left >> bit & 1] for left in range(2 ** len(wares))]
    for wares in WARES
]
"""The goods on a stall, by the bits of those left."""
BOWLS: Final = [list(getattr(row, "bowls", ())) for row in CARDS]
"""The number of goods that each good of a stall costs."""
ROWS: Final = len(BOX.regulars[0].pays)
"""Rows of a regular customer (LOY-15.1)."""
FULL: Final = 2 ** len(BOX.stalls[0].goods) - 1
"""A stall with all of its goods: one bit for each."""


def is_field(card: int) -> bool:
    return card in COMMON or card >= HOME


def look_alike(card: int, other: int) -> bool:
    """Whether two fields differ only in their numbers."""
    same = PLOTS[card] == PLOTS[other] and CROPS[card] == CROPS[other]
    return same and (card in COMMON) == (other in COMMON)


def set_of(card: int) -> int:
    """The set of a private field: set 0 is on top of the pile."""
    return (card - PRIVATE.start) // len(BOX.private)
