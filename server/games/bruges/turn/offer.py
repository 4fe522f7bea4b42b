"""The actions that a card allows, with or without the bourse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from ...kernel import Choice, by_noun
from ..cards import COST, PETS, Improvement
from ..effect import Effect, acting
from ..state import ANY_COLOUR, NONE, Bruges
from .bourse import UNIMPROVED, improved_action, improvement
from .building import fitting, hire_discount, next_spaces, payable_houses, price_of
from .verbs import EACH, held

WORKERS, GUILDERS, THREAT = by_noun("workers"), by_noun("guilders"), by_noun("threat")
CANAL, HOUSE, HIRE = by_noun("canal"), by_noun("house"), by_noun("hire")


class Refusal(NamedTuple):
    """An action that a card does not allow now, the reason, and the guilders that it would take."""

    action: str
    reason: str
    price: int = 0


class Offer(Struct, frozen=True):
    """The conditions of a seat's actions that don't depend on the card, computed once for a whole hand."""

    game: Bruges
    seat: int
    canals: Sequence[int]
    """Colours of the next spaces that the seat can pay for."""
    houses: Sequence[int]
    """Colours of houses that the seat can pay for."""
    threats: Sequence[int]
    """Colours of cards that may discard a marker."""
    rooms: tuple[bool, bool]
    """Whether there is room for a person, and for a pet."""
    purse: int
    """The most that a person may cost by the price on the card: the guilders and the discounts."""
    any_threat: bool
    """Whether the action may discard markers of any colour."""
    better: str
    """The action that the bourse improves, or ""."""

    @staticmethod
    def of(game: Bruges, seat: int) -> Offer:
        me = game.players[seat]
        threats, any_threat = held(me.threats), bool(acting(game, seat, Effect.threats_returned))
        return Offer(
            game,
            seat,
            [space.colour for space in fitting(game, seat, ANY_COLOUR)],
            payable_houses(game, seat),
            EACH if threats and any_threat else threats,
            (NONE in me.persons, NONE in me.pets),
            me.guilders + hire_discount(game, seat),
            any_threat,
            improved_action(game),
        )

    def actions(self, card: int, colour: int) -> list[Choice]:
        """The actions that a card allows when played with this colour."""
        found = [WORKERS[card], GUILDERS[card]]
        if colour in self.threats:
            found.append(THREAT[card])
        if colour in self.canals:
            found.append(CANAL[card])
        if colour in self.houses:
            found.append(HOUSE[card])
        if self.can_hire(card):
            found.append(HIRE[card])
        if self.better and self.can_improve(card, colour):
            found.append(Choice(f"{self.better}_bourse", card))
        return found

    def can_hire(self, card: int, discount: int = 0) -> bool:
        """Whether there is a house for the person, or a place for the pet, and guilders for the price, at a
        further discount."""
        return self.rooms[card in PETS] and COST[card] <= self.purse + discount

    def refusals(self, card: int, colour: int) -> Iterator[Refusal]:
        """The reasons why the plain actions that `actions` leaves out are impossible."""
        me = self.game.players[self.seat]
        if colour not in self.threats:
            yield Refusal("threat", "no_marker")
        if colour not in self.canals:
            prices = [space.price for space in next_spaces(self.game, self.seat) if space.colour == colour]
            yield Refusal("canal", "guilders", min(prices)) if prices else Refusal("canal", "no_space")
        if colour not in self.houses:
            yield Refusal("house", "no_worker")
        if not self.rooms[card in PETS]:
            yield Refusal("hire", "no_room")
        elif not self.can_hire(card):
            yield Refusal("hire", "guilders", me.guilders + COST[card] - self.purse)

    def can_improve(self, card: int, colour: int) -> bool:
        """Whether the improved action is possible. It may bring nothing and only use up a marker
        (BRU-16.5)."""
        me, how = self.game.players[self.seat], improvement(self.game)
        match self.better:
            case "threat":
                return bool(me.threats[colour]) or ((how.threats > 1 or self.any_threat) and any(me.threats))
            case "canal" if how.free:
                return any(space.colour == colour for space in next_spaces(self.game, self.seat))
            case "canal":
                return bool(self.canals) if how.any_colour else colour in self.canals
            case "house":
                return how.free or colour in self.houses
            case "hire":
                return self.can_hire(card, how.discount)
            case _:
                return True


def action_of(game: Bruges, verb: str) -> tuple[str, Improvement]:
    """The action of a verb, and its improvement."""
    action, _, improved = verb.partition("_")
    return action, improvement(game) if improved else UNIMPROVED


class Workers(NamedTuple):
    """A number of workers, of the card's colour or of any."""

    number: int
    any_colour: bool


def workers_of(game: Bruges, seat: int, how: Improvement) -> Workers:
    """Action I: two workers of the card's colour (BRU-8.1)."""
    more = [effect.more_workers() for effect in acting(game, seat, Effect.more_workers)]
    return Workers(how.workers + sum(more), how.any_workers or bool(acting(game, seat, Effect.any_workers)))


def threats_of(game: Bruges, seat: int, how: Improvement) -> int:
    """Action III: one marker of the card's colour (BRU-8.8), or up to this many of any colour, and at least
    one."""
    effects = acting(game, seat, Effect.threats_returned)
    return max([how.threats, *(effect.threats_returned() for effect in effects)])


def canal_of(colour: int, how: Improvement) -> tuple[int, int]:
    """Action IV: the colour of the space, or ANY_COLOUR, and the multiple of its price (BRU-8.16)."""
    return (ANY_COLOUR if how.any_colour else colour), (0 if how.free else 1)


def hire_price(game: Bruges, seat: int, card: int, how: Improvement) -> int:
    """Action VI: the price on the card, less discounts (BRU-8.29)."""
    return price_of(card, hire_discount(game, seat) + how.discount)


def guilders_of(game: Bruges, seat: int, colour: int, how: Improvement) -> int:
    """Action II: the value of the colour's die (BRU-8.4), improved in the order that is better for the player
    (BRU-16.14).

    Quartus gives five "instead" (BRU-16.9), even in place of a six; then its only effect is the use of a
    marker.
    """
    least = [effect.least_guilders() for effect in acting(game, seat, Effect.least_guilders)]
    more = [effect.more_guilders() for effect in acting(game, seat, Effect.more_guilders)]
    return max([how.guilders or game.rolled[colour], *least]) + how.more_guilders + sum(more)
