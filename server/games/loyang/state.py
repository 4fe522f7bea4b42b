"""The state of a game, and its options. This module neither acts nor asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec import Struct, field

from ..bounds import COUNTER, Bounds
from ..engine import Options
from ..kernel import Ask, Game
from .cards import CARDS

NOBODY = -1
NOTHING = -1

CARD_OR_NOTHING: Final = Bounds(NOTHING, len(CARDS) - 1)
SEAT_OR_NOBODY: Final = Bounds(NOBODY, 3)

WAITING, ACTING, ACTED = range(3)
"""The state of a player's action turn in this round: still to come; running; closed, with the goods
stored."""

BLUE, RED = range(2)
"""The sides of a regular customer's satisfaction marker."""

FREE, DUE, SERVED, TWICE, MISSED = range(5)
"""The duty to a regular customer: none now; due; served; served twice; refused."""

MAID, OFFICIAL, ERRANDS, SOWING, BONUS, BOUGHT = (1 << bit for bit in range(6))
"""Flags for the rest of an action turn: the helpers with lasting effects, and that a two-pack was bought."""

CARD, GOOD, AMOUNT = range(3)
"""Indexes in a field's row: [card, good planted or NOTHING, amount]."""
LEFT = 1
"""Index in a stall's row: [card, goods left, one bit for each]."""
FILLED, MARKER, DUTY = range(1, 4)
"""Indexes in a regular customer's row: [card, rows filled, marker, duty]."""


class LoyangOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    beginner: bool = False
    """Each player is dealt a regular customer, which may be laid out instead of a hand card (LOY-3.1)."""
    pairs: Literal["one_by_one", "side_by_side"] = "one_by_one"
    """The order with four players: one after the other as online (LOY-9.11), or both pairs in parallel as
    printed (LOY-26.2)."""
    free_choices: bool = False
    """Offers the printed rules' choices that the online edition makes automatically (LOY-26.4)."""
    foreman: bool = False
    """The foreman is among the helpers, with an ability of our own design (LOY-26.3)."""
    loan_limit: Literal[0, 31] = 0
    """The maximum number of loans of a player; 0: no limit (LOY-20.9). Compulsory debts are exempt."""

    @classmethod
    def presets(cls) -> Mapping[str, Mapping[str, Any]]:
        return {"first": {"beginner": True}, "printed": {"pairs": "side_by_side", "free_choices": True}}


def row_of(rows: list[list[int]], card: int) -> list[int]:
    """The row of a card that is there."""
    for row in rows:
        if row[CARD] == card:
            return row
    raise LookupError(f"there is no card {card}")


