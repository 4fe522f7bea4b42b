"""Processes beside the one that holds the sockets: there minds that take long choose, and tips are thought
about, while the loop goes on.

Who needs the answer soonest is served first. Each process is asked one question at a time over its pipes; one
that has died, or is far too late, is replaced. A question whose time is over is given back without an answer.

Bytes over a pipe: the length in four bytes, big-endian, and a msgpack list. To the process: what is to be
done ("choose" or "advise"), name of the mind or level, seed, milliseconds, document. Back: verb and noun, or
an advice; nothing where that failed.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import logging
import os
import sys
from itertools import count
from random import SystemRandom
from typing import Any, Final, NamedTuple

from protocol.codec import packed, unpacked
from server.games.kernel import Choice

from .document import Document
from .teaching import Advice

log = logging.getLogger("stammtisch.bots")

THINKING: Final = 0.2
"""Seconds for one choice, where nobody waits for another."""

LEAST: Final = 0.02
"""Seconds without which it isn't worth beginning."""

WAY: Final = 0.02
"""Seconds that it takes to ask a process, and to hear its answer."""

LOST: Final = 5.0
"""Seconds after which a process that has not answered in time is ended."""

STARTING: Final = 60.0
"""Seconds in which a process must be there."""

LENGTH: Final = 4
"""Bytes that say how many follow."""

RESTING: Final = 0.2
"""Seconds before a process is started in the place of one that has ended."""


class Asked(NamedTuple):
    """A question: sorted by the time of the loop at which the answer must be there."""

    due: float
    number: int
    task: str
    mind: str
    document: bytes
    answer: asyncio.Future[list[Any]]


class Thinkers:
    """So many processes, started when `begin` is called first. `seconds`: for one question, at most."""

    def __init__(self, processes: int, seconds: float = THINKING) -> None:
        self._seconds = seconds
        self.late = self.ended = 0
        """Counted: questions whose time was over, processes that had to be replaced."""
        self.pids: list[int] = [0] * processes
        """Of the processes that run now."""
        self._waiting: list[Asked] = []
        self._more = asyncio.Semaphore(0)
        self._numbers = count()
        self._random = SystemRandom()
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        """Start the processes, so that they are there when the first question comes."""
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._keep(place)) for place in range(len(self.pids))]

    async def close(self) -> None:
        """End them."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for asked in self._waiting:
            asked.answer.cancel()

    async def choose(self, mind: str, document: Document, due: float) -> Choice | None:
        """What the mind chooses, at this time of the loop at the latest; None where nothing was chosen."""
        found = await self._found("choose", mind, document, due)
        return Choice(*found) if found else None

    async def advise(self, level: str, document: Document, due: float) -> Advice | None:
        """What a player of this level advises, at this time of the loop at the latest; None where there is
        nothing."""
        found = await self._found("advise", level, document, due)
        if not found:
            return None
        best, second, *why = found
        return Advice(Choice(*best), Choice(*second) if second else None, *why)

    async def _found(self, task: str, mind: str, document: Document, due: float) -> list[Any]:
        """What came of a question; [] where that was nothing, or too late."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[list[Any]] = loop.create_future()
        self.begin()
        heapq.heappush(self._waiting, Asked(due, next(self._numbers), task, mind, packed(document), answer))
        self._more.release()
        with contextlib.suppress(TimeoutError):
            return await asyncio.wait_for(answer, max(0.0, due - loop.time()))
        self.late += 1
        return []

    async def _keep(self, place: int) -> None:
        """One process after the other, for as long as questions come."""
        while True:
            try:
                process = await _started()
            except OSError as why:  # too many processes, or too little memory: that may pass
                log.warning("a process that thinks can't be started: %s", why)
            else:
                self.pids[place] = process.pid
                await self._used(process)
            await asyncio.sleep(RESTING)

    async def _used(self, process: asyncio.subprocess.Process) -> None:
        """Have it asked until it ends, or is ended."""
        try:
            await self._serve(process)
        except (asyncio.IncompleteReadError, ConnectionError, TimeoutError) as why:
            self.ended += 1
            log.warning("a process that thinks is replaced: %s", why or type(why).__name__)
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _serve(self, process: asyncio.subprocess.Process) -> None:
        """Question after question. Raises where the process has ended or answers no more."""
        assert process.stdin is not None and process.stdout is not None
        loop = asyncio.get_running_loop()
        await asyncio.wait_for(_answer(process.stdout), STARTING)  # it says so when it is there
        while True:
            await self._more.acquire()
            asked = heapq.heappop(self._waiting)
            seconds = min(asked.due - loop.time() - WAY, self._share())
            if asked.answer.done() or seconds < LEAST:
                continue
            seed = self._random.getrandbits(63)
            order = packed([asked.task, asked.mind, seed, int(1000 * seconds), asked.document])
            found: list[Any] = []
            try:
                process.stdin.write(len(order).to_bytes(LENGTH, "big") + order)
                found = await asyncio.wait_for(_answer(process.stdout), seconds + LOST)
            finally:
                if not asked.answer.done():
                    asked.answer.set_result(found)

    def _share(self) -> float:
        """Seconds for a question: the less the more of them wait."""
        return max(2 * LEAST, self._seconds / (1 + len(self._waiting) / len(self.pids)))


async def _started() -> asyncio.subprocess.Process:
    """A new process. Raises OSError where the system has none to give."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bots.thinker"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        start_new_session=True,
    )


async def _answer(out: asyncio.StreamReader) -> list[Any]:
    length = int.from_bytes(await out.readexactly(LENGTH), "big")
    found: list[Any] = unpacked(await out.readexactly(length))
    return found
