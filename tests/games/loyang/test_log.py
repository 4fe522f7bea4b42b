"""The log of stalls, goods, payments, and things that were left over or declined."""

from __future__ import annotations

from typing import Any

import pytest

from server.authoring.scenes import Scene
from server.games.kernel import OPEN
from server.games.loyang.cards import GOODS
from server.games.loyang.distribution import Distribute, EndOfCardPhase
from server.games.loyang.flow import Harvest

from .village import card, planted, stock, turn, village

WHEAT, PUMPKIN, TURNIP, CABBAGE, BEAN, LEEK = range(6)


def told(game: Scene, *keys: str) -> list[tuple[Any, ...]]:
    """The lines with these keys, in order."""
    return [line for line in game.said if line[0] in keys]


def test_a_trade_tells_what_went_what_came_and_from_whose_stall() -> None:
    game = turn({"stalls": ["stall_11"], "cart": {"wheat": 1, "turnip": 1}}).act("trade", "leek")
    assert told(game, "gave", "traded") == [
        ("gave", 0, WHEAT),
        ("gave", 0, TURNIP),
        ("traded", 0, LEEK, card("stall_11")),
    ]
    empty = turn({"stalls": [("stall_11", ["leek"])], "cart": {"wheat": 2}}).act("trade", "leek")
    assert told(empty, "sold_out") == [("sold_out", 0, card("stall_11"))]
    with_trader = turn({"helpers": ["trader"], "cart": {"wheat": 2}}, {"stalls": ["stall_11"]})
    with_trader.act("use", "trader").act("trade", "leek")
    assert told(with_trader, "traded_with") == [("traded_with", 0, LEEK, card("stall_11"), 1)]


def test_a_harvest_tells_the_goods() -> None:
    fields = [("home", "wheat", 5), ("private_3", "leek", 2), ("private_4", "wheat", 3)]
    game = village({"fields": fields, "pile": []}, {"fields": [], "pile": []}, stack=[Harvest()])
    assert told(game, "harvested_2", "harvested_0") == [
        ("harvested_2", 0, 2, WHEAT, 1, LEEK),
        ("harvested_0", 1),
    ]


def test_a_harvest_hand_that_is_kept_back_is_told_of() -> None:
    mine = {"fields": [("private_6", "wheat", 5)], "helpers": ["harvest_hand"], "pile": []}
    game = village(mine, stack=[Harvest()]).act("enough")
    assert told(game, "keeps") == [("keeps", 0, card("harvest_hand"))]


def test_cards_left_lying_are_told_of() -> None:
    hands = [["stall_01", "stall_02", "stall_03"], ["tout"]]
    farms = [{"hand": hand} for hand in hands]
    game = village(*farms, stack=[Distribute(0), EndOfCardPhase()], court=["casual_01", "casual_02"])
    game.act("take", "casual_01").act("keep", "stall_02").act("done")
    assert told(game, "rest_2") == [("rest_2", 0, card("stall_01"), card("stall_03"))]
    game.act("take", "casual_02", seat=1).act("keep", "tout", seat=1).act("done", seat=1)
    assert told(game, "court_left", "left_2") == [
        ("court_left", 2),
        ("left_2", card("stall_01"), card("stall_03")),
    ]
    pack = turn({}, deck=["maid", "tout"]).act("two_pack").act("none")
    assert sorted(told(pack, "rejected")) == sorted(("rejected", 0, card(name)) for name in ("maid", "tout"))
    one = turn({}, deck=["maid", "tout"]).act("two_pack").act("top", "maid").act("alone")
    assert told(one, "kept", "rejected") == [("kept", 0, card("maid")), ("rejected", 0, card("tout"))]


def test_sales_steps_and_what_becomes_of_goods_are_told_with_their_amounts() -> None:
    game = turn({"cart": {"leek": 1}, "cash": 9}).act("sell", "leek").act("finish").act("step", 2)
    assert told(game, "sold", "advanced") == [("sold", 0, LEEK, 2), ("advanced", 0, 2, 3, 1 + 3)]
    stays = turn({}).act("finish").act("step", 0)
    assert told(stays, "stayed") == [("stayed", 0, 1)]
    shop = turn({"helpers": ["accountant"]}).act("use", "accountant").act("stock", stock("leek", 2))
    assert told(shop, "stocked") == [("stocked", 0, stock("leek", 2))]
    ploughed = turn({"helpers": ["plowman"], "fields": [("private_6", "wheat", 3)]}).act("use", "plowman")
    assert told(ploughed, "cleared") == [("cleared", 0, card("private_6"), 3, WHEAT)]
    mine = {"helpers": ["market_crier"], "stalls": [("stall_11", ["leek", "bean"])], "cash": 0}
    crier = turn(mine).act("use_second", "market_crier").act("hawk", "leek")
    assert told(crier, "hawked")[0] == ("hawked", 0, GOODS.index("leek"), card("stall_11"), 2)


