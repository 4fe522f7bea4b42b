"""Hints: the value of every open card, and the gain of a purchase."""

from __future__ import annotations

from server.games.engine import View
from server.games.kernel import Ask

from .state import NOTHING, Market, value


def holdings(game: Market, seat: int) -> dict[str, int]:
    """The number of cards in the hand, and the value of the goods bought."""
    return {"cards": len(game.hand[seat]), "points": sum(map(value, game.bought[seat]))}


def hints(game: Market, seat: int | None, ask: Ask | None) -> View:
    """The values of the open row; a purchase costs a card and brings the value of the other."""
    told: View = {"values": [0 if card == NOTHING else value(card) for card in game.row]}
    if ask is not None and ask.prompt == "visit":
        told["amounts"] = [
            [*c, {"cards": -1, "points": value(c.noun)}] for c in ask.options if c.verb == "take"
        ]
    return told
