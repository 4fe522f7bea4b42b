"""The freeze test as a section: a hub is stopped for two seconds, and the load test must report that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bots.plots.bars import PlotBar, bars

from .freeze import Freeze, freeze, rows
from .kit import Aim, Plot, Say, Scale, Section, Shown, Table

OFF: Final = 0.05

ABOUT: Final = """\
A hub is stopped (SIGSTOP) for two seconds in a steady minute and continued. Of all that was due in that
minute a thirtieth waited, from no time to two seconds: so arithmetic says what p99 a load test must report.
One that counts from when things were really sent finds nothing, since nothing is sent to a hub that doesn't
ask; that figure stands below the others."""


def measure(scale: Scale, say: Say) -> Freeze:
    """Measure a minute in which the hub is stopped for two seconds."""
    found = freeze(6.0, 0.5, 8, "100") if scale.small else freeze()
    say(f"p99 {found.act_p99:,.0f} ms where {found.expected_p99:,.0f} ms were to be expected")
    return found


def shown(found: Freeze, others: Mapping[str, Any]) -> Shown:
    """Expected and measured values."""
    head, *rest = rows(found)
    title = "p99 of a hub that stood still"
    marks = [
        PlotBar("arithmetic", found.expected_p99, colour=3),
        PlotBar("acts, corrected", found.act_p99),
        PlotBar("pings", found.probe_p99),
        PlotBar("acts as they were sent", found.raw_p99, colour=2),
    ]
    whole = round(found.still_s) == 2 and found.measured_s > 59
    said = f"{found.off:.1%} off ({found.act_p99:,.0f} ms, expected {found.expected_p99:,.0f} ms)"
    met = found.off <= OFF if whole else None
    aim = Aim("p99 where a hub stands still for 2 s of 60", f"within {OFF:.0%}", said, met)
    plots = {"freeze": Plot(title, bars(title, marks, "ms"))}
    return Shown([Table(head, rest)], plots, [aim], (), [found.verdict])


SECTION: Final = Section("freeze", "A hub that stands still", ABOUT, Freeze, measure, shown)
