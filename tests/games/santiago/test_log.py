"""The log of a turn: why the value changes, why a ship leaves, and the payments."""

from __future__ import annotations

import pytest

from server.authoring.scenes import Scene

from .town import NOTHING, cargo, harbor, town, use, visit


def lines(game: Scene) -> list[str]:
    """The keys of all lines since the scene began."""
    return [line[0] for line in game.said]


def after(game: Scene, key: str, count: int) -> list[str]:
    """The keys of this many lines right behind the last one with this key."""
    keys = lines(game)
    place = len(keys) - keys[::-1].index(key)
    return keys[place : place + count]


@pytest.mark.parametrize("value", [2, 3, 4])
def test_a_delivery_round_begins_with_what_a_unit_brings(value: int) -> None:
    game = harbor(value=value)
    assert lines(game)[:2] == ["drove_on", "round"] and ("round", value) in game.said
    gap = town(car=9, ship={"rum": 1}, value=4, held={0: {"peso": 20}}, options={"max_steps": 0}).act(
        "drive", 11
    )
    assert gap.departed == 1 and "round" not in lines(gap), "without a ship there is nothing to deliver"


def test_who_passes_the_harbor_is_named_before_the_value_rises() -> None:
    past = town(car=9).act("drive", 2)
    assert after(past, "drove", 2) == ["past_harbor", "value"] and ("past_harbor", 0) in past.said
    assert "past_harbor" not in lines(town(car=0).act("drive", 2)), "it started there"


def test_the_end_of_a_delivery_round_says_why_the_value_rises() -> None:
    assert after(harbor(ship={"rum": 2}), "passed", 2) == ["all_passed", "value"]


def test_a_ship_that_leaves_has_a_reason() -> None:
    full = harbor(ship={"tobacco": 1}).act("deliver", cargo("tobacco", 1))
    assert after(full, "delivered", 2) == ["loaded", "departed"]
    cancelled = use("customs_office", ship={"rum": 3}).act("cancel", "rum")
    assert after(cancelled, "cancelled", 2) == ["loaded", "departed"]
    late = use("harbor_office", value=4).act("raise")
    assert lines(late)[:2] == ["chequered", "departed"] and ("chequered", 4) in late.said
    unwanted = use("customs_office", ship={"rum": 1}).act("cancel", "rum").pin(rolls=[1, 0, 0, 0, 0])
    unwanted.act("roll").act("leave_out", "sugar_cane")
    assert after(unwanted, "demand", 2) == ["wants_nothing", "departed"]


def test_what_is_declined_is_told() -> None:
    assert ("unused_cuban", 0, 0) in visit("pedro").act("decline").said
    assert ("unused", 0, 0) in use("bank").act("decline").said
    assert ("useless", 0, 5) in visit("pedro", under={"white": ["sawmill"]}).act("use").act(
        "enter", "sawmill"
    ).said
    assert ("passed", 0) in harbor(held={0: {**NOTHING, "peso": 1}}).said, "even unasked"
