"""Turns, and the car."""

from __future__ import annotations

import pytest

from .town import CUBANS, demand, holds, town, visit


@pytest.mark.rule("SAN-4.1", "SAN-8.12")
def test_turns_pass_clockwise() -> None:
    game = town(seats=3, seat=2).act("drive", 1).act("use").act("enter", "bank").act("use").act("done")
    assert game.active == 0 and game.asked == [(0, "drive")]
    assert game.pawns[2] == 0, "the pawn stays until its owner's next turn"


@pytest.mark.rule("SAN-4.2", "SAN-4.3")
def test_first_the_car_then_the_pawn() -> None:
    game = town()
    assert game.asked == [(0, "drive")] and game.verbs() == ["drive"], "there is no way around it"
    asked = [game.act("drive", 1).asked, game.act("use").asked, game.act("enter", "bank").asked]
    assert asked == [[(0, "pedro")], [(0, "enter")], [(0, "bank")]]


@pytest.mark.rule("SAN-4.5", "SAN-11.5")
def test_the_end_of_a_turn_in_its_order() -> None:
    game = visit(
        "pedro", seats=3, under={"white": ["customs_office"]}, ship={"rum": 1}, owners={"customs_office": 1}
    )
    game.act("use").act("enter", "customs_office").act("cancel", "rum").act("roll").act("leave_out", "rum")
    order = [line[0] for line in game.said]
    assert order.index("cancelled") < order.index("departed") < order.index("rent") < order.index("rolled")


@pytest.mark.rule("SAN-5.1", "SAN-5.2", "SAN-5.3")
@pytest.mark.parametrize("pesos", [1, 2, 5, 8])
def test_the_first_station_is_free(pesos: int) -> None:
    offers = town(held={0: {"peso": pesos}}).offers("drive")
    assert offers == list(range(1, pesos + 2)), "as far as the money goes"
    for stations in offers:
        scene = town(held={0: {"peso": pesos}}).act("drive", stations)
        assert scene.held[0][6] == pesos - (stations - 1) and scene.car == stations


@pytest.mark.rule("SAN-5.3")
def test_the_fare_is_paid_before_the_cuban_pays() -> None:
    game = town(car=4, held={0: {"peso": 2}})
    assert game.offers("drive") == [1, 2, 3], "Martinez would give three pesos, but later"
    game.act("drive", 3)
    assert game.asked == [(0, "martinez")] and "peso" not in holds(game)
    assert holds(game.act("use"))["peso"] == 3


@pytest.mark.rule("SAN-5.2", "SAN-17.3")
def test_without_money_the_car_goes_one_station_by_itself() -> None:
    game = town(held={0: {"peso": 0}})
    assert game.car == 1 and game.asked == [(0, "pedro")]


@pytest.mark.rule("SAN-5.4")
def test_a_face_down_cuban_is_a_station_like_others() -> None:
    game = town(face_down=["pedro", "jose"]).act("drive", 3)
    assert CUBANS[game.street[game.car]] == "conchita" and holds(game)["peso"] == 1


@pytest.mark.rule("SAN-5.5")
def test_once_around_at_most() -> None:
    game = town(car=4, held={0: {"peso": 30}})
    assert game.offers("drive") == list(range(1, 11))
    game.act("drive", 10)
    assert game.car == 4 and holds(game)["peso"] == 21
    assert game.value == 3, "the harbor was on the way"


@pytest.mark.rule("SAN-5.5")
def test_or_as_far_as_the_money_goes() -> None:
    game = town(held={0: {"peso": 24}}, options={"max_steps": 0}, ship={"rum": 1})
    assert game.offers("drive") == list(range(1, 26))
    game.act("drive", 21)
    assert game.car == 1 and game.value == 4, "twice past the harbor"
    game = town(held={0: {"peso": 24}}, options={"max_steps": 0}, ship={"rum": 1}, value=4).act("drive", 20)
    assert game.departed == 1 and game.car == 0
    assert game.asked == [(0, "roll")], "in the harbor, but the ship had left on the way"


@pytest.mark.rule("SAN-5.5", "SAN-11.2", "SAN-11.5")
def test_two_ships_may_leave_on_a_drive_of_many_laps() -> None:
    game = town(car=9, value=4, held={0: {"peso": 31}}, options={"max_steps": 0}).act("drive", 32)
    assert (game.departed, game.value) == (2, 2), "at the first and at the fourth time past the harbor"
    game.act("use").act("enter", "bank").act("use").pin(rolls=[1] * 5).act("roll").act("leave_out", "rum")
    assert game.asked == [(0, "end_turn")] and len(demand(game)) == 4, "one roll, for the ship that stays"


@pytest.mark.rule("SAN-5.6")
def test_past_the_harbor() -> None:
    game = town(car=8, held={1: {"rum": 2}}).act("drive", 3)
    assert game.value == 3 and game.asked == [(0, "pedro")], "no delivery is possible"
    assert demand(game) == {"rum": 2, "tobacco": 1}


@pytest.mark.rule("SAN-5.7", "SAN-16.9", "SAN-11.2", "SAN-11.3")
def test_past_the_harbor_to_the_chequered_flag() -> None:
    game = town(car=9, value=4, departed=2).act("drive", 2)
    assert (game.value, game.departed) == (2, 3) and demand(game) == {}
    assert game.asked == [(0, "pedro")]
    game.act("use").act("enter", "bank").act("use")
    assert game.asked == [(0, "roll")], "at the end of the turn"


@pytest.mark.rule("SAN-5.8")
def test_starting_from_the_harbor_is_not_passing_it() -> None:
    assert town(car=0).act("drive", 2).value == 2
    assert town(car=0, held={0: {"peso": 9}}).act("drive", 10).value == 2, "nor is stopping there"


@pytest.mark.rule("SAN-5.9")
def test_the_value_rises_before_the_cuban_is_used() -> None:
    game = town(car=9).act("drive", 2)
    assert game.value == 3 and game.asked == [(0, "pedro")]
    lines = [line[0] for line in game.said]
    assert lines.index("drove") < lines.index("value")


@pytest.mark.rule("SAN-5.9", "SAN-12.2")
def test_the_seventh_ship_leaves_before_the_cuban_is_used() -> None:
    game = town(car=9, value=4, departed=6).act("drive", 2)
    assert game.asked == [(0, "end_turn")] and game.departed == 7
    game.act("done")
    assert game.is_over
    assert all(line[0] != "exchange_0_1" for line in game.said), "Pedro gave nothing"


@pytest.mark.rule("SAN-16.1")
def test_from_maria_to_pedro() -> None:
    order = ["maria", "jose", "miguel", "pedro", "pablo", "conchita", "martinez", "el_zorro", "alonso"]
    game = town(street=[-1, *order], car=1, held={0: {"peso": 3}})
    game.act("drive", 3)
    assert game.asked == [(0, "pedro")] and holds(game)["peso"] == 3 - 2
    game.act("use")
    assert game.offers("enter") == ["bank", "church", "distillery"], "the white ones"
