"""The values of positions for a bot: it must prefer the choices of a good player."""

from __future__ import annotations

from typing import Any

import pytest

from bots.values import parts_of
from bots.values.santiago import stored, value
from server.games import santiago
from server.games.santiago.ships import LeftoverGoods
from server.games.santiago.state import RUM, WOOD

from .town import NOTHING, harbor, town

MORE = [
    {"vp": 3},
    {"peso": 4},
    {"rum": 1},
    {"cigars": 1},
    {"wood": 1},
]


@pytest.mark.parametrize("more", MORE)
@pytest.mark.parametrize("departed", [0, 3, 6])
def test_more_is_better_for_oneself_and_worse_for_others(more: dict[str, int], departed: int) -> None:
    base = town(seats=3, departed=departed).game
    richer = town(seats=3, departed=departed, held={0: more}).game
    assert value(richer, 0) > value(base, 0)
    assert value(richer, 1) < value(base, 1)


def test_a_marker_is_worth_something_and_the_more_the_earlier() -> None:
    def gain(departed: int) -> float:
        plain = town(departed=departed).game
        return value(town(departed=departed, owners={"bank": 0}).game, 0) - value(plain, 0)

    assert gain(0) > gain(4) > 0


def test_goods_that_the_ship_wants_are_worth_more_at_a_higher_price() -> None:
    mine = {0: {"rum": 2}}

    def worth(**fields: Any) -> float:
        return value(town(held=mine, **fields).game, 0)

    assert (
        worth(ship={"rum": 2}, value=4) > worth(ship={"rum": 2}, value=2) > worth(ship={"cigars": 2}, value=2)
    )


def test_raw_goods_are_worth_more_where_their_product_is_wanted() -> None:
    mine = {0: {"sugar_cane": 3}}
    rum, cigars = (value(town(held=mine, ship={good: 3}).game, 0) for good in ("rum", "cigars"))
    assert rum > cigars


def test_stored_items_lose_value_with_time_and_number() -> None:
    assert stored(RUM, 1, 1.0) > stored(RUM, 1, 0.5) > stored(RUM, 1, 0.0) == pytest.approx(1 / 3)
    assert stored(RUM, 2, 1.0) - stored(RUM, 1, 1.0) < stored(RUM, 1, 1.0)
    assert stored(WOOD, 1, 1.0) < stored(RUM, 1, 1.0)


def test_delivering_is_better_than_passing() -> None:
    game = harbor(ship={"rum": 2}, held={0: {"rum": 2}, 1: {"rum": 1}}, value=3)
    passed = harbor(ship={"rum": 2}, held={0: {"rum": 2}, 1: {"rum": 1}}, value=3).act("pass")
    assert value(game.act("deliver", 13).game, 0) > value(passed.game, 0)


def test_a_win_is_better_than_any_hope() -> None:
    held = {0: {**NOTHING, "vp": 21}, 1: {**NOTHING, "vp": 20}}
    won = town(stack=[LeftoverGoods()], ship={}, beside=-1, departed=7, held=held)
    hoping = town(held={0: {"vp": 50, "rum": 4}, 1: {"vp": 20}})
    assert value(won.game, 0) > value(hoping.game, 0) > value(won.game, 1)


def test_the_win_is_a_part_of_its_own() -> None:
    held = {0: {**NOTHING, "vp": 21}, 1: {**NOTHING, "vp": 20}}
    game = town(stack=[LeftoverGoods()], ship={}, beside=-1, departed=7, held=held).game
    mine, theirs = (parts_of(santiago)(game, seat) for seat in (0, 1))
    assert mine["win"].amount == 1 and "rivals" not in mine
    assert theirs["win"].amount == 0 and theirs["rivals"].worth < 0
    assert parts_of(santiago)(town(held=held).game, 0)["win"].amount == 0, "not before the end"
