"""Positions of a game as arrays: one batch, whatever the numbers of seats in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .features import Features, Row
from .net import Array


class Position(NamedTuple):
    """One position as its features tell it: a row for each seat, and one for the table."""

    seats: list[Row]
    table: Row


class Batch(NamedTuple):
    """`inputs`: (positions, places, width); `seats`: which places there are, (positions, places)."""

    inputs: Array
    seats: NDArray[np.bool_]


def position(features: Features, game: Any, me: int) -> Position:
    """What `me` sees of a position."""
    return Position(features.seats(game, me), features.table(game, me))


def batch(positions: Sequence[Position]) -> Batch:
    """All of them in one: places beyond a position's seats are empty."""
    places = max(len(it.seats) for it in positions)
    width = len(positions[0].seats[0])
    rows = np.zeros((len(positions), places, width), np.float32)
    there = np.zeros((len(positions), places), np.bool_)
    for number, it in enumerate(positions):
        rows[number, : len(it.seats)] = it.seats
        there[number, : len(it.seats)] = True
    table = np.asarray([it.table for it in positions], np.float32)
    return Batch(_joined(rows, there, table), there)


def width_of(one: Position) -> int:
    """How many numbers the scorer of a seat gets."""
    return int(batch([one]).inputs.shape[-1])


def _joined(rows: Array, there: NDArray[np.bool_], table: Array) -> Array:
    """Own numbers, the mean and the greatest of the others', the table's, and how many play."""
    seats = there.sum(axis=1)
    others = np.maximum(seats - 1, 1)[:, None, None]
    mean = (rows.sum(axis=1, keepdims=True) - rows) / others
    greatest = np.where(there[..., None], rows, -np.inf)
    most = np.sort(greatest, axis=1)
    top, second = most[:, -1:, :], most[:, -2:-1, :] if rows.shape[1] > 1 else most[:, -1:, :]
    best = np.where(rows >= top, second, top)
    best = np.where(np.isfinite(best), best, 0)
    whole = np.broadcast_to(table[:, None, :], (*rows.shape[:2], table.shape[1]))
    number = np.broadcast_to((seats[:, None, None] - 3) / 2, (*rows.shape[:2], 1))
    joined = np.concatenate([rows, mean, best, whole, number], axis=2).astype(np.float32)
    return np.asarray(np.where(there[..., None], joined, 0), np.float32)
