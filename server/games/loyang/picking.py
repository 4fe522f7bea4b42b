"""Choices between fields."""

from __future__ import annotations

from collections.abc import Sequence

from ..kernel import Choice
from .cards import look_alike
from .state import Farm


def fields_to_pick(farm: Farm, verb: str, cards: Sequence[int]) -> list[Choice]:
    """A choice for each field; only the first if all are alike: the same goods, and no card below."""
    first, *others = (farm.plot(card) for card in cards)
    lies_on = [upper for upper, _ in farm.under]
    alike = all(
        row[1:] == first[1:] and look_alike(row[0], first[0]) and row[0] not in lies_on for row in others
    )
    if others and alike and first[0] not in lies_on:
        cards = cards[:1]
    return [Choice(verb, card) for card in cards]
