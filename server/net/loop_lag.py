"""The lag of the event loop: every move was delayed by it."""

from __future__ import annotations

import asyncio
from typing import Final

SAMPLE_INTERVAL_S: Final = 0.1
"""Seconds between two samples."""

WINDOW_S: Final = 60.0
"""Seconds of a window; `recent` covers the current window and the one before."""


class LoopLag:
    """The greatest delays."""

    def __init__(self) -> None:
        self._worst = 0.0
        self._now = self._before = 0.0
        self._began = 0.0

    async def watch(self) -> None:
        """Sample the event loop's delay ten times a second."""
        loop = asyncio.get_running_loop()
        while True:
            since = loop.time()
            await asyncio.sleep(SAMPLE_INTERVAL_S)
            self.note(loop.time() - since - SAMPLE_INTERVAL_S, loop.time())

    def note(self, late: float, time_is: float) -> None:
        """Record a delay of `late` seconds."""
        if time_is - self._began >= WINDOW_S:
            self._before, self._now, self._began = self._now, 0.0, time_is
        self._worst, self._now = max(self._worst, late), max(self._now, late)

    def told(self) -> float:
        """The greatest delay since the last call."""
        worst, self._worst = self._worst, 0.0
        return worst

    def recent(self) -> float:
        """The greatest delay of the last one to two minutes."""
        return max(self._before, self._now)
