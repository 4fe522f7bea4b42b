"""Who sits at the tables: crews of guests, each on a socket of its own, who may play several tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Final

from .line import Line

AT_ONCE: Final = 64
"""Sockets that are being opened at the same time."""


class Crew:
    """As many guests as a table has seats and watchers."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines
        self.tables = 0
        self.running: list[asyncio.Task[None]] = []
        self.opening: asyncio.Task[None] | None = None

    async def opened(self, gate: asyncio.Semaphore) -> None:
        """Wait until all are welcomed; whoever is first opens the sockets."""
        if self.opening is None:
            self.opening = asyncio.create_task(self._open(gate))
        await asyncio.shield(self.opening)

    async def _open(self, gate: asyncio.Semaphore) -> None:
        async def one(line: Line) -> None:
            async with gate:
                self.running.append(asyncio.create_task(line.run()))
                await line.welcomed()

        await asyncio.gather(*(one(line) for line in self.lines))

    async def close(self) -> None:
        """Close all sockets, whatever state they are in."""
        if self.opening is not None and not self.opening.done():
            self.opening.cancel()
        await asyncio.gather(*(line.close() for line in self.lines if not line.paused))
        for task, line in zip(self.running, self.lines, strict=False):
            if line.paused or not line.session.welcomed:
                task.cancel()
        await asyncio.gather(*self.running, return_exceptions=True)


class Crews:
    """All crews of a process. `recruit` makes a new one."""

    def __init__(self, recruit: Callable[[], Crew], per_crew: int) -> None:
        self._recruit = recruit
        self._per_crew = per_crew
        self._gate = asyncio.Semaphore(AT_ONCE)
        self.all: list[Crew] = []
        self._closing: set[asyncio.Task[None]] = set()
        self.gone_in = self.gone_out = 0
        """Bytes of sockets that were closed."""

    async def seat(self) -> Crew:
        """A crew with room for one more table, its sockets open."""
        crew = next((crew for crew in reversed(self.all) if crew.tables < self._per_crew), None)
        if crew is None:
            crew = self._recruit()
            self.all.append(crew)
        crew.tables += 1
        await crew.opened(self._gate)
        return crew

    def release(self, crew: Crew) -> None:
        """A table of this crew has ended. Nobody stays at the server without one."""
        crew.tables -= 1
        if not crew.tables and crew in self.all:
            self.all.remove(crew)
            self.gone_in += sum(line.bytes_in for line in crew.lines)
            self.gone_out += sum(line.bytes_out for line in crew.lines)
            task = asyncio.create_task(crew.close())
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    def lines(self) -> Iterator[Line]:
        """Every guest."""
        for crew in self.all:
            yield from crew.lines

    async def close(self) -> None:
        """Close everything."""
        await asyncio.gather(*(crew.close() for crew in self.all), *self._closing)
