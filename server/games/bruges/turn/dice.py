"""The meaning of a rolled die for all players (BRU-5.5, BRU-5.11, BRU-15.4)."""

from __future__ import annotations

from collections.abc import Sequence

from ..state import Bruges


def is_threat(die: int) -> bool:
    """Whether each player gets a threat marker of its colour."""
    return die >= 5


def is_ship(die: int) -> bool:
    """Whether the next ship of its colour arrives."""
    return die in (3, 4)


def is_step(die: int) -> bool:
    """Whether it counts for the price of the advance."""
    return die in (1, 2)


def rolled_price(game: Bruges) -> int:
    """The price in guilders of the advance by the dice alone, or 0 if they allow none (BRU-5.11)."""
    return sum([die for die in game.rolled if is_step(die)])


def meaning(die: int) -> str:
    """The meaning of a die in one word; "" before the first roll."""
    meanings: Sequence[tuple[bool, str]] = (
        (is_threat(die), "threat"),
        (is_ship(die), "ship"),
        (is_step(die), "step"),
    )
    return next((word for true, word in meanings if true), "")
