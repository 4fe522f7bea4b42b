"""A turn of phase 3: one card and one of the six actions with it, and activations before and after.

An action is chosen by its verb and the card; the suffix `_bourse` means that the bourse card in force
improves the action.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...kernel import DONE, NO, YES, Ask, Choice, Step, by_noun, choices
from ..cards import ACTIVATION, BOX, COLOUR, WORKER, Improvement
from ..effect import usable
from ..state import COLOURS, NONE, Bruges
from .activation import ACTIVE, Activate, ActivateOwn, own_candidates
from .bourse import take_marker
from .building import Advance, BuildCanal, MoveIn, build_house, can_advance
from .discarding import ReturnThreats, return_threat
from .drawing import Draw, can_draw
from .offer import Offer, action_of, canal_of, guilders_of, hire_price, threats_of, workers_of
from .verbs import EACH, ChooseWorkers, decline, gain, held, pay_worker, take_workers

USE: Final = by_noun("use")
TURNS_EACH: Final = BOX.figures.cards_per_round
SHIP_GUILDERS: Final = 6
"""The guilders from a ship with guilders (BRU-15.18)."""


class Turn(Step[Bruges], frozen=True):
    """Any number of activations, the turn's card, and further activations, until the player ends the turn
    (BRU-6.9).

    `played`: whether the card has been played.
    """

    played: int = NO

    def asks(self, game: Bruges) -> Sequence[Ask]:
        seat = game.active
        me = game.players[seat]
        options = [USE[card] for card in usable(game, seat)]
        if self.played or not me.hand:
            options += DONE
            if len(options) == 1:
                return (Ask(seat, "end_turn", DONE),)
        else:
            options += playable(game, seat, me.hand)
        return (Ask(seat, "turn_over" if self.played or not me.hand else "turn", tuple(options)),)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        if choice.verb == "done":
            game.free_canal = game.recolour = False
            game.seal()  # the others have seen the result, so it can't be undone
        elif choice.verb == "use":
            game.then(self)
            activate(game, seat, choice.noun)
        else:
            game.then(Turn(played=YES))
            play(game, seat, game.players[seat].hand, choice)


def activate(game: Bruges, seat: int, card: int) -> None:
    """Pay for an activation by hand and mark the person as used; the next step carries it out."""
    game.players[seat].used.append(card)
    game.say("activates", seat, card)
    if ACTIVATION[card] == "worker":
        pay_worker(game, seat, WORKER[card])
    game.then(Activate(seat, card))


class Play(Step[Bruges], frozen=True):
    """A further card, from the hand or just drawn, and an action with it (BRU-17.24, BRU-15.20)."""

    seat: int
    zone: str = "hand"

    def asks(self, game: Bruges) -> Sequence[Ask]:
        cards: list[int] = getattr(game.players[self.seat], self.zone)
        return (Ask(self.seat, "play", tuple(playable(game, self.seat, cards))),) if cards else ()

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        play(game, seat, getattr(game.players[seat], self.zone), choice)


def playable(game: Bruges, seat: int, cards: Sequence[int]) -> list[Choice]:
    """The choices with these cards; if the player may name a colour, the card is chosen first."""
    if game.recolour:
        return [*choices("play", cards)]
    offer = Offer.of(game, seat)
    return [choice for card in cards for choice in offer.actions(card, COLOUR[card])]


def play(game: Bruges, seat: int, pile: list[int], choice: Choice) -> None:
    """Take a card from a pile of the player and use it."""
    pile.remove(choice.noun)
    if choice.verb == "play":
        game.recolour = False
        game.shown.append(choice.noun)
        game.then(NameColour(seat, choice.noun))
    else:
        perform(game, seat, choice.verb, choice.noun, COLOUR[choice.noun])


class NameColour(Step[Bruges], frozen=True):
    """The player names the colour of a card for its action (BRU-13.26)."""

    seat: int
    card: int

    def asks(self, game: Bruges) -> Sequence[Ask]:
        return (Ask(self.seat, "name_colour", choices("colour", EACH)),)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        game.say("names_colour", seat, self.card, choice.noun)
        game.then(PlayAs(seat, self.card, choice.noun))


class PlayAs(Step[Bruges], frozen=True):
    """An action with a card, as if it had the named colour."""

    seat: int
    card: int
    colour: int

    def asks(self, game: Bruges) -> Sequence[Ask]:
        return (Ask(self.seat, "play", tuple(Offer.of(game, self.seat).actions(self.card, self.colour))),)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        game.shown.remove(self.card)
        perform(game, seat, choice.verb, choice.noun, self.colour)


# -- the six actions -------------------------------------------------------------------------------


def perform(game: Bruges, seat: int, verb: str, card: int, colour: int) -> None:
    """An action with a card that has left its pile, as if it had this colour."""
    action, how = action_of(game, verb)
    if action != verb:
        take_marker(game, seat)
    if action == "house":
        take_house(game, seat, card, colour, how)
    elif action == "hire":
        take_person(game, seat, card, colour, how)
    else:
        game.discard.append(card)
        game.say(action, seat, card)
        match action:
            case "workers":
                take_some_workers(game, seat, colour, how)
            case "guilders":
                gain(game, seat, guilders_of(game, seat, colour, how))
            case "threat":
                discard_threats(game, seat, colour, how)
            case _:
                ships = [OfferShip(seat)] if any(ship != NONE for ship in game.berths) else []
                game.then(BuildCanal(seat, *canal_of(colour, how)), *ships)


def take_some_workers(game: Bruges, seat: int, colour: int, how: Improvement) -> None:
    """Action I: workers of the card's colour, or of chosen ones."""
    count, any_colour = workers_of(game, seat, how)
    if any_colour:
        game.then(ChooseWorkers(seat, count))
    else:
        take_workers(game, seat, colour, count)


