"""Activating persons: lightning, a repeat, another person of the player, an opponent's person; and the
interruption."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from ...copying import copier
from ...kernel import NO, OPEN, Ask, Choice, Step, choices, settle
from ..cards import ACTIVATION
from ..effect import EFFECTS, Use, benefits
from ..state import NONE, Bruges
from .verbs import decline

BY_HAND = ("worker", "round")
ACTIVE = ("immediate", *BY_HAND)
"""The activations of persons who can be activated; all other persons act without it."""


class Activate(Step[Bruges], frozen=True):
    """Carry out a person's effect as far as possible. `by`: the person whose effect causes it, NONE if by
    hand."""

    seat: int
    card: int
    by: int = NONE

    def run(self, game: Bruges) -> None:
        use = Use(self.card, self.by)
        if benefits(game, self.seat, use):
            game.then(*EFFECTS[self.card].use(game, self.seat, use))


class Lightning(Step[Bruges], frozen=True):
    """Activate a person who just moved in (BRU-9.6); with the astronomer possibly `twice`."""

    seat: int
    card: int
    twice: int

    def run(self, game: Bruges) -> None:
        again = [Again(self.seat, self.card)] if self.twice else []
        game.then(Activate(self.seat, self.card), *again)


class Again(Step[Bruges], frozen=True):
    """The astronomer: carry out the effect a second time, or not (BRU-17.39).

    An effect that can itself be declined needs no extra question here, and its repeat lapses once it was
    declined.
    """

    lapses: ClassVar[bool] = True
    seat: int
    card: int

    def asks(self, game: Bruges) -> Sequence[Ask]:
        if EFFECTS[self.card].optional or not benefits(game, self.seat, Use(self.card)):
            return ()
        return (Ask(self.seat, "again", (Choice("again", self.card), Choice("enough"))),)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        if choice.verb == "again":
            game.say("activates_again", seat, self.card)
            game.then(Activate(seat, self.card))
        else:
            decline(game, seat, "again")

    def run(self, game: Bruges) -> None:
        game.then(Activate(self.seat, self.card))


class ActivateOwn(Step[Bruges], frozen=True):
    """Activate a person in the player's own area at no cost, by the effect of `by`.

    `kinds`: the allowed activations. `used`: only persons activated this round. `useless`: even without
    benefit. `barred`: a further person who can't be chosen.
    """

    seat: int
    by: int
    kinds: tuple[str, ...] = ("immediate",)
    used: int = NO
    useless: int = NO
    barred: int = NONE

    def asks(self, game: Bruges) -> Sequence[Ask]:
        cards = self.candidates(game)
        return which(self.seat, "activate", cards)

    def candidates(self, game: Bruges) -> list[int]:
        barred = (self.by, self.barred)
        return own_candidates(game, self.seat, barred, self.kinds, bool(self.used), bool(self.useless))

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        game.say("activates", seat, choice.noun)
        game.then(Activate(seat, choice.noun, self.by))

    def run(self, game: Bruges) -> None:
        for card in self.candidates(game):
            self.answer(game, self.seat, Choice("activate", card))


def which(seat: int, prompt: str, cards: Sequence[int]) -> Sequence[Ask]:
    """The question which person is activated. A single candidate is chosen without asking, unless it costs
    something."""
    if len(cards) > 1 or any(EFFECTS[card].costs for card in cards):
        return (Ask(seat, prompt, choices("activate", cards), costs=True),)
    return ()


def own_candidates(
    game: Bruges,
    seat: int,
    barred: Sequence[int],
    kinds: Sequence[str],
    used: bool = False,
    useless: bool = False,
    worker: int = NONE,
) -> list[int]:
    """A seat's persons that an effect can activate; the first of `barred` is the person with the effect.

    `worker`: the colour of a worker still to be paid for the effect.
    """
    me = game.players[seat]
    return [
        card
        for card in me.persons
        if card != NONE
        and card not in barred
        and ACTIVATION[card] in kinds
        and (card in me.used or not used)
        and (useless or benefits(game, seat, Use(card, barred[0], worker)))
    ]


class ActivateOther(Step[Bruges], frozen=True):
    """The Swede: activate an opponent's person as if it were the player's (BRU-18.13 to BRU-18.18)."""

    seat: int
    by: int
    excluded: tuple[int, ...]

    def asks(self, game: Bruges) -> Sequence[Ask]:
        cards = others_candidates(game, self.seat, self.by, self.excluded)
        return which(self.seat, "activate_other", cards)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        game.say("activates_other", seat, choice.noun)
        game.then(Activate(seat, choice.noun, self.by))

    def run(self, game: Bruges) -> None:
        for card in others_candidates(game, self.seat, self.by, self.excluded):
            self.answer(game, self.seat, Choice("activate", card))


def others_candidates(
    game: Bruges, seat: int, by: int, excluded: Sequence[int], worker: int = NONE
) -> list[int]:
    """The opponents' persons that an effect can activate. `worker`: as in `own_candidates`."""
    return [
        card
        for other in game.others(seat)
        for card in game.players[other].persons
        if card not in (NONE, *excluded)
        and ACTIVATION[card] in ACTIVE
        and benefits(game, seat, Use(card, by, worker))
    ]


class Interrupt(Step[Bruges], frozen=True):
    """Before opponents decide: interrupt the turn, or take the activation back (BRU-18.28).

    The step also asks before opponents suffer a loss without a choice that reveals something: a house, a hand
    card (I12, I13). It does not ask if the next step gives no opponent a real choice and reveals nothing
    (BRU-18.31).
    """

    seat: int

    def asks(self, game: Bruges) -> Sequence[Ask]:
        """Runs the next step on a copy to find out."""
        trial = clone(game)
        trial.stack, trial.sealed = game.stack[-2:-1], OPEN
        if any(ask.seat != self.seat for ask in settle(trial)):
            return (Ask(self.seat, "interrupt", (Choice("interrupt"),)),)
        return (Ask(self.seat, "strike", (Choice("strike"),)),) if trial.sealed else ()

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        if choice.verb == "interrupt":
            game.say("interrupts", seat)
        game.seal()


def clone(game: Bruges) -> Any:
    copy = copier(Bruges)
    assert copy is not None
    return copy(game)
