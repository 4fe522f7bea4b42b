"""Worker processes in which slow minds choose and tips are computed, without blocking the event loop.

The question with the earliest deadline is served first. Each worker processes one question at a time over its
pipes; a worker that dies or is far too late is replaced. A question past its deadline returns without an
answer.

Format on a pipe: the length in four bytes, big-endian, and a msgpack list. To the worker: the task ("choose"
or "advise"), name of the mind or level, seed, milliseconds, document. From the worker: verb and noun, or an
advice; an empty list after an error.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import logging
from itertools import count
from random import SystemRandom
from typing import Any, Final, NamedTuple

from protocol.codec import packed, unpacked
from server.games.kernel import Choice
from server.process.confined import end_worker, start_worker, why_ended

from ..document import Document
from ..explain.reasons import TipContent

log = logging.getLogger("stammtisch.bots")

CHOICE_TIME_S: Final = 0.2
"""Time budget for one choice, if no other question waits (seconds)."""

MIN_TIME_S: Final = 0.02
"""Questions with less time left are dropped (seconds)."""

ROUND_TRIP_S: Final = 0.02
"""Time for a request to a worker and its response, without thinking (seconds)."""

LATE_WORKER_TIMEOUT_S: Final = 5.0
"""Grace period after the deadline before a worker is killed (seconds)."""

START_TIMEOUT_S: Final = 60.0
"""Timeout for the start of a worker (seconds)."""

LENGTH_BYTES: Final = 4
"""Size of the length prefix."""

RESTART_PAUSE_S: Final = 0.2
"""Pause before a worker that has ended is replaced (seconds)."""


class PendingQuestion(NamedTuple):
    """A question; sorted by its deadline (loop time)."""

    due: float
    number: int
    task: str
    mind: str
    document: bytes
    answer: asyncio.Future[list[Any]]


class WorkerPool:
    """A pool of `processes` workers, started by the first call of `begin`. `seconds`: the time limit of one
    question."""

    def __init__(self, processes: int, seconds: float = CHOICE_TIME_S) -> None:
        self._seconds = seconds
        self.late = self.ended = 0
        """Counters: questions past their deadline, replaced workers."""
        self.pids: list[int] = [0] * processes
        """Pids of the running workers."""
        self._waiting: list[PendingQuestion] = []
        self._more = asyncio.Semaphore(0)
        self._numbers = count()
        self._random = SystemRandom()
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        """Start the workers, so that they are ready when the first question comes."""
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._keep(place)) for place in range(len(self.pids))]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for asked in self._waiting:
            asked.answer.cancel()

    async def choose(self, mind: str, document: Document, due: float) -> Choice | None:
        """The choice of a mind, by the deadline `due` (loop time); None without one."""
        found = await self._found("choose", mind, document, due)
        return Choice(*found) if found else None

    async def advise(self, level: str, document: Document, due: float) -> TipContent | None:
        """The tip of a player of this level, by the deadline `due` (loop time); None without one."""
        found = await self._found("advise", level, document, due)
        if not found:
            return None
        best, second, *why = found
        return TipContent(Choice(*best), Choice(*second) if second else None, *why)

    async def _found(self, task: str, mind: str, document: Document, due: float) -> list[Any]:
        """The result of a question; [] after an error or a timeout."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[list[Any]] = loop.create_future()
        self.begin()
        heapq.heappush(
            self._waiting, PendingQuestion(due, next(self._numbers), task, mind, packed(document), answer)
        )
        self._more.release()
        with contextlib.suppress(TimeoutError):
            return await asyncio.wait_for(answer, max(0.0, due - loop.time()))
        self.late += 1
        return []

    async def _keep(self, place: int) -> None:
        """Run one worker after another in this slot."""
        while True:
            try:
                process = await _started()
            except OSError as why:  # too many processes, or out of memory: possibly temporary
                log.warning("a worker process can't be started: %s", why)
            else:
                self.pids[place] = process.pid
                await self._used(process)
            await asyncio.sleep(RESTART_PAUSE_S)

    async def _used(self, process: asyncio.subprocess.Process) -> None:
        """Serve questions with a worker until it ends or is too late, then reap it."""
        silent = False
        try:
            await self._serve(process)
        except (asyncio.IncompleteReadError, ConnectionError, TimeoutError) as why:
            self.ended += 1
            silent = isinstance(why, TimeoutError)
        finally:
            status = await end_worker(process)
        how = "it does not answer" if silent else why_ended(status)
        log.warning("a worker process is replaced: %s", how)

    async def _serve(self, process: asyncio.subprocess.Process) -> None:
        """Serve one question after another. Raises if the worker has ended or does not answer."""
        assert process.stdin is not None and process.stdout is not None
        loop = asyncio.get_running_loop()
        # A worker sends an empty answer when it is ready.
        await asyncio.wait_for(_answer(process.stdout), START_TIMEOUT_S)
        while True:
            asked = await self._next(process)
            seconds = min(asked.due - loop.time() - ROUND_TRIP_S, self._share())
            if asked.answer.done() or seconds < MIN_TIME_S:
                continue
            seed = self._random.getrandbits(63)
            order = packed([asked.task, asked.mind, seed, int(1000 * seconds), asked.document])
            found: list[Any] = []
            try:
                process.stdin.write(len(order).to_bytes(LENGTH_BYTES, "big") + order)
                found = await asyncio.wait_for(_answer(process.stdout), seconds + LATE_WORKER_TIMEOUT_S)
            finally:
                if not asked.answer.done():
                    asked.answer.set_result(found)

    async def _next(self, process: asyncio.subprocess.Process) -> PendingQuestion:
        """The next question. Raises ConnectionError if the worker ends before it comes: then no question is
        lost by it."""
        more, ended = asyncio.ensure_future(self._more.acquire()), asyncio.ensure_future(process.wait())
        try:
            await asyncio.wait((more, ended), return_when=asyncio.FIRST_COMPLETED)
            if not ended.done():
                return heapq.heappop(self._waiting)
            if more.done():
                self._more.release()
            raise ConnectionError
        finally:
            more.cancel()
            ended.cancel()

    def _share(self) -> float:
        """Seconds for one question: the more questions wait, the fewer."""
        return max(2 * MIN_TIME_S, self._seconds / (1 + len(self._waiting) / len(self.pids)))


async def _started() -> asyncio.subprocess.Process:
    """A new worker. Raises OSError if the system can't start one."""
    return await start_worker("-m", "bots.filler.worker")


async def _answer(out: asyncio.StreamReader) -> list[Any]:
    length = int.from_bytes(await out.readexactly(LENGTH_BYTES), "big")
    found: list[Any] = unpacked(await out.readexactly(length))
    return found
