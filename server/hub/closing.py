"""Tables that are ended by whoever runs the server, through any hub and while others serve them."""

from __future__ import annotations

import asyncio

from server.table.entries import Abandoned

from .desk import Desk
from .live import Live, now


async def close(desk: Desk, table: str) -> str:
    """End a table for good. Gives "" when that is stored, else why not, as a refusal's code. Raises
    StoreAway."""
    done: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def job(live: Live) -> None:
        try:
            done.set_result(await _closed(desk, live))
        except Exception as wrong:
            done.set_exception(wrong)
            raise

    desk.enqueue(desk.live(table), job)
    return await done


async def _closed(desk: Desk, live: Live) -> str:
    while (table := live.table) is not None:
        if table.state.phase not in ("open", "starting", "playing"):
            return "over"
        entry = table.decide_itself(Abandoned(table=live.id), now(), desk.settings.hub)
        if await desk.commit(live, entry):
            return ""
    return live.trouble
