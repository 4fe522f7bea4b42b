"""The largest number of tables that a hub holds, found by trying. Pure: measuring is somebody else's.

Doubled until it misses, then halved between what held and what missed, until these are within 5 % of each
other. A miss, and every step of the halving, is decided by two measurements that agree out of up to three,
so that one disturbed measurement decides nothing. One that is invalid is made once more; two in a row are
no miss, but a bound as well: what a generator can't drive, a hub can't be said to hold.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from msgspec import Struct, field

Outcome = Literal["held", "missed", "invalid", "wrong"]

PRECISION: Final = 0.05


class Trial(Struct, frozen=True, kw_only=True):
    """One measurement with so many tables."""

    tables: int
    outcome: Outcome
    figures: dict[str, float] = field(default_factory=dict)
    """What was measured, by the names of `figures`."""
    reasons: list[str] = field(default_factory=list)


class Found(Struct, kw_only=True):
    """What a search came to."""

    largest: int = 0
    """Tables that were held; 0: not even one."""
    missed_at: int | None = None
    """The least number that was missed; None: nothing that was tried."""
    ended: str = ""
    """Why the hub's own limit was not found, in words; "" where it was."""
    outcome: Outcome = "held"
    """"invalid" where the generator was the limit; "wrong" where a measurement ended the search."""
    trials: list[Trial] = field(default_factory=list)


class _Ended(Exception):
    """Something was wrong, which ends the search."""


class Search:
    """One search. `measure` is called with numbers of tables, and `told` with what came of each."""

    def __init__(
        self,
        measure: Callable[[int], Trial],
        told: Callable[[Trial], None] = lambda trial: None,
        precision: float = PRECISION,
    ) -> None:
        self._measure = measure
        self._told = told
        self._precision = precision
        self._undriven: dict[int, str] = {}
        """Numbers of tables that the generator couldn't drive, and why."""
        self.found = Found()

    def run(self, start: int, most: int) -> Found:
        """From `start` tables up to `most`."""
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
        return high <= low + 1 or high <= low * (1 + self._precision)

    def _bracket(self, start: int, most: int) -> tuple[int, int | None]:
        """A number that is held and a greater one that is not: 0 and 1 where not even one is."""
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
        """Two of up to three measurements decide; with `quick`, one that holds is enough."""
        held = missed = 0
        while held < 2 and missed < 2 and tables not in self._undriven:
            if self._once(tables):
                if quick and not missed:
                    return True
                held += 1
            else:
                missed += 1
        return held == 2

    def _tried(self, tables: int) -> Trial:
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
