"""What lies where, and the variants. Nothing here acts or asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, Literal

from msgspec import field

from ..engine import Options, OptionsRefused
from ..kernel import Game
from .board import RAYS, SPACES
from .cards import KINDS, PIG, TILES, VALUES

EMPTY: Final = len(TILES)
"""A space without a tile, in the place of a kind."""
FACE_DOWN: Final = EMPTY + 1
"""A space whose tile nobody has seen yet, in the place of a kind."""
NOBODY: Final = -1

SEATS: Final = ("first", "second", "third", "fourth")


class SchweinebandeOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The variants of Schweinebande."""

    direct_scoring: bool = True
    """Groups and feeding come right after a player's last row (SWB-11.1); else for all after all rows."""
    start_player: Literal["random", "first", "second", "third", "fourth", "last"] = "random"
    """Who begins the first round (SWB-5.2): by lot, or whoever sits there."""
    sell_only_if_short: bool = False
    """Animals are sold only while neither feed nor a sack feeds all of them (SWB-8.9)."""

    @classmethod
    def presets(cls) -> Mapping[str, Mapping[str, Any]]:
        return {"printed": {"direct_scoring": False}}

    def check(self, seats: int) -> None:
        if self.start_player in SEATS[seats:]:
            raise OptionsRefused(f"the {self.start_player} seat cannot begin at a table for {seats}")


class Schweinebande(Game):
    """A game in progress. Lists run by seat (clockwise), by space of the board, or by kind of tile."""

    added: ClassVar[tuple[str, ...]] = ("chose",)

    options: SchweinebandeOptions
    pile: list[int]
    """The tiles of the rounds to come, the next one last. Hidden."""
    left: list[int]
    """Farmers that each seat may still place in this round."""
    order: list[int]
    """The order tile of each seat, 0 for none."""
    pens: list[list[int]]
    """Tiles of each kind in front of each seat, feed sacks last."""
    farms: list[list[int]]
    """Animals of each kind on each seat's farm."""
    feed: list[int]
    round: int = 0
    active: int = 0
    """Who reveals and collects now."""
    tiles: list[int] = field(default_factory=lambda: [EMPTY] * len(SPACES))
    """What lies face down on each space, else EMPTY. Hidden."""
    market: list[int] = field(default_factory=lambda: [EMPTY] * len(SPACES))
    """What everybody sees on each space: a kind, EMPTY, or FACE_DOWN."""
    farmers: list[int] = field(default_factory=lambda: [NOBODY] * len(SPACES))
    """Whose farmer stands on each space."""
    box: list[int] = field(default_factory=lambda: [0] * len(TILES))
    """Tiles of each kind that have left the game."""
    chose: int = 0
    """Whose last choice could still be taken back: a bit for each seat."""

    def chosen_by(self, seat: int, alone: bool = True) -> None:
        """Note who has chosen last; `alone`: what others chose before can't be taken back any more."""
        self.chose = 1 << seat if alone else self.chose | 1 << seat

    def nothing_back(self) -> None:
        """From here on nobody can take anything back. Seals."""
        self.chose = 0
        self.seal()

    def face_down(self) -> list[int]:
        """The spaces whose tiles are still to be revealed."""
        return [space for space in SPACES if self.market[space] == FACE_DOWN]

    def turn_over(self, space: int) -> int:
        """Show everybody what lies on a space; returns its kind. Seals."""
        kind = self.market[space] = self.tiles[space]
        self.tiles[space] = EMPTY
        self.nothing_back()
        return kind

    def standing(self, seat: int) -> list[int]:
        """The spaces on which this seat's farmers stand."""
        return [space for space in SPACES if self.farmers[space] == seat]

    def row(self, space: int, direction: int) -> list[int]:
        """The spaces whose tiles a farmer there would collect that way, beside the one under itself.

        Gaps don't end a row, other farmers do, of any colour (SWB-6.6 to 6.8).
        """
        found = []
        for beyond in RAYS[space][direction]:
            if self.farmers[beyond] != NOBODY:
                break
            if self.market[beyond] != EMPTY:
                found.append(beyond)
        return found

    def take_order_tile(self, seat: int) -> None:
        """The seat takes the lowest order tile left (SWB-5.8)."""
        self.order[seat] = max(self.order) + 1
        self.say("order", seat, self.order[seat])

    def hungry(self, seat: int) -> int:
        """How many animals of this seat need feed."""
        pen = self.pens[seat]
        return sum(pen[kind] for kind in KINDS)

    def points(self, seat: int) -> int:
        """What the animals on this seat's farm are worth (SWB-9.7)."""
        return sum(VALUES[kind] * count for kind, count in enumerate(self.farms[seat]))

    def pigs(self, seat: int) -> int:
        """Pigs on the farm, which decide a tie (SWB-9.9)."""
        return self.farms[seat][PIG]
