"""Tasks that are never to end: whatever befalls them, they begin again, and the log says so."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

log = logging.getLogger("stammtisch.steady")

PAUSE: Final = 0.1
"""Seconds before something that has failed begins again."""


def steadily(name: str, work: Callable[[], Awaitable[None]]) -> asyncio.Task[None]:
    """A task that does something without end, until it is cancelled."""
    return asyncio.create_task(_again_and_again(name, work), name=name)


def repeatedly(name: str, seconds: float, work: Callable[[], Awaitable[None]]) -> asyncio.Task[None]:
    """A task that does something every so many seconds, until it is cancelled."""

    async def on_and_on() -> None:
        while True:
            await asyncio.sleep(seconds)
            await work()

    return steadily(name, on_and_on)


async def _again_and_again(name: str, work: Callable[[], Awaitable[None]]) -> None:
    failed = False
    while True:
        try:
            if failed:
                await asyncio.sleep(PAUSE)
            await work()
            log.error("%s has ended; it begins again", name)
        except Exception:
            log.exception("%s has failed; it begins again", name)
        failed = True


def watched(task: asyncio.Task[None]) -> None:
    """For a task's end: what it raised is logged."""
    if not task.cancelled() and (wrong := task.exception()) is not None:
        log.error("%s has failed", task.get_name(), exc_info=wrong)
