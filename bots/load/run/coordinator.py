"""Runs a load test over several processes: starts them, begins at one common time, collects their
messages."""

from __future__ import annotations

import contextlib
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from multiprocessing.connection import Connection as Pipe
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, Final

from server.starting import called

from ..judge.verdict import judge
from ..judge.verifier import Findings
from ..plan import ATTACK, LoadPlan
from ..play import attack
from ..play.recorder import RunTally
from ..play.timeline import Timeline
from ..result import Result, Second
from .agents import Lost, RemoteAgent
from .aggregate import RunSeconds, Totals
from .live import LiveRun
from .machine import machine
from .plans import ready as ready
from .processes import Failed as Failed
from .processes import Processes, received
from .scrape import Scraper, sample

SET_UP: Final = 60.0
"""Seconds within which every generator must have reached the server."""

HEAD_START: Final = 0.3
"""Seconds between the readiness of all generators and the start of the timeline."""

WIND_DOWN: Final = 240.0
"""Seconds after the timeline within which the generators must have finished."""

ATTACKERS_TIMEOUT_S: Final = 60.0
"""Time limit for the attackers' counts, once the run is over."""

BY_HAND: Final = "by hand"
"""The reason for an early end by Ctrl-C."""


class Stop(Exception):
    """Raised by a `show` callback to end the run early and in an orderly way; the message says why."""


Show = Callable[[Second], None]


def measure(
    plan: LoadPlan,
    metrics: str = "",
    pin: bool = False,
    show: Show = lambda second: None,
    verifying: Callable[[int], None] = lambda left: None,
    agents: Sequence[RemoteAgent] = (),
    live: LiveRun | None = None,
) -> Result:
    """Carry out a run and judge it without thresholds. Raises Failed, or ValueError for an invalid plan.

    `metrics`: comma-separated addresses of the hubs' /metrics. `pin`: leave the machine's first core to the
    hub. `show` is called with each second soon after its end, and may raise `Stop`; Ctrl-C also ends the run
    early. `verifying` is called after the timeline with the number of games that still have to be verified
    against their logs. `agents` generate the load instead of this machine, each with the plan's number of
    processes; each serves one run. `live` follows the run.
    """
    plan = ready(plan, len(agents))
    with tempfile.TemporaryDirectory(prefix="stammtisch-load-") as folder:
        coordinator = Coordinator(plan, metrics.split(",") if metrics else [], pin, Path(folder), agents)
        if live is not None:
            live.begins(plan, coordinator.seconds)
        try:
            return coordinator.measure(show, verifying)
        finally:
            coordinator.end()


