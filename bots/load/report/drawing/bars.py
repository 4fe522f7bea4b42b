"""Bars with names, one below the other: a value each, how far it spread, and what was aimed at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from .chart import LETTER, WIDTH
from .scale import Scale, linear, words
from .svg import box, line, plot, text

ROW: Final = 24
FOOT: Final = 36


class Bar(NamedTuple):
    """One bar. `low` and `high`: least and greatest of several rounds."""

    name: str
    value: float | None
    low: float | None = None
    high: float | None = None
    aim: float | None = None
    colour: int = 1
    note: str = ""


def bars(title: str, rows: Sequence[Bar], unit: str, description: str = "") -> str:
    """A plot of bars; one without a value says so."""
    left = min(300.0, 24 + max((len(row.name) for row in rows), default=0) * LETTER)
    height = 8 + len(rows) * ROW + FOOT
    every = [v for row in rows for v in (row.value, row.high, row.aim) if v is not None]
    across = linear(every, left, WIDTH - 120)
    parts = list(_grid(across, height, unit))
    for index, row in enumerate(rows):
        parts += _bar(row, 8 + index * ROW, across)
    return plot(title, description or _told(rows, unit), WIDTH, height, *parts)


def _grid(across: Scale, height: float, unit: str) -> Iterator[str]:
    for value in across.marks(6):
        yield line(across(value), 4, across(value), height - FOOT, "rule")
        yield text(words(value), across(value), height - FOOT + 16, "mid")
    yield text(unit, WIDTH - 12, height - 6, "end soft")


def _bar(row: Bar, top: float, across: Scale) -> Iterator[str]:
    middle = top + ROW / 2
    yield text(row.name, across.start - 6, middle + 4, "end")
    if row.value is None:
        yield text("not measured", across.start + 6, middle + 4, "soft")
        return
    yield box(across.start, top + 4, across(row.value) - across.start, ROW - 8, f"f{row.colour}")
    if row.low is not None and row.high is not None:
        yield line(across(row.low), middle, across(row.high), middle, "whisker")
        for edge in (row.low, row.high):
            yield line(across(edge), middle - 4, across(edge), middle + 4, "whisker")
    if row.aim is not None:
        yield line(across(row.aim), top, across(row.aim), top + ROW, "limit")
    right = max(across(v) for v in (row.value, row.high, row.aim) if v is not None)
    yield text(f"{_short(row.value)}{row.note}", right + 8, middle + 4)


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _told(rows: Sequence[Bar], unit: str) -> str:
    told = []
    for row in rows:
        if row.value is None:
            told.append(f"{row.name}: not measured")
            continue
        spread = f" ({_short(row.low)} to {_short(row.high or 0)})" if row.low is not None else ""
        aim = f", aim {_short(row.aim)}" if row.aim is not None else ""
        told.append(f"{row.name}: {_short(row.value)}{spread}{aim}")
    return f"Unit: {unit}. " + "; ".join(told) + "."
