"""Worker processes for what may be untrusted or heavy: uploads, analyses, slow minds.

Each is limited by the kernel in memory and in CPU time for a request; its parent limits the time that it
waits. A process that exceeds a limit ends, its parent logs why in one line, and goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Iterator
from typing import Final

from .child import environment, status_text

MEMORY_LIMIT_MB: Final = 512
"""The address space of a process (megabytes). Ours take up to 150."""

OUT_OF_MEMORY: Final = 70
"""The exit status of a process that has used its memory."""

NICENESS: Final = 5
"""Such a process yields the CPU to those that serve clients."""

MAX_LINE_BYTES: Final = 1 << 20
"""Most bytes in a line from a process."""


async def start_worker(*command: str) -> Process:
    """Start `python` with these arguments, with pipes to its input and output. Raises OSError if the system
    can't."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *command,
        stdin=PIPE,
        stdout=PIPE,
        # One thread for each process: others would only take memory and the CPU of those that serve clients.
        env=environment(given={"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}),
        start_new_session=True,
        limit=MAX_LINE_BYTES,
    )


async def end_worker(process: Process) -> int:
    """Kill the process if it runs. Returns its exit status, negative for a signal."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):  # `Process.kill` would lose the exit status
            os.kill(process.pid, signal.SIGKILL)
    return await process.wait()


def why_ended(status: int) -> str:
    """Why a process has ended, for the log."""
    known = {-signal.SIGPROF: "it has used its CPU time", OUT_OF_MEMORY: "it has used its memory"}
    return known.get(status, status_text(status))


@contextlib.contextmanager
def confined(megabytes: int = MEMORY_LIMIT_MB, niceness: int = NICENESS) -> Iterator[None]:
    """Limit this process, whose work is in the body."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
    os.nice(niceness)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(ValueError, OSError):  # not every system supports this limit
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
    try:
        with contextlib.suppress(BrokenPipeError):
            yield
    except MemoryError:
        os._exit(OUT_OF_MEMORY)


@contextlib.contextmanager
def cpu_limit(seconds: float) -> Iterator[None]:
    """End this process if the body takes more CPU time."""
    signal.setitimer(signal.ITIMER_PROF, seconds)  # SIGPROF ends the process in any state
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
