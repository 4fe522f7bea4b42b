"""The seats' parts of the random source: a commit-reveal scheme. Pure.

The server's secret is fixed, and its hash published, when a table is made. A client commits to its part (the
promise) when it sits down. At the start all promises are fixed; then each client reveals its part. So each
part is chosen without knowledge of the others, even by a person who can read the store. If a seat does not
reveal its part in time, the promise itself is used instead, and the log says so.
"""

from __future__ import annotations

from collections.abc import Sequence

from protocol.frames import Reveal, Start

from . import tokens
from .entries import Seating, SeatRow, Unrevealed


def unkept(rows: Sequence[SeatRow]) -> list[int]:
    """The seats that have promised a part and not yet revealed it."""
    return [seat for seat, row in enumerate(rows) if row.promise and not row.luck]


def keeps(row: SeatRow, luck: str) -> bool:
    """Is this the part that the seat has promised?"""
    return bool(row.promise) and tokens.promise(luck) == row.promise


def begins(rows: Sequence[SeatRow], what: Seating) -> bool:
    """After this change, are all promised parts revealed, or has the wait for the others ended?"""
    if type(what) is Start:
        return not unkept(rows)
    return type(what) is Unrevealed or (type(what) is Reveal and unkept(rows) == [what.seat])


def parts(rows: Sequence[SeatRow], what: Seating | None = None) -> list[str]:
    """Each seat's part of the seed, after this change."""
    told = {what.seat: what.luck} if type(what) is Reveal else {}
    return [told.get(seat) or row.luck or row.promise for seat, row in enumerate(rows)]
