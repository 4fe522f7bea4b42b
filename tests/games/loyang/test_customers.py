"""Regular and casual customers."""

from __future__ import annotations

from typing import Any

import pytest

from server.authoring.scenes import Scene
from server.games.kernel import IllegalChoice, settle
from server.games.loyang.state import BLUE, MISSED, RED
from server.games.loyang.turn import ActionTurn

from .village import cart, names, seen, turn, village

TURNIP_CABBAGE = "regular_09"
GOODS = {"turnip": 1, "cabbage": 1}


def next_turn(game: Scene, **counts: int) -> None:
    """The seat's next action turn, with these goods on the cart."""
    game.farms[0].cart = [counts.get(g, 0) for g in ("wheat", "pumpkin", "turnip", "cabbage", "bean", "leek")]
    game.game.stack = [game.game.stack[0], ActionTurn(0)]
    game.asks = settle(game.game)


@pytest.mark.rule("LOY-15.20", "LOY-15.3", "LOY-15.5", "LOY-15.7", "LOY-15.8", "LOY-15.9", "LOY-15.10")
@pytest.mark.rule("LOY-15.11", "LOY-15.15", "LOY-15.17", "LOY-15.2", "LOY-15.1")
def test_the_detailed_example() -> None:
    game = turn({"regulars": [TURNIP_CABBAGE], "cart": GOODS, "cash": 10})
    income = []
    for goods in (GOODS, {}, GOODS, {}, GOODS, GOODS):
        next_turn(game, **goods)
        before = game.farms[0].cash
        game.act("serve" if goods else "miss", TURNIP_CABBAGE)
        income.append(game.farms[0].cash - before)
        if seen(game)["regulars"]:
            row = game.farms[0].regulars[0]
            assert row[1:3] == [[1, 0], [1, 1], [2, 1], [2, 1], [3, 1]][len(income) - 1]
    assert income == [5, 0, 6, -2, 7, 8] and sum(income) == 24
    assert seen(game)["regulars"] == [] and names(game.discard) == [TURNIP_CABBAGE] and not cart(game)


@pytest.mark.rule("LOY-15.4", "LOY-15.3")
def test_a_row_is_filled_whole_and_once_a_round() -> None:
    game = turn({"regulars": [TURNIP_CABBAGE], "cart": {"turnip": 5}})
    assert game.offers("serve") == []
    game = turn({"regulars": [TURNIP_CABBAGE], "cart": {"turnip": 2, "cabbage": 2}}).act(
        "serve", TURNIP_CABBAGE
    )
    assert game.offers("serve") == [] and cart(game) == GOODS


@pytest.mark.rule("LOY-15.6", "LOY-24.9", "LOY-9.6", "LOY-15.22", "LOY-25.16", "LOY-25.22")
def test_the_turn_ends_only_when_every_regular_was_dealt_with() -> None:
    game = turn({"regulars": [TURNIP_CABBAGE, "regular_01"], "cart": GOODS})
    assert game.offers("miss") == [TURNIP_CABBAGE, "regular_01"] and "finish" not in game.verbs()
    game.act("miss", "regular_01")
    assert "finish" not in game.verbs()
    game.act("serve", TURNIP_CABBAGE)
    assert "finish" in game.verbs()


@pytest.mark.rule("LOY-15.8", "LOY-24.10", "LOY-15.14", "LOY-20.8", "LOY-27.3", "LOY-15.23")
def test_no_delivery_to_a_discontent_regular_needs_two_cash() -> None:
    game = turn({"regulars": [(TURNIP_CABBAGE, 1, RED)], "cash": 0})
    assert game.offers("miss") == []
    game.act("loan").act("miss", TURNIP_CABBAGE)
    assert (game.farms[0].cash, game.farms[0].loans) == (3, 1) and "finish" in game.verbs()
    assert ("costs", 0, 2) in game.said
    game = turn({"regulars": [(TURNIP_CABBAGE, 1, RED)], "cash": 0, "cart": {"leek": 1}})
    game.act("sell", "leek").act("miss", TURNIP_CABBAGE)
    assert game.farms[0].cash == 0
    game = turn({"regulars": [(TURNIP_CABBAGE, 1, RED)], "cash": 1, "helpers": ["accountant"]})
    game.act("use", "accountant").act("ready").act("miss", TURNIP_CABBAGE)
    assert game.farms[0].cash == 0


@pytest.mark.rule("LOY-15.21")
def test_no_delivery_is_final() -> None:
    game = turn({"regulars": [TURNIP_CABBAGE], "cart": GOODS}).act("miss", TURNIP_CABBAGE)
    assert game.offers("serve") == [] and game.offers("miss") == []


@pytest.mark.rule("LOY-26.4", "LOY-27.1", "LOY-15.22")
def test_as_printed_the_end_of_the_turn_refuses_the_rest() -> None:
    mine = {"regulars": [TURNIP_CABBAGE, ("regular_01", 2, RED)], "cash": 1}
    game = turn(mine, options={"free_choices": True}).act("finish")
    assert game.asked == [(0, "pay")], "the two cash are raised on the spot"
    game.act("loan")
    assert game.farms[0].cash == 1 - 2 + 5 and [row[2] for row in game.farms[0].regulars] == [RED, RED]
    assert "finish" not in turn(mine).verbs(), "online each one is refused by name"


