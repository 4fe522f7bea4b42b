"""Helpers in general, and those that last, buy, and fill the shop."""

from __future__ import annotations

import pytest

from server.games.kernel import IllegalChoice, settle
from server.games.loyang.cards import GOODS, HELPER_ROWS
from server.games.loyang.effect import EFFECTS
from server.games.loyang.state import RED
from server.games.loyang.turn import ActionTurn

from .village import START, cart, names, planted, seen, shop, stock, turn

WANTING = ["regular_09", "regular_10", "regular_14"]  # turnip+cabbage, turnip+bean, bean+leek


@pytest.mark.rule("LOY-14.1", "LOY-14.2", "LOY-25.13")
def test_a_helper_is_used_or_discarded() -> None:
    for verb in ("use", "discard"):
        game = turn({"helpers": ["maid"]}).act(verb, "maid")
        assert seen(game)["helpers"] == [] and names(game.discard) == ["maid"]
        assert bool(game.farms[0].lasting) == (verb == "use")


@pytest.mark.rule("LOY-14.3")
def test_which_helpers_work_in_the_card_phase_or_for_a_debt() -> None:
    kinds = {
        row.id for row, effect in zip(HELPER_ROWS, EFFECTS, strict=True) if "money" in vars(type(effect))
    }
    assert kinds == {"accountant", "market_crier"}


@pytest.mark.rule("LOY-14.5")
def test_one_ability_only() -> None:
    mine = {"helpers": ["saleswoman"], "regulars": [("regular_09", 0, RED)]}
    game = turn(mine)
    assert game.offers("use") == game.offers("use_second") == ["saleswoman"]
    game.act("use", "saleswoman")
    assert "use_second" not in game.verbs() and game.farms[0].lasting == 0


@pytest.mark.rule("LOY-14.8", "LOY-23.13.3", "LOY-23.19.2")
@pytest.mark.parametrize(
    ("verb", "name"),
    [
        ("use", "official"),
        ("use", "errand_boy"),
        ("use", "maid"),
        ("use_second", "harvest_hand"),
        ("use_second", "saleswoman"),
    ],
)
def test_lasting_helpers_go_at_once_and_hold_to_the_end_of_the_turn(verb: str, name: str) -> None:
    game = turn({"helpers": [name]}).act(verb, name)
    assert names(game.discard) == [name] and game.farms[0].lasting
    game.act("finish").act("step", 0).act("done")
    assert game.farms[0].lasting == 0


@pytest.mark.rule("LOY-14.10")
def test_a_use_without_effect_is_refused() -> None:
    game = turn({"helpers": ["market_crier", "saleswoman"], "stalls": ["stall_01"], "shop": {"wheat": 3}})
    assert game.offers("use") == [], "full stalls and no red marker"
    assert game.offers("use_second") == ["saleswoman"], "the shop has no place for these goods"
    assert game.offers("discard") == ["market_crier", "saleswoman"]


@pytest.mark.rule("LOY-14.12", "LOY-23.16.1", "LOY-23.18.1")
def test_a_fee_must_be_at_hand() -> None:
    rich = {"fields": [("private_4", "leek", 4)], "stalls": ["stall_01"]}
    mine = {"helpers": ["trader", "self_supplier", "tenant_farmer"], "cash": 0, "cart": {"wheat": 2}}
    game = turn(mine | {"fields": [("home", "wheat", 1)]}, rich, round=8)
    assert game.offers("use") == []
    game.act("loan")
    assert game.offers("use") == ["trader", "self_supplier", "tenant_farmer"]


# -- lasting ---------------------------------------------------------------------------------------


@pytest.mark.rule("LOY-23.2.1", "LOY-23.2.3")
def test_the_official_makes_the_two_pack_free() -> None:
    mine = {"helpers": ["official", "maid", "tout"], "stalls": ["stall_01"]}
    assert turn(mine).act("two_pack").farms[0].cash == 7
    game = turn(mine).act("use", "official").act("two_pack").act("none")
    assert game.farms[0].cash == 10 and "two_pack" not in game.verbs()


@pytest.mark.rule("LOY-23.2.2")
def test_the_official_does_not_pay_for_fields() -> None:
    game = turn({"helpers": ["official", "maid"]}, deck=["common_3_a", "tout"]).act("use", "official")
    game.act("two_pack").act("top", "common_3_a").act("alone")
    assert game.farms[0].cash == 8


@pytest.mark.rule("LOY-23.2.4")
def test_the_official_is_too_late_after_the_two_pack() -> None:
    game = turn({"helpers": ["official"]}).act("two_pack").act("none")
    assert game.farms[0].cash == 9 and "use" not in game.verbs()


DOUBLE = {"turnip": 2, "cabbage": 2}