def test_all_cards_left_in_a_full_courtyard_are_named() -> None:
    court = [f"casual_{n:02}" for n in range(1, 7)]
    farms = [{"hand": ["tout"]}, {"hand": ["maid"]}]
    game = village(*farms, stack=[Distribute(0), EndOfCardPhase()], court=court)
    game.act("take", "casual_01").act("keep", "tout").act("done")
    game.act("take", "casual_02", seat=1).act("keep", "maid", seat=1).act("done", seat=1)
    assert told(game, "court_left", "left_4") == [("court_left", 4), ("left_4", *map(card, court[2:]))]


def test_customers_that_leave_whose_they_were_and_stalls_filled_up_are_told_of() -> None:
    last = ("regular_01", 3, 0)
    wanted = {"wheat": 1, "turnip": 1}
    game = turn({"regulars": [last], "cart": wanted}).act("serve", "regular_01")
    assert told(game, "served", "satisfied") == [
        ("served", 0, card("regular_01"), 7),
        ("satisfied", 0, card("regular_01")),
    ]
    sent = turn({"helpers": ["deliveryman"], "cart": wanted}, {"regulars": [last]}).act("use", "deliveryman")
    assert told(sent, "served", "served_for", "satisfied", "fee") == [
        ("served_for", 0, card("regular_01"), 7, 1),
        ("satisfied", 1, card("regular_01")),
        ("fee", 0, 2, 1),
    ]
    mine = {"helpers": ["market_crier"], "stalls": [("stall_11", ["leek"]), "stall_12"]}
    crier = turn(mine).act("use", "market_crier")
    assert told(crier, "refilled") == [("refilled", 0, card("stall_11"))], "the other one was full"
    sown = turn({"helpers": ["harvest_hand"], "fields": ["private_3"], "cart": {"leek": 1}})
    sown.act("use_second", "harvest_hand").act("sow", "leek")
    assert told(sown, "sowed") == [("sowed", 0, LEEK, card("private_3"), 4)]


def test_what_was_declined_is_told_of() -> None:
    game = turn({"helpers": ["maid"]}, {"helpers": ["foreman"]}, options={"foreman": True})
    game.act("use", "maid").act("let_go", seat=1)
    assert told(game, "let_go") == [("let_go", 1, card("maid"))]
    free = turn({"cash": 9}, options={"free_choices": True}).act("finish").act("no_upgrade")
    assert told(free, "no_upgrade") == [("no_upgrade", 0)]


@pytest.mark.rule("LOY-10.1", "LOY-2.10")
def test_two_fields_that_are_the_same_are_not_asked_about() -> None:
    mine = {"fields": ["private_3", "private_3_b"], "cart": {"leek": 1}}
    game = turn(mine).act("sow", "leek")
    assert game.asked == [(0, "act")] and planted(game) == {"private_3": ("leek", 3)}
    covering = turn(
        {"fields": ["common_3_a", "common_3_b"], "under": {"common_3_a": "maid"}, "cart": {"leek": 1}}
    )
    assert covering.act("sow", "leek").offers("into") == ["common_3_a", "common_3_b"], "a card lies below one"


@pytest.mark.rule("LOY-20.6", "LOY-20.9", "LOY-24.11", "LOY-23.10.1")
def test_a_purchase_with_helpers_once_begun_may_bring_a_loan_beyond_the_limit() -> None:
    mine = {"helpers": ["shopper"], "cash": 0, "loans": 31}
    game = turn(mine, options={"loan_limit": 31})
    assert "loan" not in game.verbs()
    game.act("use", "shopper").act("get", "leek")
    assert game.asked == [(0, "pay")] and game.verbs() == ["loan"] and game.ask().costs, "a person is asked"
    game.act("loan")
    assert game.farms[0].loans == 32 and game.farms[0].cash == 1 and "loan" not in game.verbs()
    assert game.game.sealed == OPEN, "and may take it back"
