"""What a position looks like to one seat, as numbers: by game, a module with these names.

    seats(game, me)    a row of numbers for each seat, in the order of the seats, as the game keeps them
    table(game, me)    a row of numbers for what belongs to nobody
    told(rows, there, table)
                       what is made of the rows of many positions at a time, in numpy: the numbers by which a
                       seat is judged, the first of them its standing by the hand-made values
    UNIT               how much of the hand-made value makes a seat clearly better placed: the standing is
                       told in this unit
    MARGIN             how many points ahead make a seat clearly better placed in the end: what is learnt is a
                       softened win, of which a narrow one is less, since by who has won alone many thousand
                       games would be needed. 0: whoever is first has won, whatever the points
    decided(game)      is the first place taken, though the game goes on?
    counted(game)      is nothing to come but what the hand-made values count out exactly? Then they are
                       believed, not the net; a game may do without it

All rows of a game are equally long, whatever the number of seats and the options. `me` is who looks: of the
others only what that seat may know goes in. Minds look at imagined games only, where what a seat doesn't know
is made up, so a slip here would weaken them but tell them nothing.

A game that comes from elsewhere brings its module as an entry point of the group `stammtisch.features`; one
without is seen by its scores and holdings alone.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from server.games.engine import Engine

from ...values import value_of

GROUP: Final = "stammtisch.features"

Row = list[float]

Numbers = NDArray[np.float32]
"""Rows of many positions: (positions, places, width); of the table: (positions, width)."""

There = NDArray[np.bool_]
"""Which places there are: (positions, places). Rows of places that aren't there are zero."""


class Features(Protocol):
    """The contract, as above."""

    UNIT: float
    MARGIN: float

    def seats(self, game: Any, me: int) -> list[Row]: ...

    def table(self, game: Any, me: int) -> Row: ...

    def told(self, rows: Numbers, there: There, table: Numbers) -> Numbers: ...

    def decided(self, game: Any) -> bool: ...


class Plain:
    """How a game is seen that says nothing itself."""

    UNIT = MARGIN = 10.0

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._value = value_of(engine)

    def seats(self, game: Any, me: int) -> list[Row]:
        scores = self._engine.scores(game)
        return [
            [self._value(game, one.seat) / self.UNIT, one.points / 10, float(one.place)] for one in scores
        ]

    def table(self, game: Any, me: int) -> Row:
        return [float(len(self._engine.scores(game)))]

    def told(self, rows: Numbers, there: There, table: Numbers) -> Numbers:
        return rows

    def decided(self, game: Any) -> bool:
        return False


def features_of(engine: Engine) -> Features:
    """How positions of this game are told in numbers."""
    if find_spec(name := f"{__name__}.{engine.name}") is not None:
        module: Features = import_module(name)
        return module
    found = next((entry.load() for entry in entry_points(group=GROUP, name=engine.name)), None)
    return found or Plain(engine)
