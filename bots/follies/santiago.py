"""Plain follies in Santiago de Cuba."""

from __future__ import annotations

from typing import Final

from server.games import GAMES
from server.games.kernel import Choice, choose

from ..looking import tools
from . import Chosen, Folly


def declines_what_costs_nothing(chosen: Chosen) -> bool:
    """An offer is refused that brings something, and for which nothing is given. Who had given something for
    it already, as at the black market, has that again."""
    if chosen.choice.verb != "decline":
        return False
    kept = _held_after(chosen, chosen.choice)
    for option in chosen.ask.options:
        gains = [held - left for held, left in zip(_held_after(chosen, option), kept, strict=True)]
        if min(gains) >= 0 < max(gains):
            return True
    return False


def _held_after(chosen: Chosen, option: Choice) -> list[int]:
    """What the seat would hold."""
    trial = tools(GAMES["santiago"]).clone(chosen.game)
    choose(trial, chosen.ask, option)
    held: list[int] = trial.held[chosen.ask.seat]
    return held


FOLLIES: Final[tuple[Folly, ...]] = (declines_what_costs_nothing,)
