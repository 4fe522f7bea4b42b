"""Group commit: all queued commands go to Redis in one round trip.

Commands are sent again until they are answered, or as often as allowed. So every command that may be sent
more than once must be idempotent. An error is no reply, whatever it says: the outcome is unknown, and no
client is told anything because of it. A refusal by a script is a reply. A command that Redis refuses because
its key has the wrong type doesn't block the others (`quarantine.py`).
"""

from __future__ import annotations

import asyncio
import logging
import math
import random
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from redis import exceptions as errors

from server.metrics import METRICS
from server.process.forever import steadily

from .clients import StoreAway, words
from .keys import HUBS
from .links import Command, Link, Script, end
from .quarantine import Quarantine, WrongType, is_other_kind

log = logging.getLogger(__name__)

MAX_BATCH_COMMANDS = 256
"""The largest number of commands in a round trip."""

MIN_RETRY_PAUSE_S, MAX_RETRY_PAUSE_S = 0.02, 0.5
"""The average pause between two tries (seconds); it doubles from one to the next."""


class _Waiting:
    """A queued command, how often it may still be sent, and the future for its reply."""

    __slots__ = ("command", "reply", "script", "tries")

    def __init__(self, command: Command, script: Script | None, tries: float) -> None:
        self.command = command
        self.script = script
        self.tries = tries
        self.reply: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def settle(self, reply: Any) -> None:
        if self.reply.done():  # the caller has given up waiting
            return
        if isinstance(reply, StoreAway):
            self.reply.set_exception(reply)
            self.reply.exception()  # marks it as retrieved: asyncio would log it if no caller waits
        else:
            self.reply.set_result(reply)


class Pipeline:
    """While one batch of commands is in flight, the next one gathers."""

    def __init__(
        self, link: Link, tries: float = math.inf, on_health: Callable[[bool, str], None] | None = None
    ) -> None:
        """`tries`: how often a command is sent at most, unless the call says otherwise.

        `on_health(healthy, why)` is called when batches begin to fail, and when they succeed again.
        """
        self.healthy = True
        self._link = link
        self._tries = tries
        self._on_health = on_health
        self._queue: deque[_Waiting] = deque()
        self._sent: list[_Waiting] = []
        self._aside = Quarantine(self._enqueue)
        self._filled = asyncio.Event()
        self._closed = self._doubted = False
        self._since = math.inf
        """When the batch in flight was sent."""
        self._task = steadily("store pipeline", self._run)

    @property
    def waiting(self) -> int:
        """The number of commands without a reply."""
        return len(self._queue) + len(self._sent) + len(self._aside)

    def late(self, seconds: float) -> bool:
        """Do batches fail, or has one been in flight for this long?"""
        return not self.healthy or time.monotonic() - self._since > seconds

    def doubt(self) -> None:
        """Reconnect before the next batch: the server connected now may have been replaced without knowing
        it."""
        self._doubted = True

    def send(self, *command: Any, tries: float | None = None) -> asyncio.Future[Any]:
        """Put a command into the next batch; the future is its reply.

        Cancelling the wait doesn't withdraw the command. After the last try the future fails with StoreAway,
        and the outcome of the command is unknown.
        """
        return self._put(_Waiting(command, None, tries or self._tries))

    def call(
        self, script: Script, keys: Sequence[str], *args: Any, tries: float | None = None
    ) -> asyncio.Future[Any]:
        """Like `send`, for a script."""
        return self._put(_Waiting(script.call(keys, *args), script, tries or self._tries))

    def _put(self, waiting: _Waiting) -> asyncio.Future[Any]:
        if self._closed:
            waiting.settle(StoreAway("the store is closed"))
        else:
            self._enqueue(waiting)
        return waiting.reply

    def _enqueue(self, waiting: _Waiting) -> None:
        self._queue.append(waiting)
        self._filled.set()

    async def _run(self) -> None:
        # Commands in flight when this task was interrupted come first: their outcome is unknown.
        self._queue.extendleft(waiting for waiting in reversed(self._sent) if not waiting.reply.done())
        self._sent, self._since = [], math.inf
        if self._queue:
            self._filled.set()
        pause = MIN_RETRY_PAUSE_S
        while True:
            await self._filled.wait()
            if self._doubted:
                self._doubted = False
                await self._link.close()
            self._sent = [self._queue.popleft() for _ in range(min(MAX_BATCH_COMMANDS, len(self._queue)))]
            self._since = time.monotonic()
            again, why = await self._send(self._sent)
            self._since = math.inf
            self._queue.extendleft(reversed(again))
            self._sent = []
            if not self._queue:
                self._filled.clear()
            self._tell(not why, why)
            if why:
                await asyncio.sleep(pause * (0.5 + random.random()))
                pause = min(MAX_RETRY_PAUSE_S, pause * 2)
            else:
                pause = MIN_RETRY_PAUSE_S

    async def _send(self, batch: list[_Waiting]) -> tuple[list[_Waiting], str]:
        """The commands that must be sent again, and the error that requires a pause before that."""
        since = time.perf_counter()
        try:
            replies = await self._link.send([waiting.command for waiting in batch])
            METRICS.redis_seconds.observe(time.perf_counter() - since)
        except Exception as away:
            replies = [away] * len(batch)
        again, why = [], ""
        others_go = any(map(is_other_kind, replies)) and await self._others_go(replies)
        for waiting, reply in zip(batch, replies, strict=True):
            if isinstance(reply, errors.NoScriptError) and waiting.script:
                waiting.command = ("EVAL", waiting.script.text, *waiting.command[2:])
                waiting.script = None
                again.append(waiting)
            elif others_go and is_other_kind(reply):
                self._refused(waiting, words(reply))
            elif isinstance(reply, BaseException):
                why = words(reply)
                waiting.tries -= 1
                if waiting.tries > 0:
                    again.append(waiting)
                else:
                    waiting.settle(StoreAway(why))
            else:
                self._aside.done(waiting.command)
                waiting.settle(reply)
        return again, why

    async def _others_go(self, replies: Sequence[Any]) -> bool:
        """Are keys of the wrong type the only problem? Then Redis carries out all other commands."""
        if any(not isinstance(reply, BaseException) for reply in replies):
            return True
        try:
            (reply,) = await self._link.send([("EXISTS", HUBS)])
        except Exception:
            return False
        return not isinstance(reply, BaseException)

    def _refused(self, waiting: _Waiting, why: str) -> None:
        """Handle a command that was refused because its key has the wrong type."""
        self._aside.refused(waiting.command, why)
        if math.isinf(waiting.tries):
            self._aside.put(waiting, waiting.command)
        else:
            waiting.settle(WrongType(why))

    def _tell(self, healthy: bool, why: str) -> None:
        if healthy == self.healthy:
            return
        self.healthy = healthy
        if self._on_health is None:
            return
        try:
            self._on_health(healthy, why)
        except Exception:
            log.exception("The callback for the store's health has failed")

    async def close(self, patience: float = 2.0) -> None:
        """Wait a little for commands in flight, then fail the rest with StoreAway."""
        self._closed = True
        replies = [waiting.reply for waiting in (*self._sent, *self._queue)]
        if self.healthy and replies:
            await asyncio.wait(replies, timeout=patience)
        await end(self._task)
        for left in (*self._sent, *self._queue, *self._aside.take_all()):
            left.settle(StoreAway("the store is closed"))
        await self._link.close()
