"""What is to be done at which time, and how late it was done: the clockwork of a generator.

Everything that a generator does by itself is due at a time that was known before: a table's arrival, an
act at the end of its thinking, a probe. All of it goes through one scheduler, which knows nothing of what
it calls; so lateness is measured in one place, and a test can run the same clockwork on a time of its own.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from typing import Any

Clock = Callable[[], float]
"""Seconds that never fall."""


class Scheduler:
    """Calls things when they are due. `late(due, seconds)` is told of each how late it was done."""

    def __init__(self, clock: Clock = time.monotonic, late: Callable[[float, float], None] | None = None):
        self.clock = clock
        self._late = late
        self._loop = asyncio.get_running_loop()
        self._items: list[tuple[float, int, Callable[..., None], tuple[Any, ...]]] = []
        self._order = count()
        self._timer: asyncio.TimerHandle | None = None
        self._next = float("inf")
        """When the timer rings."""

    def at(self, due: float, call: Callable[..., None], *args: Any) -> None:
        """Call this at a time of the clock, or at once if that has passed."""
        heappush(self._items, (due, next(self._order), call, args))
        if due < self._next:
            self._set(due)

    def clear(self) -> None:
        """Forget all that is still to be done."""
        self._items.clear()
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._next = None, float("inf")

    def _set(self, due: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._next = due
        self._timer = self._loop.call_later(max(0.0, due - self.clock()), self._ring)

    def _ring(self) -> None:
        """Do what is due. A loop's timer may ring early by its own grain, so the clock has the say."""
        self._next = float("-inf")  # nobody need set a timer meanwhile
        try:
            while self._items and self._items[0][0] <= (now := self.clock()):
                due, _, call, args = heappop(self._items)
                if self._late is not None:
                    self._late(due, now - due)
                call(*args)
        finally:
            self._next = float("inf")
            if self._items:
                self._set(self._items[0][0])
