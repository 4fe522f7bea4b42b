"""All levels against each other, at all seat counts: who wins how often, and one rating for each.

One of a level plays against another level at all other seats, every deal from each seat. What was played is
kept game by game, so that a long run goes on where it was ended: its games depend on the seed alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from math import log
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from server.games import GAMES

from .arena import Job, run, won
from .mind import quick_of
from .strategies import players
from .wins import wilson

POINTS: Final = 400 / log(10)
"""Elo points for a factor e in the odds."""

SELDOM: Final = 5
"""Pairings with a mind that thinks long have so many times fewer games."""

LIGHT: Final = 0.05
"""Games' worth of belief that all are equally strong: keeps a level that has lost everything on the scale."""


class Pairing(NamedTuple):
    """One of a level against another level at the other seats."""

    seats: int
    one: str
    others: str


class Row(Struct, frozen=True):
    """One game: its number within its pairing, and how much of the win the one had."""

    seats: int
    one: str
    others: str
    number: int
    won: float

    @property
    def pairing(self) -> Pairing:
        return Pairing(self.seats, self.one, self.others)


class Cell(Struct, frozen=True):
    """One pairing's games and the share of the one, with a 95 % interval. `par`: as good as the others."""

    seats: int
    one: str
    others: str
    games: int
    share: float
    low: float
    high: float
    par: float


class Rating(Struct, frozen=True):
    """A level's Elo points above the first level's, with a 95 % interval."""

    mind: str
    elo: float
    low: float
    high: float


class Ladder(Struct, frozen=True):
    """What came of it."""

    game: str
    seed: int
    games: int
    ratings: list[Rating]
    cells: list[Cell]


class Head(Struct, frozen=True):
    """The first line of the file of a run: games of another run don't belong into it."""

    game: str
    options: dict[str, Any]
    seed: int
    ms: int | None = None
    """Time for a choice; 0 for as long as a mind takes. Old files don't say it, and go on with any."""


class OtherRun(ValueError):
    """The file is another run's, or none of a ladder."""


def pairings(game: str, minds: Sequence[str]) -> list[Pairing]:
    """Each level against each other one, at all seat counts."""
    return [Pairing(seats, *two) for seats in GAMES[game].seats for two in permutations(minds, 2)]


def kept(file: Path, head: Head) -> list[Row]:
    """The games that a run has played already; into a new or empty file its head is written. A line that was
    cut off is played again. Raises OtherRun."""
    start = msgspec.json.encode(head) + b"\n"
    lines = file.read_bytes().splitlines(keepends=True) if file.exists() else []
    if not lines:
        file.write_bytes(start)
        return []
    first, *rows = lines
    whole = [row for row in rows if row.endswith(b"\n")]
    try:
        found = msgspec.json.decode(first, type=Head)
        before = [msgspec.json.decode(row, type=Row) for row in whole]
    except msgspec.DecodeError as wrong:
        raise OtherRun(f"{file} is no file of a ladder's games: {wrong}") from wrong
    if (replace(found, ms=head.ms) if found.ms is None else found) != head:
        raise OtherRun(f"{file} has games of another run: {first.decode().strip()}")
    if not lines[-1].endswith(b"\n"):
        file.write_bytes(b"".join([start, *whole]))
    return before


def climb(head: Head, minds: Sequence[str], games: int, file: Path | None = None) -> Iterator[Row]:
    """Every game of the ladder, first those that are kept, then the others deal by deal, and each is kept as
    soon as it is over: so all pairings have about as many games, whenever it is ended. `games`: of each."""
    rows = kept(file, head) if file else []
    before = [row for row in rows if {row.one, row.others} <= {*minds} and row.number < games]
    yield from before
    done = {(row.pairing, row.number) for row in before}
    for number in range(games):
        for it in pairings(head.game, minds):
            if number >= least(head.game, games, it) or (it, number) in done:
                continue
            row = played(head, it, number)
            if file is not None:
                with file.open("ab") as out:
                    out.write(msgspec.json.encode(row) + b"\n")
            yield row


def least(game: str, games: int, it: Pairing) -> int:
    """So many of these games that every deal is played from each seat; fewer where somebody thinks long."""
    known = players(game)
    share = SELDOM if any(quick_of(known[mind]) for mind in (it.one, it.others)) else 1
    return min(games, max(1, games // (share * it.seats)) * it.seats)


def played(head: Head, it: Pairing, number: int) -> Row:
    """The game of this number in a pairing."""
    seated, options = (it.one, *[it.others] * (it.seats - 1)), options_at(head, it.seats)
    job = Job(head.game, seated, number + 1, options, head.seed, ms=head.ms or 0)
    (game,) = run(job, number)
    return Row(*it, number, won(it.one, game))


def options_at(head: Head, seats: int) -> dict[str, Any]:
    """The options of a game with so many seats."""
    return {**head.options, **GAMES[head.game].options.decided(seats)}


def shown(head: Head, minds: Sequence[str], rows: Sequence[Row]) -> Ladder:
    """The figures of these games."""
    cells = []
    for it in pairings(head.game, minds):
        shares = [row.won for row in rows if row.pairing == it]
        if shares:
            share = sum(shares) / len(shares)
            cells.append(Cell(*it, len(shares), share, *wilson(share, len(shares)), 1 / it.seats))
    return Ladder(head.game, head.seed, len(rows), ratings(minds, cells), cells)


def ratings(minds: Sequence[str], cells: Sequence[Cell]) -> list[Rating]:
    """The most likely ratings: one of strength a against others of strength b wins with odds e^(a - b) to as
    many as there are others (Bradley-Terry, of several). Games of one deal count as independent here."""
    x = np.zeros((len(cells), len(minds)))
    for n, cell in enumerate(cells):
        x[n, minds.index(cell.one)], x[n, minds.index(cell.others)] = 1, -1
    head = np.array([-log(cell.seats - 1) for cell in cells])
    games = np.array([cell.games for cell in cells], float)
    wins = np.array([cell.share * cell.games for cell in cells])
    at = np.zeros(len(minds))
    for _ in range(100):
        share = 1 / (1 + np.exp(-(x @ at + head)))
        bend = (x.T * (games * share * (1 - share))) @ x + LIGHT * np.eye(len(minds))
        at = at + np.clip(np.linalg.solve(bend, x.T @ (wins - games * share) - LIGHT * at), -1, 1)
    spread = np.linalg.inv(bend)
    found = []
    for n, mind in enumerate(minds):
        above = float(at[n] - at[0]) * POINTS
        half = 1.96 * POINTS * max(0.0, float(spread[n, n] + spread[0, 0] - 2 * spread[n, 0])) ** 0.5
        found.append(Rating(mind, round(above, 1), round(above - half, 1), round(above + half, 1)))
    return found
