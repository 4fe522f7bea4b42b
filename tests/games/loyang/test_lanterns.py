"""Helpers of customers and stalls, most of which touch other players."""

from __future__ import annotations

import pytest

from server.authoring.scenes import Scene
from server.games.loyang.state import BLUE, RED
from server.games.loyang.turn import ActionTurn

from .village import Spec, card, cart, names, seen, shop, turn, village

CASUAL = "casual_09"  # pumpkin, turnip, leek for 10
WANTED = {"pumpkin": 1, "turnip": 1, "leek": 1}


@pytest.mark.rule("LOY-23.1.1", "LOY-23.1.8", "LOY-18.13")
def test_the_tout_exchanges_casuals() -> None:
    mine: Spec = {"helpers": ["tout"], "casuals": ["casual_01", "casual_02"], "under": {"casual_01": "maid"}}
    other: Spec = {"casuals": [CASUAL], "under": {CASUAL: "regular_09"}, "cash": 0}
    game = turn(mine, other).act("use", "tout")
    assert game.offers("offer") == ["casual_01", "casual_02"]
    game.act("offer", "casual_01")  # only one good can be bought for it
    assert seen(game)["casuals"] == ["casual_02", CASUAL] and seen(game)["helpers"] == ["maid"]
    assert seen(game, 1)["casuals"] == ["casual_01"] and seen(game, 1)["regulars"] == ["regular_09"]
    assert names(game.discard) == ["tout"] and game.farms[1].cash == 0


@pytest.mark.rule(
    "LOY-23.1.2", "LOY-23.1.3", "LOY-23.1.4", "LOY-23.1.6", "LOY-23.1.7", "LOY-18.9", "LOY-14.12"
)
def test_a_tout_lying_on_a_regular() -> None:
    mine: Spec = {"helpers": ["tout"], "under": {"tout": "regular_09"}, "cart": WANTED, "cash": 0}
    other: Spec = {"casuals": [CASUAL], "cash": 0}
    game = turn(mine, other).act("use_second", "tout")
    assert game.farms[0].cash == 8 - 2 and game.farms[1].cash == 2, "the regular isn't counted"
    assert seen(game)["regulars"] == ["regular_09"] and game.offers("miss") == ["regular_09"]
    assert seen(game, 1)["casuals"] == [] and names(game.discard) == [CASUAL, "tout"]
    counted = turn({**mine, "under": {}, "regulars": ["regular_09"]}, other).act("use_second", "tout")
    assert counted.farms[0].cash == 10 - 2


@pytest.mark.rule("LOY-23.1.2", "LOY-14.7", "LOY-15.12")
def test_a_casual_lured_away_uncovers_what_lies_below_at_the_owners() -> None:
    other: Spec = {"casuals": [CASUAL], "under": {CASUAL: "regular_09"}, "turn": 2}
    game = turn({"helpers": ["tout"], "cart": WANTED}, other).act("use_second", "tout")
    assert seen(game, 1)["regulars"] == ["regular_09"] and seen(game, 1)["under"] == {}
    assert game.farms[1].regulars[0][3] == 0, "not due: its owner has acted"


@pytest.mark.rule("LOY-23.1.7", "LOY-23.19.2")
def test_the_saleswoman_counts_for_a_customer_lured_away() -> None:
    mine: Spec = {"helpers": ["tout", "saleswoman"], "cart": WANTED, "cash": 0}
    game = turn(mine, {"casuals": [CASUAL]}).act("use_second", "saleswoman").act("use_second", "tout")
    assert game.farms[0].cash == 12 - 2


@pytest.mark.rule("LOY-23.1.5", "LOY-23.1.1")
def test_without_the_goods_or_without_a_casual_the_tout_is_refused() -> None:
    other: Spec = {"casuals": [CASUAL]}
    assert turn({"helpers": ["tout"], "cart": {"leek": 3}}, other).offers("use_second") == []
    two = turn({"helpers": ["tout"], "cart": WANTED}, {"casuals": ["casual_01", CASUAL]})
    two.act("use_second", "tout")
    assert seen(two, 1)["casuals"] == ["casual_01"], "the other one can't be served at once"
    three = turn({"helpers": ["tout"], "cart": {**WANTED, "wheat": 1}}, {"casuals": ["casual_01", CASUAL]})
    assert three.act("use_second", "tout").offers("swap") == ["casual_01", CASUAL]
    assert turn({"helpers": ["tout"]}, other).offers("use") == []
    assert turn({"helpers": ["tout"], "casuals": ["casual_01"]}).offers("use") == []


