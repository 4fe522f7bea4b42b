"""Garbage collection for processes that must not stand still in the middle of something: hubs with very many
small states, and workers while somebody waits for an answer.

Python frees an object at once when no reference to it is left. Only reference cycles need a search, and a
search stops every table for about a microsecond per object. By default Python searches the new objects as
soon as allocations exceed deallocations by a fixed number. Where moves replace states, that difference hardly
grows, while almost every object becomes a new one: with 5,000 tables such a search visited a quarter of a
million objects every ten seconds and never found a cycle.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

SAMPLE_INTERVAL_S: Final = 1.0
"""Seconds between two samples of the number of objects."""

IDLE_CPU_SHARE: Final = 0.05
"""A process that uses less of a core than this is idle."""

MIN_NEW_OBJECTS: Final = 100_000
"""Fewer new objects than this since the last search never justify a search."""

MAX_NEW_OBJECTS: Final = 4_000_000
"""This many new objects can justify a search even under load: they may take half a gigabyte. Searching a
quarter of them stops every table for a second; a hub that grows to 10,000 tables creates less than half of
them."""


class GarbageCollection:
    """Searches all objects, but rarely.

    Under load, it searches only after as many new objects as the last search left, and at least
    MAX_NEW_OBJECTS; when idle, half as many as the last search left suffice. So a process that only replaces
    objects is never stopped, and memory lost in cycles can't outgrow the memory in use.
    """

    def __init__(
        self,
        few: int = MIN_NEW_OBJECTS,
        many: int = MAX_NEW_OBJECTS,
        spent: Callable[[], float] = time.process_time,
    ) -> None:
        self._few, self._many = few, many
        self._spent = spent
        """Returns the CPU seconds of this process so far."""
        self._before = spent()
        self._left = 0
        """Objects left after the last search."""

    def look(self) -> bool:
        """Search if it is worth it, and return whether it was. Call it every SAMPLE_INTERVAL_S seconds."""
        spent = self._spent()
        idle, self._before = spent - self._before < IDLE_CPU_SHARE * SAMPLE_INTERVAL_S, spent
        more = gc.get_count()[0]  # allocations since the last search minus deallocations
        worth = more >= (max(self._few, self._left // 2) if idle else max(self._many, self._left))
        if worth:
            gc.collect()
            self._left = len(gc.get_objects())
            self._before = self._spent()
        return worth


@contextmanager
def only_when_told(many: int = MIN_NEW_OBJECTS) -> Iterator[Callable[[], bool]]:
    """Take over this process's garbage collection; gives `GarbageCollection.look`, to be called where nobody
    waits, such as between two answers. Objects that exist already count as permanent meanwhile."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield GarbageCollection(many=many).look
    finally:
        gc.enable()
        gc.unfreeze()


async def tidy(many: int = MAX_NEW_OBJECTS) -> None:
    """Take over this process's garbage collection until cancelled."""
    with only_when_told(many) as look:
        while True:
            await asyncio.sleep(SAMPLE_INTERVAL_S)
            look()
