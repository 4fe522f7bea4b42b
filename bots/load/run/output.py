"""The output of a run: thresholds from the command line, printed tables, files."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from ...console import table
from ...files import as_json, new_file, written
from ..figures import in_unit, measured, ms
from ..judge.thresholds import Threshold, Watch, from_file, judged, parsed
from ..plan import Phase
from ..report.report import VERDICTS, keys_of, measured_text, remarks, report
from ..result import EXIT, TRACKS, Result, Second
from .coordinator import Show


def add_to(it: Any) -> None:
    """Add the options for thresholds and files to a parser."""
    it.add_argument(
        "--threshold",
        action="append",
        default=[],
        metavar="CHECK",
        help="a condition, such as 'act.p99<100ms', 'reach==1' or 'errors==0'; can be repeated",
    )
    it.add_argument("--thresholds", type=Path, metavar="FILE", help="the same from a TOML file")
    it.add_argument("--json", type=new_file, metavar="FILE", help="write the result to a file, for compare")
    it.add_argument("--html", type=new_file, metavar="FILE", help="write a report with plots to a file")


def thresholds_of(chosen: argparse.Namespace) -> list[Threshold]:
    """Thresholds of the file, then those of the command line. Raises BadThreshold, a ValueError."""
    file = from_file(chosen.thresholds) if chosen.thresholds else []
    return [*file, *map(parsed, chosen.threshold)]


def guarded(
    show: Show, thresholds: Sequence[Threshold], phases: Sequence[Phase], stop: Callable[[str], Exception]
) -> Show:
    """Wraps `show`: raises `stop(why)` as soon as a threshold that ends the run is missed."""
    watch, counted = Watch(thresholds), {phase.name for phase in phases if phase.measured}

    def look(second: Second) -> None:
        show(second)
        if second.phase in counted and (why := watch.add(second)):
            raise stop(f"missed {why}")

    return look


def finish(result: Result, thresholds: Sequence[Threshold], chosen: argparse.Namespace) -> int:
    """Judge by the thresholds, print, write the files; returns the exit status."""
    result = judged(result, thresholds)
    show(result, Console(highlight=False, width=None if sys.stdout.isatty() else 120))
    return written(
        EXIT[result.verdict],
        (chosen.json, lambda: as_json(result)),
        (chosen.html, lambda: report(result).encode()),
    )


def show(result: Result, console: Console) -> None:
    console.print(table(f"load: {result.plan.profile}, latencies", [*_latencies(result)]))
    console.print(table("figures", [("", ""), *_figures(result)]))
    if result.thresholds:
        rows = [(one.text, measured_text(one), "met" if one.met else "MISSED") for one in result.thresholds]
        console.print(table("thresholds", [("", "found", ""), *rows]))
    good = result.verdict == "pass"
    console.print(Text(VERDICTS[result.verdict][1], style="bold green" if good else "bold red"))
    for reason in [*result.reasons, *remarks(result)]:
        console.print(f"  {reason}", markup=False, soft_wrap=True)


def _latencies(result: Result) -> Iterator[tuple[str, ...]]:
    yield "", "n", "p50", "p90", "p99", "p99.9", "max"
    for name in TRACKS:
        if track := result.tracks.get(name):
            values = (track.p50, track.p90, track.p99, track.p999, track.max)
            yield name, f"{track.n:,}", *map(ms, values)


def _figures(result: Result) -> Iterator[tuple[str, str]]:
    plan = result.plan
    alive = max((second.tables for second in measured(result)), default=0)
    yield "tables x seats", f"{alive:,} x {plan.seats}"
    yield from keys_of(result)
    if result.diff_bytes:
        diff = result.diff_bytes
        yield "bytes of a diff", f"median {diff.p50:.0f}, p99 {diff.p99:.0f}"
    if result.others_cpu is not None:
        yield "Redis and other processes", in_unit("others_cpu", result.others_cpu)
    for name, count in [*result.counts.items(), *result.faults.items()]:
        yield name, f"{count:,}"
