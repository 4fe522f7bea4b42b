"""The cost of a move with few and with many tables, at the same rate of moves."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import median
from typing import Any, Final

from msgspec import Struct

from bots.load.figures import ms
from bots.plots.chart import Axis, Series, chart

from .kit import LIGHTEST, Aim, Plot, Say, Scale, Section, Shown, Table, load, spread

LEVELS: Final = (10, 50, 200, 500, 2000)
MOVES_PER_S: Final = 200
FLAT: Final = 1.25

ABOUT: Final = f"""\
{LIGHTEST} at about {MOVES_PER_S} moves a second in all, whatever the number of tables: what changes is how
many tables the hub has to know. Every seat has a socket of its own. Rounds go up and down in turn, so that
a machine that gets slower or faster in the meantime favours neither end."""


class Level(Struct, frozen=True, kw_only=True):
    """One measurement with a number of tables."""

    tables: int
    hub_us: float
    moves_per_s: float
    p99: float
    verdict: str


def measure(scale: Scale, say: Say) -> list[Level]:
    """From few to many tables or back, in alternating rounds."""
    levels = LEVELS[:2] if scale.small else LEVELS
    found = []
    for number in range(1 if scale.small else scale.rounds):
        for tables in reversed(levels) if number % 2 else levels:
            level = _level(tables, scale)
            say(f"{tables:,} tables: {level.hub_us:.0f} us a move at {level.moves_per_s:.0f} moves/s")
            found.append(level)
    return found


def _level(tables: int, scale: Scale) -> Level:
    run = load(
        scale,
        max(8.0, scale.seconds),
        games={LIGHTEST: 1.0},
        tables=tables,
        think=f"{tables * 1000 / MOVES_PER_S:g}",
        verify_share=0.0,
    )
    return Level(
        tables=tables,
        hub_us=run.hub_cpu_us_per_move or 0.0,
        moves_per_s=run.counts["moves"] / run.measured_s,
        p99=run.tracks["act"].p99,
        verdict=run.verdict,
    )


def shown(found: list[Level], others: Mapping[str, Any]) -> Shown:
    """A row and a point for each number of tables."""
    tried = sorted({one.tables for one in found})
    by_tables = {tables: [one for one in found if one.tables == tables] for tables in tried}
    cost = {tables: median(one.hub_us for one in rounds) for tables, rounds in by_tables.items()}
    head = ("tables", "hub, us a move", "moves /s", "p99")
    rows = [
        (
            f"{tables:,}",
            spread([one.hub_us for one in rounds]),
            spread([one.moves_per_s for one in rounds]),
            ms(median(one.p99 for one in rounds)),
        )
        for tables, rounds in by_tables.items()
    ]
    title = "Hub CPU of a move, from few tables to many"
    line = Series("hub CPU of a move", list(cost.items()), dots=True)
    picture = chart(title, [line], Axis("tables", log=True), Axis("us"))
    fewest, most = min(cost), max(cost)
    times = cost[most] / cost[fewest]
    aim = Aim(
        f"cost of a move from {LEVELS[0]} to {LEVELS[-1]:,} tables",
        f"most <= {FLAT:g} times the least number",
        f"{times:.2f} times",
        times <= FLAT if most >= LEVELS[-1] else None,
    )
    notes = ["Least / median / greatest of the rounds."] if len(found) > len(cost) else []
    return Shown(
        [Table(head, rows)], {"flat": Plot(title, picture)}, [aim], notes, [o.verdict for o in found]
    )


SECTION: Final = Section("flat", "From ten to two thousand tables", ABOUT, list[Level], measure, shown)
