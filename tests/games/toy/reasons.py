"""The reasons why a card of the market or of the hand can't be chosen now."""

from __future__ import annotations

from typing import Final

from server.games.reasons import Bar, Thing, Things, always

from .state import NOTHING, Market


def in_row(game: Market, seat: int) -> list[int]:
    return [card for card in game.row if card != NOTHING]


def draw(game: Market, seat: int, card: int) -> None:
    """There is a card to pay with."""
    game.hand[seat].append(card)


THINGS: Final[Things] = {
    "row": Thing(frozenset(["take"]), in_row, {"visit": [Bar(draw, always("no_card"))]}),
    "hand": Thing(frozenset(["bid", "pay"]), lambda game, seat: game.hand[seat]),
}
