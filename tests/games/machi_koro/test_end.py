"""The end of a game, and the players who have finished earlier."""

from __future__ import annotations

from typing import Any

import pytest

from server.authoring.scenes import Scene
from server.games import machi_koro
from server.games.machi_koro.state import EFFECTIVE

from .town import ALL_BUT_ONE, ALL_FOUR, income, town


def finish(game: Scene, *dice: int) -> Scene:
    """The active player rolls one 6 and builds the radio tower; these dice are pinned for the following
    throws."""
    game.seat = game.active
    return game.pin(dice=[6]).act("roll", 1).pin(dice=dice).act("landmark", "radio_tower")


def places(game: Scene) -> list[int]:
    return [score.place for score in machi_koro.scores(game.game)]


@pytest.mark.rule("MAC-11.1", "MAC-11.2", "MAC-11.6", "MAC-11.7")
def test_two_players_end_with_the_first_fourth_landmark() -> None:
    game = finish(town(coins=[22, 99], landmarks={0: ALL_BUT_ONE}))
    assert game.is_over and places(game) == [1, 2]
    assert ("finished", 0, 1) in game.said


@pytest.mark.rule("MAC-11.3", "MAC-11.5", "MAC-11.6", "MAC-13.1")
def test_three_players_play_for_the_second_place() -> None:
    game = town(seats=3, seat=2, coins=[22, 0, 22], landmarks={0: ALL_BUT_ONE, 2: ALL_BUT_ONE})
    finish(game)
    assert game.places == [0, 0, 1] and game.asked == [(2, "end_turn")], "the others go on"
    game.act("done")
    finish(game)
    assert game.is_over and places(game) == [2, 3, 1]


@pytest.mark.rule("MAC-11.3", "MAC-11.5", "MAC-11.6", "MAC-11.7")
def test_four_players_end_with_the_third_to_finish() -> None:
    game = town(seats=4, seat=1, coins=[0, 22, 22, 22], landmarks=dict.fromkeys((1, 2, 3), ALL_BUT_ONE))
    for place, seat in enumerate((1, 2, 3), 1):
        assert not game.is_over and game.active == seat
        finish(game)
        assert ("finished", seat, place) in game.said
        if seat < 3:
            game.act("done")
    assert game.is_over and places(game) == [4, 1, 2, 3]


@pytest.mark.rule("MAC-13.3", "MAC-11.10")
def test_the_printed_game_is_over_at_once() -> None:
    game = town(
        seats=4,
        coins=[22, 5, 9, 9],
        landmarks={0: ALL_BUT_ONE, 2: {"train_station": EFFECTIVE}},
        options={"play_out": False},
    )
    finish(game)
    assert game.is_over and places(game) == [1, 2, 2, 2], "one winner, the others share place 2"
    shown = [(score.parts["landmarks"], score.parts["coins"]) for score in machi_koro.scores(game.game)]
    assert shown == [(4, 0), (0, 5), (1, 9), (0, 9)], "landmarks and coins are shown as information"


@pytest.mark.rule("MAC-11.8")
def test_money_and_establishments_count_for_nothing() -> None:
    game = town(coins=[22, 500], landmarks={0: ALL_BUT_ONE, 1: ALL_BUT_ONE}, cities={1: {"mine": 6}})
    assert places(finish(game)) == [1, 2]


@pytest.mark.rule("MAC-11.9")
def test_no_further_turn_after_the_fourth_landmark() -> None:
    game = town(seats=3, coins=[22, 3, 3], landmarks={0: ALL_BUT_ONE})
    game.pin(dice=[5, 5]).act("roll", 2)
    game.pin(dice=[6]).act("landmark", "radio_tower").act("done")
    assert game.asked == [(1, "build")] and not any(line[0] == "again" for line in game.said)


OUT: dict[str, Any] = {"places": [0, 1, 0], "landmarks": {1: ALL_FOUR}, "seats": 3}


@pytest.mark.rule("MAC-11.4", "MAC-12.1")
def test_who_is_out_is_skipped() -> None:
    game = town(**OUT, dice=[6, 6]).act("pass")
    assert game.active == 2
    game.seat = 2
    assert game.pin(dice=[6]).act("pass").active == 0


@pytest.mark.rule("MAC-11.4", "MAC-12.1", "MAC-12.2")
def test_who_is_out_neither_pays_nor_receives() -> None:
    cities = {1: {"ranch": 2, "cafe": 4}, 2: {"cafe": 1}}
    assert income(2, **OUT, cities=cities).coins == [4, 3, 3], "no blue income"
    assert income(3, **OUT, cities=cities, coins=[1, 0, 0]).coins == [1, 0, 1], "and no red: seat 2 is paid"
    assert income(6, **OUT, cities={0: {"tv_station": 1}}, coins=[0, 9, 2]).coins == [2, 9, 0]


@pytest.mark.rule("MAC-12.3")
def test_the_cards_of_who_is_out_stay_there() -> None:
    game = town(seats=3, coins=[22, 3, 3], landmarks={0: ALL_BUT_ONE}, cities={0: {"mine": 3}})
    supply = game.supply.copy()
    game.pin(dice=[6])
    finish(game, 6).act("done")
    assert game.cities[0][11] == 3 and game.supply == supply


@pytest.mark.rule("MAC-11.10")
def test_standing_before_the_end() -> None:
    game = town(
        seats=4,
        coins=[1, 2, 3, 3],
        dice=[6],
        landmarks={1: {"train_station": EFFECTIVE}, 2: ALL_FOUR},
        places=[0, 0, 1, 0],
    )
    assert places(game) == [4, 2, 1, 3], "the finisher, then by landmarks, then by coins"
