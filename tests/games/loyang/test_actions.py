"""Sowing, buying, selling, and trading at market stalls."""

from __future__ import annotations

import pytest

from server.games.kernel import IllegalChoice
from server.games.loyang.cards import GOODS, PAYS, PRICE
from server.games.loyang.distribution import Distribute, EndOfCardPhase
from server.games.loyang.turn import ActionTurn

from .village import FULL_SHOP, cart, names, planted, seen, shop, turn, village


@pytest.mark.rule("LOY-9.2", "LOY-9.3", "LOY-9.6", "LOY-4.4")
def test_actions_in_any_order_and_as_often_as_wanted() -> None:
    mine = {"cart": {"wheat": 2, "turnip": 1, "leek": 1}, "fields": ["private_3", "private_4"], "cash": 20}
    game = turn(mine | {"stalls": ["stall_01"], "helpers": ["maid", "shopper"], "casuals": ["casual_01"]})
    kinds = {"sow", "buy", "sell", "trade", "use", "discard", "two_pack", "loan", "finish"}
    assert set(game.verbs()) == kinds, "nothing is compulsory"
    game.act("buy", "pumpkin").act("sow", "wheat").act("into", "private_3").act("buy", "wheat")
    game.act("serve", "casual_01").act("sell", "leek").act("buy", "leek").act("sow", "wheat")
    assert planted(game) == {"private_3": ("wheat", 3), "private_4": ("wheat", 4)}
    game.act("finish")
    assert game.asked[0][1] in ("store", "advance")


@pytest.mark.rule("LOY-10.1", "LOY-10.4", "LOY-10.6", "LOY-2.18", "LOY-25.9")
def test_a_sown_field_is_filled_from_the_supply() -> None:
    game = turn({"cart": {"cabbage": 2}, "fields": ["private_5", "private_3"]})
    game.act("sow", "cabbage").act("into", "private_5")
    assert planted(game) == {"private_5": ("cabbage", 5)} and cart(game) == {"cabbage": 1}
    game.act("sow", "cabbage")
    assert planted(game)["private_3"] == ("cabbage", 3) and game.farms[0].cash == 10


@pytest.mark.rule("LOY-10.2", "LOY-10.3", "LOY-10.5")
def test_only_an_empty_field_that_shows_the_crop() -> None:
    game = turn({"cart": {"leek": 1, "wheat": 1}, "fields": ["private_6", ("private_3", "bean", 2)]})
    assert game.offers("sow") == ["wheat"]
    game.act("sow", "wheat")
    assert "sow" not in game.verbs()


@pytest.mark.rule("LOY-10.7", "LOY-18.3")
def test_new_fields_may_be_sown_at_once_covered_ones_not() -> None:
    mine = {"cart": {"leek": 1}, "fields": [], "stalls": ["stall_01"], "under": {"stall_01": "common_3_a"}}
    assert "sow" not in turn(mine).verbs()
    hand = {"cart": {"leek": 1}, "fields": [], "hand": ["common_3_a", "maid"]}
    other = {"hand": ["official"]}
    game = village(hand, other, stack=[Distribute(0), ActionTurn(0)], court=["tout"])
    game.act("take", "tout").act("keep", "common_3_a").act("done").act("take", "maid", seat=1)
    game.act("keep", "official", seat=1).act("done", seat=1)
    game.act("sow", "leek")
    assert planted(game) == {"common_3_a": ("leek", 3)}


@pytest.mark.rule("LOY-11.1", "LOY-11.2", "LOY-11.4")
def test_buying_from_the_own_shop() -> None:
    game = turn({"cash": 20})
    for _ in range(3):
        game.act("buy", "wheat")
    assert game.farms[0].cash == 20 - 9 and cart(game) == {"wheat": 3} and shop(game)["wheat"] == 0
    with pytest.raises(IllegalChoice):
        game.act("buy", "wheat")
    game.act("sell", "wheat").act("buy", "wheat")
    assert cart(game) == {"wheat": 3}


@pytest.mark.rule("LOY-11.3", "LOY-12.2", "LOY-2.8")
def test_prices() -> None:
    assert dict(zip(GOODS, PRICE, strict=True)) == {
        "wheat": 3,
        "pumpkin": 4,
        "turnip": 5,
        "cabbage": 5,
        "bean": 6,
        "leek": 6,
    }
    assert PAYS == [1, 1, 1, 1, 2, 2]
    for good, price, pays in zip(GOODS, PRICE, PAYS, strict=True):
        game = turn({"cash": 10}).act("buy", good)
        assert game.farms[0].cash == 10 - price
        game.act("sell", good)
        assert game.farms[0].cash == 10 - price + pays


@pytest.mark.rule("LOY-11.1")
def test_too_little_cash_buys_nothing() -> None:
    assert turn({"cash": 4}).offers("buy") == ["wheat", "pumpkin"]


