"""The functions of Cubans and buildings: a visitor's choices, and the steps that carry them out.

Effects read the game and plan steps; only steps change it. Each kind of function is a class, with its
numbers in `cards.json`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from ..cardfile import CardEffect, effects
from ..kernel import Choice, Steps, choices
from .cards import BOX
from .ships import VALUES, Cancel, Lower, MoveMarker
from .state import DEMANDED, GOODS, ITEMS, NOBODY, PESO, VP, Santiago
from .verbs import Claim, Exchange, Gift, Surrender, TakeOther, TurnDown

NUMBER = {item: number for number, item in enumerate(ITEMS)}
USE = [Choice("use")]


class Effect(CardEffect, frozen=True):
    """A function that the active player may use. All of them are optional (SAN-6.1, SAN-8.4)."""

    secret: ClassVar[bool] = False
    """Whether the options depend on what players hold."""

    def offers(self, game: Santiago) -> Sequence[Choice]:
        """All ways to use the function; empty if it would have no effect."""
        return USE

    def hides(self, game: Santiago) -> bool:
        """Whether the mere question would reveal hidden holdings. If so, it is always asked."""
        return self.secret and not game.options.open_holdings

    def plan(self, game: Santiago, choice: Choice) -> Steps:
        """The steps of one of these ways."""
        raise NotImplementedError


class Gain(Effect, frozen=True):
    """Items from the supply, as far as it has them."""

    item: str
    amount: int

    def offers(self, game: Santiago) -> list[Choice]:
        item = NUMBER[self.item]
        return USE if item not in GOODS or game.supply[item] else []

    def plan(self, game: Santiago, choice: Choice) -> Steps:
        return (Exchange((), ((NUMBER[self.item], self.amount),)),)


class GainAny(Effect, frozen=True):
    """A good of the player's choice, but no wood (SAN-6.7)."""

    def offers(self, game: Santiago) -> list[Choice]:
        return [Choice("take", good) for good in DEMANDED if game.supply[good]]

    def plan(self, game: Santiago, choice: Choice) -> Steps:
        return (Exchange((), ((choice.noun, 1),)),)


class FromEach(Effect, frozen=True):
    """Every opponent gives something, clockwise. Screens hide which opponents have nothing to give."""

    def offers(self, game: Santiago) -> list[Choice]:
        hidden = not game.options.open_holdings
        return USE if hidden or any(Gift(seat).choices(game) for seat in game.others()) else []

    def plan(self, game: Santiago, choice: Choice) -> Steps:
        return [Gift(seat) for seat in game.others()]


class Lawyer(Effect, frozen=True):
    """Claim a building, or employ an own one.

    Employing uses that building, so the step `UseCuban` handles it. An own building whose use would have no
    effect (SAN-10.23) is not offered.
    """

    def offers(self, game: Santiago) -> list[Choice]:
        mine = self.owned(game)
        useful = [Choice("employ", building) for building in mine if BUILDINGS[building].offers(game)]
        if len(mine) == BOX.track.markers:
            return useful
        free = [Choice("claim", b) for b, owner in enumerate(game.owners) if owner == NOBODY]
        return [*free, *useful]

    def hides(self, game: Santiago) -> bool:
        return any(BUILDINGS[building].hides(game) for building in self.owned(game))

    @staticmethod
    def owned(game: Santiago) -> list[int]:
        """The active player's buildings."""
        return [building for building, owner in enumerate(game.owners) if owner == game.active]

    def plan(self, game: Santiago, choice: Choice) -> Steps:
        return (Claim(choice.noun),)


class Convert(Effect, frozen=True):
    """Any number of a raw good for the same number of the good made from it (SAN-10.5)."""

    secret: ClassVar[bool] = True
    raw: str
    made: str

    def offers(self, game: Santiago) -> Sequence[Choice]:
        most = min(game.held[game.active][NUMBER[self.raw]], game.supply[NUMBER[self.made]])
        return choices("convert", range(1, most + 1))

    def plan(self, game: Santiago, choice: Choice) -> Steps:
        units = choice.noun
        return (Exchange(((NUMBER[self.raw], units),), ((NUMBER[self.made], units),)),)


class Swap(Effect, frozen=True):
    """One good for another; neither may be wood."""

    secret: ClassVar[bool] = True

    def offers(self, game: Santiago) -> list[Choice]:
        mine = game.held[game.active]
        return [Choice("swap_give", g) for g in DEMANDED if mine[g] and TakeOther(g).choices(game)]

    def plan(self, game: Santiago, choice: Choice) -> Steps:
        return Surrender(choice.noun), TakeOther(choice.noun)


