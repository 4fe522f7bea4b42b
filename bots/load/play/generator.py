"""A generator: the driver on its timeline, a tick every second, and the generator's own lag."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from ..judge.trace import Spool
from ..plan import LoadPlan
from . import behaviours, teardown
from .alarm import Alarm
from .driver import Driver
from .profiles import PROFILES
from .recorder import Recorder, RunTally, Tick
from .scheduler import Clock, Scheduler
from .timeline import Timeline, schedule

LAG_INTERVAL_S: Final = 0.02
"""Seconds between two measurements of the event loop's lag."""


class Generator:
    """Runs one process's share of a run. `told` gets a tick for each second.

    Call `open`, then `begin` with the same time as in all other processes, then `ended`, then `finish`. All
    times come from `clock`, which must run like the event loop's own clock.
    """

    def __init__(
        self,
        plan: LoadPlan,
        told: Callable[[Tick], None],
        number: int = 0,
        folder: Path | None = None,
        clock: Clock = time.monotonic,
        driver: Callable[..., Driver] = Driver,
    ) -> None:
        self.plan = plan
        self.timeline = Timeline(plan.phases)
        self.recorder = Recorder()
        self.scheduler = Scheduler(clock, partial(self.recorder.note, "late"))
        spool = None
        if folder is not None and plan.verify_share > 0:
            room = plan.verify_megabytes * 1_000_000 // plan.processes
            spool = Spool(folder, plan.verify_share, room, Random(f"{plan.seed} {number} spool"))
        self.spool = spool
        self.driver = driver(plan, self.scheduler, self.recorder, number, spool)
        self.clock = clock
        self._told = told
        self._over = asyncio.Event()
        self._begin = 0.0
        self._cpu = self._ticked = 0.0
        self._measured_cpu = 0.0
        self._seats = 0
        self._tasks: list[asyncio.Task[None]] = []
        self._lag = Alarm(clock, self._look_at_loop)
        self._lag_due = 0.0

    async def open(self) -> None:
        """Open the sockets that are needed from the start."""
        await self.driver.open()

    def begin(self, at: float) -> None:
        """Start the timeline at time `at` of the clock."""
        timeline, plan = self.timeline, self.plan
        start, end = at + timeline.measured_from, at + timeline.measured_to
        self._begin = self._ticked = at
        self._cpu = time.process_time()
        self.recorder.window = (start, end)
        self.driver.follow(schedule(timeline.phases, plan.spacing, Random(f"{plan.seed} arrivals")), at)
        self.driver.probes.start(start, end)
        self._tasks = behaviours.begin(self.driver, PROFILES[plan.profile], start, timeline.measured_s)
        self.scheduler.at(start, self._measuring_begins)
        self.scheduler.at(end, self._measuring_ends)
        self.scheduler.at(at + 1, self._tick, 0)
        self.scheduler.at(at + timeline.seconds, self._over.set)
        self._lag_due = self.clock() + LAG_INTERVAL_S
        self._lag.set(self._lag_due)

    async def ended(self) -> None:
        """Wait for the end of the timeline, or for `stop`."""
        await self._over.wait()

    def stop(self) -> None:
        """End now; the measurements so far count."""
        start, end = self.recorder.window
        if self.clock() < end:
            self.recorder.window = (start, self.clock())
            self._measuring_ends()
        self._over.set()

    async def finish(self) -> RunTally:
        """Wait for pending work, verify everything, close; returns the tally."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await teardown.finish(self.driver)
        self._lag.close()
        self.scheduler.close()
        recorder = self.recorder
        if self.spool is not None:
            recorder.counts["tables_not_recorded"] += self.spool.left_out
        return RunTally(
            tracks={name: buckets.counts for name, buckets in recorder.tracks.items()},
            counts={name: count for name, count in recorder.counts.items() if count},
            faults={name: count for name, count in recorder.faults.items() if count},
            cpu_s=self._measured_cpu,
            seats=self._seats,
            words=recorder.words,
        )

    def _measuring_begins(self) -> None:
        self._measured_cpu = -time.process_time()

    def _measuring_ends(self) -> None:
        if self._measured_cpu < 0:
            self._measured_cpu += time.process_time()
        self._seats = sum(len(table.places) for table in self.driver.tables.values())

    def _tick(self, number: int) -> None:
        """A second is over."""
        tick = self.recorder.tick(number, self._begin + number)
        now, cpu = self.clock(), time.process_time()
        tick.cpu_s, tick.seconds = cpu - self._cpu, now - self._ticked
        self._cpu, self._ticked = cpu, now
        if self.spool is not None:
            for table in self.spool.trim():
                if table in self.driver.tables:
                    self.driver.tables[table].trace = None
        self._told(tick)
        if number + 1 < self.timeline.seconds:
            self.scheduler.at(self._begin + number + 2, self._tick, number + 1)

    def _look_at_loop(self) -> None:
        """Measure how much later than requested the event loop runs a call."""
        now, due = self.clock(), self._lag_due
        if now >= due:
            self.recorder.note("lag", due, now - due)
            self._lag_due = due = now + LAG_INTERVAL_S
        if not self._over.is_set():
            self._lag.set(due)
