"""The result of a search, as rows for the terminal and as a page with plots."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from html import escape
from statistics import median
from typing import Final

from msgspec import Struct, field

from ...plots.chart import Axis, Limit, Series, chart
from ...plots.page import captioned, element, page, table
from ..figures import in_unit
from ..judge.search import LoadTrial, SearchResult
from ..judge.thresholds import Threshold, parsed
from ..plan import LoadPlan
from ..result import TRACKS, Machine

SHOWN: Final = ("act.p50", "act.p99", "act_raw.p99", "probe.p99", "moves_per_s", "hub_cpu.mean")
MORE: Final = ("hub_cpu_us_per_move", "hub_bytes_per_seat", "generator_cpu.max", "errors")
"""Figures that are stored for each measurement, in addition to those of the thresholds."""


class Searched(Struct, kw_only=True):
    """A search with its parameters, as written to a file."""

    format: str = "stammtisch load search 1"
    command: list[str]
    started: str
    slo: list[str]
    found: SearchResult = field(default_factory=SearchResult)
    machine: Machine | None = None
    plan: LoadPlan | None = None
    """Of the last measurement."""


def sentence(searched: Searched) -> str:
    found = searched.found
    none = "nothing was held" if found.ended else "not even one table was held"
    held = f"{found.largest:,} tables were held" if found.largest else none
    limit = f", {found.missed_at:,} no more" if found.missed_at and found.missed_at > 1 else ""
    slo = " and ".join(searched.slo)
    ended = f". The hub's own limit was not found: {found.ended}" if found.ended else ""
    return f"{held}{limit}, with {slo}{ended}."


def rows(searched: Searched) -> Iterator[tuple[str, ...]]:
    """One row for each measurement, after the header row."""
    names = [name for name in SHOWN if any(name in trial.figures for trial in searched.found.trials)]
    names += [one.name for one in map(parsed, searched.slo) if one.name not in names]
    yield "tables", *names, ""
    for trial in searched.found.trials:
        yield f"{trial.tables:,}", *(_said(name, trial.figures.get(name)) for name in names), trial.outcome


def _said(name: str, value: float | None) -> str:
    return "-" if value is None else in_unit(name, value)


def medians(trials: Sequence[LoadTrial], name: str) -> list[tuple[float, float | None]]:
    """The median of a figure at each number of tables."""
    levels = sorted({trial.tables for trial in trials})
    found: list[tuple[float, float | None]] = []
    for level in levels:
        values = [v for t in trials if t.tables == level and (v := t.figures.get(name)) is not None]
        found.append((level, median(values) if values else None))
    return found


def pictures(searched: Searched) -> Iterator[tuple[str, str, str]]:
    """Plots: SVG, title, and the text below."""
    trials = searched.found.trials
    across = Axis("tables", log=True)
    tracks = [name for name in SHOWN if name.partition(".")[0] in TRACKS]
    latencies = [Series(name, medians(trials, name), dots=True) for name in tracks]
    limits = [Limit(one.text, one.limit) for one in map(parsed, searched.slo) if _latency(one)]
    title = "Latency by number of tables"
    picture = chart(title, latencies, across, Axis("ms", log=True), limits=limits)
    yield picture, title, "The median of the measurements at each number."
    for title, name, unit in (
        ("CPU of the hub", "hub_cpu.mean", "cores"),
        ("Throughput", "moves_per_s", "moves /s"),
        ("Cost of a move", "hub_cpu_us_per_move", "us of hub CPU"),
    ):
        points = medians(trials, name)
        yield chart(title, [Series(name, points, dots=True)], across, Axis(unit)), title, ""


def _latency(one: Threshold) -> bool:
    return one.name.partition(".")[0] in TRACKS


def searched_page(searched: Searched) -> str:
    head, *rest = rows(searched)
    machine = searched.machine
    where = f"{machine.cpu}, {machine.cores} cores, {machine.system}" if machine else ""
    class_ = {"held": "good", "invalid": "odd"}.get(searched.found.outcome, "bad")
    return page(
        "Load search",
        element("h1", "How many tables does a hub hold?"),
        element("p", f"Started {searched.started}. {where}", "soft"),
        f'<section class="verdict {class_}"><strong>{escape(sentence(searched))}</strong></section>',
        '<div class="plots">',
        *(captioned(picture, title, more) for picture, title, more in pictures(searched)),
        "</div>",
        table("Measurements, in their order", head, rest),
        f"<p>Command: <code>{escape(shlex.join(searched.command))}</code></p>",
    )
