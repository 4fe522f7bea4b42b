"""Losses through damage or opponents' persons: persons, houses, canals, cards, workers.

A loss concerns only the player hit, so several players choose theirs in parallel. The choice reveals
information to the others, so it can't be undone.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel import Ask, Choice, Step, choices
from ...picking import OwnPick, SealingPick
from ..effect import Effect, acting
from ..state import NONE, Bruges
from .verbs import held


class LosePerson(SealingPick[Bruges], frozen=True):
    """One person or pet of the player's choice is discarded (BRU-10.3, BRU-12.13)."""

    prompt = "lose_person"

    def options(self, game: Bruges) -> Sequence[Choice]:
        return choices("lose_person", game.players[self.seat].living())

    def unasked(self, game: Bruges, seat: int, choice: Choice) -> None:
        lose_person(game, seat, choice.noun)


class Plague(LosePerson, frozen=True):
    prompt = "plague"

    def run(self, game: Bruges) -> None:
        if not game.players[self.seat].living():
            game.say("loses_nothing", self.seat)
        super().run(game)


def leave_house(game: Bruges, seat: int, card: int) -> None:
    """A person or pet moves out; the house stays, empty."""
    me = game.players[seat]
    homes = me.persons if card in me.persons else me.pets
    homes[homes.index(card)] = NONE


def lose_person(game: Bruges, seat: int, card: int) -> None:
    """A person is lost to plague or to an opponent's person."""
    kept = bool(acting(game, seat, Effect.keeps_lost_persons))
    leave_house(game, seat, card)
    (game.players[seat].hand if kept else game.discard).append(card)
    game.say("keeps_person" if kept else "loses_person", seat, card)


class Fire(SealingPick[Bruges], frozen=True):
    """A house or an outermost canal token, of the player's choice (BRU-10.6, BRU-10.10)."""

    prompt = "fire"

    def options(self, game: Bruges) -> Sequence[Choice]:
        houses = range(len(game.players[self.seat].houses))
        return choices("lose_house", houses) + choices("lose_canal", held_sides(game, self.seat))

    def unasked(self, game: Bruges, seat: int, choice: Choice) -> None:
        lose = lose_house if choice.verb == "lose_house" else lose_canal
        lose(game, seat, choice.noun)

    def run(self, game: Bruges) -> None:
        if not self.options(game):
            game.say("loses_nothing", self.seat)
        super().run(game)


class LoseHouse(OwnPick[Bruges], frozen=True):
    """One house of the player's choice is discarded."""

    prompt = "lose_house"

    def options(self, game: Bruges) -> Sequence[Choice]:
        return choices("lose_house", range(len(game.players[self.seat].houses)))

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        lose_house(game, seat, choice.noun)


def lose_house(game: Bruges, seat: int, house: int) -> None:
    """A house is discarded face up; its inhabitants return to the hand (BRU-10.8)."""
    me = game.players[seat]
    card = me.houses.pop(house)
    homeless = [home for home in (me.persons.pop(house), me.pets.pop(house)) if home != NONE]
    me.hand += homeless
    game.discard.append(card)
    game.say("loses_house", seat, card)
    for home in homeless:
        game.say("takes_back", seat, home)
    game.seal()  # the front is public now


class LoseCanal(SealingPick[Bruges], frozen=True):
    """One outermost canal token of the player's choice is removed; a statue stays (BRU-10.12)."""

    prompt = "lose_canal"

    def options(self, game: Bruges) -> Sequence[Choice]:
        return choices("lose_canal", held_sides(game, self.seat))

    def unasked(self, game: Bruges, seat: int, choice: Choice) -> None:
        lose_canal(game, seat, choice.noun)


def held_sides(game: Bruges, seat: int) -> list[int]:
    """The sections in which a seat has tokens."""
    return [side for side, tokens in enumerate(game.players[seat].canals) if tokens]


def lose_canal(game: Bruges, seat: int, side: int) -> None:
    """Remove a token. This reveals nothing; a choice of the token seals, not the loss."""
    game.players[seat].canals[side] -= 1
    game.say("loses_canal", seat, side)


class DiscardOne(OwnPick[Bruges], frozen=True):
    """The player discards one hand card of its choice, forced by an opponent."""

    prompt = "discard"

    def options(self, game: Bruges) -> Sequence[Choice]:
        return choices("discard", game.players[self.seat].hand)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        game.players[seat].hand.remove(choice.noun)
        game.discard.append(choice.noun)
        game.say("discards", seat, choice.noun)
        game.seal()  # the front is public now


class GiveWorker(Step[Bruges], frozen=True):
    """Give workers of the giver's choice to an opponent, up to all (BRU-17.1)."""

    seat: int
    to: int
    count: int

    def asks(self, game: Bruges) -> Sequence[Ask]:
        workers = game.players[self.seat].workers
        colours = held(workers)
        if not self.count or len(colours) < 2 or sum(workers) <= self.count:
            return ()
        ones = choices("give_worker", colours)
        if self.count == 1:
            return (Ask(self.seat, "give_worker", ones),)
        enough = [colour for colour in colours if workers[colour] >= self.count]
        return (Ask(self.seat, "give_workers", (*ones, *choices("give_rest", enough))),)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        game.seal()
        count = self.count if choice.verb == "give_rest" else 1
        self.give(game, choice.noun, count)
        game.then(GiveWorker(seat, self.to, self.count - count))

    def run(self, game: Bruges) -> None:
        workers = game.players[self.seat].workers
        for colour in held(workers):
            self.give(game, colour, min(self.count, workers[colour]))

    def give(self, game: Bruges, colour: int, count: int) -> None:
        game.players[self.seat].workers[colour] -= count
        game.players[self.to].workers[colour] += count
        if count:
            game.say("gives_workers", self.seat, self.to, count, colour)
