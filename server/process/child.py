"""Supervised child processes: they are restarted when they end, and end with their parent.

This module doesn't know what the processes do.
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
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

log = logging.getLogger(__name__)

SHORT_LIFE = 5.0
"""Seconds; a process that ends sooner is restarted after growing pauses."""

MAX_LINE_BYTES: Final = 4096
"""Bytes of a line of output; a longer line is passed on in pieces."""

READ_BYTES: Final = 65_536

PR_SET_PDEATHSIG = 1

INHERITED: Final = frozenset(
    [
        *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "NO_COLOR", "TZ", "LANG", "LANGUAGE"),
        *("TMPDIR", "TEMP", "TMP", "XDG_RUNTIME_DIR", "VIRTUAL_ENV", "SYSTEMROOT"),
        *("SSL_CERT_FILE", "SSL_CERT_DIR"),
        *("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"),
    ]
)
"""Environment variables that every child process may have: they locate programs and files."""

INHERITED_KINDS: Final = ("LC_", "LD_", "DYLD_", "PYTHON", "MALLOC_")
"""Prefixes of further variables of this kind."""


def environment(
    needed: Iterable[str] = (), given: Mapping[str, str] = MappingProxyType({})
) -> dict[str, str]:
    """The environment of a new process: the common variables, the `needed` ones of ours, and those `given`.
    Keys and passwords in our environment are not passed on otherwise."""
    known = INHERITED.union(needed)
    ours = {k: v for k, v in os.environ.items() if k in known or k.startswith(INHERITED_KINDS)}
    return {**ours, **given}


@contextlib.contextmanager
def bare_environment() -> Iterator[None]:
    """Reduce our own environment in the same way, while processes start that inherit all of it
    (`multiprocessing`)."""
    ours = dict(os.environ)
    for name in ours.keys() - environment().keys():
        del os.environ[name]
    try:
        yield
    finally:
        os.environ.update(ours)


def tie_to(parent: int) -> Callable[[], None] | None:
    """A function for the new process to call first: the kernel then ends the process when its parent dies,
    for any reason."""
    if not sys.platform.startswith("linux"):
        return None
    prctl = ctypes.CDLL(None, use_errno=True).prctl

    def tie() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
        if os.getppid() != parent:  # it died before the call
            os._exit(1)

    return tie


class Child:
    """A child process. It has a session of its own: Ctrl-C reaches only the parent, which ends its children
    in the right order."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        *,
        given: Mapping[str, str] = MappingProxyType({}),
        needed: Iterable[str] = (),
        on_line: Callable[[str], None] | None = None,
        keep_open: Sequence[int] = (),
        private: bool = False,
        whole_group: bool = False,
    ) -> None:
        """`given` and `needed`: additions to its environment (`environment`). `on_line` gets every line of
        its output; without it, the output goes where ours goes. `keep_open`: file descriptors to inherit.
        `private`: files that it writes are readable by their owner only. `whole_group`: what it has started
        in its session is ended with it."""
        self.name = name
        self._command = list(command)
        self._environment = environment(needed, given)
        self._on_line = on_line
        self._keep_open = keep_open
        self._private = private
        self._whole_group = whole_group
        self._process: asyncio.subprocess.Process | None = None
        self._end: asyncio.Task[int] | None = None
        self._watch: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int:
        """The id of the process that runs now or ran last; 0 before the first start."""
        return self._process.pid if self._process else 0

    @property
    def running(self) -> bool:
        return self._end is not None and not self._end.done()

    async def start(self) -> None:
        """Start the process without supervision: the caller waits until it is ready, then calls `keep`."""
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
        """The function that the new process calls first."""
        tie = tie_to(parent)

        def first() -> None:
            if self._private:
                os.umask(0o077)
            if tie is not None:
                tie()

        return first

    async def _run(self, process: asyncio.subprocess.Process) -> int:
        """Pass on its lines until it ends. Returns the exit status, negative for a signal."""
        if process.stdout is not None and self._on_line is not None:
            async for line in lines(process.stdout):
                self._on_line(line.decode(errors="replace").rstrip())
        return await process.wait()

    async def ended(self) -> int:
        """Wait until it ends. Returns the exit status, negative for a signal."""
        assert self._end is not None, "not started"
        return await asyncio.shield(self._end)

    def keep(self) -> None:
        """From now on restart it whenever it ends."""
        self._watch = asyncio.create_task(self._again_and_again(), name=f"keep {self.name}")

    async def _again_and_again(self) -> None:
        pause = 0.05
        while True:
            started = time.monotonic()
            status = await self.ended()
            how = logging.WARNING if status else logging.INFO  # status 0 means that it was told to end
            log.log(how, "%s ended (%s) and is started again.", self.name, status_text(status))
            pause = 0.05 if time.monotonic() - started > SHORT_LIFE else min(5.0, pause * 2)
            await asyncio.sleep(pause)
            while not await self._started_again():
                await asyncio.sleep(pause := min(5.0, pause * 2))

    async def _started_again(self) -> bool:
        """False if the system has no process, memory or file descriptor left for it, which may change
        soon."""
        try:
            await self.start()
        except OSError as wrong:
            log.error("%s can't be started: %s. Retrying.", self.name, wrong.strerror or wrong)
            return False
        return True

    async def stop(self, patience: float = 8.0, politely: signal.Signals = signal.SIGTERM) -> None:
        """End the process: with the signal `politely` first, by force after `patience` seconds."""
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)
            self._watch = None
        if not self.running:
            return
        self._send(politely)
        try:
            await asyncio.wait_for(self.ended(), patience)
        except TimeoutError:
            log.warning("%s doesn't stop in time and is killed.", self.name)
            self._send(signal.SIGKILL)
            await self.ended()

    def _send(self, what: signal.Signals) -> None:
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            if self._whole_group:
                os.killpg(self._process.pid, what)
            else:
                self._process.send_signal(what)


async def lines(stream: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """The lines of a stream, each of at most MAX_LINE_BYTES; longer ones come in pieces."""
    rest = b""
    while data := await stream.read(READ_BYTES):
        *whole, rest = (rest + data).split(b"\n")
        for line in whole:
            for start in range(0, max(1, len(line)), MAX_LINE_BYTES):
                yield line[start : start + MAX_LINE_BYTES]
        while len(rest) >= MAX_LINE_BYTES:
            yield rest[:MAX_LINE_BYTES]
            rest = rest[MAX_LINE_BYTES:]
    if rest:
        yield rest


def status_text(status: int) -> str:
    """An exit status in words."""
    if status >= 0:
        return f"exit status {status}"
    try:
        return signal.Signals(-status).name
    except ValueError:
        return f"signal {-status}"
