"""What a position is worth to a seat, by game: modules with one function `value(game, seat)`.

Values are comparable between positions of one game and one seat, and higher is better; their unit is
each module's own. A game without a module is judged by its scores.

A module may say how to look ahead: `PAUSES` names questions at which a position is judged as it stands,
so that the main loop of a long turn is not looked through again and again, and `DEPTH` how many own
questions in a row are looked through.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple, cast

from server.games.engine import Engine

Value = Callable[[Any, int], float]


def value_of(engine: Engine) -> Value:
    """The value function of a game: `bots.values.<game>.value`, else by its scores."""
    module = f"{__name__}.{engine.name}"
    if find_spec(module) is not None:
        return cast(Value, import_module(module).value)
    return by_scores(engine)


class Reach(NamedTuple):
    """How far to look ahead: own questions in a row, and the prompts of those where a position is judged."""

    depth: int
    pauses: frozenset[str] = frozenset()


def reach_of(engine: Engine, depth: int) -> Reach:
    """What the game's module says, `depth` where it says nothing."""
    name = f"{__name__}.{engine.name}"
    module = import_module(name) if find_spec(name) is not None else None
    return Reach(getattr(module, "DEPTH", depth), getattr(module, "PAUSES", frozenset()))


def by_scores(engine: Engine) -> Value:
    """Own points less the best other's, and the better place where those are equal."""

    def value(game: Any, seat: int) -> float:
        scores = engine.scores(game)
        best = max((score.points for score in scores if score.seat != seat), default=0)
        return scores[seat].points - best - scores[seat].place / 16

    return value
