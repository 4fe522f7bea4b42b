"""Helpers of customers, stalls and fields, most of which touch other players; and the foreman."""

from __future__ import annotations

import pytest

from server.games import loyang
from server.games.kernel import OPEN, OWN
from server.games.loyang.cards import PRIVATE
from server.games.loyang.flow import Harvest
from server.games.loyang.state import BLUE, RED
from server.games.loyang.turn import ActionTurn
from tests.games.scenes import Scene

from .village import Spec, card, cart, names, planted, seen, shop, turn, village

CASUAL = "casual_09"  # pumpkin, turnip, leek for 10
WANTED = {"pumpkin": 1, "turnip": 1, "leek": 1}


@pytest.mark.rule("LOY-23.1.1", "LOY-23.1.8", "LOY-18.13")
def test_the_tout_exchanges_casuals() -> None:
    mine: Spec = {"helpers": ["tout"], "casuals": ["casual_01", "casual_02"], "under": {"casual_01": "maid"}}
    other: Spec = {"casuals": [CASUAL], "under": {CASUAL: "regular_09"}, "cash": 0}
    game = turn(mine, other).act("use", "tout")
    assert game.offers("offer") == ["casual_01", "casual_02"]
    game.act("offer", "casual_01")  # there is only one to be had for it
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
    assert turn({"helpers": ["impostor"]}, {"helpers": ["maid"]}).offers("use") == [], "nobody has acted yet"
    both = turn({"helpers": ["impostor"]}, {"helpers": ["maid"], "turn": 2}, {"helpers": ["tout"], "turn": 2})
    assert both.act("use", "impostor").offers("swap") == ["maid", "tout"]
    one = turn({"helpers": ["impostor"]}, {"helpers": ["maid"], "turn": 2}, {"helpers": ["tout"]})
    assert seen(one.act("use", "impostor"))["helpers"] == ["maid"]


# -- fields ----------------------------------------------------------------------------------------

PILE = ["private_5", "private_3", "private_6", "private_4_b"]


@pytest.mark.rule("LOY-23.16.1", "LOY-23.16.5", "LOY-23.16.6", "LOY-28.2")
def test_the_tenant_farmer_buys_a_field_of_choice() -> None:
    game = turn({"helpers": ["tenant_farmer"], "pile": PILE}).act("use", "tenant_farmer")
    assert game.game.sealed == OWN and game.farms[0].cash == 7 and ("costs", 0, 3) in game.said
    assert loyang.private(game.game, 0)["pile"] == [card(name) for name in reversed(PILE)]
    assert loyang.private(game.game, 1) == {}
    assert game.verbs() == ["field"], "looking only is not allowed"
    game.act("field", "private_3")
    assert seen(game)["fields"] == ["home", "private_3"] and ("field", 0, card("private_3")) in game.said
    assert names(game.farms[0].pile) == ["private_4_b", "private_6", "private_5"]


@pytest.mark.rule("LOY-23.16.3", "LOY-23.16.7", "LOY-5.3")
def test_then_the_pile_is_empty_a_round_earlier() -> None:
    three = [c for c in PRIVATE if c >= PRIVATE[3]]
    game = turn({"helpers": ["tenant_farmer"], "pile": [p for p in PILE_8 if card(p) in three]}, round=3)
    game.act("use", "tenant_farmer").act("field", PILE_8[3])
    for number in (4, 5, 6, 7, 8):
        game.game.round = number
        Harvest().run(game.game)
        assert len(game.farms[0].pile) == max(0, 7 - number)
    fields = [name for name in seen(game)["fields"] if name != "home"]
    assert len(fields) == 1 + 4


PILE_8 = ["private_3", "private_4", "private_5", "private_6"]
PILE_8 += [name + "_b" for name in PILE_8]


@pytest.mark.rule("LOY-23.16.2", "LOY-23.16.4", "LOY-23.16.8", "LOY-23.16.9", "LOY-23.16.10", "LOY-23.16.12")
def test_the_tenant_farmer_exchanges_an_empty_field() -> None:
    fields = [("home", "wheat", 5), "common_3_a"]
    mine: Spec = {
        "helpers": ["tenant_farmer"],
        "pile": PILE,
        "fields": fields,
        "under": {"common_3_a": REGULAR},
    }
    game = turn(mine).act("use_second", "tenant_farmer").act("return", "common_3_a")
    assert seen(game)["regulars"] == [REGULAR] and game.farms[0].cash == 10
    assert sorted(game.offers("field")) == sorted(PILE), "another field"
    game.act("field", "private_5")
    assert names(game.farms[0].pile) == ["common_3_a", "private_4_b", "private_6", "private_3"]
    view = loyang.public(game.game)
    assert view["known"][0] == [card("common_3_a")] and len(view["pile"][0]) == 4
    for number in (3, 4, 5, 6):
        game.game.round = number
        Harvest().run(game.game)
    assert seen(game)["fields"][-1] == "common_3_a" and game.farms[0].cash == 10, "and it isn't paid again"
    game.farms[0].plot(card("common_3_a"))[1:] = [5, 1]
    Harvest().run(game.game)
    assert card("common_3_a") in game.discard, "it still is an action card"


