"""Steps that take one of several things: they ask if there are several, and take a single one without
asking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Generic

from .kernel import Ask, Choice, G, Step


class Pick(Step[G], Generic[G], frozen=True):
    """Take one of the available things; without any, the step does nothing."""

    def question(self, game: G) -> Ask:
        """The question with all its options, even if there is only one or none. Must not change the game."""
        raise NotImplementedError(f"{type(self).__name__} doesn't say what it asks")

    def asks(self, game: G) -> Sequence[Ask]:
        ask = self.question(game)
        return (ask,) if len(ask.options) > 1 else ()

    def run(self, game: G) -> None:
        ask = self.question(game)
        for choice in ask.options:
            self.unasked(game, ask.seat, choice)

    def unasked(self, game: G, seat: int, choice: Choice) -> None:
        """Take the only thing there is. By default this is the same as an answer of the seat."""
        self.answer(game, seat, choice)


class OwnPick(Pick[G], Generic[G], frozen=True):
    """Take one of the things available to a seat; that seat is asked."""

    prompt: ClassVar[str]

    seat: int

    def options(self, game: G) -> Sequence[Choice]:
        """All available options. Must not change the game."""
        raise NotImplementedError(f"{type(self).__name__} doesn't say what there is")

    def question(self, game: G) -> Ask:
        return Ask(self.seat, self.prompt, tuple(self.options(game)))


class SealingPick(OwnPick[G], Generic[G], frozen=True):
    """A choice that can't be undone, because it reveals what the seat would give up. A single thing is taken
    without a seal."""

    def answer(self, game: G, seat: int, choice: Choice) -> None:
        game.seal()
        self.unasked(game, seat, choice)

    def unasked(self, game: G, seat: int, choice: Choice) -> None:
        raise NotImplementedError(f"{type(self).__name__} doesn't say what happens")
