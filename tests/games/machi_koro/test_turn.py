"""The three steps of a turn, and rolling."""

from __future__ import annotations

import pytest

from server.games.machi_koro.state import BUILT, EFFECTIVE

from .town import income, town

STATION = {"train_station": EFFECTIVE}
TOWER = {"radio_tower": EFFECTIVE}


@pytest.mark.rule("MAC-4.1", "MAC-4.2", "MAC-4.3", "MAC-16.2")
def test_roll_income_build() -> None:
    game = town(seats=3, seat=1, dice=[1])
    assert game.said == [("rolled", 1, 1), *(("got", seat, 1, 0, 1) for seat in (1, 0, 2))]
    assert game.asked == [(1, "build")], "there was no question before, and no other one now"


@pytest.mark.rule("MAC-4.4")
def test_the_turn_passes_on() -> None:
    game = town(seats=3, seat=2, dice=[1, 1]).act("pass")
    assert game.active == 0 and game.asked == [(0, "build")]


@pytest.mark.rule("MAC-5.1")
def test_one_die_without_a_station() -> None:
    assert town(dice=[4]).game.dice == [4]
    assert town(dice=[4], landmarks={1: STATION}).game.dice == [4], (
        "the station of another player does not count"
    )


@pytest.mark.rule("MAC-5.1")
def test_a_single_die_can_be_thrown_by_hand() -> None:
    game = town(options={"by_hand": True})
    assert game.asked == [(0, "throw")] and game.offers("roll") == [1] and game.said == []
    assert game.ask().costs, "a person rolls it even if the table answers questions with a single option"
    game.pin(dice=[4]).act("roll", 1)
    assert game.game.dice == [4] and game.asked == [(0, "build")]
    assert town(options={"by_hand": False}, dice=[4]).asked == [(0, "build")]


@pytest.mark.rule("MAC-5.2", "MAC-8.2")
def test_who_may_choose_the_dice_is_asked_once() -> None:
    game = town(landmarks={0: STATION}, options={"by_hand": True})
    assert game.asked == [(0, "dice_count")] and game.offers("roll") == [1, 2]
    assert game.pin(dice=[4, 4]).act("roll", 2).asked == [(0, "build")]


@pytest.mark.rule("MAC-5.2", "MAC-8.2")
def test_one_die_or_two_with_a_station_in_every_turn() -> None:
    game = town(landmarks={0: STATION}, coins=[3, 0])
    assert game.asked == [(0, "dice_count")] and game.offers("roll") == [1, 2]
    game.pin(dice=[3, 4]).act("roll", 2)
    assert game.game.dice == [3, 4]
    game.pin(dice=[4]).act("pass")  # the other cannot build
    assert game.asked == [(0, "dice_count")], "again in the next turn"
    game.pin(dice=[6]).act("roll", 1)
    assert game.game.dice == [6]


@pytest.mark.rule("MAC-5.3", "MAC-15.4")
def test_only_the_sum_counts() -> None:
    game = income(2, 3, cities={0: {"ranch": 1, "bakery": 1, "forest": 1}, 1: {"cafe": 1}})
    assert game.coins == [3 + 1, 3]


@pytest.mark.rule("MAC-5.4")
def test_what_one_die_and_what_two_cannot_reach() -> None:
    high = ("cheese_factory", "furniture_factory", "mine", "apple_orchard", "fruit_and_vegetable_market")
    mine = {**dict.fromkeys(high, 1), "bakery": 0, "wheat_field": 0}
    base = {0: mine, 1: {"family_restaurant": 1}}
    for die in range(1, 7):
        assert income(die, cities=base).coins[0] == 3, "kinds from 7 up need two dice"
    for one in range(1, 7):
        for two in range(1, 7):
            game = income(one, two, cities={0: {"wheat_field": 6, "bakery": 0}})
            assert game.coins[0] == 3, "the wheat field needs one die"


@pytest.mark.rule("MAC-5.5", "MAC-5.7", "MAC-8.12")
def test_the_tower_repeats_a_roll_before_income() -> None:
    game = town(landmarks={0: TOWER}, dice=[1])
    assert game.asked == [(0, "reroll")] and game.verbs() == ["keep", "reroll"]
    assert game.coins == [3, 3], "no income yet"
    game.pin(dice=[4]).act("reroll")
    assert game.game.dice == [4] and game.coins == [3, 3], "only the second roll counts, though it is worse"
    assert game.asked == [(0, "build")], "and there is no third"


@pytest.mark.rule("MAC-5.5")
def test_or_keeps_it() -> None:
    game = town(landmarks={0: TOWER}, dice=[1]).act("keep")
    assert game.game.dice == [1] and game.coins == [4, 4]


@pytest.mark.rule("MAC-5.5")
def test_no_tower_no_question() -> None:
    assert town(dice=[1], landmarks={1: TOWER}).asked == [(0, "build")]


@pytest.mark.rule("MAC-5.6", "MAC-5.8", "MAC-15.7")
def test_with_the_same_number_of_dice_once() -> None:
    game = town(landmarks={0: STATION | TOWER}, cities={0: {"mine": 1}})
    game.pin(dice=[1, 1]).act("roll", 2)
    assert game.asked == [(0, "reroll")]
    game.pin(dice=[4, 5]).act("reroll")
    assert game.game.dice == [4, 5] and game.coins == [8, 3]
    assert game.asked == [(0, "build")], "once per turn"


@pytest.mark.rule("MAC-5.6", "MAC-5.2")
def test_a_single_die_is_repeated_as_a_single_die_in_spite_of_the_station() -> None:
    game = town(landmarks={0: STATION | TOWER})
    game.pin(dice=[3]).act("roll", 1)
    game.pin(dice=[5]).act("reroll")
    assert game.game.dice == [5] and game.asked == [(0, "build")]


@pytest.mark.rule("MAC-5.9")
@pytest.mark.parametrize(("second", "again"), [([2, 2], True), ([2, 3], False)])
def test_doubles_are_judged_on_the_roll_that_counts(second: list[int], again: bool) -> None:
    everything = {"train_station": EFFECTIVE, "amusement_park": EFFECTIVE, "radio_tower": EFFECTIVE}
    game = town(landmarks={0: everything, 1: STATION})
    game.pin(dice=[5, 5] if not again else [5, 6]).act("roll", 2)
    game.pin(dice=second).act("reroll").act("pass")
    assert game.active == (0 if again else 1)


@pytest.mark.rule("MAC-16.1")
def test_the_kinds_of_questions() -> None:
    game = town(
        seats=3,
        landmarks={0: STATION | TOWER},
        cities={0: {"tv_station": 1, "business_center": 1}},
        dice=[6],
    )
    asked = [game.asked[0][1]]
    for verb, noun in (("roll", 1), ("keep", -1), ("tv", 2), ("decline", -1), ("build", "ranch")):
        game.act(verb, noun)
        asked.append(game.asked[0][1])
    assert asked == ["dice_count", "reroll", "tv_target", "swap_give", "build", "end_turn"]


@pytest.mark.rule("MAC-16.3")
def test_who_can_afford_nothing_is_not_asked() -> None:
    game = town(coins=[0, 3], dice=[4, 4])
    assert ("broke", 0) in game.said
    assert game.asked == [(1, "build")]


@pytest.mark.rule("MAC-8.1")
def test_a_landmark_waits_for_the_turn_after() -> None:
    assert town(landmarks={0: {"train_station": BUILT}}).asked == [(0, "dice_count")]
    assert town(landmarks={1: {"train_station": BUILT}}, dice=[2]).game.landmarks[1][0] == BUILT
