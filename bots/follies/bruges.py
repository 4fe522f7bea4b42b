"""Plain follies in Bruges."""

from __future__ import annotations

from typing import Final

from ..values.bruges import idle
from . import Chosen, Folly


def leaves_a_threat_at_two(chosen: Chosen) -> bool:
    """Markers are returned, and none of those that are one short of a disaster is the last of them."""
    return idle(chosen.game, chosen.ask.seat, chosen.choice)


FOLLIES: Final[tuple[Folly, ...]] = (leaves_a_threat_at_two,)
