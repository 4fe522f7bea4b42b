"""What all sections of the benchmarks share: how much is measured, and what comes out to be shown."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import Any, Final, NamedTuple

from bots.hub_process import own_server
from bots.load.plan import Plan
from bots.load.result import Result
from bots.load.run.coordinator import measure
from bots.load.run.scrape import sample
from server.games import GAMES
from server.page import PRESS_AFTER_S

SEATS: Final = 4
LIGHTEST: Final = next(iter(GAMES))

AT_REST: Final = 0.05
"""Of a core: less than that, and a hub at which nobody is has nothing more to do."""

BUDGETS: Final = {"STAMMTISCH_BUDGETS": "1000"}
"""Clients of a load test do in a second what people do in minutes."""


class Scale(NamedTuple):
    """How much is measured. `small` makes everything tiny: to see that it works, not to be believed."""

    games: tuple[str, ...] = tuple(GAMES)
    rounds: int = 3
    seconds: float = 4.0
    small: bool = False
    soak_s: float = 1800.0


class Table(NamedTuple):
    """A table to be printed and written: the head, then rows; the first column holds names."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]


class Aim(NamedTuple):
    """What was aimed at, and what was reached. `met` is None where it couldn't be measured."""

    what: str
    aim: str
    reached: str
    met: bool | None


class Plot(NamedTuple):
    """A picture for a file of its own."""

    title: str
    svg: str


class Shown(NamedTuple):
    """A section's findings, ready for terminal and page."""

    tables: Sequence[Table] = ()
    plots: Mapping[str, Plot] = {}
    """By name of the file, without its ending."""
    aims: Sequence[Aim] = ()
    notes: Sequence[str] = ()
    verdicts: Sequence[str] = ()
    """Of the load runs that the figures come from."""

    @property
    def right(self) -> bool:
        """Was nothing told that isn't so, whatever the speed?"""
        return "wrong" not in self.verdicts

    @property
    def remarks(self) -> list[str]:
        """The notes, and what the verdicts mean for the figures."""
        return [*self.notes, *_doubts(self.verdicts)]


Say = Callable[[str], None]


class Section(NamedTuple):
    """A part of the benchmarks: measures, and shows what it has measured (also long after)."""

    name: str
    title: str
    about: str
    kind: Any
    """The type of the findings, as they are kept."""
    measure: Callable[[Scale, Say], Any]
    shown: Callable[[Any, Mapping[str, Any]], Shown]
    """Given the findings, and those of other sections by their names."""
    always: bool = True
    """Part of `make bench`; otherwise measured only when named."""
    joined: Callable[[Any, Any], Any] | None = None
    """What is kept where a part was measured anew: of the earlier findings and the new ones; None for the new
    ones alone."""
    more: Callable[[Any, Scale, Say], Any] | None = None
    """Measures more on top of earlier findings; None where that can't be."""


def spread(values: Sequence[float], digits: int = 0) -> str:
    """Least, median and greatest of several rounds."""
    if not values:
        return "not measured"
    least, middle, greatest = min(values), median(values), max(values)
    if len(values) == 1:
        return f"{middle:,.{digits}f}"
    return f"{least:,.{digits}f} / {middle:,.{digits}f} / {greatest:,.{digits}f}"


def load(scale: Scale, seconds: float, **asked: Any) -> Result:
    """A load run of this process against a server of its own, the hub on a core for itself."""
    with own_server(BUDGETS) as server:
        if not scale.small:
            await_rest(server.metrics)
        wanted = Plan(url=server.url, seconds=min(seconds, 2.0) if scale.small else seconds, **asked)
        return measure(wanted, server.metrics, pin=True)


def await_rest(metrics: str) -> None:
    """Until a hub has done what it does once after its start, behind all else: a second of pressing its pages
    would count as the cost of moves."""
    time.sleep(PRESS_AFTER_S)
    busy = AT_REST
    while busy >= AT_REST:
        before = _cpu(metrics)
        time.sleep(1.0)
        busy = _cpu(metrics) - before


def _cpu(metrics: str) -> float:
    now = sample([metrics])
    return now.cpu_s if now else 0.0


def fewer(scale: Scale, tables: int) -> int:
    """So many tables, or a few where everything is to be tiny."""
    return min(tables, 8) if scale.small else tables


def _doubts(verdicts: Sequence[str]) -> list[str]:
    """A note where something was wrong or the generator the limit."""
    notes = []
    if count := sum(verdict == "wrong" for verdict in verdicts):
        notes.append(f"**{count} of {len(verdicts)} runs were wrong: their figures count for nothing.**")
    if count := sum(verdict == "invalid" for verdict in verdicts):
        notes.append(
            f"In {count} of {len(verdicts)} runs the generators were the limit; latencies are then theirs as"
            " well as the hub's. CPU and memory of the hub are not touched by that."
        )
    return notes
