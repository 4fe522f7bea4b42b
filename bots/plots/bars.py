"""Horizontal bars with names: a value each, its spread, and the target."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from .chart import CHART_WIDTH_PX, LETTER_WIDTH_PX
from .scale import Scale, linear, words
from .svg import box, line, plot, text

ROW_HEIGHT_PX: Final = 24
FOOT_HEIGHT_PX: Final = 36


class PlotBar(NamedTuple):
    """One bar. `low` and `high`: minimum and maximum over several rounds."""

    name: str
    value: float | None
    low: float | None = None
    high: float | None = None
    aim: float | None = None
    colour: int = 1
    note: str = ""


def bars(title: str, rows: Sequence[PlotBar], unit: str) -> str:
    """A bar plot; a row without a value is marked as not measured."""
    left = min(300.0, 24 + max((len(row.name) for row in rows), default=0) * LETTER_WIDTH_PX)
    height = 8 + len(rows) * ROW_HEIGHT_PX + FOOT_HEIGHT_PX
    every = [v for row in rows for v in (row.value, row.high, row.aim) if v is not None]
    across = linear(every, left, CHART_WIDTH_PX - 120)
    parts = list(_grid(across, height, unit))
    for index, row in enumerate(rows):
        parts += _bar(row, 8 + index * ROW_HEIGHT_PX, across)
    return plot(title, _told(rows, unit), CHART_WIDTH_PX, height, *parts)


def _grid(across: Scale, height: float, unit: str) -> Iterator[str]:
    for value in across.marks(6):
        yield line(across(value), 4, across(value), height - FOOT_HEIGHT_PX, "rule")
        yield text(words(value), across(value), height - FOOT_HEIGHT_PX + 16, "mid")
    yield text(unit, CHART_WIDTH_PX - 12, height - 6, "end soft")


def _bar(row: PlotBar, top: float, across: Scale) -> Iterator[str]:
    middle = top + ROW_HEIGHT_PX / 2
    yield text(row.name, across.start - 6, middle + 4, "end")
    if row.value is None:
        yield text("not measured", across.start + 6, middle + 4, "soft")
        return
    yield box(across.start, top + 4, across(row.value) - across.start, ROW_HEIGHT_PX - 8, f"f{row.colour}")
    if row.low is not None and row.high is not None:
        yield line(across(row.low), middle, across(row.high), middle, "whisker")
        for edge in (row.low, row.high):
            yield line(across(edge), middle - 4, across(edge), middle + 4, "whisker")
    if row.aim is not None:
        yield line(across(row.aim), top, across(row.aim), top + ROW_HEIGHT_PX, "limit")
    right = max(across(v) for v in (row.value, row.high, row.aim) if v is not None)
    yield text(f"{_short(row.value)}{row.note}", right + 8, middle + 4)


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _told(rows: Sequence[PlotBar], unit: str) -> str:
    told = []
    for row in rows:
        if row.value is None:
            told.append(f"{row.name}: not measured")
            continue
        spread = f" ({_short(row.low)} to {_short(row.high or 0)})" if row.low is not None else ""
        aim = f", aim {_short(row.aim)}" if row.aim is not None else ""
        told.append(f"{row.name}: {_short(row.value)}{spread}{aim}")
    return f"Unit: {unit}. " + "; ".join(told) + "."
