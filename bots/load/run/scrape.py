"""Polls the hubs' `/metrics` once a second in a separate thread."""

from __future__ import annotations

import re
import threading
import time
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from msgspec import Struct, field

from ...hub_process import machine_busy_s, opened

ANSWER_IN: Final = 2.0
"""Seconds within which a hub must respond; otherwise this second has no hub figures."""

_LINE: Final = re.compile(r'^(\w+)(?:{hub="[^"]*"})? (\S+)$', re.MULTILINE)
"""A metric without labels, or with the hub's label on a page that shows several hubs."""

LAG: Final = "stammtisch_loop_lag_seconds"

Means = dict[str, tuple[float, float]]
"""The values of a histogram of durations: sum in seconds, and count."""

TIMED: Final = {
    "hub_commit": "stammtisch_commit_seconds",
    "hub_redis": "stammtisch_redis_seconds",
    "hub_move": "stammtisch_move_seconds",
    "hub_diff": "stammtisch_diff_seconds",
}


class Sample(Struct):
    """All hubs together at one moment. None: not reported."""

    at: float
    """Of `time.monotonic`."""
    cpu_s: float
    memory: float
    loop_lag_s: float | None = None
    """The greatest since the previous sample."""
    waiting: float | None = None
    timed: Means = field(default_factory=dict)
    machine_s: float | None = None
    """CPU seconds of all processes of this machine, if the hubs are here."""
    evictions: float = 0.0
    """Slow readers disconnected so far."""


class Usage(NamedTuple):
    """The difference between two samples. Times in ms."""

    cpu: float
    memory: int
    loop_lag: float | None
    queue: int | None
    means: dict[str, float]


def is_here(address: str) -> bool:
    """Is this the address of a hub on this machine?"""
    host = urlsplit(address).hostname or ""
    return host in ("localhost", "::1") or host.startswith("127.")


def sample(addresses: list[str], patience: float = ANSWER_IN) -> Sample | None:
    """Poll all hubs; None if one of them doesn't respond."""
    machine_s = machine_busy_s() if all(map(is_here, addresses)) else None
    found = Sample(time.monotonic(), 0.0, 0.0, machine_s=machine_s)
    for address in addresses:
        try:
            with opened(address, patience) as answer:
                figures = _figures(answer.read().decode())
            found.cpu_s += figures["process_cpu_seconds_total"]
            found.memory += figures["process_resident_memory_bytes"]
        except (OSError, ValueError, KeyError):
            return None
        if (lag := figures.get(LAG)) is not None:
            found.loop_lag_s = max(lag, found.loop_lag_s or 0.0)
        if (waiting := figures.get("stammtisch_commits_waiting")) is not None:
            found.waiting = (found.waiting or 0.0) + waiting
        found.evictions += figures.get("stammtisch_evictions_total", 0.0)
        for name, metric in TIMED.items():
            if f"{metric}_count" in figures:
                total, count = found.timed.get(name, (0.0, 0.0))
                found.timed[name] = (
                    total + figures.get(f"{metric}_sum", 0.0),
                    count + figures[f"{metric}_count"],
                )
    return found if addresses else None


def _figures(page: str) -> dict[str, float]:
    """The metrics of a page by name: summed over several hubs, the maximum for the loop lag."""
    figures: dict[str, float] = {}
    for name, value in _LINE.findall(page):
        before = figures.get(name, 0.0)
        figures[name] = max(before, float(value)) if name == LAG else before + float(value)
    return figures


def between(before: Sample, after: Sample) -> Usage:
    """The usage between two samples."""
    means = {}
    for name, (total, count) in after.timed.items():
        total_before, count_before = before.timed.get(name, (0.0, 0.0))
        if count > count_before:
            means[name] = round((total - total_before) * 1000 / (count - count_before), 4)
    return Usage(
        cpu=round((after.cpu_s - before.cpu_s) / max(1e-3, after.at - before.at), 3),
        memory=int(after.memory),
        loop_lag=None if after.loop_lag_s is None else round(after.loop_lag_s * 1000, 3),
        queue=None if after.waiting is None else int(after.waiting),
        means=means,
    )


class Scraper:
    """Takes a sample at the start of each second, independently of the rest of this process."""

    def __init__(self, addresses: list[str]) -> None:
        self.addresses = addresses
        self.samples: dict[int, Sample | None] = {}
        """By second: None if the hub didn't respond in time."""
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, begin: float) -> None:
        """Start the thread; seconds count from `begin`, a time of `time.monotonic`."""
        if self.addresses:
            self._thread = threading.Thread(target=self._run, args=(begin,), daemon=True)
            self._thread.start()

    def _run(self, begin: float) -> None:
        second = 0
        while not self._stopped.wait(max(0.0, begin + second - time.monotonic())):
            self.samples[second] = sample(self.addresses)
            passed = int(time.monotonic() - begin)
            for missed in range(second + 1, passed):
                self.samples[missed] = None
            second = max(second + 1, passed)

    def stop(self) -> None:
        self._stopped.set()
        if self._thread is not None:
            self._thread.join(len(self.addresses) * ANSWER_IN + 1)

    def known(self, second: int) -> bool:
        """Is the sample at the start of that second there, or known to be missing?"""
        return not self.addresses or second in self.samples

    def told(self, second: int) -> Usage | None:
        """The usage in a second, or since the last sample before it."""
        after = self.samples.get(second + 1)
        earlier = [self.samples.get(n) for n in range(second, max(-1, second - 10), -1)]
        before = next((one for one in earlier if one is not None), None)
        return between(before, after) if before is not None and after is not None else None

    def first_and_last(self, begin: float, end: float) -> tuple[Sample, Sample] | None:
        """The first and the last sample within a period."""
        inside = [
            one for second, one in sorted(self.samples.items()) if one is not None and begin <= second <= end
        ]
        return (inside[0], inside[-1]) if len(inside) > 1 else None
