"""Maps values to coordinates and to labels: linear and logarithmic scales with round marks."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, floor, log10
from typing import NamedTuple


class Scale(NamedTuple):
    """Values from `low` to `high`, mapped to the coordinates `start` to `end`."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def __call__(self, value: float) -> float:
        """The coordinate of a value; values outside the scale are clipped to its ends."""
        value = min(max(value, self.low), self.high)
        if self.log:
            share = log10(value / self.low) / log10(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def marks(self, about: int = 6) -> list[float]:
        """About `about` round values within the scale."""
        if self.log:
            return self._powers(about)
        step = nice((self.high - self.low) / about)
        first = ceil(self.low / step - 1e-9)
        return [n * step for n in range(first, floor(self.high / step + 1e-9) + 1)]

    def _powers(self, about: int) -> list[float]:
        """Powers of ten, with 2 and 5 between them if there is room."""
        first, last = floor(log10(self.low)), ceil(log10(self.high))
        digits = (1,) if last - first > about / 2 else (1, 2, 5)
        every = [digit * 10.0**power for power in range(first, last + 1) for digit in digits]
        return [value for value in every if self.low * 0.999 <= value <= self.high * 1.001]


def nice(step: float) -> float:
    """The smallest of 1, 2, 2.5, 5, 10, ... that is at least `step`."""
    if step <= 0:
        return 1
    power = 10.0 ** floor(log10(step))
    return float(next(digit * power for digit in (1, 2, 2.5, 5, 10) if digit * power >= step * 0.999))


def linear(values: Iterable[float], start: float, end: float, zero: bool = True) -> Scale:
    """A scale for all values, from zero or from the minimum, to a round upper end."""
    every = [*values] or [0.0]
    low, high = (min(0.0, *every) if zero else min(every)), max(every)
    if high <= low:
        high = low + 1
    step = nice((high - low) / 5)
    top = high if not zero and high == every[-1] else ceil(high / step - 1e-9) * step
    return Scale(low, max(top, high), start, end)


def logarithmic(values: Iterable[float], start: float, end: float) -> Scale:
    """A scale for all positive values, out to the next 1, 2 or 5."""
    every = [value for value in values if value > 0] or [1.0]
    low, high = min(every), max(every)
    down, up = 10.0 ** floor(log10(low)), 10.0 ** floor(log10(high))
    least = max(digit * down for digit in (1, 2, 5) if digit * down <= low * 1.0001)
    most = min(digit * up for digit in (1, 2, 5, 10) if digit * up >= high * 0.9999)
    return Scale(least, most if most > least else least * 10, start, end, log=True)


def words(value: float) -> str:
    """A value as an axis label: 0, 0.05, 2.5, 300, 12k, 1.5M."""
    size = abs(value)
    for least, unit in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if size >= least:
            return f"{value / (1e3 if unit == 'k' else least):.3g}{unit}"
    return f"{value:,.0f}" if size >= 1000 else f"{value:.3g}"
