"""Plain follies in Machi Koro."""

from __future__ import annotations

from typing import Final

from server.games.kernel import Choice
from server.games.machi_koro.state import NOT_BUILT

from ..values.machi_koro import idle
from . import Chosen, Folly

TAKEN: Final = 5
"""Coins that the TV station takes, at most."""


def leaves_the_landmark_that_wins(chosen: Chosen) -> bool:
    """It could be paid for."""
    missing = chosen.game.landmarks[chosen.ask.seat].count(NOT_BUILT)
    return missing == 1 and chosen.choice.verb != "landmark" and bool(_landmarks(chosen))


def builds_nothing_with_money_for_any_landmark(chosen: Chosen) -> bool:
    """There is none to save for. Whoever passes by a cheap one may want a dear one before it."""
    missing = chosen.game.landmarks[chosen.ask.seat].count(NOT_BUILT)
    return chosen.choice.verb in ("pass", "build_nothing") and 0 < missing == len(_landmarks(chosen))


def takes_from_who_has_less(chosen: Chosen) -> bool:
    """The TV station takes fewer coins than it could."""
    if chosen.choice.verb != "tv":
        return False
    coins = chosen.game.coins
    most = max(coins[choice.noun] for choice in chosen.ask.options)
    return bool(min(coins[chosen.choice.noun], TAKEN) < min(most, TAKEN))


def rolls_two_dice_for_nothing(chosen: Chosen) -> bool:
    """All that the own city waits for is on one die, and comes more often so."""
    return idle(chosen.game, chosen.ask.seat, chosen.choice)


def _landmarks(chosen: Chosen) -> list[Choice]:
    return [choice for choice in chosen.ask.options if choice.verb == "landmark"]


FOLLIES: Final[tuple[Folly, ...]] = (
    leaves_the_landmark_that_wins,
    builds_nothing_with_money_for_any_landmark,
    takes_from_who_has_less,
    rolls_two_dice_for_nothing,
)
