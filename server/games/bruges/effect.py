"""Every occasion on which a person can do something, and who does something on one.

Effects plan: they read the game and return steps or numbers, and change nothing. The classes are in the
package `effects`, one for each `type` of `cards.json`; most of them know one occasion.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from ..cardfile import CardEffect
from ..kernel import Steps
from .cards import ACTIVATION, GROUP, WORKER
from .state import NONE, Bruges


class Use(NamedTuple):
    """An activation: of which person, by whose effect (NONE: by hand), and the worker still to be paid."""

    card: int
    by: int = NONE
    worker: int = NONE


class Effect(CardEffect, frozen=True):
    """What a person does. Each method is an occasion."""

    optional: ClassVar[bool] = False
    """Can the effect be declined once it is asked for?"""
    costs: ClassVar[bool] = False
    """Does it take something from its own player, unless it is declined?"""

    # lightning, worker, once per round

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        """Would it change anything but the price of the activation (BRU-18.27)?"""
        return True

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        """Activated: by moving in, by a worker, or once in a round."""
        return ()

    # infinity: your own actions

    def more_workers(self) -> int:
        """So many more with the action 'take workers'."""
        return 0

    def any_workers(self) -> bool:
        """Workers of any colours with the action 'take workers'."""
        return False

    def least_guilders(self) -> int:
        """What a die counts at least with the action 'take guilders'."""
        return 0

    def more_guilders(self) -> int:
        """So many more with the action 'take guilders'."""
        return 0

    def threats_returned(self) -> int:
        """So many markers, of any colours, with the action 'discard a threat marker'."""
        return 1

    def hire_discount(self) -> int:
        """Guilders less for each person recruited."""
        return 0

    def pays_any_worker(self) -> bool:
        """A house may be paid with a worker of any colour."""
        return False

    def doubles_lightning(self) -> bool:
        """Lightning effects of persons recruited from now on may be carried out twice."""
        return False

    # infinity: situations

    def on_hire(self, game: Bruges, seat: int, colour: int) -> Steps:
        """You recruited a person with a card of this colour."""
        return ()

    def on_house(self, game: Bruges, seat: int, colour: int) -> Steps:
        """You built a house of this colour."""
        return ()

    def on_canal(self, game: Bruges, seat: int, colour: int) -> Steps:
        """You built a canal token on a space of this colour."""
        return ()

    def on_advance(self, game: Bruges, seat: int) -> Steps:
        """You advanced one step."""
        return ()

    def guilders_per_threat(self) -> int:
        """With each threat marker that you discard for a point."""
        return 0

    def hand_size(self) -> int:
        """How many cards you may hold after drawing."""
        return 0

    def advance_discount(self) -> int:
        """Guilders less for the advance in phase 2."""
        return 0

    def advance_price(self) -> int:
        """For so many guilders you may advance in phase 2 when no 1 or 2 was rolled."""
        return 0

    def shields_from_single_die(self) -> bool:
        """No marker in phase 2 when a single die shows 5 or 6."""
        return False

    def threshold(self, colour: int) -> int:
        """The marker of this colour that sets off the damage."""
        return 0

    def keeps_lost_persons(self) -> bool:
        """Persons that plague or others' persons take come to the hand."""
        return False

    def is_immune(self) -> bool:
        """Others' persons can't make you lose, give or take anything."""
        return False

    def wins_ties(self) -> bool:
        """A tie for the first place is enough for a majority."""
        return False

    # laurel

    def final_points(self, game: Bruges, seat: int, card: int) -> int:
        """At the end of the game."""
        return 0


Occasion = Callable[..., Any]
"""A method of `Effect`, as that class has it."""

OCCASIONS: list[Occasion] = [
    value for name, value in vars(Effect).items() if callable(value) and not name.startswith("_")
]

EFFECTS: list[Effect] = []
"""What each card does, by number. The package `effects` fills it."""
KNOWS: list[frozenset[Occasion]] = []
"""The occasions that each card knows; the last entry is NONE's, so that empty houses need no test."""


def acting(game: Bruges, seat: int, occasion: Occasion) -> list[Effect]:
    """This seat's persons who do something on an occasion, in the order of their houses."""
    return [EFFECTS[card] for card in game.players[seat].persons if occasion in KNOWS[card]]


def is_immune(game: Bruges, seat: int) -> bool:
    return bool(acting(game, seat, Effect.is_immune))


def victims(game: Bruges, seat: int) -> list[int]:
    """The opponents that a person can do something to, clockwise."""
    return [other for other in game.others(seat) if not is_immune(game, other)]


def benefits(game: Bruges, seat: int, use: Use) -> bool:
    """Would this activation change anything?"""
    return EFFECTS[use.card].can_use(game, seat, use)


def workers_left(game: Bruges, seat: int, use: Use) -> list[int]:
    """A seat's workers once the activation has been paid for."""
    workers = game.players[seat].workers.copy()
    if use.worker != NONE:
        workers[use.worker] -= 1
    return workers


def crowd(game: Bruges, seat: int, card: int) -> list[int]:
    """Persons and pets in a play area, and a person that works there from elsewhere (BRU-18.17)."""
    living = game.players[seat].living()
    return living if card in living else [*living, card]


def groups(cards: list[int]) -> int:
    """How many different groups these cards belong to."""
    return len({GROUP[card] for card in cards})


def usable(game: Bruges, seat: int) -> list[int]:
    """The persons that a seat can activate by hand now: not used, payable, and of some use (BRU-18.22)."""
    me = game.players[seat]
    return [
        card
        for card in me.persons
        if card != NONE
        and (ACTIVATION[card] == "round" or (ACTIVATION[card] == "worker" and me.workers[WORKER[card]]))
        and card not in me.used
        and EFFECTS[card].can_use(game, seat, Use(card, NONE, WORKER[card]))
    ]


def reacting(game: Bruges, seat: int, occasion: Occasion, colour: int) -> list[Steps]:
    """What a seat's persons plan after something of a colour was built or recruited."""
    return [getattr(effect, occasion.__name__)(game, seat, colour) for effect in acting(game, seat, occasion)]
