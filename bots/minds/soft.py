"""The softest levels: a better option is chosen more often, by the values of the greedy mind.

Without numpy, like everything that it imports: so these levels play in browsers as well."""

from __future__ import annotations

from functools import cache, partial
from importlib.resources import files
from math import exp
from random import Random
from typing import Final

import msgspec
from msgspec import Struct

from server.games import GAMES
from server.games.engine import Games
from server.games.kernel import Choice
from server.games.levels import levels_of

from ..document import Document, options
from ..mind import Maker
from ..win_rates import Wins
from .greedy import Greedy

SOFT: Final = ("beginner", "casual")
"""The levels that have a temperature."""

MAX_WORLDS: Final = 2
"""Maximum number of imagined games: a soft choice needs no exact values."""

OTHERS: Final = {"beginner": 4.0, "casual": 1.5}
"""The temperatures for games without measurements: in points, if their values are scores."""


BEGINNER_FACTOR: Final = 2.5
"""Estimated ratio of a beginner's temperature to a casual player's, if only the latter was measured."""


class Fitted(Struct, frozen=True):
    """A temperature in the unit of the game's values, and how it was found: the number of games over several
    temperatures, the seed, and the wins of one player of the level above against this level at all other
    seats, by number of seats."""

    temperature: float
    games: int
    seed: int
    above: list[Wins]


@cache
def fitted() -> dict[str, dict[str, Fitted]]:
    """The measured temperatures, by game and level."""
    data = files(__package__).joinpath("levels.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, dict[str, Fitted]])


def temperature(game: str, level: str) -> float:
    """The temperature of a level: measured here, or by the game's package, or estimated."""
    found = {name: one.temperature for name, one in fitted().get(game, {}).items()}
    brought = {name: one.temperature for name, one in levels_of(game).items() if one.temperature}
    known = {**brought, **found}
    if level == "beginner" and level not in known and "casual" in known:
        return BEGINNER_FACTOR * known["casual"]
    return known.get(level, OTHERS[level])


class Soft:
    """Softmax choice: an option's probability falls by a factor of e for each `heat` that its value is below
    the best. Without `heat`, the level's temperature for the game of the document applies."""

    def __init__(self, seed: int, level: str, heat: float | None = None, games: Games = GAMES) -> None:
        self._random = Random(seed)
        self._greedy = Greedy(seed, games)
        self._level, self._heat = level, heat

    def choose(self, document: Document, deadline: float) -> Choice:
        offers = options(document)
        if len(offers) == 1:
            return offers[0]
        worths = self._greedy.worths(document, deadline, MAX_WORLDS)
        heat = self._heat or temperature(document["public"]["table"]["game"], self._level)
        highest = max(worths.values())
        chances = [exp((worths[offer] - highest) / heat) for offer in offers]
        return self._random.choices(offers, chances)[0]


BY_HAND: Final[dict[str, Maker]] = {
    **{level: partial(Soft, level=level) for level in SOFT},
    "skilled": Greedy,
}
"""The levels that need no net."""
