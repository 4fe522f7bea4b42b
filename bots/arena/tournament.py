"""All levels against each other, with all numbers of seats: win rates by pairing, and one rating by level.

One player of a level plays against another level at all other seats, every deal from each seat. Each game is
stored, so that an interrupted run can be resumed: its games depend only on the seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from math import fsum, log
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from server.games import GAMES

from ..mind import quick_of
from ..minds.registry import MINDS
from ..win_rates import wilson
from .arena import Job, run, won

POINTS: Final = 400 / log(10)
"""Elo points for a factor e in the odds."""

SLOW_MIND_DIVISOR: Final = 5
"""Pairings with a slow mind have fewer games by this factor."""

PRIOR_GAMES: Final = 0.05
"""Weight of the prior that all are equally strong, in games: it keeps the rating of a level without wins
finite."""


class Pairing(NamedTuple):
    """One player of a level against another level at the other seats."""

    seats: int
    one: str
    others: str


class PairingGame(Struct, frozen=True):
    """One game: its number within its pairing, and the share of the win of the single player."""

    seats: int
    one: str
    others: str
    number: int
    won: float

    @property
    def pairing(self) -> Pairing:
        return Pairing(self.seats, self.one, self.others)


class Cell(Struct, frozen=True):
    """The games of one pairing and the share of the single player, with a 95 % interval. `par`: the share of
    an equally strong player."""

    seats: int
    one: str
    others: str
    games: int
    share: float
    low: float
    high: float
    par: float


class LevelRating(Struct, frozen=True):
    """A level's Elo points above the first level, with a 95 % interval."""

    mind: str
    elo: float
    low: float
    high: float


class Ladder(Struct, frozen=True):
    game: str
    seed: int
    games: int
    ratings: list[LevelRating]
    cells: list[Cell]


class Head(Struct, frozen=True):
    """The first line of a run's file; it identifies the run."""

    game: str
    options: dict[str, Any]
    seed: int
    ms: int | None = None
    """Time for a choice (ms); 0 for no limit. Old files lack it, and are continued with any value."""


class OtherRun(ValueError):
    """The file belongs to another run, or is no ladder file."""


def pairings(game: str, minds: Sequence[str]) -> list[Pairing]:
    """Each level against each other one, with all numbers of seats."""
    return [Pairing(seats, *two) for seats in GAMES[game].seats for two in permutations(minds, 2)]


def stored_games(file: Path, head: Head) -> list[PairingGame]:
    """The stored games of a run; a new or empty file gets its header. A truncated last line is dropped and
    its game is played again. Raises OtherRun."""
    start = msgspec.json.encode(head) + b"\n"
    lines = file.read_bytes().splitlines(keepends=True) if file.exists() else []
    if not lines:
        file.write_bytes(start)
        return []
    first, *rows = lines
    whole = [row for row in rows if row.endswith(b"\n")]
    try:
        found = msgspec.json.decode(first, type=Head)
        before = [msgspec.json.decode(row, type=PairingGame) for row in whole]
    except msgspec.DecodeError as wrong:
        raise OtherRun(f"{file} is no file of a ladder's games: {wrong}") from wrong
    if (replace(found, ms=head.ms) if found.ms is None else found) != head:
        raise OtherRun(f"{file} has games of another run: {first.decode().strip()}")
    if not lines[-1].endswith(b"\n"):
        file.write_bytes(b"".join([start, *whole]))
    return before


def climb(head: Head, minds: Sequence[str], games: int, file: Path | None = None) -> Iterator[PairingGame]:
    """All games of the ladder: first the stored ones, then the others deal by deal, each stored when it ends.
    So all pairings have about the same number of games at any time. `games`: of each pairing."""
    rows = stored_games(file, head) if file else []
    before = [
        row for row in rows if {row.one, row.others} <= {*minds} and row.number < least(games, row.pairing)
    ]
    yield from before
    done = {(row.pairing, row.number) for row in before}
    for number in range(games):
        for it in pairings(head.game, minds):
            if number >= least(games, it) or (it, number) in done:
                continue
            row = played(head, it, number)
            if file is not None:
                with file.open("ab") as out:
                    out.write(msgspec.json.encode(row) + b"\n")
            yield row


def least(games: int, it: Pairing) -> int:
    """The number of games of a pairing, a multiple of the seats, so that every deal is played from each seat;
    fewer for a slow mind."""
    share = SLOW_MIND_DIVISOR if any(quick_of(MINDS[mind]) for mind in (it.one, it.others)) else 1
    return min(games, max(1, games // (share * it.seats)) * it.seats)


def played(head: Head, it: Pairing, number: int) -> PairingGame:
    """Play the game with this number in a pairing."""
    seated, options = (it.one, *[it.others] * (it.seats - 1)), options_at(head, it.seats)
    job = Job(head.game, seated, number + 1, options, head.seed, ms=head.ms or 0)
    (game,) = run(job, number)
    return PairingGame(*it, number, won(it.one, game))


def options_at(head: Head, seats: int) -> dict[str, Any]:
    return {**head.options, **GAMES[head.game].options.decided(seats)}


def ladder_of(head: Head, minds: Sequence[str], rows: Sequence[PairingGame]) -> Ladder:
    """The figures of these games."""
    cells = []
    for it in pairings(head.game, minds):
        shares = [row.won for row in rows if row.pairing == it]
        if shares:
            share = fsum(shares) / len(shares)
            cells.append(Cell(*it, len(shares), share, *wilson(share, len(shares)), 1 / it.seats))
    return Ladder(head.game, head.seed, len(rows), ratings(minds, cells), cells)


def ratings(minds: Sequence[str], cells: Sequence[Cell]) -> list[LevelRating]:
    """Maximum-likelihood ratings: a player of strength a beats opponents of strength b with odds e^(a - b) to
    the number of opponents (Bradley-Terry for several players). Games of one deal count as independent."""
    x = np.zeros((len(cells), len(minds)))
    for n, cell in enumerate(cells):
        x[n, minds.index(cell.one)], x[n, minds.index(cell.others)] = 1, -1
    head = np.array([-log(cell.seats - 1) for cell in cells])
    games = np.array([cell.games for cell in cells], float)
    wins = np.array([cell.share * cell.games for cell in cells])
    at = np.zeros(len(minds))
    for _ in range(100):
        share = 1 / (1 + np.exp(-(x @ at + head)))
        bend = (x.T * (games * share * (1 - share))) @ x + PRIOR_GAMES * np.eye(len(minds))
        at = at + np.clip(np.linalg.solve(bend, x.T @ (wins - games * share) - PRIOR_GAMES * at), -1, 1)
    spread = np.linalg.inv(bend)
    found = []
    for n, mind in enumerate(minds):
        above = float(at[n] - at[0]) * POINTS
        half = 1.96 * POINTS * max(0.0, float(spread[n, n] + spread[0, 0] - 2 * spread[n, 0])) ** 0.5
        found.append(LevelRating(mind, round(above, 1), round(above - half, 1), round(above + half, 1)))
    return found
