"""Compares two sets of runs: differences with confidence intervals, and differences in plan and machine.

Intervals are bootstrapped from the seconds of each side, in blocks, which preserve the correlation of
neighbouring seconds. A difference whose interval contains zero may be chance. Runs of one side are pooled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Final

import msgspec
from msgspec import Struct

from ..figures import figure, measured
from ..histogram import Histogram, coarse, decoded, percentile, percentiles, summed
from ..result import FORMAT, TRACKS, Result, Second

BOOTSTRAP_SAMPLES: Final = 400
MAX_BLOCKS: Final = 60
"""The greatest number of blocks; a resample draws as many as there are blocks."""

CONFIDENCE_LEVEL: Final = 0.95

SAMPLED: Final = ("act", "act_raw", "probe")
"""Latencies that are recorded per second."""

PERCENTS: Final = (50.0, 99.0, 100.0)


class Nonsense(ValueError):
    """These results can't be compared; the message says why."""


class ComparedFigure(Struct, frozen=True, kw_only=True):
    """One figure of both sides, in its own unit. Differences are relative to the left side's figure."""

    name: str
    left: float | None
    right: float | None
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    """95 % interval of the difference; None if there is nothing to resample."""

    @property
    def verdict(self) -> str:
        """The direction of a significant difference; "" without an interval."""
        if self.low is None or self.high is None or self.difference is None:
            return ""
        if self.low <= 0 <= self.high:
            return "may be chance"
        return "more" if self.difference > 0 else "less"


class Comparison(Struct, frozen=True, kw_only=True):
    """All compared figures, with notes on the runs."""

    rows: list[ComparedFigure]
    notes: list[str]
    """Differences between the runs themselves."""


def read(path: Path) -> Result:
    """A result from its file. Raises Nonsense."""
    try:
        data = path.read_bytes()
        kind = msgspec.json.decode(data)
        if not isinstance(kind, dict) or kind.get("format") != FORMAT:
            raise Nonsense(f"{path} is not what `load --json` writes ({FORMAT})")
        return msgspec.json.decode(data, type=Result)
    except OSError as wrong:
        raise Nonsense(f"{path}: {wrong.strerror or wrong}") from wrong
    except msgspec.MsgspecError as wrong:
        raise Nonsense(f"{path} is not a result: {wrong}") from wrong


