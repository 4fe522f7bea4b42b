"""What bots make of finished games: how every seat stood, and which decisions cost most, with progress.

A bot process looks at one game at a time, from its log alone (`python -m bots.analyst`); it is started when
somebody asks. All who ask for a game hear the same, and what was found is kept for a while.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict
from collections.abc import AsyncIterator
from typing import Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from .addresses import Addresses
from .answers import Refused, TooMany, admit
from .budget import REEL
from .past import Archive

log = logging.getLogger("stammtisch.analyses")

LINE: Final = 1 << 20
"""Bytes of the longest line that is read; those of our games have a fiftieth of that."""

LOST: Final = 300.0
"""Seconds without a word of how far it is, after which nothing more is waited for: the machine has other
things to do. A long game as a whole may take longer, where much else is going on."""

LOOK: Final = 0.5
"""Seconds between two lines for who waits."""

QUEUE: Final = 20
"""So many games may wait at once."""

KEPT: Final = 200
"""So many games of which is kept what was found."""

WAITING: Final = b"[0,1]\n"
FAILED: Final = b"null\n"


class Work:
    """A game that is looked at, or waits for it."""

    def __init__(self, task: asyncio.Task[None]) -> None:
        self.task = task
        self.line = WAITING
        """What was said last."""


class Analyses:
    """Answers requests for what is to be learnt from finished games, so many of each address."""

    command = (sys.executable, "-m", "bots.analyst")
    """What is started."""

    def __init__(self, archive: Archive, addresses: Addresses) -> None:
        self._archive = archive
        self._addresses = addresses
        self._works: dict[str, Work] = {}
        self._found: OrderedDict[str, bytes] = OrderedDict()
        self._one = asyncio.Semaphore(1)

    async def of_table(self, request: Request) -> Response:
        """Lines about a finished game: how far it is, at last what was found, or `null` where nothing was."""
        table = request.path_params["table"]
        admit(request, self._addresses, REEL)
        if table not in self._found and table not in self._works:
            data = await self._archive.log(table)
            if data is None:
                raise Refused(404, "not-over")
            if len(self._works) >= QUEUE:
                raise TooMany
            if table not in self._works:  # nobody else has asked meanwhile
                self._works[table] = Work(
                    asyncio.create_task(self._look(table, data), name=f"look at {table}")
                )
        return StreamingResponse(self._lines(table), media_type="application/x-ndjson")

    async def close(self) -> None:
        """End what is going on."""
        tasks = [work.task for work in self._works.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _lines(self, table: str) -> AsyncIterator[bytes]:
        """What is known, until it is all."""
        while (work := self._works.get(table)) is not None:
            if work.line.startswith(b"["):  # what was found is said once it is sure that all has gone well
                yield work.line
            await asyncio.wait((work.task,), timeout=LOOK)
        yield self._found.get(table, FAILED)

    async def _look(self, table: str, data: bytes) -> None:
        """Have a process look at the game, and keep what it says last."""
        try:
            async with self._one:
                await self._said(self._works[table], data)
            self._found[table] = self._works[table].line
            while len(self._found) > KEPT:
                self._found.popitem(last=False)
        except (OSError, ValueError, TimeoutError) as why:
            log.warning("table %s was not looked at: %s", table, why or type(why).__name__)
        finally:
            del self._works[table]

    async def _said(self, work: Work, data: bytes) -> None:
        """Start a process, and hear what it says to its end. Raises ValueError where that is no good one, and
        TimeoutError where it falls silent."""
        process = await asyncio.create_subprocess_exec(
            *self.command, stdin=PIPE, stdout=PIPE, start_new_session=True, limit=LINE
        )
        assert process.stdin is not None and process.stdout is not None
        try:
            async with asyncio.timeout(LOST) as patience:
                process.stdin.write(data)
                process.stdin.write_eof()
                while line := await process.stdout.readline():
                    work.line = line
                    patience.reschedule(asyncio.get_running_loop().time() + LOST)
                if await process.wait():
                    raise ValueError(f"the process has ended with {process.returncode}")
        finally:
            await _end(process)


async def _end(process: Process) -> None:
    """End a process, if it is still there."""
    if process.returncode is None:
        process.kill()
        await process.wait()