def discard_threats(game: Bruges, seat: int, colour: int, how: Improvement) -> None:
    """Action III: one marker of the card's colour, or some of any, and a point for each (BRU-8.8)."""
    count = threats_of(game, seat, how)
    if count > 1:
        game.then(ReturnThreats(seat, count, 1))
    else:
        return_threat(game, seat, colour)
    gain(game, seat, points=how.points)


def take_house(game: Bruges, seat: int, card: int, colour: int, how: Improvement) -> None:
    """Action V: the card becomes a house, for a worker of its colour (BRU-8.25)."""
    build_house(game, seat, card, colour, paid=not how.free)
    gain(game, seat, how.more_guilders)


def take_person(game: Bruges, seat: int, card: int, colour: int, how: Improvement) -> None:
    """Action VI: the person moves into an empty house, for the price on the card (BRU-8.29)."""
    price = hire_price(game, seat, card, how)
    game.players[seat].guilders -= price
    game.shown.append(card)
    game.say("hire", seat, card, price)
    after = [ActivateOwn(seat, NONE, ACTIVE, useless=YES)] if how.activate else []
    game.then(MoveIn(seat, card, colour), *after)


# -- ships -----------------------------------------------------------------------------------------


class OfferShip(Step[Bruges], frozen=True):
    """After a canal token built with a card: use one of the active ships, or none (BRU-15.10)."""

    seat: int

    def asks(self, game: Bruges) -> Sequence[Ask]:
        workers = game.players[self.seat].workers
        ships = [ship for ship in game.berths if ship != NONE and workers[ship_colour(ship)]]
        ships = [ship for ship in ships if is_useful(game, self.seat, ship)]
        return (Ask(self.seat, "ship", (*choices("ship", ships), Choice("decline"))),) if ships else ()

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        if choice.verb == "ship":
            game.say("uses_ship", seat, choice.noun)
            pay_worker(game, seat, ship_colour(choice.noun))
            use_ship(game, seat, BOX.ships[choice.noun].action)
        else:
            decline(game, seat, "ship")


def ship_colour(ship: int) -> int:
    return COLOURS.index(BOX.ships[ship].colour)


def is_useful(game: Bruges, seat: int, ship: int) -> bool:
    """Whether the ship would change anything except the worker paid for it (BRU-15.26)."""
    match BOX.ships[ship].action:
        case "return_two_threats":
            return bool(held(game.players[seat].threats))
        case "activate_lightning":
            return bool(own_candidates(game, seat, (NONE,), ("immediate",), worker=ship_colour(ship)))
        case "extra_action":
            return can_draw(game)
        case "advance":
            return can_advance(game, seat)
        case _:
            return True


def use_ship(game: Bruges, seat: int, action: str) -> None:
    """The effects of the six kinds of ships (BRU-15.16 to BRU-15.21)."""
    match action:
        case "three_workers":
            game.then(ChooseWorkers(seat, 3))
        case "return_two_threats":
            game.then(ReturnThreats(seat, 2, 1))
        case "six_guilders":
            gain(game, seat, SHIP_GUILDERS)
        case "activate_lightning":
            game.then(ActivateOwn(seat, NONE))
        case "extra_action":
            game.then(Draw(seat, 1, "drawn"), Play(seat, "drawn"))
        case _:
            game.then(Advance(seat))
