"""A load run over several processes: starts them, lets them begin at one moment, takes in what they tell."""

from __future__ import annotations

import contextlib
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

from server.files import open_more_files

from ..judge import verifier
from ..judge.verdict import judge
from ..judge.verifier import Findings
from ..plan import ATTACK, Plan
from ..play import attack, process
from ..play.probe import sockets_for
from ..play.profiles import PROFILES, phases_of
from ..play.recorder import Tally
from ..play.think import parse
from ..play.timeline import Timeline
from ..result import Result, Second
from .aggregate import Seconds, Totals
from .machine import machine
from .scrape import Scraper, sample

SET_UP: Final = 60.0
"""Seconds in which every generator must have reached the server."""

HEAD_START: Final = 0.3
"""Seconds between the word that all are ready and the begin of the timeline."""

WIND_DOWN: Final = 120.0
"""Seconds after the timeline in which the generators must have come to their end."""


BY_HAND: Final = "by hand"
"""Why a run ended early, where it was Ctrl-C."""


class Failed(Exception):
    """Nothing could be measured; the message says why."""


class Stop(Exception):
    """Raised by whoever is shown a second: end the run now, in an orderly way. Says why."""


Show = Callable[[Second], None]


def measure(
    plan: Plan,
    metrics: str = "",
    pin: bool = False,
    show: Show = lambda second: None,
    verifying: Callable[[int], None] = lambda left: None,
) -> Result:
    """Carry out a run, and judge it without thresholds. Raises Failed, or ValueError for what can't be asked.

    `metrics`: addresses of hubs' /metrics, with commas between. `pin`: leave the machine's first core to
    the hub. `show` is told of each second soon after it is over, and may raise `Stop`; so may Ctrl-C.
    `verifying` is told, when the timeline is over, how many games are still to be held against their logs.
    """
    plan = ready(plan)
    with tempfile.TemporaryDirectory(prefix="stammtisch-load-") as folder:
        coordinator = Coordinator(plan, metrics.split(",") if metrics else [], pin, Path(folder))
        try:
            return coordinator.measure(show, verifying)
        finally:
            coordinator.end()


def ready(plan: Plan) -> Plan:
    """With the profile's phases and watchers filled in. Raises ValueError."""
    profile = PROFILES.get(plan.profile)
    if profile is None:
        raise ValueError(f"no profile {plan.profile!r}; there are {', '.join(PROFILES)}")
    if min(plan.tables, plan.processes, plan.per_socket) < 1 or plan.seconds <= 0:
        raise ValueError("tables, processes, tables per socket and seconds must be above 0")
    if not isfinite(plan.seconds) or not isfinite(plan.probes):
        raise ValueError("seconds and probes must be numbers with an end")
    if min(plan.watchers, plan.probes, plan.verify_megabytes, plan.every) < 0:
        raise ValueError("nothing can be asked for less than 0 times")
    if not plan.games or min(plan.games.values()) < 0 or not sum(plan.games.values()):
        raise ValueError("there must be a game, and a share above 0")
    per_group = plan.seats + (plan.watchers or profile.watchers)
    phases = plan.phases or phases_of(profile, plan.tables, plan.seconds, per_group)
    processes = min(plan.processes, plan.tables)
    plan = replace(
        plan,
        phases=phases,
        processes=processes,
        watchers=plan.watchers or profile.watchers,
        think=parse(plan.think).text,
    )
    Timeline(phases)
    _check_files(plan, open_more_files())
    return plan


def _check_files(plan: Plan, files: int) -> None:
    """Can one process open as many sockets as its share takes? Raises ValueError."""
    groups = ceil(ceil(plan.tables / plan.processes) / plan.per_socket)
    sockets = groups * (plan.seats + plan.watchers) + sockets_for(plan.probes / plan.processes)
    if sockets + 50 > files:
        raise ValueError(
            f"each process would open {sockets:,} sockets, but may open {files:,} files: let more processes"
            " or tables on one socket (--processes, --per-socket) share them, or raise 'ulimit -n'"
        )


class Coordinator:
    """The processes of one run."""

    def __init__(self, plan: Plan, metrics: list[str], pin: bool, folder: Path) -> None:
        self.plan = plan
        self.timeline = Timeline(plan.phases)
        self.pipes: list[Pipe] = []
        self.children: list[BaseProcess] = []
        self.scraper = Scraper(metrics)
        self.seconds = Seconds(self.timeline, plan.processes, self.scraper)
        self.stopped = ""
        """Why the run was ended before its time."""
        self._pin = pin
        self._folder = folder
        self._begin = 0.0
        self._measured_to = self.timeline.measured_to
        self._verifier: Pipe | None = None
        self._attackers: Pipe | None = None

    def measure(self, show: Show, verifying: Callable[[int], None]) -> Result:
        """Everything from the start of the processes to the judged result."""
        started, here = datetime.now(UTC).isoformat(timespec="seconds"), machine()
        before = sample(self.scraper.addresses, 5)
        if self.scraper.addresses and before is None:
            raise Failed(
                f"no figures of a hub at {', '.join(self.scraper.addresses)};"
                " where its METRICS is HOST:PORT, it is http://HOST:PORT/metrics"
            )
        self._start()
        self._expect("ready", SET_UP, show)
        self._begin = time.monotonic() + HEAD_START
        self.scraper.start(self._begin)
        for pipe in self.pipes:
            pipe.send(("begin", self._begin))
        if self._attackers is not None:
            self._attackers.send(self._begin + self.timeline.begin_of(ATTACK))
        tallies: list[Tally] = self._expect("done", HEAD_START + self.timeline.seconds + WIND_DOWN, show)
        self._show(show, float("inf"))
        self.scraper.stop()
        found, left = self._verify(verifying)
        totals = Totals(self.plan, self.timeline, tallies, self._measured_s())
        words = totals.verified(found, left)
        ends = self.scraper.first_and_last(self.timeline.measured_from, self._measured_to)
        command = ["python", "-m", "bots", *sys.argv[1:]]
        result = totals.result(command, started, here, self.seconds.done, words, ends, before)
        if self.stopped:
            result.reasons.append(f"ended early: {self.stopped}")
        if self._attackers is not None and self._attackers.poll(5):
            for kind, times in sorted(self._attackers.recv().items()):
                result.counts[f"cut off: {kind}"] = times
        return judge(result)

    def end(self) -> None:
        """No process of this run is left behind."""
        self.scraper.stop()
        for child in self.children:
            child.kill()
            child.join()

    def _start(self) -> None:
        context = get_context("spawn")
        for number in range(self.plan.processes):
            ours, theirs = context.Pipe()
            self._spawn(process.main, self.plan, number, str(self._folder), theirs, self._pin)
            theirs.close()
            self.pipes.append(ours)
        if attacked := sum(phase.seconds for phase in self.plan.phases if phase.name == ATTACK):
            self._attackers, theirs = context.Pipe()
            self._spawn(attack.main, self.plan.url, attacked, theirs, self._pin)
            theirs.close()
        if self.plan.verify_share > 0:
            self._verifier, theirs = context.Pipe()
            self._spawn(verifier.main, self._folder, self.plan.url.split(",")[0], theirs, self._pin)
            theirs.close()

    def _spawn(self, main: Callable[..., None], *arguments: Any) -> None:
        child = get_context("spawn").Process(target=main, args=arguments, daemon=True)
        child.start()
        self.children.append(child)

    def _measured_s(self) -> float:
        return max(0.0, self._measured_to - self.timeline.measured_from)

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
        """End the timeline now."""
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
