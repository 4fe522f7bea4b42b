"""The occasions on which persons act, and lookups of the persons who act on one.

Effects plan: they read the game and return steps or numbers, and change nothing. The package `effects` has
one class for each `type` of `cards.json`; most classes handle one occasion.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from ..cardfile import CardEffect
from ..kernel import Steps
from .cards import ACTIVATION, GROUP, WORKER
from .state import NONE, Bruges


class Use(NamedTuple):
    """An activation: the person, the person whose effect causes it (NONE: by hand), and the colour of the
    worker still to be paid."""

    card: int
    by: int = NONE
    worker: int = NONE


class Effect(CardEffect, frozen=True):
    """The effect of a person. Each method is an occasion."""

    optional: ClassVar[bool] = False
    """Whether the seat may decline the effect when it is asked."""
    costs: ClassVar[bool] = False
    """Whether the effect takes something from its own player, unless it is declined."""

    # lightning, worker, once per round

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        """Whether the effect would change anything except the price of the activation (BRU-18.27)."""
        return True

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        """The person is activated: on moving in, by a worker, or once in a round."""
        return ()

    # infinity: the player's actions

    def more_workers(self) -> int:
        """Additional workers with the action 'take workers'."""
        return 0

    def any_workers(self) -> bool:
        """Whether the action 'take workers' gives workers of any colours."""
        return False

    def least_guilders(self) -> int:
        """The minimum value of a die with the action 'take guilders'."""
        return 0

    def more_guilders(self) -> int:
        """Additional guilders with the action 'take guilders'."""
        return 0

    def threats_returned(self) -> int:
        """The number of markers, of any colours, for the action 'discard a threat marker'."""
        return 1

    def hire_discount(self) -> int:
        """The discount in guilders for each person recruited."""
        return 0

    def pays_any_worker(self) -> bool:
        """Whether a house may be paid with a worker of any colour."""
        return False

    def doubles_lightning(self) -> bool:
        """Whether lightning effects of persons recruited from now on may be carried out twice."""
        return False

    # infinity: situations

    def on_hire(self, game: Bruges, seat: int, colour: int) -> Steps:
        """The seat recruited a person with a card of this colour."""
        return ()

    def on_house(self, game: Bruges, seat: int, colour: int) -> Steps:
        """The seat built a house of this colour."""
        return ()

    def on_canal(self, game: Bruges, seat: int, colour: int) -> Steps:
        """The seat built a canal token on a space of this colour."""
        return ()

    def on_advance(self, game: Bruges, seat: int) -> Steps:
        """The seat advanced one step."""
        return ()

    def guilders_per_threat(self) -> int:
        """Guilders for each threat marker that the seat discards for a point."""
        return 0

    def hand_size(self) -> int:
        """The number of cards that the seat may hold after drawing."""
        return 0

    def advance_discount(self) -> int:
        """The discount in guilders for the advance in phase 2."""
        return 0

    def advance_price(self) -> int:
        """The price in guilders of an advance in phase 2 when no 1 or 2 was rolled."""
        return 0

    def shields_from_single_die(self) -> bool:
        """Whether the seat gets no marker in phase 2 when a single die shows 5 or 6."""
        return False

    def threshold(self, colour: int) -> int:
        """The number of the marker of this colour that sets off the damage."""
        return 0

    def keeps_lost_persons(self) -> bool:
        """Whether persons lost to plague or to opponents' persons return to the hand."""
        return False

    def is_immune(self) -> bool:
        """Whether opponents' persons can't make the seat lose, give or take anything."""
        return False

    def wins_ties(self) -> bool:
        """Whether a tie for the first place is enough for a majority."""
        return False

    # laurel

    def final_points(self, game: Bruges, seat: int, card: int) -> int:
        """Points at the end of the game."""
        return 0


Occasion = Callable[..., Any]
"""A method of `Effect`, as that class defines it."""

OCCASIONS: list[Occasion] = [
    value for name, value in vars(Effect).items() if callable(value) and not name.startswith("_")
]

EFFECTS: list[Effect] = []
"""The effect of each card, by number. The package `effects` fills the list."""
HANDLERS: dict[Occasion, frozenset[int]] = {}
"""The cards that handle each occasion."""


def acting(game: Bruges, seat: int, occasion: Occasion) -> list[Effect]:
    """The effects of this seat's persons that handle an occasion, in the order of their houses."""
    persons, cards = game.players[seat].persons, HANDLERS[occasion]
    if cards.isdisjoint(persons):
        return []
    return [EFFECTS[card] for card in persons if card in cards]


def is_immune(game: Bruges, seat: int) -> bool:
    return bool(acting(game, seat, Effect.is_immune))


def victims(game: Bruges, seat: int) -> list[int]:
    """The opponents whom a person can affect, clockwise."""
    return [other for other in game.others(seat) if not is_immune(game, other)]


def benefits(game: Bruges, seat: int, use: Use) -> bool:
    """Whether this activation would change anything."""
    return EFFECTS[use.card].can_use(game, seat, use)


def workers_left(game: Bruges, seat: int, use: Use) -> list[int]:
    """A seat's workers after the activation has been paid for."""
    workers = game.players[seat].workers.copy()
    if use.worker != NONE:
        workers[use.worker] -= 1
    return workers


def crowd(game: Bruges, seat: int, card: int) -> list[int]:
    """Persons and pets in a play area, plus a person who is activated there from another one (BRU-18.17)."""
    living = game.players[seat].living()
    return living if card in living else [*living, card]


def groups(cards: list[int]) -> int:
    """The number of different groups among these cards."""
    return len({GROUP[card] for card in cards})


def usable(game: Bruges, seat: int) -> list[int]:
    """The persons that a seat can activate by hand now: not used yet, payable, and useful (BRU-18.22)."""
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
    """The plans of a seat's persons after something of a colour was built or recruited."""
    return [getattr(effect, occasion.__name__)(game, seat, colour) for effect in acting(game, seat, occasion)]