@pytest.mark.rule("LOY-11.5")
def test_buying_belongs_to_the_action_phase() -> None:
    hand = {"hand": ["maid", "tout"], "cash": 20}
    game = village(hand, {"hand": ["official"]}, stack=[Distribute(0), EndOfCardPhase()])
    assert "buy" not in game.verbs()


@pytest.mark.rule("LOY-12.1", "LOY-12.3")
def test_selling_needs_a_free_place() -> None:
    game = turn({"cart": {"wheat": 1, "bean": 2}})
    assert game.offers("sell") == ["bean"]
    game.act("sell", "bean")
    assert game.offers("sell") == [] and shop(game)["bean"] == 2 and game.farms[0].cash == 12


@pytest.mark.rule("LOY-12.5")
def test_sales_right_after_setup() -> None:
    game = turn({"shop": {"wheat": 2}, "cash": 7, "cart": dict.fromkeys(GOODS, 5)})
    assert game.offers("sell") == ["wheat", "bean", "leek"]
    for good in ("wheat", "bean", "leek"):
        game.act("sell", good)
    assert game.farms[0].cash == 7 + 5 and game.offers("sell") == []


@pytest.mark.rule("LOY-12.6")
def test_selling_a_leek_and_buying_it_back_costs_4() -> None:
    game = turn({"cart": {"leek": 1}}).act("sell", "leek").act("buy", "leek")
    assert game.farms[0].cash == 10 - 4 and cart(game) == {"leek": 1}


@pytest.mark.rule("LOY-13.1", "LOY-13.2", "LOY-13.3", "LOY-13.4", "LOY-13.10", "LOY-24.12", "LOY-25.12")
def test_trading_a_stall_empty() -> None:
    game = turn({"cart": {"wheat": 3, "turnip": 2}, "stalls": ["stall_11"]})
    assert game.offers("trade") == ["pumpkin", "bean", "leek"]
    game.act("trade", "pumpkin").act("give", "wheat")
    assert cart(game) == {"wheat": 2, "turnip": 2, "pumpkin": 1}
    game.act("trade", "bean").act("give", "wheat")
    assert "bean" not in cart(game), "the good comes when all is handed over"
    game.act("give", "turnip")
    game.act("trade", "leek").act("give", "wheat").act("give", "turnip")
    assert cart(game) == {"pumpkin": 1, "bean": 1, "leek": 1}
    assert seen(game)["stalls"] == [] and names(game.discard) == ["stall_11"]


@pytest.mark.rule("LOY-13.2")
def test_without_enough_goods_there_is_no_trade() -> None:
    assert turn({"cart": {"wheat": 1}, "stalls": ["stall_11"]}).offers("trade") == ["pumpkin"]
    assert turn({"cart": {}, "stalls": ["stall_11"]}).offers("trade") == []


@pytest.mark.rule("LOY-13.6", "LOY-13.7")
def test_like_for_like_and_what_was_just_received() -> None:
    game = turn({"cart": {"wheat": 1}, "stalls": ["stall_01"]}).act("trade", "wheat")
    assert cart(game) == {"wheat": 1}
    game.act("trade", "pumpkin")
    assert cart(game) == {"pumpkin": 1}


@pytest.mark.rule("LOY-13.1")
def test_which_stall_gives_the_good_is_asked_where_several_have_it() -> None:
    game = turn({"cart": {"wheat": 2}, "stalls": [("stall_01", ["wheat"]), "stall_02"]}).act("trade", "wheat")
    assert game.offers("stall") == ["stall_01", "stall_02"]
    game.act("stall", "stall_01")
    assert seen(game)["stalls"] == ["stall_02"] and names(game.discard) == ["stall_01"]


@pytest.mark.rule("LOY-18.11", "LOY-15.13", "LOY-18.5", "LOY-18.6", "LOY-13.4")
def test_emptying_a_stall_uncovers_a_regular_that_is_due_in_this_round() -> None:
    mine = {"cart": {"wheat": 1}, "stalls": [("stall_01", ["wheat"])], "under": {"stall_01": "regular_09"}}
    game = turn(mine).act("trade", "wheat")
    assert seen(game)["regulars"] == ["regular_09"] and names(game.discard) == ["stall_01"]
    assert "finish" not in game.verbs() and game.farms[0].regulars[0][2] == 0
    game.act("miss", "regular_09")
    assert game.farms[0].regulars[0][2] == 1 and game.farms[0].cash == 10


@pytest.mark.rule("LOY-21.9")
def test_a_full_shop_takes_nothing() -> None:
    assert turn({"shop": FULL_SHOP, "cart": dict.fromkeys(GOODS, 1)}).offers("sell") == []
