"""Follies in Santiago de Cuba."""

from __future__ import annotations

from typing import Final

from bots.search.lookahead import tools
from server.games import GAMES
from server.games.kernel import Choice, choose

from . import ExaminedChoice, Folly


def declines_what_costs_nothing(chosen: ExaminedChoice) -> bool:
    """An offer is declined that brings something for free. If its price was already paid, as at the black
    market, declining returns it, so the offer isn't free."""
    if chosen.choice.verb != "decline":
        return False
    kept = _held_after(chosen, chosen.choice)
    for option in chosen.ask.options:
        gains = [held - left for held, left in zip(_held_after(chosen, option), kept, strict=True)]
        if min(gains) >= 0 < max(gains):
            return True
    return False


def _held_after(chosen: ExaminedChoice, option: Choice) -> list[int]:
    """The seat's holdings after this option."""
    trial = tools(GAMES["santiago"]).clone(chosen.game)
    choose(trial, chosen.ask, option)
    held: list[int] = trial.held[chosen.ask.seat]
    return held


FOLLIES: Final[tuple[Folly, ...]] = (declines_what_costs_nothing,)
