"""The stages of a move in each game, and the cost of moves over a whole game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from bots.plots.bars import PlotBar, bars
from bots.plots.chart import Axis, Series, chart
from server.games import GAMES
from server.table.rights import decide
from server.table.table import Table as GameTable

from .kit import SEATS, Aim, Plot, Say, Scale, Section, Shown, Table
from .ratio import TITLE
from .stages import ADA, Recorded, best, recorded, stages, viewed

WHOLE: Final = "decide and apply: the table's whole part"
TELL: Final = "tell: view, diff, patches for all seats"
COMMIT: Final = "commit, 50 at a time (this process alone)"
WAY: Final = ("decode a frame", WHOLE, TELL, "encode an entry of the log", COMMIT)
"""The stages of every move, in order; other stages are parts of these, or belong to searches."""

MOVES: Final = 200
PARTS: Final = 10
FLAT: Final = 1.5
"""The aim for the cost of a move in the last tenth of a game, as a multiple of that in the first."""

ABOUT: Final = """\
CPU time of one process for each stage by itself, over the moves of a game whose seats choose at random, the
best of several rounds."""

ABOUT_COURSE: Final = """\
What a move costs (deciding, carrying out, views, diffs and patches of all seats) in each tenth of a whole
game, in CPU time. A cost that grew with the log, or with what lies on the table, would show here."""


class Row(Struct, frozen=True, kw_only=True):
    """A stage of one game, in us of CPU."""

    stage: str
    us: float


def measure(scale: Scale, say: Say) -> dict[str, list[Row]]:
    """Rows by game."""
    found = {}
    for game in scale.games:
        log = recorded(game, SEATS, 40 if scale.small else MOVES)
        found[game] = [Row(stage=one.name, us=one.amount) for one in stages(game, SEATS, log)]
        say(f"{game}: {sum(row.us for row in found[game] if row.stage in WAY):.0f} us on the way of a move")
    return found


def shown(found: dict[str, list[Row]], others: Mapping[str, Any]) -> Shown:
    """A table of all stages, and for each game a plot of those on the way of a move."""
    plots = {}
    for game, rows in found.items():
        title = f"The way of a move, {game}"
        marks = [PlotBar(_short(row.stage), row.us) for row in rows if row.stage in WAY]
        plots[f"stages-{game}"] = Plot(title, bars(title, marks, "us of CPU"))
    names = list(dict.fromkeys(row.stage for rows in found.values() for row in rows))
    by_game = {game: {row.stage: row.us for row in rows} for game, rows in found.items()}
    every = [(name, *(_us(by_game[game].get(name)) for game in found)) for name in names]
    notes = list(_sending(found, others.get("ratio", [])))
    return Shown([Table(("stage, us", *found), every)], plots, (), notes)


def _sending(found: dict[str, list[Row]], rounds: list[Any]) -> Iterator[str]:
    """The cost of a whole move beyond its stages."""
    for game, rows in found.items():
        at = [one for one in rounds if one.game == game]
        if not at:
            continue
        hub = sorted(one.hub_us for one in at)[len(at) // 2]
        way = sum(row.us for row in rows if row.stage in WAY)
        yield (
            f"{game}: a whole move costs the hub {hub:,.0f} us (see {TITLE}), its stages here {way:,.0f} us."
            f" The rest, {hub - way:,.0f} us, is the kernel's part (waking up, reading, four writes), what"
            " connects the stages, and caches: a stage that is repeated finds everything in them, a move now"
            " and then does not."
        )


def _us(value: float | None) -> str:
    return "" if value is None else f"{value:,.1f}"


def _short(stage: str) -> str:
    return stage.partition(" (")[0].partition(": ")[0].partition(", ")[0]


# -- from the first to the last move ---------------------------------------------------------------


def measure_course(scale: Scale, say: Say) -> dict[str, list[float]]:
    """By game: CPU us of a move in each tenth of a game."""
    found = {}
    for game in scale.games:
        log = recorded(game, SEATS, 40 if scale.small else 100_000)
        found[game] = [tenth(GAMES[game], part) for part in parts(log)]
        say(f"{game}: {len(log.acts)} moves, {min(found[game]):.0f} to {max(found[game]):.0f} us")
    return found


def parts(log: Recorded, most: int = 40) -> Iterator[Recorded]:
    """A recorded game in tenths, each with at most `most` moves, evenly spaced."""
    count = len(log.acts)
    for part in range(PARTS):
        places = range(part * count // PARTS, (part + 1) * count // PARTS)
        places = places[:: max(1, len(places) // most)]
        yield Recorded(
            [log.tables[place] for place in places],
            [log.acts[place] for place in places],
            [log.entries[place] for place in places],
        )


def tenth(engine: Any, log: Recorded) -> float:
    """CPU us of deciding and applying one of these moves, and of its diffs for all seats."""

    def fresh() -> list[Any]:
        tables = (GameTable.unpack(engine, data) for data in log.tables)
        return list(zip(tables, log.acts, strict=True))

    carried = best(lambda item: item[0].apply(decide(item[0], ADA, item[1], 0)), fresh)
    return carried + best(lambda item: item[0].advance(item[1]), viewed(engine, log, SEATS))


def shown_course(found: dict[str, list[float]], others: Mapping[str, Any]) -> Shown:
    """A line for each game."""
    head = ("game", *(f"{part * 10} %" for part in range(1, PARTS + 1)), "dearest / cheapest")
    rows = [
        (game, *(f"{us:.0f}" for us in costs), f"{max(costs) / min(costs):.2f}")
        for game, costs in found.items()
    ]
    lines = [
        Series(game, [(part * 10 + 5, us) for part, us in enumerate(costs)], dots=True)
        for game, costs in found.items()
    ]
    title = "CPU of a move from the first to the last of a game"
    picture = chart(title, lines, Axis("percent of the game"), Axis("us"))
    aims = [
        Aim(
            f"cost of a move from the first to the last, {game}",
            f"last tenth <= {FLAT:g} times the first",
            f"{costs[-1] / costs[0]:.2f} times",
            costs[-1] <= FLAT * costs[0],
        )
        for game, costs in found.items()
    ]
    return Shown([Table(head, rows)], {"course": Plot(title, picture)}, aims)


STAGES: Final = Section("stages", "The stages of a move", ABOUT, dict[str, list[Row]], measure, shown)
COURSE: Final = Section(
    "course",
    "From the first to the last move",
    ABOUT_COURSE,
    dict[str, list[float]],
    measure_course,
    shown_course,
)
