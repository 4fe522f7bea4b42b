"""Canal tokens, houses, and persons who move in: by an action or by an effect."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from typing import Final

from msgspec import Struct

from ...kernel import NO, YES, Ask, Choice, Step, Steps, choices
from ...picking import OwnPick
from ..cards import ACTIVATION, COLOUR, COST, GROUP, LENGTH, PETS, PRICES, SPACES, TRACK
from ..effect import Effect, acting, reacting
from ..state import ANY_COLOUR, NONE, Bruges
from .activation import Lightning
from .drawing import draw, open_stacks
from .verbs import EACH, decline, held, pay_worker

# -- canals ----------------------------------------------------------------------------------------


class Space(Struct, frozen=True):
    """A canal space where the next token of a section may go."""

    side: int
    colour: int
    price: int


SECTIONS: Final = [
    [[*map(Space, repeat(side), colours, PRICES)] for side, colours in enumerate(sections)]
    for sections in SPACES
]
"""The spaces by seat, section and number of tokens before."""


def next_spaces(game: Bruges, seat: int) -> list[Space]:
    """The next space of each section that is not complete (BRU-8.14, BRU-8.15)."""
    sections, canals = SECTIONS[seat], game.players[seat].canals
    return [sections[side][tokens] for side, tokens in enumerate(canals) if tokens < LENGTH]


def fitting(game: Bruges, seat: int, colour: int, factor: int = 1) -> list[Space]:
    """The next spaces of a colour that the seat can pay for, at a multiple of the price."""
    most = game.players[seat].guilders
    return [
        space
        for space in next_spaces(game, seat)
        if (colour == ANY_COLOUR or colour == space.colour) and canal_price(game, space, factor) <= most
    ]


def canal_price(game: Bruges, space: Space, factor: int = 1) -> int:
    """The price in guilders of a token of the active seat, at a multiple of the printed price; 0 with the
    well builder."""
    return 0 if game.free_canal else space.price * factor


class BuildCanal(OwnPick[Bruges], frozen=True):
    """Build the next token of a section, at a multiple of its price; the well builder's discount is then used
    up."""

    prompt = "side"

    colour: int = ANY_COLOUR
    factor: int = 1

    def options(self, game: Bruges) -> Sequence[Choice]:
        spaces = fitting(game, self.seat, self.colour, self.factor)
        return choices("side", [space.side for space in spaces])

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        spaces = fitting(game, seat, self.colour, self.factor)
        self.build(game, next(space for space in spaces if space.side == choice.noun))

    def build(self, game: Bruges, space: Space) -> None:
        me = game.players[self.seat]
        price = canal_price(game, space, self.factor)
        if space.price * self.factor:
            game.free_canal = False  # the well builder is used up
        me.guilders -= price
        me.canals[space.side] += 1
        game.say("builds_canal", self.seat, me.canals[space.side], price, space.side)
        if me.canals[space.side] == LENGTH and not me.finished[space.side]:
            me.finished[space.side] = 1
            if game.statues:
                me.statues.append(game.statues.pop())
                game.say("takes_statue", self.seat, me.statues[-1])
        game.then(*flat(reacting(game, self.seat, Effect.on_canal, space.colour)))


def flat(plans: Sequence[Steps]) -> list[Step[Bruges]]:
    return [step for plan in plans for step in plan]


# -- houses ----------------------------------------------------------------------------------------


def can_pay_house(game: Bruges, seat: int, colour: int, workers: Sequence[int]) -> bool:
    """Whether there is a worker for a house of this colour."""
    return bool(workers[colour]) or (any(workers) and bool(acting(game, seat, Effect.pays_any_worker)))


def payable_houses(game: Bruges, seat: int) -> Sequence[int]:
    """The colours of houses for which there is a worker."""
    colours = held(game.players[seat].workers)
    return EACH if colours and acting(game, seat, Effect.pays_any_worker) else colours


def build_house(game: Bruges, seat: int, card: int, colour: int, paid: bool) -> None:
    """Lay a card house side up. Persons react to `colour`, the colour of the action (BRU-13.30)."""
    me = game.players[seat]
    me.houses.append(card)
    me.persons.append(NONE)
    me.pets.append(NONE)
    game.say("builds_house", seat, COLOUR[card])
    reactions = flat(reacting(game, seat, Effect.on_house, colour))
    game.then(*([PayHouse(seat, colour)] if paid else []), *reactions)


class PayHouse(Step[Bruges], frozen=True):
    """Pay a worker of the house's colour; with the carpenter the owner chooses the colour."""

    seat: int
    colour: int

    def asks(self, game: Bruges) -> Sequence[Ask]:
        colours = held(game.players[self.seat].workers)
        if len(colours) < 2 or not acting(game, self.seat, Effect.pays_any_worker):
            return ()
        return (Ask(self.seat, "pay_house", choices("give_worker", colours)),)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        pay_worker(game, seat, choice.noun)

    def run(self, game: Bruges) -> None:
        workers = game.players[self.seat].workers
        pay_worker(game, self.seat, self.colour if workers[self.colour] else held(workers)[0])


