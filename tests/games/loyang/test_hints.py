"""Hints of prices, gains and positions: the figures of the rules' examples."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from server.authoring.scenes import Scene
from server.games import loyang
from server.games.kernel import Ask
from server.games.loyang.cards import BOWLS, GOODS
from server.games.loyang.distribution import CardPhase, Distribute, EndOfCardPhase
from server.games.loyang.flow import ActionPhase, Harvest, Setup
from server.games.loyang.pay import Pay
from server.games.loyang.state import RED
from server.games.loyang.turn import Store

from .village import card, stock, turn, village

ANNA, BEN, CLEO, DAN = range(4)
CASUAL = "casual_01"  # wheat, pumpkin, turnip for 8
REGULAR = "regular_09"  # turnip and cabbage for 5, 6, 7, 8
WANTED = {"wheat": 1, "pumpkin": 1, "turnip": 2, "cabbage": 2}


def told(game: Scene, seat: int | None = ANNA) -> dict[str, Any]:
    """The hints of a seat, with its question if there is one."""
    asked: Ask | None = next((ask for ask in game.asks if ask.seat == seat), None)
    return loyang.hints(game.game, seat, asked)


def amounts(game: Scene, verb: str, noun: str | int = -1, seat: int = ANNA) -> Any:
    """The announced changes of an option; {} if there are none."""
    number = noun if isinstance(noun, int) else game.names[verb].index(noun)
    found = [change for *option, change in told(game, seat)["amounts"] if option == [verb, number]]
    return found[0] if found else {}


# -- facts -----------------------------------------------------------------------------------------

SEATS: dict[str, Any] = {"seats": 4, "first": CLEO, "second": BEN, "order": []}
HAND = {"hand": ["maid", "trader"]}
PLACES = {"harvest": [3, 4, 1, 2], "cards": [3, 4, 1, 2]}


@pytest.mark.rule("LOY-25.7", "LOY-25.8", "LOY-9.15")
def test_phase_position_and_pair() -> None:
    reaping = [{"helpers": ["harvest_hand"], "fields": [("private_4", "leek", 4)]}]
    cards = village(HAND, stack=[Distribute(ANNA), EndOfCardPhase(), ActionPhase()], **SEATS)
    harvest = village(*reaping, stack=[Harvest(), CardPhase()], **SEATS)
    for game, phase in ((cards, "cards"), (harvest, "harvest")):
        for seat in (ANNA, None):
            facts = told(game, seat)
            assert (facts["phase"], facts["position"], facts["pair"]) == (phase, PLACES[phase], [-1] * 4)
    game = village(stack=[ActionPhase()], **SEATS)
    facts = told(game)
    assert (facts["phase"], facts["position"], facts["pair"]) == ("actions", [0, 2, 1, 0], [-1] * 4)
    facts = told(game.act("partner", ANNA, seat=CLEO))
    assert (facts["phase"], facts["position"], facts["pair"]) == ("actions", [3, 2, 1, 4], [0, 1, 0, 1])
    assert told(village(stack=[Setup()], round=0))["phase"] == "setup"


@pytest.mark.rule("LOY-6.18")
def test_a_field_of_the_card_phase_is_paid_in_it() -> None:
    hand = {"hand": ["common_3_a"], "cash": 1, "cart": {"wheat": 1}}
    game = village(hand, HAND, stack=[Distribute(ANNA), EndOfCardPhase()], court=["official"], chosen=[BEN])
    game.act("take", "official").act("keep", "common_3_a").act("done")
    assert game.asked == [(ANNA, "pay")] and game.game.chosen == [BEN, ANNA]
    assert told(game)["phase"] == "cards" and told(game)["debt"] == 2


def test_a_turn_is_told_from_every_other_one() -> None:
    game = village(
        {"hand": ["maid", "trader"]},
        {"hand": ["tout", "haggler"]},
        stack=[Distribute(ANNA), EndOfCardPhase()],
    )
    first = told(game)["turn"]
    game.act("lay", "maid")
    assert told(game)["turn"] == first == told(game, None)["turn"]
    second = told(game.act("done"))["turn"]
    third = told(game.act("lay", "tout", seat=BEN).act("done", seat=BEN))["turn"]
    assert len({first, second, third}) == 3
    game = turn({"cash": 20})
    begun = told(game)["turn"]
    assert told(game.act("loan"))["turn"] == begun == told(game.act("buy", "wheat"))["turn"]


@pytest.mark.rule("LOY-16.2", "LOY-16.9", "LOY-16.12")
def test_what_casual_customers_pay() -> None:
    price = 8
    for casuals, regulars, more in ((2, 1, -2), (1, 1, 0), (1, 2, 2)):
        mine = {
            "casuals": [CASUAL, "casual_02"][:casuals],
            "regulars": [REGULAR, "regular_10"][:regulars],
            "helpers": ["saleswoman"],
        }
        game = turn(mine)
        assert (told(game)["modifier"], told(game)["pays"]) == ([more, 0], [[price + more] * casuals, []])
        assert told(game, None)["pays"] == told(game, BEN)["pays"] == told(game)["pays"]
        game.act("use_second", "saleswoman")
        assert told(game)["modifier"] == [2, 0] and told(game)["pays"][ANNA] == [price + 2] * casuals
        assert told(game)["lasting"] == [["saleswoman"], []]
    covering = turn({"casuals": [CASUAL], "under": {CASUAL: REGULAR}})
    assert told(covering)["pays"] == [[price - 2], []], "covered cards do not count"


@pytest.mark.rule("LOY-17.2", "LOY-17.16")
def test_the_price_of_a_two_pack() -> None:
    mine = {"helpers": ["official", "maid", "tout"], "stalls": ["stall_01"]}
    game = turn(mine, {"helpers": ["haggler"], "stalls": ["stall_02", "stall_03"]})
    assert told(game)["pack"] == [3, 2] and amounts(game, "two_pack") == {"cash": -3}
    game.act("use", "official")
    assert told(game)["pack"] == [0, 2] and amounts(game, "two_pack") == {"cash": 0}
    assert told(game)["bought"] == [0, 0]
    assert told(game.act("two_pack"))["bought"] == [1, 0]


@pytest.mark.rule("LOY-13.2", "LOY-23.13.1")
def test_what_a_stall_demands_from_whoever_looks() -> None:
    game = turn({"helpers": ["maid"], "stalls": ["stall_01"], "cart": {"leek": 1}}, {})
    number = card("stall_01")
    assert dict(told(game)["bowls"])[number] == [1, 1, 2]
    wheat, pumpkin, cabbage = (GOODS.index(good) for good in ("wheat", "pumpkin", "cabbage"))
    assert told(game)["wares"] == [[number, wheat], [number, pumpkin]], "one good pays for no cabbage"
    game.act("use", "maid")
    assert dict(told(game)["bowls"])[number] == [1, 1, 1]
    assert told(game)["wares"][-1] == [number, cabbage]
    for seat in (BEN, None):
        assert all(demands == BOWLS[stall] for stall, demands in told(game, seat)["bowls"])


@pytest.mark.rule("LOY-19.6", "LOY-25.25", "LOY-25.26", "LOY-25.27")
def test_the_prices_of_the_next_steps() -> None:
    game = turn({"space": 6, "cash": 20}, {"space": 18})
    steps = told(game)["steps"]
    assert steps[ANNA][:4] == [[1, 1], [8, 9], [9, 18], [10, 28]] and len(steps[ANNA]) == 14
    assert steps[BEN] == [[1, 1], [20, 21]]
    game.act("finish")
    offered = {n: amounts(game, "step", n) for n in game.offers("step")}
    assert offered == {0: {"cash": 0, "space": 0}, 1: {"cash": -1, "space": 1}} | {
        2: {"cash": -9, "space": 2},
        3: {"cash": -18, "space": 3},
    }


# -- amounts ---------------------------------------------------------------------------------------


@pytest.mark.rule("LOY-25.10", "LOY-25.11", "LOY-11.1", "LOY-12.1", "LOY-20.1")
def test_buying_selling_and_loans() -> None:
    game = turn({"cash": 20, "cart": {"turnip": 1}, "shop": {"turnip": 1}})
    assert amounts(game, "buy", "pumpkin")["cash"] == -4
    for verb, noun in (("buy", "wheat"), ("buy", "leek"), ("sell", "turnip"), ("loan", -1)):
        change, before = amounts(game, verb, noun), loyang.holdings(game.game, ANNA)
        assert set(change) == ({"cash", "loans"} if verb == "loan" else {"cash", "goods"})
        game.act(verb, noun)
        after = loyang.holdings(game.game, ANNA)
        assert after == before | {key: before[key] + n for key, n in change.items()}


@pytest.mark.rule("LOY-15.3", "LOY-15.8", "LOY-23.3.1", "LOY-23.3.6")
def test_serving_and_refusing() -> None:
    mine = {
        "regulars": [(REGULAR, 1, RED), ("regular_10", 0, 0)],
        "casuals": [CASUAL],
        "cart": WANTED,
        "helpers": ["errand_boy"],
    }
    game = turn(mine)
    assert amounts(game, "serve", REGULAR) == {"cash": 6}
    assert amounts(game, "serve", CASUAL) == {"cash": 10}, "fewer casuals than regulars"
    assert amounts(game, "miss", REGULAR) == {"cash": -2} and amounts(game, "miss", "regular_10") == {}
    game.act("use", "errand_boy").act("serve", REGULAR)
    assert amounts(game, "again", REGULAR) == {"cash": 6}
    top = turn(mine | {"regulars": [(REGULAR, 3, 0)]}).act("use", "errand_boy")
    assert amounts(top, "serve", REGULAR) == {"cash": 8} and amounts(top, "double", REGULAR) == {"cash": 16}


@pytest.mark.rule("LOY-26.4")
def test_finishing_with_customers_that_are_still_due() -> None:
    mine = {"regulars": [(REGULAR, 0, RED), ("regular_10", 0, RED), ("regular_14", 0, 0)]}
    game = turn(mine, options={"free_choices": True})
    assert amounts(game, "finish") == {"cash": -4}


@pytest.mark.rule("LOY-23.1.3", "LOY-23.12.3")
def test_serving_the_customers_of_others() -> None:
    theirs = {"casuals": [CASUAL], "regulars": [(REGULAR, 3, 0), ("regular_10", 0, 0)]}
    mine = {"helpers": ["tout", "deliveryman"], "cart": WANTED | {"bean": 1}, "cash": 0}
    also = theirs | {"casuals": [CASUAL, "casual_02"]}
    game = turn(mine, also).act("use_second", "tout")
    assert amounts(game, "swap", CASUAL) == {"cash": 8 - 2 - 2}, "one more casual than regulars, and the fee"
    game = turn(mine, theirs).act("use", "deliveryman")
    assert amounts(game, "serve", "regular_10") == {"cash": 6}
    assert amounts(game, "serve", REGULAR) == {"cash": 8 - 2}, "the top row is shared with the owner"


@pytest.mark.rule("LOY-23.6.1", "LOY-23.10.1", "LOY-23.11.1")
def test_purchases_with_helpers() -> None:
    wanting = [REGULAR, "regular_10"]  # turnips twice
    mine = {"helpers": ["haggler", "shopper", "merchant"], "regulars": wanting, "shop": {"turnip": 2}}
    turnip, wheat = "turnip", "wheat"
    game = turn(mine).act("use", "haggler")
    dear = amounts(game, "get", turnip)
    assert dear["goods"] == 2 and dear["cash"] == amounts(turn(mine), "buy", turnip)["cash"]
    game.act("with", "shopper")
    assert amounts(game, "get", turnip) == {"cash": dear["cash"] + 2, "goods": 2}
    game = turn(mine).act("use", "merchant")
    assert game.offers("get") == [turnip] and amounts(game, "get", turnip) == {"cash": -1, "goods": 1}
    game.act("with", "haggler")
    assert amounts(game, "get", turnip) == {"cash": -1, "goods": 2}
    assert amounts(turn(mine).act("use", "shopper"), "get", wheat)["cash"] == -1


@pytest.mark.rule("LOY-23.4.3", "LOY-23.4.6")
def test_what_an_accountant_earns() -> None:
    fields = [("home", "wheat", 5), ("private_3", "wheat", 2), ("private_4", "leek", 4), "private_5"]
    mine = {"helpers": ["accountant"], "fields": fields}
    game = turn(mine)
    assert amounts(game, "use", "accountant") == {"cash": 2}
    game.act("use", "accountant")
    assert told(game)["later"] == [["ready", -1, 2]]
    game.act("stock", stock("wheat", 0)).act("ready")
    assert game.farms[ANNA].cash == 10 + 2
    free = turn(mine, options={"free_choices": True})
    assert amounts(free, "use", "accountant") == {"cash": [1, 2]}
    free.act("use", "accountant")
    assert "later" not in told(free)
    free.act("ready")
    assert amounts(free, "wages", "wheat") == {"cash": 2} and amounts(free, "wages", "leek") == {"cash": 1}


@pytest.mark.rule("LOY-6.17", "LOY-17.9")
def test_common_fields_and_what_they_will_cost() -> None:
    one, other, stall = "common_3_a", "common_4_a", "stall_01"
    game = village(
        {"hand": [other, "maid"]},
        HAND | {"hand": ["trader", "tout"]},
        stack=[Distribute(ANNA)],
        court=[one, stall],
    )
    assert told(game)["later"] == [["take", card(one), -2]] and told(game)["field"] == 2
    game.act("take", one)
    assert told(game)["later"] == [["keep", card(other), -2]]
    pack = turn({"cash": 9}, deck=[one, other]).act("two_pack")
    assert [row[1] for row in told(pack)["later"]] == [card(one), card(other)]
    pack.act("top", one)
    assert amounts(pack, "under", other) == {"cash": -4} and amounts(pack, "alone") == {"cash": -2}


@pytest.mark.rule("LOY-23.8.1", "LOY-23.18.1", "LOY-23.14.1")
def test_fees_and_what_is_within_reach() -> None:
    rich = {"fields": [("private_4", "leek", 4), ("private_5", "bean", 5)], "stalls": ["stall_01"]}
    mine = {
        "helpers": ["trader", "self_supplier", "market_crier"],
        "stalls": ["stall_02"],
        "cart": {"leek": 2},
    }
    game = turn(mine, rich, seats=3)
    fee = amounts(game, "use", "trader").get("cash", 0)
    supplied = amounts(game, "use", "self_supplier")
    assert supplied == {"cash": -1, "goods": 1}
    assert {stall for stall, _ in told(game)["wares"]} == {card("stall_02")}
    asked = turn(mine, rich, seats=3).act("use", "trader")
    assert {stall for stall, _ in told(asked)["wares"]} == {card("stall_01")}
    assert amounts(asked, "trade", "wheat").get("cash", 0) == fee
    asked = turn(mine, rich, seats=3).act("use", "self_supplier")
    assert told(asked)["owner"] == BEN and amounts(asked, "pick", "private_4") == supplied
    asked = turn(mine | {"shop": dict.fromkeys(GOODS, 0)}, rich).act("use_second", "market_crier")
    assert {stall for stall, _ in told(asked)["wares"]} == {card("stall_02")}
    assert all(amounts(asked, "hawk", good)["cash"] > 0 for good in asked.offers("hawk"))


def test_a_debt_and_storing() -> None:
    game = village({"cash": 1}, stack=[Pay(ANNA, 4)])
    assert told(game)["debt"] == 4 and amounts(game, "loan") == {"cash": 5, "loans": -1}
    assert "debt" not in told(game, BEN)
    game = village({"cart": {"wheat": 3}}, stack=[Store(ANNA)])
    assert amounts(game, "upgrade") == {"cash": -2}


both = partial(village, seats=4, options={"pairs": "side_by_side"}, stack=[ActionPhase()], order=[])


def test_pairs_side_by_side_have_questions_of_their_own() -> None:
    theirs = {"fields": [("private_4", "leek", 4), ("private_5", "bean", 5)]}
    supplied = {"helpers": ["self_supplier"]}
    game = both({}, supplied, {}, theirs, first=ANNA, second=BEN).act("partner", CLEO)
    game.act("use", "self_supplier", seat=BEN)
    assert game.asked == [(ANNA, "act"), (BEN, "pick_good")]
    assert told(game, BEN)["owner"] == DAN
    assert amounts(game, "pick", "private_5", seat=BEN) == {"cash": -1, "goods": 1}
    assert told(game, ANNA)["wares"] == [] and amounts(game, "loan") == {"cash": 5, "loans": -1}
    assert "amounts" not in told(game, CLEO) and told(game, CLEO)["phase"] == "actions"


@pytest.mark.rule("LOY-10.1", "LOY-10.2", "LOY-10.7")
def test_what_can_be_sown_where() -> None:
    fields = ["private_6", "common_3_a", ("private_4", "leek", 2)]
    game = turn({"fields": fields, "cart": {"wheat": 1, "leek": 1}})
    wheat, leek = GOODS.index("wheat"), GOODS.index("leek")
    assert told(game)["sowings"] == [
        [wheat, card("private_6")],
        [wheat, card("common_3_a")],
        [leek, card("common_3_a")],
    ]
    assert "sowings" not in told(game, BEN), "only the player in turn may sow"


@pytest.mark.rule("LOY-4.1")
def test_how_many_rounds_there_are() -> None:
    assert told(turn({}))["rounds"] == told(turn({}), None)["rounds"] == 9
