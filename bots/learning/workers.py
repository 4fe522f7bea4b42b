"""Worker processes for self-play. Each plays a portion with its last received weights, then waits for new
ones.

Portions are collected round robin, so a run is reproducible from its seed and number of processes.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from multiprocessing import get_context
from multiprocessing.connection import Connection
from random import Random
from typing import NamedTuple

from server.games import GAMES
from server.process.child import bare_environment
from server.process.gc import only_when_told

from ..search.evaluator import Evaluator
from ..search.net import Array, Net
from .selfplay import Hall, Lessons

Weights = Mapping[str, Array]


class Order(NamedTuple):
    """The weights for the next portion: the newest net, and the net of the other seats."""

    newest: Weights
    other: Weights


class Workers:
    """The worker processes, for the lifetime of the context. Each plays `together` games in parallel, and
    returns the training data of `portion` games at a time."""

    def __init__(self, game: str, processes: int, seed: str, together: int, portion: int) -> None:
        os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
        context = get_context("spawn")
        self._lines: list[Connection] = []
        self._processes = []
        for number in range(processes):
            ours, theirs = context.Pipe()
            self._lines.append(ours)
            arguments = (game, Random(f"{seed}/{number}").getrandbits(64), together, portion, theirs)
            self._processes.append(context.Process(target=work, args=arguments, daemon=True))
        self._next = 0

    def __enter__(self) -> Workers:
        with bare_environment():
            for process in self._processes:
                process.start()
        return self

    def __exit__(self, *error: object) -> None:
        for process in self._processes:
            process.kill()
            process.join()

    def begin(self, order: Order) -> None:
        """Start all workers with these weights."""
        for line in self._lines:
            line.send(order)

    def played(self) -> Lessons:
        """The portion of the next worker in order; the worker then waits for `go_on`."""
        lessons: Lessons = self._lines[self._next].recv()
        return lessons

    def go_on(self, order: Order) -> None:
        """Let that worker continue with these weights."""
        self._lines[self._next].send(order)
        self._next = (self._next + 1) % len(self._lines)


def work(game: str, seed: int, together: int, portion: int, line: Connection) -> None:
    """Play until the parent process closes the pipe; Ctrl-C is ignored here, as the parent handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    order: Order = line.recv()
    judge = Evaluator(GAMES[game], Net(order.newest))
    other = Evaluator(judge.engine, Net(order.other))
    hall = Hall(judge, other, together, seed)
    with only_when_told() as look_for_garbage:
        while True:
            try:
                line.send(hall.play(portion))
                look_for_garbage()
                order = line.recv()
            except (EOFError, ConnectionError):
                return  # the run has ended
            judge.net, other.net = Net(order.newest), Net(order.other)
