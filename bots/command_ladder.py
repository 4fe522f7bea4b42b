"""`python -m bots arena GAME --ladder`: progress, the matrix, the ratings."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import msgspec
from rich.console import Console

from server.games import GAMES

from .console import (
    ENDED,
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
from .files import as_json, written
from .ladder import Cell, Head, Ladder, climb, kept, least, options_at, pairings, shown
from .load.report.drawing.bars import Bar, bars
from .load.report.drawing.svg import alone
from .minds.levels import LEVELS
from .strategies import players


def run(chosen: argparse.Namespace) -> int:
    """Play all levels against each other, or the minds that are named."""
    console = Console(highlight=False)
    try:
        head, minds = asked(chosen)
    except ValueError as wrong:
        print(f"arena: {wrong}", file=sys.stderr)
        return 2
    total = sum(least(head.game, chosen.games, it) for it in pairings(head.game, minds))
    games = climb(head, minds, chosen.games, chosen.keep)
    rows = until_ended(progress(games, total, "games", console))
    found = shown(head, minds, rows)
    for seats in GAMES[chosen.game].seats:
        title = f"{chosen.game}, {seats} seats: share of wins of one (row) against the others (column)"
        console.print(table(title, matrix(found, minds, seats)))
    console.print(table(f"{games_of(len(rows), total)}, seed {chosen.seed}", rated(found)))
    return written(
        ENDED if len(rows) < total else 0,
        (chosen.json, lambda: as_json(found)),
        (chosen.svg, lambda: drawn(found).encode()),
    )


def asked(chosen: argparse.Namespace) -> tuple[Head, list[str]]:
    """The run and its minds, as the arguments ask for them. Raises ValueError, also where the file
    for its games has another run's."""
    check_use(chosen, "--ladder", "seats", "processes", "check", "only")
    check_counts(chosen, "games")
    check_time(chosen)
    minds = minds_of(chosen.minds, players(chosen.game)) if chosen.minds else [*LEVELS]
    if len({*minds}) < max(2, len(minds)):
        raise ValueError("--ladder needs two minds or more, each of them once")
    engine = GAMES[chosen.game]
    head = Head(chosen.game, options_of(engine, chosen.option), chosen.seed, chosen.ms)
    for seats in engine.seats:
        msgspec.convert(options_at(head, seats), engine.options).check(seats)
    if chosen.keep:
        kept(chosen.keep, head)
    return head, minds


def drawn(found: Ladder) -> str:
    """The ratings as a picture of its own."""
    title = f"{found.game}: Elo points above {found.ratings[0].mind}, {found.games} games"
    rows = [Bar(it.mind, it.elo, it.low, it.high) for it in found.ratings]
    return alone(bars(title, rows, "Elo points, with 95 % intervals"), title)


def matrix(found: Ladder, minds: Sequence[str], seats: int) -> list[list[str]]:
    """Rows of a printed table for one number of seats, the head first."""
    cells = {(cell.one, cell.others): cell for cell in found.cells if cell.seats == seats}
    rows = [[text(cells.get((one, other))) for other in minds] for one in minds]
    return [["", *minds], *[[one, *row] for one, row in zip(minds, rows, strict=True)]]


def text(cell: Cell | None) -> str:
    """A share and its interval, "" where nothing was played."""
    return f"{cell.share:.0%} ({cell.low:.0%} to {cell.high:.0%})" if cell else ""


def rated(found: Ladder) -> list[tuple[str, ...]]:
    """Rows of the printed table of ratings, the head first."""
    rows = [(it.mind, f"{it.elo:+.0f}", f"{it.low:+.0f} to {it.high:+.0f}") for it in found.ratings]
    return [("mind", "Elo", "95 % interval"), *rows]
