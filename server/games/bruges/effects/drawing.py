"""Persons who draw cards, play them, build with them, and find or bring back other persons."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel import Ask, Choice, Step, Steps, choices
from ..cards import BOX, COLOUR, POINTS, Colour
from ..effect import Effect, Use, workers_left
from ..state import ANY_COLOUR, COLOURS, Bruges
from ..turn.building import (
    BuildCanal,
    FetchPerson,
    HouseFromDiscard,
    HouseFromHand,
    HouseFromStack,
    can_pay_house,
    fetchable,
    fitting,
)
from ..turn.drawing import Discard, Draw, DropRest, Keep, Swap, can_draw, swappable
from ..turn.losses import leave_house
from ..turn.turn import Play
from ..turn.verbs import decline, gain

# -- drawing ---------------------------------------------------------------------------------------


class DrawCards(Effect, frozen=True):
    cards: int

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return can_draw(game)

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [Draw(seat, self.cards)]


class DrawKeep(Effect, frozen=True):
    """Draw some cards, keep some of them, discard the others."""

    draw: int
    keep: int

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return can_draw(game)

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [Draw(seat, self.draw, "drawn"), *[Keep(seat)] * self.keep, DropRest(seat)]


class CycleCard(Effect, frozen=True):
    """Discard hand cards and draw as many."""

    costs = True

    cards: int

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return bool(game.players[seat].hand) and can_draw(game)

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        count = min(self.cards, len(game.players[seat].hand))
        return [*[Discard(seat)] * count, Draw(seat, count)]


class SwapWithDiscard(Effect, frozen=True):
    """Exchange a hand card for one of the same colour in the discard pile."""

    costs = True

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return bool(swappable(game, seat))

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [Swap(seat)]


# -- playing ---------------------------------------------------------------------------------------


class ExtraCardAction(Effect, frozen=True):
    """Play a further card from the hand immediately (BRU-17.24)."""

    costs = True

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return bool(game.players[seat].hand)

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [Play(seat)]


class DeclareColour(Effect, frozen=True):
    """The player may name a colour for the next card of this turn (BRU-13.25); never useless (BRU-18.24)."""

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return not game.recolour

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [Recolour()]


class Recolour(Step[Bruges], frozen=True):
    def run(self, game: Bruges) -> None:
        game.recolour = True


# -- building --------------------------------------------------------------------------------------


class CanalFreeOfGuilders(Effect, frozen=True):
    """The well builder: the next canal token of this turn costs no guilders; never useless (BRU-18.25)."""

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return not game.free_canal

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [FreeCanal()]


class FreeCanal(Step[Bruges], frozen=True):
    def run(self, game: Bruges) -> None:
        game.free_canal = True


class BuildCanalNoCard(Effect, frozen=True):
    """Build a canal token without a card, at a multiple of the price (BRU-17.20)."""

    costs = True

    factor: int

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return bool(fitting(game, seat, ANY_COLOUR, self.factor))

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [BuildCanal(seat, ANY_COLOUR, self.factor)]


class BuildHouseFromHand(Effect, frozen=True):
    """Lay a hand card as a house without a worker."""

    optional = True

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return bool(game.players[seat].hand)

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [HouseFromHand(seat)]


class BuildHouseFromStack(Effect, frozen=True):
    """Lay the top card of a draw stack as a house without a further worker."""

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return can_draw(game)

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [HouseFromStack(seat)]


class SearchHouse(Effect, frozen=True):
    """Lay a card of a colour from the discard pile as a house, for its worker (BRU-13.21)."""

    optional = True
    colour: Colour

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        colour = COLOURS.index(self.colour)
        lies = any(COLOUR[card] == colour for card in game.discard)
        return lies and can_pay_house(game, seat, colour, workers_left(game, seat, use))

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [HouseFromDiscard(seat, COLOURS.index(self.colour))]


# -- persons ---------------------------------------------------------------------------------------


class SearchPersonFree(Effect, frozen=True):
    """Recruit a person of a group from the discard pile for nothing (BRU-13.10)."""

    optional = True
    group: str

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return bool(fetchable(game, seat, BOX.groups.index(self.group)))

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [FetchPerson(seat, BOX.groups.index(self.group))]


def companions(game: Bruges, seat: int, card: int) -> list[int]:
    """The other persons and pets in the play area."""
    return [person for person in game.players[seat].living() if person != card]


class TakeBackPerson(Effect, frozen=True):
    """Take another person back into the hand, and gain guilders."""

    costs = True

    guilders: int

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return bool(companions(game, seat, use.card))

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [TakeBack(seat, use.card, self.guilders)]


class TakeBack(Step[Bruges], frozen=True):
    """A person other than `card` returns to the hand."""

    seat: int
    card: int
    guilders: int

    def asks(self, game: Bruges) -> Sequence[Ask]:
        persons = companions(game, self.seat, self.card)
        return (Ask(self.seat, "take_back", choices("take_back", persons), costs=True),)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        leave_house(game, seat, choice.noun)
        game.players[seat].hand.append(choice.noun)
        game.say("takes_back", seat, choice.noun)
        gain(game, seat, self.guilders)


class DiscardOwnPersonForPoints(Effect, frozen=True):
    """Another person may be discarded, for its points and a bonus."""

    optional = True
    bonus: int

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return bool(companions(game, seat, use.card))

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [Sacrifice(seat, use.card, self.bonus)]


class Sacrifice(Step[Bruges], frozen=True):
    """A person other than `card` is discarded, or none."""

    seat: int
    card: int
    bonus: int

    def asks(self, game: Bruges) -> Sequence[Ask]:
        options = choices("sacrifice", companions(game, self.seat, self.card))
        return (Ask(self.seat, "sacrifice", (*options, Choice("decline"))),)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        if choice.verb == "sacrifice":
            leave_house(game, seat, choice.noun)
            game.discard.append(choice.noun)
            game.say("loses_person", seat, choice.noun)
            gain(game, seat, points=POINTS[choice.noun] + self.bonus)
        else:
            decline(game, seat, "sacrifice")
