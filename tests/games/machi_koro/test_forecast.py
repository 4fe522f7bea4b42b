"""The forecast of a roll is what it brings."""

from __future__ import annotations

from random import Random
from typing import Any

from server.authoring.engines import clone_of
from server.authoring.walks import Walk, draw_deal
from server.games import machi_koro
from server.games.kernel import Choice, EndTurn, choose, settle
from server.games.machi_koro.forecast import forecast
from server.games.machi_koro.state import BUILT, EFFECTIVE, MachiKoroOptions
from server.games.packing import pack

from .town import ALL_FOUR, KINDS, income, town


def test_a_roll_is_worth_something_else_to_everybody() -> None:
    game = town(seats=3, coins=[1, 3, 3], cities={1: {"cafe": 1}, 2: {"cafe": 1}}, dice=[6]).game
    assert forecast(game, 0, 3) == [0, 0, 1], "one coin, to the right, and then the bakery's"
    assert forecast(game, 0, 1) == [1, 1, 1] and forecast(game, 0, 12) == [0, 0, 0]


def test_a_landmark_that_works_from_the_next_turn_on_counts_for_its_owner() -> None:
    game = town(landmarks={0: {"shopping_mall": BUILT}}, dice=[6]).game
    game.landmarks[0][1] = BUILT
    assert forecast(game, 0, 3) == [2, 0]
    assert game.landmarks[0][1] == BUILT, "nothing has changed"


def test_where_the_owner_of_a_tv_station_has_a_choice_all_amounts_are_told() -> None:
    cities = {0: {"tv_station": 1, "stadium": 1, "business_center": 1}}
    game = town(seats=3, coins=[0, 9, 4], cities=cities, dice=[4]).game
    assert forecast(game, 0, 6) == [[6, 9], [-7, -2], [-4, -2]]
    assert forecast(game, 1, 6) == [0, 0, 0]


def test_who_is_out_rolls_no_more() -> None:
    game = town(seats=3, places=[0, 1, 0], landmarks={1: ALL_FOUR}, dice=[4])
    rolls = machi_koro.hints(game.game, None, None)["rolls"]
    assert [len(rows) for rows in rolls] == [13, 0, 13]


def test_keeping_a_roll_tells_what_it_brings() -> None:
    game = town(landmarks={0: {"radio_tower": EFFECTIVE}}, cities={0: {"bakery": 3}}, dice=[2])
    assert game.asked == [(0, "reroll")]
    assert ["keep", -1, {"coins": 3}] in machi_koro.hints(game.game, 0, game.ask())["amounts"]
    station = {0: {"tv_station": 1}}
    game = town(seats=3, coins=[0, 2, 9], landmarks={0: {"radio_tower": EFFECTIVE}}, cities=station, dice=[6])
    assert ["keep", -1, {"coins": [2, 5]}] in machi_koro.hints(game.game, 0, game.ask())["amounts"]


def test_in_random_games_every_throw_brings_one_of_the_amounts() -> None:
    assert sum(compared(number) for number in range(12)) > 20


def compared(number: int) -> int:
    """Keep every roll of a random game that may be kept, on a copy; returns how many were as forecast."""
    walk, random, found = Walk(draw_deal("machi_koro", number)), Random(number), 0
    while walk.asks:
        [ask] = walk.asks
        if ask.prompt == "reroll":
            tried: Any = clone_of(machi_koro)(walk.game)
            told = forecast(tried, ask.seat, sum(tried.dice))
            assert pack(tried) == pack(walk.game), "nothing has changed"
            asks = choose(tried, ask, Choice("keep"))
            while asks and asks[0].prompt in ("tv_target", "swap_give", "swap_with", "swap_take"):
                asks = choose(tried, asks[0], random.choice(asks[0].options))
            if asks and asks[0].prompt == "build":
                found += 1
                for seat, amounts in enumerate(told):
                    change = tried.coins[seat] - walk.game.coins[seat]
                    assert change in ([amounts] if isinstance(amounts, int) else amounts), (told, seat)
        walk.choose(*walk.pick())
    return found


def test_the_forecast_of_every_total_is_what_comes() -> None:
    cities = {
        seat: {name: 1 + (seat + n) % 2 for n, name in enumerate(KINDS[:6] + KINDS[9:])} for seat in (0, 1)
    }
    for dice in ((1,), (2,), (3,), (4,), (5,), (6,), (3, 4), (4, 4), (4, 5), (4, 6), (5, 6), (6, 6)):
        before = town(coins=[2, 3], cities=cities, stack=[EndTurn(0)]).game
        after = income(*dice, coins=[2, 3], cities=cities)
        gains = [now - was for now, was in zip(after.coins, (2, 3), strict=True)]
        assert forecast(before, 0, sum(dice)) == gains, dice


def test_the_forecast_needs_no_question() -> None:
    game = machi_koro.setup(2, 5, MachiKoroOptions())
    settle(game)
    assert len(machi_koro.hints(game, None, None)["rolls"][0][7]) == 2
