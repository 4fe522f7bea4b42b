"""Steps that take one of what is there: a question where there are several, none where there is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Generic

from .kernel import Ask, Choice, G, Step


class Pick(Step[G], Generic[G], frozen=True):
    """One of what is there; where there is nothing, nothing happens."""

    def question(self, game: G) -> Ask:
        """What is asked, with however many options there are, even none. Must not change the game."""
        raise NotImplementedError(f"{type(self).__name__} doesn't say what it asks")

    def asks(self, game: G) -> Sequence[Ask]:
        ask = self.question(game)
        return (ask,) if len(ask.options) > 1 else ()

    def run(self, game: G) -> None:
        ask = self.question(game)
        for choice in ask.options:
            self.unasked(game, ask.seat, choice)

    def unasked(self, game: G, seat: int, choice: Choice) -> None:
        """Take the only one there is: as if the seat had chosen it, where a game doesn't say otherwise."""
        self.answer(game, seat, choice)


class OwnPick(Pick[G], Generic[G], frozen=True):
    """One of what there is for a seat, which is asked."""

    prompt: ClassVar[str]

    seat: int

    def options(self, game: G) -> Sequence[Choice]:
        """All there are. Must not change the game."""
        raise NotImplementedError(f"{type(self).__name__} doesn't say what there is")

    def question(self, game: G) -> Ask:
        return Ask(self.seat, self.prompt, tuple(self.options(game)))
