"""Tables that are ended by whoever runs the server, through any hub and while others serve them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from server.table.entries import Abandoned

from .desk import Desk
from .live import Live, now

T = TypeVar("T")


async def done_at(desk: Desk, table: str, work: Callable[[Desk, Live], Awaitable[T]]) -> T:
    """What becomes of some work on a table that nobody at it has asked for, done when it is its turn. Giving
    up the wait doesn't take it back. Raises what the work raises, and StoreAway."""
    done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

    async def job(live: Live) -> None:
        try:
            result = await work(desk, live)
        except Exception as wrong:
            if not done.done():
                done.set_exception(wrong)
            raise
        if not done.done():
            done.set_result(result)

    desk.enqueue(desk.live(table), job)
    return await done


async def close(desk: Desk, table: str) -> str:
    """End a table for good. Gives "" when that is stored, else why not, as a refusal's code. Raises
    StoreAway."""
    return await done_at(desk, table, _closed)


async def _closed(desk: Desk, live: Live) -> str:
    while (table := live.table) is not None:
        if table.state.phase not in ("open", "starting", "playing"):
            return "over"
        entry = table.decide_itself(Abandoned(table=live.id), now(), desk.settings.hub)
        if await desk.commit(live, entry):
            return ""
    return live.trouble
