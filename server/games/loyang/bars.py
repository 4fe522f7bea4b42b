"""Bars for goods of the shop or the cart, and for money: how they are lifted, and their reasons."""

from __future__ import annotations

from typing import Final

from ..reasons import Bar, Bars, Short, always
from .cards import HOME, PLACES
from .state import BOUGHT, Loyang
from .turn import LAST_SPACE

FORTUNE: Final = LAST_SPACE * LAST_SPACE
"""More than any price."""


def give_cash(game: Loyang, seat: int, noun: int, cash: int) -> None:
    game.farms[seat].cash += cash


def fill_shop(game: Loyang, seat: int, good: int) -> None:
    game.farms[seat].shop[good] = PLACES[good]


def empty_shop(game: Loyang, seat: int, good: int) -> None:
    game.farms[seat].shop[good] = 0


def have_good(game: Loyang, seat: int, good: int) -> None:
    game.farms[seat].cart[good] += 1


def clear_homes(game: Loyang, seat: int, good: int) -> None:
    """Lifts a bar: no player has planted anything yet."""
    for farm in game.farms:
        farm.plot(HOME)[1:] = [-1, 0]


def pay_back(game: Loyang, seat: int, noun: int) -> None:
    game.farms[seat].loans = 0


def not_yet(game: Loyang, seat: int, noun: int) -> None:
    """Lifts a bar: no two-pack was bought in this turn."""
    game.farms[seat].lasting &= ~BOUGHT


def discard_something(game: Loyang, seat: int, noun: int) -> None:
    game.discard.append(0)


def draw_again(game: Loyang, seat: int, noun: int) -> None:
    """Lifts a bar: there is a card to draw."""
    game.deck.append(0)


def small_store(game: Loyang, seat: int, noun: int) -> None:
    game.farms[seat].capacity = 1


SHORT: Final = Short("short", give_cash, FORTUNE)
NO_GOOD: Final = Bar(have_good, always("none_on_cart"))
SALE: Final[Bars] = (NO_GOOD, Bar(empty_shop, always("shop_full")))
IN_SALE: Final = ("act", "store", "advance", "distribute", "pay", "reap")
LIMIT: Final[Bars] = (Bar(pay_back, always("loan_limit")),)
IN_DEBT: Final = (*IN_SALE, "start_crop")
