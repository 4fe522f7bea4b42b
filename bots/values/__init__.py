"""What a position is worth to a seat, by game: modules with one function `value(game, seat)`.

Values are comparable between positions of one game and one seat, and higher is better; their unit is
each module's own. A game without a module is judged by its scores.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

from server.games.engine import Engine

Value = Callable[[Any, int], float]


def value_of(engine: Engine) -> Value:
    """The value function of a game: `bots.values.<game>.value`, else by its scores."""
    module = f"{__name__}.{engine.name}"
    if find_spec(module) is not None:
        return cast(Value, import_module(module).value)
    return by_scores(engine)


def by_scores(engine: Engine) -> Value:
    """Own points less the best other's, and the better place where those are equal."""

    def value(game: Any, seat: int) -> float:
        scores = engine.scores(game)
        best = max((score.points for score in scores if score.seat != seat), default=0)
        return scores[seat].points - best - scores[seat].place / 16

    return value
