"""Threat markers, the damage they set off, and what is lost by it or to others' persons.

Losses are a matter of the player hit alone, so several players suffer theirs side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...kernel import Ask, Choice, Step, choices
from ...picking import OwnPick
from ..cards import BOX
from ..effect import acting
from ..state import BLUE, BROWN, NONE, RED, VIOLET, YELLOW, Bruges
from .dice import is_threat
from .verbs import held

INTRIGUE: Final = 3
"""Points that intrigue costs (BRU-10.14)."""
BY_THEMSELVES: Final = (BLUE, YELLOW, VIOLET)
"""Damage whose order makes no difference (BRU-18.3)."""
ORDER: Final = (*BY_THEMSELVES, RED, BROWN)
LOST: Final = {BLUE: "loses_workers", YELLOW: "loses_guilders", VIOLET: "loses_points"}
"""The line of the log that says how much."""


class TakeThreat(Step[Bruges], frozen=True):
    """Lay down one threat marker; the third of a colour sets off the damage (BRU-5.8, BRU-10.23)."""

    seat: int
    colour: int

    def run(self, game: Bruges) -> None:
        if lay_threat(game, self.seat, self.colour):
            game.then(Damage(self.seat, self.colour))


def lay_threat(game: Bruges, seat: int, colour: int) -> bool:
    """Lay down one marker. True if it sets off the damage."""
    me = game.players[seat]
    me.threats[colour] += 1
    game.say("takes_threat", seat, colour, me.threats[colour])
    return me.threats[colour] >= threshold(game, seat, colour)


def threshold(game: Bruges, seat: int, colour: int) -> int:
    """The marker of a colour that sets off the damage for this seat."""
    least = [effect.threshold(colour) for effect in acting(game, seat, "threshold")]
    return max([BOX.figures.threats, *least])


class RoundThreats(Step[Bruges], frozen=True):
    """Phase 2, step 1 for one player: a marker for each die with 5 or 6, then the damage (BRU-5.5)."""

    seat: int

    def run(self, game: Bruges) -> None:
        colours = [colour for colour in ORDER if is_threat(game.rolled[colour])]
        if len(colours) == 1 and acting(game, self.seat, "shields_from_single_die"):
            game.say("shielded", self.seat)
            return
        struck = tuple([colour for colour in colours if lay_threat(game, self.seat, colour)])
        if struck:
            game.then(Strikes(self.seat, struck))


class Strikes(OwnPick[Bruges], frozen=True):
    """Damage of these colours, in the order the player chooses where it matters (BRU-10.18, BRU-18.5)."""

    prompt = "damage_order"

    colours: tuple[int, ...]

    def options(self, game: Bruges) -> Sequence[Choice]:
        if game.options.damage_order == "red_and_brown" and (
            self.colours[0] in BY_THEMSELVES or not game.players[self.seat].living()
        ):
            return choices("suffer", self.colours[:1])
        return choices("suffer", self.colours)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        game.seal()
        self.unasked(game, seat, choice)

    def unasked(self, game: Bruges, seat: int, choice: Choice) -> None:
        rest = tuple([colour for colour in self.colours if colour != choice.noun])
        game.then(Damage(seat, choice.noun), *([Strikes(seat, rest)] if rest else []))


class Damage(Step[Bruges], frozen=True):
    """The markers go back without points (BRU-10.16), and the disaster of their colour strikes."""

    seat: int
    colour: int

    def run(self, game: Bruges) -> None:
        me = game.players[self.seat]
        me.threats[self.colour] = 0
        game.say("damage", self.seat, self.colour)
        lost = 0
        if self.colour == BLUE:
            lost, me.workers = sum(me.workers), [0] * len(me.workers)
        elif self.colour == YELLOW:
            lost, me.guilders = me.guilders, 0
        elif self.colour == VIOLET:
            lost = min(INTRIGUE, me.points)
            me.points -= lost
        else:
            game.then(Plague(self.seat) if self.colour == BROWN else Fire(self.seat))
            return
        if lost:
            game.say(LOST[self.colour], self.seat, lost)
        else:
            game.say("loses_nothing", self.seat)


# -- losses ----------------------------------------------------------------------------------------


class LosePerson(OwnPick[Bruges], frozen=True):
    """One person, or pet, of the player's choice goes to the discard pile (BRU-10.3, BRU-12.13)."""

    prompt = "lose_person"

    def options(self, game: Bruges) -> Sequence[Choice]:
        return choices("lose_person", game.players[self.seat].living())

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        game.seal()
        self.unasked(game, seat, choice)

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
    """A person is lost by plague or to an opponent's person."""
    kept = bool(acting(game, seat, "keeps_lost_persons"))
    leave_house(game, seat, card)
    (game.players[seat].hand if kept else game.discard).append(card)
    game.say("keeps_person" if kept else "loses_person", seat, card)


