"""`python -m bots arena GAME --ladder`: progress, the matrix, the ratings."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from rich.console import Console

from server.games import GAMES

from .console import options_of, progress, table
from .files import as_json, written
from .ladder import Cell, Head, Ladder, OtherRun, climb, least, pairings, shown
from .load.report.drawing.bars import Bar, bars
from .load.report.drawing.svg import alone
from .mind import MINDS
from .minds.levels import LEVELS


def run(chosen: argparse.Namespace) -> int:
    """Play all levels against each other, or the minds that are named."""
    minds = [name.strip() for name in chosen.minds.split(",")] if chosen.minds else list(LEVELS)
    console = Console(highlight=False)
    try:
        head = Head(chosen.game, options_of(GAMES[chosen.game], chosen.option), chosen.seed)
        if unknown := sorted(set(minds) - set(MINDS)):
            raise ValueError(f"no such mind: {', '.join(unknown)}; there are {', '.join(MINDS)}")
        total = sum(least(chosen.games, it) for it in pairings(chosen.game, minds))
        games = climb(head, minds, chosen.games, chosen.keep, chosen.ms)
        rows = list(progress(games, total, "games", console))
    except (ValueError, OtherRun) as wrong:
        print(f"arena: {wrong}", file=sys.stderr)
        return 2
    found = shown(head, minds, rows)
    for seats in GAMES[chosen.game].seats:
        title = f"{chosen.game}, {seats} seats: share of wins of one (row) against the others (column)"
        console.print(table(title, matrix(found, minds, seats)))
    console.print(table(f"{len(rows)} games, seed {chosen.seed}", rated(found)))
    return written(0, (chosen.json, lambda: as_json(found)), (chosen.svg, lambda: drawn(found).encode()))


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
