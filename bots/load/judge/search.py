"""Finds the largest number of tables that a hub holds. Pure: the caller measures.

The number is doubled until the hub misses, then bisected until the held and the missed number are within 5 %
of each other. A miss, and every step of the bisection, needs two agreeing measurements out of up to three, so
that a single disturbed measurement decides nothing. An invalid measurement is repeated once; two in a row are
not a miss, but an upper bound as well: what a generator can't drive, a hub can't be shown to hold.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from msgspec import Struct, field

Outcome = Literal["held", "missed", "invalid", "wrong"]

RELATIVE_PRECISION: Final = 0.05


class LoadTrial(Struct, frozen=True, kw_only=True):
    """One measurement with a number of tables."""

    tables: int
    outcome: Outcome
    figures: dict[str, float] = field(default_factory=dict)
    """Measured values, by the names of `figures`."""
    reasons: list[str] = field(default_factory=list)


class SearchResult(Struct, kw_only=True):
    largest: int = 0
    """Tables that were held; 0: not even one."""
    missed_at: int | None = None
    """The least number that was missed; None if nothing was."""
    ended: str = ""
    """Why the hub's own limit was not found; "" if it was."""
    outcome: Outcome = "held"
    """"invalid" if the generator was the limit; "wrong" if a wrong measurement ended the search."""
    trials: list[LoadTrial] = field(default_factory=list)


class _Ended(Exception):
    """A wrong measurement ends the search."""


class LoadSearch:
    """One search. `measure` is called with a number of tables, `told` with each measurement."""

    def __init__(
        self,
        measure: Callable[[int], LoadTrial],
        told: Callable[[LoadTrial], None] = lambda trial: None,
    ) -> None:
        self._measure = measure
        self._told = told
        self._undriven: dict[int, str] = {}
        """Numbers of tables that the generator couldn't drive, and why."""
        self.found = SearchResult()

    def run(self, start: int, most: int) -> SearchResult:
        """Search from `start` tables up to `most`."""
        found = self.found
        try:
            low, high = self._bracket(min(start, most), most)
            while low and high is not None and not self._near(low, high):
                middle = max(low + 1, round((low * high) ** 0.5))
                if self._holds(middle):
                    low = middle
                else:
                    high = middle
            found.largest = low
            self._say_why_it_ended(high, most)
        except _Ended as why:
            found.ended, found.outcome = str(why), "wrong"
            found.largest = max(
                (trial.tables for trial in found.trials if trial.outcome == "held"), default=0
            )
        missed = [trial.tables for trial in found.trials if trial.outcome == "missed"]
        found.missed_at = min((tables for tables in missed if tables > found.largest), default=None)
        return found

    def _say_why_it_ended(self, high: int | None, most: int) -> None:
        """`high`: the least number that was not held."""
        if high is None:
            self.found.ended = f"{most:,} tables were held, and no more were to be tried"
        elif high in self._undriven:
            self.found.outcome = "invalid"
            why = self._undriven[high]
            self.found.ended = f"from {high:,} tables on the generator was the limit, not the hub: {why}"

    def _near(self, low: int, high: int) -> bool:
        return high <= low + 1 or high <= low * (1 + RELATIVE_PRECISION)

    def _bracket(self, start: int, most: int) -> tuple[int, int | None]:
        """A number that is held and a greater one that is not; 0 and 1 if not even one table is held."""
        tables = start
        if self._holds(tables, quick=True):
            while tables < most:
                more = min(tables * 2, most)
                if not self._holds(more, quick=True):
                    return tables, more
                tables = more
            return tables, None
        while tables > 1:
            fewer = tables // 2
            if self._holds(fewer, quick=True):
                return fewer, tables
            tables = fewer
        return 0, 1

    def _holds(self, tables: int, quick: bool = False) -> bool:
        """Two of up to three measurements decide; with `quick`, a first one that holds is enough."""
        held = missed = 0
        while held < 2 and missed < 2 and tables not in self._undriven:
            if self._once(tables):
                if quick and not missed:
                    return True
                held += 1
            else:
                missed += 1
        return held == 2

    def _tried(self, tables: int) -> LoadTrial:
        trial = self._measure(tables)
        self.found.trials.append(trial)
        self._told(trial)
        return trial

    def _once(self, tables: int) -> bool:
        trial = self._tried(tables)
        if trial.outcome == "invalid":
            trial = self._tried(tables)
        if trial.outcome in ("invalid", "wrong"):
            named = [reason for reason in trial.reasons if reason.startswith(trial.outcome)]
            why = "; ".join(reason.removeprefix(f"{trial.outcome}: ") for reason in named or trial.reasons)
            if trial.outcome == "wrong":
                raise _Ended(f"at {tables:,} tables something was wrong: {why}")
            self._undriven[tables] = why
        return trial.outcome == "held"
