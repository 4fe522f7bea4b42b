"""What one generator process counts: latencies in buckets, whole and by seconds, and what went wrong.

Noting a value costs a rounding and one entry in a dict, which is less than half of what an HdrHistogram
asks for; histograms are made of the buckets once a second, or at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from hdrh.histogram import HdrHistogram  # type: ignore[import-untyped]
from msgspec import Struct, field

from ..judge.faults import NAMED
from ..result import TRACKS_BY_SECOND, Track

GREATEST: Final = 100_000_000
"""The greatest value that a histogram takes: 100 s in us, or bytes."""

DIGITS: Final = 3

_BITS: Final = 11
"""Values keep so many leading bits, which is finer than three digits."""

ALWAYS: Final = frozenset({"connect", "table_start", "full_bytes"})
"""Tracks that count in the whole run, since most tables come before the measuring."""


class Buckets:
    """How often each value was met, rounded down by less than one in a thousand."""

    def __init__(self) -> None:
        self.counts: dict[int, int] = {}

    def add(self, value: int, times: int = 1) -> None:
        """Note a value of at least 0."""
        if (shift := value.bit_length() - _BITS) > 0:
            value = value >> shift << shift
        self.counts[value] = self.counts.get(value, 0) + times

    def merge(self, counts: Mapping[int, int]) -> None:
        """Add what another has counted."""
        for value, times in counts.items():
            self.counts[value] = self.counts.get(value, 0) + times

    def median(self) -> int:
        """The middle value; 0 without any."""
        left = sum(self.counts.values()) // 2
        for value in sorted(self.counts):
            left -= self.counts[value]
            if left < 0:
                return value
        return 0

    def histogram(self) -> HdrHistogram:
        """The same as an HdrHistogram."""
        made = HdrHistogram(1, GREATEST, DIGITS)
        for value, times in self.counts.items():
            made.record_value(min(max(1, value), GREATEST), times)
        return made

    def blob(self) -> str:
        """The same, encoded; "" without values."""
        return str(self.histogram().encode().decode()) if self.counts else ""

    def track(self, unit: float) -> Track | None:
        """Its percentiles, divided by `unit`; None without values."""
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
    """One second of one process, as it goes to the parent. Buckets by track; levels are of its end."""

    at: int
    series: dict[str, dict[int, int]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    """moves, games_ended, refusals, resyncs, faults, bytes_in, bytes_out."""
    tables: int = 0
    sockets: int = 0
    cpu_s: float = 0.0
    seconds: float = 1.0
    """That it took in fact."""


class Tally(Struct):
    """All that one process has counted. What is by track holds measured time alone."""

    tracks: dict[str, dict[int, int]]
    counts: dict[str, int]
    faults: dict[str, int]
    cpu_s: float
    """In measured time."""
    seats: int
    """Seats and watchers at the end of the measured time."""
    words: list[str] = field(default_factory=list)
    """Where the first wrong frames were, one line each."""


class Recorder:
    """Notes what happens. Times are of the scheduler's clock, durations in seconds."""

    def __init__(self) -> None:
        self.window = (float("inf"), float("-inf"))
        """The measured time. What was meant to happen in it counts, whenever it did."""
        self.tracks: dict[str, Buckets] = {}
        self.series: dict[str, Buckets] = {name: Buckets() for name in TRACKS_BY_SECOND}
        self.counts: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self.second: Counter[str] = Counter()
        self.words: list[str] = []
        """Where the first wrong frames were, one line each."""
        self.usual = 0.0
        """The median of all acts as they were sent, until the last full second."""
        self._raw = Buckets()

    def note(self, track: str, due: float, seconds: float, times: int = 1) -> None:
        """A duration of something that was due at that time."""
        us = int(seconds * 1_000_000) if seconds > 0 else 0
        if self.window[0] <= due < self.window[1] or track in ALWAYS:
            self._track(track).add(us, times)
        if track in self.series:
            self.series[track].add(us, times)

    def size(self, track: str, now: float, size: int) -> None:
        """The bytes of a frame."""
        if self.window[0] <= now < self.window[1] or track in ALWAYS:
            self._track(track).add(size)

    def count(self, name: str, now: float, times: int = 1) -> None:
        """Something countable: in its second, and in whole if that is measured."""
        self.second[name] += times
        if self.window[0] <= now < self.window[1]:
            self.counts[name] += times

    def fault(self, name: str, times: int = 1) -> None:
        """Something that must not happen, whenever it does."""
        if times:
            self.faults[name] += times
            self.second["faults"] += times

    def wrong(self, words: str) -> None:
        """Say where a wrong frame was: of the first ones, since one may bring a thousand."""
        if len(self.words) < NAMED:
            self.words.append(f"wrong: {words}")

    def tick(self, at: int) -> Tick:
        """What the second that is over has brought; the next one begins."""
        made = Tick(
            at=at,
            series={name: buckets.counts for name, buckets in self.series.items() if buckets.counts},
            counts=dict(self.second),
        )
        self._raw.merge(self.series["act_raw"].counts)
        self.usual = self._raw.median() / 1_000_000
        self.series = {name: Buckets() for name in TRACKS_BY_SECOND}
        self.second = Counter()
        return made

    def _track(self, name: str) -> Buckets:
        found = self.tracks.get(name)
        if found is None:
            found = self.tracks[name] = Buckets()
        return found
