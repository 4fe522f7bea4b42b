"""Plain follies in Bruges."""

from __future__ import annotations

from typing import Final

from server.games.bruges.state import DICE
from server.games.bruges.turn.discarding import ReturnThreats
from server.games.bruges.turn.threats import threshold

from . import Chosen, Folly


def leaves_a_threat_at_two(chosen: Chosen) -> bool:
    """Markers are returned for nothing, and none of those that are one short of a disaster is the last of
    them; what is returned before it, in which order, is all the same. After the last dice none is close."""
    step = chosen.game.stack[-1]
    if not isinstance(step, ReturnThreats) or chosen.choice.verb == "return_every" or _rolled_out(chosen):
        return False
    if chosen.choice.verb == "return_threat" and step.limit > 1:
        return False
    game, seat = chosen.game, chosen.ask.seat
    offered = [noun for verb, noun in chosen.ask.options if verb == "return_threat"]
    close = [c for c in offered if game.players[seat].threats[c] + 1 >= threshold(game, seat, c)]
    return bool(close) and (chosen.choice.verb == "enough" or chosen.choice.noun not in close)


def _rolled_out(chosen: Chosen) -> bool:
    """Will the dice not be rolled again?"""
    return bool(chosen.game.last == chosen.game.round and chosen.game.phase >= DICE)


FOLLIES: Final[tuple[Folly, ...]] = (leaves_a_threat_at_two,)
