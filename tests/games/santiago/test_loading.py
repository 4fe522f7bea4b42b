"""Delivery rounds."""

from __future__ import annotations

import pytest

from server.games.kernel import IllegalChoice

from .town import START, cargo, demand, harbor, holds, town

NONE = dict.fromkeys(START, 0)


def nouns(*wanted: tuple[str, int]) -> list[int]:
    return [cargo(good, units) for good, units in wanted]


@pytest.mark.rule("SAN-7.1", "SAN-7.2", "SAN-17.1")
def test_everybody_in_turn_until_it_ends() -> None:
    fruit = {seat: {"citrus_fruit": 2} for seat in range(3)}
    game = harbor(seats=3, seat=1, ship={"citrus_fruit": 4, "tobacco": 1, "cigars": 2}, held=fruit)
    order = []
    one = ("deliver", cargo("citrus_fruit", 1))
    for verb, noun in (one, one, ("deliver", cargo("tobacco", 1)), ("pass", -1), one, one):
        order.append(game.asked[0])
        game.act(verb, noun, seat=game.asked[0][0])
    assert order == [(seat, "deliver") for seat in (1, 2, 0, 1, 2, 0)]
    assert game.asked == [(2, "drive")] and game.value == 3, "no player has cigars"


@pytest.mark.rule("SAN-7.3", "SAN-7.4", "SAN-7.16")
def test_units_of_one_good() -> None:
    ship = {"rum": 3, "citrus_fruit": 1, "cigars": 2}
    game = harbor(ship=ship, held={0: {"rum": 2, "citrus_fruit": 4, "wood": 2}})
    assert game.verbs() == ["deliver", "deliver_wood", "pass"]
    assert game.offers("deliver") == nouns(("citrus_fruit", 1), ("rum", 1), ("rum", 2))
    wood = nouns(("citrus_fruit", 1), ("rum", 1), ("rum", 2), ("cigars", 1), ("cigars", 2))
    assert game.offers("deliver_wood") == wood, "never more than is demanded or owned"


@pytest.mark.rule("SAN-7.4", "SAN-7.14", "SAN-1.7")
def test_four_citrus_fruits_at_once() -> None:
    mine = {0: {"citrus_fruit": 5, "wood": 5}}
    game = harbor(ship={"citrus_fruit": 4, "rum": 1}, held=mine)
    assert game.offers("deliver") == nouns(*(("citrus_fruit", units) for units in range(1, 5)))
    game.act("deliver", cargo("citrus_fruit", 4))
    assert holds(game)["vp"] == 2 + 8 and demand(game) == {"rum": 1}
    wood = harbor(ship={"citrus_fruit": 4, "rum": 1}, held=mine).act("deliver_wood", cargo("citrus_fruit", 4))
    assert holds(wood)["vp"] == 2 + 4 and holds(wood)["wood"] == 1 and demand(wood) == {"rum": 1}


@pytest.mark.rule("SAN-7.5", "SAN-7.6")
def test_the_goods_go_back_and_the_die_goes_down() -> None:
    game = harbor(ship={"rum": 3}, held={0: {"rum": 2}})
    game.act("deliver", cargo("rum", 2))
    assert game.supply[3] == 8 and demand(game) == {"rum": 1}


@pytest.mark.rule("SAN-7.7", "SAN-7.15", "SAN-16.8")
@pytest.mark.parametrize(("value", "points"), [(2, 6), (3, 9), (4, 12)])
def test_points_by_the_marker_and_wood_by_itself(value: int, points: int) -> None:
    mine = {0: {"rum": 3, "wood": 3, "vp": 0}, 1: {"tobacco": 1}}
    ship = {"rum": 3, "tobacco": 1}
    game = harbor(value=value, ship=ship, held=mine)
    assert holds(game.act("deliver", cargo("rum", 3)))["vp"] == points
    wood = harbor(value=value, ship=ship, held=mine).act("deliver_wood", cargo("rum", 3))
    assert holds(wood)["vp"] == 3 and demand(wood) == {"tobacco": 1} and holds(wood)["rum"] == 3


@pytest.mark.rule("SAN-7.8", "SAN-7.20")
def test_who_cannot_deliver_passes_unasked() -> None:
    game = harbor(seats=3, ship={"rum": 2}, held={2: {"rum": 1}})
    assert game.asked == [(2, "deliver")] and game.passed == [True, True, False]
    assert [line for line in game.said if line[0] == "passed"] == [("passed", 0), ("passed", 1)]


@pytest.mark.rule("SAN-7.9", "SAN-17.3")
def test_who_has_passed_is_out() -> None:
    game = harbor(seats=3, ship={"tobacco": 3, "citrus_fruit": 4})
    game.act("deliver", cargo("tobacco", 1))
    game.act("pass", seat=1).act("pass", seat=2)
    assert game.asked == [(0, "deliver")]
    game.act("deliver", cargo("citrus_fruit", 1))
    assert game.asked == [(0, "end_turn")], "nothing more to deliver, and the others are out"


@pytest.mark.rule("SAN-7.9")
def test_but_only_for_the_rest_of_that_round() -> None:
    game = harbor(ship={"tobacco": 3}).act("pass").act("pass", seat=1)
    game.seat, game.game.car = 1, 9
    game.act("drive", 1)
    assert game.asked == [(1, "deliver")] and game.passed == [False, False]
    game.act("deliver", cargo("tobacco", 1))
    assert game.asked == [(0, "deliver")], "in the next round all players may deliver again"


