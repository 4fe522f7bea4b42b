"""What matters at a question, for who plays a game for the first time: which sentences of its texts fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from .kernel import Ask


class Advice(NamedTuple):
    """A sentence of the game's texts (`advice`), and where it is worth saying.

    `when(game, seat, ask)` looks at nothing but what the seat may see. An `always` comes last: it is what
    remains to be said where nothing presses.
    """

    key: str
    when: Callable[[Any, int, Ask], bool]


Advices = Mapping[str, Sequence[Advice]]
"""By the prompt of the question, what presses most first."""


def always(game: Any, seat: int, ask: Ask) -> bool:
    return True


def advise(advices: Advices, game: Any, ask: Ask) -> list[str]:
    """The sentences that fit a question, by key, most pressing first."""
    return [advice.key for advice in advices.get(ask.prompt, ()) if advice.when(game, ask.seat, ask)]


def offers(ask: Ask, verb: str) -> list[int]:
    """The nouns that a question offers a verb with."""
    return [choice.noun for choice in ask.options if choice.verb == verb]
