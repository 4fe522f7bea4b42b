"""How late the event loop is: for so long did every move wait."""

from __future__ import annotations

import asyncio
from typing import Final

LOOK: Final = 0.1
"""Seconds between two looks."""

SPAN: Final = 60.0
"""Seconds after which what is recent begins anew; what was before counts for once as long."""


class Lag:
    """The greatest delays."""

    def __init__(self) -> None:
        self._worst = 0.0
        self._now = self._before = 0.0
        self._began = 0.0

    async def watch(self) -> None:
        """Note how late the event loop is, ten times a second."""
        loop = asyncio.get_running_loop()
        while True:
            since = loop.time()
            await asyncio.sleep(LOOK)
            self.note(loop.time() - since - LOOK, loop.time())

    def note(self, late: float, time_is: float) -> None:
        """It was late by so much."""
        if time_is - self._began >= SPAN:
            self._before, self._now, self._began = self._now, 0.0, time_is
        self._worst, self._now = max(self._worst, late), max(self._now, late)

    def told(self) -> float:
        """The greatest delay since this was asked last."""
        worst, self._worst = self._worst, 0.0
        return worst

    def recent(self) -> float:
        """The greatest delay of the last minute or two."""
        return max(self._before, self._now)
