"""Shared by all sections of the benchmarks: the extent of measurements, and the form of findings."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import Any, Final, NamedTuple

from bots.hub_process import own_server
from bots.load.plan import LoadPlan
from bots.load.result import Result
from bots.load.run.coordinator import measure
from bots.load.run.scrape import sample
from server.games import GAMES

SEATS: Final = 4
LIGHTEST: Final = next(iter(GAMES))

AT_REST: Final = 0.05
"""A hub without connections that uses a smaller share of a core has finished its start-up work."""

BUDGETS: Final = {"STAMMTISCH_BUDGETS": "1000"}
"""Clients of a load test send in a second what people send in minutes."""

TINY_S: Final = 2.0
"""Seconds of a load run, at most, if everything is tiny."""


class Scale(NamedTuple):
    """The extent of the measurements. `small` makes everything tiny, only to show that it works."""

    games: tuple[str, ...] = tuple(GAMES)
    rounds: int = 3
    seconds: float = 4.0
    small: bool = False
    soak_s: float = 1800.0
    base: str = ""
    """The earlier commit to compare with; "" for the one that last changed the benchmarks."""


class Table(NamedTuple):
    """A table for the terminal and the page: the head, then rows; the first column holds names."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]


class Aim(NamedTuple):
    """An aim and the measured value. `met` is None if it couldn't be measured."""

    what: str
    aim: str
    reached: str
    met: bool | None


class Plot(NamedTuple):
    """A plot that is written to its own file."""

    title: str
    svg: str


class Shown(NamedTuple):
    """A section's findings, ready for terminal and page."""

    tables: Sequence[Table] = ()
    plots: Mapping[str, Plot] = {}
    """By file name without extension."""
    aims: Sequence[Aim] = ()
    notes: Sequence[str] = ()
    verdicts: Sequence[str] = ()
    """Verdicts of the load runs behind the figures."""

    @property
    def right(self) -> bool:
        """Was no run wrong, whatever its speed?"""
        return "wrong" not in self.verdicts

    @property
    def remarks(self) -> list[str]:
        """The notes, and the meaning of the verdicts for the figures."""
        return [*self.notes, *_doubts(self.verdicts)]


Say = Callable[[str], None]


class Section(NamedTuple):
    """A section of the benchmarks: measures, and presents its findings (also stored ones)."""

    name: str
    title: str
    about: str
    kind: Any
    """The type of the stored findings."""
    measure: Callable[[Scale, Say], Any]
    shown: Callable[[Any, Mapping[str, Any]], Shown]
    """Called with the findings, and those of other sections by name."""
    always: bool = True
    """Part of `make bench`; otherwise measured only by name."""
    joined: Callable[[Any, Any], Any] | None = None
    """Joins earlier findings with new ones of a part; None if new findings replace the earlier ones."""
    more: Callable[[Any, Scale, Say], Any] | None = None
    """Adds measurements to earlier findings; None if that is impossible."""


def spread(values: Sequence[float], digits: int = 0) -> str:
    """Minimum, median and maximum of several rounds."""
    if not values:
        return "not measured"
    least, middle, greatest = min(values), median(values), max(values)
    if len(values) == 1:
        return f"{middle:,.{digits}f}"
    return f"{least:,.{digits}f} / {middle:,.{digits}f} / {greatest:,.{digits}f}"


def load(scale: Scale, seconds: float, **asked: Any) -> Result:
    """A load run against a private server; the hub has a core to itself."""
    with own_server(BUDGETS) as server:
        if not scale.small:
            await_rest(server.metrics)
        wanted = LoadPlan(url=server.url, seconds=min(seconds, TINY_S) if scale.small else seconds, **asked)
        return measure(wanted, server.metrics, pin=True)


def await_rest(metrics: str) -> None:
    """Wait until a hub has finished its start-up work, which would count as cost of moves."""
    busy = AT_REST
    while busy >= AT_REST:
        before = _cpu(metrics)
        time.sleep(1.0)
        busy = _cpu(metrics) - before


def _cpu(metrics: str) -> float:
    now = sample([metrics])
    return now.cpu_s if now else 0.0


def fewer(scale: Scale, tables: int) -> int:
    """The number of tables; only a few if everything should be tiny."""
    return min(tables, 8) if scale.small else tables


def _doubts(verdicts: Sequence[str]) -> list[str]:
    """Notes on runs that were wrong, or limited by the generator."""
    notes = []
    if count := sum(verdict == "wrong" for verdict in verdicts):
        notes.append(f"**{count} of {len(verdicts)} runs were wrong: their figures count for nothing.**")
    if count := sum(verdict == "invalid" for verdict in verdicts):
        notes.append(
            f"In {count} of {len(verdicts)} runs the generators were the limit; latencies are then theirs as"
            " well as the hub's. CPU and memory of the hub are not touched by that."
        )
    return notes
