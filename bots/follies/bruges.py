"""Plain follies in Bruges."""

from __future__ import annotations

from typing import Final

from server.games.bruges.state import BLUE, BROWN, DICE, RED, VIOLET, YELLOW, Player
from server.games.bruges.turn.discarding import ReturnThreats
from server.games.bruges.turn.threats import threshold

from . import Chosen, Folly


def leaves_a_threat_at_two(chosen: Chosen) -> bool:
    """Markers are returned for nothing, and none of those that are one short of a disaster is the last of
    them; what is returned before it, in which order, is all the same. After the last dice none is close. A
    disaster that would take nothing from this seat, as a flood where there are no workers, may wait for
    another marker, but not for none: each is a point."""
    step = chosen.game.stack[-1]
    if not isinstance(step, ReturnThreats) or chosen.choice.verb == "return_every" or _rolled_out(chosen):
        return False
    if chosen.choice.verb == "return_threat" and step.limit > 1:
        return False
    game, seat = chosen.game, chosen.ask.seat
    offered = [noun for verb, noun in chosen.ask.options if verb == "return_threat"]
    close = [c for c in offered if game.players[seat].threats[c] + 1 >= threshold(game, seat, c)]
    if chosen.choice.verb == "enough":
        return bool(close)
    return chosen.choice.noun not in close and any(_takes(game.players[seat], colour) for colour in close)


def _takes(me: Player, colour: int) -> bool:
    """Would the damage of a colour take anything from this player now?"""
    if colour == RED:
        return bool(me.persons) or any(me.canals)
    there = {BLUE: sum(me.workers), YELLOW: me.guilders, BROWN: len(me.living()), VIOLET: me.points}
    return there[colour] > 0


def _rolled_out(chosen: Chosen) -> bool:
    """Will the dice not be rolled again?"""
    return bool(chosen.game.last == chosen.game.round and chosen.game.phase >= DICE)


FOLLIES: Final[tuple[Folly, ...]] = (leaves_a_threat_at_two,)