REGULAR = "regular_09"  # turnip and cabbage for 5, 6, 7, 8
GOODS = {"turnip": 1, "cabbage": 1}


@pytest.mark.rule("LOY-23.12.1", "LOY-23.12.3", "LOY-23.12.4", "LOY-23.12.6")
def test_the_deliveryman_fills_a_row_and_the_duty_remains() -> None:
    other: Spec = {"regulars": [(REGULAR, 1, BLUE)], "cart": GOODS}
    mine: Spec = {"helpers": ["deliveryman"], "cart": GOODS, "cash": 0}
    game = village(mine, other, stack=[ActionTurn(0), ActionTurn(1)])
    game.act("use", "deliveryman")
    assert game.farms[0].cash == 6 and game.farms[1].cash == 10 and cart(game) == {}
    game.act("finish").act("step", 0).act("done")
    assert "finish" not in game.verbs(1)
    game.act("serve", REGULAR, seat=1)
    assert game.farms[1].cash == 10 + 7 and game.farms[1].regulars[0][1] == 3


@pytest.mark.rule("LOY-23.12.1")
def test_the_deliveryman_needs_the_goods_for_whomever_he_serves() -> None:
    other: Spec = {"regulars": [REGULAR, "regular_10"]}  # turnip with cabbage, turnip with bean
    assert turn({"helpers": ["deliveryman"], "cart": {"turnip": 2}}, other).offers("use") == []
    game = turn({"helpers": ["deliveryman"], "cart": GOODS}, other).act("use", "deliveryman")
    assert [row[1] for row in game.farms[1].regulars] == [1, 0]


@pytest.mark.rule("LOY-23.12.2", "LOY-23.12.5", "LOY-23.12.6", "LOY-23.12.7", "LOY-14.7")
def test_the_deliverymans_top_row_pays_the_owner_too() -> None:
    other: Spec = {"regulars": [(REGULAR, 3, RED)], "under": {REGULAR: "maid"}}
    game = turn({"helpers": ["deliveryman"], "cart": GOODS, "cash": 0}, other).act("use", "deliveryman")
    assert game.farms[0].cash == 6 and game.farms[1].cash == 12
    assert seen(game, 1)["regulars"] == [] and seen(game, 1)["helpers"] == ["maid"]


@pytest.mark.rule("LOY-23.12.8")
def test_a_regular_served_this_round_is_a_target_too() -> None:
    mine: Spec = {"regulars": [REGULAR], "cart": GOODS}
    game = village(mine, {"helpers": ["deliveryman"], "cart": GOODS}, stack=[ActionTurn(0), ActionTurn(1)])
    game.act("serve", REGULAR).act("finish").act("step", 0).act("done")
    game.act("use", "deliveryman", seat=1)
    assert game.farms[0].regulars[0][1] == 2 and game.farms[1].cash == 16


@pytest.mark.rule("LOY-23.19.1", "LOY-23.19.3", "LOY-23.19.5", "LOY-15.10")
def test_the_saleswoman_makes_everybody_content() -> None:
    regulars = [(REGULAR, 0, RED), ("regular_10", 0, RED), ("regular_11", 0, BLUE)]
    game = turn({"helpers": ["saleswoman"], "regulars": regulars}).act("miss", "regular_11")
    assert game.farms[0].cash == 10 and game.farms[0].regulars[2][2] == RED
    game.act("use", "saleswoman")
    assert [row[2] for row in game.farms[0].regulars] == [BLUE] * 3
    assert game.offers("miss") == [REGULAR, "regular_10"] and "finish" not in game.verbs()
    game.act("miss", REGULAR).act("miss", "regular_10")
    assert game.farms[0].cash == 10 and [row[2] for row in game.farms[0].regulars] == [RED, RED, BLUE]


@pytest.mark.rule("LOY-23.19.2", "LOY-23.19.4")
@pytest.mark.parametrize(("casuals", "regulars"), [(["casual_05"], []), ([], [REGULAR, "regular_10"])])
def test_the_saleswoman_replaces_the_modifier(casuals: list[str], regulars: list[str]) -> None:
    mine: Spec = {
        "helpers": ["saleswoman"],
        "casuals": [CASUAL, *casuals],
        "regulars": regulars,
        "cart": WANTED,
    }
    game = turn(mine).act("use_second", "saleswoman").act("serve", CASUAL)
    assert game.farms[0].cash == 10 + 12


