"""Shares of wins with confidence intervals."""

from __future__ import annotations

from math import sqrt

from msgspec import Struct


class Wins(Struct, frozen=True):
    """The share of games won from one seat out of `seats`, with a 95 % interval; a shared first place counts
    in parts."""

    seats: int
    games: int
    share: float
    low: float
    high: float


def reached(seats: int, won: float, games: int) -> Wins:
    """A number of wins out of `games` as a share with its interval."""
    share = won / games
    return Wins(seats, games, *(round(it, 4) for it in (share, *wilson(share, games))))


def wilson(share: float, n: int) -> tuple[float, float]:
    """The confidence interval of a share observed in n trials (E. B. Wilson 1927), at 95 %."""
    z = 1.96
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)
