"""The per-second values of a result as lines of a plot; steps are several seconds in long runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Final

from ...plots.chart import Point, Series, Stretch
from ..histogram import Histogram, decoded, percentiles, summed
from ..result import TRACKS_BY_SECOND, Result, Second

MAX_LINE_POINTS: Final = 300
"""The greatest number of points of a line."""


class TimeSeries:
    """A whole run, in steps of `wide` seconds."""

    def __init__(self, result: Result, steps: int = MAX_LINE_POINTS) -> None:
        self.result = result
        seconds = result.seconds
        self.wide = max(1, -(-len(seconds) // steps))
        self.groups = [seconds[at : at + self.wide] for at in range(0, len(seconds), self.wide)]
        self.at = [group[0].at for group in self.groups]

    @property
    def stretches(self) -> list[Stretch]:
        """The phases; unmeasured ones are shaded."""
        phases = self.result.plan.phases
        ends = list(accumulate(phase.seconds for phase in phases))
        return [
            Stretch(phase.name, end - phase.seconds, end, not phase.measured)
            for phase, end in zip(phases, ends, strict=True)
        ]

    @cached_property
    def _histograms(self) -> dict[str, list[Histogram]]:
        return {
            track: [summed(decoded(getattr(second, track)) for second in group) for group in self.groups]
            for track in TRACKS_BY_SECOND
        }

    def histograms(self, track: str) -> list[Histogram]:
        """The latencies of each step; `track` is act, act_raw or probe."""
        return self._histograms[track]

    def latencies(self, track: str, name: str, wanted: Sequence[float]) -> list[Series]:
        """Percentiles of each step in ms; 100 is the maximum."""
        values = [percentiles(one, wanted) if one else [None] * len(wanted) for one in self.histograms(track)]
        titles = [f"{name} {'max' if percent == 100 else f'p{percent:g}'}" for percent in wanted]
        return [Series(title, self._over([row[i] for row in values])) for i, title in enumerate(titles)]

    def rate(self, name: str, count: Callable[[Second], float], step: bool = False) -> Series:
        """A counter, as a rate per second."""
        values = [sum(map(count, group)) / len(group) for group in self.groups]
        return Series(name, self._over(values), area=True, step=step)

    def state(self, name: str, value: Callable[[Second], float | None], area: bool = False) -> Series:
        """A sampled value: the maximum of each step, None without samples."""
        greatest = [
            max((v for second in group if (v := value(second)) is not None), default=None)
            for group in self.groups
        ]
        return Series(name, self._over(greatest), area=area)

    def _over(self, values: Sequence[float | None]) -> list[Point]:
        return list(zip(self.at, values, strict=True))


def megabytes(value: int | None) -> float | None:
    return None if value is None else value / 1e6