@pytest.mark.rule("SAN-7.10", "SAN-11.1", "SAN-11.4")
def test_a_full_ship_leaves() -> None:
    game = harbor(seats=3, ship={"tobacco": 1, "rum": 1}, held={1: {"rum": 1, "tobacco": 0}}, value=3)
    game.act("deliver", cargo("tobacco", 1)).act("deliver", cargo("rum", 1), seat=1)
    assert (game.departed, game.value) == (1, 2)
    assert game.asked == [(0, "roll_after")], (
        "the player who drove to the harbor, not the one who delivered last"
    )


@pytest.mark.rule("SAN-7.11", "SAN-11.2")
def test_an_unfinished_round_raises_the_value() -> None:
    game = harbor(seats=3, ship={"tobacco": 2}).act("pass").act("pass", seat=1).act("pass", seat=2)
    assert (game.departed, game.value) == (0, 3) and demand(game) == {"tobacco": 2}
    assert game.active == 1, "the ship stays, and so does the pawn"


@pytest.mark.rule("SAN-7.12")
def test_beyond_four_the_ship_leaves_all_the_same() -> None:
    game = harbor(ship={"tobacco": 2}, value=4, departed=3).act("pass").act("pass", seat=1)
    assert (game.departed, game.value) == (4, 2) and demand(game) == {}
    assert game.asked == [(0, "roll_after")]


@pytest.mark.rule("SAN-7.13")
def test_one_value_for_the_whole_round() -> None:
    game = harbor(seats=3, value=3, ship={"tobacco": 4}, beside="rum", faces=[0, 0, 3, 0, 0])
    points = [holds(game.act("deliver", cargo("tobacco", 1), seat=seat), seat)["vp"] for seat in range(3)]
    assert points == [2 + 3] * 3


@pytest.mark.rule("SAN-7.14", "SAN-7.16", "SAN-16.4")
def test_two_wood() -> None:
    ship = {"sugar_cane": 2, "rum": 2, "tobacco": 1}
    for good in ("sugar_cane", "rum"):
        game = harbor(ship=ship, held={0: {"wood": 2}}).act("deliver_wood", cargo(good, 2))
        assert holds(game)["vp"] == 2 + 2 and good not in demand(game)
        assert {**demand(game), good: 2} == ship, "that die alone"
        assert holds(game)["sugar_cane"] == 1, "and no sugar cane with it"
    with pytest.raises(IllegalChoice):
        harbor(ship=ship, held={0: {"wood": 2}}).act("deliver_wood", cargo("tobacco", 2))


@pytest.mark.rule("SAN-7.17")
def test_fewer_wood_than_demanded() -> None:
    game = harbor(ship={"rum": 3}, held={0: {"wood": 3}}).act("deliver_wood", cargo("rum", 1))
    assert holds(game)["vp"] == 3 and demand(game) == {"rum": 2}


@pytest.mark.rule("SAN-7.18")
def test_whoever_drove_there_may_pass_or_deliver_again() -> None:
    game = harbor(ship={"tobacco": 2, "sugar_cane": 1}, held={1: {**NONE, "rum": 1}})
    game.act("deliver", cargo("tobacco", 1))
    assert game.asked == [(0, "deliver")], "the other cannot deliver"
    assert holds(game.act("deliver", cargo("sugar_cane", 1)))["vp"] == 2 + 2 + 2
    assert harbor().act("pass").asked == [(1, "deliver")]


@pytest.mark.rule("SAN-7.19", "SAN-4.4")
def test_no_building_afterwards() -> None:
    game = harbor(pawns={0: "church"}, ship={"rum": 1}, held={0: {"rum": 1}}).act("deliver", cargo("rum", 1))
    game.act("roll").act("leave_out", "rum").act("done")
    assert game.active == 1 and game.pawns[0] == 1 and holds(game)["vp"] == 2 + 2


@pytest.mark.rule("SAN-13.2")
def test_delivered_goods_may_be_taken_again() -> None:
    game = harbor(
        ship={"wood": 0, "tobacco": 1, "rum": 1}, held={0: {"tobacco": 8}, 1: {"tobacco": 0}}, beside="cigars"
    )
    game.act("deliver", cargo("tobacco", 1)).act("done")
    game.seat = 1
    assert game.supply[2] == 1 and holds(game.act("drive", 1).act("use"), 1)["tobacco"] == 1


@pytest.mark.rule("SAN-7.1")
def test_a_round_that_nobody_can_load_in() -> None:
    game = town(car=9, ship={"rum": 1}).act("drive", 1)
    assert game.value == 3 and game.asked == [(0, "end_turn")]


@pytest.mark.rule("SAN-7.13", "SAN-7.14", "SAN-7.16")
def test_wood_first_and_then_the_good_for_the_rest_of_a_die() -> None:
    game = harbor(ship={"rum": 3}, value=3, held={0: {**NONE, "peso": 1, "wood": 1, "rum": 1}, 1: NONE})
    game.act("deliver_wood", cargo("rum", 1)).act("deliver", cargo("rum", 1))
    assert holds(game) == {"peso": 1, "vp": 1 + 3} and demand(game) == {"rum": 1}
    assert game.value == 4, "no player can bring the last one"
