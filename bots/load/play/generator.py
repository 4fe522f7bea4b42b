"""One generator from begin to end: the driver on its timeline, ticks every second, its own health."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from ..judge.trace import Spool
from ..plan import Plan
from . import behaviours, teardown
from .driver import Driver
from .profiles import PROFILES
from .recorder import Recorder, Tally, Tick
from .scheduler import Clock, Scheduler
from .timeline import Timeline, schedule

GRAIN: Final = 0.02
"""Seconds between two looks at the event loop's own lateness."""


class Generator:
    """Runs one process's share of a run. `told` gets a tick for each second.

    `open`, then `begin` at the same moment as all others, then `ended`, then `finish`. Nothing in it asks
    for the time but by `clock`, which must go as the event loop's own does.
    """

    def __init__(
        self,
        plan: Plan,
        told: Callable[[Tick], None],
        number: int = 0,
        folder: Path | None = None,
        clock: Clock = time.monotonic,
        driver: Callable[..., Driver] = Driver,
    ) -> None:
        self.plan = plan
        self.timeline = Timeline(plan.phases)
        self.recorder = Recorder()
        self.scheduler = Scheduler(clock, lambda due, late: self.recorder.note("late", due, late))
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
        self._bytes = (0, 0)
        self._cpu = self._ticked = 0.0
        self._measured_cpu = 0.0
        self._seats = 0
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Open the sockets that are there from the begin on."""
        await self.driver.open()

    def begin(self, at: float) -> None:
        """The timeline begins at that time of the clock."""
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
        self._look_at_loop(self.clock() + GRAIN)

    async def ended(self) -> None:
        """Wait for the end of the timeline, or for `stop`."""
        await self._over.wait()

    def stop(self) -> None:
        """End now; what was measured until now counts."""
        start, end = self.recorder.window
        if self.clock() < end:
            self.recorder.window = (start, self.clock())
            self._measuring_ends()
        self._over.set()

    async def finish(self) -> Tally:
        """Let what is under way come to its end, check everything, close; what was counted."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await teardown.finish(self.driver)
        recorder = self.recorder
        if self.spool is not None:
            recorder.counts["tables_not_recorded"] += self.spool.left_out
        return Tally(
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
        pool, driver = self.driver.pool, self.driver
        users = driver.users()
        tick = self.recorder.tick(number)
        tick.tables = sum(bool(table.asked_at and not table.ended) for table in driver.tables.values())
        tick.sockets = sum(user.session.welcomed for user in users)
        total = (
            pool.gone_in + sum(user.bytes_in for user in users),
            pool.gone_out + sum(user.bytes_out for user in users),
        )
        tick.counts["bytes_in"], tick.counts["bytes_out"] = (
            total[0] - self._bytes[0],
            total[1] - self._bytes[1],
        )
        now, cpu = self.clock(), time.process_time()
        tick.cpu_s, tick.seconds = cpu - self._cpu, now - self._ticked
        self._bytes, self._cpu, self._ticked = total, cpu, now
        if self.recorder.window[0] <= self._begin + number < self.recorder.window[1]:
            for name in ("bytes_in", "bytes_out"):
                self.recorder.counts[name] += tick.counts[name]
        if self.spool is not None:
            for table in self.spool.trim():
                if table in driver.tables:
                    driver.tables[table].trace = None
        self._told(tick)
        if number + 1 < self.timeline.seconds:
            self.scheduler.at(self._begin + number + 2, self._tick, number + 1)

    def _look_at_loop(self, due: float) -> None:
        """How much later than asked for does the event loop come round?"""
        now = self.clock()
        if now >= due:
            self.recorder.note("lag", due, now - due)
            due = now + GRAIN
        if not self._over.is_set():
            asyncio.get_running_loop().call_later(due - now, self._look_at_loop, due)
