"""Hints of Machi Koro: prices, rolls and swaps."""

from __future__ import annotations

from typing import Any

from server.authoring.scenes import Scene
from server.games.machi_koro import hints

from .town import ALL_BUT_ONE, GREAT, KINDS, income, town


def told(game: Scene, seat: int = 0) -> dict[str, Any]:
    return hints(game.game, seat, game.ask(seat))


def amounts(game: Scene, seat: int = 0) -> dict[tuple[str, int], dict[str, int]]:
    return {(verb, noun): change for verb, noun, change in told(game, seat)["amounts"]}


def names(kinds: list[int]) -> list[str]:
    return [KINDS[kind] for kind in kinds]


def test_a_roll_is_answered_by_other_kinds_in_the_city_of_who_has_rolled() -> None:
    answers = hints(town(dice=[1]).game, None, None)["answers"]
    assert names(answers["roller"][3]) == ["bakery"]
    assert names(answers["others"][3]) == ["cafe"]
    assert names(answers["roller"][6]) == ["stadium", "tv_station", "business_center"]
    assert answers["others"][6] == []
    assert names(answers["others"][9]) == ["family_restaurant", "mine"]
    assert names(answers["roller"][9]) == ["mine"]
    assert len(answers["roller"]) == len(answers["others"]) == 13


def test_what_building_costs() -> None:
    game = town(coins=[30, 0], dice=[4])
    ranch, station = KINDS.index("ranch"), GREAT.index("train_station")
    certain = amounts(game)
    assert certain["build", ranch] == {"coins": -1, f"kind {ranch}": 1}
    assert certain["landmark", station] == {"coins": -4, "landmarks": 1}
    assert certain["landmark", GREAT.index("radio_tower")] == {"coins": -22, "landmarks": 1}
    assert ("pass", -1) not in certain


def test_who_is_named_by_the_tv_station_pays_no_more_than_there_is() -> None:
    game = income(6, seats=3, coins=[0, 8, 3], cities={0: {"tv_station": 1}})
    assert amounts(game) == {("tv", 1): {"coins": 5}, ("tv", 2): {"coins": 3}}


def test_a_swap_is_known_as_far_as_it_is_chosen() -> None:
    cities = {0: {"business_center": 1}, 1: {"mine": 1, "wheat_field": 0, "bakery": 0}, 2: {"forest": 1}}
    game = income(6, seats=3, cities=cities)
    bakery, mine = KINDS.index("bakery"), KINDS.index("mine")
    assert told(game)["swap"] == {} and told(game)["amounts"] == []
    game.act("give", "bakery")
    assert told(game)["swap"] == {"given": bakery} and told(game)["amounts"] == []
    game.act("with", 1)
    assert hints(game.game, None, None)["swap"] == {"given": bakery, "partner": 1}
    assert amounts(game) == {("take", mine): {f"kind {bakery}": -1, f"kind {mine}": 1}}


def test_a_game_that_is_over_still_says_which_kinds_answer() -> None:
    game = town(coins=[30, 0], landmarks={0: ALL_BUT_ONE}, dice=[4], options={"play_out": False})
    game.act("roll", 1).act("landmark", "radio_tower")
    assert game.is_over
    assert hints(game.game, 0, None).keys() == {"answers", "rolls", "swap"}
