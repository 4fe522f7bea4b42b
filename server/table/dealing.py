"""Everybody's part of the random source: promised by a hash, and told only when all are promised. Pure.

The server's secret is fixed, and its hash shown, when a table is made. A client promises its part when it
sits down. At the start all promises are fixed, and then each is kept by telling the part. So whoever chooses
a part does so without knowing the others', even if that is somebody who reads the store. For a seat that
does not keep its promise in time the promise itself is taken, and everybody is told.
"""

from __future__ import annotations

from collections.abc import Sequence

from protocol.frames import Reveal, Start

from . import tokens
from .entries import Seating, SeatRow, Unrevealed


def unkept(rows: Sequence[SeatRow]) -> list[int]:
    """The seats that have promised a part and not told it."""
    return [seat for seat, row in enumerate(rows) if row.promise and not row.luck]


def keeps(row: SeatRow, luck: str) -> bool:
    """Is this the part that the seat has promised?"""
    return bool(row.promise) and tokens.promise(luck) == row.promise


def begins(rows: Sequence[SeatRow], what: Seating) -> bool:
    """With this change, is all told that was promised, or not waited for any longer?"""
    if type(what) is Start:
        return not unkept(rows)
    return type(what) is Unrevealed or (type(what) is Reveal and unkept(rows) == [what.seat])


def parts(rows: Sequence[SeatRow], what: Seating | None = None) -> list[str]:
    """What each seat adds to the seed, after this change."""
    told = {what.seat: what.luck} if type(what) is Reveal else {}
    return [told.get(seat) or row.luck or row.promise for seat, row in enumerate(rows)]
