"""`python -m bots load agent`: generates a share of the load of a coordinator on another machine."""

from __future__ import annotations

import argparse
import os
import signal
import socket
import sys
import tempfile
import time
from collections import Counter
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, Final

from server.process.file_limits import open_more_files

from ..play.recorder import RunTally
from .channel import (
    MIN_SECRET_CHARS,
    Alive,
    Begin,
    Channel,
    Clock,
    Done,
    Left,
    Order,
    Ready,
    Stop,
    Ticked,
    Verified,
    Verify,
    hello,
)
from .channel import Failed as Failure
from .plans import check_files
from .processes import Failed, Processes, received

SECRET: Final = "STAMMTISCH_LOAD_SECRET"
"""The variable with the secret; other users of a machine can read arguments, but not the environment."""

ALIVE_INTERVAL_S: Final = 1.0
"""Seconds between two signs of life."""

MAX_PROCESSES: Final = 64
"""Generator processes of one agent."""

EPILOG = f"""\
A run with --agents waits for as many agents, and prints the line that starts one: on any machine that reaches
the coordinator and the server. The secret is in {SECRET}; who knows it can let this machine load any
server. An agent serves one run and ends with it. Messages are proved, but not encrypted.

Exit status: 0 the run is over; 2 the coordinator wasn't reached, refused this agent, or is gone.

  {SECRET}=... python -m bots load agent loader.example:7700
"""


def add(commands: Any) -> None:
    """Add the command to the parser of `python -m bots load`."""
    it = commands.add_parser(
        "agent",
        help="generate a share of the load of another machine's run",
        description="Generate a share of the load of another machine's run.",
        epilog=EPILOG,
    )
    it.add_argument("coordinator", type=endpoint, metavar="HOST:PORT", help="as the coordinator prints it")
    it.set_defaults(run=run)


def endpoint(text: str) -> tuple[str, int]:
    """Host and port. Raises ArgumentTypeError."""
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise argparse.ArgumentTypeError(f"{text!r} is not HOST:PORT")
    return host.strip("[]"), int(port)


def secret_of_environment() -> str:
    """The secret. Raises ValueError if there is none, or one that could be guessed."""
    secret = os.environ.get(SECRET, "")
    if len(secret) < MIN_SECRET_CHARS:
        raise ValueError(f"{SECRET} must have at least {MIN_SECRET_CHARS} characters")
    return secret


def run(chosen: argparse.Namespace) -> int:
    """Serve one run; returns the exit status described in `EPILOG`."""
    host, port = chosen.coordinator
    try:
        secret = secret_of_environment()
        channel = Channel(socket.create_connection((host, port), timeout=10), secret, "agent")
        channel.send(hello())
        print(f"load agent: connected to {host}:{port}", flush=True)
        with tempfile.TemporaryDirectory(prefix="stammtisch-load-") as folder:
            Agent(channel, Path(folder)).serve()
    except (OSError, ValueError) as wrong:
        print(f"load agent: {wrong}", file=sys.stderr)
        return 2
    return 0


class Agent:
    """One run of an agent."""

    def __init__(self, channel: Channel, folder: Path) -> None:
        self._channel, self._folder = channel, folder
        self._processes: Processes | None = None
        self._ready = 0
        self._tallies: dict[Any, RunTally] = {}
        self._over = False

    def serve(self) -> None:
        """Obey until the run is over. Raises OSError when the coordinator is gone or sends nonsense."""
        signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))
        told = time.monotonic()
        try:
            while not self._over:
                left = [pipe for pipe in self._pipes() if pipe not in self._tallies]
                for one in wait([self._channel.fileno(), *left], timeout=ALIVE_INTERVAL_S):
                    if isinstance(one, int):
                        self._obey(self._channel.receive())
                    else:
                        self._hear(one)
                if time.monotonic() - told >= ALIVE_INTERVAL_S:
                    told = time.monotonic()
                    self._channel.send(Alive())
        except Failed as wrong:
            self._channel.send(Failure(str(wrong)))
        finally:
            if self._processes is not None:
                self._processes.end()
            self._channel.close()

    def _pipes(self) -> list[Any]:
        return list(self._processes.pipes) if self._processes is not None else []

    def _obey(self, order: Any) -> None:
        match order:
            case Clock(number):
                self._channel.send(Clock(number, time.monotonic()))
            case Order(plan, first, count) if self._processes is None:
                if not 0 < count <= MAX_PROCESSES:
                    raise Failed(f"an agent has 1 to {MAX_PROCESSES} processes, not {count}")
                try:
                    check_files(plan, open_more_files())
                except ValueError as wrong:
                    raise Failed(str(wrong)) from wrong
                self._processes = Processes(plan, self._folder, pin=False)
                self._processes.start(first, count)
            case Begin(at):
                for pipe in self._pipes():
                    pipe.send(("begin", at))
            case Stop():
                for pipe in self._pipes():
                    if pipe not in self._tallies:
                        pipe.send(("stop", None))
            case Verify() if self._processes is not None:
                self._verify(self._processes)
            case _:
                raise Failed(f"an agent can't obey {type(order).__name__} now")

    def _hear(self, pipe: Any) -> None:
        kind, content = received(pipe)
        if kind == "failed":
            raise Failed(content)
        if kind == "tick":
            self._channel.send(Ticked(content))
        elif kind == "ready":
            self._ready += 1
            if self._ready == len(self._pipes()):
                self._channel.send(Ready())
        elif kind == "done":
            self._tallies[pipe] = content
            if len(self._tallies) == len(self._pipes()):
                self._channel.send(Done([self._tallies[pipe] for pipe in self._pipes()]))

    def _verify(self, processes: Processes) -> None:
        found, left = processes.verify(lambda left: self._channel.send(Left(left)))
        if found is None:
            self._channel.send(Verified(0, 0, {}, [], 0, 0))
        else:
            faults = dict(Counter(found.faults))
            self._channel.send(
                Verified(found.games, found.documents, faults, found.words, found.other_rules, left)
            )
        self._over = True
