"""The cards: rows of `cards.json`, strictly decoded, and the calculations that depend on them alone.

Establishments and landmarks are identified by number: the index of their row. The effects of major
establishments need steps, which are in `verbs.py`. `texts/` has names and effect texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Final, Literal

from msgspec import Struct

from ..cardfile import CardEffect, Row, read

Colour = Literal["blue", "red", "green", "purple"]
City = Sequence[int]
"""The copies of each establishment in front of a seat, by number."""


class Effect(CardEffect, frozen=True):
    """The effect of an establishment when its number is rolled."""

    def coins(self, city: City) -> int:
        """The owner's income from one copy, without the shopping mall."""
        return 0


class Coins(Effect, frozen=True):
    """A fixed income."""

    amount: int

    def coins(self, city: City) -> int:
        return self.amount


class CoinsPer(Effect, frozen=True):
    """An income for each own establishment with this symbol."""

    amount: int
    symbol: str

    def coins(self, city: City) -> int:
        return self.amount * sum(city[kind] for kind in KINDS_WITH[self.symbol])


class FromEach(Effect, frozen=True):
    """Every opponent pays up to this amount."""

    amount: int


class FromOne(Effect, frozen=True):
    """One opponent pays up to this amount."""

    amount: int


class Swap(Effect, frozen=True):
    """Exchange an own establishment for an opponent's."""


class Establishment(Row, frozen=True):
    """A kind of establishment. `start`: each seat's copies at the start, beside the supply's `copies`."""

    id: str
    colour: Colour
    symbol: str
    dice: list[int]
    price: int
    copies: int
    effect: Coins | CoinsPer | FromEach | FromOne | Swap
    start: int = 0

    def income(self, city: City, mall: bool) -> int:
        """Coins for the owner of this city from one activated copy."""
        coins = self.effect.coins(city)
        return coins + BONUS.amount if mall and self.symbol in BONUS.symbols else coins


class Bonus(Struct, frozen=True, forbid_unknown_fields=True):
    """The shopping mall's extra coins for each activated copy with one of these symbols."""

    amount: int
    symbols: list[str]


class Landmark(Row, frozen=True):
    id: str
    price: int
    bonus: Bonus | None = None


class CoinPieces(Row, frozen=True):
    """The printed coins of one value; the game stores money as one number (MAC-1.9)."""

    value: int
    pieces: int


class Dice(Row, frozen=True):
    pieces: int
    sides: int


class Box(Struct, frozen=True, forbid_unknown_fields=True):
    note: str
    establishments: list[Establishment]
    landmarks: list[Landmark]
    coins: list[CoinPieces]
    dice: Dice


BOX: Final = read((files(__package__) / "cards.json").read_bytes(), Box)
ESTABLISHMENTS: Final = BOX.establishments
LANDMARKS: Final = BOX.landmarks
KINDS: Final = range(len(ESTABLISHMENTS))

TRAIN_STATION, SHOPPING_MALL, AMUSEMENT_PARK, RADIO_TOWER = range(4)
assert [row.id for row in LANDMARKS] == ["train_station", "shopping_mall", "amusement_park", "radio_tower"]
BONUS: Final = LANDMARKS[SHOPPING_MALL].bonus or Bonus(0, [])

KINDS_WITH: Final = {
    row.symbol: [kind for kind in KINDS if ESTABLISHMENTS[kind].symbol == row.symbol]
    for row in ESTABLISHMENTS
}
PURPLE: Final = [row.colour == "purple" for row in ESTABLISHMENTS]
SWAPPABLE: Final = [kind for kind in KINDS if ESTABLISHMENTS[kind].symbol != "tower"]  # MAC-7.13

HIGHEST: Final = BOX.dice.pieces * BOX.dice.sides


def activated(*colours: Colour) -> list[list[int]]:
    """The kinds of these colours that a roll activates, by its total (0 to 12)."""
    return [
        [
            kind
            for kind in KINDS
            if ESTABLISHMENTS[kind].colour in colours and total in ESTABLISHMENTS[kind].dice
        ]
        for total in range(HIGHEST + 1)
    ]