# -- stalls ----------------------------------------------------------------------------------------


@pytest.mark.rule("LOY-23.8.1", "LOY-23.8.2", "LOY-23.8.4", "LOY-23.8.6")
@pytest.mark.parametrize(("number", "fee"), [(7, 0), (8, 1), (9, 2)])
def test_the_trader(number: int, fee: int) -> None:
    mine: Spec = {"helpers": ["trader", "trader_2"], "cart": {"wheat": 2}}
    game = turn(mine, {"stalls": ["stall_11"]}, round=number).act("use", "trader").act("trade", "leek")
    assert cart(game) == {"leek": 1} and game.farms[1].stalls[0][1] == 0b011
    assert (game.farms[0].cash, game.farms[1].cash) == (10 - fee, 10 + fee)
    assert [line for line in game.said if line[0] == "fee"] == [("fee", 0, fee, 1)] * (fee > 0)
    assert names(game.discard) == ["trader"] and game.offers("use") == ["trader_2"], "each copy is one trade"


@pytest.mark.rule("LOY-23.8.3", "LOY-23.13.2", "LOY-23.21.4")
def test_maid_and_trader() -> None:
    mine: Spec = {"helpers": ["maid", "trader"], "cart": {"wheat": 2}}
    game = turn(mine, {"stalls": ["stall_11"]}).act("use", "maid").act("use", "trader").act("trade", "leek")
    assert cart(game) == {"wheat": 1, "leek": 1}


@pytest.mark.rule("LOY-23.8.7", "LOY-23.8.5", "LOY-14.7")
def test_the_traders_last_good_uncovers_in_the_owners_display() -> None:
    other: Spec = {"stalls": [("stall_11", ["leek"])], "under": {"stall_11": "stall_01"}}
    game = turn({"helpers": ["trader"], "cart": {"wheat": 2}}, other).act("use", "trader")
    assert game.farms[1].stalls == [[card("stall_01"), 0b111]]
    assert names(game.discard) == ["stall_11", "trader"]
    assert turn({"helpers": ["trader"], "cart": {"wheat": 2}}, {}).offers("use") == [], (
        "an empty row offers nothing"
    )


@pytest.mark.rule("LOY-23.14.1", "LOY-23.14.2", "LOY-23.14.10", "LOY-13.5")
def test_the_market_crier_refills_all_visible_stalls() -> None:
    stalls = [("stall_01", ["wheat"]), ("stall_02", ["bean"])]
    mine: Spec = {
        "helpers": ["market_crier"],
        "stalls": stalls,
        "casuals": [CASUAL],
        "under": {CASUAL: "stall_03"},
    }
    game = turn(mine).act("use", "market_crier")
    assert game.farms[0].stalls == [[card("stall_01"), 0b111], [card("stall_02"), 0b111]]
    assert seen(game)["under"] == {CASUAL: "stall_03"}


def crying(*goods: str, **spec: object) -> Scene:
    stalls = ["stall_11", ("stall_01", ["wheat", "pumpkin"]), ("stall_13", ["turnip"])]
    empty = dict.fromkeys(("wheat", "pumpkin", "turnip", "cabbage", "bean", "leek"), 0)
    mine = {"helpers": ["market_crier"], "stalls": stalls, "shop": empty, "cash": 0, **spec}
    game = turn(mine).act("use_second", "market_crier")
    for good in goods:
        game.act("hawk", good)
        if game.asked == [(0, "hawk_from")]:
            game.act("stall", "stall_01")
    if game.asked == [(0, "hawk")]:
        game.act("enough")
    return game


@pytest.mark.rule("LOY-23.14.3", "LOY-23.14.4", "LOY-23.14.5", "LOY-23.14.6", "LOY-23.14.7")
@pytest.mark.parametrize(
    ("goods", "cash"),
    [
        (["bean", "leek"], 3),
        (["wheat", "pumpkin", "turnip"], 3),
        (["wheat", "turnip", "bean"], 3),
        (["wheat", "bean"], 3),
        (["bean"], 2),
        (["wheat", "bean", "leek"], 3),
    ],
)
def test_the_market_crier_sells_for_three_cash_at_most(goods: list[str], cash: int) -> None:
    game = crying(*goods)
    assert game.farms[0].cash == cash and cart(game) == {}
    assert {good for good, n in shop(game).items() if n} == set(goods)
    assert names(game.discard)[-1] == "market_crier"


