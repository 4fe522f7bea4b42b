"""A run as one self-contained HTML file: verdict, thresholds, plots, tables, plan, machine."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from html import escape
from typing import Final

from ...plots.page import bullet_list, element, keys, page, table
from ..figures import figure, in_unit, ms
from ..judge.thresholds import parsed
from ..result import TRACKS, Checked, Result, Track, Verdict
from .plots import plots_of

VERDICTS: Final[dict[Verdict, tuple[str, str]]] = {
    "pass": ("good", "Passed: every message was right, and the run is valid"),
    "missed": ("bad", "Missed: right and valid, but not within its thresholds"),
    "invalid": ("odd", "Invalid: the generator was the limit, so the latencies say little of the server"),
    "wrong": ("bad", "Wrong: something was sent, or not sent, against the rules"),
}


HELD: Final = ("documents_verified", "games_unverified", "games_of_other_rules", "tables_not_recorded")
"""Counts of games that were verified against their logs, or could have been."""


def report(result: Result) -> str:
    plan = result.plan
    what = f"{plan.profile}: up to {plan.tables:,} tables of {plan.seats} seats, thinking {plan.think}"
    return page(
        f"Load: {plan.profile}, {result.verdict}",
        element("h1", "Load test"),
        element("p", f"{what}; {plan.mix}. Started {result.started}.", "soft"),
        _verdict(result),
        keys([*latency_keys(result), *keys_of(result)]),
        "<h2>Course</h2><p class=soft>Phases stand above the plots; shaded ones are not measured. "
        "Point at a plot, or reach it with Tab and use the arrow keys, to read its values.</p>",
        '<div class="plots">',
        plots_of(result),
        "</div>",
        "<h2>Figures</h2>",
        _figures(result),
        "<h2>What was done, and where</h2>",
        _setting(result),
    )


def _verdict(result: Result) -> str:
    class_, text = VERDICTS[result.verdict]
    reasons = bullet_list([*result.reasons, *remarks(result)])
    rows = [(one.text, measured_text(one), "met" if one.met else "MISSED") for one in result.thresholds]
    limits = table("Thresholds", ("threshold", "found", ""), rows, "limits") if rows else ""
    return f'<section class="verdict {class_}"><strong>{escape(text)}.</strong>{reasons}</section>{limits}'


def remarks(result: Result) -> list[str]:
    """Remarks that help a reader to interpret the figures."""
    found = []
    act, raw = result.tracks.get("act"), result.tracks.get("act_raw")
    said = any(reason.startswith("remark: the p99 of acts") for reason in result.reasons)
    if act and raw and act.p99 > 2 * raw.p99 and not said:
        found.append(
            f"The corrected p99 ({ms(act.p99)}) is more than twice the raw one ({ms(raw.p99)}): acts were"
            " held up before they could be sent, which the raw figure leaves out. Trust the corrected one."
        )
    if result.plan.verify_share and not result.faults and not any(map(result.counts.get, HELD)):
        found.append(
            "No game was over in this time, so none was held against its log: what seats were told is checked"
            " as far as versions, check values and whole documents go."
        )
    if result.hub_cpu_us_per_move is None:
        found.append("The hub's own figures are missing: its /metrics were not named or did not answer.")
    return found


def measured_text(one: Checked) -> str:
    """The measured value of a threshold, in its unit."""
    if one.value is None:
        return "not measured"
    return in_unit(parsed(one.text).name, one.value)


def latency_keys(result: Result) -> Iterator[tuple[str, str]]:
    """The most important latencies, each with a label."""
    for name, label in (
        ("act.p50", "act to last seat, p50"),
        ("act.p99", "act to last seat, p99"),
        ("act_raw.p99", "the same, raw"),
        ("probe.p99", "ping, p99"),
    ):
        yield from _key(result, name, label)


def keys_of(result: Result) -> Iterator[tuple[str, str]]:
    """The most important figures apart from latencies, each with a label."""
    for name, label in (
        ("moves_per_s", "moves a second"),
        ("hub_cpu_us_per_move", "hub CPU per move"),
        ("hub_cpu.mean", "hub CPU, of one core"),
        ("hub_bytes_per_seat", "hub memory per seat"),
        ("reach", "diffs that arrived"),
        ("errors", "errors"),
    ):
        yield from _key(result, name, label)


def _key(result: Result, name: str, label: str) -> Iterator[tuple[str, str]]:
    value = figure(result, name)
    if value is not None:
        yield label, in_unit(name, value)


def _figures(result: Result) -> str:
    head = ("", "n", "mean", "p50", "p90", "p95", "p99", "p99.9", "max")
    latencies = [_row(name, track, 1) for name, track in _ordered(result)]
    sizes = [
        _row(name, track, 0)
        for name, track in (("diff frame", result.diff_bytes), ("whole document", result.full_bytes))
        if track
    ]
    counts = [(name, f"{count:,}") for name, count in result.counts.items()]
    faults = [(name, f"{count:,}") for name, count in result.faults.items()]
    means = [(name, text) for name, text in TRACKS.items() if name in result.tracks]
    return "".join(
        (
            '<div class="tables">',
            table("Latencies, ms", head, latencies),
            table("Sizes, bytes", head, sizes) if sizes else "",
            table("Counts", (), counts),
            table("Faults", (), faults or [("none", "0")]),
            table("What the latencies are", (), means, "words"),
            "</div>",
        )
    )


def _ordered(result: Result) -> list[tuple[str, Track]]:
    return [(name, result.tracks[name]) for name in TRACKS if name in result.tracks]


def _row(name: str, track: Track, digits: int) -> tuple[str, ...]:
    values = (track.mean, track.p50, track.p90, track.p95, track.p99, track.p999, track.max)
    return (name, f"{track.n:,}", *(f"{value:,.{digits + (value < 10 and digits)}f}" for value in values))


def _setting(result: Result) -> str:
    plan, machine = result.plan, result.machine
    phases = [
        (
            phase.name,
            f"{phase.seconds:g}",
            f"{phase.start:,} to {phase.end:,}",
            "yes" if phase.measured else "no",
        )
        for phase in plan.phases
    ]
    done = [
        ("profile", plan.profile),
        ("games", plan.mix),
        ("seats, watchers of a table", f"{plan.seats}, {plan.watchers}"),
        ("thinking", plan.think),
        *([("lines", plan.line_mix)] if plan.lines else []),
        ("tables that share sockets", str(plan.per_socket)),
        ("who plays", plan.mind),
        ("generator processes", str(plan.processes)),
        ("seed", str(plan.seed)),
        ("server", plan.url),
        ("measured", f"{result.measured_s:.1f} s"),
    ]
    where = [
        ("CPU", f"{machine.cpu}, {machine.cores} cores"),
        ("memory", f"{machine.memory / 2**30:.1f} GiB"),
        ("system", machine.system),
        ("open files, at most", f"{machine.files:,}"),
        ("load average before", f"{machine.load:.2f}"),
        *machine.versions.items(),
    ]
    agents = [
        (
            agent.name,
            str(agent.processes),
            f"{agent.clock_drift_ms:+.2f} \u00b1 {agent.clock_error_ms:.2f}",
            "lost" if agent.lost else "",
        )
        for agent in result.agents
    ]
    return "".join(
        (
            f"<p>Command: <code>{escape(shlex.join(result.command))}</code></p>",
            '<div class="tables">',
            table("Plan", (), done, "words"),
            table("Phases", ("phase", "seconds", "tables", "measured"), phases),
            table("Machine and versions", (), where, "words"),
            table("Agents", ("", "processes", "clock, ms", ""), agents) if agents else "",
            "</div>",
        )
    )
