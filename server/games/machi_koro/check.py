"""Invariants of Machi Koro, checked at every question."""

from __future__ import annotations

from .cards import ESTABLISHMENTS, KINDS, PURPLE
from .flow import OPEN_KINDS, Setup, copies
from .state import BUILT, DOUBLE, EFFECTIVE, EXTRA, NOT_BUILT, MachiKoro


def check(game: MachiKoro) -> None:
    """Raise AssertionError if cards are lost or doubled, money is negative, or places are inconsistent."""
    check_cards(game)
    check_places(game)
    assert min(game.coins) >= 0, f"negative money: {game.coins}"
    assert all(1 <= die <= 6 for die in game.dice) and len(game.dice) <= 2, f"impossible dice: {game.dice}"
    states = {state for row in game.landmarks for state in row}
    assert states <= {NOT_BUILT, BUILT, EFFECTIVE}, f"landmarks in no known state: {game.landmarks}"
    if game.extra == DOUBLE:
        assert len(set(game.dice)) == 1 and len(game.dice) == 2, "a turn earned without a double"
    assert game.extra in (0, DOUBLE, EXTRA)


def check_cards(game: MachiKoro) -> None:
    """Every card is in exactly one place, within the limits; with the draw pile, ten kinds are open."""
    seats, options = len(game.coins), game.options
    for kind in KINDS:
        row = ESTABLISHMENTS[kind]
        held = [city[kind] for city in game.cities]
        lying = sum(held) + game.supply[kind] + game.deck.count(kind)
        assert lying == copies(kind, seats, options) + row.start * seats, f"{row.id}: {lying} cards"
        assert min(held) >= 0 and game.supply[kind] >= 0, f"{row.id}: fewer than none"
        assert max(held) <= options.most(PURPLE[kind]), f"{row.id}: beyond the limit"
    if options.supply == "all":
        assert not game.deck, "a draw pile without the variant"
    elif Setup() not in game.stack:
        kinds = sum(copies > 0 for copies in game.supply)
        assert kinds == OPEN_KINDS or (kinds < OPEN_KINDS and not game.deck), f"{kinds} kinds are open"


def check_places(game: MachiKoro) -> None:
    """Places count up from 1. Before the end only seats that have finished have one."""
    over = not game.stack
    done = [NOT_BUILT not in row for row in game.landmarks]
    for seat, place in enumerate(game.places):
        assert done[seat] == (place > 0) or over, f"seat {seat} has place {place}"
    taken = sorted(place for place in game.places if place)
    if over and not game.options.play_out:
        assert taken == [1] + [2] * (len(taken) - 1), f"places of the printed end: {taken}"
    else:
        assert taken == list(range(1, len(taken) + 1)), f"places: {taken}"
    if over:
        assert 0 not in game.places and sum(done) >= 1, "over without an end"
