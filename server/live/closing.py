"""Operator requests for one table: end it, or reopen it after its game failed. They work through any hub,
while other hubs serve the table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from server.table.entries import Abandoned

from .live_table import SOON_MS, LiveTable
from .registry import TableRegistry

T = TypeVar("T")


async def done_at(
    registry: TableRegistry, table: str, work: Callable[[TableRegistry, LiveTable], Awaitable[T]]
) -> T:
    """The result of a job that no client of the table has asked for; it waits its turn in the queue.
    Cancelling the wait doesn't cancel the job. Raises the exceptions of `work`, and StoreAway."""
    done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

    async def job(live: LiveTable) -> None:
        try:
            result = await work(registry, live)
        except Exception as wrong:
            if not done.done():
                done.set_exception(wrong)
            raise
        if not done.done():
            done.set_result(result)

    registry.enqueue(registry.live(table), job)
    return await done


async def close(registry: TableRegistry, table: str) -> str:
    """End a table for good. Returns "" when that is stored, otherwise a refusal's code. Raises StoreAway."""
    return await done_at(registry, table, _closed)


async def _closed(registry: TableRegistry, live: LiveTable) -> str:
    while (table := live.table) is not None:
        if table.state.phase not in ("open", "starting", "playing"):
            return "over"
        at, house = registry.moment(live.id)
        entry = table.decide_itself(Abandoned(table=live.id), at, registry.settings.hub, house)
        if await registry.commit(live, entry):
            return ""
    return live.trouble


async def reopen(registry: TableRegistry, table: str) -> str:
    """Retry a table whose game has failed. Returns "" if it can be played again, otherwise a refusal's code.
    Raises StoreAway."""
    return await done_at(registry, table, _reopened)


async def _reopened(registry: TableRegistry, live: LiveTable) -> str:
    if not await registry.store.mend(live.id):
        return "not-broken" if live.loaded else live.trouble
    live.faults = 0
    await registry.follower.load(live)
    if not live.loaded:
        return live.trouble
    await registry.announce(live, again=True)
    await registry.store.set_due(live.id, registry.store.time.now() + SOON_MS)
    return ""
