"""What a seat can do with a card in an action, improved by the bourse or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...kernel import Choice
from ..cards import PETS, Improvement
from ..effect import Effect, acting
from ..state import ANY, Bruges
from .bourse import UNIMPROVED, improved_action, improvement
from .building import can_pay_house, fitting, hire_discount, next_spaces, price_of
from .verbs import EACH


class Refusal(NamedTuple):
    """An action that a card does not allow now, why, and how many guilders it would take."""

    action: str
    reason: str
    price: int = 0


class Offer(NamedTuple):
    """What a seat can do with a card now, apart from the card: worked out once for a whole hand."""

    game: Bruges
    seat: int
    canals: frozenset[int]
    """Colours of the next spaces that can be paid."""
    next_canals: frozenset[int]
    """Colours of all next spaces."""
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
            frozenset([space.colour for space in next_spaces(game, seat)]),
            frozenset([c for c in EACH if can_pay_house(game, seat, c, me.workers)]),
            hire_discount(game, seat),
            bool(acting(game, seat, Effect.threats_returned)),
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
        if self.better and self.can_improve(card, colour):
            yield Choice(f"{self.better}_bourse", card)

    def refusals(self, card: int, colour: int) -> Iterator[Refusal]:
        """Why the plain actions are out of the question that `actions` leaves out."""
        me = self.game.players[self.seat]
        if not (me.threats[colour] or (self.any_threat and any(me.threats))):
            yield Refusal("threat", "no_marker")
        if colour not in self.next_canals:
            yield Refusal("canal", "no_space")
        elif colour not in self.canals:
            prices = [space.price for space in next_spaces(self.game, self.seat) if space.colour == colour]
            yield Refusal("canal", "guilders", min(prices))
        if colour not in self.houses:
            yield Refusal("house", "no_worker")
        if not me.room(card in PETS):
            yield Refusal("hire", "no_room")
        elif (price := price_of(card, self.discount)) > me.guilders:
            yield Refusal("hire", "guilders", price)

    def can_improve(self, card: int, colour: int) -> bool:
        """Is the improved action possible? Where it brings nothing it takes a marker away (BRU-16.5)."""
        me, how = self.game.players[self.seat], self.how
        match self.better:
            case "threat":
                return bool(me.threats[colour]) or ((how.threats > 1 or self.any_threat) and any(me.threats))
            case "canal" if how.free:
                return colour in self.next_canals
            case "canal":
                return bool(self.canals) if how.any_colour else colour in self.canals
            case "house":
                return how.free or colour in self.houses
            case "hire":
                price = price_of(card, self.discount + how.discount)
                return bool(me.room(card in PETS)) and price <= me.guilders
            case _:
                return True


def action_of(game: Bruges, verb: str) -> tuple[str, Improvement]:
    """The action of a verb, and how it is improved."""
    action, _, improved = verb.partition("_")
    return action, improvement(game) if improved else UNIMPROVED


class Workers(NamedTuple):
    """So many workers, of the card's colour or of any."""

    number: int
    any_colour: bool


def workers_of(game: Bruges, seat: int, how: Improvement) -> Workers:
    """Action I: two workers of the card's colour (BRU-8.1)."""
    more = [effect.more_workers() for effect in acting(game, seat, Effect.more_workers)]
    return Workers(how.workers + sum(more), how.any_workers or bool(acting(game, seat, Effect.any_workers)))


def threats_of(game: Bruges, seat: int, how: Improvement) -> int:
    """Action III: one marker of the card's colour (BRU-8.8), or up to so many of any, and at least one."""
    effects = acting(game, seat, Effect.threats_returned)
    return max([how.threats, *(effect.threats_returned() for effect in effects)])


def canal_of(colour: int, how: Improvement) -> tuple[int, int]:
    """Action IV: the colour of the space, or ANY, and the multiple of its price that is paid (BRU-8.16)."""
    return (ANY if how.any_colour else colour), (0 if how.free else 1)


def hire_price(game: Bruges, seat: int, card: int, how: Improvement) -> int:
    """Action VI: the price on the card, less what is taken off (BRU-8.29)."""
    return price_of(card, hire_discount(game, seat) + how.discount)


def guilders_of(game: Bruges, seat: int, colour: int, how: Improvement) -> int:
    """Action II: what the die of the colour shows (BRU-8.4), improved in the better order (BRU-16.14).

    Quartus brings five "instead" (BRU-16.9), in place of a six as well: then it only takes a marker away.
    """
    least = [effect.least_guilders() for effect in acting(game, seat, Effect.least_guilders)]
    more = [effect.more_guilders() for effect in acting(game, seat, Effect.more_guilders)]
    return max([how.guilders or game.rolled[colour], *least]) + how.more_guilders + sum(more)
