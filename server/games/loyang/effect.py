"""What every helper has in common: when it can be used, and what becomes of its card afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from ..cardfile import CardEffect
from ..kernel import Ask, Choice, Step, Steps
from .cards import FOREMAN, HELPERS
from .display import lay, throw_away
from .state import Loyang

FIRST, SECOND = 1, 2
"""The abilities of a helper, as printed."""

Gains = dict[str, int | list[int]]
"""By keys of `holdings`; a list: one of these."""


class Effect(CardEffect, frozen=True):
    """The ability of a helper. What can be used is a matter of the own visible cards and the moment."""

    def abilities(self, game: Loyang, seat: int) -> Sequence[int]:
        """Which abilities would have an effect now, in the own action turn."""
        return ()

    def money(self, game: Loyang, seat: int) -> Sequence[int]:
        """Which abilities may raise money in the card phase and while paying (LOY-14.3)."""
        return ()

    def use(self, game: Loyang, seat: int, card: int, ability: int) -> Steps:
        """The steps of a use, down to `Used` or an exchange of the card itself."""
        raise NotImplementedError(f"{type(self).__name__} has no ability {ability}")

    def gains(self, game: Loyang, seat: int, ability: int) -> Gains:
        """What a use certainly changes of what the seat holds; nothing where that is still to be decided."""
        return {}


EFFECTS: list[Effect] = []
"""The ability of every helper card, in order. The package `effects` fills it."""


def effect_of(card: int) -> Effect:
    """The ability of a helper card."""
    return EFFECTS[card - HELPERS.start]


class Used(Step[Loyang], frozen=True):
    """A helper was used and goes to the discard pile (LOY-14.2), unless a foreman takes it over.

    What lies below is uncovered only now, after the effect (LOY-18.9).
    """

    seat: int
    card: int

    def asks(self, game: Loyang) -> Sequence[Ask]:
        owner = foreman_of(game, self.seat)
        if owner is None:
            return ()
        return (Ask(owner, "foreman", (Choice("take_over", self.card), Choice("let_go"))),)

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        throw_away(game, self.seat, self.card)
        if choice.verb == "take_over":
            throw_away(game, seat, FOREMAN)
            game.discard.remove(self.card)
            lay(game, seat, self.card)
            game.say("took_over", seat, self.card)
        else:
            game.say("let_go", seat, self.card)

    def run(self, game: Loyang) -> None:
        throw_away(game, self.seat, self.card)


def foreman_of(game: Loyang, seat: int) -> int | None:
    """The opponent of this seat who has the foreman lying open."""
    if not game.options.foreman:
        return None
    return next((other for other in game.opponents(seat) if FOREMAN in game.farms[other].helpers), None)
