"""Positions of a game as arrays: one batch, whatever the numbers of seats in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .features import Features, Row
from .net import Array


class Position(NamedTuple):
    """One position as its features tell it: a row for each seat, and one for the table. `counted`: the
    hand-made values know how it ends."""

    seats: list[Row]
    table: Row
    counted: bool = False


class Batch(NamedTuple):
    """`inputs`: (positions, places, width); `seats`: which places there are, (positions, places)."""

    inputs: Array
    seats: NDArray[np.bool_]


def position(features: Features, game: Any, me: int) -> Position:
    """What `me` sees of a position."""
    counted: Callable[[Any], bool] | None = getattr(features, "counted", None)
    return Position(features.seats(game, me), features.table(game, me), counted is not None and counted(game))


def batch(features: Features, positions: Sequence[Position]) -> Batch:
    """All of them in one: places beyond a position's seats are empty."""
    counts = np.array([len(it.seats) for it in positions])
    places = int(counts.max())
    empty = [[0.0] * len(positions[0].seats[0])]
    rows = np.array([it.seats + empty * (places - len(it.seats)) for it in positions], np.float32)
    there = np.arange(places) < counts[:, None]
    table = np.array([it.table for it in positions], np.float32)
    return Batch(_joined(features.told(rows, there, table), there, table), there)


def width_of(features: Features, one: Position) -> int:
    """How many numbers the scorer of a seat gets."""
    return int(batch(features, [one]).inputs.shape[-1])


def _joined(rows: Array, there: NDArray[np.bool_], table: Array) -> Array:
    """Own numbers, the mean and the greatest of the others', the table's, and how many play."""
    positions, places, width = rows.shape
    joined = np.zeros((positions, places, 3 * width + table.shape[1] + 1), np.float32)
    seats = there.sum(axis=1)
    others = np.maximum(seats - 1, 1)[:, None, None]
    joined[..., :width] = rows
    joined[..., width : 2 * width] = (rows.sum(axis=1, keepdims=True) - rows) / others
    absent = np.where(there[..., None], rows, -np.inf)
    for seat in range(places):
        rest = np.delete(absent, seat, axis=1)
        joined[:, seat, 2 * width : 3 * width] = rest.max(axis=1, initial=-np.inf)
    best = joined[..., 2 * width : 3 * width]
    best[~np.isfinite(best)] = 0
    joined[..., 3 * width : -1] = table[:, None, :]
    joined[..., -1] = (seats[:, None] - 3) / 2
    joined[~there] = 0
    return joined
