"""What lies where, and the variants. Nothing here acts or asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, Literal

from ..engine import Options, OptionsRefused
from ..kernel import Game

ITEMS: Final = ("sugar_cane", "citrus_fruit", "tobacco", "rum", "cigars", "wood", "peso", "vp")
"""All that a player can hold, by number: the six goods as in `cards.json`, then money and points."""
SUGAR_CANE, CITRUS_FRUIT, TOBACCO, RUM, CIGARS, WOOD, PESO, VP = range(len(ITEMS))
GOODS: Final = range(SUGAR_CANE, WOOD + 1)
DEMANDED: Final = range(SUGAR_CANE, CIGARS + 1)
"""The goods with a die: all but wood."""

HARBOR: Final = 0
"""The station of the ring street without a Cuban."""
NOBODY: Final = -1
NOWHERE: Final = -1
NO_SHIP: Final = -1

SEATS: Final = ("first", "second", "third", "fourth")


class SantiagoOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The variants of Santiago de Cuba."""

    open_holdings: bool = True
    """Everybody sees what the others hold (SAN-14.1); else it lies behind screens (SAN-14.3)."""
    vp_display: Literal["total", "tiles"] = "total"
    """Points are shown as one number (SAN-15.2), or as tiles of 1, 2, 3, 5 and 10 like the printed ones."""
    start_player: Literal["random", "first", "second", "third", "fourth"] = "random"
    """Who begins (SAN-3.10): by lot, or whoever sits there."""
    max_steps: Literal[10, 0] = 10
    """How many stations the car may go in one turn (SAN-5.5): a full lap, or (0) as far as money goes."""
    owner_vp_on_stay: bool = True
    """Owners get their point also from a pawn that only stayed where it was (SAN-9.7)."""

    @classmethod
    def presets(cls) -> Mapping[str, Mapping[str, Any]]:
        return {"printed": {"open_holdings": False, "vp_display": "tiles"}}

    def check(self, seats: int) -> None:
        if self.start_player != "random" and SEATS.index(self.start_player) >= seats:
            raise OptionsRefused(f"the {self.start_player} seat cannot begin at a table for {seats}")


class Santiago(Game):
    """A game in progress. Lists by seat go clockwise; goods, Cubans and buildings as in `cards.json`."""

    added: ClassVar[tuple[str, ...]] = ("opponent",)

    options: SantiagoOptions
    street: list[int]
    """The Cuban at each station, -1 at the harbor."""
    down: list[bool]
    """Which Cubans lie face down, by Cuban."""
    spaces: list[int]
    """The building on each space; three spaces in a row share a flower."""
    held: list[list[int]]
    """How many of each item a seat holds. Secret from the others when played with screens."""
    supply: list[int]
    """Pieces of each good that nobody holds."""
    owners: list[int]
    """Whose marker lies on a building, by building, or NOBODY."""
    pawns: list[int]
    """The building where a seat's pawn stands, or NOWHERE."""
    passed: list[bool]
    """Who is out of the delivery round, by seat."""
    faces: list[int]
    """What each good's die shows, on the ship or beside it."""
    cashed: list[int]
    """Points for leftover goods, by seat; empty before the end."""
    beside: int = NO_SHIP
    """The good whose die lies beside the board, or NO_SHIP while no ship is being loaded."""
    value: int = 2
    departed: int = 0
    """Ships that have left."""
    active: int = 0
    car: int = HARBOR
    theirs: bool = False
    """The active player has nothing to take back: nothing chosen in this turn, or an opponent chose last."""
    opponent: int = NOBODY
    """Who that opponent is."""

    def demand(self, good: int) -> int:
        """How many units the ship still takes of this good."""
        return self.faces[good] if self.beside not in (NO_SHIP, good) else 0

    def chosen_by(self, seat: int) -> None:
        """Note who has made the last choice of the turn."""
        self.theirs = seat != self.active
        self.opponent = seat if self.theirs else NOBODY

    def others(self) -> list[int]:
        """The active player's opponents, clockwise."""
        seats = len(self.pawns)
        return [(self.active + i) % seats for i in range(1, seats)]

    def say_exchange(self, seat: int, *amounts: tuple[int, int]) -> None:
        """Tell what a seat gave (negative amounts) and got, each an item and how many of it."""
        gave = [(item, -n) for item, n in amounts if n < 0]
        got = [(item, n) for item, n in amounts if n > 0]
        nouns = [noun for item, n in (*gave, *got) for noun in (n, name_of(item, n))]
        self.say(f"exchange_{len(gave)}_{len(got)}", seat, *nouns)
        if gave:
            self.show_holdings()

    def show_holdings(self) -> None:
        """Something is given, so it was there: from behind a screen that can't be taken back (SAN-18.4)."""
        if not self.options.open_holdings:
            self.seal()


def name_of(item: int, amount: int) -> int:
    """The number of an item's name in the texts: those for one piece follow those for several."""
    return item + len(ITEMS) if amount == 1 else item
