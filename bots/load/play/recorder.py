"""Measurements of one generator process: latencies in buckets, in total and per second, and faults.

Adding a value costs a rounding and one dict entry, less than half the cost of an HdrHistogram; histograms are
made from the buckets once a second, or at the end.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from msgspec import Struct, field

from ..judge.faults import MAX_NAMED_DIFFERENCES
from ..result import TRACKS_BY_SECOND, Track

if TYPE_CHECKING:
    from hdrh.histogram import HdrHistogram  # type: ignore[import-untyped]

MAX_VALUE: Final = 100_000_000
"""The greatest value that a histogram accepts: 100 s in us, or bytes."""

SIGNIFICANT_DIGITS: Final = 3

_LEADING_BITS: Final = 11
"""The number of leading bits that values keep, which is finer than three digits."""

LARGEST_EXACT: Final = (1 << _LEADING_BITS) - 1
"""The largest value that is not rounded."""

TOLD_TRACKS: Final = (*TRACKS_BY_SECOND, "lag", "late")
"""Tracks that are told every second."""

ALWAYS: Final = frozenset({"connect", "table_start", "full_bytes"})
"""Tracks that count in the whole run, since most tables are made before the measurement."""


def rounded(value: int) -> int:
    """The bucket of a value above `LARGEST_EXACT`."""
    shift = value.bit_length() - _LEADING_BITS
    return value >> shift << shift


class Buckets:
    """The number of occurrences of each value, rounded down by less than one in a thousand."""

    def __init__(self) -> None:
        self.counts: defaultdict[int, int] = defaultdict(int)

    def add(self, value: int, times: int = 1) -> None:
        """Add a value of at least 0."""
        self.counts[value if value <= LARGEST_EXACT else rounded(value)] += times

    def merge(self, counts: Mapping[int, int]) -> None:
        """Add the counts of another process."""
        for value, times in counts.items():
            self.counts[value] += times

    def copy(self) -> Buckets:
        """A copy that other threads leave alone."""
        made = Buckets()
        made.counts = self.counts.copy()
        return made

    def median(self) -> int:
        """The median; 0 without values."""
        left = sum(self.counts.values()) // 2
        for value in sorted(self.counts):
            left -= self.counts[value]
            if left < 0:
                return value
        return 0

    def histogram(self) -> HdrHistogram:
        from hdrh.histogram import HdrHistogram  # only the load test needs it

        made = HdrHistogram(1, MAX_VALUE, SIGNIFICANT_DIGITS)
        for value, times in self.counts.items():
            made.record_value(min(max(1, value), MAX_VALUE), times)
        return made

    def blob(self) -> str:
        """The encoded histogram; "" without values."""
        return str(self.histogram().encode().decode()) if self.counts else ""

    def track(self, unit: float) -> Track | None:
        """Statistics and percentiles, divided by `unit`; None without values."""
        if not self.counts:
            return None
        made = self.histogram()

        def at(percentile: float) -> float:
            return round(float(made.get_value_at_percentile(percentile)) / unit, 3)

        return Track(
            n=made.get_total_count(),
            mean=round(made.get_mean_value() / unit, 3),
            p50=at(50),
            p90=at(90),
            p95=at(95),
            p99=at(99),
            p999=at(99.9),
            max=at(100),
            histogram=str(made.encode().decode()),
        )


class Tick(Struct):
    """One second of one process, as sent to the parent. Buckets by track; `tables` and `sockets` are
    sampled at its end."""

    at: int
    series: dict[str, dict[int, int]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    """moves, games_ended, refusals, resyncs, faults, bytes_in, bytes_out."""
    tables: int = 0
    sockets: int = 0
    cpu_s: float = 0.0
    seconds: float = 1.0
    """Its actual duration."""


class RunTally(Struct):
    """Everything that one process has counted. Tracks contain only measured time."""

    tracks: dict[str, dict[int, int]]
    counts: dict[str, int]
    faults: dict[str, int]
    cpu_s: float
    """CPU seconds of the measured time."""
    seats: int
    """Seats and watchers at the end of the measured time."""
    words: list[str] = field(default_factory=list)
    """The first wrong frames, one line each."""


class Gauges:
    """What a process has now, and how much it has transferred. Kept as it changes, so that no walk over all
    tables and users has to find it out."""

    __slots__ = ("bytes_in", "bytes_out", "sockets", "tables")

    def __init__(self) -> None:
        self.tables = self.sockets = 0
        """Tables that are being played, and sockets that the server has welcomed."""
        self.bytes_in = self.bytes_out = 0
        """Bytes of all messages so far."""


class Recorder:
    """Records measurements. Times are of the scheduler's clock, durations in seconds."""

    def __init__(self) -> None:
        self.window = (float("inf"), float("-inf"))
        """The measured time. Events that were due in it count, whenever they happened."""
        self.tracks: defaultdict[str, Buckets] = defaultdict(Buckets)
        self.series: dict[str, Buckets] = {name: Buckets() for name in TOLD_TRACKS}
        self.counts: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self.second: Counter[str] = Counter()
        self.words: list[str] = []
        """The first wrong frames, one line each."""
        self.gauges = Gauges()
        self.usual = 0.0
        """The median latency of all acts (act_raw) until the last full second."""
        self._raw = Buckets()
        self._bytes = (0, 0)
        """Of the gauges, at the end of the last second."""

    def note(self, track: str, due: float, seconds: float, times: int = 1) -> None:
        """Record the duration of something that was due at `due`."""
        us = int(seconds * 1_000_000) if seconds > 0 else 0
        if us > LARGEST_EXACT:
            us = rounded(us)
        begin, end = self.window
        if begin <= due < end or track in ALWAYS:
            self.tracks[track].counts[us] += times
        series = self.series.get(track)
        if series is not None:
            series.counts[us] += times

    def size(self, track: str, now: float, size: int) -> None:
        """Record the size of a frame."""
        begin, end = self.window
        if begin <= now < end or track in ALWAYS:
            self.tracks[track].counts[size if size <= LARGEST_EXACT else rounded(size)] += 1

    def count(self, name: str, now: float, times: int = 1) -> None:
        """Count an event: in its second, and in total if that second is measured."""
        self.second[name] += times
        if self.window[0] <= now < self.window[1]:
            self.counts[name] += times

    def fault(self, name: str, times: int = 1) -> None:
        """Count an event that must not happen, measured time or not."""
        if times:
            self.faults[name] += times
            self.second["faults"] += times

    def wrong(self, words: str) -> None:
        """Describe a wrong frame; only the first ones, since one may cause a thousand."""
        if len(self.words) < MAX_NAMED_DIFFERENCES:
            self.words.append(f"wrong: {words}")

    def tick(self, at: int, due: float) -> Tick:
        """The finished second, which began at `due`; the next one begins."""
        gauges = self.gauges
        for name, now, before in zip(
            ("bytes_in", "bytes_out"), (gauges.bytes_in, gauges.bytes_out), self._bytes, strict=True
        ):
            if now > before:
                self.count(name, due, now - before)
        self._bytes = gauges.bytes_in, gauges.bytes_out
        made = Tick(
            at=at,
            series={name: buckets.counts for name, buckets in self.series.items() if buckets.counts},
            counts=dict(self.second),
            tables=gauges.tables,
            sockets=gauges.sockets,
        )
        self._raw.merge(self.series["act_raw"].counts)
        self.usual = self._raw.median() / 1_000_000
        self.series = {name: Buckets() for name in TOLD_TRACKS}
        self.second = Counter()
        return made
