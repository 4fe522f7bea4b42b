"""Thresholds of a run: parsed from the command line or a TOML file, and checked against a result.

    act.p99<100ms   probe.max<=1s   act.p99.9<250ms   reach==1   errors==0   hub_cpu_us_per_move<200

A name, with a statistic after a dot if it has several; a comparison; a number, optionally with a unit. Times
without a unit are milliseconds.
"""

from __future__ import annotations

import operator
import re
import tomllib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from ..figures import LEVELS, Unknown, figure, in_unit, kind_of, so_far, told_early
from ..result import TRACKS_BY_SECOND, Checked, Result, Second, Verdict

COMPARE: Final[dict[str, Callable[[float, float], bool]]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
}

GROWN: Final = ("<", "<=", "==")
"""Comparisons that a growing value, once it fails them, fails for good."""

UNITS: Final[dict[str, dict[str, float]]] = {
    "ms": {"us": 0.001, "µs": 0.001, "ms": 1, "s": 1000, "": 1},
    "share": {"%": 0.01, "": 1},
    "bytes": {"B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "": 1},
    "us": {"us": 1, "µs": 1, "ms": 1000, "": 1},
    "count": {"": 1},
}
"""By kind of figure: the accepted units, and the factor to the figure's own unit."""

_SHAPE: Final = re.compile(
    r"\s*(?P<name>[a-z][\w. -]*?)\s*(?P<compare><=|>=|==|!=|<|>)\s*"
    r"(?P<number>-?\d+(?:\.\d+)?|-?\.\d+)\s*(?P<unit>[A-Za-zµ%]*)\s*"
)


class BadThreshold(ValueError):
    """A threshold that can't be parsed; the message describes the syntax."""


class Threshold(NamedTuple):
    """One condition. `limit` is in the figure's own unit: ms, us, bytes, a share or a count."""

    text: str
    name: str
    compare: str
    limit: float
    abort: bool = False
    """End the run as soon as this is missed."""

    def passed_by(self, value: float) -> bool:
        """Has a value that grows during a run already exceeded the limit?"""
        return self.compare in GROWN and value > self.limit

    def met_by(self, value: float | None) -> bool:
        """Does this value meet it? An unmeasured value doesn't."""
        return value is not None and COMPARE[self.compare](value, self.limit)


def parsed(text: str, abort: bool = False) -> Threshold:
    """Parse a threshold. Raises BadThreshold."""
    shape = _SHAPE.fullmatch(text)
    if shape is None:
        raise BadThreshold(
            f"threshold {text!r}: not NAME, one of {' '.join(COMPARE)}, and a number, as in 'act.p99<100ms'"
        )
    name, unit = shape["name"], shape["unit"]
    try:
        kind = kind_of(name)
    except Unknown as wrong:
        raise BadThreshold(f"threshold {text!r}: {wrong}") from wrong
    if unit not in UNITS[kind]:
        units = ", ".join(repr(unit) for unit in UNITS[kind] if unit) or "none"
        raise BadThreshold(f"threshold {text!r}: no unit {unit!r} for {name}; it can be {units}")
    return Threshold(text.strip(), name, shape["compare"], float(shape["number"]) * UNITS[kind][unit], abort)


def from_file(path: Path) -> list[Threshold]:
    """Read a TOML file: `thresholds = ["reach==1", {check = "errors==0", abort_on_fail = true}]`.

    Raises BadThreshold, also if the file can't be read.
    """
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as wrong:
        raise BadThreshold(f"{path}: {wrong.strerror}") from wrong
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as wrong:
        raise BadThreshold(f"{path}: {wrong}") from wrong
    rows = content.pop("thresholds", None)
    if content or not isinstance(rows, list):
        raise BadThreshold(f"{path}: what can stand there is: thresholds = [...], and nothing else")
    try:
        return [_of_row(row) for row in rows]
    except BadThreshold as wrong:
        raise BadThreshold(f"{path}: {wrong}") from wrong


def _of_row(row: Any) -> Threshold:
    if isinstance(row, str):
        return parsed(row)
    if isinstance(row, dict) and isinstance(row.get("check"), str) and set(row) <= {"check", "abort_on_fail"}:
        abort = row.get("abort_on_fail", False)
        if isinstance(abort, bool):
            return _ending(parsed(row["check"], abort))
    raise BadThreshold(
        f'{row!r} is neither a text such as "reach==1" nor {{check = "reach==1", abort_on_fail = true}}'
    )


def _ending(threshold: Threshold) -> Threshold:
    """The threshold itself, if it doesn't end the run or is able to. Raises BadThreshold."""
    if threshold.abort and not (told_early(threshold.name) and threshold.compare in GROWN):
        raise BadThreshold(
            f"threshold {threshold.text!r} can't end a run: only its end tells whether it is missed. What"
            f" can is {', '.join([*TRACKS_BY_SECOND, *LEVELS])}, errors, faults or resyncs,"
            f" with {' '.join(GROWN)}"
        )
    return threshold


def checked(result: Result, thresholds: Iterable[Threshold]) -> list[Checked]:
    """Each threshold with the value in a result."""
    found = []
    for threshold in thresholds:
        value = figure(result, threshold.name)
        found.append(Checked(text=threshold.text, value=value, met=threshold.met_by(value)))
    return found


ORDER: Final[Sequence[Verdict]] = ("pass", "missed", "invalid", "wrong")
"""Each takes precedence over those before it."""


def judged(result: Result, thresholds: Sequence[Threshold]) -> Result:
    """The result with its thresholds checked: a valid and correct run may still miss one."""
    result.thresholds = checked(result, thresholds)
    missed = [one for one in result.thresholds if not one.met]
    for one in missed:
        named = parsed(one.text).name
        found = "nothing was measured of it" if one.value is None else f"it was {in_unit(named, one.value)}"
        result.reasons.append(f"missed: {one.text}; {found}")
    if missed:
        result.verdict = max(result.verdict, "missed", key=ORDER.index)
    return result


class Watch:
    """Checks the thresholds that can end a run while it goes on."""

    def __init__(self, thresholds: Iterable[Threshold], seconds_before: int = 5) -> None:
        self.thresholds = [one for one in thresholds if one.abort]
        self.seen: list[Second] = []
        self.seconds_before = seconds_before
        """Seconds to measure before any check, since the first moves of a run say little."""

    def add(self, second: Second) -> str:
        """Add a second of a measured phase; returns the threshold that is missed now, or ""."""
        if not self.thresholds:
            return ""
        self.seen.append(second)
        if len(self.seen) < self.seconds_before:
            return ""
        for one in self.thresholds:
            value = so_far(self.seen, one.name)
            if value is not None and one.passed_by(value):
                return (
                    f"{one.text}; after {len(self.seen)} measured seconds it was {in_unit(one.name, value)}"
                )
        return ""
