"""A player's display: laying cards out, taking them away, uncovering; and small sums over it.

Nothing here asks. Whatever leaves the display goes through `leave`, so that no lower card stays behind.
"""

from __future__ import annotations

from .cards import ACTION, BOWLS, FULL, HELPERS, PLACES, PRICE, REGULARS, STALLS, WARES, is_field
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
    """The same for a display that is no game's."""
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
    """Take a visible card out of a display; a card below it is laid out at once (LOY-18.5, 18.13)."""
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
    """Lay out what lay below a card that has left."""
    lower = game.farms[seat].lift(card)
    if lower != NOTHING:
        lay(game, seat, lower)
        game.say("uncovered", seat, lower)


def throw_away(game: Loyang, seat: int, card: int) -> None:
    """A visible card goes to the discard pile, or out of the game if it is a private field (LOY-5.7, 5.8)."""
    leave(game, seat, card)
    if card in ACTION:
        game.discard.append(card)


def exchange(game: Loyang, seat: int, mine: int, other: int, theirs: int) -> None:
    """Two visible cards change owners; both leave their stacks and are laid out singly (LOY-18.13)."""
    leave(game, seat, mine)
    leave(game, other, theirs)
    lay(game, seat, theirs)
    lay(game, other, mine)


def draw(game: Loyang) -> int:
    """The top card of the draw pile, or NOTHING. The discards are shuffled in at once (LOY-22.2, 22.6)."""
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
    """Does this good lie on a stall?"""
    wares = WARES[row[CARD]]
    return good in wares and bool(row[LEFT] >> wares.index(good) & 1)


def wares_left(row: list[int]) -> list[int]:
    """The goods that lie on a stall."""
    return [good for bit, good in enumerate(WARES[row[CARD]]) if row[LEFT] >> bit & 1]


def take_ware(row: list[int], good: int) -> None:
    """Take a good off a stall. Whoever calls this looks after a stall that has become empty."""
    row[LEFT] ^= 1 << WARES[row[CARD]].index(good)


def has_goods(farm: Farm, card: int, times: int = 1) -> bool:
    """Are the goods that a customer wants on the cart?"""
    cart = farm.cart
    return all(cart[good] >= times for good in WARES[card])


def hand_over(farm: Farm, card: int) -> None:
    """The goods that a customer wants leave the cart."""
    for good in WARES[card]:
        farm.cart[good] -= 1


def has_place(farm: Farm, good: int) -> bool:
    """Is there a free place for this good in the own shop?"""
    return farm.shop[good] < PLACES[good]


def can_buy(farm: Farm, good: int) -> bool:
    return farm.shop[good] > 0 and farm.cash >= PRICE[good]


# -- sums ------------------------------------------------------------------------------------------


def modifier(farm: Farm, joining: int = 0) -> int:
    """What a casual customer pays more or less, by the visible customers (LOY-16.2).

    `joining`: so many casual customers are about to come.
    """
    if farm.lasting & BONUS:
        return 2
    more = len(farm.casuals) + joining - len(farm.regulars)
    return -2 if more > 0 else 0 if more == 0 else 2


def pack_price(farm: Farm) -> int:
    """The price of a two-pack (LOY-17.2)."""
    return 0 if farm.lasting & OFFICIAL else max(len(farm.helpers), len(farm.stalls))


def bowls(farm: Farm, stall: int, good: int) -> int:
    """How many goods a stall's good demands from this player (LOY-13.2, 23.13.1)."""
    return 1 if farm.lasting & MAID else BOWLS[stall][WARES[stall].index(good)]


def step_cost(space: int, steps: int) -> int:
    """The price of so many steps from a space in one round (LOY-19.6)."""
    return 0 if steps == 0 else 1 + sum(range(space + 2, space + steps + 1))


def is_planted(row: list[int]) -> bool:
    return row[AMOUNT] > 0 and row[GOOD] != NOTHING


def open_duties(farm: Farm) -> list[int]:
    """The regular customers that must still be dealt with."""
    return [row[CARD] for row in farm.regulars if row[DUTY] == DUE]
