"""Waiting for what happens by itself: never for ever, and whoever waited in vain says for what."""

from __future__ import annotations

import asyncio
import contextlib
import linecache
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, Final

LIMIT: Final = 90.0
"""Seconds that anything may take on a slow and busy machine; a test is stopped after `timeout` seconds."""

PAUSE: Final = 0.005


@contextlib.asynccontextmanager
async def within(what: str | Callable[[], str], seconds: float = LIMIT) -> AsyncIterator[None]:
    """Raise AssertionError that says `what` was waited for, where the body takes longer than this."""
    try:
        async with asyncio.timeout(seconds) as limit:
            yield
    except TimeoutError:
        if not limit.expired():
            raise
        told = what if isinstance(what, str) else what()
        raise AssertionError(f"not within {seconds:g} s: {told}") from None


async def until(reached: Callable[[], object | Awaitable[object]], seconds: float = LIMIT) -> None:
    """Wait until this is true, asking again and again. Its line of code tells what was waited for."""
    async with within(lambda: _line(reached), seconds):
        while not await _now(reached):
            await asyncio.sleep(PAUSE)


async def _now(reached: Callable[[], object | Awaitable[object]]) -> object:
    found = reached()
    return await found if isinstance(found, Awaitable) else found


def _line(reached: Any) -> str:
    """Where a function begins, and what stands there."""
    code = reached.__code__
    line = linecache.getline(code.co_filename, code.co_firstlineno).strip()
    return f"{line} ({Path(code.co_filename).name}:{code.co_firstlineno})"
