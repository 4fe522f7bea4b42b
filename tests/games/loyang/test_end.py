"""Storing, steps on the path, loans, the end of the game and the ranking."""

from __future__ import annotations

from functools import partial

import pytest

from server.authoring.scenes import Scene
from server.games import loyang
from server.games.kernel import IllegalChoice, settle
from server.games.loyang.cards import GOODS
from server.games.loyang.display import step_cost
from server.games.loyang.flow import Round
from server.games.loyang.turn import Advance, Store

from .village import FULL_SHOP, Spec, cart, farm, turn, village

store = partial(village, stack=[Store(0), Advance(0)])
advance = partial(village, stack=[Advance(0)])
SIX = {"wheat": 2, "pumpkin": 2, "turnip": 2}


@pytest.mark.rule("LOY-19.1", "LOY-19.2", "LOY-19.3", "LOY-19.14", "LOY-24.15", "LOY-25.23")
def test_goods_over_the_limit_are_given_up_or_sold() -> None:
    game = store({"cart": {"wheat": 2, "leek": 1}, "cash": 1})
    assert game.offers("give_up") == ["wheat", "leek"] and game.offers("sell") == ["leek"]
    assert "upgrade" not in game.verbs()
    game.act("sell", "leek").act("give_up", "wheat")
    assert cart(game) == {"wheat": 1} and game.asked == [(0, "advance")]


@pytest.mark.rule("LOY-19.4", "LOY-19.9", "LOY-24.15")
def test_a_bigger_storehouse_for_two_cash() -> None:
    game = store({"cart": SIX, "cash": 2}).act("upgrade")
    game.act("give_up", "wheat").act("give_up", "wheat")
    assert cart(game) == {"pumpkin": 2, "turnip": 2} and game.farms[0].capacity == 4
    assert game.offers("step") == [0], "no cash is left for a step"
    game = store({"cart": SIX, "cash": 2})
    for good in ("wheat", "wheat", "pumpkin", "pumpkin", "turnip"):
        game.act("give_up", good)
    assert cart(game) == {"turnip": 1} and game.offers("step") == [0, 1]


@pytest.mark.rule("LOY-19.4", "LOY-19.12", "LOY-26.4")
def test_it_is_offered_only_where_it_is_needed_or_as_printed() -> None:
    assert store({"cart": {"leek": 1}}).asked == [(0, "advance")]
    assert "upgrade" not in store({"cart": SIX, "capacity": 4}).verbs()
    game = store({}, options={"free_choices": True})
    assert game.asked == [(0, "upgrade")]
    assert game.act("upgrade").farms[0].capacity == 4
    assert store({}, options={"free_choices": True}).act("no_upgrade").asked == [(0, "advance")]


@pytest.mark.rule("LOY-19.13")
def test_sales_and_loans_are_possible_while_storing_and_stepping() -> None:
    mine: Spec = {"cart": {"leek": 2}, "cash": 0, "helpers": ["maid"], "stalls": ["stall_01"]}
    game = store(mine)
    assert set(game.verbs()) == {"give_up", "sell", "loan"}
    game.act("sell", "leek").act("loan")
    assert set(game.verbs()) == {"step", "loan"}
    game = advance({"cart": {"leek": 1}, "cash": 0})
    assert game.offers("step") == [0]
    assert game.act("sell", "leek").offers("step") == [0, 1]


@pytest.mark.rule("LOY-19.5", "LOY-24.16")
def test_the_number_of_steps_is_chosen_once() -> None:
    game = advance({"space": 6, "cash": 20})
    assert game.offers("step") == [0, 1, 2, 3]
    game.act("step", 2)
    assert (game.farms[0].space, game.farms[0].cash) == (8, 20 - 9) and game.asked == [(0, "end_turn")]
    assert advance({"space": 6, "cash": 20}).act("step", 0).farms[0].space == 6


@pytest.mark.rule("LOY-19.6", "LOY-19.7")
@pytest.mark.parametrize(("start", "steps", "cost"), [(6, 3, 18), (1, 4, 13), (17, 1, 1)])
def test_what_steps_cost(start: int, steps: int, cost: int) -> None:
    game = advance({"space": start, "cash": cost}).act("step", steps)
    assert (game.farms[0].space, game.farms[0].cash) == (start + steps, 0)


@pytest.mark.rule("LOY-19.7")
def test_two_steps_from_10_are_too_dear_for_12() -> None:
    assert advance({"space": 10, "cash": 12}).offers("step") == [0, 1]


@pytest.mark.rule("LOY-19.8")
def test_a_step_in_each_round_ends_on_10_for_9_cash() -> None:
    game = advance({"cash": 9})
    for number in range(9):
        game.act("step", 1)
        if number < 8:
            game.game.stack = [game.game.stack[0], Advance(0)]
            game.asks = settle(game.game)
    assert (game.farms[0].space, game.farms[0].cash) == (10, 0)


@pytest.mark.rule("LOY-19.11")
def test_the_path_ends_at_20() -> None:
    assert advance({"space": 19, "cash": 99}).offers("step") == [0, 1]
    assert advance({"space": 20, "cash": 99}).offers("step") == [0]
    assert step_cost(1, 2) == 1 + 3, "a space costs its number; the first step 1"


@pytest.mark.rule("LOY-25.26", "LOY-25.27")
def test_the_next_four_steps_from_6() -> None:
    running = [step_cost(6, steps) for steps in range(1, 5)]
    assert running == [1, 9, 18, 28]
    assert [b - a for a, b in zip([0, *running], running, strict=False)] == [1, 8, 9, 10]


