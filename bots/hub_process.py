"""A hub to measure: one that is started here with a private Redis, or somebody else's by its `/metrics`.

Reached as a process and by its addresses alone. One that was started here ends with whoever started it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import SystemRandom
from typing import Final, NamedTuple

from server.children import tie_to

START: Final = 90.0
"""Seconds in which a server must serve: on a small machine that does much else it takes its time."""

PORTS: Final = range(10_000, 32_000)
"""Below those that the system gives to clients."""

SHARES: Final = 8
"""Processes look for free ports among those of one share, by their numbers, so that two at a time hardly ever
find the same one."""

GIVEN: Final = deque[int](maxlen=1000)
"""The last ports that were given to somebody in this process."""


class CannotStart(Exception):
    """The server that was to be measured doesn't serve; the message is what it said."""


def machine_busy_s() -> float | None:
    """CPU seconds of all processes since this machine started; None where that isn't told."""
    try:
        user, nice, system, _, _, irq, soft, steal = map(int, Path("/proc/stat").read_text().split()[1:9])
    except (OSError, ValueError):
        return None
    return (user + nice + system + irq + soft + steal) / os.sysconf("SC_CLK_TCK")


class OwnServer(NamedTuple):
    """A server that runs as a child of this process."""

    url: str
    metrics: str
    pid: int
    said: Path
    """What it says goes here; the file lives as long as the server."""


@contextlib.contextmanager
def own_server(
    settings: Mapping[str, str] = {}, cores: bool = True, python: str = sys.executable
) -> Iterator[OwnServer]:
    """Start `python -m server serve` with a private Redis in a folder that is removed at the end.

    On two cores or more the hub gets the first for itself, if `cores`. On Linux it also ends when the thread
    ends that has started it, however that comes. Raises CannotStart.
    """
    port, metrics = free_port(), free_port()
    with tempfile.TemporaryDirectory(prefix="stammtisch-") as folder:
        environment = {
            **os.environ,
            "HOST": "127.0.0.1",
            "PORT": str(port),
            "METRICS": f"127.0.0.1:{metrics}",
            "DATA": folder,
            "LOG_LEVEL": "warning",
            **settings,
        }
        said = Path(folder) / "server.txt"
        with said.open("wb") as out:
            process = subprocess.Popen(
                [python, "-m", "server", "serve"],
                env=environment,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=tie_to(os.getpid()),
            )
        try:
            _wait(process, port, said)
            if cores:
                pin_tree(process.pid)
            addresses = f"ws://127.0.0.1:{port}/ws", f"http://127.0.0.1:{metrics}/metrics"
            yield OwnServer(*addresses, process.pid, said)
        finally:
            _stop(process)


def _wait(process: subprocess.Popen[bytes], port: int, said: Path) -> None:
    """Until it is healthy."""
    limit = time.monotonic() + START
    while time.monotonic() < limit and process.poll() is None:
        with (
            contextlib.suppress(OSError),
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2),
        ):
            return
        time.sleep(0.1)
    raise CannotStart(said.read_text(errors="replace").strip() or "the server doesn't serve")


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End it in an orderly way; if it can't, with everything that it started."""
    process.send_signal(signal.SIGINT)
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def free_port() -> int:
    """A port that nobody listens on just now; another one every time, since nobody need listen on the one
    before yet.

    One of the system's own choice could be a client's again before the server has it.
    """
    chance, ours = SystemRandom(), PORTS[os.getpid() % SHARES :: SHARES]
    while True:
        port = chance.choice(ours)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            if port not in GIVEN:
                GIVEN.append(port)
                return port


def pin_tree(pid: int) -> None:
    """Give a process the first core for itself, and what it has started the others. Linux only."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    if len(cores) < 2:
        return
    for task in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it may end while it is looked at
            os.sched_setaffinity(int(task.name), {cores[0]})
            for child in (task / "children").read_text().split():
                os.sched_setaffinity(int(child), set(cores[1:]))


def keep_off_first_core() -> None:
    """Leave the first core to the hub."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    if len(cores) >= 2:
        os.sched_setaffinity(0, set(cores[1:]))
