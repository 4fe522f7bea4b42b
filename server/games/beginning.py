"""A game at its first question, for trials of what packages bring."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from .catalogue import checked, options_of
from .engine import Engine
from .kernel import Game, settle
from .outside import Untrue


def begun(
    engine: Engine, seats: int, options: Mapping[str, Any] = MappingProxyType({}), seed: int = 1
) -> Game:
    """A game at its first question."""
    decided = {**options, **engine.options.decided(seats)}
    game = engine.setup(seats, seed, options_of(engine, checked(engine, decided, seats)))
    if not isinstance(game, engine.state):
        raise Untrue(f"setup gives {type(game).__name__}, not {engine.state.__name__}")
    settle(game)
    return game
