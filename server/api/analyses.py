"""Analyses of finished games by bots: each seat's standing and the most costly decisions, with progress.

The first request for a game starts a worker process (`python -m bots.explain.analysis_worker`), which
analyses the log; one worker runs at a time. All requests for a game get the same result, which is cached.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator
from typing import Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from server.http.responses import HttpRefusal, TooMany, admit
from server.live.history import Archive
from server.net.client_addresses import ClientAddresses
from server.net.rate_limits import REEL
from server.process.confined import MEMORY_LIMIT_MB, end_worker, start_worker, why_ended

log = logging.getLogger("stammtisch.analyses")

CPU_LIMIT_S: Final = 90.0
"""CPU seconds for an analysis; this project's games take less than ten."""

PROGRESS_TIMEOUT_S: Final = 300.0
"""Seconds without a progress line after which an analysis is given up. A long game as a whole may take longer
on a busy machine."""

PROGRESS_INTERVAL_S: Final = 0.5
"""Seconds between two lines of a response."""

MAX_QUEUED_GAMES: Final = 20
"""Games that may wait at the same time."""

MAX_CACHED_GAMES: Final = 200
"""Games whose result is cached."""

WAITING: Final = b"[0,1]\n"
FAILED: Final = b"null\n"


class Work:
    """A game whose analysis is running or queued."""

    def __init__(self, task: asyncio.Task[None]) -> None:
        self.task = task
        self.line = WAITING
        """The worker's last line."""


class Analyses:
    """Answers requests for analyses of finished games, with a rate limit for each address."""

    command: tuple[str, ...] = (
        *("-m", "bots.explain.analysis_worker"),
        *(str(CPU_LIMIT_S), str(MEMORY_LIMIT_MB)),
    )
    """The arguments of Python for the worker process."""

    def __init__(self, archive: Archive, addresses: ClientAddresses) -> None:
        self._archive = archive
        self._addresses = addresses
        self._works: dict[str, Work] = {}
        self._found: OrderedDict[str, bytes] = OrderedDict()
        self._one = asyncio.Semaphore(1)

    async def of_table(self, request: Request) -> Response:
        """Lines about a finished game: the progress, and at last the result, or `null` if the analysis
        failed."""
        table = request.path_params["table"]
        admit(request, self._addresses, REEL)
        if table not in self._found and table not in self._works:
            data = await self._archive.log(table)
            if data is None:
                raise HttpRefusal(404, "not-over")
            if len(self._works) >= MAX_QUEUED_GAMES:
                raise TooMany
            if table not in self._works:  # no other request has come meanwhile
                self._works[table] = Work(
                    asyncio.create_task(self._look(table, data), name=f"look at {table}")
                )
        return StreamingResponse(self._lines(table), media_type="application/x-ndjson")

    async def close(self) -> None:
        """Cancel the analyses that are running or queued."""
        tasks = [work.task for work in self._works.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _lines(self, table: str) -> AsyncIterator[bytes]:
        """The lines of a response, up to the result."""
        while (work := self._works.get(table)) is not None:
            if work.line.startswith(b"["):  # the result is sent only after the worker has succeeded
                yield work.line
            await asyncio.wait((work.task,), timeout=PROGRESS_INTERVAL_S)
        yield self._found.get(table, FAILED)

    async def _look(self, table: str, data: bytes) -> None:
        """Analyse the game in a worker process, and cache its last line."""
        try:
            async with self._one:
                await self._said(self._works[table], data)
            self._found[table] = self._works[table].line
            while len(self._found) > MAX_CACHED_GAMES:
                self._found.popitem(last=False)
        except TimeoutError:
            log.warning("the analysis of table %s failed: it makes no progress", table)
        except (OSError, ValueError) as why:
            log.warning("the analysis of table %s failed: %s", table, why or type(why).__name__)
        finally:
            del self._works[table]

    async def _said(self, work: Work, data: bytes) -> None:
        """Start a worker process, and read its lines to the end. Raises ValueError if it fails, and
        TimeoutError if it sends no progress."""
        process = await start_worker(*self.command)
        assert process.stdin is not None and process.stdout is not None
        try:
            async with asyncio.timeout(PROGRESS_TIMEOUT_S) as patience:
                process.stdin.write(data)
                process.stdin.write_eof()
                while line := await process.stdout.readline():
                    work.line = line
                    patience.reschedule(asyncio.get_running_loop().time() + PROGRESS_TIMEOUT_S)
                if status := await process.wait():
                    raise ValueError(why_ended(status))
        finally:
            await end_worker(process)