class Side:
    """One or several pooled runs."""

    def __init__(self, name: str, runs: Sequence[Result]) -> None:
        self.name = name
        self.runs = runs
        self.seconds = [second for run in runs for second in measured(run)]

    @cached_property
    def _histograms(self) -> dict[str, Histogram]:
        return {
            name: summed(decoded(run.tracks[name].histogram) for run in self.runs if name in run.tracks)
            for name in TRACKS
        }

    def track(self, name: str) -> Histogram:
        """All values of a latency."""
        return self._histograms[name]

    def mean_of(self, name: str) -> float | None:
        """The mean of a figure over the runs that have it."""
        values = [value for run in self.runs if (value := figure(run, name)) is not None]
        return sum(values) / len(values) if values else None

    def blocks(self) -> list[list[Second]]:
        """The measured seconds in blocks; no block spans two runs."""
        wide = max(1, -(-len(self.seconds) // MAX_BLOCKS))
        found = []
        for run in self.runs:
            seconds = measured(run)
            found += [seconds[at : at + wide] for at in range(0, len(seconds), wide)]
        return found


def compare(left: Side, right: Side, anyway: bool = False, seed: int = 0) -> Comparison:
    """Compare right with left. Raises Nonsense if the comparison would be meaningless."""
    _sensible(left, right, anyway)
    return Comparison(rows=[*_rows(left, right, seed)], notes=[*_notes(left, right)])


def _sensible(left: Side, right: Side, anyway: bool) -> None:
    for side in (left, right):
        for run in side.runs:
            if not run.counts.get("moves") or not run.measured_s:
                raise Nonsense(f"{side.name}: a run without a single measured move compares with nothing")
            if run.verdict in ("wrong", "invalid") and not anyway:
                why = "; ".join(run.reasons) or "see its report"
                raise Nonsense(
                    f"{side.name}: a run was {run.verdict} ({why}); --anyway compares it all the same"
                )
    games = [{game for run in side.runs for game in run.plan.games} for side in (left, right)]
    if not games[0] & games[1]:
        raise Nonsense(f"no game was played on both sides: {_listed(games[0])} and {_listed(games[1])}")


def _listed(names: set[str]) -> str:
    return ", ".join(sorted(names))


def _rows(left: Side, right: Side, seed: int) -> Iterator[ComparedFigure]:
    sampled = _resampled(left, right, seed)
    for name in TRACKS:
        a, b = left.track(name), right.track(name)
        if not a and not b:
            continue
        for percent in PERCENTS:
            title = f"{name}.{'max' if percent == 100 else f'p{percent:g}'}"
            values = [percentile(one, percent) if one else None for one in (a, b)]
            yield _row(title, values[0], values[1], sampled.get(title))
    for name in ("moves_per_s", "hub_cpu_us_per_move", "hub_cpu.mean"):
        yield _row(name, left.mean_of(name), right.mean_of(name), sampled.get(name))
    for name in ("hub_bytes_per_seat", "hub_memory.max", "generator_cpu.mean", "others_cpu"):
        yield _row(name, left.mean_of(name), right.mean_of(name))
    for name in ("diff_bytes.p50", "diff_bytes.p99", "full_bytes.p50", "reach", "errors", "faults"):
        yield _row(name, left.mean_of(name), right.mean_of(name))
    for name in sorted({count for side in (left, right) for run in side.runs for count in run.counts}):
        yield _row(name, _mean_count(left, name), _mean_count(right, name))


def _mean_count(side: Side, name: str) -> float:
    return sum(run.counts.get(name, 0) for run in side.runs) / len(side.runs)


def _row(
    name: str, left: float | None, right: float | None, interval: tuple[float, float] | None = None
) -> ComparedFigure:
    difference = right / left - 1 if left and right is not None else None
    low, high = interval or (None, None)
    return ComparedFigure(name=name, left=left, right=right, difference=difference, low=low, high=high)


# -- intervals -------------------------------------------------------------------------------------


class Blocks:
    """The seconds of a side in blocks, prepared for repeated resampling."""

    def __init__(self, side: Side) -> None:
        blocks = side.blocks()
        self.count = len(blocks)
        self.seconds = [len(block) for block in blocks]
        self.moves = [sum(second.moves for second in block) for block in blocks]
        told = all(second.hub_cpu is not None for second in side.seconds)
        self.hub_cpu = [sum(second.hub_cpu or 0 for second in block) for block in blocks] if told else []
        self.values: dict[str, list[int]] = {}
        self.counts: dict[str, list[list[int]]] = {}
        """By track: for each block, the count of each value."""
        for track in SAMPLED:
            histograms = [coarse(decoded(*(getattr(second, track) for second in block))) for block in blocks]
            self.values[track] = sorted(summed(histograms))
            self.counts[track] = [[one[value] for value in self.values[track]] for one in histograms]

    def figures(self, drawn: Sequence[int]) -> Iterator[tuple[str, float]]:
        """The figures of the drawn blocks, by row name."""
        seconds, moves = (sum(many[n] for n in drawn) for many in (self.seconds, self.moves))
        yield "moves_per_s", moves / seconds
        if self.hub_cpu:
            cpu = sum(self.hub_cpu[n] for n in drawn)
            yield "hub_cpu.mean", cpu / seconds
            if moves:
                yield "hub_cpu_us_per_move", cpu * 1e6 / moves
        for track, values in self.values.items():
            rows = [self.counts[track][n] for n in drawn]
            totals: Histogram = Counter(dict(zip(values, map(sum, zip(*rows, strict=True)), strict=True)))
            if totals.total():
                for percent, value in zip((50, 99), percentiles(totals, (50, 99)), strict=True):
                    yield f"{track}.p{percent}", value


def _resampled(left: Side, right: Side, seed: int) -> dict[str, tuple[float, float]]:
    """By row: the interval of right / left - 1."""
    random = Random(seed)
    sides = [Blocks(side) for side in (left, right)]
    if min(side.count for side in sides) < 2:
        return {}
    ratios: dict[str, list[float]] = {}
    for _ in range(BOOTSTRAP_SAMPLES):
        a, b = (dict(side.figures(random.choices(range(side.count), k=side.count))) for side in sides)
        for name in a.keys() & b.keys():
            if a[name]:
                ratios.setdefault(name, []).append(b[name] / a[name] - 1)
    return {name: _interval(values) for name, values in ratios.items() if len(values) > BOOTSTRAP_SAMPLES / 2}


def _interval(values: Sequence[float]) -> tuple[float, float]:
    """The central `CONFIDENCE_LEVEL` share of the values."""
    order, edge = sorted(values), (1 - CONFIDENCE_LEVEL) / 2
    return order[round(edge * (len(order) - 1))], order[round((1 - edge) * (len(order) - 1))]


# -- other differences -----------------------------------------------------------------------------


def _notes(left: Side, right: Side) -> Iterator[str]:
    for what in ("plan", "machine"):
        pairs = zip(_facts(left, what), _facts(right, what), strict=True)
        for (name, a), (_, b) in pairs:
            if a != b:
                yield f"{what}: {name}: {a} / {b}"
    for side in (left, right):
        for verdict in sorted({run.verdict for run in side.runs} - {"pass"}):
            yield f"{side.name} has a run that was: {verdict}"


def _facts(side: Side, what: str) -> list[tuple[str, str]]:
    """Each field as text; if the runs of a side differ, all values."""
    rows = [msgspec.to_builtins(getattr(run, what)) for run in side.runs]
    if what == "plan":
        for row, run in zip(rows, side.runs, strict=True):
            row |= {"games": run.plan.mix, "phases": [phase.words for phase in run.plan.phases]}
    ignored = {"url", "load", "seed"}
    return [
        (name, " | ".join(dict.fromkeys(_said(row[name]) for row in rows)))
        for name in rows[0]
        if name not in ignored
    ]


def _said(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_said(one)}" for name, one in value.items())
    if isinstance(value, list):
        return "; ".join(_said(one) for one in value)
    return str(value)
