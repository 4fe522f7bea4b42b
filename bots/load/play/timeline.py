"""When tables are due to be made and closed: computed before a run, so that no event can delay it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from ..plan import Phase, Spacing


class Due(NamedTuple):
    """A table is due to be made (`joins`) or closed, `at` seconds after the start of the run."""

    at: float
    joins: bool


def schedule(phases: Sequence[Phase], spacing: Spacing, random: Random) -> list[Due]:
    """The arrivals and departures that the phases' numbers of tables require, ordered by time.

    `even`: at the times when the straight line between the numbers at a phase's start and end crosses whole
    numbers. `poisson`: the same number at times drawn uniformly over the phase, which is a Poisson process
    conditioned on that number. If a phase starts with a different number than the last one ended with, the
    whole difference is due at once.
    """
    found: list[Due] = []
    begin, alive = 0.0, 0
    for phase in phases:
        found += [Due(begin, phase.start > alive)] * abs(phase.start - alive)
        count = abs(phase.end - phase.start)
        shares = _even(count) if spacing == "even" else sorted(random.random() for _ in range(count))
        found += [Due(begin + share * phase.seconds, phase.end > phase.start) for share in shares]
        begin, alive = begin + phase.seconds, phase.end
    return found


def _even(count: int) -> Iterator[float]:
    return ((n + 0.5) / count for n in range(count))


class Timeline:
    """Consecutive phases: the phase at a given time, and the number of tables wanted then."""

    def __init__(self, phases: Sequence[Phase]) -> None:
        self.phases = list(phases)
        self.begins: list[float] = []
        self.seconds = 0.0
        for phase in phases:
            self.begins.append(self.seconds)
            self.seconds += phase.seconds
        measured = [n for n, phase in enumerate(phases) if phase.measured]
        if not measured or any(not phase.measured for phase in phases[measured[0] : measured[-1]]):
            raise ValueError("the measured phases of a run must follow one another, and there must be one")
        self.measured_from = self.begins[measured[0]]
        self.measured_to = self.begins[measured[-1]] + phases[measured[-1]].seconds

    @property
    def measured_s(self) -> float:
        """Seconds in measured phases."""
        return self.measured_to - self.measured_from

    def begin_of(self, name: str) -> float:
        """When the first phase of this name begins. Raises ValueError if there is none."""
        return self.begins[[phase.name for phase in self.phases].index(name)]

    def phase(self, at: float) -> Phase:
        """The phase at a given time; the first before the start, the last after the end."""
        found = self.phases[0]
        for begin, phase in zip(self.begins, self.phases, strict=True):
            if begin <= at:
                found = phase
        return found

    def wanted(self, at: float) -> int:
        """The number of tables that should be alive at a given time."""
        phase = self.phase(at)
        begin = self.begins[self.phases.index(phase)]
        share = min(1.0, max(0.0, (at - begin) / phase.seconds)) if phase.seconds else 1.0
        return round(phase.start + share * (phase.end - phase.start))