@pytest.mark.rule("LOY-20.1", "LOY-20.3", "LOY-20.4")
def test_loans_without_end_that_nobody_pays_back() -> None:
    game = turn({"cash": 0})
    for _ in range(40):
        game.act("loan")
    assert (game.farms[0].cash, game.farms[0].loans) == (200, 40)
    assert {verb for verb in game.verbs() if "loan" in verb} == {"loan"}


@pytest.mark.rule("LOY-20.6", "LOY-20.9", "LOY-24.6", "LOY-20.4")
def test_the_limit_of_31_exempts_compulsory_debts() -> None:
    limit = {"loan_limit": 31}
    game = turn({"loans": 30}, options=limit)
    game.act("loan")
    with pytest.raises(IllegalChoice):
        game.act("loan")
    game = turn({"loans": 31, "cash": 0, "regulars": [("regular_09", 1, 1)]}, options=limit)
    game.act("loan").act("miss", "regular_09")
    assert game.farms[0].loans == 32 and "loan" not in game.verbs()
    game = turn({"loans": 31, "cash": 2, "regulars": [("regular_09", 1, 1)]}, options=limit)
    assert "loan" not in game.verbs(), "the two cash are there"
    game.act("miss", "regular_09")
    assert game.farms[0].cash == 0 and "loan" not in game.verbs(), "and nothing is owed any more"
    game = turn({"loans": 31, "cash": 0}, deck=["common_3_a", "maid"], options=limit).act("two_pack")
    game.act("top", "common_3_a").act("alone")
    assert game.asked == [(0, "pay")] and game.act("loan").farms[0].cash == 3


@pytest.mark.rule("LOY-20.5")
def test_a_second_loan_is_never_refused() -> None:
    assert turn({"loans": 1}).act("loan").farms[0].loans == 2


def over(*specs: Spec) -> Scene:
    """The game after the last round, with these farms; the scene's own end has yet to be confirmed."""
    return village(*specs, stack=[Round()], round=9)


def ranking(*specs: Spec) -> list[tuple[int, int]]:
    """(place, final space) by seat."""
    game = over(*specs)
    assert game.asked == [(0, "end_turn")], "after round 9 nothing more is played"
    return [(score.place, score.points) for score in loyang.scores(game.game)]


@pytest.mark.rule("LOY-21.1", "LOY-21.3", "LOY-21.7", "LOY-20.10")
def test_the_furthest_wins_and_nothing_is_bought_any_more() -> None:
    assert ranking({"space": 12, "cash": 99}, {"space": 13, "cash": 0}) == [(2, 12), (1, 13)]


@pytest.mark.rule("LOY-21.2", "LOY-21.4", "LOY-21.10", "LOY-20.2", "LOY-20.7")
def test_loans_lead_back_and_cash_breaks_ties() -> None:
    assert ranking({"space": 18, "loans": 1, "cash": 4}, {"space": 17, "cash": 3}) == [(1, 17), (2, 17)]
    assert ranking({"space": 15, "loans": 2}, {}) == [(1, 13), (2, 1)]


@pytest.mark.rule("LOY-21.5", "LOY-21.6", "LOY-21.11", "LOY-21.9", "LOY-21.14")
def test_goods_break_ties_and_equal_players_share_a_rank() -> None:
    base: Spec = {"space": 16, "cash": 2}
    anna = {**base, "fields": [("private_3", "leek", 3), ("private_4", "bean", 2)], "cart": {"leek": 1}}
    ben = {
        **base,
        "fields": [("private_4", "bean", 4)],
        "cart": {"leek": 2},
        "capacity": 4,
        "shop": FULL_SHOP,
    }
    cleo = {**base, "fields": [("private_4", "bean", 4)]}
    assert ranking(anna, ben, cleo) == [(1, 16), (1, 16), (3, 16)]


@pytest.mark.rule("LOY-21.13")
def test_loans_may_lead_below_the_path() -> None:
    assert ranking({"space": 2, "loans": 5}, {"space": 1, "loans": 3}) == [(2, -3), (1, -2)]


@pytest.mark.rule("LOY-21.12", "LOY-21.7", "LOY-23.8.2")
def test_cash_from_somebody_elses_trader_counts_for_the_tie_only() -> None:
    mine = {"stalls": ["stall_01"], "cash": 2, "turn": 2}
    game = turn({"helpers": ["trader"], "cart": {"wheat": 1}}, mine, round=9)
    game.act("use", "trader").act("trade", "wheat").act("finish").act("step", 0).act("done")
    assert game.farms[1].cash == 4 and game.farms[1].space == 1


@pytest.mark.rule("LOY-21.8")
def test_customers_left_cost_nothing_at_the_end() -> None:
    assert ranking({"regulars": ["regular_09"], "casuals": ["casual_01"]}, {}) == [(1, 1), (1, 1)]


@pytest.mark.rule("LOY-21.15", "LOY-21.5")
def test_goods_are_stored_in_round_9_as_well() -> None:
    game = turn({"cart": dict.fromkeys(GOODS, 1), "cash": 0, "shop": FULL_SHOP}, round=9).act("finish")
    assert game.asked == [(0, "store")]
    for good in GOODS[:5]:
        game.act("give_up", good)
    assert cart(game) == {"leek": 1} and sum(farm({}).cart) == 0