class Coordinator:
    """The processes of one run."""

    def __init__(
        self,
        plan: LoadPlan,
        metrics: list[str],
        pin: bool,
        folder: Path,
        agents: Sequence[RemoteAgent] = (),
    ) -> None:
        self.plan = plan
        self.timeline = Timeline(plan.phases)
        self.pipes: list[Any] = []
        """Of generators in this machine, or of agents."""
        self.agents = list(agents)
        self.scraper = Scraper(metrics)
        self.seconds = RunSeconds(self.timeline, plan.processes, self.scraper)
        self.stopped = ""
        """Why the run was ended early."""
        self._processes = Processes(plan, folder, pin)
        self._begin = 0.0
        self._measured_to = self.timeline.measured_to
        self._attackers: Pipe | None = None

    def measure(self, show: Show, verifying: Callable[[int], None]) -> Result:
        """Run everything from the start of the processes to the judged result."""
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
        for pipe in list(self.pipes):
            self._tell(pipe, "begin", self._begin)
        if self._attackers is not None:
            self._attackers.send(self._begin + self.timeline.begin_of(ATTACK))
        done = self._expect("done", HEAD_START + self.timeline.seconds + WIND_DOWN, show)
        tallies: list[RunTally] = [one for told in done for one in (told if self.agents else [told])]
        self._show(show, float("inf"))
        self.scraper.stop()
        found, left = self._verify(verifying)
        totals = Totals(self.plan, self.timeline, tallies, self._measured_s())
        words = totals.verified(found, left)
        abouts = [agent.about for agent in self.agents]
        ends = self.scraper.first_and_last(self.timeline.measured_from, self._measured_to)
        command = [*called("python -m bots").split(), *sys.argv[1:]]
        result = totals.result(command, started, here, self.seconds.done, words, ends, before)
        result.agents = abouts
        if self.stopped:
            result.reasons.append(f"ended early: {self.stopped}")
        if self._attackers is not None:
            self._add_attackers(result, self._attackers)
        return judge(result)

    @staticmethod
    def _add_attackers(result: Result, attackers: Pipe) -> None:
        """Add how often each kind of attacker was cut off. Raises Failed if their process has ended."""
        if not attackers.poll(ATTACKERS_TIMEOUT_S):
            result.reasons.append("remark: the attackers did not tell how often they were cut off")
            return
        for kind, times in sorted(received(attackers).items()):
            result.counts[f"cut off: {kind}"] = times

    def end(self) -> None:
        """Kill the remaining processes of this run."""
        self.scraper.stop()
        self._processes.end()

    def _start(self) -> None:
        if attacked := sum(phase.seconds for phase in self.plan.phases if phase.name == ATTACK):
            kinds = self.plan.attackers or list(attack.ATTACKS)
            self._attackers = self._processes.spawn(attack.main, self.plan.url, attacked, kinds)
        if not self.agents:
            self._processes.start(0, self.plan.processes)
            self.pipes = list(self._processes.pipes)
            return
        each = self.plan.processes // len(self.agents)
        for number, agent in enumerate(self.agents):
            try:
                agent.order(self.plan, number * each, each)
            except Lost as wrong:
                raise Failed(f"an agent is lost: {wrong}") from wrong
        self.pipes = list(self.agents)

    def _measured_s(self) -> float:
        return max(0.0, self._measured_to - self.timeline.measured_from)

    # -- during the run ----------------------------------------------------------------------------

    def _expect(self, kind: str, seconds: float, show: Show) -> list[Any]:
        """The messages of this kind from all generators; shows seconds meanwhile. Raises Failed."""
        limit = time.monotonic() + seconds
        got: dict[Any, Any] = {}
        while len(got) < len(self.pipes):
            if time.monotonic() > limit:
                raise Failed(f"not all generators were {kind} after {seconds:.0f} s")
            try:
                for pipe in wait([pipe for pipe in self.pipes if pipe not in got], timeout=0.25):
                    self._take(pipe, kind, got)
                for agent in [
                    one for one in self.agents if one in self.pipes and one not in got and one.silent
                ]:
                    self._lost(agent, Lost(f"{agent.about.name} is silent"))
                if self._begin:
                    self._show(show, time.monotonic() - self._begin)
            except KeyboardInterrupt:
                if self.stopped or not self._begin:
                    raise
                self._stop(BY_HAND)
        return [got[pipe] for pipe in self.pipes]

    def _take(self, pipe: Any, kind: str, got: dict[Any, Any]) -> None:
        """Take one message of a generator or an agent. Raises Failed."""
        try:
            told, content = received(pipe)
        except Lost as wrong:
            self._lost(pipe, wrong)
            return
        if told == "failed":
            raise Failed(content)
        if told == "tick":
            self.seconds.add(content)
        elif told == kind:
            got[pipe] = content

    def _lost(self, agent: RemoteAgent, why: Lost) -> None:
        """An agent is gone, and its share of the load with it: the run ends and is invalid."""
        agent.about.lost = True
        self.pipes.remove(agent)
        if not self._begin or not self.pipes:
            raise Failed(f"an agent is lost: {why}")
        self._stop(f"an agent is lost: {why}")

    def _tell(self, pipe: Any, order: str, content: Any) -> None:
        try:
            pipe.send((order, content))
        except Lost as wrong:
            self._lost(pipe, wrong)

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
            for pipe in list(self.pipes):
                with contextlib.suppress(OSError):  # it has already finished
                    self._tell(pipe, "stop", None)

    def _verify(self, verifying: Callable[[int], None]) -> tuple[Findings | None, int]:
        """Let the remaining games be verified against their logs: the findings, and the number of games
        left."""
        if not self.agents:
            return self._processes.verify(verifying)
        found, left = Findings(), 0
        for agent in [one for one in self.agents if not one.about.lost]:
            try:
                its, its_left = agent.verify(verifying)
            except Lost as wrong:
                agent.about.lost = True
                self.stopped = self.stopped or f"an agent is lost: {wrong}"
                continue
            found.add(its)
            left += its_left
        return found, left
