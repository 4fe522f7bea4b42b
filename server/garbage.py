"""When a process of very many small states looks for garbage.

Python lets go at once of what nobody refers to. Only things that refer to each other in a circle have to be
searched for, and a search stops every table for about a microsecond per object that it looks at. By itself
Python searches the new objects as soon as there are so many more of them than were let go. Where moves
replace states, that difference hardly grows while almost every object becomes a new one: with 5,000 tables
such a search looked at a quarter of a million objects, every ten seconds, and there was never a circle.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable
from typing import Final

LOOK: Final = 1.0
"""Seconds between two looks at how many objects there are."""

IDLE: Final = 0.05
"""A process that takes less of a core than this has no work."""

FEW: Final = 100_000
"""So many more objects than after the last search are never worth one."""

MANY: Final = 4_000_000
"""So many more are worth one even while there is work: they may take half a gigabyte. A search of a quarter
of them stops every table for a second; a hub that grows to 10,000 tables makes less than half of them."""


class Garbage:
    """Searches everything, but hardly ever.

    While there is work, only where there is twice as much as the last search has left, and MANY more; without
    work half as much again will do. So a process that only replaces is never stopped, and what is lost in
    circles can't outgrow what is in use.
    """

    def __init__(
        self, few: int = FEW, many: int = MANY, spent: Callable[[], float] = time.process_time
    ) -> None:
        self._few, self._many = few, many
        self._spent = spent
        """Seconds of CPU that this process has taken so far."""
        self._before = spent()
        self._left = 0
        """Objects that were there after the last search."""

    def look(self) -> bool:
        """Search if it is worth it; was it? To be called every LOOK seconds."""
        spent = self._spent()
        idle, self._before = spent - self._before < IDLE * LOOK, spent
        more = gc.get_count()[0]  # objects made since the last search less those let go
        worth = more >= (max(self._few, self._left // 2) if idle else max(self._many, self._left))
        if worth:
            gc.collect()
            self._left = len(gc.get_objects())
            self._before = self._spent()
        return worth


async def tidy(many: int = MANY) -> None:
    """Take over this process's search for garbage until cancelled; what is there by now is taken to stay."""
    gc.collect()
    gc.freeze()
    gc.disable()
    garbage = Garbage(many=many)
    try:
        while True:
            await asyncio.sleep(LOOK)
            garbage.look()
    finally:
        gc.enable()
