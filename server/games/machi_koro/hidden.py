"""Hidden information in Machi Koro: the order of the draw pile."""

from __future__ import annotations

from typing import Any

from ..evidence import ANY_QUESTION, Zone

TAKEN_BACK = ANY_QUESTION
"""MAC-17.3, MAC-17.5: until the next roll."""

WAITING = {"Reroll": 1}
"""The income of the roll waits for the decision to keep it."""


def hides(game: Any, seat: int | None) -> list[Zone]:
    return [Zone("deck", game.deck, game.deck, ordered=True)]
