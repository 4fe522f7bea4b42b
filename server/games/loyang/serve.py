"""Serving customers: the goods that go, and the money that comes (LOY-15.3, LOY-16.1)."""

from __future__ import annotations

from .cards import CARDS, ROWS
from .display import hand_over, modifier, throw_away
from .pay import PENALTY
from .state import BLUE, DUTY, FILLED, MARKER, MISSED, RED, SERVED, TWICE, Loyang


def serve_regular(game: Loyang, seat: int, owner: int, card: int) -> int:
    """`seat` fills the next row of a regular customer of `owner`, and gets the money; returns how much.

    The duty of the owner stays as it is. After the fourth row the card leaves (LOY-15.15).
    """
    row = game.farms[owner].regular(card)
    pays: int = CARDS[card].pays[row[FILLED]]
    hand_over(game.farms[seat], card)
    game.farms[seat].cash += pays
    row[FILLED] += 1
    game.say("served", seat, card, pays)
    if row[FILLED] == ROWS:
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
    pays: int = CARDS[card].pays[row[FILLED] - 1]
    hand_over(farm, card)
    farm.cash += pays
    row[DUTY] = TWICE
    game.say("served", seat, card, pays)


def serve_twice(game: Loyang, seat: int, card: int) -> None:
    """The errand boy fills the top row with both deliveries together (LOY-23.3.6)."""
    farm = game.farms[seat]
    hand_over(farm, card)
    pays: int = CARDS[card].pays[ROWS - 1]
    farm.cash += pays
    game.say("served", seat, card, pays)
    serve_own(game, seat, card)


def serve_casual(game: Loyang, seat: int, card: int) -> None:
    """An own casual customer takes its three goods and goes; it still counts for the price (LOY-16.8)."""
    farm = game.farms[seat]
    pays: int = CARDS[card].price + modifier(farm)
    hand_over(farm, card)
    farm.cash += pays
    game.say("served", seat, card, pays)
    throw_away(game, seat, card)


def miss(game: Loyang, seat: int, card: int) -> int:
    """No delivery: the marker is turned to red; returns what is owed where it was red already (LOY-15.7)."""
    row = game.farms[seat].regular(card)
    row[DUTY] = MISSED
    game.say("missed", seat, card)
    if row[MARKER] == BLUE:
        row[MARKER] = RED
        return 0
    game.say("costs", seat, PENALTY)
    return PENALTY
