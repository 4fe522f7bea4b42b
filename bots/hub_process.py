"""A server under measurement: a child process with an embedded Redis, or a running one by its `/metrics`.

The measuring process uses only the addresses and the pid. A server started here ends with its parent process.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import SystemRandom
from typing import Any, Final, NamedTuple

from server.process.child import environment, tie_to

START_TIMEOUT_S: Final = 90.0
"""Timeout for the start of a server (seconds); small and busy machines are slow."""

PORTS: Final = range(10_000, 32_000)
"""Ports below the system's ephemeral range."""

PORT_SHARES: Final = 8
"""Each process searches one share of the ports, by its pid, so that two concurrent processes rarely pick the
same port."""

GIVEN: Final = deque[int](maxlen=1000)
"""The ports returned last in this process."""


class HubCannotStart(Exception):
    """The measured server doesn't serve; the message is its output."""


def machine_busy_s() -> float | None:
    """CPU seconds of all processes since boot; None if /proc/stat can't be read."""
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
    """The file with the server's output; it is deleted when the server ends."""


SETTING = re.compile("STAMMTISCH_(?!LOAD_SECRET)").match
"""Of the names of variables: those that set a hub, and no other program."""


@contextlib.contextmanager
def own_server(
    settings: Mapping[str, str] = {},
    cores: bool = True,
    folder: Path | None = None,
    modules: Sequence[str] = ("server",),
) -> Iterator[OwnServer]:
    """Start `python -m server serve` with an embedded Redis in a temporary folder, removed at the end.
    `folder`: the checkout whose server runs, by default the one that Python finds. `modules`: the module that
    runs, with the words before `serve`.

    With two or more cores and `cores` set, the hub gets the first core exclusively. On Linux the server also
    ends when the thread that started it ends for any reason. Raises HubCannotStart.
    """
    port, metrics = free_port(), free_port()
    with tempfile.TemporaryDirectory(prefix="stammtisch-") as data:
        given = {
            "HOST": "127.0.0.1",
            "PORT": str(port),
            "METRICS": f"127.0.0.1:{metrics}",
            "DATA": data,
            "LOG_LEVEL": "warning",
            **settings,
        }
        said = Path(data) / "server.txt"
        with said.open("wb") as out:
            process = subprocess.Popen(
                [sys.executable, "-m", *modules, "serve"],
                cwd=folder,
                env=environment(filter(SETTING, os.environ), given),
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
    """Wait until the server is healthy. Raises HubCannotStart."""
    limit = time.monotonic() + START_TIMEOUT_S
    while time.monotonic() < limit and process.poll() is None:
        with (
            contextlib.suppress(OSError),
            opened(f"http://127.0.0.1:{port}/healthz", 2),
        ):
            return
        time.sleep(0.1)
    raise HubCannotStart(said.read_text(errors="replace").strip() or "the server doesn't serve")


def opened(address: str, timeout: float) -> Any:
    """The response of a server over HTTP. A proxy of this machine is asked for https alone, as for websockets
    (`client/client.py`): a server without TLS is near, where no proxy leads. Raises OSError."""
    handlers = [] if address.startswith("https:") else [urllib.request.ProxyHandler({})]
    return urllib.request.build_opener(*handlers).open(address, timeout=timeout)


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Stop the server with SIGINT; after 15 seconds kill its process group."""
    process.send_signal(signal.SIGINT)
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def free_port() -> int:
    """A free port, each time another one, since an earlier one may not be bound yet.

    A port chosen by the system is in the ephemeral range: a client could take it before the server binds it.
    """
    chance, ours = SystemRandom(), PORTS[os.getpid() % PORT_SHARES :: PORT_SHARES]
    while True:
        port = chance.choice(ours)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            if port not in GIVEN:
                GIVEN.append(port)
                return port


def pin_tree(pid: int) -> None:
    """Pin a process to the first core and its children to the other cores. Linux only."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    if len(cores) < 2:
        return
    for task in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # the task may end meanwhile
            os.sched_setaffinity(int(task.name), {cores[0]})
            for child in (task / "children").read_text().split():
                os.sched_setaffinity(int(child), set(cores[1:]))


def keep_off_first_core() -> None:
    """Leave the first core to the hub."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    if len(cores) >= 2:
        os.sched_setaffinity(0, set(cores[1:]))
