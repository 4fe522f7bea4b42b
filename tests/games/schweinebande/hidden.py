"""What is hidden in Schweinebande: the pile, and what lies face down in the market."""

from __future__ import annotations

from typing import Any

from server.games.schweinebande.state import EMPTY
from tests.games.engines import Zone


def hides(game: Any, seat: int | None) -> list[Zone]:
    tiles = [kind for kind in game.tiles if kind != EMPTY]
    pool = game.pile + tiles
    return [Zone("pile", game.pile, pool, ordered=True), Zone("market", tiles, pool, ordered=True)]