@pytest.mark.rule("LOY-23.3.1", "LOY-23.3.2", "LOY-23.3.3", "LOY-23.3.4", "LOY-23.3.7")
def test_the_errand_boy_doubles_a_delivery() -> None:
    mine = {"helpers": ["errand_boy"], "regulars": [("regular_09", 1, 0), "regular_01"], "cart": DOUBLE}
    game = turn(mine).act("use", "errand_boy").act("serve", "regular_09").act("again", "regular_09")
    assert game.farms[0].cash == 10 + 12 and game.farms[0].regulars[0][1] == 2
    assert game.offers("again") == [] and game.offers("miss") == ["regular_01"]


@pytest.mark.rule("LOY-23.3.8", "LOY-23.3.4")
def test_five_deliveries_in_four_rounds() -> None:
    mine = {"helpers": ["errand_boy"], "regulars": ["regular_09"], "cart": {"turnip": 5, "cabbage": 5}}
    game = turn(mine).act("use", "errand_boy").act("serve", "regular_09").act("again", "regular_09")
    assert game.farms[0].cash == 20 and game.farms[0].regulars[0][1] == 1, "three rows are left: 6, 7, 8"
    assert game.offers("again") == game.offers("serve") == [], "twice and no third time"
    for _ in range(3):
        game.game.stack = [game.game.stack[0], ActionTurn(0)]
        game.asks = settle(game.game)
        assert game.act("serve", "regular_09").offers("again") == [], "the errand boy has gone"
    assert game.farms[0].cash == 10 + 31 and seen(game)["regulars"] == [] and cart(game) == {}


@pytest.mark.rule("LOY-23.3.5")
def test_the_first_delivery_may_pay_for_the_second() -> None:
    mine = {"helpers": ["errand_boy"], "regulars": [("regular_09", 2, 0)], "cash": 0}
    game = turn(mine | {"cart": {"turnip": 1, "cabbage": 2}}).act("use", "errand_boy")
    game.act("serve", "regular_09").act("buy", "turnip").act("again", "regular_09")
    assert game.farms[0].cash == 7 - 5 + 7


@pytest.mark.rule("LOY-23.3.6", "LOY-23.3.7")
def test_the_top_row_is_doubled_with_both_at_once() -> None:
    mine = {"helpers": ["errand_boy"], "regulars": [("regular_09", 3, 0)], "cart": DOUBLE}
    game = turn(mine)
    assert "double" not in game.verbs()
    game.act("use", "errand_boy").act("double", "regular_09")
    assert game.farms[0].cash == 10 + 16 and seen(game)["regulars"] == [] and cart(game) == {}
    game = turn(mine).act("use", "errand_boy").act("serve", "regular_09")
    assert game.farms[0].cash == 18 and "again" not in game.verbs()
    poor = turn(mine | {"cart": {"turnip": 1, "cabbage": 2}}).act("use", "errand_boy")
    assert poor.offers("double") == [] and poor.offers("serve") == ["regular_09"]


@pytest.mark.rule("LOY-23.3.9")
def test_the_errand_boy_may_come_after_a_first_delivery_not_after_a_refusal() -> None:
    mine = {"helpers": ["errand_boy"], "regulars": ["regular_09", "regular_10"], "cart": DOUBLE}
    game = turn(mine).act("serve", "regular_09").act("miss", "regular_10").act("use", "errand_boy")
    assert game.offers("again") == ["regular_09"] and game.offers("serve") == []


@pytest.mark.rule("LOY-23.13.1", "LOY-23.13.4", "LOY-23.13.5", "LOY-23.21.5")
def test_the_maid_trades_one_for_one_after_a_cheaper_two_pack() -> None:
    mine = {"helpers": ["maid", "tout"], "stalls": ["stall_11"], "cart": {"wheat": 2}}
    game = turn(mine).act("use", "maid").act("two_pack").act("none")
    assert game.farms[0].cash == 9
    game.act("trade", "leek")
    assert cart(game) == {"wheat": 1, "leek": 1}
    game.act("trade", "pumpkin").act("give", "wheat")
    assert cart(game) == {"pumpkin": 1, "leek": 1}, "goods with one bowl stay at one"
    assert turn(mine).act("two_pack").farms[0].cash == 8


@pytest.mark.rule("LOY-23.5.5", "LOY-23.5.7")
def test_the_harvest_hand_makes_sowings_bigger() -> None:
    game = turn({"helpers": ["harvest_hand"], "fields": ["private_3"], "cart": {"leek": 1}})
    game.act("use_second", "harvest_hand").act("sow", "leek")
    assert planted(game) == {"private_3": ("leek", 4)} and cart(game) == {}