@pytest.mark.rule("LOY-23.14.7", "LOY-23.14.3")
def test_three_goods_and_no_fourth() -> None:
    stalls = ["stall_08", "stall_11"]
    game = crying("turnip", "cabbage", "bean", stalls=stalls)
    assert game.asked == [(0, "act")] and game.farms[0].cash == 3


@pytest.mark.rule("LOY-23.14.8")
def test_the_crier_needs_free_places() -> None:
    mine: Spec = {"helpers": ["market_crier"], "stalls": ["stall_01"]}
    assert turn(mine).offers("use_second") == []
    game = turn({**mine, "shop": {"pumpkin": 1}}).act("use_second", "market_crier")
    assert game.asked == [(0, "act")] and shop(game)["pumpkin"] == 2, "the only good is sold at once"


@pytest.mark.rule("LOY-23.14.9", "LOY-18.14")
def test_a_stall_emptied_by_the_crier_is_discarded() -> None:
    mine: Spec = {
        "helpers": ["market_crier"],
        "stalls": [("stall_11", ["leek"])],
        "under": {"stall_11": REGULAR},
    }
    game = turn(mine).act("use_second", "market_crier")
    assert seen(game)["stalls"] == [] and seen(game)["regulars"] == [REGULAR]
    assert names(game.discard) == ["stall_11", "market_crier"]


@pytest.mark.rule("LOY-23.15.1", "LOY-23.15.4", "LOY-23.15.5")
def test_the_market_woman_exchanges_and_refills() -> None:
    mine: Spec = {"helpers": ["market_woman"], "stalls": [("stall_01", ["wheat"])]}
    game = turn(mine, {"stalls": [("stall_02", ["wheat", "bean"])]}).act("use", "market_woman")
    assert game.farms[0].stalls == [[card("stall_02"), 0b111]]
    assert game.farms[1].stalls == [[card("stall_01"), 0b111]]


@pytest.mark.rule("LOY-23.15.2", "LOY-23.15.3")
def test_the_market_woman_needs_a_stall_on_both_sides() -> None:
    assert turn({"helpers": ["market_woman"]}, {"stalls": ["stall_02"]}).offers("use") == []
    assert turn({"helpers": ["market_woman"], "stalls": ["stall_01"]}).offers("use") == []


@pytest.mark.rule("LOY-23.9.1", "LOY-23.9.4", "LOY-23.9.6", "LOY-23.9.7", "LOY-14.2")
def test_the_impostor_becomes_another_helper_at_once() -> None:
    mine: Spec = {"helpers": ["impostor"], "under": {"impostor": REGULAR}, "cart": {"wheat": 2}}
    other: Spec = {"helpers": ["maid"], "under": {"maid": "regular_10"}, "turn": 2, "stalls": ["stall_11"]}
    game = turn(mine, other).act("use", "impostor")
    assert (
        seen(game)["helpers"] == ["maid"] and seen(game, 1)["helpers"] == ["impostor"] and game.discard == []
    )
    assert game.farms[0].regulars[0][3] == 1 and game.farms[1].regulars[0][3] == 0
    game.act("use", "maid")
    assert names(game.discard) == ["maid"]


@pytest.mark.rule("LOY-23.9.1", "LOY-23.9.2", "LOY-23.9.3", "LOY-23.9.5")
def test_whom_the_impostor_reaches() -> None:
    covered: Spec = {"casuals": [CASUAL], "under": {CASUAL: "trader"}, "turn": 2}
    assert turn({"helpers": ["impostor"]}, covered).offers("use") == []
    assert turn({"helpers": ["impostor"]}, {"helpers": ["maid"]}).offers("use") == [], (
        "no player has acted yet"
    )
    both = turn({"helpers": ["impostor"]}, {"helpers": ["maid"], "turn": 2}, {"helpers": ["tout"], "turn": 2})
    assert both.act("use", "impostor").offers("swap") == ["maid", "tout"]
    one = turn({"helpers": ["impostor"]}, {"helpers": ["maid"], "turn": 2}, {"helpers": ["tout"]})
    assert seen(one.act("use", "impostor"))["helpers"] == ["maid"]
