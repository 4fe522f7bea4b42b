"""Positions as numbers from one seat's view: for each game a module with these names.

    seats(game, me)    a row of raw numbers for each seat, in the order of the seats
    table(game, me)    a row of raw numbers for everything that belongs to no seat
    told(rows, there, table)
                       the features of many positions in one numpy batch: the inputs for evaluating a seat;
                       the first is its standing by the hand-made values
    UNIT               the lead in hand-made value that counts as clearly better: the unit of the standing
    MARGIN             the lead in points at the end that counts as clearly better: the training target is a
                       softened win, less for a narrow one, since targets of plain wins would need many
                       thousand games. 0: the plain win, whatever the points
    decided(game)      is the first place decided, though the game goes on?
    counted(game)      optional: do the hand-made values compute the rest of the game exactly? Then they
                       replace the net

All rows of a game have the same length for all numbers of seats and options. `me` is the viewing seat: a row
contains only what that seat may know of others. Minds see only imagined games, whose hidden information is
made up, so a mistake here would weaken them but reveal nothing.

An external game provides its module as an entry point of the group `stammtisch.features`; a game without a
module is described by its scores and values alone.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from server.games import GAMES
from server.games.beginning import begun
from server.games.engine import Engine
from server.games.outside import Untrue, needs, one

from ..values import value_of

GROUP: Final = "stammtisch.features"
NEEDED: Final = ("UNIT", "MARGIN", "seats", "table", "told", "decided")

Row = list[float]

Numbers = NDArray[np.float32]
"""Rows of many positions: (positions, places, width); of the table: (positions, width)."""

There = NDArray[np.bool_]
"""The mask of existing places: (positions, places). Rows of missing places are zero."""


class Features(Protocol):
    """The interface of a features module, as described above."""

    UNIT: float
    MARGIN: float

    def seats(self, game: Any, me: int) -> list[Row]: ...

    def table(self, game: Any, me: int) -> Row: ...

    def told(self, rows: Numbers, there: There, table: Numbers) -> Numbers: ...

    def decided(self, game: Any) -> bool: ...


class Plain:
    """The features of a game without a module."""

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
    """The features of a game's positions."""
    if find_spec(name := f"{__name__}.{engine.name}") is not None:
        module: Features = import_module(name)
        return module
    return one(GROUP, engine.name, "module of features for", _tried) or Plain(engine)


def _tried(module: Any, game: str) -> None:
    """Raise something where a module from elsewhere can't tell a game's beginning in numbers."""
    needs(module, NEEDED)
    it = begun(GAMES[game], seats := GAMES[game].seats[0])
    rows = np.asarray(module.seats(it, 0), np.float32)
    table = np.asarray(module.table(it, 0), np.float32)
    if rows.shape[:1] != (seats,) or table.ndim != 1:
        raise Untrue("it gives other than a row of numbers for each seat, and one for the table")
    module.told(rows[None], np.ones((1, seats), np.bool_), table[None])
    module.decided(it)
