"""Serving customers: the goods that go, and the money that comes (LOY-15.3, LOY-16.1)."""

from __future__ import annotations

from .cards import CARDS, ROWS
from .display import hand_over, modifier, throw_away
from .pay import PENALTY
from .state import DUTY, FILLED, MARKER, MISSED, RED, SERVED, TWICE, Farm, Loyang


def regular_pays(farm: Farm, card: int) -> int:
    """What the next row of a regular customer of this display brings (LOY-15.3)."""
    pays: int = CARDS[card].pays[farm.regular(card)[FILLED]]
    return pays


def same_again(farm: Farm, card: int) -> int:
    """What the row just filled brings once more (LOY-23.3.1)."""
    pays: int = CARDS[card].pays[farm.regular(card)[FILLED] - 1]
    return pays


def casual_pays(farm: Farm, card: int, joining: int = 0) -> int:
    """What a casual customer pays in this display (LOY-16.2); `joining`: that one is about to come."""
    price: int = CARDS[card].price
    return price + modifier(farm, joining)


def penalty(row: list[int]) -> int:
    """What it costs to refuse a regular customer: only a red marker does (LOY-15.8)."""
    return PENALTY if row[MARKER] == RED else 0


def serve_regular(game: Loyang, seat: int, owner: int, card: int) -> int:
    """`seat` fills the next row of a regular customer of `owner`, and gets the money; returns how much.

    The duty of the owner stays as it is. After the fourth row the card leaves (LOY-15.15).
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
    """The delivery of this round to an own regular customer."""
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
    """An own casual customer takes its three goods and goes; it still counts for the price (LOY-16.8)."""
    farm = game.farms[seat]
    pays = casual_pays(farm, card)
    hand_over(farm, card)
    farm.cash += pays
    game.say("served", seat, card, pays)
    throw_away(game, seat, card)


def miss(game: Loyang, seat: int, card: int) -> int:
    """No delivery: the marker is turned to red; returns what is owed where it was red already (LOY-15.7)."""
    row = game.farms[seat].regular(card)
    row[DUTY] = MISSED
    game.say("missed", seat, card)
    owed, row[MARKER] = penalty(row), RED
    if owed:
        game.say("costs", seat, owed)
    return owed
