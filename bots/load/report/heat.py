"""A heat map: how often each value occurred in each period."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log
from typing import Final

from ...plots.chart import (
    BOTTOM,
    CHART_HEIGHT_PX,
    CHART_WIDTH_PX,
    LEFT,
    RIGHT,
    Axis,
    Stretch,
    _axes,
    _stretches,
)
from ...plots.scale import Scale, logarithmic
from ...plots.svg import number, plot, tag, text
from ..histogram import Histogram

SHADE_COUNT: Final = 5
MAX_HEAT_ROWS: Final = 48


def heat(
    title: str,
    columns: Sequence[Histogram],
    wide: float,
    x: Axis,
    y: Axis,
    description: str,
    stretches: Sequence[Stretch] = (),
) -> str:
    """Each column is `wide` on the x axis and shows a histogram of microseconds; the y axis is in ms."""
    top, end = 46, len(columns) * wide
    across = Scale(0, max(end, wide), LEFT, CHART_WIDTH_PX - RIGHT)
    up = logarithmic([v / 1000 for column in columns for v in column], CHART_HEIGHT_PX - BOTTOM, top)
    counts = [_rows(column, up) for column in columns]
    most = max((n for column in counts for n in column.values()), default=1)
    parts = [*_stretches(stretches, across, top)]
    for shade in range(1, SHADE_COUNT + 1):
        if d := _cells(counts, shade, most, wide, across, up):
            parts.append(tag("path", d=d, class_=f"heat h{shade}"))
    parts += _axes(across, up, x, y, top)
    return plot(title, description, CHART_WIDTH_PX, CHART_HEIGHT_PX, *parts, *_key(most))


def _rows(column: Histogram, up: Scale) -> dict[int, int]:
    """The count of each row of the map."""
    found: dict[int, int] = {}
    for value, count in column.items():
        share = (up(value / 1000) - up.start) / (up.end - up.start)
        row = min(MAX_HEAT_ROWS - 1, floor(share * MAX_HEAT_ROWS))
        found[row] = found.get(row, 0) + count
    return found


def _shade(count: int, most: int) -> int:
    """From 1 for the rarest to 5 for the most frequent, on a logarithmic scale: one in a thousand stays
    visible."""
    return max(1, ceil(SHADE_COUNT * log(1 + count) / log(1 + most)))


def _cells(
    counts: Sequence[dict[int, int]], shade: int, most: int, wide: float, across: Scale, up: Scale
) -> str:
    """All cells of one shade as one path; cells adjacent in time are merged."""
    tall, parts = (up.start - up.end) / MAX_HEAT_ROWS, []
    for row in range(MAX_HEAT_ROWS):
        begin = -1
        for at in range(len(counts) + 1):
            count = counts[at].get(row, 0) if at < len(counts) else 0
            here = count > 0 and _shade(count, most) == shade
            if here and begin < 0:
                begin = at
            elif not here and begin >= 0:
                left, right = across(begin * wide), across(at * wide)
                y, w = number(up.start - (row + 1) * tall), number(right - left)
                parts.append(f"M{number(left)} {y}h{w}v{number(tall)}h-{w}z")
                begin = -1
    return "".join(parts)


def _key(most: int) -> list[str]:
    """The legend of the shades."""
    parts = [text("rare", LEFT, 14, "soft")]
    for shade in range(1, SHADE_COUNT + 1):
        parts.append(tag("path", d=f"M{LEFT + 12 + shade * 20} 5h20v10h-20z", class_=f"heat h{shade}"))
    return [*parts, text(f"often (up to {most:,} in a cell)", LEFT + 140, 14, "soft")]
