"""Follies in Bruges."""

from __future__ import annotations

from typing import Final

from bots.values.bruges import idle

from . import ExaminedChoice, Folly


def leaves_a_threat_at_two(chosen: ExaminedChoice) -> bool:
    """The last returned marker is none of those that are one short of a disaster."""
    return idle(chosen.game, chosen.ask.seat, chosen.choice)


FOLLIES: Final[tuple[Folly, ...]] = (leaves_a_threat_at_two,)
