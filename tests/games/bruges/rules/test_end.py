"""The end of the game: points, places, and the expected score before it."""

from __future__ import annotations

from typing import Any

import pytest

from server.games import bruges
from server.games.bruges.flow import Majorities
from server.games.bruges.scoring import PARTS
from server.games.bruges.state import COLOURS
from tests.games.bruges.city import Have, city, of

from .rounds import public, refilling, rolling, verifying

SECTION_11: dict[str, Any] = {
    "points": 23,
    "people": ["singer", "robber", "barmaid"],
    "houses": ["red", "blue", "red", "blue", "violet"],
    "marks": [1, 1, 0, 0],
    "canals": [5, 3],
    "statues": [7],
    "step": 6,
}
"""Persons for nine, six and three guilders; the other fields are given."""


def totals(*have: Have) -> list[tuple[int, int]]:
    """(place, points) of all players at the end."""
    game = verifying(*have)
    assert game.is_over
    return [(score.place, score.points) for score in bruges.scores(game.game)]


@pytest.mark.rule("BRU-11.1")
def test_scores_follow_the_majorities_of_the_last_round() -> None:
    game = verifying({"step": 1}, {})
    assert game.is_over and game.phase == 4
    assert bruges.scores(game.game)[0].points == 1 + 4, "the marker turned at the very end counts"
    earlier = city(stack=[Majorities()], round=4, last=5, extra=[])
    assert not earlier.is_over and earlier.round == 5


@pytest.mark.rule(
    "BRU-11.10", "BRU-11.9", "BRU-11.2", "BRU-11.3", "BRU-11.5", "BRU-11.6", "BRU-11.7", "BRU-11.8"
)
def test_the_61_points() -> None:
    score = bruges.scores(city(mine=SECTION_11).game)[0]
    assert score.points == 61
    assert score.parts == {
        "track": 23,
        "persons": 6,
        "houses": 5,
        "laurel": 0,
        "marks": 8,
        "canals": 6,
        "statues": 7,
        "reputation": 6,
        "guilders": 0,
    }
    assert tuple(score.parts)[:-1] == PARTS


@pytest.mark.rule("BRU-11.5")
def test_four_points_for_each_turned_marker() -> None:
    for count in range(4):
        marks = [int(place < count) for place in range(4)]
        assert bruges.scores(city(mine={"marks": marks}).game)[0].points == 4 * count


@pytest.mark.rule("BRU-11.7", "BRU-11.8")
def test_a_step_is_worth_its_number() -> None:
    assert [bruges.scores(city(mine={"step": step}).game)[0].points for step in range(13)] == [*range(13)]


@pytest.mark.rule("BRU-11.11")
def test_nothing_else_scores() -> None:
    mine = {
        "hand": ["king", "duke"],
        "workers": dict.fromkeys(COLOURS, 3),
        "guilders": 30,
        "threats": dict.fromkeys(COLOURS, 2),
    }
    assert bruges.scores(city(mine=mine).game)[0].points == 0


@pytest.mark.rule("BRU-11.12", "BRU-2.17")
@pytest.mark.parametrize("points", [48, 49, 98, 99, 149])
def test_points_are_one_number_beyond_fifty_and_a_hundred(points: int) -> None:
    mine = {"points": points, "people": ["lute_maker"], "workers": {"yellow": 1}}
    game = city(mine=mine).act("use", "lute_maker")
    assert of(game).points == points + 1 == public(game)["points"][0]


@pytest.mark.rule("BRU-11.13", "BRU-11.14", "BRU-11.15")
def test_most_points_win_then_most_guilders_then_all_together() -> None:
    assert totals({"points": 5, "guilders": 9}, {"points": 6}) == [(2, 5), (1, 6)]
    tied = totals({"points": 61, "guilders": 4}, {"points": 61, "guilders": 3})
    assert tied == [(1, 61), (2, 61)]
    assert totals({"points": 61, "guilders": 4}, {"points": 61, "guilders": 4}) == [(1, 61), (1, 61)]


@pytest.mark.rule("BRU-11.15")
def test_places_below_the_first_are_formed_alike() -> None:
    have: list[Have] = [
        {"points": 40, "guilders": 1},
        {"points": 61, "guilders": 0},
        {"points": 40, "guilders": 2},
        {"points": 40, "guilders": 1},
    ]
    assert totals(*have) == [(3, 40), (1, 61), (2, 40), (3, 40)]
    shared = totals({"points": 61}, {"points": 61}, {"points": 40})
    assert shared == [(1, 61), (1, 61), (3, 40)], "after two winners comes the third place"


# -- the expected score ----------------------------------------------------------------------------


@pytest.mark.rule("BRU-19.23", "BRU-19.25", "BRU-11.10")
def test_the_expected_score_is_shown_to_everybody_and_moves_at_once() -> None:
    game = rolling({"blue": 1}, mine={**SECTION_11, "guilders": 1}, others=[{}])
    view = public(game)
    assert (view["worth"][0], view["points"][0]) == (61, 23)
    game.act("advance", 1)
    assert public(game)["worth"][0] == 62


@pytest.mark.rule("BRU-19.25")
def test_it_rests_on_public_facts_alone() -> None:
    """Cards in the hand and fronts of houses make no difference."""
    worlds = [city(mine={**SECTION_11, "hand": [one]}) for one in ("king", "bishop", "duke")]
    assert {world.engine.scores(world.game)[0].points for world in worlds} == {61}
    fronts = [city(mine={"houses": [front]}) for front in ("duke", "earl", "princess")]
    assert {public(world)["worth"][0] for world in fronts} == {1}


@pytest.mark.rule("BRU-19.26", "BRU-19.27")
def test_sizes_of_the_stacks_the_last_round_and_the_bourse_are_public() -> None:
    game = refilling(0, sizes=(2, 30), round=4, options={"bourse": True})
    view = public(game)
    assert view["stacks"] == [2, 30] and view["extra"] == len(game.extra) > 0 and view["last"] == 0
    view = public(game.act("stack", 0).act("stack", 0))
    assert view["stacks"][1] == 30 and view["extra"] == 0 and view["last"] == 4
    assert view["markers"] == 0 and view["bourse"] == 12
    assert public(city(discard=["duke", "count"]))["discard"][:2] == [0, 1]
