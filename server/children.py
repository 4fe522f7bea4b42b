"""Processes that belong to this one: started again when they end, and never left behind.

What the processes do is none of this module's business.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence

log = logging.getLogger(__name__)

SHORT_LIFE = 5.0
"""Seconds; a process that ends sooner is started again more and more slowly."""

PR_SET_PDEATHSIG = 1


def tie_to(parent: int) -> Callable[[], None] | None:
    """What a new process does first, so that the kernel ends it when its parent dies, however it dies."""
    if not sys.platform.startswith("linux"):
        return None
    prctl = ctypes.CDLL(None, use_errno=True).prctl

    def tie() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
        if os.getppid() != parent:  # it died in between
            os._exit(1)

    return tie


class Child:
    """A process of ours. It has a session of its own, so that Ctrl-C reaches only its parent, who then
    ends its children in the right order."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        *,
        environment: Mapping[str, str] | None = None,
        on_line: Callable[[str], None] | None = None,
        keep_open: Sequence[int] = (),
        private: bool = False,
    ) -> None:
        """`on_line` gets every line that it writes; without, they go where ours go. `keep_open`: file
        descriptors that it inherits. `private`: what it writes is for its owner alone."""
        self.name = name
        self._command = list(command)
        self._environment = environment
        self._on_line = on_line
        self._keep_open = keep_open
        self._private = private
        self._process: asyncio.subprocess.Process | None = None
        self._end: asyncio.Task[int] | None = None
        self._watch: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int:
        """Of the process that runs now, or ran last."""
        return self._process.pid if self._process else 0

    @property
    def running(self) -> bool:
        return self._end is not None and not self._end.done()

    async def start(self) -> None:
        """Start it, without restarting it yet: whoever starts it first waits until it is ready."""
        self._process = await asyncio.create_subprocess_exec(
            *self._command,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=None if self._on_line is None else subprocess.PIPE,
            stderr=None if self._on_line is None else subprocess.STDOUT,
            pass_fds=self._keep_open,
            preexec_fn=self._first(os.getpid()),
            start_new_session=True,
        )
        self._end = asyncio.create_task(self._run(self._process), name=self.name)

    def _first(self, parent: int) -> Callable[[], None]:
        """What the new process does first."""
        tie = tie_to(parent)

        def first() -> None:
            if self._private:
                os.umask(0o077)
            if tie is not None:
                tie()

        return first

    async def _run(self, process: asyncio.subprocess.Process) -> int:
        """Pass on its lines until it ends; the exit status, negative for a signal."""
        if process.stdout is not None and self._on_line is not None:
            async for line in process.stdout:
                self._on_line(line.decode(errors="replace").rstrip())
        return await process.wait()

    async def ended(self) -> int:
        """Wait for its end; the exit status, negative for a signal."""
        assert self._end is not None, "not started"
        return await asyncio.shield(self._end)

    def keep(self) -> None:
        """From now on start it again whenever it ends."""
        self._watch = asyncio.create_task(self._again_and_again(), name=f"keep {self.name}")

    async def _again_and_again(self) -> None:
        pause = 0.05
        while True:
            started = time.monotonic()
            status = await self.ended()
            how = logging.WARNING if status else logging.INFO  # of itself it ends only where it is told to
            log.log(how, "%s ended (%s) and is started again.", self.name, _status(status))
            pause = 0.05 if time.monotonic() - started > SHORT_LIFE else min(5.0, pause * 2)
            await asyncio.sleep(pause)
            while not await self._started_again():
                await asyncio.sleep(pause := min(5.0, pause * 2))

    async def _started_again(self) -> bool:
        """False where the system has no process, no memory or no file left for it: in a moment it may."""
        try:
            await self.start()
        except OSError as wrong:
            log.error("%s can't be started: %s. It is tried again.", self.name, wrong.strerror or wrong)
            return False
        return True

    async def stop(self, patience: float = 8.0, politely: signal.Signals = signal.SIGTERM) -> None:
        """End it: politely first."""
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)
            self._watch = None
        if not self.running:
            return
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(politely)
        try:
            await asyncio.wait_for(self.ended(), patience)
        except TimeoutError:
            log.warning("%s doesn't stop by itself and is killed.", self.name)
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self.ended()


def _status(status: int) -> str:
    if status >= 0:
        return f"exit status {status}"
    try:
        return signal.Signals(-status).name
    except ValueError:
        return f"signal {-status}"
