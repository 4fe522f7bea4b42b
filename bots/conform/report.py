"""All cases with a client's command."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Final, NamedTuple

from .cases import CASES, Case, NotTried, played
from .client import Client, Running
from .host import PATIENCE_S, ClientEnded, Host, Wrong
from .table import Table

CASE_TIMEOUT_S: Final = 60.0
MIN_CASE_FRAMES: Final = 6
"""A case takes `CASE_TIMEOUT_S` at most, or the time limit of so many frames if that is longer."""

GOES_ON: Final = 2
"""Questions that are answered after each case."""


class Finding(NamedTuple):
    """What came of a case. `wrong`: what the client got wrong, "" for nothing; `statement`: the beginning of
    the statement in protocol/README.md; `untried`: why the case could not be tried, "" if it was."""

    case: str
    statement: str
    wrong: str = ""
    untried: str = ""

    def __str__(self) -> str:
        if self.untried:
            return f"{self.case}: not tried, {self.untried}"
        return f"{self.case}: {self.wrong} ({self.statement} …)" if self.wrong else f"{self.case}: right"


async def tried(case: Case, client_at: Running, seed: int, patience_s: float) -> Finding:
    """Play one case. Raises OSError if the client can't be started."""
    host, statement, wrong = Host(Table(seed), patience_s), case.about, ""
    most_s = max(CASE_TIMEOUT_S, MIN_CASE_FRAMES * patience_s)
    async with host.listening() as url, client_at(host, url) as client:
        try:
            async with asyncio.timeout(most_s) as limit:
                await case.play(host)
                if host.table.phase == "over":
                    wrong = await _ending(client)
                elif not case.ends:
                    await played(host, GOES_ON)
        except NotTried as why:
            return Finding(case.name, statement, untried=str(why))
        except Wrong as why:
            statement, wrong = why.statement or case.about, str(why)
        except ClientEnded as why:
            wrong = f"the client has ended too early ({why}): {await client.last_words()}"
        except TimeoutError:
            wrong = f"it took more than {most_s:g} s" if limit.expired() else "nothing came from the client"
    return Finding(case.name, statement, wrong)


async def _ending(client: Client) -> str:
    """What is wrong with the client's end after a whole game; "" for nothing."""
    status = await client.status()
    if status is None:
        return "the client does not end after the end of the game"
    return f"it ended with status {status} after the game: {await client.last_words()}" if status else ""


async def findings(
    client_at: Running,
    cases: Sequence[Case] = CASES,
    seed: int = 0,
    jobs: int = 2,
    patience_s: float = PATIENCE_S,
) -> AsyncIterator[Finding]:
    """The cases in their order, `jobs` of them at a time. `patience_s`: the time limit for a frame of the
    client (seconds). Raises OSError."""
    gate = asyncio.Semaphore(jobs)

    async def one(case: Case) -> Finding:
        async with gate:
            return await tried(case, client_at, seed, patience_s)

    running = [asyncio.create_task(one(case)) for case in cases]
    try:
        for task in running:
            yield await task
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