@pytest.mark.rule("LOY-23.5.8")
def test_fields_sown_before_stay_as_they_are() -> None:
    mine = {"helpers": ["harvest_hand"], "fields": ["private_3", "private_4"], "cart": {"wheat": 2}}
    game = turn(mine).act("sow", "wheat").act("into", "private_3").act("use_second", "harvest_hand")
    game.act("sow", "wheat")
    assert planted(game) == {"private_3": ("wheat", 3), "private_4": ("wheat", 5)}


# -- the shop --------------------------------------------------------------------------------------

WHEAT_FARM = [
    ("home", "wheat", 5),
    ("private_3", "wheat", 1),
    ("private_4", "wheat", 2),
    ("private_3_b", "bean", 1),
]


@pytest.mark.rule(
    "LOY-23.4.1", "LOY-23.4.2", "LOY-23.4.3", "LOY-23.4.5", "LOY-23.4.6", "LOY-24.7", "LOY-26.4"
)
def test_the_accountant_fills_and_empties_the_shop_and_counts_fields() -> None:
    everything = {"wheat": 3, "pumpkin": 2, "turnip": 2, "cabbage": 2, "bean": 2, "leek": 2}
    mine = {"helpers": ["accountant"], "fields": WHEAT_FARM, "cart": everything, "cash": 0}
    game = turn(mine).act("use", "accountant")
    for good in GOODS:
        game.act("stock", stock(good, 0))
    assert game.asked == [(0, "act")], "the shop is ready"
    assert game.farms[0].cash == 3 and sum(game.farms[0].shop) == 0 and cart(game) == everything
    for good, amount in everything.items():
        for _ in range(amount):
            game.act("sell", good)
    assert game.farms[0].cash == 3 + 17 and sum(game.farms[0].shop) == 13
    game = (
        turn(mine | {"shop": {"wheat": 0}})
        .act("use", "accountant")
        .act("stock", stock("wheat", 3))
        .act("ready")
    )
    assert shop(game)["wheat"] == 3
    again = turn(mine).act("use", "accountant").act("stock", stock("wheat", 0))
    assert not {stock("wheat", n) for n in range(4)} & set(again.offers("stock")), "each good is set once"


@pytest.mark.rule("LOY-23.4.2", "LOY-26.4", "LOY-23.4.6")
def test_as_printed_the_good_is_named() -> None:
    mine = {"helpers": ["accountant"], "fields": [*WHEAT_FARM, "private_5"], "cash": 0}
    game = turn(mine, options={"free_choices": True}).act("use", "accountant").act("ready")
    assert game.asked == [(0, "wages")] and game.offers("wages") == ["wheat", "bean"]
    assert game.act("wages", "bean").farms[0].cash == 1


# -- buying ----------------------------------------------------------------------------------------


@pytest.mark.rule("LOY-23.6.1", "LOY-23.6.2", "LOY-23.6.5", "LOY-11.6")
def test_the_haggler_buys_two_for_one() -> None:
    game = turn({"helpers": ["haggler"]}).act("use", "haggler")
    assert game.offers("get") == ["wheat", "pumpkin", "turnip", "cabbage"], "of bean and leek there is one"
    game.act("get", "turnip")
    assert cart(game) == {"turnip": 2} and game.farms[0].cash == 5 and shop(game)["turnip"] == 0
    assert names(game.discard) == ["haggler"]


@pytest.mark.rule("LOY-23.10.1", "LOY-23.10.2", "LOY-23.10.3")
@pytest.mark.parametrize(
    ("good", "price"),
    [("wheat", 1), ("pumpkin", 2), ("turnip", 3), ("cabbage", 3), ("bean", 4), ("leek", 4)],
)
def test_the_shopper_buys_from_the_supply(good: str, price: int) -> None:
    empty = dict.fromkeys(GOODS, 0)
    game = turn({"helpers": ["shopper"], "shop": empty}).act("use", "shopper").act("get", good)
    assert cart(game) == {good: 1} and game.farms[0].cash == 10 - price and shop(game) == empty


@pytest.mark.rule("LOY-23.6.3", "LOY-23.6.5", "LOY-23.10.4", "LOY-23.21.1", "LOY-23.21.7")
@pytest.mark.parametrize(("good", "price"), [("wheat", 1), ("leek", 4)])
def test_haggler_and_shopper(good: str, price: int) -> None:
    game = turn({"helpers": ["haggler", "shopper"], "shop": dict.fromkeys(GOODS, 0)})
    game.act("use", "haggler")
    assert game.verbs() == ["with"], "alone, the haggler finds nothing in this shop"
    game.act("with", "shopper").act("get", good)
    assert cart(game) == {good: 2} and game.farms[0].cash == 10 - price
    assert names(game.discard) == ["haggler", "shopper"]


