"""`python -m bots arena GAME --ladder`: progress, the matrix, the ratings."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import msgspec
from rich.console import Console

from server.games import GAMES

from ..arena.tournament import Cell, Head, Ladder, climb, ladder_of, least, options_at, pairings, stored_games
from ..console import (
    INTERRUPTED_STATUS,
    check_counts,
    check_time,
    check_use,
    games_of,
    minds_of,
    options_of,
    progress,
    table,
    until_ended,
)
from ..files import as_json, written
from ..minds.levels import LEVELS
from ..minds.registry import MINDS
from ..plots.bars import PlotBar, bars
from ..plots.svg import alone


def run(chosen: argparse.Namespace) -> int:
    """Play all levels, or the given minds, against each other."""
    console = Console(highlight=False)
    try:
        head, minds = asked(chosen)
    except ValueError as wrong:
        print(f"arena: {wrong}", file=sys.stderr)
        return 2
    total = sum(least(chosen.games, it) for it in pairings(head.game, minds))
    games = climb(head, minds, chosen.games, chosen.keep)
    rows = until_ended(progress(games, total, "games", console))
    found = ladder_of(head, minds, rows)
    for seats in GAMES[chosen.game].seats:
        title = f"{chosen.game}, {seats} seats: share of wins of one (row) against the others (column)"
        console.print(table(title, matrix(found, minds, seats)))
    console.print(table(f"{games_of(len(rows), total)}, seed {chosen.seed}", rated(found)))
    return written(
        INTERRUPTED_STATUS if len(rows) < total else 0,
        (chosen.json, lambda: as_json(found)),
        (chosen.svg, lambda: drawn(found).encode()),
    )


def asked(chosen: argparse.Namespace) -> tuple[Head, list[str]]:
    """The run and its minds, for these arguments. Raises ValueError, also if the file for its games belongs
    to another run."""
    check_use(chosen, "--ladder", "seats", "processes", "check", "only", "bot")
    check_counts(chosen, "games")
    check_time(chosen)
    minds = minds_of(chosen.minds, MINDS) if chosen.minds else [*LEVELS]
    if len({*minds}) < max(2, len(minds)):
        raise ValueError("--ladder needs two minds or more, each of them once")
    engine = GAMES[chosen.game]
    head = Head(chosen.game, options_of(engine, chosen.option), chosen.seed, chosen.ms)
    for seats in engine.seats:
        msgspec.convert(options_at(head, seats), engine.options).check(seats)
    if chosen.keep:
        stored_games(chosen.keep, head)
    return head, minds


def drawn(found: Ladder) -> str:
    """The ratings as a stand-alone picture."""
    title = f"{found.game}: Elo points above {found.ratings[0].mind}, {found.games} games"
    rows = [PlotBar(it.mind, it.elo, it.low, it.high) for it in found.ratings]
    return alone(bars(title, rows, "Elo points, with 95 % intervals"), title)


def matrix(found: Ladder, minds: Sequence[str], seats: int) -> list[list[str]]:
    """Rows of a printed table for one number of seats, the header first."""
    cells = {(cell.one, cell.others): cell for cell in found.cells if cell.seats == seats}
    rows = [[text(cells.get((one, other))) for other in minds] for one in minds]
    return [["", *minds], *[[one, *row] for one, row in zip(minds, rows, strict=True)]]


def text(cell: Cell | None) -> str:
    """A share and its interval; "" without any game."""
    return f"{cell.share:.0%} ({cell.low:.0%} to {cell.high:.0%})" if cell else ""


def rated(found: Ladder) -> list[tuple[str, ...]]:
    """Rows of the printed table of ratings, the header first."""
    rows = [(it.mind, f"{it.elo:+.0f}", f"{it.low:+.0f} to {it.high:+.0f}") for it in found.ratings]
    return [("mind", "Elo", "95 % interval"), *rows]
