"""Aggregates the measurements of generators and hubs: seconds during a run, and its result at the end."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from ..judge.faults import MAX_NAMED_DIFFERENCES
from ..judge.verifier import Findings
from ..plan import LoadPlan
from ..play.recorder import TOLD_TRACKS, Buckets, RunTally, Tick
from ..play.timeline import Timeline
from ..result import TRACKS, TRACKS_BY_SECOND, Machine, Result, Second
from .scrape import Sample, Scraper

COUNTED: Final = ("moves", "games_ended", "refusals", "resyncs", "faults", "bytes_in", "bytes_out")


class RunSeconds:
    """The seconds of a run. One is complete once all generators have reported it, and the hub too if it
    responds."""

    def __init__(self, timeline: Timeline, processes: int, scraper: Scraper) -> None:
        self.done: list[Second] = []
        self.busy_s: list[float] = []
        """CPU seconds of all generators, by second."""
        self.so_far = {name: Buckets() for name in TOLD_TRACKS}
        """The latencies of the measured seconds."""
        self._timeline = timeline
        self._processes = processes
        self._scraper = scraper
        self._ticks: defaultdict[int, list[Tick]] = defaultdict(list)

    def add(self, tick: Tick) -> None:
        """Add one generator's second."""
        self._ticks[tick.at].append(tick)

    def whole(self, now: float) -> Iterable[Second]:
        """The seconds that have become complete, in order; waits for the hub's sample only for a limited
        time."""
        while len(self._ticks[len(self.done)]) == self._processes:
            at = len(self.done)
            if not self._scraper.known(at + 1) and now < at + 3:
                return
            second = self._second(at, self._ticks.pop(at))
            self.done.append(second)
            yield second

    def _second(self, at: int, ticks: Sequence[Tick]) -> Second:
        series = {name: Buckets() for name in TOLD_TRACKS}
        counts: Counter[str] = Counter()
        for tick in ticks:
            for name, values in tick.series.items():
                series[name].merge(values)
            counts.update(tick.counts)
        self.busy_s.append(sum(tick.cpu_s for tick in ticks))
        second = Second(
            at=at,
            phase=self._timeline.phase(at).name,
            tables=sum(tick.tables for tick in ticks),
            tables_due=self._timeline.wanted(at + 1),
            sockets=sum(tick.sockets for tick in ticks),
            generator_cpu=round(max(tick.cpu_s / max(0.1, tick.seconds) for tick in ticks), 3),
        )
        for name in TRACKS_BY_SECOND:
            setattr(second, name, series[name].blob())
        if self._timeline.phase(at).measured:
            for name, buckets in series.items():
                self.so_far[name].merge(buckets.counts)
        for name in COUNTED:
            setattr(second, name, counts[name])
        if told := self._scraper.told(at):
            second.hub_cpu, second.hub_memory = told.cpu, told.memory
            second.hub_loop_lag, second.hub_queue = told.loop_lag, told.queue
            for name, mean in told.means.items():
                setattr(second, name, mean)
        return second


class Totals:
    """The totals of a run, over all processes."""

    def __init__(
        self, plan: LoadPlan, timeline: Timeline, tallies: Sequence[RunTally], measured_s: float
    ) -> None:
        self.plan = plan
        self.timeline = timeline
        self.measured_s = measured_s
        self.buckets: defaultdict[str, Buckets] = defaultdict(Buckets)
        self.counts: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self.words = [words for tally in tallies for words in tally.words][:MAX_NAMED_DIFFERENCES]
        self.cpu_s = sum(tally.cpu_s for tally in tallies)
        self.seats = sum(tally.seats for tally in tallies)
        for tally in tallies:
            for name, values in tally.tracks.items():
                self.buckets[name].merge(values)
            self.counts.update(tally.counts)
            self.faults.update(tally.faults)

    def verified(self, found: Findings | None, left: int) -> list[str]:
        """Add the results of the verification against the logs; returns descriptions of the first
        differences."""
        if found is None:
            return []
        self.faults.update(found.faults)
        self.counts["games_verified"] += found.games
        self.counts["documents_verified"] += found.documents
        self.counts["games_of_other_rules"] += found.other_rules
        self.counts["games_unverified"] += left
        return found.words

    def result(
        self,
        command: list[str],
        started: str,
        machine: Machine,
        seconds: list[Second],
        words: list[str],
        ends: tuple[Sample, Sample] | None,
        before: Sample | None,
    ) -> Result:
        """The result. `ends`: samples of the hubs at the start and end of the measurement; `before`: of
        empty hubs."""
        if not self.counts["moves"]:
            self.faults["no moves"] += 1
        counts = {"moves": 0, "games_ended": 0, "tables_made": 0, "documents_verified": 0, "resyncs": 0}
        counts |= {name: count for name, count in self.counts.items() if count}
        expected = counts.get("diffs_expected", 0)
        tracks = {name: track for name in TRACKS if (track := self.buckets[name].track(1000))}
        result = Result(
            command=command,
            started=started,
            machine=machine,
            plan=self.plan,
            measured_s=round(self.measured_s, 3),
            tracks=tracks,
            counts=counts,
            faults={name: count for name, count in self.faults.items() if count},
            reach=counts.get("diffs", 0) / expected if expected else 1.0,
            diff_bytes=self.buckets["diff_bytes"].track(1),
            full_bytes=self.buckets["full_bytes"].track(1),
            seconds=seconds,
            reasons=[*self.words, *words],
        )
        self._add_hub(result, ends, before)
        return result

    def _add_hub(self, result: Result, ends: tuple[Sample, Sample] | None, before: Sample | None) -> None:
        if ends is None:
            return
        first, last = ends
        seconds = max(1e-3, last.at - first.at)
        cores = (last.cpu_s - first.cpu_s) / seconds
        moves = self.counts["moves"] / self.measured_s if self.measured_s else 0
        if moves:
            result.hub_cpu_us_per_move = round(cores / moves * 1e6, 2)
        if before is not None and self.seats:
            result.hub_bytes_per_seat = round((last.memory - before.memory) / self.seats, 1)
        if not result.agents and first.machine_s is not None and last.machine_s is not None:
            ours = self.cpu_s / self.measured_s if self.measured_s else 0
            others = (last.machine_s - first.machine_s) / seconds - cores - ours
            result.others_cpu = round(max(0.0, others), 3)
