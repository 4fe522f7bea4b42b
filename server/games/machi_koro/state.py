"""The game state and the variants. This module contains no steps and no questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec import UNSET, UnsetType, field

from ..bounds import COUNTER, Bounds
from ..engine import Options, OptionsRefused
from ..kernel import Game
from .cards import BOX, KINDS

NOT_BUILT, BUILT, EFFECTIVE = range(3)
"""States of a landmark: not built; built, without effect until the owner's next turn (MAC-8.1); in effect."""

ORDINARY, DOUBLE, EXTRA = range(3)
"""Kinds of a turn: an ordinary one; one that has earned another by a double (MAC-8.8); that extra turn."""

ANY_COPIES: Final = 108
"""A limit on copies that no city reaches: the number of all cards."""

SEATS: Final = ("first", "second", "third", "fourth")


class MachiKoroOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    play_out: bool = True
    """The game continues for the other places (MAC-11.3), or the first 4th landmark ends it (MAC-13.3)."""
    supply: Literal["all", "come_what_may"] = "all"
    """All kinds are open (MAC-3.4), or ten at a time (MAC-10.1)."""
    start_player: Literal["random", "first", "second", "third", "fourth"] = "random"
    """The start player (MAC-3.7): random, or the player in this seat (the first to arrive, the youngest)."""
    max_copies: Literal[0, 2] = 0
    """The limit on copies of a kind in a city; 0: no limit. 2 for beginners (MAC-13.4)."""
    purple_limit: bool = True
    """Each major establishment once per city (MAC-9.5); otherwise any number, a house rule."""
    tv_auto: bool = True
    """The TV station does not ask if only one opponent has money (MAC-7.10)."""
    tv_choose_poor: bool = False
    """The TV station may target an opponent without coins even if others have some (MAC-7.12)."""
    by_hand: bool | UnsetType = UNSET
    """Players without a choice of dice confirm the throw; otherwise the game rolls when their turn begins."""

    @classmethod
    def usual(cls) -> Mapping[str, Any]:
        return {"by_hand": True}

    @classmethod
    def presets(cls) -> Mapping[str, Mapping[str, Any]]:
        return {"first": {"play_out": False, "max_copies": 2}, "printed": {"play_out": False}}

    def check(self, seats: int) -> None:
        if self.start_player != "random" and SEATS.index(self.start_player) >= seats:
            raise OptionsRefused(f"The {self.start_player} seat can't begin at a table for {seats}.")

    def most(self, purple: bool) -> int:
        """The limit on copies of a kind in one city."""
        return 1 if purple and self.purple_limit else self.max_copies or ANY_COPIES


class MachiKoro(Game):
    """A game in progress. Lists by seat run clockwise; kinds and landmarks as in `cards.json`."""

    bounds: ClassVar[Bounds] = Bounds(-1, ANY_COPIES)

    options: MachiKoroOptions
    coins: Annotated[list[int], COUNTER]
    cities: Annotated[list[list[int]], Bounds(0, ANY_COPIES)]
    """Copies of each kind, by seat."""
    landmarks: Annotated[list[list[int]], Bounds(NOT_BUILT, EFFECTIVE)]
    """NOT_BUILT, BUILT or EFFECTIVE for each landmark, by seat."""
    places: Annotated[list[int], Bounds(0, len(SEATS))]
    """The final place of each seat, 0 while it is still in the game."""
    supply: Annotated[list[int], Bounds(0, ANY_COPIES)]
    """Open copies of each kind."""
    deck: Annotated[list[int], Bounds(0, KINDS[-1])] = field(default_factory=list)
    """The draw pile of the variant, top card last. Its order is hidden; the number of each kind is public."""
    active: Annotated[int, Bounds(0, len(SEATS) - 1)] = 0
    dice: Annotated[list[int], Bounds(1, BOX.dice.sides)] = field(default_factory=list)
    extra: Annotated[int, Bounds(ORDINARY, EXTRA)] = ORDINARY

    def others(self) -> list[int]:
        """The active player's opponents who are still in the game, counter-clockwise (MAC-6.12)."""
        seats, places = len(self.coins), self.places
        return [s for i in range(1, seats) if not places[s := (self.active - i) % seats]]

    def has(self, seat: int, landmark: int) -> bool:
        """Whether this landmark of the seat is in effect."""
        return self.landmarks[seat][landmark] == EFFECTIVE

    def is_over(self) -> bool:
        """Whether at most one seat has no place yet."""
        return self.places.count(0) <= 1

    def payable(self, debtor: int, amount: int) -> int:
        """The part of an amount that a seat can pay; the rest lapses (MAC-6.10)."""
        return min(amount, self.coins[debtor])

    def pay(self, debtor: int, creditor: int, amount: int) -> int:
        """Pay an amount from one seat to another, as far as the coins suffice. Returns the coins paid."""
        paid = self.payable(debtor, amount)
        self.coins[debtor] -= paid
        self.coins[creditor] += paid
        return paid
