"""A real hub is stopped for some seconds of a steady run: does the load test report the expected percentiles?

    python -m tests.bench.freeze --seconds 60 --still 2

SIGSTOP and SIGCONT stop and continue the hub's process; Redis and the generator keep running.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator

from msgspec import Struct
from rich.console import Console

from bots.console import table
from bots.hub_process import own_server
from bots.load.plan import LoadPlan
from bots.load.result import Result, Second
from bots.load.run.coordinator import measure

GAME = "machi_koro"


def waits(share: float, still: float, measured: float) -> float:
    """The percentile `share` of the waiting time in seconds, for events that are due at a constant rate.

    The fraction still / measured of the events is due while the hub is stopped. Their waiting times are
    uniform between 0 and `still`; the others don't wait.
    """
    return max(0.0, still * (1 - (1 - share) * measured / still)) if still else 0.0


class Freeze(Struct, frozen=True):
    """Expected and measured values, in ms. The expected ones don't include the usual response time."""

    still_s: float
    measured_s: float
    expected_p99: float
    act_p99: float
    probe_p99: float
    raw_p99: float
    expected_max: float
    act_max: float
    probe_max: float
    usual_p50: float
    verdict: str

    @property
    def off(self) -> float:
        """The relative error of the acts' p99, compared with the expected one plus the usual response
        time."""
        return abs(self.act_p99 - self.usual_p50 - self.expected_p99) / self.expected_p99


def freeze(
    seconds: float = 60.0, still: float = 2.0, tables: int = 100, think: str = "uniform:300,700"
) -> Freeze:
    """Measure a private hub that is stopped halfway through."""
    with own_server({"STAMMTISCH_BUDGETS": "1000"}) as server:
        plan = LoadPlan(
            url=server.url, games={GAME: 1}, tables=tables, seconds=seconds, think=think, verify_share=0
        )
        steady = 0
        stood: list[float] = []

        def go_on() -> None:
            os.kill(server.pid, signal.SIGCONT)
            stood.append(time.monotonic())

        goes_on = threading.Timer(still, go_on)

        def stand_still() -> None:
            stood.append(time.monotonic())
            os.kill(server.pid, signal.SIGSTOP)
            goes_on.start()

        def shown(second: Second) -> None:
            nonlocal steady
            steady += second.phase == "steady"
            if second.phase == "steady" and steady == max(1, int(seconds / 2)):
                stand_still()

        found = measure(plan, pin=True, show=shown)  # no metrics: a stopped hub would not respond
        goes_on.join()
    return compared(found, stood[1] - stood[0])


def compared(found: Result, still: float) -> Freeze:
    """A result with the expected values."""
    act, raw, probe = (found.tracks[name] for name in ("act", "act_raw", "probe"))
    return Freeze(
        still_s=still,
        measured_s=found.measured_s,
        expected_p99=waits(0.99, still, found.measured_s) * 1000,
        act_p99=act.p99,
        probe_p99=probe.p99,
        raw_p99=raw.p99,
        expected_max=still * 1000,
        act_max=act.max,
        probe_max=probe.max,
        usual_p50=raw.p50,
        verdict=found.verdict,
    )


def rows(found: Freeze) -> Iterator[tuple[str, str, str]]:
    """The rows of the table: name, expected, measured."""
    yield "ms", "expected", "found"
    yield "acts, p99", f"{found.expected_p99:,.0f}", f"{found.act_p99:,.0f}"
    yield "pings, p99", f"{found.expected_p99:,.0f}", f"{found.probe_p99:,.0f}"
    yield "acts, max", f"{found.expected_max:,.0f}", f"{found.act_max:,.0f}"
    yield "pings, max", f"{found.expected_max:,.0f}", f"{found.probe_max:,.0f}"
    yield "acts as they were sent, p99", "", f"{found.raw_p99:,.0f}"
    yield "acts as they were sent, p50", "", f"{found.usual_p50:,.1f}"


def main() -> int:
    """Measure and print; returns 0 if the p99 is within 5 % of the expected value."""
    it = argparse.ArgumentParser(prog="python -m tests.bench.freeze", description=__doc__)
    it.add_argument("--seconds", type=float, default=60.0, help="to measure for (60)")
    it.add_argument("--still", type=float, default=2.0, help="seconds that the hub stands still (2)")
    it.add_argument("--tables", type=int, default=100, help="(100)")
    it.add_argument("--think", default="uniform:300,700", help="how long seats think (uniform:300,700)")
    chosen = it.parse_args()
    found = freeze(chosen.seconds, chosen.still, chosen.tables, chosen.think)
    console = Console(highlight=False)
    title = f"A hub stands still for {found.still_s:.2f} of {found.measured_s:g} s"
    console.print(table(title, list(rows(found))))
    console.print(f"p99 of acts {found.off:.1%} off; the run itself: {found.verdict}")
    return 0 if found.off <= 0.05 else 1


if __name__ == "__main__":
    sys.exit(main())
