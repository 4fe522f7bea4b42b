"""The game state and the variants. This module contains no steps and no questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Literal

from ..bounds import COUNTER, Bounds
from ..engine import Options, OptionsRefused
from ..kernel import Ask, Game
from .cards import BOX

ITEMS: Final = ("sugar_cane", "citrus_fruit", "tobacco", "rum", "cigars", "wood", "peso", "vp")
"""Everything that a player can hold, by number: the six goods as in `cards.json`, then pesos and points."""
SUGAR_CANE, CITRUS_FRUIT, TOBACCO, RUM, CIGARS, WOOD, PESO, VP = range(len(ITEMS))
GOODS: Final = range(SUGAR_CANE, WOOD + 1)
DEMANDED: Final = range(SUGAR_CANE, CIGARS + 1)
"""The goods with a die: all except wood."""

HARBOR_STATION: Final = 0
"""The station of the ring street without a Cuban."""
NOBODY: Final = -1
NOWHERE: Final = -1
NO_SHIP: Final = -1

SEATS: Final = ("first", "second", "third", "fourth")
SEAT: Final = Bounds(0, len(SEATS) - 1)
SEAT_OR_NOBODY: Final = Bounds(NOBODY, SEAT.most)
PIECES: Final = Bounds(0, max(good.pieces for good in BOX.goods))
FACE: Final = Bounds(0, max(max(good.die, default=0) for good in BOX.goods))


class SantiagoOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The variants of Santiago de Cuba."""

    open_holdings: bool = True
    """Holdings are open (SAN-14.1); otherwise behind screens (SAN-14.3)."""
    vp_display: Literal["total", "tiles"] = "total"
    """Display points as one number (SAN-15.2), or as tiles of 1, 2, 3, 5 and 10 like the printed ones."""
    start_player: Literal["random", "first", "second", "third", "fourth"] = "random"
    """The start player (SAN-3.10): random, or the player in this seat."""
    max_steps: Literal[10, 0] = 10
    """The car's limit in one turn, in stations (SAN-5.5): a full lap; 0: only the player's pesos limit it."""
    owner_vp_on_stay: bool = True
    """Owners also score for a pawn that stayed where it was (SAN-9.7)."""

    @classmethod
    def presets(cls) -> Mapping[str, Mapping[str, Any]]:
        return {"printed": {"open_holdings": False, "vp_display": "tiles"}}

    def check(self, seats: int) -> None:
        if self.start_player != "random" and SEATS.index(self.start_player) >= seats:
            raise OptionsRefused(f"the {self.start_player} seat cannot begin at a table for {seats}")


class Santiago(Game):
    """A game in progress. Lists by seat run clockwise; goods, Cubans and buildings as in `cards.json`."""

    added: ClassVar[tuple[str, ...]] = ("opponent",)
    bounds: ClassVar[Bounds] = Bounds(-1, COUNTER.most)

    options: SantiagoOptions
    street: Annotated[list[int], Bounds(-1, len(BOX.cubans) - 1)]
    """The Cuban at each station, -1 at the harbor."""
    down: list[bool]
    """Whether each Cuban is face down, by Cuban."""
    spaces: Annotated[list[int], Bounds(0, len(BOX.buildings) - 1)]
    """The building on each space; three consecutive spaces share a flower."""
    held: Annotated[list[list[int]], COUNTER]
    """The count of each item, by seat. Hidden from opponents in games with screens."""
    supply: Annotated[list[int], PIECES]
    """Pieces of each good that no seat holds."""
    owners: Annotated[list[int], SEAT_OR_NOBODY]
    """The seat whose marker is on each building, or NOBODY."""
    pawns: Annotated[list[int], Bounds(NOWHERE, len(BOX.buildings) - 1)]
    """The building of each seat's pawn, or NOWHERE."""
    passed: list[bool]
    """Whether each seat has passed in the delivery round."""
    faces: Annotated[list[int], FACE]
    """The value of each good's die, on the ship or beside it."""
    cashed: Annotated[list[int], COUNTER]
    """Points for leftover goods, by seat; empty before the end."""
    beside: Annotated[int, Bounds(NO_SHIP, DEMANDED[-1])] = NO_SHIP
    """The good whose die is beside the board, or NO_SHIP while no ship is being loaded."""
    value: Annotated[int, Bounds(0, max(BOX.track.values))] = 2
    departed: Annotated[int, Bounds(0, BOX.track.ships)] = 0
    """Ships that have left."""
    active: Annotated[int, SEAT] = 0
    car: Annotated[int, Bounds(0, BOX.track.stations - 1)] = HARBOR_STATION
    theirs: bool = False
    """The active player can't undo: no choice was made in this turn, or an opponent made the last one."""
    opponent: Annotated[int, SEAT_OR_NOBODY] = NOBODY
    """The opponent who made the last choice, or NOBODY."""

    def stands(self, ask: Ask) -> bool:
        """True for the die left out, and for the end of a turn (SAN-18.3, SAN-18.5)."""
        return ask.prompt in ("demand", "end_turn")

    def demand(self, good: int) -> int:
        """Units of this good that the ship still takes."""
        return self.faces[good] if self.beside not in (NO_SHIP, good) else 0

    def chosen_by(self, seat: int) -> None:
        """Record which seat made the last choice of the turn."""
        self.theirs = seat != self.active
        self.opponent = seat if self.theirs else NOBODY

    def others(self) -> list[int]:
        """The active player's opponents, clockwise."""
        seats = len(self.pawns)
        return [(self.active + i) % seats for i in range(1, seats)]

    def say_exchange(self, seat: int, *amounts: tuple[int, int]) -> None:
        """Log the items that a seat gave (negative amounts) and got, as pairs of item and amount."""
        gave = [(item, -n) for item, n in amounts if n < 0]
        got = [(item, n) for item, n in amounts if n > 0]
        nouns = [noun for item, n in (*gave, *got) for noun in (n, name_of(item, n))]
        self.say(f"exchange_{len(gave)}_{len(got)}", seat, *nouns)
        if gave:
            self.show_holdings()

    def show_holdings(self) -> None:
        """Seal in games with screens: giving an item reveals that the seat held it (SAN-18.4)."""
        if not self.options.open_holdings:
            self.seal()


def name_of(item: int, amount: int) -> int:
    """The index of an item's name in the texts: singular names follow all plural ones."""
    return item + len(ITEMS) if amount == 1 else item
