"""Plain follies in Brügge."""

from __future__ import annotations

from typing import Final

from . import Chosen, Folly

CLOSE: Final = 2
"""Markers of a colour, with which the next one is a disaster."""


def leaves_a_threat_at_two(chosen: Chosen) -> bool:
    """A marker may be returned for nothing: not one of those that are close to a disaster is."""
    if chosen.ask.prompt != "return_threat" or chosen.choice.verb == "return_every":
        return False
    threats = chosen.game.players[chosen.ask.seat].threats
    offered = [noun for verb, noun in chosen.ask.options if verb == "return_threat"]
    close = max(threats[colour] for colour in offered) >= CLOSE
    return close and (chosen.choice.verb == "enough" or threats[chosen.choice.noun] < CLOSE)


FOLLIES: Final[tuple[Folly, ...]] = (leaves_a_threat_at_two,)
