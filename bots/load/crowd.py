"""A load run over several processes: starts them, says when to measure, gathers what they counted."""

from __future__ import annotations

import time
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection as Pipe
from multiprocessing.connection import wait
from typing import Any, Final, NamedTuple

from ..client import run
from ..hub_process import keep_off_first_core, machine_busy_s, use_of
from .driver import Driver, drive
from .tally import Asked, HubUse, LoadReport, PackedTally, report

SET_UP: Final = 300.0
"""Seconds in which all tables must have started."""


class Failed(Exception):
    """A driver ended before it had counted anything."""


class Glance(NamedTuple):
    """How a run stands: seconds so far, moves, the p99 of the busiest process in ms, faults."""

    seconds: float
    moves: int
    p99_ms: float
    faults: int


class Steering:
    """The driver's end of the pipe to the parent."""

    def __init__(self, pipe: Pipe) -> None:
        self.pipe = pipe
        self.order = ""
        self.told = 0.0

    def step(self, driver: Driver) -> bool:
        """Go on measuring? Tells the parent now and then how it stands."""
        while self.pipe.poll():
            self.order = self.pipe.recv()
        if self.order == "go" and time.monotonic() - self.told > 1:
            self.told = time.monotonic()
            tally = driver.tally
            p99 = tally.latency.get_value_at_percentile(99) / 1000
            self.pipe.send(("now", tally.moves, p99, sum(tally.faults.values()) + driver.resyncs))
        return self.order == "go"


def _child(asked: Asked, tables: int, number: int, pipe: Pipe, pin: bool) -> None:
    """The whole life of one driving process."""
    if pin:
        keep_off_first_core()
    driver = Driver(asked, tables, asked.seed * 1000 + number)
    steering = Steering(pipe)
    cpu = run(drive(driver, lambda: pipe.send(("ready",)), steering.step))
    pipe.send(("done", driver.tally.packed(driver.resyncs, cpu)))


def measure(
    asked: Asked, metrics: str = "", pin: bool = False, show: Callable[[Glance], None] = lambda glance: None
) -> LoadReport:
    """Drive all tables from `asked.processes` processes for `asked.seconds`. Raises Failed."""
    context = get_context("spawn")
    before = use_of(metrics)
    pipes: list[Pipe] = []
    children = []
    shares = [
        asked.tables // asked.processes + (n < asked.tables % asked.processes) for n in range(asked.processes)
    ]
    for number, tables in enumerate(shares):
        ours, theirs = context.Pipe()
        child = context.Process(target=_child, args=(asked, tables, number, theirs, pin), daemon=True)
        child.start()
        theirs.close()
        pipes.append(ours)
        children.append(child)
    try:
        _expect(pipes, "ready", SET_UP)
        start, busy, since = use_of(metrics), machine_busy_s(), time.monotonic()
        for pipe in pipes:
            pipe.send("go")
        _watch(pipes, since, asked.seconds, show)
        for pipe in pipes:
            pipe.send("stop")
        end, seconds = use_of(metrics), time.monotonic() - since
        if busy is not None and (now := machine_busy_s()) is not None:
            busy = now - busy
        parts: list[PackedTally] = [told[1] for told in _expect(pipes, "done", 60 + asked.think_ms / 1000)]
        for child in children:
            child.join(5)
    finally:
        for child in children:
            child.kill()
    hub = HubUse(machine_s=busy)
    if before and start and end:
        hub = HubUse(end.cpu_s - start.cpu_s, end.memory - before.memory, busy)
    return report(asked, parts, seconds, hub)


def _watch(pipes: list[Pipe], since: float, seconds: float, show: Callable[[Glance], None]) -> None:
    """Pass on how it stands, until the time is up."""
    latest: dict[Any, tuple[int, float, int]] = {}
    while (now := time.monotonic() - since) < seconds:
        for pipe in wait(pipes, timeout=min(0.5, seconds - now)):
            told = _receive(pipe)
            latest[pipe] = told[1:]
        if latest:
            moves, p99s, faults = zip(*latest.values(), strict=True)
            show(Glance(time.monotonic() - since, sum(moves), max(p99s), sum(faults)))


def _expect(pipes: list[Pipe], kind: str, seconds: float) -> list[Any]:
    """One message of this kind from every process."""
    limit = time.monotonic() + seconds
    got: dict[Any, Any] = {}
    while len(got) < len(pipes):
        ready = wait([pipe for pipe in pipes if pipe not in got], timeout=max(0, limit - time.monotonic()))
        if not ready:
            raise Failed(f"not all drivers were {kind} after {seconds:.0f} s")
        for pipe in ready:
            told = _receive(pipe)
            if told[0] == kind:
                got[pipe] = told
    return [got[pipe] for pipe in pipes]


def _receive(pipe: Any) -> Any:
    try:
        return pipe.recv()
    except EOFError:
        raise Failed("a driver has ended; what it said is above") from None
