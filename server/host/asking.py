"""A question to all hubs, which they find among the orders, and what each answers."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from protocol.codec import packed, unpacked
from server.hub import orders
from server.store.house import House

PATIENCE: Final = 10.0
"""Seconds in which all hubs answer, or are taken for silent."""

LOOK_S: Final = 0.05


class Answer(NamedTuple):
    """What a hub says."""

    said: Any
    at: float
    """When it was there to be read (this machine's time)."""


async def asked(house: House, question: str, hubs: Iterable[str]) -> dict[str, Answer]:
    """The answers by hub, of these hubs and of whoever else hears the question. Raises StoreAway."""
    number = f"{orders.ASK} {secrets.token_urlsafe(6)}"
    awaited, answers = set(hubs), dict[str, Answer]()
    limit = time.monotonic() + PATIENCE
    await house.ask(number, packed(question))
    try:
        while not awaited <= answers.keys() and time.monotonic() < limit:
            await asyncio.sleep(LOOK_S)
            found, time_is = await house.answered(number), time.time()
            answers = {
                hub: Answer(unpacked(data), time_is) for hub, data in found.items() if hub not in answers
            } | answers
    finally:
        await house.ask(number, b"")
    return answers
