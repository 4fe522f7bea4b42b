"""A load run over several processes: starts them, lets them begin at one moment, gathers what they tell."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from math import ceil, isfinite
from multiprocessing import get_context
from multiprocessing.connection import Connection as Pipe
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from server.garbage import tidy

from ..client import run
from ..hub_process import keep_off_first_core
from . import verifier
from .asked import Asked
from .gather import Gathered, Seconds
from .generator import Generator
from .machine import machine, open_more_files
from .probe import sockets_for
from .profiles import PROFILES, phases_of
from .recorder import Tally
from .result import Result, Second
from .schedule import Course
from .scrape import Scraper, sample
from .think import parse
from .verdict import judge
from .verifier import Findings

SET_UP: Final = 60.0
"""Seconds in which every generator must have reached the server."""

REACH: Final = 3.0
"""Seconds for which a generator tries to reach a server that it can't."""

HEAD_START: Final = 0.3
"""Seconds between the word that all are ready and the begin of the course."""

ORDERS: Final = 0.02
"""Seconds between two looks of a generator for orders."""

OBJECTS: Final = 5_000_000
"""So many more let a busy generator look for garbage, for seconds: 20,000 documents are half of that."""

LAST: Final = 120.0
"""Seconds after the course in which the generators must have come to their end."""


BY_HAND: Final = "by hand"
"""Why a run ended early, where it was Ctrl-C."""


class Failed(Exception):
    """Nothing could be measured; the message says why."""


class Stop(Exception):
    """Raised by whoever is shown a second: end the run now, in an orderly way. Says why."""


Show = Callable[[Second], None]


def measure(
    asked: Asked,
    metrics: str = "",
    pin: bool = False,
    show: Show = lambda second: None,
    verifying: Callable[[int], None] = lambda left: None,
) -> Result:
    """Carry out a run, and judge it without thresholds. Raises Failed, or ValueError for what can't be asked.

    `metrics`: addresses of hubs' /metrics, with commas between. `pin`: leave the machine's first core to
    the hub. `show` is told of each second soon after it is over, and may raise `Stop`; so may Ctrl-C.
    `verifying` is told, when the course is over, how many games are still to be held against their logs.
    """
    asked = ready(asked)
    with tempfile.TemporaryDirectory(prefix="stammtisch-load-") as folder:
        crowd = Crowd(asked, metrics.split(",") if metrics else [], pin, Path(folder))
        try:
            return crowd.measure(show, verifying)
        finally:
            crowd.end()


def ready(asked: Asked) -> Asked:
    """With the profile's phases and watchers filled in. Raises ValueError."""
    profile = PROFILES.get(asked.profile)
    if profile is None:
        raise ValueError(f"no profile {asked.profile!r}; there are {', '.join(PROFILES)}")
    if min(asked.tables, asked.processes, asked.per_socket) < 1 or asked.seconds <= 0:
        raise ValueError("tables, processes, tables per socket and seconds must be above 0")
    if not isfinite(asked.seconds) or not isfinite(asked.probes):
        raise ValueError("seconds and probes must be numbers with an end")
    if min(asked.watchers, asked.probes, asked.verify_megabytes, asked.every) < 0:
        raise ValueError("nothing can be asked for less than 0 times")
    if not asked.games or min(asked.games.values()) < 0 or not sum(asked.games.values()):
        raise ValueError("there must be a game, and a share above 0")
    per_crew = asked.seats + (asked.watchers or profile.watchers)
    phases = asked.phases or phases_of(profile, asked.tables, asked.seconds, per_crew)
    processes = min(asked.processes, asked.tables)
    asked = replace(
        asked,
        phases=phases,
        processes=processes,
        watchers=asked.watchers or profile.watchers,
        think=parse(asked.think).text,
    )
    Course(phases)
    _check_files(asked, open_more_files())
    return asked


def _check_files(asked: Asked, files: int) -> None:
    """Can one process open as many sockets as its share takes? Raises ValueError."""
    crews = ceil(ceil(asked.tables / asked.processes) / asked.per_socket)
    sockets = crews * (asked.seats + asked.watchers) + sockets_for(asked.probes / asked.processes)
    if sockets + 50 > files:
        raise ValueError(
            f"each process would open {sockets:,} sockets, but may open {files:,} files: let more processes"
            " or tables on one socket (--processes, --per-socket) share them, or raise 'ulimit -n'"
        )


