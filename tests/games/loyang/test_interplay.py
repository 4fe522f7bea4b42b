"""Cards of Loyang that affect each other: one uncovers, finishes or pays for another."""

from __future__ import annotations

from typing import Any

import pytest

from server.games.loyang.distribution import Distribute
from server.games.loyang.flow import ActionPhase
from server.games.loyang.turn import ActionTurn

from .village import cart, names, seen, turn, village

REGULAR = "regular_09"  # turnip and cabbage for 5, 6, 7, 8
HAND = {"hand": ["stall_01", "stall_02"]}


@pytest.mark.rule("LOY-23.3.1", "LOY-14.8", "LOY-15.13")
def test_a_regular_below_the_errand_boy_is_served_twice_as_well() -> None:
    goods = {"turnip": 2, "cabbage": 2}
    game = turn({"helpers": ["errand_boy"], "under": {"errand_boy": REGULAR}, "cart": goods, "cash": 0})
    game.act("use", "errand_boy").act("serve", REGULAR).act("again", REGULAR)
    assert game.farms[0].cash == 5 + 5 and game.farms[0].regulars[0][1] == 1


@pytest.mark.rule("LOY-23.3.4", "LOY-23.12.4")
def test_the_errand_boy_doubles_no_delivery_to_a_customer_of_somebody_else() -> None:
    goods = {"turnip": 4, "cabbage": 4}
    mine = {"helpers": ["errand_boy", "deliveryman"], "cart": goods, "cash": 0}
    game = turn(mine, {"regulars": [REGULAR]}).act("use", "errand_boy").act("use", "deliveryman")
    assert game.farms[0].cash == 5 and not {"again", "double", "serve"} & {*game.verbs()}


@pytest.mark.rule("LOY-18.8", "LOY-18.14", "LOY-23.21.6")
def test_a_field_below_the_crier_who_pays_for_another_one_is_not_paid_again() -> None:
    mine: dict[str, Any] = {"hand": ["common_3_a", "maid"], "helpers": ["market_crier"], "cash": 0}
    mine |= {"under": {"market_crier": "common_5_a"}, "stalls": ["stall_07"]}
    game = village(mine, {"hand": ["tout"]}, stack=[Distribute(0)], court=["official"])
    game.act("take", "official").act("keep", "common_3_a").act("done")
    game.act("use_second", "market_crier").act("hawk", "leek").act("enough")
    assert seen(game)["fields"] == ["home", "common_3_a", "common_5_a"] and game.farms[0].cash == 0


@pytest.mark.rule("LOY-14.4", "LOY-18.14", "LOY-23.7.3")
def test_a_landlord_below_a_helper_thrown_away_is_used_in_the_same_turn() -> None:
    mine = HAND | {"helpers": ["maid"], "under": {"maid": "landlord"}}
    game = village(mine, {"hand": ["tout"]}, stack=[Distribute(0)], court=["official", "casual_01"])
    game.act("discard", "maid").act("take", "official").act("use", "landlord").act("also", "casual_01")
    game.act("keep", "stall_01").act("done")
    assert seen(game)["casuals"] == ["casual_01"] and names(game.discard)[:2] == ["maid", "landlord"]


@pytest.mark.rule("LOY-23.17.5", "LOY-15.13", "LOY-18.5")
def test_a_regular_below_a_field_that_the_plowman_empties_is_due_in_this_turn() -> None:
    mine: dict[str, Any] = {"helpers": ["plowman"], "under": {"common_3_a": "regular_14"}}
    game = turn(mine | {"fields": [("home", "wheat", 1), ("common_3_a", "leek", 1)]})
    game.act("use_second", "plowman")
    assert cart(game) == {"leek": 1} and seen(game)["fields"] == ["home"], "not from the home field"
    assert game.offers("miss") == ["regular_14"] and "finish" not in game.verbs()


@pytest.mark.rule("LOY-23.12.5", "LOY-23.12.7", "LOY-15.6")
def test_a_customer_that_somebody_else_has_served_to_the_end_is_no_duty_any_more() -> None:
    mine = {"helpers": ["deliveryman"], "cart": {"turnip": 1, "cabbage": 1}}
    theirs = {"regulars": [(REGULAR, 3, 1)], "cash": 0}
    game = village(mine, theirs, stack=[ActionTurn(0), ActionTurn(1)]).act("use", "deliveryman")
    game.act("finish").act("step", 0).act("done")
    assert "finish" in game.verbs(1) and game.farms[1].cash == 2


@pytest.mark.rule("LOY-23.6.4", "LOY-23.11.6", "LOY-23.11.9")
def test_what_the_haggler_doubles_is_one_of_the_merchants_kinds() -> None:
    regulars = [REGULAR, "regular_10", "regular_14"]  # turnip and bean twice each
    game = turn({"helpers": ["haggler", "merchant"], "regulars": regulars, "shop": {"turnip": 2, "bean": 1}})
    game.act("use", "merchant").act("with", "haggler")
    assert cart(game) == {"turnip": 2} and game.farms[0].cash == 9, "of bean there is only one"
    game.act("get", "bean")
    assert cart(game) == {"turnip": 2, "bean": 1} and game.farms[0].cash == 8


@pytest.mark.rule("LOY-9.16", "LOY-23.8.1", "LOY-23.8.2")
def test_of_three_players_the_one_whose_stall_was_chosen_gets_the_traders_fee() -> None:
    mine = {"helpers": ["trader"], "cart": {"wheat": 2, "pumpkin": 1}}
    game = turn(mine, {"stalls": ["stall_07"]}, {"stalls": ["stall_11"]}, round=9).act("use", "trader")
    game.act("trade", "leek")
    assert game.offers("stall") == ["stall_07", "stall_11"]
    game.act("stall", "stall_11").act("give", "wheat").act("give", "pumpkin")
    assert cart(game) == {"wheat": 1, "leek": 1}
    assert [farm.cash for farm in game.farms] == [8, 10, 12]


@pytest.mark.rule("LOY-13.7", "LOY-23.13.1", "LOY-13.4")
def test_with_the_maid_one_good_goes_through_a_whole_stall() -> None:
    game = turn({"helpers": ["maid"], "under": {"maid": "stall_07"}, "cart": {"turnip": 1}})
    game.act("use", "maid")
    for good in ("leek", "bean", "wheat"):
        game.act("trade", good)
        assert cart(game) == {good: 1}
    assert seen(game)["stalls"] == [] and names(game.discard) == ["maid", "stall_07"]


@pytest.mark.rule("LOY-9.10", "LOY-14.4")
def test_side_by_side_a_helper_at_work_is_not_thrown_away_while_the_other_pair_acts() -> None:
    mine = {"helpers": ["shopper", "maid"], "cash": 0}
    game = village(
        mine, seats=4, stack=[ActionPhase()], order=[], options={"pairs": "side_by_side"}, second=1
    )
    game.act("partner", 2).act("use", "shopper").act("get", "leek")
    assert game.asked == [(0, "pay"), (1, "act")] and game.offers("discard") == ["maid"]
    game.act("buy", "wheat", seat=1).act("loan")
    assert cart(game) == {"leek": 1} and game.farms[0].cash == 1 and cart(game, 1) == {"wheat": 1}
