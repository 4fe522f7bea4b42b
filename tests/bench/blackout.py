"""All sockets of a hub break at once: how long until every seat has caught up."""

from __future__ import annotations

import urllib.request
from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from bots.hub_process import own_server
from bots.load.figures import figure, measured, ms
from bots.load.histogram import curve, decoded
from bots.load.plan import LoadPlan
from bots.load.report.plots import as_percent, thinned
from bots.load.run.coordinator import measure as measure_load
from bots.plots.chart import Axis, Limit, Series, chart

from .kit import BUDGETS, LIGHTEST, SEATS, Aim, Plot, Say, Scale, Section, Shown, Table, await_rest, fewer

TABLES: Final = 4_900
PER_SOCKET: Final = 2
"""Tables that share sockets: a hub with a limit of 20,000 files accepts 9,976 connections from one
address."""

SEATED: Final = TABLES * SEATS

AT_DOORS: Final = "stammtisch_cut_at_doors_total"

OVER_S: Final = 10.0
SECONDS: Final = 60.0

ABOUT: Final = f"""\
{SEATED:,} seats of {LIGHTEST} whose players think 20 s on average. All their sockets are cut in the same
moment; clients come back by themselves, after a pause that is random, as pages do. The time runs from the
cut until a seat has all that happened meanwhile. Two tables share their sockets, {SEATED // PER_SOCKET:,}
in all: a process may not open more than 20,000 files everywhere, and all come from one address. Who
is cut at the doors, before greeting, counts as refused."""


class Blackout(Struct, frozen=True, kw_only=True):
    """The number of lost sockets, and the times until they were back."""

    tables: int
    sockets: int
    cut: int
    back: int
    resync: str
    """Histogram."""
    p50: float
    most: float
    refusals: int
    faults: int
    hub_cpu: float | None
    """The maximum over the seconds, as a share of a core."""
    verdict: str
    at_doors: int
    """Connections that the hub closed before hello."""


def cut_at_doors(metrics: str) -> int:
    """The hub's counter of such connections."""
    with urllib.request.urlopen(metrics, timeout=5) as page:
        lines = page.read().decode().splitlines()
    return int(float(next(it.split()[1] for it in lines if it.startswith(f"{AT_DOORS} "))))


def measure(scale: Scale, say: Say) -> Blackout:
    """All clients connect, play for a while, lose their sockets and reconnect."""
    with own_server(BUDGETS) as hub:
        if not scale.small:
            await_rest(hub.metrics)
        plan = LoadPlan(
            url=hub.url,
            seconds=2.0 if scale.small else SECONDS,
            games={LIGHTEST: 1.0},
            tables=fewer(scale, TABLES),
            think="exp:20000",
            per_socket=PER_SOCKET,
            processes=2,
            profile="blackout",
            probes=10.0,
            verify_share=0.0,
        )
        run = measure_load(plan, hub.metrics, pin=True)
        at_doors = cut_at_doors(hub.metrics)
    seconds, back = measured(run), run.tracks["resync"]
    found = Blackout(
        tables=run.plan.tables,
        sockets=max((second.sockets for second in seconds), default=0),
        cut=run.counts.get("sockets cut", 0),
        back=run.counts.get("resyncs", 0),
        resync=back.histogram,
        p50=back.p50,
        most=back.max,
        refusals=sum(second.refusals for second in seconds),
        faults=sum(second.faults for second in seconds),
        hub_cpu=figure(run, "hub_cpu.max"),
        verdict=run.verdict,
        at_doors=at_doors,
    )
    say(f"{found.back:,} of {found.cut:,} sockets back, the last after {ms(found.most)}")
    return found


def shown(found: Blackout, others: Mapping[str, Any]) -> Shown:
    """The recovery over time."""
    rows = [
        ("tables, sockets", f"{found.tables:,}, {found.sockets:,}"),
        ("sockets cut, back", f"{found.cut:,}, {found.back:,}"),
        ("from the cut until all is as on the server", f"p50 {ms(found.p50)}, max {ms(found.most)}"),
        ("frames refused", f"{found.refusals:,}"),
        ("the hub's core, greatest of a second", f"{found.hub_cpu:.0%}" if found.hub_cpu else "not told"),
        ("connections cut at the doors", f"{found.at_doors:,}"),
        ("verdict", found.verdict),
    ]
    title = "All sockets cut at once: when they were back"
    line = Series("back on the truth", thinned(curve(decoded(found.resync))), step=True)
    marks = [1.0, 10.0, 100.0]
    x = Axis("percent that were faster", True, as_percent, marks)
    picture = chart(title, [line], x, Axis("ms"), limits=[Limit("aim for the last", OVER_S * 1000)])
    what = f"{SEATED:,} seats cut off at once"
    back = f"{found.back:,} of {found.cut:,} sockets"
    said = f"{back}, {found.most / 1000:.1f} s, {found.refusals + found.at_doors:,} refused"
    met = found.back == found.cut and found.most <= OVER_S * 1000 and not found.refusals + found.at_doors
    whole = found.tables * SEATS >= SEATED
    aim = Aim(what, f"all back in {OVER_S:.0f} s, nobody refused", said, met if whole else None)
    return Shown([Table(("", "found"), rows)], {"blackout": Plot(title, picture)}, [aim], (), [found.verdict])


SECTION: Final = Section(
    "blackout", f"{SEATED:,} seats cut off at once", ABOUT, Blackout, measure, shown, always=False
)
