"""Perft: the number of sequences of choices from a position to a depth.

A changed number means a changed rule, or a lost or doubled option, anywhere in the tree. The positions and
their numbers are in a file `perft.json` beside a game's tests (`perft-NAME.json`, if a package has several
games); this module counts them, and rewrites the file. Positions in the file keep their choices; if the game
no longer allows them, or without a file, positions are drawn at random.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from server.games.engine import Engine
from server.games.kernel import Ask, choose

from .engines import clone_of
from .walks import Deal, Made, Walk, replay, whole

POSITIONS = 12
LEAVES = 4000
"""The depth of a position is the greatest with no more sequences than this."""
DEEPEST = 12


class Position(Struct, frozen=True):
    """A deal, the choices that lead to the position, and the number of sequences to depth 1, 2, 3, …"""

    seats: int
    seed: int
    options: dict[str, Any]
    history: list[Made]
    counts: list[int]


def perft(engine: Engine, game: Any, asks: Sequence[Ask], depth: int) -> int:
    """The number of sequences of `depth` choices from here; shorter ones that end the game don't count."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(len(ask.options) for ask in asks)
    clone = clone_of(engine)
    found = 0
    for ask in asks:
        for choice in ask.options:
            next_game = clone(game)
            found += perft(engine, next_game, choose(next_game, ask, choice), depth - 1)
    return found


def count(name: str, position: Position, depth: int) -> int:
    walk = replay(Deal(name, position.seed, position.seats, position.options), position.history)
    return perft(walk.engine, walk.game, walk.asks, depth)


def stored(file: Path) -> list[Position]:
    """The positions in a game's file; none without one. Raises msgspec.ValidationError."""
    return msgspec.json.decode(file.read_bytes(), type=list[Position]) if file.exists() else []


def changed(name: str, position: Position) -> list[int]:
    """The numbers of a position as they are now; [] if they are as stored."""
    counts = [count(name, position, depth) for depth in range(1, len(position.counts) + 1)]
    return [] if counts == position.counts else counts


def measured(walk: Walk) -> Position:
    """The position that a walk has reached, with its numbers."""
    counts: list[int] = []
    for depth in range(1, DEEPEST + 1):
        found = perft(walk.engine, walk.game, walk.asks, depth)
        if counts and found > LEAVES:
            break
        counts.append(found)
        if found == 0:
            break
    deal = walk.deal
    return Position(deal.seats, deal.seed, deal.options, list(walk.history), counts)


def drawn(name: str, number: int) -> Walk:
    """A random position: early, in the middle, or near the end of a random game."""
    walk = whole(name, number)
    length = len(walk.history)
    part = (0, length // 4, length // 2, 3 * length // 4, max(0, length - 3))[number % 5]
    return replay(walk.deal, walk.history[:part])


def write(name: str, file: Path) -> tuple[int, list[str]]:
    """Rewrite a game's file; returns the number of positions, and why others were dropped."""
    walks: list[Walk] = []
    dropped: list[str] = []
    for old in stored(file):
        try:
            walks.append(replay(Deal(name, old.seed, old.seats, old.options), old.history))
        except (AssertionError, msgspec.ValidationError) as gone:
            dropped.append(str(gone))
    walks += [drawn(name, number) for number in range(len(walks), POSITIONS)]
    rows = [json.dumps(msgspec.to_builtins(measured(walk))) for walk in walks]
    file.write_text("[\n" + ",\n".join(rows) + "\n]\n")
    return len(rows), dropped
