"""The state of a game, and its options. This module neither acts nor asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec import Struct, field

from ..bounds import COUNTER, Bounds
from ..engine import Options, OptionsRefused
from ..kernel import Ask, Game

COLOURS: Final = ("blue", "brown", "yellow", "red", "violet")
"""Colours of cards, dice, workers, threat markers and canal spaces, by number (BRU-1.8)."""
BLUE, BROWN, YELLOW, RED, VIOLET = range(len(COLOURS))
ANY_COLOUR: Final = -1
"""In place of a colour: any colour."""

NONE: Final = -1
"""No card, no house, no ship."""
MARKS: Final = ("reputation", "persons", "canal", "pets")
"""The majority markers, in the order in which the majorities are verified."""
MOST_SEATS: Final = 5

CARD: Final = Bounds(NONE, 999)
"""Bounds of the numbers of cards, ships and bourse cards; `cards.py` has the actual counts."""
SEAT: Final = Bounds(0, MOST_SEATS - 1)
FLAG: Final = Bounds(0, 1)
TURN: Final = Bounds(0, 199)
"""Bounds of rounds, and of turns in a round."""

DRAWING, DICE, TURNS, MAJORITIES = 1, 2, 3, 4
"""The phases of a round (BRU-3.1)."""


class BrugesOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The expansions of Bruges, and the differences between the online edition and the printed rules."""

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
    """The bourse gets fewer markers with fewer than five players (BRU-18.10)."""
    start_player: Literal["random", "first"] = "random"
    """The start player (BRU-2.20): drawn at random, or the first seat."""
    damage_order: Literal["red_and_brown", "all"] = "red_and_brown"
    """The damage whose order the player decides: fire and plague (BRU-18.3), or all damage (BRU-10.18)."""
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
    """The state of one player. Lists of five are by colour; `houses`, `persons` and `pets` are parallel
    lists."""

    guilders: Annotated[int, COUNTER]
    points: Annotated[int, COUNTER]
    workers: Annotated[list[int], COUNTER]
    step: Annotated[int, Bounds(0, 99)] = 0
    """Steps on the reputation track; 0 is the town hall."""
    threats: Annotated[list[int], Bounds(0, 4)] = field(default_factory=lambda: [0] * len(COLOURS))
    canals: Annotated[list[int], Bounds(0, 99)] = field(default_factory=lambda: [0, 0])
    """Tokens in the left and in the right section."""
    finished: Annotated[list[int], FLAG] = field(default_factory=lambda: [0, 0])
    """1 if the section was complete once, so that it gives no further statue (BRU-8.24)."""
    statues: Annotated[list[int], Bounds(0, 99)] = field(default_factory=list)
    houses: Annotated[list[int], CARD] = field(default_factory=list)
    """The cards laid house side up. All seats see their backs, only the owner their fronts."""
    persons: Annotated[list[int], CARD] = field(default_factory=list)
    """The person in each house, or NONE."""
    pets: Annotated[list[int], CARD] = field(default_factory=list)
    """The pet in each house, or NONE."""
    used: Annotated[list[int], CARD] = field(default_factory=list)
    """Persons that this player has activated this round, even if they have moved since (BRU-18.19)."""
    marks: Annotated[list[int], FLAG] = field(default_factory=lambda: [0] * len(MARKS))
    """1 for each majority marker on its coloured side."""
    hand: Annotated[list[int], CARD] = field(default_factory=list)
    fresh: Annotated[list[int], CARD] = field(default_factory=list)
    """Cards drawn in phase 1, not seen before the hand is full (BRU-4.3)."""
    drawn: Annotated[list[int], CARD] = field(default_factory=list)
    """Cards drawn and seen, but not in the hand."""

    def stands(self, ask: Ask) -> bool:
        """Everything does: what others are asked after it, they are asked because of it (section 21)."""
        return True

    def living(self) -> list[int]:
        """Persons and pets in the play area; pets count as persons (BRU-12.6)."""
        return [card for card in (*self.persons, *self.pets) if card != NONE]

    def room(self, is_pet: bool) -> list[int]:
        """Houses with room for a person, or for a pet."""
        return [house for house, card in enumerate(self.pets if is_pet else self.persons) if card == NONE]


class Bruges(Game):
    """A game in progress. Lists by seat go clockwise; cards, ships and bourse cards as in `cards.json`.

    The top of a pile is its last card.
    """

    bounds: ClassVar[Bounds] = Bounds(NONE, COUNTER.most)

    options: BrugesOptions
    players: list[Player]
    stacks: Annotated[list[list[int]], CARD]
    """The two draw stacks."""
    extra: Annotated[list[int], CARD]
    """The extra stack; empty once it has been placed."""
    statues: Annotated[list[int], Bounds(0, 99)]
    discard: Annotated[list[int], CARD] = field(default_factory=list)
    shown: Annotated[list[int], CARD] = field(default_factory=list)
    """Cards in transit: face up, out of a hand or the discard pile, and not yet placed."""
    rolled: Annotated[list[int], Bounds(0, 6)] = field(default_factory=lambda: [0] * len(COLOURS))
    """What each colour's die shows; 0 before the first roll."""
    round: Annotated[int, TURN] = 0
    phase: Annotated[int, Bounds(DRAWING, MAJORITIES)] = DRAWING
    start: Annotated[int, SEAT] = 0
    """The start player."""
    active: Annotated[int, SEAT] = 0
    """The seat whose turn it is, or that is drawing."""
    turn: Annotated[int, TURN] = 0
    """Turns begun in phase 3 of this round, all players' together."""
    last: Annotated[int, TURN] = 0
    """The number of the last round; 0 while it is unknown."""
    free_canal: bool = False
    """The well builder is active: the next canal token of this turn costs no guilders."""
    recolour: bool = False
    """The player may name a colour for the next card of this turn (BRU-13.28)."""
    ships: Annotated[list[list[int]], CARD] = field(default_factory=list)
    """A stack for each colour, the top one face up."""
    berths: Annotated[list[int], CARD] = field(default_factory=lambda: [NONE] * len(COLOURS))
    """The active ship of each colour, or NONE."""
    sailed: Annotated[list[int], CARD] = field(default_factory=list)
    """Ships that left in earlier rounds."""
    bourse: Annotated[list[int], CARD] = field(default_factory=list)
    """The pile of bourse cards."""
    traded: Annotated[list[int], CARD] = field(default_factory=list)
    """Bourse cards that were opened, the one in force last."""
    markers: Annotated[int, Bounds(0, 6)] = 0
    """Action markers on the bourse card in force; 0 if none is in force."""

    def others(self, seat: int) -> list[int]:
        """The other seats, clockwise."""
        return [(seat + i) % len(self.players) for i in range(1, len(self.players))]

    def clockwise(self) -> list[int]:
        """All seats, the start player first."""
        return [(self.start + i) % len(self.players) for i in range(len(self.players))]
