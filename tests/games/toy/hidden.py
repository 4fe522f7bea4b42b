"""Hidden information in Market Day: the others' hands and bids, all cellars, and the deck."""

from __future__ import annotations

from typing import Any

from server.games.evidence import ANY_QUESTION, Zone

from .state import NOTHING

TAKEN_BACK = ANY_QUESTION
"""Visits to the market are played side by side, and the last one is followed by the next round."""


def hides(game: Any, seat: int | None) -> list[Zone]:
    others = [other for other in range(len(game.hand)) if other != seat]
    zones = {f"hand of {other}": sorted(game.hand[other]) for other in others}
    zones |= {f"bid of {other}": [game.aside[other]] for other in others if game.aside[other] != NOTHING}
    zones |= {f"cellar of {other}": cellar for other, cellar in enumerate(game.cellar)}
    pool = game.deck + [card for cards in zones.values() for card in cards]
    hidden = [Zone(name, cards, pool) for name, cards in zones.items()]
    return [*hidden, Zone("deck", game.deck, pool, ordered=True)]
