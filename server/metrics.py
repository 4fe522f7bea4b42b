"""The server's metrics: numbers and names of codes only, nothing about any table or person."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from protocol.codes import CROWDED

_FINE = (0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)


class Metrics:
    """All counters of a hub, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        self.tables = self._gauge("tables", "Tables loaded in this hub")
        self.sockets = self._gauge("sockets", "Open websockets")
        self.seats = self._gauge("seats", "Seats and watchers subscribed to tables")
        self.greeted = self._counter("greeted", "Websockets that greeted and were accepted")
        self.at_doors = self._gauge("at_doors", "Connections that have not authenticated yet")
        self.cut_at_doors = self._counter("cut_at_doors", "Unauthenticated connections that were cut")
        self.tables_made = self._counter("tables_made", "Tables made")
        self.received = self._counts("frames", "Frames received", "kind")
        self.sent_frames = 0
        self.sent_bytes = 0
        self.relayed = 0
        self.registry.register(_Sent(self))
        self._moves = self._counts("moves", "Changes stored", "kind")
        self.refusals = self._counter("refusals", "Frames refused", "code")
        self.closes = self._counter("closes", "Sockets closed by the server", "code")
        self.evictions = self._counter("evictions", "Slow clients disconnected")
        self.conflicts = self._counter("conflicts", "Commits that another hub won")
        self.reloads = self._counter("reloads", "Tables reloaded")
        self.differences = self._counter("differences", "Check values that differed")
        self.faults = self._counter("faults", "Internal errors of the server")
        self.stand_ins = self._counter("stand_ins", "Seats given to a stand-in", "why")
        self.pushes = self._counter("pushes", "Messages for push services of browsers", "outcome")
        self.move_seconds = self._histogram("move_seconds", "From a frame's arrival to its telling")
        self.commit_seconds = self._histogram("commit_seconds", "From a commit's request to its response")
        self.diff_seconds = self._histogram("diff_seconds", "Views and diffs of a version, for all its seats")
        self.redis_seconds = self._histogram("redis_seconds", "Round trips to Redis, many commands each")
        self.commits_waiting = self._gauge("commits_waiting", "Commands that wait for Redis")
        self.storing = self._gauge("storing", "1 while writes wait for Redis, else 0")
        self.copies = self._gauge("copies", "Replicas that must have a move on disk before it counts")
        self.copies_missing = self._counter("copies_missing", "Batches that too few replicas had in time")
        self.takeovers = self._counter("takeovers", "Connections that found another primary than before")
        # Alerts watch these. A counter that first appears as 1 would not show an increase.
        for refusal in ("storing", "fault"):
            self.refusals.labels(refusal)
        for outcome in ("sent", "gone", "failed", "dropped"):
            self.pushes.labels(outcome)
        self.closes.labels(str(CROWDED))
        self.loop_lag = self._gauge("loop_lag_seconds", "Greatest event loop delay since the last scrape")

    def _gauge(self, name: str, text: str) -> Gauge:
        return Gauge(f"stammtisch_{name}", text, registry=self.registry)

    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(f"stammtisch_{name}", text, labels, registry=self.registry)

    def _histogram(self, name: str, text: str) -> DurationHistogram:
        seconds = DurationHistogram(f"stammtisch_{name}", text)
        self.registry.register(seconds)
        return seconds

    def _counts(self, name: str, text: str, label: str) -> dict[str, int]:
        """Plain counts by label value; label values are reported in lower case."""
        counts = _Counts(f"stammtisch_{name}", text, label)
        self.registry.register(counts)
        return counts.of

    def moved(self, kind: str, seconds: float) -> None:
        """Count a change that was stored and broadcast."""
        self._moves[kind] += 1
        self.move_seconds.observe(seconds)


class _Counts(Collector):
    """A counter with one label, as plain numbers: a lock and a lookup for every frame would cost more than
    the count."""

    def __init__(self, name: str, text: str, label: str) -> None:
        self.name, self.text, self.label = name, text, label
        self.of: defaultdict[str, int] = defaultdict(int)

    def collect(self) -> Iterator[CounterMetricFamily]:
        family = CounterMetricFamily(self.name, self.text, labels=[self.label])
        for kind, count in self.of.items():
            family.add_metric([kind.lower()], count)
        yield family


class DurationHistogram(Collector):
    """A histogram of durations, as plain numbers, since every move is observed."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text
        self.counts = [0] * (len(_FINE) + 1)
        self.total = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(_FINE, seconds)] += 1
        self.total += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        bounds = [*map(str, _FINE), "+Inf"]
        buckets = list(zip(bounds, accumulate(self.counts), strict=True))
        yield HistogramMetricFamily(self.name, self.text, buckets, self.total)


class _Sent(Collector):
    """Plain numbers for events that occur several times with every move."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics

    def collect(self) -> Iterator[CounterMetricFamily]:
        for name, text, value in (
            ("sent_frames", "Frames sent", self.metrics.sent_frames),
            ("sent_bytes", "Bytes of frames sent", self.metrics.sent_bytes),
            ("relayed", "Versions told as another hub had worked them out", self.metrics.relayed),
        ):
            yield CounterMetricFamily(f"stammtisch_{name}", text, value=value)


METRICS = Metrics()
