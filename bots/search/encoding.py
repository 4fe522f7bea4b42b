"""Encodes game positions as arrays; a batch may mix positions with different numbers of seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..features import Features, Row
from .net import Array


class EncodedPosition(NamedTuple):
    """The features of one position: a row for each seat, and one for the table. `counted`: the hand-made
    values know the outcome of this position."""

    seats: list[Row]
    table: Row
    counted: bool = False


class Batch(NamedTuple):
    """`inputs`: (positions, places, width); `seats`: the mask of existing seats, (positions, places)."""

    inputs: Array
    seats: NDArray[np.bool_]


def position(features: Features, game: Any, me: int) -> EncodedPosition:
    """The position as encoded from the view of seat `me`."""
    counted: Callable[[Any], bool] | None = getattr(features, "counted", None)
    return EncodedPosition(
        features.seats(game, me), features.table(game, me), counted is not None and counted(game)
    )


def batch(features: Features, positions: Sequence[EncodedPosition]) -> Batch:
    """Stack positions; places beyond a position's seats are padded with zeros."""
    counts = np.array([len(it.seats) for it in positions])
    places = int(counts.max())
    empty = [[0.0] * len(positions[0].seats[0])]
    rows = np.array([it.seats + empty * (places - len(it.seats)) for it in positions], np.float32)
    there = np.arange(places) < counts[:, None]
    table = np.array([it.table for it in positions], np.float32)
    return Batch(_joined(features.told(rows, there, table), there, table), there)


def width_of(features: Features, one: EncodedPosition) -> int:
    """The number of inputs for each seat."""
    return int(batch(features, [one]).inputs.shape[-1])


def _joined(rows: Array, there: NDArray[np.bool_], table: Array) -> Array:
    """The seat's own row, the mean and the maximum of the others' rows, the table's row, and the number of
    seats."""
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
