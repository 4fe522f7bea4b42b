"""Plain follies in Santiago de Cuba."""

from __future__ import annotations

from typing import Final

from server.games import GAMES
from server.games.kernel import choose

from ..looking import tools
from . import Chosen, Folly


def declines_what_costs_nothing(chosen: Chosen) -> bool:
    """An offer is refused that brings something, and for which nothing is given."""
    if chosen.choice.verb != "decline":
        return False
    seat, before = chosen.ask.seat, chosen.game.held[chosen.ask.seat]
    for option in chosen.ask.options:
        trial = tools(GAMES["santiago"]).clone(chosen.game)
        choose(trial, chosen.ask, option)
        gains = [after - now for after, now in zip(trial.held[seat], before, strict=True)]
        if option != chosen.choice and min(gains) >= 0 < max(gains):
            return True
    return False


FOLLIES: Final[tuple[Folly, ...]] = (declines_what_costs_nothing,)
