"""The scheduler of a generator: runs calls at their due times, and measures how late they are.

Everything that a generator starts is due at a time known in advance: a table's arrival, an act after its
thinking time, a probe. All of it goes through one scheduler, which knows nothing about its calls; so lateness
is measured in one place, and a test can replace the clock.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from typing import Any

from .alarm import Alarm

Clock = Callable[[], float]
"""Monotonic seconds."""


class Scheduler:
    """Runs calls when they are due. `late(due, seconds)` is called with the lateness of each."""

    def __init__(self, clock: Clock = time.monotonic, late: Callable[[float, float], None] | None = None):
        self.clock = clock
        self._late = late
        self._items: list[tuple[float, int, Callable[..., None], tuple[Any, ...]]] = []
        self._order = count()
        self._alarm = Alarm(clock, self._ring)
        self._next = float("inf")
        """When the alarm rings."""

    def at(self, due: float, call: Callable[..., None], *args: Any) -> None:
        """Run a call at a time of the clock, or at once if that has passed."""
        heappush(self._items, (due, next(self._order), call, args))
        if due < self._next:
            self._set(due)

    def clear(self) -> None:
        """Discard all pending calls."""
        self._items.clear()
        self._alarm.cancel()
        self._next = float("inf")

    def close(self) -> None:
        """Discard all pending calls and give the timer back."""
        self.clear()
        self._alarm.close()

    def _set(self, due: float) -> None:
        self._next = due
        self._alarm.set(due)

    def _ring(self) -> None:
        """Run all due calls. A loop's timer may ring early by its resolution, so the clock decides."""
        self._next = float("-inf")  # no timer is needed meanwhile
        items, clock, late = self._items, self.clock, self._late
        try:
            while items and items[0][0] <= (now := clock()):
                due, _, call, args = heappop(items)
                if late is not None:
                    late(due, now - due)
                call(*args)
        finally:
            self._next = float("inf")
            if items:
                self._set(items[0][0])