class Crowd:
    """The processes of one run."""

    def __init__(self, asked: Asked, metrics: list[str], pin: bool, folder: Path) -> None:
        self.asked = asked
        self.course = Course(asked.phases)
        self.pipes: list[Pipe] = []
        self.children: list[BaseProcess] = []
        self.scraper = Scraper(metrics)
        self.seconds = Seconds(self.course, asked.processes, self.scraper)
        self.stopped = ""
        """Why the run was ended before its time."""
        self._pin = pin
        self._folder = folder
        self._begin = 0.0
        self._measured_to = self.course.measured_to
        self._verifier: Pipe | None = None

    def measure(self, show: Show, verifying: Callable[[int], None]) -> Result:
        """Everything from the start of the processes to the judged result."""
        started, here = datetime.now(UTC).isoformat(timespec="seconds"), machine()
        before = sample(self.scraper.addresses, 5)
        if self.scraper.addresses and before is None:
            raise Failed(f"no figures of a hub at {', '.join(self.scraper.addresses)}")
        self._start()
        self._expect("ready", SET_UP, show)
        self._begin = time.monotonic() + HEAD_START
        self.scraper.start(self._begin)
        for pipe in self.pipes:
            pipe.send(("begin", self._begin))
        tallies: list[Tally] = self._expect("done", HEAD_START + self.course.seconds + LAST, show)
        self._show(show, float("inf"))
        self.scraper.stop()
        found, left = self._verify(verifying)
        gathered = Gathered(self.asked, self.course, tallies, self._measured_s())
        words = gathered.verified(found, left)
        ends = self.scraper.first_and_last(self.course.measured_from, self._measured_to)
        command = ["python", "-m", "bots", *sys.argv[1:]]
        result = gathered.result(command, started, here, self.seconds.done, words, ends, before)
        if self.stopped:
            result.reasons.append(f"ended early: {self.stopped}")
        return judge(result)

    def end(self) -> None:
        """No process of this run is left behind."""
        self.scraper.stop()
        for child in self.children:
            child.kill()
            child.join()

    def _start(self) -> None:
        context = get_context("spawn")
        for number in range(self.asked.processes):
            ours, theirs = context.Pipe()
            self._spawn(_generate, self.asked, number, str(self._folder), theirs, self._pin)
            theirs.close()
            self.pipes.append(ours)
        if self.asked.verify_share > 0:
            self._verifier, theirs = context.Pipe()
            self._spawn(verifier.main, self._folder, self.asked.url.split(",")[0], theirs, self._pin)
            theirs.close()

    def _spawn(self, main: Callable[..., None], *arguments: Any) -> None:
        child = get_context("spawn").Process(target=main, args=arguments, daemon=True)
        child.start()
        self.children.append(child)

    def _measured_s(self) -> float:
        return max(0.0, self._measured_to - self.course.measured_from)

    # -- while it runs -----------------------------------------------------------------------------

    def _expect(self, kind: str, seconds: float, show: Show) -> list[Any]:
        """What every generator tells of this kind; meanwhile seconds are shown. Raises Failed."""
        limit = time.monotonic() + seconds
        got: dict[Any, Any] = {}
        while len(got) < len(self.pipes):
            if time.monotonic() > limit:
                raise Failed(f"not all generators were {kind} after {seconds:.0f} s")
            try:
                for pipe in wait([pipe for pipe in self.pipes if pipe not in got], timeout=0.25):
                    told, content = _receive(pipe)
                    if told == "failed":
                        raise Failed(content)
                    if told == "tick":
                        self.seconds.add(content)
                    elif told == kind:
                        got[pipe] = content
                if self._begin:
                    self._show(show, time.monotonic() - self._begin)
            except KeyboardInterrupt:
                if self.stopped or not self._begin:
                    raise
                self._stop(BY_HAND)
        return [got[pipe] for pipe in self.pipes]

    def _show(self, show: Show, now: float) -> None:
        for second in self.seconds.whole(now):
            try:
                if not self.stopped:
                    show(second)
            except Stop as why:
                self._stop(str(why))

    def _stop(self, why: str) -> None:
        """End the course now."""
        if not self.stopped:
            self.stopped = why
            self._measured_to = min(self._measured_to, time.monotonic() - self._begin)
            for pipe in self.pipes:
                with contextlib.suppress(OSError):  # one that is through already
                    pipe.send(("stop", None))

    def _verify(self, verifying: Callable[[int], None]) -> tuple[Findings | None, int]:
        """Let the rest of the games be held against their logs: what was found, and how many are left."""
        if self._verifier is None:
            return None, 0
        try:
            return verifier.rest(self._verifier, verifying)
        except (EOFError, OSError) as wrong:
            raise Failed(
                "the process that compares games with their logs has ended or doesn't answer"
            ) from wrong


def _receive(pipe: Any) -> Any:
    try:
        return pipe.recv()
    except EOFError:
        raise Failed("a process of this run has ended; what it said is above") from None


# -- in a generator's process --------------------------------------------------------------------------


def _generate(asked: Asked, number: int, folder: str, pipe: Pipe, pin: bool) -> None:
    """The whole life of one generator's process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    open_more_files()
    if pin:
        keep_off_first_core()
    run(_generated(asked, number, Path(folder), pipe))


async def _generated(asked: Asked, number: int, folder: Path, pipe: Pipe) -> None:
    generator = Generator(asked, lambda tick: pipe.send(("tick", tick)), number, folder)
    begun = asyncio.Event()

    async def obey() -> None:
        """Carry out orders. The pipe is asked now and then: an event loop that watches it would make it
        one that takes no long message at once."""
        while True:
            while pipe.poll():
                try:
                    order, content = pipe.recv()
                except (EOFError, OSError):
                    sys.exit(1)  # whoever asked for this is gone
                if order == "begin":
                    generator.begin(content)
                    begun.set()
                else:
                    generator.stop()
            await asyncio.sleep(ORDERS)

    tidying = asyncio.create_task(tidy(OBJECTS))
    obeying, opening = asyncio.create_task(obey()), asyncio.create_task(generator.open())
    while not (await asyncio.wait((opening,), timeout=REACH))[0]:
        if why := generator.driver.trouble():
            pipe.send(("failed", why))
    await opening
    pipe.send(("ready", None))
    await begun.wait()
    await generator.ended()
    tally = await generator.finish()
    obeying.cancel()
    tidying.cancel()
    pipe.send(("done", tally))