class Farm(Struct):
    """The farm of one player. Counts of goods run from wheat to leek."""

    cash: Annotated[int, COUNTER]
    shop: Annotated[list[int], Bounds(0, 9)]
    fields: Annotated[list[list[int]], CARD_OR_NOTHING]
    """[card, good or NOTHING, amount], from the left."""
    pile: Annotated[list[int], CARD_OR_NOTHING]
    """The private fields still to be turned up, the next one last. The order is hidden from all players."""
    space: Annotated[int, Bounds(1, 20)] = 1
    """The space of the scoring marker on the path of prosperity."""
    loans: Annotated[int, COUNTER] = 0
    cart: Annotated[list[int], COUNTER] = field(default_factory=lambda: [0] * 6)
    """The goods on the cart, or in the storehouse once the turn is closed."""
    capacity: Annotated[int, Bounds(1, 4)] = 1
    """The capacity of the storehouse."""
    stalls: Annotated[list[list[int]], CARD_OR_NOTHING] = field(default_factory=list)
    """[card, goods left]"""
    regulars: Annotated[list[list[int]], CARD_OR_NOTHING] = field(default_factory=list)
    """[card, rows filled, marker, duty]"""
    casuals: Annotated[list[int], CARD_OR_NOTHING] = field(default_factory=list)
    helpers: Annotated[list[int], CARD_OR_NOTHING] = field(default_factory=list)
    under: Annotated[list[list[int]], CARD_OR_NOTHING] = field(default_factory=list)
    """[upper, lower] for each two-pack that is still stacked."""
    returned: Annotated[int, CARD_OR_NOTHING] = 0
    """The number of fields at the bottom of the pile that were put there openly."""
    looked: bool = False
    """Whether the owner has seen the pile, and so knows its order from then on."""
    hand: Annotated[list[int], CARD_OR_NOTHING] = field(default_factory=list)
    dealt: Annotated[int, CARD_OR_NOTHING] = NOTHING
    """The regular customer that a beginner was dealt and still holds."""
    taken: Annotated[list[int], CARD_OR_NOTHING] = field(default_factory=list)
    """The chosen courtyard cards, to be laid out."""
    picked: Annotated[int, CARD_OR_NOTHING] = NOTHING
    """The hand card (or the dealt customer) chosen to be laid out, or to go into the courtyard. It is still
    in the hand, and other players don't know which card it is."""
    calling: Annotated[int, CARD_OR_NOTHING] = NOTHING
    """The landlord in use, until the cards that it gives are laid out."""
    pack: Annotated[list[int], CARD_OR_NOTHING] = field(default_factory=list)
    """The two-pack just drawn, before the choice of the cards to keep."""
    turn: Annotated[int, Bounds(WAITING, ACTED)] = WAITING
    lasting: Annotated[int, Bounds(0, 2 * BOUGHT - 1)] = 0

    def stall(self, card: int) -> list[int]:
        return row_of(self.stalls, card)

    def regular(self, card: int) -> list[int]:
        return row_of(self.regulars, card)

    def plot(self, card: int) -> list[int]:
        return row_of(self.fields, card)

    def lift(self, upper: int) -> int:
        """Dissolve a two-pack; returns its lower card, or NOTHING if there was none."""
        for i, (top, lower) in enumerate(self.under):
            if top == upper:
                del self.under[i]
                return lower
        return NOTHING

    def choice(self) -> list[int]:
        """The cards chosen in the card phase that are about to be laid out."""
        return [*self.taken, *[self.picked] * (self.picked != NOTHING)]

    def known(self) -> list[int]:
        """The publicly known fields at the bottom of the pile, the lowest first."""
        return self.pile[: self.returned]


class Loyang(Game):
    """A game in progress. Cards and goods as in `cards.py`."""

    bounds: ClassVar[Bounds] = Bounds(NOTHING, COUNTER.most)

    options: LoyangOptions
    farms: list[Farm]
    """By seat, clockwise."""
    deck: Annotated[list[int], CARD_OR_NOTHING]
    """The draw pile of action cards, top last. Hidden."""
    discard: Annotated[list[int], CARD_OR_NOTHING] = field(default_factory=list)
    court: Annotated[list[int], CARD_OR_NOTHING] = field(default_factory=list)
    """The courtyard."""
    round: Annotated[int, Bounds(0, 9)] = 0
    first: Annotated[int, SEAT_OR_NOBODY] = 0
    """The seat with the large starting player token."""
    second: Annotated[int, SEAT_OR_NOBODY] = NOBODY
    """The seat with the small one."""
    chosen: Annotated[list[int], SEAT_OR_NOBODY] = field(default_factory=list)
    """The seats that have chosen two cards in this card phase, in order."""
    order: Annotated[list[int], SEAT_OR_NOBODY] = field(default_factory=list)
    """The order of the action turns of this round; empty before it is known."""

    def stands(self, ask: Ask) -> bool:
        """A used helper stands while the owner of the foreman is asked about it (LOY-23.20.3, LOY-28.2)."""
        return self.options.foreman

    def opponents(self, seat: int) -> list[int]:
        """The seats that this seat's helpers may affect: with four players in the action phase only the
        partner."""
        if len(self.order) == 4:
            return [self.order[(self.order.index(seat) + 2) % 4]]
        return [other for other in range(len(self.farms)) if other != seat]