class Barter(Effect, frozen=True):
    """A fixed payment for a fixed return, once."""

    secret: ClassVar[bool] = True
    pay: dict[str, int]
    get: dict[str, int]

    def offers(self, game: Santiago) -> list[Choice]:
        mine = game.held[game.active]
        return USE if all(mine[NUMBER[item]] >= n for item, n in self.pay.items()) else []

    def plan(self, game: Santiago, choice: Choice) -> Steps:
        pay, get = (tuple((NUMBER[i], n) for i, n in side.items()) for side in (self.pay, self.get))
        return (Exchange(pay, get),)


class Sell(Effect, frozen=True):
    """One unit each of two goods for points; both goods or only one of them."""

    secret: ClassVar[bool] = True
    items: list[str]
    vp: int

    def offers(self, game: Santiago) -> list[Choice]:
        mine = game.held[game.active]
        owned = [Choice("sell", NUMBER[item]) for item in self.items if mine[NUMBER[item]]]
        return [*owned, Choice("sell_both")] if len(owned) == len(self.items) else owned

    def plan(self, game: Santiago, choice: Choice) -> Steps:
        goods = [choice.noun] if choice.verb == "sell" else [NUMBER[item] for item in self.items]
        return (Exchange(tuple((good, 1) for good in goods), ((VP, self.vp * len(goods)),)),)


class Change(Effect, frozen=True):
    """Pesos for points or points for pesos, any number of times in one direction (SAN-10.13)."""

    secret: ClassVar[bool] = True
    pesos: int
    """The price of a point, to buy or to sell."""

    def offers(self, game: Santiago) -> Sequence[Choice]:
        mine = game.held[game.active]
        buy = choices("buy_vp", range(1, mine[PESO] // self.pesos + 1))
        return buy + choices("sell_vp", range(1, mine[VP] + 1))

    def plan(self, game: Santiago, choice: Choice) -> Steps:
        points, pesos = ((VP, choice.noun),), ((PESO, choice.noun * self.pesos),)
        return (Exchange(pesos, points) if choice.verb == "buy_vp" else Exchange(points, pesos),)


class CancelDemand(Effect, frozen=True):
    """Set a die of the ship to 0; a die at 0 cannot be chosen (SAN-10.11)."""

    def offers(self, game: Santiago) -> list[Choice]:
        return [Choice("cancel", good) for good in DEMANDED if game.demand(good)]

    def plan(self, game: Santiago, choice: Choice) -> Steps:
        return (Cancel(choice.noun),)


class ShiftValue(Effect, frozen=True):
    """Move the value marker one flag to the right, or to the left but never below the first."""

    def offers(self, game: Santiago) -> list[Choice]:
        lower = [Choice("lower")] if game.value > VALUES[0] else []
        return [*lower, Choice("raise")]

    def plan(self, game: Santiago, choice: Choice) -> Steps:
        return (MoveMarker(1 if choice.verb == "raise" else -1),)


class DeliverOne(Effect, frozen=True):
    """One unit of a demanded good, but no wood, for a fixed number of points."""

    secret: ClassVar[bool] = True
    vp: int

    def offers(self, game: Santiago) -> list[Choice]:
        mine = game.held[game.active]
        return [Choice("trade", good) for good in DEMANDED if mine[good] and game.demand(good)]

    def plan(self, game: Santiago, choice: Choice) -> Steps:
        return Exchange(((choice.noun, 1),), ((VP, self.vp),)), Lower(choice.noun, 1)


class Headline(Effect, frozen=True):
    """Pesos, and optionally a Cuban is turned face down (SAN-10.19)."""

    pesos: int

    def offers(self, game: Santiago) -> list[Choice]:
        return [*USE, *(Choice("turn_down", c) for c, down in enumerate(game.down) if not down)]

    def plan(self, game: Santiago, choice: Choice) -> Steps:
        pay = Exchange((), ((PESO, self.pesos),))
        return (pay, TurnDown(choice.noun)) if choice.verb == "turn_down" else (pay,)


_effect = effects(Effect)
CUBANS: Final = [_effect("cubans", row) for row in BOX.cubans]
BUILDINGS: Final = [_effect("buildings", row) for row in BOX.buildings]
