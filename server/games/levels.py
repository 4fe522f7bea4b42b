"""What packages bring for the levels of bots: entry points of the group `stammtisch.levels`, by game.

    LEVELS = {
        "beginner": {"temperature": 4.0},
        "casual": {"temperature": 1.5, "above": 1.2},
    }

`temperature`: how often the level chooses an option that is worth less than the best, in the unit of the
game's values; for the two softest levels. `above`: the distance to the level below by the share of wins (log
odds), for the ratings of players.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from .outside import Untrue, one

GROUP: Final = "stammtisch.levels"

MAX_FIGURE: Final = 1e6


class Level(Struct, frozen=True, forbid_unknown_fields=True):
    """The measurements of a level in one game."""

    temperature: float | None = None
    above: float | None = None


@cache
def levels_of(game: str) -> Mapping[str, Level]:
    """The levels that a package has measured for a game; empty if there is none."""
    found = one(GROUP, game, "levels of", _tried)
    return {} if found is None else msgspec.convert(found, dict[str, Level])


def _tried(found: Any, game: str) -> None:
    """Raise something if these are no levels."""
    for level, figures in msgspec.convert(found, dict[str, Level]).items():
        if figures.temperature is not None and not 0 < figures.temperature <= MAX_FIGURE:
            raise Untrue(f"the temperature of {level} is {figures.temperature}")
        if figures.above is not None and not 0 <= figures.above <= MAX_FIGURE:
            raise Untrue(f"{level} is {figures.above} above the level below")
