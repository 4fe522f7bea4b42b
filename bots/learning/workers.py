"""Processes that play. Each plays a portion with the weights it was sent last, then waits for others.

Their portions are taken in turn, so a run is the same again for the same seed and number of processes.
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

from .judge import Judge
from .net import Array, Net
from .selfplay import Hall, Lessons

Weights = Mapping[str, Array]


class Order(NamedTuple):
    """With what the next portion is played: the newest net, and one that has the other seats."""

    newest: Weights
    other: Weights


class Workers:
    """The processes, for as long as the context lasts. Each has so many games `together`, and gives what is
    taught by a `portion` of so many."""

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
        for process in self._processes:
            process.start()
        return self

    def __exit__(self, *error: object) -> None:
        for process in self._processes:
            process.kill()
            process.join()

    def begin(self, order: Order) -> None:
        """All of them begin with these."""
        for line in self._lines:
            line.send(order)

    def played(self) -> Lessons:
        """The portion of the worker whose turn it is; it waits for `go_on`."""
        lessons: Lessons = self._lines[self._next].recv()
        return lessons

    def go_on(self, order: Order) -> None:
        """Have that worker go on with these."""
        self._lines[self._next].send(order)
        self._next = (self._next + 1) % len(self._lines)


def work(game: str, seed: int, together: int, portion: int, line: Connection) -> None:
    """Play for as long as there is somebody who learns, which a Ctrl-C is for alone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    order: Order = line.recv()
    judge = Judge(GAMES[game], Net(order.newest))
    other = Judge(judge.engine, Net(order.other))
    hall = Hall(judge, other, together, seed)
    while True:
        try:
            line.send(hall.play(portion))
            order = line.recv()
        except (EOFError, BrokenPipeError):
            return  # the run has ended
        judge.net, other.net = Net(order.newest), Net(order.other)
