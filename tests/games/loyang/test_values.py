"""The values of positions for a bot: it must prefer the choices of a good player, and stop in time."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bots.document import about_table, document_of
from bots.minds.registry import MINDS
from bots.values import reach_of
from bots.values.loyang import PAUSES, path, value
from server.games import loyang
from server.games.loyang.display import step_cost
from server.games.loyang.turn import Advance

from .village import Spec, turn, village


@pytest.mark.parametrize(
    "more",
    [
        {"cash": 14},
        {"space": 3},
        {"cart": {"leek": 1}},
        {"fields": [("home", "wheat", 5), ("private_3", "leek", 3)]},
        {"stalls": ["stall_11"]},
        {"helpers": ["accountant"]},
        {"capacity": 4},
        {"regulars": ["regular_09"], "cart": {"turnip": 1, "cabbage": 1}},
    ],
)
def test_more_is_better(more: dict[str, Any]) -> None:
    assert value(turn(more).game, 0) > value(turn({}).game, 0)


@pytest.mark.parametrize("worse", [{"loans": 1}, {"regulars": [("regular_09", 1, 1)]}, {"cash": 5}])
def test_less_is_worse(worse: dict[str, Any]) -> None:
    base = {"regulars": [("regular_09", 1, 0)]}
    assert value(turn(base | worse).game, 0) < value(turn(base).game, 0)


def test_a_loan_is_no_gain_by_itself() -> None:
    for number in range(1, 10):
        game = turn({"space": number}, round=number)
        before = value(game.game, 0)
        assert value(game.act("loan").game, 0) < before, f"round {number}"


def test_a_completed_choice_is_worth_more_than_the_option() -> None:
    mine: Spec = {"regulars": ["regular_09"], "cart": {"turnip": 1, "cabbage": 1}}
    game = turn(mine)
    before = value(game.game, 0)
    assert value(game.act("serve", "regular_09").game, 0) > before
    sowing = turn({"cart": {"leek": 1}, "fields": ["private_3"]})
    before = value(sowing.game, 0)
    assert value(sowing.act("sow", "leek").game, 0) > before


@pytest.mark.parametrize(("space", "cash"), [(1, 30), (6, 18), (12, 40)])
def test_cash_buys_no_more_steps_than_it_can_pay(space: int, cash: int) -> None:
    bought = path(space, 1, cash)
    assert step_cost(space, int(bought)) <= cash < step_cost(space, int(bought) + 2)


def test_the_main_loop_of_a_turn_is_judged_as_it_stands() -> None:
    assert reach_of(loyang, 3) == (5, PAUSES) and "act" in PAUSES


def answered(game: Any, seat: int = 0) -> tuple[str, int]:
    """The choice of the greedy mind for this seat."""
    about = about_table(loyang, loyang.options(), ["greedy", "whim"])
    document = document_of(loyang, game.game, game.asks, seat, about)
    verb, noun = MINDS["greedy"](Random(1).getrandbits(32)).choose(document, float("inf"))
    return verb, noun


def test_greedy_serves_sows_and_steps() -> None:
    mine: Spec = {"regulars": ["regular_09"], "cart": {"turnip": 1, "cabbage": 1}, "pile": []}
    poor: Spec = {"cash": 0, "helpers": ["impostor"]}  # so that there is no two-pack to look at first
    assert answered(turn({**mine, **poor}))[0] == "serve"
    assert answered(turn({**poor, "cart": {"leek": 1}, "fields": ["private_3"]}))[0] == "sow"
    last = village({"space": 6, "cash": 18}, stack=[Advance(0)], round=9)
    assert answered(last) == ("step", 3)
