"""Histograms as a result holds them, read back: added up over seconds or runs, and asked for percentiles.

A `Histogram` is how often each value was met. Values are whole microseconds (or bytes), as in the blobs;
percentiles come out in milliseconds where nothing else is said.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import floor, log
from typing import Final

from hdrh.histogram import HdrHistogram  # type: ignore[import-untyped]

Histogram = Counter[int]
"""Value and how often it was met."""

COARSE: Final = 1.02
"""Ratio of the buckets of `coarse`: no value is moved by more than one percent."""

_TOPS: defaultdict[tuple[int, int], dict[int, int]] = defaultdict(dict)
"""By resolution: the greatest value of a place in the blobs, which the library takes long to compute."""


def decoded(*blobs: str) -> Histogram:
    """The values of one or several encoded histograms, "" being one without values. Raises ValueError."""
    found: Histogram = Counter()
    for blob in filter(None, blobs):
        try:
            histogram = HdrHistogram.decode(blob.encode())
        except Exception as wrong:  # of many kinds, from base64, zlib and the library itself
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
    """The same in few buckets of equal ratio, for what is computed very often."""
    found: Histogram = Counter()
    for value, count in values.items():
        found[round(COARSE ** floor(log(max(1, value), COARSE) + 0.5))] += count
    return found


def percentiles(values: Histogram, wanted: Sequence[float], unit: float = 1000.0) -> list[float]:
    """The least values that so many percent don't exceed, divided by `unit`. Raises ValueError if empty."""
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
    """One of them."""
    return percentiles(values, (wanted,), unit)[0]


def mean(values: Histogram, unit: float = 1000.0) -> float:
    """Of all values, divided by `unit`. Raises ValueError if empty."""
    if not values:
        raise ValueError("nothing was measured")
    return sum(value * count for value, count in values.items()) / values.total() / unit


def curve(values: Histogram, unit: float = 1000.0) -> list[tuple[float, float]]:
    """Points of the percentile plot: (1 / (1 - share), value), the first at 1, the last at the count."""
    if not values:
        return []
    total, below, points = values.total(), 0, []
    for value in sorted(values):
        below += values[value]
        points.append((total / max(1, total - below), value / unit))
    return [(1.0, points[0][1]), *points]


def summed(histograms: Iterable[Histogram]) -> Histogram:
    """All of them in one."""
    found: Histogram = Counter()
    for values in histograms:
        found.update(values)
    return found
