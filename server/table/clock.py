"""Time on the seats' clocks. Told the time, never asks it.

Each seat has a bank of milliseconds. While a seat is asked its time runs; when it is asked no more
it gets the increment. Taking a choice back gives no time back.
"""

from __future__ import annotations

from collections.abc import Iterable


def start(seats: int, clock: list[int]) -> list[int]:
    """The seats' clocks at the start for [bank, increment], or [] for a game without clocks."""
    return [clock[0]] * seats if clock else []


def passed(left: list[int], asked: Iterable[int], ms: int) -> list[int]:
    """The clocks after `ms` in which these seats were asked."""
    running = set(asked)
    return [max(0, time - ms) if seat in running else time for seat, time in enumerate(left)]


def rewarded(left: list[int], clock: list[int], before: Iterable[int], after: Iterable[int]) -> list[int]:
    """The clocks with the increment for the seats that were asked before and are asked no more."""
    increment, still = clock[1] if len(clock) > 1 else 0, set(after)
    done = {seat for seat in before if seat not in still}
    return [time + increment if seat in done else time for seat, time in enumerate(left)]


def back(left: list[int], clock: list[int], seat: int) -> list[int]:
    """The clocks after somebody has taken a seat back whose time was up: enough to make a few choices."""
    least = max(clock[1] if len(clock) > 1 else 0, clock[0] // 10)
    return [max(time, least) if s == seat else time for s, time in enumerate(left)]


def out_of_time(left: list[int], asked: Iterable[int], ms: int) -> list[int]:
    """The asked seats whose clock has run out after `ms`."""
    return [seat for seat in asked if left and left[seat] <= ms]
