"""The effects of landmarks, and when they begin."""

from __future__ import annotations

import pytest

from server.games.machi_koro.state import BUILT, EFFECTIVE, EXTRA, ORDINARY

from .town import GREAT, KINDS, income, town

RANCH, BAKERY = KINDS.index("ranch"), KINDS.index("bakery")

STATION = {"train_station": EFFECTIVE}
PARK = {**STATION, "amusement_park": EFFECTIVE}


@pytest.mark.rule("MAC-8.1", "MAC-9.6")
def test_a_landmark_works_from_the_next_turn_on() -> None:
    game = town(coins=[4, 3], dice=[6, 6])
    game.act("landmark", "train_station").act("done")
    assert game.landmarks[0][0] == BUILT
    game.seat = 1
    game.act("pass")
    assert game.landmarks[0][0] == EFFECTIVE and game.asked == [(0, "dice_count")]


@pytest.mark.rule("MAC-8.6", "MAC-15.11")
def test_a_new_mall_and_the_turns_of_the_others() -> None:
    game = town(seats=3, coins=[10, 5, 5], cities={0: {"cafe": 1}}, dice=[6, 3])
    game.act("landmark", "shopping_mall").act("done")
    assert game.coins[0] == 1, "one coin from the café, the mall does not count yet"
    game.seat = 1
    game.pin(dice=[6]).act("pass")
    game.seat = 2
    game.pin(dice=[6]).act("pass")  # back at the owner, whose turn makes the mall work
    game.seat = 0
    game.pin(dice=[6]).act("pass")
    game.seat = 1
    before = game.coins[0]
    game.pin(dice=[3]).act("pass")
    assert game.active == 2 and game.coins[0] == before + 2


@pytest.mark.rule("MAC-8.7", "MAC-12.8")
def test_one_die_is_never_a_double() -> None:
    game = town(landmarks={0: PARK}).pin(dice=[3]).act("roll", 1).act("pass")
    assert game.active == 1


@pytest.mark.rule("MAC-8.7")
def test_without_a_station_the_park_sleeps() -> None:
    game = town(landmarks={0: {"amusement_park": EFFECTIVE}}, dice=[3, 3])
    assert game.game.dice == [3]
    assert game.act("pass").active == 1


@pytest.mark.rule("MAC-8.8")
def test_a_double_brings_a_whole_further_turn() -> None:
    game = town(landmarks={0: PARK}, coins=[9, 3])
    game.pin(dice=[2, 2]).act("roll", 2)
    game.act("build", "ranch").act("done")
    assert game.extra == EXTRA and ("again", 0) in game.said
    assert game.asked == [(0, "dice_count")], "dice,"
    game.pin(dice=[2]).act("roll", 1)
    assert [line for line in game.said if line[0] == "got"] == [
        ("got", 0, 1, RANCH, 1),
        ("got", 0, 1, BAKERY, 1),
    ]
    assert game.asked == [(0, "build")], "and building"
    game.act("pass")
    assert game.active == 1 and game.extra == ORDINARY


@pytest.mark.rule("MAC-8.8")
def test_no_park_no_further_turn() -> None:
    game = town(landmarks={0: STATION}).pin(dice=[2, 2]).act("roll", 2).act("pass")
    assert game.active == 1


@pytest.mark.rule("MAC-8.7", "MAC-8.8")
@pytest.mark.parametrize("one", range(1, 7))
@pytest.mark.parametrize("two", range(1, 7))
def test_two_equal_dice_and_no_others_are_a_double(one: int, two: int) -> None:
    game = town(landmarks={0: PARK}).pin(dice=[one, two]).act("roll", 2).act("pass")
    assert game.active == (0 if one == two else 1)


@pytest.mark.rule("MAC-8.10", "MAC-12.7", "MAC-15.6")
def test_two_turns_in_a_row_at_most() -> None:
    game = town(landmarks={0: PARK})
    game.pin(dice=[4, 4]).act("roll", 2).act("pass")
    assert game.asked == [(0, "dice_count")], "no other player acts in between"
    game.pin(dice=[5, 5]).act("roll", 2).act("pass")
    assert game.active == 1


@pytest.mark.rule("MAC-8.9", "MAC-15.12")
def test_a_park_built_after_the_double_is_too_late() -> None:
    game = town(landmarks={0: STATION}, coins=[16, 0])
    game.pin(dice=[4, 4]).act("roll", 2)
    game.pin(dice=[6]).act("landmark", "amusement_park").act("done")
    assert game.said.count(("again", 0)) == 0 and ("broke", 1) in game.said
    game.pin(dice=[6, 6]).act("roll", 2)
    assert ("again", 0) in game.said, "the next double brings one"


@pytest.mark.rule("MAC-8.11")
def test_what_the_first_turn_builds_works_in_the_second() -> None:
    game = town(landmarks={0: PARK}, coins=[22, 3])
    game.pin(dice=[4, 4]).act("roll", 2)
    game.act("landmark", "shopping_mall").act("done")
    assert game.landmarks[0][GREAT.index("shopping_mall")] == EFFECTIVE
    game.pin(dice=[2]).act("roll", 1)
    assert ("got", 0, 2, BAKERY, 1) in game.said, "the bakery and the mall"


@pytest.mark.rule("MAC-8.11", "MAC-8.12")
def test_the_tower_may_be_used_in_both_turns() -> None:
    game = town(landmarks={0: {**PARK, "radio_tower": EFFECTIVE}})
    game.pin(dice=[1, 2]).act("roll", 2)
    game.pin(dice=[4, 4]).act("reroll").act("pass")
    game.pin(dice=[1, 2]).act("roll", 2)
    assert game.asked == [(0, "reroll")]
    game.pin(dice=[5, 5]).act("reroll").act("pass")
    assert game.active == 1


@pytest.mark.rule("MAC-8.1", "MAC-8.3")
def test_a_waiting_mall_adds_nothing() -> None:
    waiting, working = {"shopping_mall": BUILT}, {"shopping_mall": EFFECTIVE}
    assert income(2, landmarks={0: waiting}).coins[0] == 4
    assert income(2, landmarks={0: working}).coins[0] == 5
