"""The state of a game, and its options. This module neither acts nor asks."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from server.games.engine import Options, OptionsRefused
from server.games.kernel import Game

GOODS = range(24)
"""All cards. The colour of a card is card // 6, its value card % 6 + 1."""

NOTHING = -1


def value(card: int) -> int:
    return card % 6 + 1


class MarketOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The variants of Market Day."""

    rounds: Literal[1, 2, 3] = 2
    row: Annotated[int, Meta(ge=1, le=4)] = 3
    """How many cards lie open."""
    cellar: bool = True
    bids: bool = True

    def check(self, seats: int) -> None:
        if self.row < seats - 2:
            raise OptionsRefused(f"{seats} players need at least {seats - 2} open cards")


class Market(Game):
    """A game in progress. Lists of lists run by seat."""

    options: MarketOptions
    round: int
    deck: list[int]
    """Top last."""
    row: list[int]
    """Open to all; a sold place holds NOTHING until the round ends."""
    discard: list[int]
    hand: list[list[int]]
    cellar: list[list[int]]
    """Hidden from all seats, including the owner."""
    aside: list[int]
    """By seat: the card of its bid, face down, or NOTHING."""
    bought: list[list[int]]
    bids_won: list[int]
