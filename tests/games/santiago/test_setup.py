"""The start of a game."""

from __future__ import annotations

from typing import Any

import pytest

from server.games import santiago
from server.games.kernel import ALL, settle
from server.games.santiago.flow import Setup
from server.games.santiago.state import NOWHERE, Santiago, SantiagoOptions

from .town import CUBANS, holds, town


def begin(seats: int, seed: int = 0, **options: Any) -> Santiago:
    """A game at its first question."""
    game = santiago.setup(seats, seed, SantiagoOptions(**options))
    settle(game)
    return game


def first_ship(seats: int = 3, faces: tuple[int, ...] = (1, 2, 3, 0, 4), **fields: Any) -> Any:
    """A setup in which seat 0 begins and nothing is shuffled; the dice fall on these faces (0 to 5)."""
    unmixed = [*range(11, 0, -1), *range(8, 0, -1)]
    options = {"start_player": "first"}
    last = seats - 1
    fields.setdefault("rolls", [*unmixed, *faces])
    return town(
        seats=seats, seat=last, active=0, options=options, stack=[Setup()], ship={}, beside=-1, **fields
    )


@pytest.mark.rule("SAN-3.1", "SAN-3.2", "SAN-3.6")
@pytest.mark.parametrize("seats", santiago.seats)
def test_what_everybody_has(seats: int) -> None:
    game = first_ship(seats)
    for seat in range(seats):
        assert holds(game, seat) == {"peso": 3, "vp": 2, "sugar_cane": 1, "tobacco": 1, "citrus_fruit": 1}
    assert game.pawns == [NOWHERE] * seats and set(game.owners) == {-1}


@pytest.mark.rule("SAN-3.3", "SAN-16.14")
@pytest.mark.parametrize("seats", santiago.seats)
def test_what_the_supply_has(seats: int) -> None:
    game = begin(seats)
    assert game.supply == [8 - seats, 8 - seats, 8 - seats, 8, 8, 8]


@pytest.mark.rule("SAN-3.4", "SAN-18.1")
def test_tiles_are_mixed() -> None:
    games = [begin(2, seed) for seed in range(40)]
    assert len({tuple(game.spaces) for game in games}) == len({tuple(game.street) for game in games}) == 40
    for game in games:
        assert sorted(game.spaces) == list(range(12))
        assert game.street[0] == -1 and sorted(game.street[1:]) == list(range(9))
        assert not any(game.down) and game.sealed == ALL
    for cuban in range(9):
        assert len({game.street.index(cuban) for game in games}) > 5, CUBANS[cuban]


@pytest.mark.rule("SAN-3.5")
def test_where_car_ship_and_marker_begin() -> None:
    game = begin(4)
    assert (game.car, game.departed, game.value) == (0, 0, 2)


@pytest.mark.rule("SAN-3.7", "SAN-3.8", "SAN-17.1")
def test_the_last_in_turn_order_rolls_for_the_first_ship() -> None:
    game = first_ship(faces=(1, 2, 3, 0, 4))
    assert game.asked == [(2, "demand")]
    assert ("rolled", 2, 1, 2, 2, 0, 2) in game.said, "out of turn, since seat 0 begins"
    game.act("leave_out", "citrus_fruit")
    assert [game.game.demand(good) for good in range(5)] == [1, 0, 2, 0, 2]
    assert game.faces[1] == 2, "what the die beside the board shows does not matter"
    assert game.active == 0 and game.asked == [(0, "drive")]


@pytest.mark.rule("SAN-3.7")
def test_the_right_neighbour_of_whoever_begins() -> None:
    for seed in range(12):
        game = santiago.setup(4, seed, SantiagoOptions())
        asks = settle(game)
        assert [(ask.seat, ask.prompt) for ask in asks] == [((game.active - 1) % 4, "demand")]


@pytest.mark.rule("SAN-3.9")
def test_any_die_may_be_left_out_or_taken() -> None:
    game = first_ship(faces=(0, 0, 1, 1, 1))
    assert game.offers("leave_out") == ["sugar_cane", "citrus_fruit", "tobacco", "rum", "cigars"]
    game.act("leave_out", "rum")
    assert [game.game.demand(good) for good in range(5)] == [0, 0, 1, 0, 1], "two zeros are on the ship"


@pytest.mark.rule("SAN-3.10")
def test_who_begins() -> None:
    assert {begin(4, seed).active for seed in range(40)} == {0, 1, 2, 3}
    for start, seat in (("first", 0), ("second", 1), ("third", 2), ("fourth", 3)):
        assert all(begin(4, seed, start_player=start).active == seat for seed in range(5))


@pytest.mark.rule("SAN-11.7")
def test_a_first_ship_that_wants_nothing_leaves_and_the_same_seat_rolls_again() -> None:
    game = first_ship(faces=(0, 0, 0, 0, 1, 1, 1, 1, 1, 1))
    game.act("leave_out", "cigars")
    assert game.departed == 1 and game.asked == [(2, "roll")]
    game.act("roll")
    assert game.asked == [(2, "demand")] and game.faces == [1, 1, 1, 1, 1]
    game.act("leave_out", "cigars")
    assert game.asked == [(0, "drive")]
