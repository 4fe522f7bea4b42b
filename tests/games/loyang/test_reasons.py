"""The reasons why a helper or a card can't be chosen now: when it can, and what is missing."""

from __future__ import annotations

from typing import Any

import pytest

from server.authoring.scenes import Scene
from server.games import loyang
from server.games.loyang.distribution import Distribute
from server.games.reasons import Line, why_not

from .village import card, turn, village

CASUAL = "casual_09"  # pumpkin, turnip, leek


def why(game: Scene, thing: str, name: str) -> list[Line]:
    return why_not(loyang.things, game.game, game.ask(), thing, card(name))


def choosing(mine: dict[str, Any], **fields: Any) -> Scene:
    """The seat's own turn of the distribution round."""
    hand = {"hand": ["stall_01", "stall_02"]}
    return village(hand | mine, {"hand": ["tout"]}, stack=[Distribute(0)], **fields)


@pytest.mark.rule("LOY-23.7.1", "LOY-23.7.5", "LOY-14.3")
def test_the_landlord_is_of_the_card_phase_and_of_no_action_turn() -> None:
    mine = {"helpers": ["landlord"]}
    game = choosing(mine, court=["official", "casual_01", "casual_02", "casual_03"])
    assert why(game, "helper", "landlord") == [("from_court",)]
    game.act("take", "official")
    assert why(game, "table", "casual_01") == [("by_landlord",)] and why(game, "helper", "landlord") == []
    game.act("use", "landlord").act("also", "casual_01").act("also", "casual_02")
    assert why(game, "table", "casual_03") == [("landlord_done",)], "there is no second one"
    assert why(game, "helper", "landlord") == [("at_work",)]
    assert why(turn(mine), "helper", "landlord") == [("from_court",)]


@pytest.mark.rule("LOY-14.3", "LOY-23.4.4")
def test_helpers_that_raise_money_are_not_of_the_action_turn_alone() -> None:
    game = choosing({"helpers": ["accountant", "market_crier", "maid"]}, court=["official"])
    assert why(game, "helper", "accountant") == [] and why(game, "helper", "maid") == [("in_turn",)]
    assert why(game, "helper", "market_crier") == [("no_effect",)], "there is no stall to sell from"
    game.act("take", "official")
    assert why(game, "helper", "accountant") == [("in_phases",)], "in the middle of a choice"


@pytest.mark.rule("LOY-14.12", "LOY-23.8.2", "LOY-23.16.1", "LOY-23.18.1")
def test_a_helper_whose_fee_is_missing_says_so() -> None:
    theirs: dict[str, Any] = {"stalls": ["stall_07"], "fields": [("private_4", "bean", 4)]}
    helpers = ["trader", "tenant_farmer", "self_supplier"]
    game = turn({"helpers": helpers, "cash": 0, "fields": [("home", "wheat", 5)]}, theirs, round=9)
    assert why(game, "helper", "trader") == [("goods_short", 1), ("short", 2)]
    assert why(game, "helper", "tenant_farmer") == [("short", 3)]
    assert why(game, "helper", "self_supplier") == [("short", 1)]
    assert why(turn({"helpers": helpers, "cash": 0}), "helper", "self_supplier") == [("no_effect",)]


@pytest.mark.rule("LOY-23.1.5", "LOY-23.12.1")
def test_a_helper_that_serves_customers_of_others_needs_goods() -> None:
    theirs = {"casuals": [CASUAL], "regulars": ["regular_09"]}
    game = turn({"helpers": ["tout", "deliveryman"], "cart": {"turnip": 1}}, theirs)
    assert why(game, "helper", "tout") == why(game, "helper", "deliveryman") == [("no_goods_for_theirs",)]
    assert why(turn({"helpers": ["tout"]}), "helper", "tout") == [("no_effect",)]


@pytest.mark.rule("LOY-23.20.2")
def test_the_foreman_waits_for_others() -> None:
    game = turn({"helpers": ["foreman"]}, options={"foreman": True})
    assert why(game, "helper", "foreman") == [("after_another",)]


@pytest.mark.rule("LOY-19.12", "LOY-26.4")
@pytest.mark.parametrize(("free", "reason"), [(False, "storehouse_full"), (True, "storehouse_when")])
def test_when_the_storehouse_is_enlarged(free: bool, reason: str) -> None:
    game = turn({"cart": {"wheat": 1}}, options={"free_choices": free})
    assert why_not(loyang.things, game.game, game.ask(), "storehouse", 0) == [(reason,)]


@pytest.mark.rule("LOY-23.6.2", "LOY-23.6.5")
def test_a_haggler_needs_two_goods_in_the_shop_and_says_if_there_is_one() -> None:
    game = turn({"helpers": ["haggler", "shopper"], "shop": {"bean": 1, "leek": 0, "wheat": 3}, "cash": 9})
    game.act("use", "haggler")
    bean, leek = (loyang.cards.GOODS.index(good) for good in ("bean", "leek"))
    told = {good: why_not(loyang.things, game.game, game.ask(), "shop", good) for good in (bean, leek)}
    assert told == {bean: [("only_one",)], leek: [("sold_out",)]}