@pytest.mark.rule("LOY-26.4", "LOY-15.13")
def test_as_printed_a_regular_uncovered_while_one_pays_is_refused_as_well() -> None:
    mine = {"regulars": [(TURNIP_CABBAGE, 0, RED)], "cash": 0, "helpers": ["accountant"]}
    game = turn(mine | {"under": {"accountant": "regular_01"}}, options={"free_choices": True}).act("finish")
    game.act("use", "accountant").act("ready").act("loan")
    assert game.asked[0][1] != "act" and game.farms[0].cash == 1 + 5 - 2
    assert [row[2:] for row in game.farms[0].regulars] == [[RED, MISSED]] * 2


@pytest.mark.rule("LOY-15.18", "LOY-18.2")
def test_a_covered_regular_wants_nothing() -> None:
    game = turn({"stalls": ["stall_01"], "under": {"stall_01": TURNIP_CABBAGE}, "cart": GOODS})
    assert "serve" not in game.verbs() and "miss" not in game.verbs() and "finish" in game.verbs()


@pytest.mark.rule("LOY-15.12", "LOY-15.22")
@pytest.mark.parametrize(("turn_of_owner", "due"), [(0, True), (2, False)])
def test_uncovered_by_somebody_else_it_is_due_only_before_its_owners_turn(
    turn_of_owner: int, due: bool
) -> None:
    mine = {"cart": {"wheat": 1}, "helpers": ["trader"]}
    stall: Any = ("stall_01", ["wheat"])
    other = {"stalls": [stall], "under": {"stall_01": TURNIP_CABBAGE}, "turn": turn_of_owner}
    steps = [ActionTurn(0), ActionTurn(1)] if due else [ActionTurn(0)]
    game = village(mine, other, stack=steps).act("use", "trader")
    assert seen(game, 1)["regulars"] == [TURNIP_CABBAGE] and game.farms[1].regulars[0][3] == 0
    if due:
        game.act("finish").act("step", 0).act("done")
        assert game.offers("miss", 1) == [TURNIP_CABBAGE]


@pytest.mark.rule("LOY-15.19")
def test_the_income_of_one_delivery_pays_for_the_next() -> None:
    mine = {"regulars": [TURNIP_CABBAGE, ("regular_01", 0, BLUE)], "cart": GOODS | {"wheat": 1}, "cash": 0}
    game = turn(mine)
    assert "buy" not in game.verbs()
    game.act("serve", TURNIP_CABBAGE).act("buy", "turnip").act("serve", "regular_01")
    assert game.farms[0].cash == 5 - 5 + 4


CASUAL = "casual_09"  # pumpkin, turnip, leek for 10
WANTED = {"pumpkin": 1, "turnip": 1, "leek": 1}


@pytest.mark.rule("LOY-16.1", "LOY-16.2", "LOY-16.8", "LOY-16.9", "LOY-16.6", "LOY-25.18")
@pytest.mark.parametrize(("casuals", "regulars", "pays"), [(2, 1, 8), (1, 1, 10), (1, 2, 12)])
def test_the_modifier(casuals: int, regulars: int, pays: int) -> None:
    others = ["casual_05", "casual_07"][: casuals - 1]
    customers = [TURNIP_CABBAGE, "regular_01"][:regulars]
    game = turn({"casuals": [CASUAL, *others], "regulars": customers, "cart": WANTED}).act("serve", CASUAL)
    assert game.farms[0].cash == 10 + pays and not cart(game) and names(game.discard) == [CASUAL]


@pytest.mark.rule("LOY-16.10", "LOY-16.3", "LOY-16.4", "LOY-16.7", "LOY-25.15")
def test_two_casuals_one_after_the_other() -> None:
    mine = {"casuals": [CASUAL, "casual_11"], "regulars": [TURNIP_CABBAGE]}
    game = turn(mine | {"cart": {"pumpkin": 2, "turnip": 1, "leek": 2, "cabbage": 1}})
    assert game.offers("serve") == [TURNIP_CABBAGE, CASUAL, "casual_11"]
    game.act("serve", CASUAL)
    assert game.farms[0].cash == 18
    game.act("serve", "casual_11")
    assert game.farms[0].cash == 10 + 18


@pytest.mark.rule("LOY-16.11", "LOY-16.7")
def test_the_order_of_serving_matters() -> None:
    mine = {"casuals": [CASUAL], "regulars": [(TURNIP_CABBAGE, 3, BLUE)]}
    goods = {"pumpkin": 1, "turnip": 2, "leek": 1, "cabbage": 1}
    game = turn(mine | {"cart": goods}).act("serve", CASUAL)
    assert game.farms[0].cash == 10 + 10
    game = turn(mine | {"cart": goods}).act("serve", TURNIP_CABBAGE)
    assert game.farms[0].cash == 10 + 8 and seen(game)["regulars"] == []
    game.act("serve", CASUAL)
    assert game.farms[0].cash == 10 + 8 + 8


@pytest.mark.rule("LOY-16.12", "LOY-18.9", "LOY-16.8")
def test_a_casual_lying_on_a_regular() -> None:
    game = turn({"casuals": [CASUAL], "under": {CASUAL: TURNIP_CABBAGE}, "cart": WANTED}).act("serve", CASUAL)
    assert game.farms[0].cash == 10 + 8 and game.offers("miss") == [TURNIP_CABBAGE]


@pytest.mark.rule("LOY-16.4", "LOY-16.5", "LOY-16.6", "LOY-21.8")
def test_a_casual_waits_for_nothing() -> None:
    game = turn({"casuals": [CASUAL], "cart": {"pumpkin": 1, "turnip": 1}})
    assert "serve" not in game.verbs() and "finish" in game.verbs()
    with pytest.raises(IllegalChoice):
        game.act("discard", CASUAL)
    game.act("finish").act("give_up", "turnip").act("step", 0)
    assert seen(game)["casuals"] == [CASUAL] and game.farms[0].cash == 10
