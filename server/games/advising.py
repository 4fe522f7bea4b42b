"""Advice for first-time players: the sentences of a game's texts that fit the current question."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from .kernel import Ask


class Advice(NamedTuple):
    """A sentence of the game's texts (`advice`), and the condition under which it is useful.

    `when(game, seat, ask)` uses only information that the seat may see. An advice with the condition `always`
    comes last, as the fallback.
    """

    key: str
    when: Callable[[Any, int, Ask], bool]


Advices = Mapping[str, Sequence[Advice]]
"""Advice by the prompt of the question, most urgent first."""


def always(game: Any, seat: int, ask: Ask) -> bool:
    return True


def advise(advices: Advices, game: Any, ask: Ask) -> list[str]:
    """The keys of the sentences that fit a question, most urgent first."""
    return [advice.key for advice in advices.get(ask.prompt, ()) if advice.when(game, ask.seat, ask)]


def offers(ask: Ask, verb: str) -> list[int]:
    """The nouns that a question offers for a verb."""
    return [choice.noun for choice in ask.options if choice.verb == verb]
