"""Processes that do the same, and are replaced one by one without a moment in which nobody does it."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Awaitable, Callable

from .children import Child

log = logging.getLogger(__name__)

PATIENCE = 90.0
"""Seconds that a process has to hand over what it holds."""

STARTS = 60.0
"""Seconds in which a new process must be ready."""


class NotReady(Exception):
    """A process of the team has ended before it was ready, or isn't ready in time."""


class Team:
    """So many processes. `make(place)` gives one; of two that live at a time no two have the same place.
    `ready(place)`: does the one there do its work? `parting`: the signal by which one hands over and ends."""

    def __init__(
        self,
        make: Callable[[int], Child],
        ready: Callable[[int], Awaitable[bool]],
        parting: signal.Signals,
    ) -> None:
        self.members: dict[int, Child] = {}
        self._make, self._ready, self._parting = make, ready, parting

    async def start(self, count: int) -> None:
        """Start so many, and wait until all are ready. Raises NotReady."""
        added = await asyncio.gather(*map(self._add, range(count)), return_exceptions=True)
        for wrong in filter(None, added):
            raise wrong

    async def replace(self) -> None:
        """Have a new process take the place of each, one after the other. Where the new one can't, the old
        ones stay."""
        for place, old in list(self.members.items()):
            new = next(free for free in range(len(self.members) + 1) if free not in self.members)
            try:
                await self._add(new)
            except NotReady as why:
                log.error("%s Those that run stay.", why)
                return
            await old.stop(PATIENCE, self._parting)
            del self.members[place]

    async def stop(self) -> None:
        """End them all."""
        await asyncio.gather(*(member.stop() for member in self.members.values()))

    async def _add(self, place: int) -> None:
        child = self.members[place] = self._make(place)
        try:
            await child.start()
            async with asyncio.timeout(STARTS):
                await self._until_ready(place, child)
        except (NotReady, OSError) as why:  # of which one is that time is up
            del self.members[place]
            await child.stop()
            late = f"{child.name} is not ready after {STARTS:g} s; is Redis well, and has this machine time?"
            raise NotReady(str(why) or late) from why
        child.keep()

    async def _until_ready(self, place: int, child: Child) -> None:
        while not await self._ready(place):
            if not child.running:
                raise NotReady(f"{child.name} doesn't start; the lines above say why.")
            await asyncio.sleep(0.05)
