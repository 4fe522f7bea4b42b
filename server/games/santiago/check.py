"""Invariants of Santiago de Cuba, checked at every question."""

from __future__ import annotations

from .cards import BOX
from .state import DEMANDED, GOODS, HARBOR_STATION, NO_SHIP, NOBODY, NOWHERE, Santiago


def check(game: Santiago) -> None:
    """Raise AssertionError if pieces are lost or doubled, a count is negative, or the ships are invalid."""
    check_pieces(game)
    check_town(game)
    check_ship(game)
    assert 0 <= game.active < len(game.pawns)
    assert (not game.stack) == bool(game.cashed), "the goods left over are counted at the end, once"


def check_pieces(game: Santiago) -> None:
    """All eight pieces of each good exist (SAN-16.14), and no supply or holding is negative."""
    for good in GOODS:
        pieces = game.supply[good] + sum(held[good] for held in game.held)
        assert pieces == BOX.goods[good].pieces, f"{pieces} pieces of {BOX.goods[good].id}"
    assert min(game.supply) >= 0, f"negative supply: {game.supply}"
    assert all(min(held) >= 0 for held in game.held), f"negative holdings: {game.held}"


def check_town(game: Santiago) -> None:
    """Every tile is in exactly one place, no building has two pawns, no seat owns more than its markers."""
    assert game.street[HARBOR_STATION] == -1 and sorted(game.street) == list(range(-1, len(BOX.cubans)))
    assert sorted(game.spaces) == list(range(len(BOX.buildings)))
    assert 0 <= game.car < BOX.track.stations
    standing = [pawn for pawn in game.pawns if pawn != NOWHERE]
    assert len(set(standing)) == len(standing), f"two pawns on one building: {game.pawns}"
    for seat in range(len(game.pawns)):
        assert game.owners.count(seat) <= BOX.track.markers, f"markers of seat {seat}: {game.owners}"
    assert all(NOBODY <= owner < len(game.pawns) for owner in game.owners)


def check_ship(game: Santiago) -> None:
    """No die exceeds its faces, the marker is on a value, a ship demands something, seven ships at most."""
    for good, shown in zip(DEMANDED, game.faces, strict=True):
        assert 0 <= shown <= max(BOX.goods[good].die), f"a die shows {shown}"
    assert game.value in BOX.track.values, f"value {game.value}"
    assert game.beside == NO_SHIP or any(map(game.demand, DEMANDED)), "a ship that should have left"
    assert 0 <= game.departed <= BOX.track.ships
    assert game.departed == BOX.track.ships or game.stack, "over before the last ship left"