class HouseFromHand(Step[Bruges], frozen=True):
    """Lay a hand card as a house without a worker, or not."""

    seat: int

    def asks(self, game: Bruges) -> Sequence[Ask]:
        hand = game.players[self.seat].hand
        return (
            (Ask(self.seat, "house_from_hand", (*choices("lay", hand), Choice("decline"))),) if hand else ()
        )

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        if choice.verb == "lay":
            game.players[seat].hand.remove(choice.noun)
            build_house(game, seat, choice.noun, COLOUR[choice.noun], paid=False)
        else:
            decline(game, seat, "house")


class HouseFromStack(OwnPick[Bruges], frozen=True):
    """Lay the top card of a draw stack as a house without a worker."""

    prompt = "house_from_stack"

    def options(self, game: Bruges) -> Sequence[Choice]:
        return choices("stack", open_stacks(game))

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        taken: list[int] = []
        draw(game, choice.noun, taken)
        build_house(game, seat, taken[0], COLOUR[taken[0]], paid=False)


class HouseFromDiscard(Step[Bruges], frozen=True):
    """Lay a card of a colour from the discard pile as a house and pay its worker, or not (BRU-13.21)."""

    seat: int
    colour: int

    def asks(self, game: Bruges) -> Sequence[Ask]:
        cards = [card for card in game.discard if COLOUR[card] == self.colour]
        if not cards or not can_pay_house(game, self.seat, self.colour, game.players[self.seat].workers):
            return ()
        return (Ask(self.seat, "house_from_discard", (*choices("fetch", cards), Choice("decline"))),)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        if choice.verb == "fetch":
            game.discard.remove(choice.noun)
            game.say("fetches", seat, choice.noun)
            build_house(game, seat, choice.noun, self.colour, paid=True)
        else:
            decline(game, seat, "house")


# -- persons ---------------------------------------------------------------------------------------


def hire_discount(game: Bruges, seat: int) -> int:
    return sum([effect.hire_discount() for effect in acting(game, seat, Effect.hire_discount)])


def price_of(card: int, discount: int) -> int:
    return max(0, COST[card] - discount)


class MoveIn(OwnPick[Bruges], frozen=True):
    """A shown card moves into a house of the player's choice; persons react to `colour` (BRU-8.32)."""

    prompt = "move_in"

    card: int
    colour: int

    def options(self, game: Bruges) -> Sequence[Choice]:
        return choices("move_in", game.players[self.seat].room(self.card in PETS))

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        me, card = game.players[seat], self.card
        reactions = flat(reacting(game, seat, Effect.on_hire, self.colour))
        twice = YES if acting(game, seat, Effect.doubles_lightning) else NO
        game.shown.remove(card)
        (me.pets if card in PETS else me.persons)[choice.noun] = card
        game.then(*reactions, *([Lightning(seat, card, twice)] if ACTIVATION[card] == "immediate" else []))


class FetchPerson(Step[Bruges], frozen=True):
    """Recruit a person of a group from the discard pile for nothing, or not (BRU-13.10)."""

    seat: int
    group: int

    def asks(self, game: Bruges) -> Sequence[Ask]:
        cards = fetchable(game, self.seat, self.group)
        if not cards:
            return ()
        return (Ask(self.seat, "fetch_person", (*choices("fetch", cards), Choice("decline"))),)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        if choice.verb == "fetch":
            game.discard.remove(choice.noun)
            game.shown.append(choice.noun)
            game.say("fetches", seat, choice.noun)
            game.then(MoveIn(seat, choice.noun, COLOUR[choice.noun]))
        else:
            decline(game, seat, "person")


def fetchable(game: Bruges, seat: int, group: int) -> list[int]:
    """The persons of a group in the discard pile; none if there is no empty house (BRU-13.17)."""
    if not game.players[seat].room(is_pet=False):
        return []
    return [card for card in game.discard if GROUP[card] == group]


# -- the reputation track --------------------------------------------------------------------------


class Advance(Step[Bruges], frozen=True):
    """One step up the reputation track; at its end nothing happens (BRU-5.21)."""

    seat: int

    def run(self, game: Bruges) -> None:
        me = game.players[self.seat]
        if can_advance(game, self.seat):
            me.step += 1
            game.say("advances", self.seat, me.step)
            effects = acting(game, self.seat, Effect.on_advance)
            game.then(*flat([effect.on_advance(game, self.seat) for effect in effects]))


def can_advance(game: Bruges, seat: int) -> bool:
    return game.players[seat].step < len(TRACK) - 1
