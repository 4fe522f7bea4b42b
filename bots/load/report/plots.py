"""The plots of a report and their titles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ...plots.chart import Axis, Limit, Series, chart
from ...plots.page import captioned
from ...plots.scale import words
from ..histogram import curve, decoded
from ..judge.thresholds import parsed
from ..result import Result
from .heat import heat
from .series import TimeSeries, megabytes

TIME: Final = Axis("seconds since the first table was due")
MS: Final = Axis("ms", log=True)

CURVES: Final = ("act", "act_raw", "probe", "ack", "first", "turnaround")


class Drawn(NamedTuple):
    """A plot as SVG, the title and text above it, and the lines whose values the page can read out."""

    picture: str
    title: str
    more: str
    lines: Sequence[Series] = ()


def drawn(result: Result) -> Iterator[Drawn]:
    """All plots of a run."""
    series = TimeSeries(result)
    yield from _latency(series)
    yield _percentiles(result)
    yield _heat(series)
    yield from _load(series)
    yield from _hub(series)
    yield from _counts(series)


def plots_of(result: Result) -> str:
    """All plots of a run with their captions."""
    return "".join(captioned(one.picture, one.title, one.more, one.lines) for one in drawn(result))


def _timed(
    series: TimeSeries, title: str, more: str, y: Axis, lines: Sequence[Series], limits: Sequence[Limit] = ()
) -> Drawn:
    if series.wide > 1:
        more = f"{more} Each step is {series.wide} seconds.".strip()
    return Drawn(chart(title, lines, TIME, y, "", series.stretches, limits), title, more, lines)


def _limits(result: Result, track: str) -> list[Limit]:
    """The thresholds of a track's latency, as lines across the plot."""
    every = [parsed(one.text) for one in result.thresholds]
    return [Limit(one.text, one.limit) for one in every if one.name.startswith(f"{track}.p")]


def _latency(series: TimeSeries) -> Iterator[Drawn]:
    act = series.latencies("act", "act", (50, 99, 100))
    raw = series.latencies("act_raw", "raw", (99,))
    yield _timed(
        series,
        "Act to last seat, over time",
        "From the moment an act was meant to be sent; raw: from the moment it was sent.",
        MS,
        [*act, *raw],
        _limits(series.result, "act"),
    )
    yield _timed(
        series,
        "Pings on a fixed schedule, over time",
        "They are sent whatever happens, so a stall appears in full.",
        MS,
        series.latencies("probe", "probe", (50, 99, 100)),
        _limits(series.result, "probe"),
    )


def _percentiles(result: Result) -> Drawn:
    title = "Latency by percentile"
    lines = []
    for name in CURVES:
        if track := result.tracks.get(name):
            lines.append(Series(name, thinned(curve(decoded(track.histogram))), step=True))
    marks = [10.0**power for power in range(7)]
    most = max((x for one in lines for x, _ in one.points), default=10)
    x = Axis("percent that were faster", True, as_percent, [mark for mark in marks if mark <= most])
    told = "; ".join(
        f"{name}: p50 {track.p50:.3g}, p99 {track.p99:.3g}, p99.9 {track.p999:.3g}, max {track.max:.3g} ms"
        for name in CURVES
        if (track := result.tracks.get(name))
    )
    picture = chart(title, lines, x, MS, told or "Nothing was measured.")
    return Drawn(picture, title, "All measured seconds; every further step to the right is a tenth as many.")


def as_percent(value: float) -> str:
    """1 is 0 %, 10 is 90 %, 1000 is 99.9 %."""
    return f"{100 - 100 / value:.10g}%"


def thinned(points: Sequence[tuple[float, float]], least: float = 1.01) -> list[tuple[float, float]]:
    """Drops points too close to the previous one to be visible; the first and the last stay."""
    kept: list[tuple[float, float]] = []
    for point in points:
        if not kept or point is points[-1] or max(point[0] / kept[-1][0], point[1] / kept[-1][1]) > least:
            kept.append(point)
    return kept


def _heat(series: TimeSeries) -> Drawn:
    title = "Every act, second by second"
    columns = series.histograms("act")
    total = sum(column.total() for column in columns)
    told = f"{total:,} acts; darker cells were met more often. The line above tells the same in figures."
    picture = heat(title, columns, series.wide, TIME, MS, told, series.stretches)
    return Drawn(picture, title, "Corrected latency; a band says more than its mean.")


def _load(series: TimeSeries) -> Iterator[Drawn]:
    yield _timed(series, "Throughput", "", Axis("moves /s"), [series.rate("moves stored", lambda s: s.moves)])
    yield _timed(
        series,
        "Tables",
        "",
        Axis("tables", whole=True),
        [
            series.state("alive", lambda s: s.tables, area=True),
            series.state("due by the schedule", lambda s: s.tables_due),
        ],
    )
    yield _timed(
        series,
        "CPU",
        "",
        Axis("cores", words=lambda value: f"{value:.2g}"),
        [
            series.state("hub", lambda s: s.hub_cpu),
            series.state("busiest generator", lambda s: s.generator_cpu),
        ],
        [Limit("one core", 1.0)],
    )


def _hub(series: TimeSeries) -> Iterator[Drawn]:
    memory = [series.state("hub, resident", lambda s: megabytes(s.hub_memory), area=True)]
    yield _timed(series, "Memory", "", Axis("MB"), memory)
    waits = [
        series.state("from a frame to its telling, mean", lambda s: s.hub_move),
        series.state("commit, mean", lambda s: s.hub_commit),
        series.state("Redis round trip, mean", lambda s: s.hub_redis),
        series.state("views and diffs, mean", lambda s: s.hub_diff),
        series.state("event loop late, greatest", lambda s: s.hub_loop_lag),
    ]
    yield _timed(series, "Where the hub waits", "As its /metrics tell.", MS, waits)
    queue = [series.state("commits waiting or under way", lambda s: s.hub_queue, area=True)]
    yield _timed(series, "Queue of the store", "", Axis("commits", whole=True), queue)


def _counts(series: TimeSeries) -> Iterator[Drawn]:
    wrong = [
        series.rate("faults", lambda s: s.faults, step=True),
        series.rate("refusals", lambda s: s.refusals, step=True),
        series.rate("resyncs", lambda s: s.resyncs, step=True),
    ]
    yield _timed(series, "Faults, refusals, resyncs", "", Axis("each second", whole=True), wrong)
    sent = [
        series.rate("received by the generators", lambda s: s.bytes_in / 1000),
        series.rate("sent by them", lambda s: s.bytes_out / 1000),
    ]
    yield _timed(series, "Bytes", "Of websocket messages.", Axis("kB /s", words=words), sent)
