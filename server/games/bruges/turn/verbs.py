"""Taking, paying and choosing: the small verbs that actions, persons and ships are made of.

A step that can't be done in full does what it can; one that can't be done at all does nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..kernel import Ask, Choice, Step
from .cards import COLOUR
from .effect import acting
from .state import ANY, COLOURS, Bruges, Player

EACH = range(len(COLOURS))


def held(counts: Sequence[int], colour: int = ANY) -> list[int]:
    """The colours of which there is something, of all or of one."""
    return [c for c in (EACH if colour == ANY else (colour,)) if counts[c]]


def choices(verb: str, nouns: Sequence[int]) -> tuple[Choice, ...]:
    return tuple([Choice(verb, noun) for noun in nouns])


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
    """Guilders go to the supply."""

    seat: int
    guilders: int

    def run(self, game: Bruges) -> None:
        game.players[self.seat].guilders -= self.guilders


# -- workers ---------------------------------------------------------------------------------------


class TakeWorkers(Step[Bruges], frozen=True):
    """Take workers of one colour."""

    seat: int
    colour: int
    count: int = 1

    def run(self, game: Bruges) -> None:
        take_workers(game, self.seat, self.colour, self.count)


def take_workers(game: Bruges, seat: int, colour: int, count: int) -> None:
    game.players[seat].workers[colour] += count
    game.say("takes_workers", seat, count, colour)


class ChooseWorkers(Step[Bruges], frozen=True):
    """Take workers one by one, each of any of these colours."""

    seat: int
    count: int = 1
    colours: tuple[int, ...] = tuple(EACH)

    def asks(self, game: Bruges) -> Sequence[Ask]:
        if not self.count or not self.colours:
            return ()
        return (Ask(self.seat, "worker", choices("take_worker", self.colours)),)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        take_workers(game, seat, choice.noun, 1)
        if self.count > 1:
            game.then(ChooseWorkers(seat, self.count - 1, self.colours))


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


class ReturnWorker(Step[Bruges], frozen=True):
    """Give back one worker of any colour."""

    seat: int

    def asks(self, game: Bruges) -> Sequence[Ask]:
        colours = held(game.players[self.seat].workers)
        return (Ask(self.seat, "return_worker", choices("give_worker", colours)),) if len(colours) > 1 else ()

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        game.players[seat].workers[choice.noun] -= 1

    def run(self, game: Bruges) -> None:
        for colour in held(game.players[self.seat].workers):
            game.players[self.seat].workers[colour] -= 1


class Trade(Step[Bruges], frozen=True):
    """Give back any number of workers, for guilders each."""

    seat: int
    guilders: int

    def asks(self, game: Bruges) -> Sequence[Ask]:
        colours = held(game.players[self.seat].workers)
        if not colours:
            return ()
        return (Ask(self.seat, "sell", (*choices("sell", colours), Choice("enough"))),)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        if choice.verb == "sell":
            game.players[seat].workers[choice.noun] -= 1
            gain(game, seat, self.guilders)
            game.then(self)


class Barter(Step[Bruges], frozen=True):
    """Some times a worker for guilders or guilders for a worker. `first`: 1 where declining is no option."""

    seat: int
    guilders: int
    times: int
    first: int = 1

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
            return
        if choice.verb == "sell":
            game.players[seat].workers[choice.noun] -= 1
            gain(game, seat, self.guilders)
        else:
            game.players[seat].guilders -= self.guilders
            take_workers(game, seat, choice.noun, 1)
        game.then(Barter(seat, self.guilders, self.times - 1, 0))


class GiveBackWorkers(Step[Bruges], frozen=True):
    """Give back any number of workers, then take as many of any colours (BRU-17.29)."""

    seat: int
    given: int = 0

    def asks(self, game: Bruges) -> Sequence[Ask]:
        colours = held(game.players[self.seat].workers)
        if not colours:
            return ()
        return (Ask(self.seat, "exchange", (*choices("give_worker", colours), Choice("enough"))),)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        if choice.verb == "enough":
            self.run(game)
        else:
            game.players[seat].workers[choice.noun] -= 1
            game.then(GiveBackWorkers(seat, self.given + 1))

    def run(self, game: Bruges) -> None:
        if self.given:
            game.then(ChooseWorkers(self.seat, self.given))


# -- threat markers --------------------------------------------------------------------------------


def return_threat(game: Bruges, seat: int, colour: int) -> None:
    """Discard a threat marker: back to the supply, and a point for it (BRU-8.11)."""
    me = game.players[seat]
    me.threats[colour] -= 1
    me.points += 1
    game.say("returns_threat", seat, colour)
    for effect in acting(game, seat, "guilders_per_threat"):
        gain(game, seat, effect.guilders_per_threat())


class ReturnThreats(Step[Bruges], frozen=True):
    """Discard up to `limit` threat markers of a colour or of any; `least` of them must go if held."""

    seat: int
    limit: int
    least: int = 0
    colour: int = ANY

    def asks(self, game: Bruges) -> Sequence[Ask]:
        me = game.players[self.seat]
        colours = held(me.threats, self.colour)
        if not self.limit or not colours or self.is_settled(me, colours):
            return ()
        stop = [] if self.least > 0 else [Choice("enough")]
        return (Ask(self.seat, "return_threat", (*choices("return_threat", colours), *stop)),)

    def is_settled(self, me: Player, colours: list[int]) -> bool:
        """Must all the markers go, or is there only one way to obey?"""
        count = sum(me.threats[c] for c in colours)
        return self.least >= count or (len(colours) == 1 and self.least >= self.limit)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        if choice.verb == "return_threat":
            return_threat(game, seat, choice.noun)
            game.then(ReturnThreats(seat, self.limit - 1, max(0, self.least - 1), self.colour))

    def run(self, game: Bruges) -> None:
        me = game.players[self.seat]
        for colour in held(me.threats, self.colour):
            for _ in range(min(self.limit, self.least, me.threats[colour])):
                return_threat(game, self.seat, colour)


class ReturnColour(Step[Bruges], frozen=True):
    """Discard all threat markers of one colour."""

    seat: int

    def asks(self, game: Bruges) -> Sequence[Ask]:
        colours = held(game.players[self.seat].threats)
        return (Ask(self.seat, "return_colour", choices("return_all", colours)),) if len(colours) > 1 else ()

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        game.then(ReturnThreats(seat, 99, 99, choice.noun))

    def run(self, game: Bruges) -> None:
        game.then(ReturnThreats(self.seat, 99, 99))


# -- the reputation track --------------------------------------------------------------------------


def houses_of(me: Player, colour: int) -> int:
    """How many houses of a colour a player has."""
    return sum(COLOUR[house] == colour for house in me.houses)
