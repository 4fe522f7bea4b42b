"""Group commit: all that waits to be written goes to Redis in one round trip.

A write is sent again until it is answered, so whatever is written here must be fit to be carried out
twice; only writes marked `once` are given up instead.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from redis import exceptions as errors

from .redis_io import Command, Link, Script, StoreAway, is_away, words

log = logging.getLogger(__name__)

BATCH = 256
"""Commands of one round trip at most."""


class _Waiting:
    """A write on its way: its command and who waits for the reply."""

    __slots__ = ("command", "once", "reply", "script")

    def __init__(self, command: Command, script: Script | None, once: bool) -> None:
        self.command = command
        self.script = script
        self.once = once
        self.reply: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def settle(self, reply: Any) -> None:
        if self.reply.done():  # nobody waits any more
            return
        if isinstance(reply, BaseException):
            self.reply.set_exception(reply)
        else:
            self.reply.set_result(reply)


class Writer:
    """Group commit: while one batch is on its way, the next one gathers."""

    def __init__(self, link: Link, on_health: Callable[[bool], None]) -> None:
        self.healthy = True
        self._link = link
        self._on_health = on_health
        self._queue: deque[_Waiting] = deque()
        self._sent: list[_Waiting] = []
        self._filled = asyncio.Event()
        self._closed = False
        self._task = asyncio.create_task(self._run(), name="store writer")

    def write(self, *command: Any, once: bool = False) -> asyncio.Future[Any]:
        """Put a write into the next batch; the future is its reply.

        Giving up the wait doesn't take the write back. `once`: with an unreachable Redis the future
        fails with StoreAway, and the write may have happened or not.
        """
        return self._put(_Waiting(command, None, once))

    def call(
        self, script: Script, keys: Sequence[str], *args: Any, once: bool = False
    ) -> asyncio.Future[Any]:
        """Like `write`, for a script."""
        return self._put(_Waiting(script.call(keys, *args), script, once))

    def _put(self, waiting: _Waiting) -> asyncio.Future[Any]:
        if self._closed:
            waiting.settle(StoreAway("the store is closed"))
        else:
            self._queue.append(waiting)
            self._filled.set()
        return waiting.reply

    async def _run(self) -> None:
        pause = 0.02
        while True:
            await self._filled.wait()
            self._sent = [self._queue.popleft() for _ in range(min(BATCH, len(self._queue)))]
            again, why = await self._send(self._sent)
            self._queue.extendleft(reversed(again))
            self._sent = []
            if not self._queue:
                self._filled.clear()
            self._tell(not why, why)
            if why:
                await asyncio.sleep(pause * (0.5 + random.random()))
                pause = min(1.0, pause * 2)
            else:
                pause = 0.02

    async def _send(self, batch: list[_Waiting]) -> tuple[list[_Waiting], str]:
        """What has to be sent again, and why a pause is due before that."""
        try:
            replies = await self._link.send([waiting.command for waiting in batch])
        except StoreAway as away:
            replies = [away] * len(batch)
        except Exception as fault:  # ours: those who wait are told, the next batch goes on
            log.exception("A batch of writes could not be sent")
            replies = [fault] * len(batch)
        again, why = [], ""
        for waiting, reply in zip(batch, replies, strict=True):
            if isinstance(reply, errors.NoScriptError) and waiting.script:
                waiting.command = ("EVAL", waiting.script.text, *waiting.command[2:])
                again.append(waiting)
            elif isinstance(reply, StoreAway) or (isinstance(reply, Exception) and is_away(reply)):
                why = words(reply)
                if waiting.once:
                    waiting.settle(StoreAway(why))
                else:
                    again.append(waiting)
            else:
                waiting.settle(reply)
        return again, why

    def _tell(self, healthy: bool, why: str) -> None:
        if healthy == self.healthy:
            return
        self.healthy = healthy
        if healthy:
            log.warning("Redis answers again.")
        else:
            log.warning("Redis can't be written to; what is to be stored waits: %s", why)
        try:
            self._on_health(healthy)
        except Exception:
            log.exception("The news of the store's health could not be taken in")

    async def close(self, patience: float = 2.0) -> None:
        """Wait a little for what is still on its way; then fail it with StoreAway."""
        self._closed = True
        replies = [waiting.reply for waiting in (*self._sent, *self._queue)]
        if self.healthy and replies:
            await asyncio.wait(replies, timeout=patience)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        for left in (*self._sent, *self._queue):
            left.settle(StoreAway("the store is closed"))
        await self._link.close()
