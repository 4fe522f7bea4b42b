"""What lies where, and the variants. Nothing here acts or asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from msgspec import Struct, field

from ..engine import Options, OptionsRefused
from ..kernel import Game

COLOURS: Final = ("blue", "brown", "yellow", "red", "violet")
"""Of cards, dice, workers, threat markers and canal spaces, by number (BRU-1.8)."""
BLUE, BROWN, YELLOW, RED, VIOLET = range(len(COLOURS))
ANY: Final = -1
"""Where a colour is meant: of any colour."""

NONE: Final = -1
"""No card, no house, no ship."""
MARKS: Final = ("reputation", "persons", "canal", "pets")
"""The majority markers, in the order in which the majorities are verified."""
MOST_SEATS: Final = 5

DRAWING, DICE, TURNS, MAJORITIES = 1, 2, 3, 4
"""The phases of a round (BRU-3.1)."""


class BrugesOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The expansions of Bruges, and where the online edition and the printed rules differ."""

    pets: bool = False
    """17 pets and their majority marker (section 12)."""
    new_citizens: bool = False
    """39 further persons, the travellers among them (section 13)."""
    fifth_player: bool = False
    """The fifth player's material (section 14): exactly for five."""
    zwin: bool = False
    """Ships (section 15)."""
    bourse: bool = False
    """Bourse cards that improve an action (section 16)."""
    fewer_markers: bool = False
    """The bourse gets fewer markers when fewer than five play (BRU-18.10)."""
    start_player: Literal["random", "first"] = "random"
    """Who begins (BRU-2.20): by lot, or the first seat."""
    damage_order: Literal["red_and_brown", "all"] = "red_and_brown"
    """Whose order a player decides: fire's and plague's (BRU-18.3), or every damage's (BRU-10.18)."""
    ships_first: bool = True
    """Ships come in right after the roll (BRU-18.8); else after threat markers and advances."""

    @classmethod
    def decided(cls, seats: int) -> Mapping[str, Any]:
        return {"fifth_player": seats == MOST_SEATS}

    @classmethod
    def needs(cls) -> Mapping[str, str]:
        return {"fewer_markers": "bourse", "ships_first": "zwin"}

    @classmethod
    def presets(cls) -> Mapping[str, Mapping[str, Any]]:
        return {
            "printed": {"damage_order": "all", "ships_first": False},
            "all": dict.fromkeys(("pets", "new_citizens", "zwin", "bourse"), True),
        }

    def check(self, seats: int) -> None:
        if self.fifth_player != (seats == MOST_SEATS):
            raise OptionsRefused("the fifth player's expansion is for exactly five players")


class Player(Struct):
    """What one player has. Lists of five are by colour; `houses`, `persons` and `pets` go together."""

    guilders: int
    points: int
    workers: list[int]
    step: int = 0
    """On the reputation track; 0 is the town hall."""
    threats: list[int] = field(default_factory=lambda: [0] * len(COLOURS))
    canals: list[int] = field(default_factory=lambda: [0, 0])
    """Tokens in the left and in the right section."""
    finished: list[int] = field(default_factory=lambda: [0, 0])
    """1 where a section was complete once, so that it brings no further statue (BRU-8.24)."""
    statues: list[int] = field(default_factory=list)
    houses: list[int] = field(default_factory=list)
    """The cards that lie house side up. Everybody sees their backs, only the owner their fronts."""
    persons: list[int] = field(default_factory=list)
    """Who lives in each house, or NONE."""
    pets: list[int] = field(default_factory=list)
    """The pet in each house, or NONE."""
    used: list[int] = field(default_factory=list)
    """Persons that this player has activated this round, wherever they are now (BRU-18.19)."""
    marks: list[int] = field(default_factory=lambda: [0] * len(MARKS))
    """1 for each majority marker on its coloured side."""
    hand: list[int] = field(default_factory=list)
    fresh: list[int] = field(default_factory=list)
    """Cards drawn in phase 1: not looked at before the hand is full (BRU-4.3)."""
    drawn: list[int] = field(default_factory=list)
    """Cards drawn and seen, but not in hand."""

    def living(self) -> list[int]:
        """Persons and pets in the play area; pets count as persons (BRU-12.6)."""
        return [card for card in (*self.persons, *self.pets) if card != NONE]

    def room(self, is_pet: bool) -> list[int]:
        """Houses where a person, or a pet, can move in."""
        return [house for house, card in enumerate(self.pets if is_pet else self.persons) if card == NONE]


class Bruges(Game):
    """A game in progress. Lists by seat go clockwise; cards, ships and bourse cards as in `cards.json`.

    The top of a pile is its last card.
    """

    options: BrugesOptions
    players: list[Player]
    stacks: list[list[int]]
    """The two draw stacks."""
    extra: list[int]
    """The extra stack; empty once it has been placed."""
    statues: list[int]
    discard: list[int] = field(default_factory=list)
    shown: list[int] = field(default_factory=list)
    """Cards on their way: out of a hand or the discard pile, face up, not yet anywhere else."""
    rolled: list[int] = field(default_factory=lambda: [0] * len(COLOURS))
    """What each colour's die shows; 0 before the first roll."""
    round: int = 0
    phase: int = DRAWING
    start: int = 0
    """The start player."""
    active: int = 0
    """The seat whose turn it is, or that is drawing."""
    turn: int = 0
    """Turns begun in phase 3 of this round, all players' together."""
    last: int = 0
    """The number of the last round; 0 while nobody knows it."""
    free_canal: bool = False
    """The well builder waits: the next canal token of this turn costs no guilders."""
    recolour: bool = False
    """A colour may be named for the next card of this turn (BRU-13.28)."""
    ships: list[list[int]] = field(default_factory=list)
    """A stack for each colour, the top one face up."""
    berths: list[int] = field(default_factory=lambda: [NONE] * len(COLOURS))
    """The active ship of each colour, or NONE."""
    sailed: list[int] = field(default_factory=list)
    """Ships cleared away in earlier rounds."""
    bourse: list[int] = field(default_factory=list)
    """The pile of bourse cards."""
    traded: list[int] = field(default_factory=list)
    """Bourse cards that have had their round, the one in force last."""
    markers: int = 0
    """Action markers on the bourse card in force; 0: none is in force."""

    def others(self, seat: int) -> list[int]:
        """The other seats, clockwise."""
        return [(seat + i) % len(self.players) for i in range(1, len(self.players))]

    def clockwise(self) -> list[int]:
        """All seats, the start player first."""
        return [(self.start + i) % len(self.players) for i in range(len(self.players))]
