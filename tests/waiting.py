"""Waiting for a condition, always with a time limit; a timeout names the condition."""

from __future__ import annotations

import asyncio
import contextlib
import linecache
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, Final

LIMIT: Final = 90.0
"""The time limit in seconds, for a slow and busy machine; the plugin stops a test after `timeout` seconds."""

PAUSE: Final = 0.005


@contextlib.asynccontextmanager
async def within(what: str | Callable[[], str], seconds: float = LIMIT) -> AsyncIterator[None]:
    """Raise AssertionError with the text of `what` if the body takes longer than this."""
    try:
        async with asyncio.timeout(seconds) as limit:
            yield
    except TimeoutError:
        if not limit.expired():
            raise
        told = what if isinstance(what, str) else what()
        raise AssertionError(f"not within {seconds:g} s: {told}") from None


async def until(reached: Callable[[], object | Awaitable[object]], seconds: float = LIMIT) -> None:
    """Wait until this is true; it is evaluated repeatedly. A timeout shows its line of code."""
    async with within(lambda: _line(reached), seconds):
        while not await _now(reached):
            await asyncio.sleep(PAUSE)


async def _now(reached: Callable[[], object | Awaitable[object]]) -> object:
    found = reached()
    return await found if isinstance(found, Awaitable) else found


def _line(reached: Any) -> str:
    """The first line of a function, and where it is."""
    code = reached.__code__
    line = linecache.getline(code.co_filename, code.co_firstlineno).strip()
    return f"{line} ({Path(code.co_filename).name}:{code.co_firstlineno})"
