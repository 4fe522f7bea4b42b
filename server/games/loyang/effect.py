"""The base of all helpers: when a helper can be used, and how its card is discarded afterwards."""

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
"""By keys of `holdings`; a list means one of these."""


class Effect(CardEffect, frozen=True):
    """The ability of a helper. Its use depends on the player's visible cards and the phase."""

    def abilities(self, game: Loyang, seat: int) -> Sequence[int]:
        """The abilities that would have an effect now, in the seat's action turn."""
        return ()

    def money(self, game: Loyang, seat: int) -> Sequence[int]:
        """The abilities that may raise money in the card phase and while paying (LOY-14.3)."""
        return ()

    def use(self, game: Loyang, seat: int, card: int, ability: int) -> Steps:
        """The steps of a use, up to `Used` or an exchange of the card itself."""
        raise NotImplementedError(f"{type(self).__name__} has no ability {ability}")

    def gains(self, game: Loyang, seat: int, ability: int) -> Gains:
        """The certain change of the seat's holdings by a use; empty if choices still decide it."""
        return {}


EFFECTS: list[Effect] = []
"""The ability of every helper card, in order. The package `effects` fills the list."""


def effect_of(card: int) -> Effect:
    """The ability of a helper card."""
    return EFFECTS[card - HELPERS.start]


class Used(Step[Loyang], frozen=True):
    """A used helper is discarded (LOY-14.2), unless a foreman takes it over.

    The card below is uncovered only now, after the effect (LOY-18.9).
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
    """The opponent of this seat with the visible foreman."""
    if not game.options.foreman:
        return None
    return next((other for other in game.opponents(seat) if FOREMAN in game.farms[other].helpers), None)
