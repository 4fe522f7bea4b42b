"""What lies where, and the variants. Nothing here acts or asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct, field

from ..engine import Options
from ..kernel import Game

NOBODY = -1
NOTHING = -1

WAITING, ACTING, ACTED = range(3)
"""A player's action turn of this round is still to come; is running; is closed, and the goods are stored."""

BLUE, RED = range(2)
"""The satisfaction marker of a regular customer."""

FREE, DUE, SERVED, TWICE, MISSED = range(5)
"""A regular customer wants nothing now; must be dealt with; was served; was served twice; was told no."""

MAID, OFFICIAL, ERRANDS, SOWING, BONUS, BOUGHT = (1 << bit for bit in range(6))
"""What holds for the rest of an action turn: the helpers that last, and that a two-pack was bought."""

CARD, GOOD, AMOUNT = range(3)
"""The places of a field: [card, good planted or NOTHING, how many]."""
LEFT = 1
"""The places of a stall: [card, goods left, one bit for each]."""
FILLED, MARKER, DUTY = range(1, 4)
"""The places of a regular customer: [card, rows filled, marker, duty]."""


class LoyangOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The variants of At the Gates of Loyang."""

    beginner: bool = False
    """Everybody is dealt a regular customer to lay out instead of a hand card (LOY-3.1)."""
    pairs: Literal["one_by_one", "side_by_side"] = "one_by_one"
    """Four players: one after the other as online (LOY-9.11), or both pairs at once as printed (LOY-26.2)."""
    free_choices: bool = False
    """The printed rules' free choices that the online edition makes by itself (LOY-26.4)."""
    foreman: bool = False
    """The foreman is among the helpers, with an ability of our own (LOY-26.3)."""
    loan_limit: Literal[0, 31] = 0
    """How many loans a player may take, 0: any number (LOY-20.9). Compulsory debts are exempt."""

    @classmethod
    def presets(cls) -> Mapping[str, Mapping[str, Any]]:
        return {"first": {"beginner": True}, "printed": {"pairs": "side_by_side", "free_choices": True}}


class Farm(Struct):
    """What lies in front of one player. Counts of goods run from wheat to leek."""

    cash: int
    shop: list[int]
    fields: list[list[int]]
    """[card, good or NOTHING, amount], from the left."""
    pile: list[int]
    """The private fields still to be turned up, the next one last. Its order is hidden from everybody."""
    space: int = 1
    """The scoring marker on the path of prosperity."""
    loans: int = 0
    cart: list[int] = field(default_factory=lambda: [0] * 6)
    """The goods on the cart, or in the storehouse once the turn is closed."""
    capacity: int = 1
    """Of the storehouse."""
    stalls: list[list[int]] = field(default_factory=list)
    """[card, goods left]"""
    regulars: list[list[int]] = field(default_factory=list)
    """[card, rows filled, marker, duty]"""
    casuals: list[int] = field(default_factory=list)
    helpers: list[int] = field(default_factory=list)
    under: list[list[int]] = field(default_factory=list)
    """[upper, lower] for each two-pack that still lies as one."""
    returned: int = 0
    """So many fields at the bottom of the pile were put there openly."""
    looked: bool = False
    """The owner has seen the pile, and so knows its order from then on."""
    hand: list[int] = field(default_factory=list)
    dealt: int = NOTHING
    """The regular customer that a beginner was dealt and still holds."""
    taken: list[int] = field(default_factory=list)
    """Courtyard cards chosen, and about to be laid out."""
    picked: int = NOTHING
    """The hand card (or the dealt customer) that is about to be laid out, or into the courtyard. It is still
    in the hand, and nobody else knows which one it is."""
    calling: int = NOTHING
    """The landlord being used, until the cards that it brings are laid out."""
    pack: list[int] = field(default_factory=list)
    """The two-pack just drawn, about to be kept or not."""
    turn: int = WAITING
    lasting: int = 0

    def stall(self, card: int) -> list[int]:
        return next(row for row in self.stalls if row[CARD] == card)

    def regular(self, card: int) -> list[int]:
        return next(row for row in self.regulars if row[CARD] == card)

    def plot(self, card: int) -> list[int]:
        """The row of a field."""
        return next(row for row in self.fields if row[CARD] == card)

    def lift(self, upper: int) -> int:
        """Dissolve a two-pack; returns its lower card, NOTHING where there was none."""
        for i, (top, lower) in enumerate(self.under):
            if top == upper:
                del self.under[i]
                return lower
        return NOTHING

    def choice(self) -> list[int]:
        """The cards chosen in the card phase that are about to be laid out."""
        return [*self.taken, *[self.picked] * (self.picked != NOTHING)]

    def known(self) -> list[int]:
        """The fields at the bottom of the pile that everybody knows, the lowest first."""
        return self.pile[: self.returned]


class Loyang(Game):
    """A game in progress. Cards and goods as in `cards.py`."""

    options: LoyangOptions
    farms: list[Farm]
    """By seat, clockwise."""
    deck: list[int]
    """The draw pile of action cards, top last. Hidden."""
    discard: list[int] = field(default_factory=list)
    court: list[int] = field(default_factory=list)
    """The courtyard."""
    round: int = 0
    first: int = 0
    """Who has the large starting player token."""
    second: int = NOBODY
    """Who has the small one."""
    chosen: list[int] = field(default_factory=list)
    """Who has chosen two cards in this card phase, in this order."""
    order: list[int] = field(default_factory=list)
    """The order of the action turns of this round; empty before it is known."""

    def opponents(self, seat: int) -> list[int]:
        """Whom helpers of this seat may touch: with four players in the action phase the partner alone."""
        if len(self.order) == 4:
            return [self.order[(self.order.index(seat) + 2) % 4]]
        return [other for other in range(len(self.farms)) if other != seat]
