"""What chance of winning a net's share stands for.

A net learns a softened win (`MARGIN` of its game's features), since by who has won alone far more games would
be needed. So its shares lie nearer together than chances do: who was told 50 % has won two games of three.
How much nearer played games say: chances are shares to a power that makes what came of the games most likely.
Minds choose by shares, people are told chances.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from .judge import Judge
from .selfplay import Hall, outcome

TOGETHER: Final = 16
"""Games that are played at a time."""

POWERS: Final = np.exp(np.linspace(-0.7, 2.3, 151))
"""Those that are tried."""


Share = TypeVar("Share", float, NDArray[np.float64])


def chances(shares: Sequence[float], power: float) -> list[float]:
    """The chance of every seat."""
    powers = [max(0.0, share) ** power for share in shares]
    return [it / sum(powers) for it in powers]


def chance(share: Share, seats: int, power: float) -> Share:
    """The chance of one seat of which alone the share is known, or of many such: the others are taken to be
    alike."""
    mine: Share = share**power
    rest: Share = ((1 - share) / (seats - 1)) ** power
    return mine / (mine + (seats - 1) * rest)


def power_of(judge: Judge, games: int, seed: int) -> float:
    """The power for a net, from so many games of it against itself, of which each counts the same."""
    return fitted([*played(judge, games, seed)])


def played(judge: Judge, games: int, seed: int) -> Iterator[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """For each game the shares of all seats (positions, seats) on its way, and which seats have won."""
    for it in Hall(judge, judge, TOGETHER, seed).ended(games):
        shares = np.array(judge.shares(it.path))[:, : it.seats]
        yield shares, np.array(outcome(judge.engine, it.game))


def fitted(games: Sequence[tuple[NDArray[np.float64], NDArray[np.float64]]]) -> float:
    """The power by which the chances of single seats have the least loss (in nats)."""
    return round(float(min(POWERS, key=lambda power: sum(_loss(*it, power) for it in games))), 2)


def _loss(shares: NDArray[np.float64], won: NDArray[np.float64], power: float) -> float:
    """On average over a game's positions and seats."""
    told = np.clip(chance(shares, shares.shape[1], power), 1e-6, 1 - 1e-6)
    return float(-(won * np.log(told) + (1 - won) * np.log(1 - told)).mean())
