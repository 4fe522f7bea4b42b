"""The values of positions for a bot: it must prefer the choices of a good player."""

from __future__ import annotations

from typing import Any

import pytest

from bots.values import parts_of
from bots.values.machi_koro import prospect, value
from server.games import machi_koro
from server.games.machi_koro.state import EFFECTIVE, NOT_BUILT

from .town import ALL_BUT_ONE, ALL_FOUR, KINDS, Some, income, town

GREY = (NOT_BUILT,) * 4


def city(**copies: int) -> tuple[int, ...]:
    return tuple(copies.get(name, 0) for name in KINDS)


def test_a_place_is_better_than_any_hope_and_the_first_the_best() -> None:
    game = town(
        seats=4,
        seat=2,
        places=[2, 1, 0, 0],
        landmarks={0: ALL_FOUR, 1: ALL_FOUR, 2: ALL_BUT_ONE},
        coins=[0, 0, 50, 3],
    )
    worth = [value(game.game, seat) for seat in range(4)]
    assert worth[1] > worth[0] > worth[2] > worth[3]
    third = worth[2]
    game.pin(dice=[6]).act("roll", 1).act("landmark", "radio_tower")
    assert game.places == [2, 1, 3, 4]
    assert worth[0] > value(game.game, 2) > third and worth[3] > value(game.game, 3)


@pytest.mark.parametrize(("place", "won"), [(1, True), (2, False)])
def test_who_has_finished_still_has_coins_and_landmarks(place: int, won: bool) -> None:
    places = [place, 3 - place, 0]
    game = town(seats=3, seat=2, places=places, landmarks={0: ALL_FOUR, 1: ALL_FOUR}, coins=[7, 0, 3]).game
    found = parts_of(machi_koro)(game, 0)
    assert found["coins"].amount == 7 and found["landmarks"].amount == 4
    assert (found["win"].amount == 1) == won == ("rivals" not in found)


@pytest.mark.parametrize("more", [{"coins": [9, 3]}, {"landmarks": {0: {"train_station": EFFECTIVE}}}])
def test_more_is_better(more: dict[str, Any]) -> None:
    base, better = income(6), income(6, **more)
    assert value(better.game, 0) > value(base.game, 0)
    assert value(better.game, 1) < value(base.game, 1), "and worse for the others"


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ({"ranch": 4, "cheese_factory": 1}, {"cheese_factory": 5}),
        ({"forest": 1}, {"bakery": 1}),
        ({"mine": 1}, {"fruit_and_vegetable_market": 1}),
    ],
)
def test_good_cities(good: Some, bad: Some) -> None:
    station = {s: {"train_station": EFFECTIVE} for s in (0, 1)}
    game = income(6, cities={0: good, 1: bad}, landmarks=station)
    assert value(game.game, 0) > value(game.game, 1)


def test_expected_income() -> None:
    start = prospect(city(wheat_field=1, bakery=1), GREY, 3)
    assert start.own[1] == pytest.approx(3 / 6) and start.blue[1] == pytest.approx(1 / 6)
    assert prospect(city(mine=1), GREY, 3).own[2] == pytest.approx(5 * 4 / 36)
    assert prospect(city(cafe=2), GREY, 3).red[1] > 0 == prospect(city(cafe=2), GREY, 3).own[1]


def test_landmarks_help() -> None:
    shops = city(convenience_store=3, bakery=2, mine=2)
    plain = prospect(shops, GREY, 3)
    mall, park, tower = (
        prospect(shops, tuple(EFFECTIVE if i == n else NOT_BUILT for i in range(4)), 3) for n in (1, 2, 3)
    )
    assert mall.own[1] == pytest.approx(plain.own[1] + (2 + 2 + 3) / 6), "bakeries on 2, 3 and stores on 4"
    assert park.own[1] == plain.own[1] and park.own[2] > plain.own[2]
    assert tower.own[1] > plain.own[1]
