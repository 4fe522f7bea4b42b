"""Persons who exchange one thing for another: guilders, workers, points, steps."""

from __future__ import annotations

from ...kernel import Ask, Choice, Step, Steps, choices
from ..effect import Effect, Use, victims, workers_left
from ..state import Bruges
from ..turn.building import Advance, can_advance
from ..turn.verbs import Barter, ChooseWorkers, Gain, GiveBackWorkers, Pay, ReturnWorker, Trade, gain


class Advances(Effect, frozen=True, tag="advance"):
    """Move up the reputation track, possibly for guilders; each step is a separate advance."""

    costs = True

    steps: int
    guilders: int = 0

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return game.players[seat].guilders >= self.guilders and can_advance(game, seat)

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [Pay(seat, self.guilders), *[Advance(seat)] * self.steps]


class BuyPoints(Effect, frozen=True):
    """Pay guilders for points."""

    costs = True

    guilders: int
    points: int

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return game.players[seat].guilders >= self.guilders

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [Pay(seat, self.guilders), Gain(seat, points=self.points)]


class BuyWorker(Effect, frozen=True):
    """Pay guilders for workers of any colours."""

    costs = True

    guilders: int
    workers: int

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return game.players[seat].guilders >= self.guilders

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [Pay(seat, self.guilders), ChooseWorkers(seat, self.workers)]


class BarterWorkers(Effect, frozen=True, tag="barter"):
    """Up to `times` times: sell a worker, or buy one, for the same price in guilders."""

    costs = True

    guilders: int
    times: int

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return game.players[seat].guilders >= self.guilders or any(workers_left(game, seat, use))

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [Barter(seat, self.guilders, self.times)]


class ExchangeWorkers(Effect, frozen=True):
    """Return any number of workers and take as many of any colours (BRU-17.29)."""

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return any(workers_left(game, seat, use))

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [GiveBackWorkers(seat)]


class SellWorkers(Effect, frozen=True):
    """Return any number of workers, for guilders each."""

    optional = True
    guilders: int

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return any(workers_left(game, seat, use))

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [Trade(seat, self.guilders)]


class ReturnWorkerForPoints(Effect, frozen=True):
    """Return additional workers for points."""

    costs = True

    workers: int
    points: int

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return sum(workers_left(game, seat, use)) >= self.workers

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [*[ReturnWorker(seat)] * self.workers, Gain(seat, points=self.points)]


class GiveGuildersForPoints(Effect, frozen=True):
    """The moneylender: a guilder for each opponent, and a point for each guilder given (BRU-17.6 to
    BRU-17.11)."""

    costs = True

    guilders: int
    points: int

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return game.players[seat].guilders >= self.guilders and bool(victims(game, seat))

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [GiveGuilders(seat, tuple(victims(game, seat)), self.guilders, self.points)]


class GiveGuilders(Step[Bruges], frozen=True):
    """Give guilders to these opponents; if there are too few for all, choose the opponents."""

    seat: int
    to: tuple[int, ...]
    guilders: int
    points: int

    def affordable(self, game: Bruges) -> int:
        return game.players[self.seat].guilders // self.guilders

    def asks(self, game: Bruges) -> tuple[Ask, ...]:
        if not 0 < self.affordable(game) < len(self.to):
            return ()
        return (Ask(self.seat, "give_guilder", choices("give_guilder", self.to)),)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        self.give(game, choice.noun)
        left = tuple([other for other in self.to if other != choice.noun])
        game.then(GiveGuilders(seat, left, self.guilders, self.points))

    def run(self, game: Bruges) -> None:
        if self.affordable(game) >= len(self.to):
            for other in self.to:
                self.give(game, other)

    def give(self, game: Bruges, other: int) -> None:
        game.players[self.seat].guilders -= self.guilders
        game.players[other].guilders += self.guilders
        game.say("gives_guilders", self.seat, other, self.guilders)
        gain(game, self.seat, points=self.points)
