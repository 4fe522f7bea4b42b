"""What lies where, and the variants. Nothing here acts or asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from msgspec import UNSET, UnsetType, field

from ..engine import Options, OptionsRefused
from ..kernel import Game

NOT_BUILT, BUILT, EFFECTIVE = range(3)
"""A landmark lies grey; is built but waits for its owner's next turn (MAC-8.1); works."""

ORDINARY, DOUBLE, EXTRA = range(3)
"""This turn; it has earned another one by a double (MAC-8.8); it is that other one."""

ANY: Final = 108
"""A number of copies that no city reaches: all the cards there are."""

SEATS: Final = ("first", "second", "third", "fourth")


class MachiKoroOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The variants of Machi Koro."""

    play_out: bool = True
    """The game goes on for the places (MAC-11.3); else the first 4th landmark ends it (MAC-13.3)."""
    supply: Literal["all", "come_what_may"] = "all"
    """All kinds lie open (MAC-3.4), or ten of them at a time (MAC-10.1)."""
    start_player: Literal["random", "first", "second", "third", "fourth"] = "random"
    """Who begins (MAC-3.7): by lot, or whoever sits there: the first to come, or the youngest."""
    max_copies: Literal[0, 2] = 0
    """How many copies of a kind a city holds at most; 0: any number. 2 for beginners (MAC-13.4)."""
    purple_limit: bool = True
    """Each major establishment once per city (MAC-9.5); else any number: a house rule."""
    tv_auto: bool = True
    """The TV station asks nobody where one opponent alone has money (MAC-7.10)."""
    tv_choose_poor: bool = False
    """The TV station may name an opponent without coins while others have some (MAC-7.12)."""
    by_hand: bool | UnsetType = UNSET
    """Who has no choice of dice is asked to throw nevertheless; else the game throws as the turn begins."""

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
        """How many copies of a kind may lie in one city."""
        return 1 if purple and self.purple_limit else self.max_copies or ANY


class MachiKoro(Game):
    """A game in progress. Lists that run by seat go clockwise; kinds and landmarks as in `cards.json`."""

    options: MachiKoroOptions
    coins: list[int]
    cities: list[list[int]]
    """Copies of each kind, by seat."""
    landmarks: list[list[int]]
    """NOT_BUILT, BUILT or EFFECTIVE for each landmark, by seat."""
    places: list[int]
    """The place a seat has won, 0 while it is still in the game."""
    supply: list[int]
    """Open copies of each kind."""
    deck: list[int] = field(default_factory=list)
    """The draw pile of the variant, top last. Hidden; only how many of each kind is known."""
    active: int = 0
    dice: list[int] = field(default_factory=list)
    extra: int = ORDINARY

    def others(self) -> list[int]:
        """The active player's opponents that are still in the game, counter-clockwise (MAC-6.12)."""
        seats, places = len(self.coins), self.places
        return [s for i in range(1, seats) if not places[s := (self.active - i) % seats]]

    def has(self, seat: int, landmark: int) -> bool:
        """Does this seat's landmark work now?"""
        return self.landmarks[seat][landmark] == EFFECTIVE

    def is_over(self) -> bool:
        """All but one have a place, or all of them."""
        return self.places.count(0) <= 1

    def payable(self, debtor: int, amount: int) -> int:
        """What a seat can pay of an amount; the rest lapses (MAC-6.10)."""
        return min(amount, self.coins[debtor])

    def pay(self, debtor: int, creditor: int, amount: int) -> int:
        """One seat pays another what it can of an amount; returns how much that was."""
        paid = self.payable(debtor, amount)
        self.coins[debtor] -= paid
        self.coins[creditor] += paid
        return paid
