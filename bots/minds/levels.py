"""The levels that people choose from: the same names in all games, from one that misses much on.

    beginner, casual   see what greedy sees, and choose softly: the better an option the more often, and less
                       so the higher the temperature; `levels.json` keeps the temperatures, as measured
    skilled            greedy, one step ahead by the hand-made values
    expert             the game's net
    master             search on the game's net

A level is worth about one win in two against three of the level below: `python -m bots fit` finds the
temperatures by playing.
"""

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

from ..document import Document, options
from ..wins import Wins
from .greedy import Greedy
from .learnt import Learnt

LEVELS: Final = ("beginner", "casual", "skilled", "expert", "master")
"""From the weakest on."""

SOFT: Final = ("beginner", "casual")
"""Those that have a temperature."""

WORLDS: Final = 2
"""Imagined games at most: who chooses softly need not know to a hair what an option is worth."""

OTHERS: Final = {"beginner": 4.0, "casual": 1.5}
"""The temperatures of games that nobody has measured: in points, where their values are scores."""


STEP: Final = 2.5
"""How much softer a beginner is than a casual player, about, where only the latter was measured."""


class Fitted(Struct, frozen=True):
    """A temperature, in the unit of the game's values, and how it was found: by so many games at several
    temperatures; and what one of the level above won against this one at all other seats, by their number."""

    temperature: float
    games: int
    seed: int
    above: list[Wins]


@cache
def fitted() -> dict[str, dict[str, Fitted]]:
    """What was measured, by game and level."""
    data = files(__package__).joinpath("levels.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, dict[str, Fitted]])


def temperature(game: str, level: str) -> float:
    """How softly a level chooses in a game."""
    found = fitted().get(game, {})
    if level in found:
        return found[level].temperature
    if level == "beginner" and "casual" in found:
        return STEP * found["casual"].temperature
    return OTHERS[level]


class Soft:
    """Chooses the better the more often: an option's chance falls by e for each `heat` that it is worth less
    than the best. Without one, it is that of the level in the game it is asked about."""

    def __init__(self, seed: int, level: str, heat: float | None = None, games: Games = GAMES) -> None:
        self._random = Random(seed)
        self._greedy = Greedy(seed, games)
        self._level, self._heat = level, heat

    def choose(self, document: Document, deadline: float) -> Choice:
        offers = options(document)
        if len(offers) == 1:
            return offers[0]
        worths = self._greedy.worths(document, deadline, WORLDS)
        heat = self._heat or temperature(document["public"]["table"]["game"], self._level)
        highest = max(worths.values())
        chances = [exp((worths[offer] - highest) / heat) for offer in offers]
        return self._random.choices(offers, chances)[0]


MINDS = {**{level: partial(Soft, level=level) for level in SOFT}, "skilled": Greedy, "expert": Learnt}
"""*master* is a module of its own."""
