"""The log of payments between players and by the bank, and of rolls without effect."""

from __future__ import annotations

from typing import Any

import pytest

from server.authoring.scenes import Scene
from server.games.machi_koro.state import EFFECTIVE

from .town import KINDS, income, town

NO_START = {"wheat_field": 0, "bakery": 0}
CAFE, RANCH, BAKERY = (KINDS.index(name) for name in ("cafe", "ranch", "bakery"))


def told(game: Scene) -> list[tuple[Any, ...]]:
    """The lines after that of the roll."""
    return game.said[1:]


def test_the_bank_pays_for_named_cards() -> None:
    game = income(2, cities={0: {"ranch": 3, "bakery": 2}, 1: {"ranch": 1}}, landmarks={0: MALL})
    assert told(game) == [("got", 0, 3, RANCH, 3), ("got", 0, 4, BAKERY, 2), ("got", 1, 1, RANCH, 1)]


MALL = {"shopping_mall": EFFECTIVE}


@pytest.mark.parametrize(
    ("coins", "line"),
    [(3, ("paid", 0, 1, 2, CAFE)), (1, ("short", 0, 1, 1, CAFE, 2)), (0, ("short", 0, 1, 0, CAFE, 2))],
)
def test_a_guest_pays_what_the_restaurant_claims_or_what_there_is(coins: int, line: tuple[Any, ...]) -> None:
    game = income(3, coins=[coins, 0], cities={0: NO_START, 1: {"cafe": 2}})
    assert told(game) == [line]


def test_a_roll_that_brings_nobody_anything_says_so() -> None:
    assert told(income(4, seat=1)) == [("nothing", 1)]
    assert told(income(6, coins=[0, 0], cities={0: {"stadium": 1}})) == [("stadium", 1, 0, 0)]


def test_who_pays_the_stadium_nothing_is_named_too() -> None:
    game = income(6, seats=3, coins=[0, 5, 0], cities={0: {"stadium": 1}})
    assert told(game) == [("stadium", 2, 0, 0), ("stadium", 1, 0, 2)]


def test_a_tv_station_that_gets_nothing_says_why() -> None:
    station = {0: {"tv_station": 1}}
    assert told(income(6, seats=3, coins=[3, 0, 0], cities=station)) == [("tv_idle", 0)]
    named = income(
        6, seats=3, coins=[3, 0, 4], cities=station, options={"tv_choose_poor": True, "tv_auto": False}
    )
    assert told(named.act("tv", 1)) == [("tv", 1, 0, 0)]


def test_a_swap_tells_whose_card_was_taken_and_what_was_declined() -> None:
    center = {0: {"business_center": 1}, 1: {"mine": 1}}
    game = income(6, cities=center).act("give", "bakery").act("take", "mine")
    assert told(game) == [("swapped", 0, BAKERY, 1, KINDS.index("mine"))]
    assert told(income(6, cities=center).act("decline")) == [("no_swap", 0)]
    alone = {0: {"business_center": 1, **NO_START}, 1: NO_START}
    assert told(income(6, cities=alone)) == [("swap_idle", 0)]


@pytest.mark.rule("MAC-16.3", "MAC-13.4")
def test_who_has_coins_but_nothing_to_build_for_them_is_not_asked() -> None:
    """The city already has two of everything that a single coin buys, the maximum for beginners."""
    full = {"wheat_field": 2, "ranch": 2, "bakery": 2}
    game = town(coins=[1, 5], dice=[6, 1], cities={0: full}, options={"max_copies": 2})
    assert ("broke", 0) in game.said and game.asked == [(1, "build")]
    assert town(coins=[2, 5], dice=[6], cities={0: full}, options={"max_copies": 2}).offers("build") == [
        "cafe",
        "convenience_store",
        "fruit_and_vegetable_market",
    ]
