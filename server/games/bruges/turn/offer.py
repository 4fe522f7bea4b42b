"""What a seat can do with a card in an action, improved by the bourse or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ..kernel import Choice
from .activation import ACTIVE
from .bourse import improved_action, improvement
from .building import can_pay_house, fitting, hire_discount, next_spaces, price_of
from .cards import ACTIVATION, PETS, Improvement
from .effect import acting
from .state import ANY, NONE, Bruges
from .verbs import EACH

PLAIN: Final = Improvement()
"""An action without the bourse."""


class Offer(NamedTuple):
    """What a seat can do with a card now, apart from the card: worked out once for a whole hand."""

    game: Bruges
    seat: int
    canals: frozenset[int]
    """Colours of the next spaces that can be paid."""
    free_canals: frozenset[int]
    """Colours of all next spaces where a free token would save guilders."""
    houses: frozenset[int]
    """Colours of houses that can be paid."""
    discount: int
    any_threat: bool
    """May the action discard markers of any colour?"""
    better: str
    """The action that the bourse improves, or nothing."""
    how: Improvement

    @staticmethod
    def of(game: Bruges, seat: int) -> Offer:
        me = game.players[seat]
        return Offer(
            game,
            seat,
            frozenset([space.colour for space in fitting(game, seat, ANY)]),
            frozenset([] if game.free_canal else [space.colour for space in next_spaces(game, seat)]),
            frozenset([c for c in EACH if can_pay_house(game, seat, c, me.workers)]),
            hire_discount(game, seat),
            bool(acting(game, seat, "threats_returned")),
            improved_action(game),
            improvement(game),
        )

    def actions(self, card: int, colour: int) -> Iterator[Choice]:
        """The actions that a card allows if it has a colour."""
        me = self.game.players[self.seat]
        yield Choice("workers", card)
        yield Choice("guilders", card)
        if me.threats[colour] or (self.any_threat and any(me.threats)):
            yield Choice("threat", card)
        if colour in self.canals:
            yield Choice("canal", card)
        if colour in self.houses:
            yield Choice("house", card)
        if me.room(card in PETS) and price_of(card, self.discount) <= me.guilders:
            yield Choice("hire", card)
        if self.better and self.is_better(card, colour):
            yield Choice(f"{self.better}_bourse", card)

    def is_better(self, card: int, colour: int) -> bool:
        """Is the improved action possible, and does the improvement change anything (BRU-18.22)?"""
        game, seat, how = self.game, self.seat, self.how
        me = game.players[seat]
        match self.better:
            case "workers":
                return not how.any_workers or not acting(game, seat, "any_workers")
            case "guilders":
                return guilders_of(game, seat, colour, how) > guilders_of(game, seat, colour, PLAIN)
            case "threat":
                if how.threats > 1:
                    held_of_colour = me.threats[colour]
                    return not self.any_threat and sum(me.threats) > min(1, held_of_colour)
                return bool(me.threats[colour] or (self.any_threat and any(me.threats)))
            case "canal":
                if how.any_colour:
                    return bool(self.canals - {colour})
                return colour in self.free_canals
            case "house":
                return how.free or colour in self.houses
            case _:
                return self.is_better_hire(card)

    def is_better_hire(self, card: int) -> bool:
        game, seat, how = self.game, self.seat, self.how
        me = game.players[seat]
        price = price_of(card, self.discount)
        if not me.room(card in PETS) or price_of(card, self.discount + how.discount) > me.guilders:
            return False
        if how.activate:
            return ACTIVATION[card] in ACTIVE or any(
                ACTIVATION[person] in ACTIVE for person in me.persons if person != NONE
            )
        return price > 0


def guilders_of(game: Bruges, seat: int, colour: int, how: Improvement) -> int:
    """Action II: what the die of the colour shows (BRU-8.4), improved in the better order (BRU-16.14)."""
    least = [effect.least_guilders() for effect in acting(game, seat, "least_guilders")]
    more = [effect.more_guilders() for effect in acting(game, seat, "more_guilders")]
    return max([how.guilders or game.rolled[colour], *least]) + how.more_guilders + sum(more)
