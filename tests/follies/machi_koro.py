"""Follies in Machi Koro."""

from __future__ import annotations

from typing import Final

from bots.values.machi_koro import idle
from server.games.kernel import Choice
from server.games.machi_koro.state import NOT_BUILT

from . import ExaminedChoice, Folly

MAX_TAKEN_COINS: Final = 5
"""Coins that the TV station takes, at most."""


def leaves_the_landmark_that_wins(chosen: ExaminedChoice) -> bool:
    """The last missing landmark is affordable, and not built."""
    missing = chosen.game.landmarks[chosen.ask.seat].count(NOT_BUILT)
    return missing == 1 and chosen.choice.verb != "landmark" and bool(_landmarks(chosen))


def builds_nothing_with_money_for_any_landmark(chosen: ExaminedChoice) -> bool:
    """All missing landmarks are affordable, so there is nothing to save for. With only some affordable, a
    player may prefer an expensive one first."""
    missing = chosen.game.landmarks[chosen.ask.seat].count(NOT_BUILT)
    return chosen.choice.verb in ("pass", "build_nothing") and 0 < missing == len(_landmarks(chosen))


def takes_from_who_has_less(chosen: ExaminedChoice) -> bool:
    """The TV station takes fewer coins than possible."""
    if chosen.choice.verb != "tv":
        return False
    coins = chosen.game.coins
    most = max(coins[choice.noun] for choice in chosen.ask.options)
    return bool(min(coins[chosen.choice.noun], MAX_TAKEN_COINS) < min(most, MAX_TAKEN_COINS))


def rolls_two_dice_for_nothing(chosen: ExaminedChoice) -> bool:
    """All totals that the seat's city needs are on one die, and more frequent with it."""
    return idle(chosen.game, chosen.ask.seat, chosen.choice)


def _landmarks(chosen: ExaminedChoice) -> list[Choice]:
    return [choice for choice in chosen.ask.options if choice.verb == "landmark"]


FOLLIES: Final[tuple[Folly, ...]] = (
    leaves_the_landmark_that_wins,
    builds_nothing_with_money_for_any_landmark,
    takes_from_who_has_less,
    rolls_two_dice_for_nothing,
)
