"""Line charts: over time, over tables, over percentiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from .scale import Scale, linear, logarithmic, words
from .svg import COLOUR_COUNT, DASHES, box, line, number, plot, tag, text

CHART_WIDTH_PX: Final = 720
CHART_HEIGHT_PX: Final = 280
LEFT, RIGHT, BOTTOM = 56, 22, 40
LEGEND_ROW_PX: Final = 20
"""Height of one row of the legend."""

LETTER_WIDTH_PX: Final = 6.6
"""Approximate width of a letter."""

Point = tuple[float, float | None]


class Series(NamedTuple):
    """A line, with gaps where the value is None."""

    name: str
    points: Sequence[Point]
    area: bool = False
    dots: bool = False
    step: bool = False

    @property
    def values(self) -> list[float]:
        return [y for _, y in self.points if y is not None]


class Stretch(NamedTuple):
    """A named interval of the x axis, such as a phase."""

    name: str
    start: float
    end: float
    shaded: bool = False


class Limit(NamedTuple):
    """A threshold, drawn as a horizontal line."""

    name: str
    value: float


class Axis(NamedTuple):
    label: str
    log: bool = False
    words: Callable[[float], str] = words
    marks: Sequence[float] | None = None
    zero: bool = True
    whole: bool = False
    """Draw marks only at whole values."""


def chart(
    title: str,
    series: Sequence[Series],
    x: Axis,
    y: Axis,
    description: str = "",
    stretches: Sequence[Stretch] = (),
    limits: Sequence[Limit] = (),
) -> str:
    """A line chart. The legend marks lines without values."""
    names, rows = _legend(series)
    top = rows * LEGEND_ROW_PX + (26 if stretches else 14)
    xs = [point[0] for one in series for point in one.points if point[1] is not None]
    ys = [value for one in series for value in one.values] + [limit.value for limit in limits]
    xs += [edge for stretch in stretches for edge in (stretch.start, stretch.end)]
    ends = Scale(min(xs), max(xs), LEFT, CHART_WIDTH_PX - RIGHT) if stretches else None
    across = ends or _scale(x, xs, LEFT, CHART_WIDTH_PX - RIGHT)
    up = _scale(y, ys, CHART_HEIGHT_PX - BOTTOM, top)
    parts = [
        *_stretches(stretches, across, top),
        *_axes(across, up, x, y, top),
        *(part for index, one in enumerate(series) for part in _drawn(one, index, across, up)),
        *_limits(limits, up),
        *names,
    ]
    told = " ".join(f"{value:g}" for value in across[:4])
    return plot(
        title, description or described(series, y), CHART_WIDTH_PX, CHART_HEIGHT_PX, *parts, across=told
    )


def _scale(axis: Axis, values: Sequence[float], start: float, end: float) -> Scale:
    if axis.log:
        return logarithmic(values, start, end)
    return linear(values, start, end, axis.zero)


def described(series: Sequence[Series], y: Axis) -> str:
    """The chart as text: the minimum, maximum and last value of each line."""
    told = []
    for one in series:
        if values := one.values:
            low, last, high = (y.words(value) for value in (min(values), values[-1], max(values)))
            told.append(f"{one.name}: least {low}, greatest {high}, at the end {last}")
        else:
            told.append(f"{one.name}: nothing measured")
    return f"Unit: {y.label}. " + "; ".join(told) + "."


def _legend(series: Sequence[Series]) -> tuple[list[str], int]:
    """The names of the lines with a sample of each, and the number of rows."""
    parts, left, row = [], float(LEFT), 0
    for index, one in enumerate(series):
        name = one.name if one.values else f"{one.name} (none)"
        wide = 40 + len(name) * LETTER_WIDTH_PX
        if left > LEFT and left + wide > CHART_WIDTH_PX - RIGHT:
            left, row = float(LEFT), row + 1
        middle = row * LEGEND_ROW_PX + 9
        if one.area:
            parts.append(box(left, middle - 5, 20, 10, f"area f{_colour(index)}"))
        parts.append(_path(f"M{number(left)} {middle}h20", index))
        parts.append(text(name, left + 26, middle + 4))
        left += wide
    return parts, row + 1


def _colour(index: int) -> int:
    return index % COLOUR_COUNT + 1


def _path(d: str, index: int) -> str:
    return tag("path", d=d, class_=f"line s{_colour(index)}", stroke_dasharray=DASHES[index % len(DASHES)])


def _stretches(stretches: Sequence[Stretch], across: Scale, top: float) -> Iterator[str]:
    bottom = CHART_HEIGHT_PX - BOTTOM
    for index, stretch in enumerate(stretches):
        left, right = across(stretch.start), across(stretch.end)
        if stretch.shaded:
            yield box(left, top, right - left, bottom - top, "shade")
        if index:
            yield line(left, top - 12, left, bottom, "rule")
        letters = int((right - left - 6) / LETTER_WIDTH_PX)
        name = stretch.name if len(stretch.name) <= letters else stretch.name[: max(0, letters - 1)] + "…"
        if letters > 1:
            yield text(name, left + 3, top - 4, "soft")


def _axes(across: Scale, up: Scale, x: Axis, y: Axis, top: float) -> Iterator[str]:
    bottom = CHART_HEIGHT_PX - BOTTOM
    marks = [value for value in y.marks or up.marks(5) if value == round(value) or not y.whole]
    for value in marks:
        yield line(LEFT, up(value), CHART_WIDTH_PX - RIGHT, up(value), "rule")
        yield text(y.words(value), LEFT - 6, up(value) + 4, "end")
    for value in x.marks if x.marks is not None else across.marks(8):
        yield line(across(value), bottom, across(value), bottom + 4, "axis")
        yield text(x.words(value), across(value), bottom + 16, "mid")
    yield line(LEFT, bottom, CHART_WIDTH_PX - RIGHT, bottom, "axis")
    yield text(x.label, CHART_WIDTH_PX - RIGHT, CHART_HEIGHT_PX - 6, "end soft")
    middle = (top + bottom) / 2
    yield text(y.label, 12, middle, "mid soft", transform=f"rotate(-90 12 {number(middle)})")


def _drawn(one: Series, index: int, across: Scale, up: Scale) -> Iterator[str]:
    base = up.start
    for run in _runs(one.points):
        places = [(across(x), up(y)) for x, y in run]
        if len(places) == 1:
            yield tag("circle", cx=places[0][0], cy=places[0][1], r=2.5, class_=f"f{_colour(index)}")
            continue
        d = "M" + _steps(places) if one.step else "M" + "L".join(_at(place) for place in places)
        if one.area:
            closed = f"{d}V{number(base)}H{number(places[0][0])}Z"
            yield tag("path", d=closed, class_=f"area f{_colour(index)}")
        yield _path(d, index)
        if one.dots:
            for place in places:
                yield tag("circle", cx=place[0], cy=place[1], r=3, class_=f"f{_colour(index)}")


def _at(place: tuple[float, float]) -> str:
    return f"{number(place[0])} {number(place[1])}"


def _steps(places: Sequence[tuple[float, float]]) -> str:
    """A step function: constant until the next value."""
    rest = "".join(f"H{number(x)}V{number(y)}" for x, y in places[1:])
    return _at(places[0]) + rest


def _runs(points: Sequence[Point]) -> Iterator[list[tuple[float, float]]]:
    """The segments of a line between gaps."""
    run: list[tuple[float, float]] = []
    for x, y in points:
        if y is not None:
            run.append((x, y))
        elif run:
            yield run
            run = []
    if run:
        yield run


def _limits(limits: Sequence[Limit], up: Scale) -> Iterator[str]:
    for limit in limits:
        yield line(LEFT, up(limit.value), CHART_WIDTH_PX - RIGHT, up(limit.value), "limit")
        below = up(limit.value) - up.end < LEGEND_ROW_PX
        yield text(
            limit.name, CHART_WIDTH_PX - RIGHT - 4, up(limit.value) + (14 if below else -4), "end limit-text"
        )
