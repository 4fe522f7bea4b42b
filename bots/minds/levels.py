"""The levels that people choose from, with the same names in all games, weakest first.

    beginner, casual   softmax over greedy's values: the better an option, the more often it is chosen; the
                       higher the temperature, the weaker that effect (`levels.json`: measured temperatures)
    skilled            greedy, one step of lookahead with the hand-made values
    expert             the game's net
    master             tree search with the game's net

One player of a level wins about half of the games against three of the level below: `python -m bots fit`
finds the temperatures by playing.
"""

from __future__ import annotations

from typing import Final

from .learnt import Learnt
from .soft import BY_HAND

LEVELS: Final = ("beginner", "casual", "skilled", "expert", "master")
"""Weakest first."""

MINDS = {**BY_HAND, "expert": Learnt}
"""The module `master` has its own entry."""
