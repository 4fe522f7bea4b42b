"""Plays what somebody brings, a log or a position, in a process beside the hub, so that it can't harm what
that serves.

The process is started when a log comes, plays one after the other, and goes when none has come for a while.
What a log may take is for `sandboxed.py` to see to; a process that has died of it is replaced for the next.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from typing import Final

import msgspec

from server.table.log import BadLog

from .answers import TooMany
from .sandboxed import GOOD, LENGTH, MOMENT, REEL, TEXT, VERSION

log = logging.getLogger("stammtisch.sandbox")

PLAYED: Final = 5.0
"""Seconds of work in which a log must be played; one of our games takes less than one."""

MEMORY: Final = 512
"""Megabytes in which all must be done."""

LARGEST: Final = 32 << 20
"""Bytes of the largest reel; those of our games have a twentieth of that."""

LOST: Final = 60.0
"""Seconds after which an answer is waited for no longer: the machine has other things to do."""

IDLE: Final = 60.0
"""Seconds without a log after which the process goes."""

QUEUE: Final = 20
"""So many logs may wait at once."""


class NotPlayed(BadLog):
    """What the process says of something that it doesn't play, by language."""

    def __init__(self, sentences: Mapping[str, str]) -> None:
        super().__init__("")
        self.sentences = sentences

    def said(self, language: str) -> str:
        return self.sentences[language]


class Sandbox:
    """At most one process, and one log in it at a time."""

    def __init__(
        self, seconds: float = PLAYED, megabytes: int = MEMORY, idle: float = IDLE, queue: int = QUEUE
    ) -> None:
        self._command = (sys.executable, "-m", "server.hub.sandboxed", str(seconds), str(megabytes))
        self._idle = idle
        self._queue = queue
        self._waiting = 0
        self._one = asyncio.Lock()
        self._process: Process | None = None
        self._leaving: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int:
        """Of the process that is there; 0 where none is."""
        return self._process.pid if self._process and self._process.returncode is None else 0

    async def reel(self, data: bytes) -> bytes:
        """The reel of the game whose log this is; nothing of it is kept. Raises BadLog, TooMany."""
        return await self._answer(REEL + data)

    async def position(self, text: bytes) -> bytes:
        """The beginning, packed, that a text describes. Raises BadLog, TooMany."""
        return await self._answer(TEXT + text)

    async def moment(self, data: bytes, version: int) -> bytes:
        """The beginning, packed, that a log has at this version. Raises BadLog, TooMany."""
        return await self._answer(MOMENT + version.to_bytes(VERSION, "big") + data)

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
        """End the process, and with it what it plays."""
        self._stay()
        await self._end()

    async def _played(self, data: bytes) -> bytes:
        """Have the process play it, and end the process unless it has answered."""
        self._stay()
        status, answer = 0, b""
        try:
            async with asyncio.timeout(LOST):
                answer = await _asked(await self._ready(), data)
        except (asyncio.IncompleteReadError, OSError) as why:
            log.warning("the process that plays logs is ended: %s", why or type(why).__name__)
        finally:
            if answer:
                self._leaving = asyncio.create_task(self._leave(), name="sandbox")
            else:
                status = await self._end()
        if not answer:
            late = status == -signal.SIGPROF
            raise BadLog("late" if late else "limits")
        if answer[:1] != GOOD:
            raise NotPlayed(msgspec.msgpack.decode(answer[1:], type=dict[str, str]))
        return answer[1:]

    async def _ready(self) -> Process:
        """The process; where there is none, or it has died, one that is started now."""
        if self._process is not None and self.pid:
            return self._process
        self._process = await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, start_new_session=True
        )
        assert self._process.stdout is not None
        await _answer(self._process.stdout)
        return self._process

    async def _leave(self) -> None:
        """End the process once nobody has brought anything for a while."""
        await asyncio.sleep(self._idle)
        async with self._one:
            await self._end()

    def _stay(self) -> None:
        if self._leaving is not None:
            self._leaving.cancel()

    async def _end(self) -> int:
        """End the process, if there is one; its exit status, negative for a signal."""
        process, self._process = self._process, None
        if process is None:
            return 0
        if process.returncode is None:
            with contextlib.suppress(
                ProcessLookupError
            ):  # `Process.kill` would lose how it has ended by itself
                os.kill(process.pid, signal.SIGKILL)
        return await process.wait()


async def _asked(process: Process, data: bytes) -> bytes:
    """What the process makes of a log. Raises where it has ended."""
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(len(data).to_bytes(LENGTH, "big") + data)
    await process.stdin.drain()
    return await _answer(process.stdout)


async def _answer(out: asyncio.StreamReader) -> bytes:
    length = int.from_bytes(await out.readexactly(LENGTH), "big")
    if length > LARGEST:
        raise ConnectionError("an answer that is too large")
    return await out.readexactly(length)
