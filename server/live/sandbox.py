"""Plays uploaded logs and positions in a separate process, so that none can harm the hub; and, in one of its
own, whole logs of tables that show hands.

The process starts on the first request, plays one upload at a time, and exits after an idle period.
Its resources are limited (`process/confined.py`); a process that exceeds a limit dies and is replaced.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from asyncio.subprocess import Process
from collections.abc import Mapping
from typing import Final

import msgspec

from server.http.responses import TooMany
from server.process.confined import MEMORY_LIMIT_MB, end_worker, start_worker, why_ended
from server.table.log import BadLog

from .sandbox_worker import GOOD, LATE_HANDS, LENGTH_BYTES, MOMENT, OUTCOME, REEL, TEXT, VERSION_BYTES

log = logging.getLogger("stammtisch.sandbox")

CPU_LIMIT_S: Final = 5.0
"""CPU seconds in which a log must be played; a game of ours takes less than one."""

MAX_REPLAY_BYTES: Final = 32 << 20
"""The size of the largest reel (bytes); ours have a twentieth of it."""

ANSWER_TIMEOUT_S: Final = 60.0
"""Seconds to wait for an answer; more than the CPU limit, since the machine may be busy."""

IDLE_TIMEOUT_S: Final = 60.0
"""Seconds without a request after which the process exits."""

MAX_QUEUED_LOGS: Final = 20
"""The largest number of queued logs."""


class NotPlayed(BadLog):
    """An upload that the process refuses to play, with the reason in each language."""

    def __init__(self, sentences: Mapping[str, str]) -> None:
        super().__init__("")
        self.sentences = sentences

    def said(self, language: str) -> str:
        return self.sentences[language]


class Sandbox:
    """At most one process, which plays one log at a time."""

    def __init__(
        self,
        seconds: float = CPU_LIMIT_S,
        megabytes: int = MEMORY_LIMIT_MB,
        idle: float = IDLE_TIMEOUT_S,
        queue: int = MAX_QUEUED_LOGS,
    ) -> None:
        self._command = ("-m", "server.live.sandbox_worker", str(seconds), str(megabytes))
        self._idle = idle
        self._queue = queue
        self._waiting = 0
        self._one = asyncio.Lock()
        self._process: Process | None = None
        self._leaving: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int:
        """The process id; 0 if no process runs."""
        return self._process.pid if self._process and self._process.returncode is None else 0

    async def reel(self, data: bytes) -> bytes:
        """The reel of the game in this log, which is not stored. Raises BadLog, TooMany."""
        return await self._answer(REEL + data)

    async def outcome(self, data: bytes) -> bytes:
        """The result of the game in this log, as a book stores it. Raises BadLog, TooMany."""
        return await self._answer(OUTCOME + data)

    async def position(self, text: bytes) -> bytes:
        """The packed beginning that a text describes. Raises BadLog, TooMany."""
        return await self._answer(TEXT + text)

    async def moment(self, data: bytes, version: int) -> bytes:
        """The packed beginning at this version of a log. Raises BadLog, TooMany."""
        return await self._answer(MOMENT + version.to_bytes(VERSION_BYTES, "big") + data)

    async def late_hands(self, data: bytes) -> bytes:
        """What the table with this log may show of its hands, as `server/table/late_hands.py` packs it.
        Raises BadLog, TooMany."""
        return await self._answer(LATE_HANDS + data)

    async def _answer(self, data: bytes) -> bytes:
        if self._waiting >= self._queue:
            raise TooMany
        self._waiting += 1
        try:
            async with self._one:
                return await self._played(data)
        finally:
            self._waiting -= 1

    async def close(self) -> None:
        """End the process, even while it plays."""
        self._stay()
        await self._end()

    async def _played(self, data: bytes) -> bytes:
        """Send the request to the process, and end the process unless it answers."""
        self._stay()
        status, answer, silent = 0, b"", False
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT_S):
                answer = await _asked(await self._ready(), data)
        except (asyncio.IncompleteReadError, OSError) as why:
            silent = isinstance(why, TimeoutError)
        finally:
            if answer:
                self._leaving = asyncio.create_task(self._leave(), name="sandbox")
            else:
                status = await self._end()
        if not answer:
            how = "it does not answer" if silent else why_ended(status)
            log.warning("the process that plays uploads is ended: %s", how)
            late = status == -signal.SIGPROF
            raise BadLog("late" if late else "limits")
        if answer[:1] != GOOD:
            raise NotPlayed(msgspec.msgpack.decode(answer[1:], type=dict[str, str]))
        return answer[1:]

    async def _ready(self) -> Process:
        """The running process; starts one if there is none or if it has died."""
        if self._process is not None and self.pid:
            return self._process
        self._process = await start_worker(*self._command)
        assert self._process.stdout is not None
        await _answer(self._process.stdout)
        return self._process

    async def _leave(self) -> None:
        """End the process after an idle period."""
        await asyncio.sleep(self._idle)
        async with self._one:
            await self._end()

    def _stay(self) -> None:
        if self._leaving is not None:
            self._leaving.cancel()

    async def _end(self) -> int:
        """End the process, if there is one; returns its exit status, negative for a signal."""
        process, self._process = self._process, None
        return 0 if process is None else await end_worker(process)


async def _asked(process: Process, data: bytes) -> bytes:
    """The process's answer to a request. Raises if the process has ended."""
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(len(data).to_bytes(LENGTH_BYTES, "big") + data)
    await process.stdin.drain()
    return await _answer(process.stdout)


async def _answer(out: asyncio.StreamReader) -> bytes:
    length = int.from_bytes(await out.readexactly(LENGTH_BYTES), "big")
    if length > MAX_REPLAY_BYTES:
        raise ConnectionError("an answer that is too large")
    return await out.readexactly(length)
