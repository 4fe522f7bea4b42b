"""A group of equal processes, replaced one by one without interrupting the service."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Awaitable, Callable

from .child import Child

log = logging.getLogger(__name__)

HANDOVER_TIMEOUT_S = 90.0
"""Seconds that a process has to hand over its work."""

START_TIMEOUT_S = 60.0
"""Seconds in which a new process must be ready."""


class NotReady(Exception):
    """A process has ended before it was ready, or was not ready in time."""


class RollingRestart:
    """A group of processes. `make(place)` creates one; processes that live at the same time have different
    places. `ready(place)`: is the process at this place serving? `parting`: the signal that makes a process
    hand over and end."""

    def __init__(
        self,
        make: Callable[[int], Child],
        ready: Callable[[int], Awaitable[bool]],
        parting: signal.Signals,
    ) -> None:
        self.members: dict[int, Child] = {}
        self._make, self._ready, self._parting = make, ready, parting

    async def start(self, count: int) -> None:
        """Start this many and wait until all are ready. Raises NotReady."""
        added = await asyncio.gather(*map(self._add, range(count)), return_exceptions=True)
        for wrong in filter(None, added):
            raise wrong

    async def replace(self) -> None:
        """Replace each process by a new one, one after the other. If a new one fails to start, the remaining
        old ones stay."""
        for place, old in list(self.members.items()):
            new = next(free for free in range(len(self.members) + 1) if free not in self.members)
            try:
                await self._add(new)
            except NotReady as why:
                log.error("%s Those that run stay.", why)
                return
            await old.stop(HANDOVER_TIMEOUT_S, self._parting)
            del self.members[place]

    async def stop(self) -> None:
        await asyncio.gather(*(member.stop() for member in self.members.values()))

    async def _add(self, place: int) -> None:
        child = self.members[place] = self._make(place)
        try:
            await child.start()
            async with asyncio.timeout(START_TIMEOUT_S):
                await self._until_ready(place, child)
        except (NotReady, OSError) as why:  # includes TimeoutError
            del self.members[place]
            await child.stop()
            late = (
                f"{child.name} is not ready after {START_TIMEOUT_S:g} s; "
                "check Redis and the load of this machine."
            )
            raise NotReady(str(why) or late) from why
        child.keep()

    async def _until_ready(self, place: int, child: Child) -> None:
        while not await self._ready(place):
            if not child.running:
                raise NotReady(f"{child.name} doesn't start; the lines above say why.")
            await asyncio.sleep(0.05)
