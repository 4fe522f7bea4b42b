"""What is hidden in Machi Koro: the order of the draw pile."""

from __future__ import annotations

from typing import Any

from tests.games.engines import Zone


def hides(game: Any, seat: int | None) -> list[Zone]:
    return [Zone("deck", game.deck, game.deck, ordered=True)]
