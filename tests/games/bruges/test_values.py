"""The bots' values of positions in Bruges."""

from __future__ import annotations

from typing import Any

import pytest

from bots.values import parts_of
from bots.values.bruges import value
from server.games import bruges
from server.games.bruges.flow import Majorities
from server.games.bruges.state import COLOURS

from .city import city


def worth(mine: dict[str, Any], **fields: Any) -> float:
    return value(city(mine=mine, **fields).game, 0)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"guilders": 5}, {"guilders": 3}),
        ({"workers": {"red": 1}}, {}),
        ({"hand": ["duke"]}, {}),
        ({"houses": ["red"]}, {"workers": {"red": 1}}),
        ({"people": ["bookkeeper"], "houses": ["red"]}, {"houses": ["red"], "guilders": 2}),
        ({"canals": [3, 0]}, {"canals": [2, 0]}),
        ({"step": 3}, {"step": 2}),
        ({"threats": {"red": 1}}, {"threats": {"red": 2}}),
        ({"points": 3}, {"guilders": 3}),
    ],
)
def test_more_is_better(better: dict[str, Any], worse: dict[str, Any]) -> None:
    assert worth(better) > worth(worse)


def test_what_others_have_counts_against_oneself() -> None:
    assert worth({}, others=[{"points": 9}]) < worth({}, others=[{"points": 2}])


def test_things_are_worth_less_towards_the_end() -> None:
    late: dict[str, Any] = {"last": 1, "extra": [], "turn": 7}
    gain = worth({"guilders": 6}) - worth({})
    assert worth({"guilders": 6}, **late) - worth({}, **late) < gain / 2


def test_a_victory_is_better_than_any_hope() -> None:
    over: dict[str, Any] = {"stack": [Majorities()], "last": 1, "extra": []}
    assert worth({"points": 5}, **over) > 50 > -1 > worth({"points": 5}, others=[{"points": 9}], **over)
    tied = worth({"points": 5, "guilders": 2}, others=[{"points": 5, "guilders": 1}], **over)
    assert tied > 50, "guilders break the tie"


def burden(threats: dict[str, int], mine: dict[str, Any] | None = None, **fields: Any) -> float:
    """The cost of these markers for a seat in this state."""
    return worth(mine or {}, **fields) - worth({**(mine or {}), "threats": threats}, **fields)


SETTLED: dict[str, Any] = {"guilders": 4, "points": 6, "people": ["bookkeeper", "farmhand"], "canals": [2, 0]}


@pytest.mark.parametrize("close", COLOURS)
@pytest.mark.parametrize("far", COLOURS)
def test_the_marker_that_the_next_dice_may_complete_goes_first(close: str, far: str) -> None:
    if close != far:
        both = burden({close: 2, far: 1}, SETTLED)
        assert both - burden({close: 1, far: 1}, SETTLED) > both - burden({close: 2}, SETTLED)


def test_a_threat_costs_what_its_damage_takes() -> None:
    workers: dict[str, Any] = {"workers": {"red": 2, "violet": 2}}
    assert burden({"blue": 2}, workers) > burden({"blue": 2}) > burden({"blue": 1}) > 0
    assert burden({"yellow": 2}, {"guilders": 9}) > burden({"yellow": 2}, {"guilders": 1})
    assert burden({"violet": 2}, {"points": 3}) > burden({"violet": 2}, {"points": 1})
    assert burden({"brown": 2}, {"people": ["bookkeeper"]}) > burden({"brown": 2})
    assert burden({"red": 2}, {"canals": [4, 0]}) > burden({"red": 2}, {"canals": [4, 1]}), "the cheaper one"


def test_who_is_guarded_fears_the_second_marker_less() -> None:
    guard, none = {"people": ["fire_watchman"]}, {"people": ["watchdog"]}
    assert burden({"red": 2}, guard) < burden({"red": 2}, none) / 2
    assert burden({"red": 3}, none) == burden({"red": 2}, none), "the guard has gone, the next one strikes"


def test_threats_cost_hardly_anything_once_the_last_dice_are_rolled() -> None:
    late: dict[str, Any] = {"last": 1, "extra": []}
    assert 0 < burden({"red": 2}, SETTLED, **late) < burden({"red": 2}, SETTLED) / 4
    assert burden({"red": 1}, SETTLED, **late) == 0


def test_the_win_is_a_part_of_its_own() -> None:
    over: dict[str, Any] = {"stack": [Majorities()], "last": 1, "extra": []}
    mine, theirs = (parts_of(bruges)(city(mine={"points": 5}, **over).game, seat) for seat in (0, 1))
    assert mine["win"].amount == 1 and "rivals" not in mine
    assert theirs["win"].amount == 0 and theirs["rivals"].worth < 0
    assert parts_of(bruges)(city(mine={"points": 5}).game, 0)["win"].amount == 0, "not before the end"
