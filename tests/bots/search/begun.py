"""Started games, and questions to a mind in them."""

from __future__ import annotations

from random import Random
from typing import Any

from bots.document import about_table, document_of
from server.games import GAMES
from server.games.engine import Engine
from server.games.kernel import Ask, choose, settle


def started(engine: Engine, seed: int, chosen: Any = None) -> tuple[Any, Any, Any]:
    """A game that has just begun, its asks, and the description of its table in a document."""
    seats = engine.seats.stop - 1
    given = engine.options() if chosen is None else chosen
    game = engine.setup(seats, seed, given)
    return game, settle(game), about_table(engine, given, ["greedy"] * seats)


def question(name: str, skipped: int) -> tuple[Any, Ask]:
    """A document and its question, after this many random choices and more until there are three options."""
    engine, random = GAMES[name], Random(3)
    game, asks, about = started(engine, 3)
    while skipped > 0 or len(asks[0].options) < 3:
        asks, skipped = choose(game, asks[0], random.choice(asks[0].options)), skipped - 1
    return document_of(engine, game, asks, asks[0].seat, about), asks[0]
