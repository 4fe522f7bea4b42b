"""A player's display: laying cards out, removing and uncovering them; and small computations on it.

Nothing here asks. Every card that leaves the display goes through `leave`, so that no lower card stays
covered.
"""

from __future__ import annotations

from collections.abc import Sequence

from .cards import (
    ACTION,
    BOWLS,
    FULL,
    HELPERS,
    KINDS,
    PLACES,
    REGULARS,
    STALLS,
    STOCKS,
    WARES,
    is_field,
)
from .state import (
    ACTING,
    AMOUNT,
    BLUE,
    BONUS,
    CARD,
    DUE,
    DUTY,
    FREE,
    GOOD,
    LEFT,
    MAID,
    NOTHING,
    OFFICIAL,
    Farm,
    Loyang,
)

FIELD_COST = 2  # LOY-6.17


def lay(game: Loyang, seat: int, card: int) -> None:
    """Lay a card into its row: a stall is filled, a regular customer gets a blue marker (LOY-6.15, 6.16)."""
    lay_in(game.farms[seat], card)


def lay_in(farm: Farm, card: int) -> None:
    """The same for a farm without a game."""
    if card in STALLS:
        farm.stalls.append([card, FULL])
    elif card in REGULARS:
        farm.regulars.append([card, 0, BLUE, DUE if farm.turn == ACTING else FREE])  # LOY-15.22
    elif card in HELPERS:
        farm.helpers.append(card)
    elif is_field(card):
        farm.fields.append([card, NOTHING, 0])
    else:
        farm.casuals.append(card)


def leave(game: Loyang, seat: int, card: int) -> None:
    """Remove a visible card from a display; the card below it is laid out immediately (LOY-18.5, 18.13)."""
    farm = game.farms[seat]
    if card in STALLS:
        farm.stalls.remove(farm.stall(card))
    elif card in REGULARS:
        farm.regulars.remove(farm.regular(card))
    elif card in HELPERS:
        farm.helpers.remove(card)
    elif is_field(card):
        farm.fields.remove(farm.plot(card))
    else:
        farm.casuals.remove(card)
    uncover(game, seat, card)


def uncover(game: Loyang, seat: int, card: int) -> None:
    """Lay out the card below a card that has left."""
    lower = game.farms[seat].lift(card)
    if lower != NOTHING:
        lay(game, seat, lower)
        game.say("uncovered", seat, lower)


def throw_away(game: Loyang, seat: int, card: int) -> None:
    """Discard a visible card; a private field is removed from the game (LOY-5.7, 5.8)."""
    leave(game, seat, card)
    if card in ACTION:
        game.discard.append(card)


def exchange(game: Loyang, seat: int, mine: int, other: int, theirs: int) -> None:
    """Two visible cards change owners; both leave their stacks and are laid out singly (LOY-18.13)."""
    game.say("swapped", seat, mine, other, theirs)
    leave(game, seat, mine)
    leave(game, other, theirs)
    lay(game, seat, theirs)
    lay(game, other, mine)


def draw(game: Loyang) -> int:
    """The top card of the draw pile, or NOTHING. An empty pile is replaced by the discards immediately
    (LOY-22.2, 22.6)."""
    if not game.deck:
        reshuffle(game)
    if not game.deck:
        return NOTHING
    card = game.deck.pop()
    game.seal()
    if not game.deck:
        reshuffle(game)
    return card


def reshuffle(game: Loyang) -> None:
    """The discard pile becomes the draw pile."""
    if game.discard:
        game.deck, game.discard = game.discard, []
        game.shuffle(game.deck)
        game.say("reshuffled")


# -- goods -----------------------------------------------------------------------------------------


def stands_on(row: list[int], good: int) -> bool:
    """Whether a stall has this good."""
    wares = WARES[row[CARD]]
    return good in wares and bool(row[LEFT] >> wares.index(good) & 1)


def wares_left(row: list[int]) -> Sequence[int]:
    """The goods that a stall still has."""
    return STOCKS[row[CARD]][row[LEFT]]


def take_ware(row: list[int], good: int) -> None:
    """Take a good from a stall. The caller discards a stall that becomes empty."""
    row[LEFT] ^= 1 << WARES[row[CARD]].index(good)


def has_goods(farm: Farm, card: int, times: int = 1) -> bool:
    """Whether the cart has the goods that a customer wants."""
    cart = farm.cart
    for good in WARES[card]:  # noqa: SIM110 (a generator takes three times as long)
        if cart[good] < times:
            return False
    return True


def hand_over(farm: Farm, card: int) -> None:
    """Remove the goods that a customer wants from the cart."""
    for good in WARES[card]:
        farm.cart[good] -= 1


def has_place(farm: Farm, good: int) -> bool:
    """Whether the farm's shop has a free place for this good."""
    return farm.shop[good] < PLACES[good]


def held(farm: Farm) -> list[int]:
    """The kinds of goods on the cart."""
    cart = farm.cart
    return [good for good in KINDS if cart[good]]


# -- computations ----------------------------------------------------------------------------------


def modifier(farm: Farm, joining: int = 0) -> int:
    """The change of casual customers' payments, by the visible customers (LOY-16.2).

    `joining`: the number of casual customers about to join.
    """
    if farm.lasting & BONUS:
        return 2
    more = len(farm.casuals) + joining - len(farm.regulars)
    return -2 if more > 0 else 0 if more == 0 else 2


def pack_price(farm: Farm) -> int:
    """The price of a two-pack (LOY-17.2)."""
    return 0 if farm.lasting & OFFICIAL else max(len(farm.helpers), len(farm.stalls))


def bowls(farm: Farm, stall: int, good: int) -> int:
    """The number of goods that a stall's good costs this player (LOY-13.2, 23.13.1)."""
    return 1 if farm.lasting & MAID else BOWLS[stall][WARES[stall].index(good)]


def step_cost(space: int, steps: int) -> int:
    """The price of `steps` steps from a space in one round (LOY-19.6)."""
    return 0 if steps == 0 else 1 + sum(range(space + 2, space + steps + 1))


def is_planted(row: list[int]) -> bool:
    return row[AMOUNT] > 0 and row[GOOD] != NOTHING


def empty_fields(farm: Farm) -> list[int]:
    """The fields of a farm without goods."""
    return [row[CARD] for row in farm.fields if not is_planted(row)]


def open_duties(farm: Farm) -> list[int]:
    """The regular customers that are still due."""
    return [row[CARD] for row in farm.regulars if row[DUTY] == DUE]
