"""Runs simulations of one or several seeds, and minimizes failing ones."""

from __future__ import annotations

import gc
import logging
import warnings
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from .chance import numbered, taken_from
from .faults import Fault
from .world import World

LEFT_OUT: Final = "the own part of the chance was left out"
"""The log message about a client whose random contribution arrived too late."""


class Found(NamedTuple):
    """The outcome of a simulation."""

    seed: str
    broken: str
    """The first violation, or ""."""
    trace: str
    """A digest of all events with their times."""
    faults: list[Fault]
    counts: dict[str, int]


class Errors(logging.Handler):
    """Treats every error that the product logs as a violation."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.WARNING)
        self.world = world

    def emit(self, record: logging.LogRecord) -> None:
        """Record a log message."""
        text = record.getMessage()
        if record.exc_info and record.exc_info[1] is not None:
            text += f": {record.exc_info[1]!r}"
        self.world.note("log", text)
        wrong = not self.world.truth.late() if LEFT_OUT in text else record.levelno >= logging.ERROR
        if wrong:
            self.world.fail(f"the log says: {text}")


def simulate(
    seed: str, only: Iterable[int] | None = None, show: Callable[[str], None] | None = None
) -> Found:
    """Run the simulation of a seed; `only` these of its faults. `show` is called with every line of the
    trace."""
    root = logging.getLogger()
    handlers = root.handlers[:]
    gc.disable()  # the collection of reference cycles would happen at unpredictable times
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # coroutines that are never awaited
            found = _simulated(World(seed, only, show), root)
            root.handlers = handlers
            gc.collect()
    finally:
        gc.enable()
        root.handlers = handlers
    return found


def _simulated(world: World, root: logging.Logger) -> Found:
    root.handlers = [Errors(world)]
    with numbered(), taken_from(world.loop, world.seed):
        try:
            world.run()
        finally:  # also after Ctrl-C: endless tasks would continue without a loop
            world.loop.end()
    counts = {
        "steps": world.loop.steps,
        "seconds": int(world.loop.now),
        "tables": len(world.truth.tables),
        "over": world.truth.over(),
        "versions": world.truth.versions(),
        "acts": sum(person.acts for person in world.persons),
        "notices": len(world.pushing.service.taken),
    }
    return Found(world.seed, world.broken, world.sum.hexdigest(), world.faults, counts)


def smaller(found: Found) -> list[int]:
    """The numbers of few faults that are enough for a failing seed to fail."""
    needed = list(range(len(found.faults)))
    size = max(1, len(needed) // 2)
    while True:
        for at in range(0, len(needed), size):
            fewer = needed[:at] + needed[at + size :]
            if len(fewer) < len(needed) and simulate(found.seed, fewer).broken:
                needed = fewer
                break
        else:
            if size == 1:
                return needed
            size //= 2