@pytest.mark.rule("LOY-23.16.8", "LOY-2.11")
def test_what_everybody_knows_of_a_pile_ends_with_the_field_that_was_put_there() -> None:
    pile = ["private_5", "common_3_a"]
    game = turn({"helpers": ["tenant_farmer"], "pile": pile, "returned": 1})
    assert loyang.public(game.game)["known"][0] == [card("common_3_a")]
    game.act("use", "tenant_farmer").act("field", "common_3_a")
    assert loyang.public(game.game)["known"][0] == []
    game = village({"pile": ["common_3_a"], "returned": 1}, stack=[Harvest()], round=7)
    assert loyang.public(game.game)["known"][0] == [] and seen(game)["fields"][-1] == "common_3_a"


@pytest.mark.rule("LOY-23.16.6", "LOY-2.11")
@pytest.mark.parametrize("size", ["private_3", "private_6"])
def test_nobody_else_sees_which_of_two_fields_alike_was_taken(size: str) -> None:
    taken = {}
    for name in (size, size + "_b"):
        game = turn({"helpers": ["tenant_farmer"], "pile": PILE_8}).act("use", "tenant_farmer")
        game.act("field", name)
        taken[name] = loyang.public(game.game), game.said
        left = [n.removesuffix("_b") for n in names(game.farms[0].pile)]
        assert left == [n.removesuffix("_b") for n in reversed(PILE_8) if n != name], "the order is kept"
    assert taken[size] == taken[size + "_b"]
    view = taken[size][0]
    worlds = [loyang.imagine(view, {}, 1, seed).farms[0].pile for seed in range(40)]
    twin = card(size + "_b")
    assert {world.index(twin) < 4 for world in worlds} == {True, False}, "it may be of either set"


@pytest.mark.rule("LOY-23.16.6", "LOY-23.16.8")
def test_of_fields_at_the_bottom_only_those_below_any_alike_stay_known() -> None:
    """The piles are written from the top; the lowest three were put there openly."""
    pile = ["private_5_b", "private_3_b", "private_4", "private_3", "common_3_a"]
    seen_by_all = []
    for name in ("private_3", "private_3_b"):
        game = turn({"helpers": ["tenant_farmer"], "pile": pile, "returned": 3})
        assert names(loyang.public(game.game)["known"][0]) == ["common_3_a", "private_3", "private_4"]
        game.act("use", "tenant_farmer").act("field", name)
        seen_by_all.append(loyang.public(game.game))
    assert seen_by_all[0] == seen_by_all[1]
    assert names(seen_by_all[0]["known"][0]) == ["common_3_a"]
    for seed in range(20):
        world = loyang.imagine(seen_by_all[0], {}, 1, seed).farms[0].pile
        assert world[0] == card("common_3_a") and sorted(world) == seen_by_all[0]["pile"][0]


@pytest.mark.rule("LOY-23.16.9", "LOY-23.16.11")
def test_an_empty_pile_is_of_no_use_to_the_tenant_farmer() -> None:
    game = turn({"helpers": ["tenant_farmer"], "pile": [], "fields": ["private_3"]})
    assert game.offers("use") == game.offers("use_second") == [] and game.offers("discard") == [
        "tenant_farmer"
    ]


PLOUGHED = [
    ("home", "wheat", 1),
    ("private_3", "leek", 1),
    ("common_4_a", "bean", 1),
    ("private_6", "wheat", 3),
]


@pytest.mark.rule("LOY-23.17.1", "LOY-23.17.2", "LOY-23.17.3", "LOY-23.17.6", "LOY-23.17.7", "LOY-10.5")
def test_the_plowman_clears_a_field() -> None:
    game = turn({"helpers": ["plowman"], "fields": PLOUGHED, "cart": {"turnip": 1}}).act("use", "plowman")
    assert "private_6" not in planted(game) and game.farms[0].cash == 10 and cart(game) == {"turnip": 1}
    game.act("sow", "turnip")
    assert planted(game)["private_6"] == ("turnip", 6) and cart(game) == {}