class Fire(OwnPick[Bruges], frozen=True):
    """A house, or an outermost canal token, of the player's choice (BRU-10.6, BRU-10.10)."""

    prompt = "fire"

    def options(self, game: Bruges) -> Sequence[Choice]:
        houses = range(len(game.players[self.seat].houses))
        return choices("lose_house", houses) + choices("lose_canal", held_sides(game, self.seat))

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        game.seal()
        self.unasked(game, seat, choice)

    def unasked(self, game: Bruges, seat: int, choice: Choice) -> None:
        lose = lose_house if choice.verb == "lose_house" else lose_canal
        lose(game, seat, choice.noun)

    def run(self, game: Bruges) -> None:
        if not self.options(game):
            game.say("loses_nothing", self.seat)
        super().run(game)


class LoseHouse(OwnPick[Bruges], frozen=True):
    """One house of the player's choice goes to the discard pile."""

    prompt = "lose_house"

    def options(self, game: Bruges) -> Sequence[Choice]:
        return choices("lose_house", range(len(game.players[self.seat].houses)))

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        lose_house(game, seat, choice.noun)


def lose_house(game: Bruges, seat: int, house: int) -> None:
    """A house goes to the discard pile, face up; who lived there returns to the hand (BRU-10.8)."""
    me = game.players[seat]
    card = me.houses.pop(house)
    me.hand += [home for home in (me.persons.pop(house), me.pets.pop(house)) if home != NONE]
    game.discard.append(card)
    game.say("loses_house", seat, card)
    game.seal()  # everybody sees its front


class LoseCanal(OwnPick[Bruges], frozen=True):
    """One outermost canal token of the player's choice goes back; a statue stays (BRU-10.12)."""

    prompt = "lose_canal"

    def options(self, game: Bruges) -> Sequence[Choice]:
        return choices("lose_canal", held_sides(game, self.seat))

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        game.seal()
        self.unasked(game, seat, choice)

    def unasked(self, game: Bruges, seat: int, choice: Choice) -> None:
        lose_canal(game, seat, choice.noun)


def held_sides(game: Bruges, seat: int) -> list[int]:
    """The sections in which a seat has tokens."""
    return [side for side, tokens in enumerate(game.players[seat].canals) if tokens]


def lose_canal(game: Bruges, seat: int, side: int) -> None:
    """A token goes. Nothing comes out: whoever is asked for it seals, not the loss."""
    game.players[seat].canals[side] -= 1
    game.say("loses_canal", seat, side)


class DiscardOne(OwnPick[Bruges], frozen=True):
    """One hand card of the player's choice goes to the discard pile, by order of an opponent."""

    prompt = "discard"

    def options(self, game: Bruges) -> Sequence[Choice]:
        return choices("discard", game.players[self.seat].hand)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        game.players[seat].hand.remove(choice.noun)
        game.discard.append(choice.noun)
        game.say("discards", seat, choice.noun)
        game.seal()  # everybody sees its front


class GiveWorker(Step[Bruges], frozen=True):
    """Give workers of one's own choice to an opponent, as many as there are (BRU-17.1)."""

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
