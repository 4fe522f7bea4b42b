"""What can be taken back: everything until something is rolled or revealed."""

from __future__ import annotations

import pytest

from server.authoring.scenes import Scene
from server.games.kernel import ALL, OPEN
from server.games.machi_koro.state import EFFECTIVE

from .town import income, town, variable

STATION = {"train_station": EFFECTIVE}
TOWER = {"radio_tower": EFFECTIVE}


def can_be_taken_back(game: Scene) -> bool:
    """Has the last choice set no seal?"""
    sealed: int = game.game.sealed
    return sealed == OPEN


@pytest.mark.rule("MAC-17.1")
def test_rolls_cannot() -> None:
    game = town(landmarks={0: STATION | TOWER}).act("roll", 2)
    assert not can_be_taken_back(game)
    assert not can_be_taken_back(game.act("reroll"))
    assert town(dice=[1]).game.sealed == ALL


@pytest.mark.rule("MAC-17.1", "MAC-17.5")
def test_the_next_roll_seals_the_turn_before() -> None:
    game = town(coins=[3, 3], dice=[6, 6]).act("build", "ranch")
    assert can_be_taken_back(game)
    assert not can_be_taken_back(game.act("done"))


@pytest.mark.rule("MAC-17.2")
def test_cards_drawn_cannot() -> None:
    ten = ["wheat_field", "ranch", "bakery", "cafe", "convenience_store", "forest"]
    ten += ["stadium", "tv_station", "business_center", "mine"]
    game = variable([*ten, "apple_orchard"], dice=[6, 6])
    assert not can_be_taken_back(game), "the first ten"
    assert not can_be_taken_back(game.act("build", "ranch")), "and those that follow"
    assert game.active == 1, "so there is nothing left to ask before the turn ends"


@pytest.mark.rule("MAC-17.3", "MAC-17.5")
def test_a_purchase_can() -> None:
    for verb, noun in (("build", "ranch"), ("landmark", "train_station")):
        game = town(coins=[9, 3], dice=[6]).act(verb, noun)
        assert can_be_taken_back(game) and game.asked == [(0, "end_turn")]


@pytest.mark.rule("MAC-17.3")
def test_naming_a_victim_and_swapping_can() -> None:
    game = income(6, seats=3, cities={0: {"tv_station": 1, "business_center": 1}})
    for verb, noun in (("tv", 1), ("give", "bakery"), ("with", 2), ("take", "wheat_field")):
        assert can_be_taken_back(game.act(verb, noun))


@pytest.mark.rule("MAC-17.3", "MAC-17.5", "MAC-16.3")
def test_a_turn_without_money_to_build_asks_if_something_was_decided() -> None:
    game = town(coins=[0, 3], cities={0: {"business_center": 1}}, dice=[6]).act("decline")
    assert can_be_taken_back(game) and game.asked == [(0, "end_turn")]
    game = town(coins=[0, 3], landmarks={0: TOWER}, dice=[6]).act("keep")
    assert can_be_taken_back(game) and game.asked == [(0, "end_turn")]


@pytest.mark.rule("MAC-17.4")
def test_in_the_variant_a_purchase_can_where_one_of_its_kind_stays() -> None:
    ten = ["wheat_field", "ranch", "ranch", "bakery", "cafe", "convenience_store", "forest"]
    ten += ["stadium", "tv_station", "business_center", "mine"]
    game = variable(ten, dice=[6, 6]).act("build", "ranch")
    assert can_be_taken_back(game) and game.asked == [(0, "end_turn")]


@pytest.mark.rule("MAC-17.3", "MAC-17.5", "MAC-16.3")
@pytest.mark.parametrize("chosen", ["keep", "tv", "decline", "take"])
def test_building_nothing_after_a_choice_is_not_the_end_of_the_turn(chosen: str) -> None:
    cities = {0: {"tv_station": chosen == "tv", "business_center": chosen in ("decline", "take")}}
    landmarks = {0: TOWER} if chosen == "keep" else {}
    game = town(seats=3, coins=[3, 3, 3], cities=cities, landmarks=landmarks, dice=[6, 6])
    if chosen == "take":
        game.act("give", "bakery").act("with", 1)
    with_what: dict[str, int | str] = {"tv": 1, "take": "wheat_field"}
    game.act(chosen, with_what.get(chosen, -1))
    assert "pass" not in game.verbs(), "which would say that it ends the turn"
    game.act("build_nothing")
    assert can_be_taken_back(game) and game.asked == [(0, "end_turn")] and game.said[-1] == ("passed", 0)
    assert game.act("done").active != 0


@pytest.mark.rule("MAC-17.1", "MAC-17.5")
def test_after_a_roll_alone_there_is_nothing_to_ask_about() -> None:
    game = town(landmarks={0: TOWER}, dice=[6]).pin(dice=[6]).act("reroll")
    assert "build_nothing" not in game.verbs() and game.act("pass").active == 1


@pytest.mark.rule("MAC-17.3")
def test_building_nothing_is_the_end_of_the_turn() -> None:
    game = town(dice=[6], landmarks={1: STATION}).act("pass")
    assert game.asked == [(1, "dice_count")]
    assert can_be_taken_back(game), "as long as nothing is rolled"