@pytest.mark.rule("LOY-23.17.2", "LOY-23.17.8")
def test_a_common_field_cleared_stays_paid_and_goes_to_the_discards_in_the_end() -> None:
    mine: Spec = {
        "helpers": ["plowman"],
        "fields": [("common_4_a", "bean", 2)],
        "cart": {"bean": 1},
        "cash": 0,
    }
    game = turn(mine).act("use", "plowman").act("sow", "bean")
    assert planted(game) == {"common_4_a": ("bean", 4)} and game.farms[0].cash == 0
    game.farms[0].fields[0][2] = 1
    Harvest().run(game.game)
    assert card("common_4_a") in game.discard


@pytest.mark.rule("LOY-23.17.4", "LOY-23.17.5", "LOY-23.17.6", "LOY-23.17.9")
def test_the_plowman_gathers_last_goods() -> None:
    mine: Spec = {"helpers": ["plowman"], "fields": PLOUGHED, "under": {"common_4_a": REGULAR}}
    game = turn(mine).act("use_second", "plowman")
    assert game.offers("gather") == ["private_3", "common_4_a"]
    game.act("gather", "private_3").act("gather", "common_4_a")
    assert cart(game) == {"leek": 1, "bean": 1} and seen(game)["fields"] == ["home", "private_6"]
    assert names(game.discard) == ["common_4_a", "plowman"] and seen(game)["regulars"] == [REGULAR]
    game = turn({"helpers": ["plowman"], "fields": PLOUGHED}).act("use_second", "plowman")
    game.act("gather", "private_3").act("enough")
    assert cart(game) == {"leek": 1} and "common_4_a" in seen(game)["fields"]


@pytest.mark.rule("LOY-23.18.1", "LOY-23.18.2", "LOY-23.18.4")
def test_the_self_supplier_takes_from_a_rich_field() -> None:
    fields = [("home", "wheat", 9), ("private_4", "leek", 4), ("private_6", "wheat", 3)]
    mine: Spec = {"helpers": ["self_supplier"], "fields": []}
    game = turn(mine, {"fields": fields}).act("use", "self_supplier")
    assert cart(game) == {"leek": 1} and (game.farms[0].cash, game.farms[1].cash) == (9, 11)
    assert planted(game, 1)["private_4"] == ("leek", 3)
    assert turn(mine, {"fields": [("private_4", "leek", 3)]}).offers("use") == [], (
        "a second one finds nothing"
    )


@pytest.mark.rule("LOY-23.18.1", "LOY-9.16")
def test_with_three_players_the_self_supplier_names_the_owner() -> None:
    rich: Spec = {"fields": [("private_4", "leek", 4)]}
    game = turn({"helpers": ["self_supplier"]}, rich, rich).act("use", "self_supplier")
    assert game.offers("from") == [1, 2]
    game.act("from", 2)
    assert game.farms[2].cash == 11 and planted(game, 1)["private_4"] == ("leek", 4)


# -- the foreman -----------------------------------------------------------------------------------

WITH_FOREMAN = {"foreman": True}


@pytest.mark.rule("LOY-23.20.2", "LOY-23.20.3", "LOY-26.3")
def test_the_foreman_takes_over_a_helper_just_used() -> None:
    game = turn(
        {"helpers": ["maid"]}, {"helpers": ["foreman"], "under": {"foreman": "tout"}}, options=WITH_FOREMAN
    )
    game.act("use", "maid")
    assert game.asked == [(1, "foreman")]
    game.act("take_over", "maid", seat=1)
    assert seen(game, 1)["helpers"] == ["tout", "maid"] and names(game.discard) == ["foreman"]
    assert seen(game)["helpers"] == [] and game.asked == [(0, "act")]


@pytest.mark.rule("LOY-23.20.2", "LOY-9.12")
def test_the_foreman_may_let_it_go_and_watches_the_partner_only() -> None:
    game = turn({"helpers": ["maid"]}, {"helpers": ["foreman"]}, options=WITH_FOREMAN).act("use", "maid")
    game.act("let_go", seat=1)
    assert names(game.discard) == ["maid"] and seen(game, 1)["helpers"] == ["foreman"]
    other = turn({"helpers": ["maid"]}, {"helpers": ["foreman"]}, seats=4, options=WITH_FOREMAN)
    assert other.act("use", "maid").asked == [(0, "act")], "seat 1 is not the partner of seat 0"
    thrown = turn({"helpers": ["maid"]}, {"helpers": ["foreman"]}, options=WITH_FOREMAN)
    assert thrown.act("discard", "maid").asked == [(0, "act")], "nor does it catch what is thrown away"


@pytest.mark.rule("LOY-28.3", "LOY-28.4")
def test_other_displays_touched_can_be_undone() -> None:
    mine: Spec = {"helpers": ["trader"], "cart": {"wheat": 2}}
    game = turn(mine, {"stalls": [("stall_11", ["leek"])], "under": {"stall_11": "maid"}}).act(
        "use", "trader"
    )
    assert game.game.sealed == OPEN and seen(game, 1)["helpers"] == ["maid"]
