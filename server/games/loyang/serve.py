"""Serving customers: the goods delivered, and the payment (LOY-15.3, LOY-16.1)."""

from __future__ import annotations

from .cards import CARDS, ROWS
from .display import hand_over, modifier, throw_away
from .pay import LOAN_PENALTY_POINTS
from .state import DUTY, FILLED, MARKER, MISSED, RED, SERVED, TWICE, Farm, Loyang


def regular_pays(farm: Farm, card: int) -> int:
    """The payment for the next row of a regular customer of this farm (LOY-15.3)."""
    pays: int = CARDS[card].pays[farm.regular(card)[FILLED]]
    return pays


def same_again(farm: Farm, card: int) -> int:
    """The payment for the row just filled, once more (LOY-23.3.1)."""
    pays: int = CARDS[card].pays[farm.regular(card)[FILLED] - 1]
    return pays


def casual_pays(farm: Farm, card: int, joining: int = 0) -> int:
    """The payment of a casual customer of this farm (LOY-16.2); `joining`: 1 if it is about to join."""
    price: int = CARDS[card].price
    return price + modifier(farm, joining)


def penalty(row: list[int]) -> int:
    """The cost of refusing a regular customer: only a red marker has one (LOY-15.8)."""
    return LOAN_PENALTY_POINTS if row[MARKER] == RED else 0


def serve_regular(game: Loyang, seat: int, owner: int, card: int) -> int:
    """`seat` fills the next row of a regular customer of `owner`; returns the payment.

    The owner's duty does not change. After the fourth row the card leaves (LOY-15.15).
    """
    row = game.farms[owner].regular(card)
    pays = regular_pays(game.farms[owner], card)
    hand_over(game.farms[seat], card)
    game.farms[seat].cash += pays
    row[FILLED] += 1
    if owner == seat:
        game.say("served", seat, card, pays)
    else:
        game.say("served_for", seat, card, pays, owner)
    if row[FILLED] == ROWS:
        game.say("satisfied", owner, card)
        throw_away(game, owner, card)
    return pays


def serve_own(game: Loyang, seat: int, card: int) -> None:
    """The delivery of this round to a regular customer of the seat."""
    game.farms[seat].regular(card)[DUTY] = SERVED
    serve_regular(game, seat, seat, card)


def serve_again(game: Loyang, seat: int, card: int) -> None:
    """The errand boy's second delivery goes into the row just filled (LOY-23.3.1)."""
    farm = game.farms[seat]
    row = farm.regular(card)
    pays = same_again(farm, card)
    hand_over(farm, card)
    farm.cash += pays
    row[DUTY] = TWICE
    game.say("served", seat, card, pays)


def serve_twice(game: Loyang, seat: int, card: int) -> None:
    """The errand boy fills the top row with both deliveries together (LOY-23.3.6)."""
    farm = game.farms[seat]
    hand_over(farm, card)
    pays = regular_pays(farm, card)
    farm.cash += pays
    game.say("served", seat, card, pays)
    serve_own(game, seat, card)


def serve_casual(game: Loyang, seat: int, card: int) -> None:
    """A casual customer of the seat takes its three goods and leaves; it still counts for the price
    (LOY-16.8)."""
    farm = game.farms[seat]
    pays = casual_pays(farm, card)
    hand_over(farm, card)
    farm.cash += pays
    game.say("served", seat, card, pays)
    throw_away(game, seat, card)


def miss(game: Loyang, seat: int, card: int) -> int:
    """Refuse a delivery: the marker turns red; returns the penalty if it was red already (LOY-15.7)."""
    row = game.farms[seat].regular(card)
    row[DUTY] = MISSED
    game.say("missed", seat, card)
    owed, row[MARKER] = penalty(row), RED
    if owed:
        game.say("costs", seat, owed)
    return owed
