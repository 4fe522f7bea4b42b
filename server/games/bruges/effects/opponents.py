"""Persons who take from opponents, or make opponents lose something of their choice.

If opponents choose their losses, each does so in a separate lane, and the owner of the person is warned
before (`Interrupt`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...kernel import Choice, Step, Steps, choices, lanes
from ...picking import OwnPick
from ..effect import Effect, Use, victims
from ..state import Bruges
from ..turn.activation import Interrupt
from ..turn.losses import DiscardOne, GiveWorker, LoseCanal, LoseHouse, LosePerson


def against(game: Bruges, seat: int, plan: Callable[[int], Step[Bruges]]) -> Steps:
    """A step for each opponent, in parallel, after a warning if an opponent has to decide."""
    return [Interrupt(seat), lanes(*((other, [plan(other)]) for other in victims(game, seat)))]


# -- guilders, points, steps -----------------------------------------------------------------------


class TakeGuildersFromOpponents(Effect, frozen=True):
    """Each opponent gives guilders, up to all it has (BRU-17.4)."""

    guilders: int

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return any(game.players[other].guilders for other in victims(game, seat))

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [Rob(seat, other, self.guilders) for other in victims(game, seat)]


class Rob(Step[Bruges], frozen=True):
    """Take guilders from an opponent."""

    seat: int
    other: int
    guilders: int

    def run(self, game: Bruges) -> None:
        taken = min(self.guilders, game.players[self.other].guilders)
        game.players[self.other].guilders -= taken
        game.players[self.seat].guilders += taken
        if taken:
            game.say("gives_guilders", self.other, self.seat, taken)


class StealGuildersRichest(Effect, frozen=True):
    """Take guilders from the richest opponent."""

    guilders: int

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return any(game.players[other].guilders for other in victims(game, seat))

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [RobRichest(seat, self.guilders)]


class RobRichest(OwnPick[Bruges], frozen=True):
    """Rob the richest opponent; the owner chooses between equally rich ones."""

    prompt = "rob"

    guilders: int

    def options(self, game: Bruges) -> Sequence[Choice]:
        others = victims(game, self.seat)
        most = max(game.players[other].guilders for other in others)
        return choices("rob", [other for other in others if game.players[other].guilders == most])

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        game.then(Rob(seat, choice.noun, self.guilders))


class OpponentsLosePoints(Effect, frozen=True):
    """Each opponent loses points."""

    points: int

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return any(game.players[other].points for other in victims(game, seat))

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [LosePoints(other, self.points) for other in victims(game, seat)]


class LosePoints(Step[Bruges], frozen=True):
    """Lose points, down to 0."""

    seat: int
    points: int

    def run(self, game: Bruges) -> None:
        me = game.players[self.seat]
        lost = min(self.points, me.points)
        me.points -= lost
        if lost:
            game.say("loses_points", self.seat, lost)


class OpponentsStepBack(Effect, frozen=True):
    """Each opponent moves down the reputation track."""

    steps: int

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return any(game.players[other].step for other in victims(game, seat))

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [StepBack(other, self.steps) for other in victims(game, seat)]


class StepBack(Step[Bruges], frozen=True):
    """Move down the reputation track, at most to the town hall."""

    seat: int
    steps: int

    def run(self, game: Bruges) -> None:
        me = game.players[self.seat]
        if me.step:
            me.step = max(0, me.step - self.steps)
            game.say("steps_back", self.seat, me.step)


# -- losses of the opponents' choice ---------------------------------------------------------------


class TakeWorkersFromOpponents(Effect, frozen=True):
    """The beggar: each opponent gives workers of its choice (BRU-17.1)."""

    workers: int

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return any(any(game.players[other].workers) for other in victims(game, seat))

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return against(game, seat, lambda other: GiveWorker(other, seat, self.workers))


class OpponentsDiscardHandCard(Effect, frozen=True):
    """The robber: each opponent discards a hand card of its choice."""

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return any(game.players[other].hand for other in victims(game, seat))

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return against(game, seat, DiscardOne)


class OpponentsDiscardHouse(Effect, frozen=True):
    """The vandal: each opponent loses a house of its choice."""

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return any(game.players[other].houses for other in victims(game, seat))

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return against(game, seat, LoseHouse)


class OpponentsDiscardPerson(Effect, frozen=True):
    """The assassin: each opponent loses a person of its choice."""

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return any(game.players[other].living() for other in victims(game, seat))

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return against(game, seat, LosePerson)


class OpponentsRemoveCanal(Effect, frozen=True):
    """The troublemaker: each opponent loses an outermost canal token of its choice (BRU-17.16)."""

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return any(any(game.players[other].canals) for other in victims(game, seat))

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return against(game, seat, LoseCanal)


class ImmuneToOpponents(Effect, frozen=True):
    """The archer: opponents' persons can't make the player lose, give or take anything."""

    def is_immune(self) -> bool:
        return True