@pytest.mark.rule("LOY-23.11.1", "LOY-23.11.4", "LOY-23.11.7", "LOY-23.11.9", "LOY-23.11.2")
def test_the_merchant_buys_one_of_each_kind_wanted_twice() -> None:
    casuals = ["casual_13", "casual_14"]  # leek twice more, which doesn't count
    game = turn({"helpers": ["merchant"], "regulars": WANTING, "casuals": casuals}).act("use", "merchant")
    assert game.offers("get") == ["turnip", "bean"]
    game.act("get", "turnip")
    assert game.offers("get") == ["bean"]
    game.act("get", "bean")
    assert cart(game) == {"turnip": 1, "bean": 1} and game.farms[0].cash == 8
    assert shop(game) == START | {"turnip": 1, "bean": 0} and names(game.discard) == ["merchant"]
    game = turn({"helpers": ["merchant"], "regulars": WANTING}).act("use", "merchant").act("get", "bean")
    game.act("enough")
    assert cart(game) == {"bean": 1} and game.farms[0].cash == 9, "any subset will do"


@pytest.mark.rule("LOY-23.11.3", "LOY-23.11.4")
def test_four_times_wanted_still_is_one_and_only_from_the_shop() -> None:
    turnips = ["regular_01", "regular_05", "regular_09", "regular_10"]
    game = turn({"helpers": ["merchant"], "regulars": turnips}).act("use", "merchant")
    assert cart(game) == {"turnip": 1} and game.asked == [(0, "act")]
    assert "use" not in turn({"helpers": ["merchant"], "regulars": turnips, "shop": {"turnip": 0}}).verbs()


@pytest.mark.rule("LOY-23.11.8")
def test_only_customers_still_due_count() -> None:
    mine = {
        "helpers": ["merchant"],
        "regulars": ["regular_09", "regular_10"],
        "cart": {"turnip": 1, "bean": 1},
    }
    assert turn(mine).offers("use") == ["merchant"]
    assert turn(mine).act("serve", "regular_10").offers("use") == []
    assert turn(mine).act("miss", "regular_09").offers("use") == []


@pytest.mark.rule("LOY-23.11.11")
def test_the_errand_boy_does_not_double_what_is_required() -> None:
    game = turn({"helpers": ["errand_boy", "merchant"], "regulars": ["regular_09"]}).act("use", "errand_boy")
    assert "use" not in game.verbs()


@pytest.mark.rule("LOY-23.11.5", "LOY-23.11.10", "LOY-23.21.3", "LOY-23.10.4")
def test_shopper_and_merchant() -> None:
    mine = {"helpers": ["merchant", "shopper"], "regulars": WANTING, "shop": {"turnip": 0}}
    game = turn(mine).act("use", "merchant").act("with", "shopper")
    assert game.offers("get") == ["turnip", "bean"]
    game.act("get", "turnip")
    assert game.farms[0].cash == 10 and game.offers("get") == ["bean"], "not the same kind twice"
    game.act("get", "bean")
    assert game.farms[0].cash == 9 and cart(game) == {"turnip": 1, "bean": 1}
    assert shop(game) == START | {"turnip": 0, "bean": 0}
    assert names(game.discard) == ["merchant", "shopper"]


@pytest.mark.rule("LOY-23.6.4", "LOY-23.6.5", "LOY-23.11.6", "LOY-23.21.2")
def test_haggler_and_merchant() -> None:
    leeks = ["regular_14", "regular_13"]
    game = turn({"helpers": ["haggler", "merchant"], "regulars": leeks, "shop": {"leek": 2}})
    game.act("use", "haggler").act("with", "merchant")
    assert cart(game) == {"leek": 2} and game.farms[0].cash == 9 and shop(game)["leek"] == 0


@pytest.mark.rule("LOY-23.6.6")
def test_all_three() -> None:
    helpers = ["haggler", "merchant", "shopper"]
    game = turn({"helpers": helpers, "regulars": WANTING, "shop": dict.fromkeys(GOODS, 0)})
    game.act("use", "shopper").act("with", "haggler").act("with", "merchant").act("get", "bean")
    assert cart(game) == {"bean": 2} and game.farms[0].cash == 10 and seen(game)["helpers"] == []


@pytest.mark.rule("LOY-24.11", "LOY-27.1", "LOY-20.1")
def test_money_is_raised_inside_a_purchase() -> None:
    game = turn({"helpers": ["shopper", "maid"], "cash": 0, "cart": {"leek": 1}}).act("use", "shopper")
    game.act("get", "wheat")
    assert game.asked == [(0, "pay")] and set(game.verbs()) == {"sell", "discard", "loan"}
    assert game.offers("discard") == ["maid"], "the helper at work stays"
    with pytest.raises(IllegalChoice):
        game.act("sell", "wheat")
    game.act("sell", "leek")
    assert game.farms[0].cash == 1 and cart(game) == {"wheat": 1} and names(game.discard) == ["shopper"]
