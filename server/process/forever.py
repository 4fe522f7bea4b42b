"""Supervised tasks: a task that fails or ends is restarted and the failure logged. Repeated failures are
retried after growing pauses and logged rarely (`Backoff`)."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Hashable
from typing import Final, Generic, TypeVar

log = logging.getLogger("stammtisch.forever")

K = TypeVar("K", bound=Hashable)

RESTART_PAUSE_S, MAX_RESTART_PAUSE_S = 0.1, 5.0
"""Seconds before a failed task restarts: the first pause, and the longest."""

SELDOM_S: Final = 3600.0
"""Seconds after which a failure that lasts is logged again."""

MAX_KEYS: Final = 1000
"""Maximum number of failures that a `Backoff` remembers."""


class Backoff(Generic[K]):
    """Exponential back-off: when to retry what has failed. The pause doubles with each failure."""

    def __init__(self, soonest_s: float, latest_s: float) -> None:
        self._soonest, self._latest = soonest_s, latest_s
        self._pauses: dict[K, float] = {}
        self._due: dict[K, float] = {}
        self._told: dict[K, float] = {}

    def __len__(self) -> int:
        return len(self._pauses)

    def failed(self, key: K) -> bool:
        """Record a failure. True if it should be logged: for the first time, or after a long time."""
        if key not in self._pauses and len(self._pauses) >= MAX_KEYS:
            self.done(next(iter(self._pauses)))
        now = time.monotonic()
        pause = self._pauses[key] = min(self._latest, self._pauses.get(key, self._soonest / 2) * 2)
        self._due[key] = now + pause
        if now - self._told.get(key, -SELDOM_S) < SELDOM_S:
            return False
        self._told[key] = now
        return True

    def pause(self, key: K) -> float:
        """Seconds from a failure to the next retry; 0 without a failure."""
        return self._pauses.get(key, 0.0)

    def waits(self, key: K) -> bool:
        """Is it too early for the next retry?"""
        return key in self._due and self._due[key] > time.monotonic()

    def done(self, key: K) -> bool:
        """Record a success. True if it had failed before."""
        self._due.pop(key, None)
        self._told.pop(key, None)
        return self._pauses.pop(key, None) is not None


def steadily(name: str, work: Callable[[], Awaitable[None]]) -> asyncio.Task[None]:
    """A supervised task that runs `work` until it is cancelled."""
    return asyncio.create_task(_again_and_again(_Attempts(name), work), name=name)


def repeatedly(name: str, seconds: float, work: Callable[[], Awaitable[None]]) -> asyncio.Task[None]:
    """A supervised task that runs `work` after every `seconds` seconds until it is cancelled.

    A failure delays the next run. It is forgotten as soon as a run succeeds.
    """
    attempts = _Attempts(name)

    async def on_and_on() -> None:
        while True:
            await asyncio.sleep(seconds)
            await work()
            attempts.succeeded()

    return asyncio.create_task(_again_and_again(attempts, on_and_on), name=name)


class _Attempts:
    """What one task has failed with since it last succeeded."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._pauses = Backoff[str](RESTART_PAUSE_S, MAX_RESTART_PAUSE_S)
        self._said = Backoff[str](RESTART_PAUSE_S, MAX_RESTART_PAUSE_S)

    @property
    def pause(self) -> float:
        """Seconds to wait before the next attempt."""
        return self._pauses.pause(self.name)

    def failed(self, wrong: Exception | None = None) -> None:
        """Record that an attempt raised this, or ended."""
        if wrong is None:
            log.error("%s has ended; it begins again", self.name)
        elif self._said.failed(repr(wrong)):
            log.error("%s has failed; it begins again", self.name, exc_info=wrong)
        self._pauses.failed(self.name)

    def succeeded(self) -> None:
        """Start again with the shortest pause. What was logged is still not logged again soon."""
        self._pauses.done(self.name)


async def _again_and_again(attempts: _Attempts, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        since = time.monotonic()
        wrong = None
        try:
            await asyncio.sleep(attempts.pause)
            await work()
        except Exception as raised:
            wrong = raised
        if time.monotonic() - since > 2 * MAX_RESTART_PAUSE_S:  # it ran well for that long
            attempts.succeeded()
        attempts.failed(wrong)


def watched(task: asyncio.Task[None]) -> None:
    """A done callback for tasks: logs the exception."""
    if not task.cancelled() and (wrong := task.exception()) is not None:
        log.error("%s has failed", task.get_name(), exc_info=wrong)
