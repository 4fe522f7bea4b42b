"""All figures of a run, by name: `act.p99`, `reach`, `hub_cpu.mean`, `moves`, ..."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import Final, Literal

from protocol.codes import REFUSALS

from .histogram import Histogram, decoded, mean, percentile
from .plan import ATTACK, CALM
from .result import TRACKS, TRACKS_BY_SECOND, Result, Second, Track

Kind = Literal["ms", "us", "bytes", "share", "count"]

SIZES: Final = ("diff_bytes", "full_bytes")

LEVELS: Final[dict[str, Kind]] = {
    "generator_cpu": "share",
    "hub_cpu": "share",
    "hub_memory": "bytes",
    "hub_loop_lag": "ms",
    "hub_queue": "count",
    "hub_commit": "ms",
    "hub_redis": "ms",
    "hub_diff": "ms",
    "hub_move": "ms",
}
"""Sampled once a second; CPU as a share of one core."""

PLAIN: Final[dict[str, Kind]] = {
    "reach": "share",
    "errors": "count",
    "faults": "count",
    "moves_per_s": "count",
    "hub_cpu_us_per_move": "us",
    "hub_bytes_per_seat": "bytes",
    "others_cpu": "share",
    "attack_delay": "ms",
}

COUNTS: Final = (
    *("moves", "games_ended", "tables_made", "diffs", "diffs_expected", "checks", "documents_verified"),
    *("documents_compared", "games_verified", "games_unverified", "tables_not_recorded"),
    *("changes_verified", "bytes_in", "bytes_out", "resyncs", "sockets cut", "strolls"),
)

STATISTICS: Final = ("n", "mean", "p50", "p90", "p95", "p99", "p999", "max")

_PERCENTILE: Final = re.compile(r"p(\d\d?)(?:\.(\d+))?|p(99)(9+)")


class Unknown(ValueError):
    """No figure has this name; the message lists the names."""


def kind_of(name: str) -> Kind:
    """The unit of a figure. Raises Unknown, which names the closest matches."""
    base, _, statistic = name.partition(".")
    several = _several(base)
    if several and not statistic:
        raise Unknown(f"{base} has several figures: say {base}.p99 or {base}.{{{', '.join(STATISTICS)}}}")
    if several and statistic in ("n", "mean", "max"):
        return "count" if statistic == "n" else several
    if several and _percent(statistic) is not None:
        return several
    if several:
        raise Unknown(f"no {statistic!r} of {base}; it can be {', '.join(STATISTICS)}, or another percentile")
    if name in PLAIN:
        return PLAIN[name]
    if name in COUNTS or (name.startswith("refused ") and name[8:] in REFUSALS):
        return "count"
    raise Unknown(_guess(name))


def _several(base: str) -> Kind | None:
    """The unit of a figure that has percentiles; None if it has none."""
    if base in TRACKS:
        return "ms"
    return "bytes" if base in SIZES else LEVELS.get(base)


def _guess(name: str) -> str:
    base = name.partition(".")[0]
    every = [*TRACKS, *SIZES, *LEVELS, *PLAIN, *COUNTS]
    near = get_close_matches(base, every, 2)
    hint = f"did you mean {' or '.join(near)}? " if near else ""
    with_more = ", ".join([*TRACKS, *SIZES, *LEVELS])
    alone = ", ".join([*PLAIN, *COUNTS])
    return (
        f"no figure {name!r}; {hint}there are {with_more} (each with .p99 and so on), {alone}, refused CODE"
    )


def _percent(statistic: str) -> float | None:
    """p50, p99, p99.9 or p999 as a number; None for any other text."""
    shape = _PERCENTILE.fullmatch(statistic)
    return float(f"{shape[1] or shape[3]}.{shape[2] or shape[4] or 0}") if shape else None


def figure(result: Result, name: str) -> float | None:
    """A figure in its own unit; None if it was not measured. Raises Unknown."""
    kind_of(name)
    base, _, statistic = name.partition(".")
    if base in LEVELS:
        return _of_levels(measured(result), base, statistic)
    if base in TRACKS or base in SIZES:
        track = result.tracks.get(base) if base in TRACKS else getattr(result, base)
        return _of_track(track, statistic, 1 if base in SIZES else 1000)
    if base == "errors":
        return errors(result)
    if base == "faults":
        return sum(result.faults.values())
    if base == "moves_per_s":
        return moves_per_s(result)
    if base == "attack_delay":
        return attack_delay(result)
    if base in PLAIN:
        value: float | None = getattr(result, base)
        return value
    return result.counts.get(name, 0)


def _of_track(track: Track | None, statistic: str, unit: float) -> float | None:
    if track is None or not track.n:
        return 0 if statistic == "n" else None
    if statistic in STATISTICS:
        return float(getattr(track, statistic))
    percent = _percent(statistic)
    return percentile(decoded(track.histogram), percent or 0, unit)


def _of_levels(seconds: Iterable[Second], base: str, statistic: str) -> float | None:
    values = [float(value) for second in seconds if (value := getattr(second, base)) is not None]
    if statistic == "n":
        return len(values)
    if not values:
        return None
    if statistic in ("mean", "max"):
        return max(values) if statistic == "max" else sum(values) / len(values)
    at = (_percent(statistic) or 0) / 100 * len(values)
    return sorted(values)[max(0, min(len(values) - 1, int(at + 0.5) - 1))]


def measured(result: Result) -> list[Second]:
    """The seconds of measured phases."""
    phases = {phase.name for phase in result.plan.phases if phase.measured}
    return [second for second in result.seconds if second.phase in phases]


def errors(result: Result) -> int:
    """All errors: faults, and refusals that are not already counted as faults."""
    refused = {name: count for name, count in result.counts.items() if name.startswith("refused ")}
    known = {name.removeprefix("refused ") for name in result.faults}
    more = (count for name, count in refused.items() if name.removeprefix("refused ") not in known)
    return sum(result.faults.values()) + sum(more)


def attack_delay(result: Result) -> float | None:
    """How much higher the p99 of acts is during the attack than before; None without an attack."""
    calm, attacked = (
        decoded(*(second.act for second in result.seconds if second.phase == name)) for name in (CALM, ATTACK)
    )
    return percentile(attacked, 99) - percentile(calm, 99) if calm and attacked else None


def moves_per_s(result: Result) -> float | None:
    """Moves stored per measured second."""
    return result.counts.get("moves", 0) / result.measured_s if result.measured_s else None


def told_early(name: str) -> bool:
    """Is this figure known during a run, not only at its end?"""
    base = name.partition(".")[0]
    return base in LEVELS or base in TRACKS_BY_SECOND or base in _TOTALS


def so_far(seconds: Sequence[Second], name: str) -> float | None:
    """A figure of an unfinished run, computed from its seconds; None if they don't contain it."""
    base, _, statistic = name.partition(".")
    if base in LEVELS:
        return _of_levels(seconds, base, statistic)
    if base in TRACKS_BY_SECOND:
        return _of_histogram(decoded(*(getattr(second, base) for second in seconds)), statistic)
    total = _TOTALS.get(base)
    return sum(map(total, seconds)) if total else None


def _of_histogram(values: Histogram, statistic: str) -> float | None:
    if statistic == "n":
        return values.total()
    if not values:
        return None
    if statistic == "mean":
        return mean(values)
    return percentile(values, 100 if statistic == "max" else _percent(statistic) or 0)


_TOTALS: Final[dict[str, Callable[[Second], int]]] = {
    "faults": lambda second: second.faults,
    "errors": lambda second: second.faults + second.refusals,
    "resyncs": lambda second: second.resyncs,
}


def ms(value: float) -> str:
    """A duration as text: in us below 1 ms, in s from one second on."""
    if value < 1:
        return f"{value * 1000:.0f} us"
    return f"{value:,.1f} ms" if value < 1000 else f"{value / 1000:,.2f} s"


def in_unit(name: str, value: float) -> str:
    """A value as text, in the unit of its figure."""
    match kind_of(name):
        case "ms":
            return ms(value)
        case "us":
            return f"{value:,.1f} us"
        case "bytes":
            return f"{value:,.0f} B" if value < 1e5 else f"{value / 1e6:,.1f} MB"
        case "share":
            return f"{value:.4%}" if name == "reach" and value != 1 else f"{value:.1%}"
        case _:
            return f"{value:,.0f}"
