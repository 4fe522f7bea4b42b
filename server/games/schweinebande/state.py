"""The game state and the variants. This module contains no steps and no questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec import field

from ..bounds import COUNTER, Bounds
from ..engine import Options, OptionsRefused
from ..kernel import Game
from .board import RAYS, SPACES
from .cards import FARMERS, KINDS, PIG, ROUNDS, TILES, VALUES

EMPTY: Final = len(TILES)
"""A space without a tile; stored where a kind would be."""
FACE_DOWN: Final = EMPTY + 1
"""A space with an unrevealed tile; stored where a kind would be."""
NOBODY: Final = -1

TILE: Final = Bounds(0, FACE_DOWN)
SEAT: Final = Bounds(0, max(FARMERS) - 1)
FARMER: Final = Bounds(NOBODY, SEAT.most)
TILES_OF_A_KIND: Final = Bounds(0, max(TILES))

SEATS: Final = ("first", "second", "third", "fourth")


class SchweinebandeOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    direct_scoring: bool = True
    """Groups and feeding follow each player's last row (SWB-11.1); otherwise the last row of all players."""
    start_player: Literal["random", "first", "second", "third", "fourth", "last"] = "random"
    """The start player of the first round (SWB-5.2): random, or the player in this seat."""
    sell_only_if_short: bool = False
    """Animals can be sold only while neither feed nor a sack feeds all of them (SWB-8.9)."""

    @classmethod
    def presets(cls) -> Mapping[str, Mapping[str, Any]]:
        return {"printed": {"direct_scoring": False}}

    def check(self, seats: int) -> None:
        if self.start_player in SEATS[seats:]:
            raise OptionsRefused(f"the {self.start_player} seat cannot begin at a table for {seats}")


class Schweinebande(Game):
    """A game in progress. Lists run by seat (clockwise), by space of the board, or by kind of tile."""

    added: ClassVar[tuple[str, ...]] = ("chose",)
    bounds: ClassVar[Bounds] = Bounds(NOBODY, sum(TILES))

    options: SchweinebandeOptions
    pile: Annotated[list[int], TILE]
    """The tiles of future rounds, the next one last. Hidden."""
    left: Annotated[list[int], Bounds(0, max(FARMERS.values()))]
    """Farmers that each seat may still place in this round."""
    order: Annotated[list[int], Bounds(0, max(FARMERS))]
    """The order tile of each seat, 0 for none."""
    pens: Annotated[list[list[int]], TILES_OF_A_KIND]
    """Tiles of each kind in front of each seat, feed sacks last."""
    farms: Annotated[list[list[int]], TILES_OF_A_KIND]
    """Animals of each kind on each seat's farm."""
    feed: Annotated[list[int], COUNTER]
    round: Annotated[int, Bounds(0, ROUNDS)] = 0
    active: Annotated[int, SEAT] = 0
    """The seat that reveals or collects now."""
    tiles: Annotated[list[int], TILE] = field(default_factory=lambda: [EMPTY] * len(SPACES))
    """The face-down tile on each space, or EMPTY. Hidden."""
    market: Annotated[list[int], TILE] = field(default_factory=lambda: [EMPTY] * len(SPACES))
    """The public state of each space: a kind, EMPTY, or FACE_DOWN."""
    farmers: Annotated[list[int], FARMER] = field(default_factory=lambda: [NOBODY] * len(SPACES))
    """The seat whose farmer is on each space, or NOBODY."""
    box: Annotated[list[int], TILES_OF_A_KIND] = field(default_factory=lambda: [0] * len(TILES))
    """Tiles of each kind that have left the game."""
    chose: Annotated[int, Bounds(0, 2 ** max(FARMERS) - 1)] = 0
    """A bit for each seat whose last choice could still be undone."""

    def chosen_by(self, seat: int, alone: bool = True) -> None:
        """Record that this seat made a choice; `alone`: others can't undo their earlier choices any more."""
        self.chose = 1 << seat if alone else self.chose | 1 << seat

    def nothing_back(self) -> None:
        """Seal: no seat can undo its choices any more."""
        self.chose = 0
        self.seal()

    def face_down(self) -> list[int]:
        """The spaces with unrevealed tiles."""
        return [space for space in SPACES if self.market[space] == FACE_DOWN]

    def turn_over(self, space: int) -> int:
        """Reveal the tile on a space and return its kind. Seals."""
        kind = self.market[space] = self.tiles[space]
        self.tiles[space] = EMPTY
        self.nothing_back()
        return kind

    def standing(self, seat: int) -> list[int]:
        """The spaces of this seat's farmers."""
        return [space for space in SPACES if self.farmers[space] == seat]

    def row(self, space: int, direction: int) -> list[int]:
        """The spaces whose tiles a farmer on this space would collect in a direction, without its own space.

        Gaps don't end a row; other farmers of any colour do (SWB-6.6 to 6.8).
        """
        found = []
        for beyond in RAYS[space][direction]:
            if self.farmers[beyond] != NOBODY:
                break
            if self.market[beyond] != EMPTY:
                found.append(beyond)
        return found

    def take_order_tile(self, seat: int) -> None:
        """The seat takes the lowest free order tile (SWB-5.8)."""
        self.order[seat] = max(self.order) + 1
        self.say("order", seat, self.order[seat])

    def hungry(self, seat: int) -> int:
        """The number of this seat's animals that need feed."""
        pen = self.pens[seat]
        return sum(pen[kind] for kind in KINDS)

    def points(self, seat: int) -> int:
        """The points of the animals on this seat's farm (SWB-9.7)."""
        return sum(VALUES[kind] * count for kind, count in enumerate(self.farms[seat]))

    def pigs(self, seat: int) -> int:
        """Pigs on the farm, the tie-breaker (SWB-9.9)."""
        return self.farms[seat][PIG]
