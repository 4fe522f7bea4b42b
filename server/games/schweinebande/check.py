"""Invariants of Schweinebande, checked at every question."""

from __future__ import annotations

from .board import SPACES
from .cards import FARMERS, KINDS, ROUNDS, TILES
from .flow import Setup
from .state import EMPTY, FACE_DOWN, NOBODY, Schweinebande


def check(game: Schweinebande) -> None:
    """Raise AssertionError if tiles are lost or doubled, farmers are nowhere, or feed is negative."""
    check_tiles(game)
    check_farmers(game)
    seats = len(game.feed)
    assert min(game.feed) >= 0, f"negative feed: {game.feed}"
    taken = sorted(tile for tile in game.order if tile)
    assert taken == list(range(1, len(taken) + 1)), f"order tiles: {game.order}"
    assert 0 <= game.active < seats and 0 <= game.round <= ROUNDS
    if Setup() not in game.stack:
        assert len(game.pile) == sum(TILES) - game.round * len(SPACES), f"{len(game.pile)} tiles in the pile"
    if not game.stack:
        assert game.round == ROUNDS and not any(map(sum, game.pens)), "over too early"


def check_tiles(game: Schweinebande) -> None:
    """Every tile is in exactly one place, and exactly the face-down spaces have a hidden tile."""
    lying = game.box.copy()
    for counts in (*game.pens, *game.farms):
        assert min(counts) >= 0, f"fewer tiles than none: {counts}"
        for kind, count in enumerate(counts):
            lying[kind] += count
    for kind in (*game.pile, *game.tiles, *game.market):
        if kind not in (EMPTY, FACE_DOWN):
            lying[kind] += 1
    assert lying == TILES, f"tiles of each kind: {lying}"
    assert len(game.market) == len(game.tiles) == len(game.farmers) == len(SPACES)
    for shown, hidden in zip(game.market, game.tiles, strict=True):
        assert (shown == FACE_DOWN) == (hidden != EMPTY), "a tile is open and hidden, or neither"


def check_farmers(game: Schweinebande) -> None:
    """No seat has more farmers than the rules give it, and each placed farmer is on an open tile."""
    most = FARMERS[len(game.left)]
    for seat, left in enumerate(game.left):
        assert left >= 0 and left + len(game.standing(seat)) <= most, f"farmers of seat {seat}"
    for space, seat in enumerate(game.farmers):
        assert seat == NOBODY or game.market[space] in (*KINDS, len(KINDS)), f"a farmer on nothing at {space}"
