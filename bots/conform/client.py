"""The client under test."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Final, Protocol

from server.process.child import environment, tie_to

from .host import Host
from .table import TABLE

ENDING_S: Final = 5.0
"""Time limit for the client's end after the end of the game (seconds), unless a frame may take longer."""

MAX_STDERR_BYTES: Final = 1 << 16


class Client(Protocol):
    """A client that runs."""

    async def status(self) -> int | None:
        """Its exit status, once it has ended; None if it does not end in time."""

    async def last_words(self) -> str:
        """What it has said last, once it has ended."""


Running = Callable[[Host, str], contextlib.AbstractAsyncContextManager[Client]]
"""Runs a client that connects to this address, and tells the host when it has ended."""


class ClientProcess:
    """The client under test: a command that gets the address and the table as its last arguments, and as URL
    and TABLE in its environment."""

    def __init__(self, command: Sequence[str], url: str, ending_s: float) -> None:
        self._command, self._url, self._ending_s = command, url, ending_s
        self._process: Process | None = None
        self._stderr = b""

    @contextlib.asynccontextmanager
    async def running(self, host: Host) -> AsyncIterator[ClientProcess]:
        """Run the client; it is ended at the end, with all that it has started. Raises OSError."""
        self._process = await asyncio.create_subprocess_exec(
            *(*self._command, self._url, TABLE),
            env=environment(given={"URL": self._url, "TABLE": TABLE}),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=PIPE,
            start_new_session=True,
            preexec_fn=tie_to(os.getpid()),
        )
        watching = asyncio.create_task(self._watch(self._process, host))
        try:
            yield self
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            await watching

    async def _watch(self, process: Process, host: Host) -> None:
        assert process.stderr is not None
        while data := await process.stderr.read(4096):
            self._stderr = (self._stderr + data)[-MAX_STDERR_BYTES:]
        await host.ended(await process.wait())

    async def last_words(self) -> str:
        """The last line that it has written to its standard error, once it has ended."""
        await self.status()
        lines = self._stderr.decode(errors="replace").strip().splitlines()
        return lines[-1][:200] if lines else ""

    async def status(self) -> int | None:
        """Its exit status, once it has ended; None if it does not end in time."""
        assert self._process is not None
        with contextlib.suppress(TimeoutError):
            return await asyncio.wait_for(self._process.wait(), self._ending_s)
        return None


def by_command(command: Sequence[str], patience_s: float) -> Running:
    """Runs a client by its command. `patience_s`: how long a frame may take; its end may, too."""
    ending_s = max(ENDING_S, patience_s)
    return lambda host, url: ClientProcess(command, url, ending_s).running(host)
