"""Taking, paying and choosing: small steps from which actions, persons and ships are composed.

A step that can't be done in full does as much as possible; a step that can't be done at all does nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...kernel import NO, YES, Ask, Choice, Step, choices
from ...picking import OwnPick
from ..cards import COLOUR
from ..state import ANY_COLOUR, COLOURS, Bruges, Player

EACH = range(len(COLOURS))

ALL_OF_IT: Final = 99
"""More than any player has of anything."""

OFFERS = ("ship", "person", "house", "sacrifice", "again", "threat", "gift", "sale", "exchange", "card")
"""The offers that a player may decline; the log names an offer by its number."""


def held(counts: Sequence[int], colour: int = ANY_COLOUR) -> list[int]:
    """The colours with a count above 0, of all colours or of one."""
    return [c for c in (EACH if colour == ANY_COLOUR else (colour,)) if counts[c]]


def several(verb: str, counts: Sequence[int], most: int = ALL_OF_IT) -> tuple[Choice, ...]:
    """A choice for each colour with at least two and at most `most` items: all of them at once."""
    return choices(verb, [colour for colour in EACH if 2 <= counts[colour] <= most])


def decline(game: Bruges, seat: int, offer: str) -> None:
    """Decline an offer. A repeat of the offer that would come next lapses."""
    game.say("declines", seat, OFFERS.index(offer))
    if game.stack and getattr(game.stack[-1], "lapses", False):
        game.stack.pop()


# -- guilders and points ---------------------------------------------------------------------------


class Gain(Step[Bruges], frozen=True):
    """Take guilders and points from the supply."""

    seat: int
    guilders: int = 0
    points: int = 0

    def run(self, game: Bruges) -> None:
        gain(game, self.seat, self.guilders, self.points)


def gain(game: Bruges, seat: int, guilders: int = 0, points: int = 0) -> None:
    me = game.players[seat]
    if guilders:
        me.guilders += guilders
        game.say("gains_guilders", seat, guilders)
    if points:
        me.points += points
        game.say("gains_points", seat, points)


class Pay(Step[Bruges], frozen=True):
    """Guilders return to the supply."""

    seat: int
    guilders: int

    def run(self, game: Bruges) -> None:
        pay(game, self.seat, self.guilders)


def pay(game: Bruges, seat: int, guilders: int) -> None:
    game.players[seat].guilders -= guilders
    if guilders:
        game.say("pays_guilders", seat, guilders)


# -- workers ---------------------------------------------------------------------------------------


class TakeWorkers(Step[Bruges], frozen=True):
    seat: int
    colour: int
    count: int = 1

    def run(self, game: Bruges) -> None:
        take_workers(game, self.seat, self.colour, self.count)


def take_workers(game: Bruges, seat: int, colour: int, count: int) -> None:
    game.players[seat].workers[colour] += count
    game.say("takes_workers", seat, count, colour)


def pay_worker(game: Bruges, seat: int, colour: int) -> None:
    game.players[seat].workers[colour] -= 1
    game.say("pays_worker", seat, colour)


def return_workers(game: Bruges, seat: int, colour: int, count: int) -> None:
    """Return workers in exchange for something, not as a price."""
    game.players[seat].workers[colour] -= count
    game.say("returns_workers", seat, count, colour)


class ChooseWorkers(Step[Bruges], frozen=True):
    """Take workers of any of these colours: one of a colour, or all the remaining ones of it."""

    seat: int
    count: int = 1
    colours: tuple[int, ...] = tuple(EACH)

    def asks(self, game: Bruges) -> Sequence[Ask]:
        if not self.count or len(self.colours) < 2:
            return ()
        ones = choices("take_worker", self.colours)
        if self.count == 1:
            return (Ask(self.seat, "worker", ones),)
        return (Ask(self.seat, "workers", (*ones, *choices("take_rest", self.colours))),)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        count = self.count if choice.verb == "take_rest" else 1
        take_workers(game, seat, choice.noun, count)
        if self.count > count:
            game.then(ChooseWorkers(seat, self.count - count, self.colours))

    def run(self, game: Bruges) -> None:
        if self.count:
            for colour in self.colours:
                take_workers(game, self.seat, colour, self.count)


class ChooseDifferentWorkers(Step[Bruges], frozen=True):
    """Take workers one by one, no two of a colour."""

    seat: int
    count: int
    colours: tuple[int, ...] = tuple(EACH)

    def asks(self, game: Bruges) -> Sequence[Ask]:
        return (Ask(self.seat, "worker", choices("take_worker", self.colours)),)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        take_workers(game, seat, choice.noun, 1)
        if self.count > 1:
            left = tuple([colour for colour in self.colours if colour != choice.noun])
            game.then(ChooseDifferentWorkers(seat, self.count - 1, left))


class ChooseWorkerColour(Step[Bruges], frozen=True):
    """Take some workers of one colour."""

    seat: int
    count: int

    def asks(self, game: Bruges) -> Sequence[Ask]:
        return (Ask(self.seat, "worker_colour", choices("take_workers", EACH)),)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        take_workers(game, seat, choice.noun, self.count)


class ReturnWorker(OwnPick[Bruges], frozen=True):
    """Return one worker of any colour."""

    prompt = "return_worker"

    def options(self, game: Bruges) -> Sequence[Choice]:
        return choices("give_worker", held(game.players[self.seat].workers))

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        return_workers(game, seat, choice.noun, 1)


class Trade(Step[Bruges], frozen=True):
    """Return any number of workers, for guilders each: one, or all of a colour."""

    seat: int
    guilders: int

    def asks(self, game: Bruges) -> Sequence[Ask]:
        workers = game.players[self.seat].workers
        if not any(workers):
            return ()
        some = (*choices("sell", held(workers)), *several("sell_all", workers))
        return (Ask(self.seat, "sell", (*some, Choice("enough"))),)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        if choice.verb == "enough":
            decline(game, seat, "sale")
            return
        count = game.players[seat].workers[choice.noun] if choice.verb == "sell_all" else 1
        return_workers(game, seat, choice.noun, count)
        gain(game, seat, self.guilders * count)
        game.then(self)


class Barter(Step[Bruges], frozen=True):
    """Up to `times` times sell or buy a worker for guilders. `first`: whether the first trade is still due,
    so that declining is not an option."""

    seat: int
    guilders: int
    times: int
    first: int = YES

    def asks(self, game: Bruges) -> Sequence[Ask]:
        me = game.players[self.seat]
        options = [*choices("sell", held(me.workers))]
        if me.guilders >= self.guilders:
            options += choices("buy", EACH)
        if not self.times or not options:
            return ()
        return (Ask(self.seat, "barter", (*options, *([] if self.first else [Choice("enough")]))),)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        if choice.verb == "enough":
            decline(game, seat, "sale")
            return
        if choice.verb == "sell":
            return_workers(game, seat, choice.noun, 1)
            gain(game, seat, self.guilders)
        else:
            pay(game, seat, self.guilders)
            take_workers(game, seat, choice.noun, 1)
        game.then(Barter(seat, self.guilders, self.times - 1, NO))


class GiveBackWorkers(Step[Bruges], frozen=True):
    """Return any number of workers, one or all of a colour, then take as many of any colour (BRU-17.29)."""

    seat: int
    given: int = 0

    def asks(self, game: Bruges) -> Sequence[Ask]:
        workers = game.players[self.seat].workers
        if not any(workers):
            return ()
        some = (*choices("give_worker", held(workers)), *several("give_workers", workers))
        return (Ask(self.seat, "exchange", (*some, Choice("enough"))),)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        if choice.verb == "enough":
            self.run(game)
        else:
            count = game.players[seat].workers[choice.noun] if choice.verb == "give_workers" else 1
            return_workers(game, seat, choice.noun, count)
            game.then(GiveBackWorkers(seat, self.given + count))

    def run(self, game: Bruges) -> None:
        if self.given:
            game.then(ChooseWorkers(self.seat, self.given))
        else:
            decline(game, self.seat, "exchange")


# -- houses ----------------------------------------------------------------------------------------


def houses_of(me: Player, colour: int) -> int:
    """The number of a player's houses of a colour."""
    return sum(COLOUR[house] == colour for house in me.houses)
