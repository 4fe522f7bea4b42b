"""Half an hour of play: does the hub's memory grow, does it get slower?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from bots.load.figures import measured, ms
from bots.load.histogram import decoded, percentile
from bots.plots.chart import Axis, Series, chart

from .kit import Aim, Plot, Say, Scale, Section, Shown, Table, fewer, load

TABLES: Final = 100
WHOLE_S: Final = 1800.0
STEPS: Final = 60
GROWTH: Final = 0.05
"""The aim for the growth of memory after the first third of the time, as a share."""

ABOUT: Final = f"""\
{TABLES} tables of all games, thinking half a second on average; a game that is over makes room for a new
one, so tables come and go all the time. The growth is a line through the last two thirds of the time, since
a hub that has just started still fills its caches."""


class Soak(Struct, frozen=True, kw_only=True):
    """A long run in steps. `at`: seconds at the start of each."""

    tables: int
    seconds: float
    at: list[int]
    memory: list[float]
    """The maximum of each step in MB."""
    p99: list[float]
    games_ended: int
    moves: int
    verdict: str


def measure(scale: Scale, say: Say) -> Soak:
    """Play for half an hour, or for the requested time."""
    games = dict.fromkeys(scale.games, 1.0)
    tables = fewer(scale, TABLES)
    run = load(scale, scale.soak_s, games=games, tables=tables, think="exp:500", verify_share=0.02)
    seconds = measured(run)
    wide = max(1, -(-len(seconds) // STEPS))
    groups = [seconds[at : at + wide] for at in range(0, len(seconds), wide)]
    values = [decoded(*(second.act for second in group)) for group in groups]
    found = Soak(
        tables=tables,
        seconds=run.measured_s,
        at=[group[0].at for group in groups],
        memory=[max(second.hub_memory or 0 for second in group) / 1e6 for group in groups],
        p99=[percentile(one, 99) if one else 0.0 for one in values],
        games_ended=run.counts.get("games_ended", 0),
        moves=run.counts["moves"],
        verdict=run.verdict,
    )
    say(f"{found.games_ended:,} games; {slope(found):+.1f} MB an hour")
    return found


def slope(found: Soak) -> float:
    """MB an hour: a line through the last two thirds, by least squares."""
    first = len(found.at) // 3
    return 3600 * _slope(found.at[first:], found.memory[first:])


def _slope(xs: Sequence[float], ys: Sequence[float]) -> float:
    if len(xs) < 2:
        return 0.0
    middle, mean = sum(xs) / len(xs), sum(ys) / len(ys)
    over = sum((x - middle) ** 2 for x in xs)
    return sum((x - middle) * (y - mean) for x, y in zip(xs, ys, strict=True)) / over


def shown(found: Soak, others: Mapping[str, Any]) -> Shown:
    """Memory and p99 over time."""
    first = len(found.at) // 3
    hours = (found.at[-1] - found.at[first]) / 3600
    growth = slope(found) * hours / max(1.0, found.memory[first])
    rows = [
        ("time", f"{found.seconds / 60:.1f} minutes"),
        ("games that ended, moves", f"{found.games_ended:,}, {found.moves:,}"),
        ("memory after a third, at the end", f"{found.memory[first]:.1f} MB, {found.memory[-1]:.1f} MB"),
        ("growth in the last two thirds", f"{slope(found):+.1f} MB an hour ({growth:+.1%} in that time)"),
        ("p99 in the first and the last tenth", f"{_part(found.p99, 0)}, {_part(found.p99, 9)}"),
    ]
    minutes = [at / 60 for at in found.at]
    memory = Series("hub, resident", list(zip(minutes, found.memory, strict=True)), area=True)
    p99 = Series("act to last seat, p99", list(zip(minutes, found.p99, strict=True)))
    across = Axis("minutes")
    titles = "Memory of the hub over a soak", "p99 over a soak"
    plots = {
        "soak-memory": Plot(titles[0], chart(titles[0], [memory], across, Axis("MB"))),
        "soak-p99": Plot(titles[1], chart(titles[1], [p99], across, Axis("ms"))),
    }
    whole = found.seconds >= WHOLE_S * 0.99
    said = f"{growth:+.1%}" if whole else f"{growth:+.1%}, but only {found.seconds / 60:.1f} minutes"
    met = growth <= GROWTH if whole else None
    aim = Aim("growth of the hub's memory over 30 minutes", f"none (within {GROWTH:.0%})", said, met)
    return Shown([Table(("", "found"), rows)], plots, [aim], (), [found.verdict])


def _part(values: Sequence[float], tenth: int) -> str:
    part = values[tenth * len(values) // 10 : max((tenth + 1) * len(values) // 10, tenth + 1)]
    return ms(sum(part) / len(part)) if part else "-"


SECTION: Final = Section("soak", "Half an hour", ABOUT, Soak, measure, shown, always=False)
