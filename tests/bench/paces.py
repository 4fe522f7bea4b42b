"""Many tables at the pace of people: latencies of a full hub."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from bots.load.figures import figure, measured, ms
from bots.load.histogram import curve, decoded
from bots.load.report.plots import as_percent, thinned
from bots.load.result import Result
from bots.plots.chart import Axis, Limit, Series, chart

from .kit import LIGHTEST, SEATS, Aim, Plot, Say, Scale, Section, Shown, Table, fewer, load

P99_MS: Final = 100.0
STILL_MS: Final = 100.0
ABOUT_PACE: Final = f"""\
{LIGHTEST} with {SEATS} seats. Latency runs from the moment when a move was meant to be sent until the last
seat has its diff, stalls counted in; the ping is sent on a fixed schedule, whatever happens."""


class Held(Struct, frozen=True, kw_only=True):
    """One run."""

    tables: int
    sockets: int
    think: str
    seconds: float
    verdict: str
    reasons: list[str]
    moves_per_s: float
    act: str
    """Histogram."""
    p50: float
    p99: float
    most: float
    raw_p99: float
    probe_p99: float | None
    hub_cpu: float | None
    hub_us: float | None
    generator_cpu: float
    standstill: float | None = None
    """The greatest lag of the hub's event loop, as reported by the hub, in ms."""


def held(run: Result) -> Held:
    """The figures of a run for the page."""
    act, raw = run.tracks["act"], run.tracks["act_raw"]
    return Held(
        tables=run.plan.tables,
        sockets=max((second.sockets for second in measured(run)), default=0),
        think=run.plan.think,
        seconds=run.measured_s,
        verdict=run.verdict,
        reasons=run.reasons,
        moves_per_s=run.counts["moves"] / run.measured_s,
        act=act.histogram,
        p50=act.p50,
        p99=act.p99,
        most=act.max,
        raw_p99=raw.p99,
        probe_p99=run.tracks["probe"].p99 if "probe" in run.tracks else None,
        hub_cpu=figure(run, "hub_cpu.mean"),
        hub_us=run.hub_cpu_us_per_move,
        generator_cpu=figure(run, "generator_cpu.max") or 0.0,
        standstill=figure(run, "hub_loop_lag.max"),
    )


def _pace(tables: int, think_ms: int, per_socket: int, seconds: float = 20.0, processes: int = 1) -> Any:
    def measure(scale: Scale, say: Say) -> Held:
        found = held(
            load(
                scale,
                max(seconds, scale.seconds),
                games={LIGHTEST: 1.0},
                tables=fewer(scale, tables),
                think=f"{think_ms / 20 if scale.small else think_ms:g}",
                per_socket=per_socket,
                processes=processes,
                verify_share=0.0,
            )
        )
        say(
            f"{found.tables:,} tables: p99 {ms(found.p99)}, {found.moves_per_s:,.0f} moves/s, {found.verdict}"
        )
        return found

    return measure


def _met(found: Held, tables: int, moves_per_s: float) -> bool | None:
    """A run with a generator at its limit meets no aim and misses none: its latencies are upper bounds."""
    if found.tables < tables or found.verdict == "invalid":
        return None
    return found.verdict == "pass" and found.p99 < P99_MS and found.moves_per_s >= 0.9 * moves_per_s


def _shown_pace(name: str, tables: int, moves_per_s: float, what: str, standstill: bool = False) -> Any:
    def shown(found: Held, others: Mapping[str, Any]) -> Shown:
        rows = [
            ("tables, sockets", f"{found.tables:,}, {found.sockets:,}"),
            ("moves stored a second", f"{found.moves_per_s:,.0f} in {found.seconds:.0f} s"),
            ("act to last seat", f"p50 {ms(found.p50)}, p99 {ms(found.p99)}, max {ms(found.most)}"),
            ("p99 of acts really sent, from then on", ms(found.raw_p99)),
            ("ping, p99", ms(found.probe_p99) if found.probe_p99 is not None else "not measured"),
            ("the hub's core", f"{found.hub_cpu:.0%}" if found.hub_cpu is not None else "not told"),
            ("hub CPU of a move", f"{found.hub_us:,.0f} us" if found.hub_us is not None else "not told"),
            ("the hub's longest standstill", ms(found.standstill) if found.standstill else "not told"),
            ("busiest generator", f"{found.generator_cpu:.0%} of a core"),
            ("verdict", found.verdict),
        ]
        title = f"{what}: latency by percentile"
        line = Series("act to last seat", thinned(curve(decoded(found.act))), step=True)
        marks = [
            10.0**power for power in range(7) if 10.0**power <= (line.points[-1][0] if line.points else 1)
        ]
        x = Axis("percent that were faster", True, as_percent, marks)
        picture = chart(title, [line], x, Axis("ms", log=True), limits=[Limit("aim for p99", P99_MS)])
        said = f"{ms(found.p99)} at {found.moves_per_s:,.0f} moves/s ({found.verdict})"
        aims = [Aim(what, f"p99 < {P99_MS:.0f} ms", said, _met(found, tables, moves_per_s))]
        if standstill and found.standstill is not None:
            still = f"<= {STILL_MS:.0f} ms"
            met = found.standstill <= STILL_MS if found.tables >= tables else None
            aims.append(Aim(f"longest standstill, {what}", still, ms(found.standstill), met))
        table = Table(("", "found"), rows)
        reasons = [f"Said of this run: {reason}." for reason in found.reasons]
        return Shown([table], {name: Plot(title, picture)}, aims, reasons, [found.verdict])

    return shown


THOUSAND: Final = Section(
    "thousand",
    "1,000 tables, a move a second each",
    ABOUT_PACE + " Every seat has a socket of its own: 4,000.",
    Held,
    _pace(1000, 1000, 1),
    _shown_pace("thousand", 1000, 1000, "1,000 tables at a move a second each"),
)

HUMAN: Final = Section(
    "human",
    "5,000 tables, a move every five seconds each",
    ABOUT_PACE + " Five tables share their sockets, since a process may not open 20,000 files everywhere.",
    Held,
    _pace(5000, 5000, 5),
    _shown_pace("human", 5000, 1000, "5,000 tables at a move every 5 s each"),
)

HOUSE: Final = Section(
    "house",
    "10,000 tables, a move every five seconds each, for ten minutes",
    ABOUT_PACE + " Five tables share their sockets: 40,000 seats.",
    Held,
    _pace(10_000, 5000, 5, 600.0),
    _shown_pace("house", 10_000, 2000, "10,000 tables at a move every 5 s each", standstill=True),
    always=False,
)
