"""Perft: how many sequences of choices there are from a position to a depth.

A changed number means a changed rule, or a lost or doubled option, wherever in the tree. The positions
and their numbers lie in `<game>/perft.json`; this module counts, and writes the file anew:

    python -m tests.games.perft write machi_koro

Positions that are in the file keep their choices; where the game no longer allows them, or without a
file, positions are drawn at random.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from server.games.engine import Engine
from server.games.kernel import Ask, choose

from .engines import ENGINES, clone_of
from .walks import Deal, Made, Walk, draw_deal, replay

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


def file_of(name: str) -> Path:
    return Path(__file__).parent / name / "perft.json"


def stored(name: str) -> list[Position]:
    """The positions of a game's file; none without one."""
    if not file_of(name).exists():
        return []
    return msgspec.json.decode(file_of(name).read_bytes(), type=list[Position])


def measured(walk: Walk) -> Position:
    """The position that a walk has come to, with its numbers."""
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
    whole = Walk(draw_deal(name, number))
    while whole.asks:
        whole.choose(*whole.pick())
    length = len(whole.history)
    part = (0, length // 4, length // 2, 3 * length // 4, max(0, length - 3))[number % 5]
    return replay(whole.deal, whole.history[:part])


def write(name: str) -> int:
    """Write a game's file anew; returns the number of positions."""
    walks: list[Walk] = []
    for old in stored(name):
        try:
            walks.append(replay(Deal(name, old.seed, old.seats, old.options), old.history))
        except (AssertionError, msgspec.ValidationError) as gone:
            print(f"a position is dropped: {gone}")
    walks += [drawn(name, number) for number in range(len(walks), POSITIONS)]
    rows = [json.dumps(msgspec.to_builtins(measured(walk))) for walk in walks]
    file_of(name).write_text("[\n" + ",\n".join(rows) + "\n]\n")
    return len(rows)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.games.perft", description="Numbers of sequences.")
    parser.add_argument("command", choices=["write"])
    parser.add_argument("game", choices=sorted(ENGINES))
    args = parser.parse_args()
    print(f"{write(args.game)} positions written to {file_of(args.game)}")


if __name__ == "__main__":
    main()
