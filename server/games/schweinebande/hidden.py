"""Hidden information in Schweinebande: the pile, and the face-down tiles of the market."""

from __future__ import annotations

from typing import Any

from ..evidence import ANY_QUESTION, Zone
from .state import EMPTY

TAKEN_BACK = ANY_QUESTION
"""SWB-15.3: until the next player acts."""


def hides(game: Any, seat: int | None) -> list[Zone]:
    tiles = [kind for kind in game.tiles if kind != EMPTY]
    pool = game.pile + tiles
    return [Zone("pile", game.pile, pool, ordered=True), Zone("market", tiles, pool, ordered=True)]
