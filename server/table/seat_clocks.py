"""The seats' clocks. The caller passes the time; nothing here reads a clock.

Time during which the cluster was away counts for no seat: between two moments the smaller of wall clock time
and cluster time counts (`store/cluster_time.py`).

Each seat has a bank of milliseconds. It runs down while a question is open to the seat; when the seat has no
open question any more, the increment is added. Undo gives no time back.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

AGREED_MS: Final = 1_000
"""If wall clock and cluster time differ by at most this, the wall clock counts, as in versions without
cluster time; so hubs of old and new versions get the same result."""


def counted(wall: int, house: int) -> int:
    """The milliseconds to count for an interval of `wall` ms by the wall clock and `house` ms in cluster
    time."""
    if abs(wall - house) <= AGREED_MS:
        return max(0, wall)
    # A wall clock that was set back is ignored. Otherwise it bounds the cluster time, which may come from
    # another cluster.
    return max(0, house if wall <= 0 else min(wall, house))


def start(seats: int, clock: list[int]) -> list[int]:
    """The seats' clocks at the start for `clock` = [bank, increment]; [] for a game without clocks."""
    return [clock[0]] * seats if clock else []


def passed(left: list[int], asked: Iterable[int], ms: int) -> list[int]:
    """The clocks after `ms` during which the seats in `asked` had an open question."""
    running = set(asked)
    return [max(0, time - ms) if seat in running else time for seat, time in enumerate(left)]


def rewarded(left: list[int], clock: list[int], before: Iterable[int], after: Iterable[int]) -> list[int]:
    """The clocks with the increment for each seat that had an open question before and has none after."""
    increment, still = clock[1] if len(clock) > 1 else 0, set(after)
    done = {seat for seat in before if seat not in still}
    return [time + increment if seat in done else time for seat, time in enumerate(left)]


def back(left: list[int], clock: list[int], seat: int) -> list[int]:
    """The clocks after a choice or undo of a seat with no time left: it gets enough time for a few
    choices."""
    least = max(clock[1] if len(clock) > 1 else 0, clock[0] // 10)
    return [max(time, least) if s == seat else time for s, time in enumerate(left)]


def out_of_time(left: list[int], asked: Iterable[int], ms: int) -> list[int]:
    """The seats with an open question whose clock has run out after `ms`."""
    return [seat for seat in asked if left and left[seat] <= ms]
