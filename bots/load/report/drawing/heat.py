"""A heat map: how often each value was met in each stretch of time."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log
from typing import Final

from ...histogram import Histogram
from .chart import BOTTOM, HEIGHT, LEFT, RIGHT, WIDTH, Axis, Stretch, _axes, _stretches
from .scale import Scale, logarithmic
from .svg import number, plot, tag, text

SHADES: Final = 5
ROWS: Final = 48


def heat(
    title: str,
    columns: Sequence[Histogram],
    wide: float,
    x: Axis,
    y: Axis,
    description: str,
    stretches: Sequence[Stretch] = (),
) -> str:
    """Columns of `wide` on the x axis, each a histogram of microseconds; the y axis is in ms."""
    top, end = 46, len(columns) * wide
    across = Scale(0, max(end, wide), LEFT, WIDTH - RIGHT)
    up = logarithmic([v / 1000 for column in columns for v in column], HEIGHT - BOTTOM, top)
    counts = [_rows(column, up) for column in columns]
    most = max((n for column in counts for n in column.values()), default=1)
    parts = [*_stretches(stretches, across, top, HEIGHT)]
    for shade in range(1, SHADES + 1):
        if d := _cells(counts, shade, most, wide, across, up):
            parts.append(tag("path", d=d, class_=f"heat h{shade}"))
    parts += _axes(across, up, x, y, HEIGHT, top)
    return plot(title, description, WIDTH, HEIGHT, *parts, *_key(most))


def _rows(column: Histogram, up: Scale) -> dict[int, int]:
    """How often each row of the map was met."""
    found: dict[int, int] = {}
    for value, count in column.items():
        share = (up(value / 1000) - up.start) / (up.end - up.start)
        row = min(ROWS - 1, floor(share * ROWS))
        found[row] = found.get(row, 0) + count
    return found


def _shade(count: int, most: int) -> int:
    """1 for the rarest to 5 for the most frequent, by ratios: one in a thousand is still to be seen."""
    return max(1, ceil(SHADES * log(1 + count) / log(1 + most)))


def _cells(
    counts: Sequence[dict[int, int]], shade: int, most: int, wide: float, across: Scale, up: Scale
) -> str:
    """All cells of one shade as one path; neighbours in time are one."""
    tall, parts = (up.start - up.end) / ROWS, []
    for row in range(ROWS):
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
    """What the shades stand for."""
    parts = [text("rare", LEFT, 14, "soft")]
    for shade in range(1, SHADES + 1):
        parts.append(tag("path", d=f"M{LEFT + 12 + shade * 20} 5h20v10h-20z", class_=f"heat h{shade}"))
    return [*parts, text(f"often (up to {most:,} in a cell)", LEFT + 140, 14, "soft")]
