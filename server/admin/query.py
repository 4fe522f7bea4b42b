"""Queries to all hubs, sent among the orders, and the hubs' answers."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from protocol.codec import packed, unpacked
from server.moderation import orders
from server.store.admin_records import AdminRecords

ANSWER_TIMEOUT_S: Final = 10.0
"""Seconds in which hubs must answer; the others count as silent."""

LOOK_S: Final = 0.05


class HubAnswer(NamedTuple):
    said: Any
    at: float
    """When it was first read (this machine's time)."""


async def asked(records: AdminRecords, question: str, hubs: Iterable[str]) -> dict[str, HubAnswer]:
    """The answers by hub: waits for those named, and includes any other hub that answers. Raises
    StoreAway."""
    number = f"{orders.ASK} {secrets.token_urlsafe(6)}"
    awaited, answers = set(hubs), dict[str, HubAnswer]()
    limit = time.monotonic() + ANSWER_TIMEOUT_S
    await records.ask(number, packed(question))
    try:
        while not awaited <= answers.keys() and time.monotonic() < limit:
            await asyncio.sleep(LOOK_S)
            found, time_is = await records.answered(number), time.time()
            answers = {
                hub: HubAnswer(unpacked(data), time_is) for hub, data in found.items() if hub not in answers
            } | answers
    finally:
        await records.ask(number, b"")
    return answers
