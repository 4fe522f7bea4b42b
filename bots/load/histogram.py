"""Decodes the histograms of a result, adds them up over seconds or runs, and computes percentiles.

A `Histogram` counts how often each value occurred. Values are whole microseconds (or bytes), as in the blobs;
percentiles are in milliseconds unless stated otherwise.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import floor, log
from typing import Final

Histogram = Counter[int]
"""Value and number of occurrences."""

COARSE_RATIO: Final = 1.02
"""Ratio between the buckets of `coarse`: no value changes by more than one percent."""

_TOPS: defaultdict[tuple[int, int], dict[int, int]] = defaultdict(dict)
"""By resolution: the greatest value of each index in the blobs. Cached, since the library computes it
slowly."""


def decoded(*blobs: str) -> Histogram:
    """The values of one or several encoded histograms; "" stands for an empty one. Raises ValueError."""
    from hdrh.histogram import HdrHistogram  # type: ignore[import-untyped]  # only the load test needs it

    found: Histogram = Counter()
    for blob in filter(None, blobs):
        try:
            histogram = HdrHistogram.decode(blob.encode())
        except Exception as wrong:  # base64, zlib and the library each raise their own kinds
            raise ValueError(f"not a histogram: {blob[:20]!r}") from wrong
        if not histogram.get_total_count():
            continue
        tops = _TOPS[histogram.sub_bucket_count, histogram.unit_magnitude]
        first = histogram.get_counts_array_index(histogram.get_min_value())
        last = histogram.get_counts_array_index(histogram.get_max_value())
        for index, count in enumerate(histogram.counts[first : last + 1], first):
            if count:
                if index not in tops:
                    low = histogram.get_value_from_index(index)
                    tops[index] = int(histogram.get_highest_equivalent_value(low))
                found[tops[index]] += int(count)
    return found


def coarse(values: Histogram) -> Histogram:
    """The same values in fewer buckets of equal ratio, for computations that run often."""
    found: Histogram = Counter()
    for value, count in values.items():
        found[round(COARSE_RATIO ** floor(log(max(1, value), COARSE_RATIO) + 0.5))] += count
    return found


def percentiles(values: Histogram, wanted: Sequence[float], unit: float = 1000.0) -> list[float]:
    """The least values that the given percentages don't exceed, divided by `unit`. Raises ValueError if
    empty."""
    if not values:
        raise ValueError("nothing was measured")
    order = sorted(values)
    sums = list(accumulate(values[value] for value in order))
    found, at = [], 0
    for percent, place in sorted((percent, place) for place, percent in enumerate(wanted)):
        due = max(1, int(percent / 100 * sums[-1] + 0.5))
        while sums[at] < due:
            at += 1
        found.append((place, order[at] / unit))
    return [value for _, value in sorted(found)]


def percentile(values: Histogram, wanted: float, unit: float = 1000.0) -> float:
    """A single percentile; see `percentiles`."""
    return percentiles(values, (wanted,), unit)[0]


def mean(values: Histogram, unit: float = 1000.0) -> float:
    """The mean of all values, divided by `unit`. Raises ValueError if empty."""
    if not values:
        raise ValueError("nothing was measured")
    return sum(value * count for value, count in values.items()) / values.total() / unit


def curve(values: Histogram, unit: float = 1000.0) -> list[tuple[float, float]]:
    """Points of the percentile plot: (1 / (1 - share), value). The first x is 1, the last is the count."""
    if not values:
        return []
    total, below, points = values.total(), 0, []
    for value in sorted(values):
        below += values[value]
        points.append((total / max(1, total - below), value / unit))
    return [(1.0, points[0][1]), *points]


def summed(histograms: Iterable[Histogram]) -> Histogram:
    found: Histogram = Counter()
    for values in histograms:
        found.update(values)
    return found
