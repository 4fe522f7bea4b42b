"""What the bots think a position of Brügge is worth."""

from __future__ import annotations

from typing import Any

import pytest

from bots.values.bruges import value
from server.games.bruges.flow import Majorities

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
