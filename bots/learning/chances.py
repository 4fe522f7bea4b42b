"""Converts a net's shares into chances of winning.

A net learns a softened win (`MARGIN` of its game's features), since learning from wins alone would need far
more games. So its shares are less extreme than chances: a share of 50 % can mean two wins of three games. The
correction is fitted to played games: chances are shares raised to a power, chosen by maximum likelihood.
Minds choose by shares; people are shown chances.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..search.evaluator import Evaluator
from ..showing import Show, unseen
from .selfplay import Hall, outcome

PARALLEL_GAMES: Final = 16
"""Games played in parallel."""

POWERS: Final = np.exp(np.linspace(-0.7, 2.3, 151))
"""The candidate powers."""


Share = TypeVar("Share", float, NDArray[np.float64])


def chances(shares: Sequence[float], power: float) -> list[float]:
    powers = [max(0.0, share) ** power for share in shares]
    return [it / fsum(powers) for it in powers]


def chance(share: Share, seats: int, power: float) -> Share:
    """The chance of one seat, or of many, of which only the share is known: the others are assumed to be
    equal."""
    mine: Share = share**power
    rest: Share = ((1 - share) / (seats - 1)) ** power
    return mine / (mine + (seats - 1) * rest)


def power_of(judge: Evaluator, games: int, seed: int, show: Show = unseen) -> float:
    """The power for a net, from `games` games against itself, all with the same weight."""
    return fitted([*show(played(judge, games, seed), games)])


def played(
    judge: Evaluator, games: int, seed: int
) -> Iterator[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """For each game the shares of all seats (positions, seats) during the game, and its outcome by seat."""
    for it in Hall(judge, judge, PARALLEL_GAMES, seed).ended(games):
        shares = np.array(judge.shares(it.path))[:, : it.seats]
        yield shares, np.array(outcome(judge.engine, it.game))


def fitted(games: Sequence[tuple[NDArray[np.float64], NDArray[np.float64]]]) -> float:
    """The power that minimizes the loss of the chances of single seats."""
    return round(float(min(POWERS, key=lambda power: fsum(_loss(*it, power) for it in games))), 2)


def _loss(shares: NDArray[np.float64], won: NDArray[np.float64], power: float) -> float:
    """Mean binary cross entropy over a game's positions and seats (nats)."""
    told = np.clip(chance(shares, shares.shape[1], power), 1e-6, 1 - 1e-6)
    return float(-(won * np.log(told) + (1 - won) * np.log(1 - told)).mean())
