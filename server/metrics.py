"""What the server counts. Numbers and the names of codes alone: nothing of any table or person."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

_FINE = (0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)


class Metrics:
    """All of a hub's counters, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        self.tables = self._gauge("tables", "Tables loaded in this hub")
        self.sockets = self._gauge("sockets", "Open websockets")
        self.seats = self._gauge("seats", "Seats and watchers that are told of tables")
        self.tables_made = self._counter("tables_made", "Tables made")
        self.frames = self._counter("frames", "Frames received", "kind")
        self.sent = self._counter("sent_frames", "Frames sent")
        self.sent_bytes = self._counter("sent_bytes", "Bytes of frames sent")
        self.moves = self._counter("moves", "Changes stored", "kind")
        self.refusals = self._counter("refusals", "Frames refused", "code")
        self.closes = self._counter("closes", "Sockets closed by the server", "code")
        self.evictions = self._counter("evictions", "Slow readers cut off")
        self.conflicts = self._counter("conflicts", "Commits that another hub won")
        self.reloads = self._counter("reloads", "Tables loaded anew")
        self.differences = self._counter("differences", "Check values that differed")
        self.faults = self._counter("faults", "Mistakes of the server itself")
        self.stand_ins = self._counter("stand_ins", "Seats given to a stand-in", "why")
        self.move_seconds = self._histogram("move_seconds", "From a frame's arrival to its telling")
        self.commit_seconds = self._histogram("commit_seconds", "From asking for a commit to its answer")

    def _gauge(self, name: str, text: str) -> Gauge:
        return Gauge(f"stammtisch_{name}", text, registry=self.registry)

    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(f"stammtisch_{name}", text, labels, registry=self.registry)

    def _histogram(self, name: str, text: str) -> Histogram:
        return Histogram(f"stammtisch_{name}", text, buckets=_FINE, registry=self.registry)

    def moved(self, kind: str, seconds: float) -> None:
        """A change has been stored and told."""
        self.moves.labels(kind).inc()
        self.move_seconds.observe(seconds)


METRICS = Metrics()
