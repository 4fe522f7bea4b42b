"""How often somebody won, and how sure that is."""

from __future__ import annotations

from math import sqrt

from msgspec import Struct


class Wins(Struct, frozen=True):
    """The share of so many games that somebody won with one of so many seats, a shared first place in parts,
    with a 95 % interval."""

    seats: int
    games: int
    share: float
    low: float
    high: float


def reached(seats: int, won: float, games: int) -> Wins:
    """So many wins of so many games, as a share with its interval."""
    share = won / games
    return Wins(seats, games, *(round(it, 4) for it in (share, *wilson(share, games))))


def wilson(share: float, n: int, z: float = 1.96) -> tuple[float, float]:
    """The interval of a share seen in n trials (E. B. Wilson 1927), by default at 95 %."""
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)
