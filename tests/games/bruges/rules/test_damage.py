"""Threat markers and the five kinds of damage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from server.authoring.scenes import Scene
from server.games.bruges.flow import StartTurns
from server.games.bruges.scoring import parts
from server.games.bruges.state import COLOURS
from server.games.bruges.turn.threats import TakeThreat
from tests.games.bruges.city import Have, city, named, of, people, threats, workers

from .rounds import public, rolling

FULL = dict.fromkeys(COLOURS, 2)
RICH: dict[str, Any] = {
    "guilders": 7,
    "points": 9,
    "workers": FULL,
    "people": ["duke"],
    "canals": [1, 0],
    "step": 3,
}


def struck(*colours: str, mine: Have, others: Sequence[Have] = ({},), **fields: Any) -> Scene:
    """Phase 2 in which these colours get their third marker."""
    held = dict.fromkeys(colours, 2)
    return rolling(
        dict.fromkeys(colours, 6),
        mine={**mine, "threats": {**held, **mine.get("threats", {})}},
        others=others,
        **fields,
    )


def state(game: Scene) -> list[Any]:
    """Workers, guilders, points, persons, houses, tokens, steps."""
    me = of(game)
    return [
        sum(me.workers),
        me.guilders,
        me.points,
        len(me.living()),
        len(me.houses),
        sum(me.canals),
        me.step,
    ]


# -- the five kinds --------------------------------------------------------------------------------


@pytest.mark.rule("BRU-10.1", "BRU-10.2")
def test_the_flood_takes_all_workers() -> None:
    assert state(struck("blue", mine=RICH)) == [0, 7, 9, 1, 1, 1, 3]


@pytest.mark.rule("BRU-10.2", "BRU-10.3", "BRU-10.27")
def test_the_plague_takes_a_person_of_ones_choice() -> None:
    mine = {**RICH, "people": ["duke", "count", "baron"]}
    game = struck("brown", mine=mine)
    assert game.asked == [(0, "plague")] and game.offers("lose_person") == ["duke", "count", "baron"]
    game.act("lose_person", "count")
    assert state(game) == [10, 7, 9, 2, 3, 1, 3], "the empty house stays"
    assert people(game) == ["duke", "baron"] and of(game).room(is_pet=False) == [1]
    assert named(game.discard)[-1] == "count" == named(public(game)["discard"])[-1]
    assert state(struck("brown", mine=RICH)) == [10, 7, 9, 0, 1, 1, 3], "a single one is lost without asking"


@pytest.mark.rule("BRU-10.4", "BRU-10.17")
def test_the_plague_without_a_person_takes_nothing() -> None:
    game = struck("brown", mine={**RICH, "people": [], "houses": ["red"]})
    assert state(game) == [10, 7, 9, 0, 1, 1, 3] and threats(game) == {}


@pytest.mark.rule("BRU-10.2", "BRU-10.5")
def test_the_raid_takes_all_guilders() -> None:
    assert state(struck("yellow", mine=RICH)) == [10, 0, 9, 1, 1, 1, 3]


@pytest.mark.rule("BRU-10.2", "BRU-10.6", "BRU-10.26", "BRU-10.27")
def test_the_fire_takes_a_house_or_a_canal_token() -> None:
    mine: Have = {"houses": ["earl", "king"], "canals": [2, 0]}
    game = struck("red", mine=mine)
    assert game.asked == [(0, "fire")]
    assert game.offers("lose_house") == [0, 1] and game.offers("lose_canal") == [0]
    game.act("lose_house", 1)
    assert named(of(game).houses) == ["earl"] and of(game).canals == [2, 0]
    assert named(public(game)["discard"])[-1] == "king", "its front is seen by all"
    other = struck("red", mine=mine).act("lose_canal", 0)
    assert named(of(other).houses) == ["earl", "king"] and of(other).canals == [1, 0]


@pytest.mark.rule("BRU-10.7", "BRU-10.17")
def test_only_with_neither_house_nor_token_fire_takes_nothing() -> None:
    game = struck("red", mine={**RICH, "people": [], "canals": [0, 0]})
    assert state(game) == [10, 7, 9, 0, 0, 0, 3] and threats(game) == {}
    assert of(struck("red", mine={"canals": [1, 0]})).canals == [0, 0]


@pytest.mark.rule("BRU-10.8", "BRU-10.9")
def test_who_lived_in_a_burnt_house_returns_to_the_hand() -> None:
    hand = ["earl", "king", "queen", "princess", "countess"]
    game = struck("red", mine={"people": ["duke"], "houses": ["mayor"], "hand": hand})
    assert game.asked == [(0, "turn")], "one house and no canal: no choice"
    assert of(game).houses == [] and named(of(game).hand) == [*hand, "duke"]
    assert named(game.discard)[-1] == "mayor"


@pytest.mark.rule("BRU-10.10", "BRU-10.11")
@pytest.mark.parametrize(("tokens", "sides"), [([3, 1], [0, 1]), ([1, 1], [0, 1]), ([5, 4], [0, 1])])
def test_fire_reaches_the_outermost_token_of_either_section(tokens: list[int], sides: list[int]) -> None:
    mine: Have = {"canals": tokens, "statues": [7] if 5 in tokens else []}
    game = struck("red", mine=mine)
    assert game.offers("lose_canal") == sides
    for side in sides:
        after = [count - (place == side) for place, count in enumerate(tokens)]
        assert of(struck("red", mine=mine).act("lose_canal", side)).canals == after


@pytest.mark.rule("BRU-10.11")
def test_or_of_the_only_one() -> None:
    assert of(struck("red", mine={"canals": [0, 2]})).canals == [0, 1]


@pytest.mark.rule("BRU-10.12")
def test_a_token_removed_from_a_5_space_does_not_cost_the_statue() -> None:
    mine: Have = {"canals": [5, 0], "statues": [7], "hand": ["count"], "guilders": 9}
    game = struck("red", mine=mine)
    assert of(game).canals == [4, 0] and of(game).statues == [7] and parts(game.game, 0)[6] == 7
    game.act("canal", "count")
    assert of(game).canals == [5, 0] and of(game).statues == [7], "and a new one is not given"


@pytest.mark.rule("BRU-10.13")
def test_a_token_removed_from_a_3_space_costs_its_points_until_it_is_rebuilt() -> None:
    mine: Have = {"canals": [3, 0], "hand": ["baron"], "guilders": 9}
    before = parts(city(mine=mine).game, 0)[5]
    game = struck("red", mine=mine)
    assert (before, parts(game.game, 0)[5], sum(of(game).canals)) == (3, 0, 2)
    assert parts(game.act("canal", "baron").game, 0)[5] == 3


@pytest.mark.rule("BRU-10.2", "BRU-10.14", "BRU-10.15")
@pytest.mark.parametrize(("points", "left"), [(5, 2), (2, 0), (0, 0), (3, 0)])
def test_the_intrigue_takes_three_points(points: int, left: int) -> None:
    game = struck("violet", mine={**RICH, "points": points})
    assert state(game) == [10, 7, left, 1, 1, 1, 3]


@pytest.mark.rule("BRU-10.16", "BRU-8.11")
@pytest.mark.parametrize("colour", COLOURS)
def test_the_three_markers_go_back_without_points_and_counting_starts_anew(colour: str) -> None:
    game = struck(colour, mine={"points": 9, "threats": {"red": 1} if colour == "blue" else {}})
    assert threats(game) == ({"red": 1} if colour == "blue" else {})
    assert of(game).points == (6 if colour == "violet" else 9)
    again = city(
        mine={"guilders": 5, "threats": {colour: 0}, "points": 4},
        stack=[TakeThreat(0, COLOURS.index(colour)), StartTurns()],
    )
    assert threats(again) == {colour: 1} and of(again).points == 4 and of(again).guilders == 5


@pytest.mark.rule("BRU-10.17")
@pytest.mark.parametrize("colour", COLOURS)
def test_markers_go_back_even_if_nothing_was_lost(colour: str) -> None:
    game = struck(colour, mine={})
    assert threats(game) == {} and game.asked == [(0, "end_turn")]


# -- several at once -------------------------------------------------------------------------------


@pytest.mark.rule("BRU-10.18")
def test_at_the_table_the_player_orders_all_damage() -> None:
    game = struck("blue", "yellow", mine=RICH, options={"damage_order": "all"})
    assert game.asked == [(0, "damage_order")] and game.offers("suffer") == ["blue", "yellow"]
    game.act("suffer", "yellow")
    order = [line[2] for line in game.said if line[0] == "damage"]
    assert order == [COLOURS.index("yellow"), COLOURS.index("blue")]


@pytest.mark.rule("BRU-10.18", "BRU-10.19", "BRU-18.4")
def test_fire_before_plague_saves_the_person() -> None:
    mine: Have = {"people": ["duke"], "houses": ["mayor"]}
    game = struck("red", "brown", mine=mine)
    assert game.asked == [(0, "damage_order")] and sorted(game.offers("suffer")) == ["brown", "red"]
    game.act("suffer", "red")
    assert named(of(game).hand) == ["duke"] and of(game).houses == [] and named(game.discard)[-1] == "mayor"
    worse = struck("red", "brown", mine=mine).act("suffer", "brown")
    assert of(worse).hand == [] and of(worse).houses == []
    assert named(worse.discard)[-2:] == ["duke", "mayor"]


@pytest.mark.rule("BRU-18.3", "BRU-18.4")
def test_online_the_harmless_orders_are_not_asked_and_come_first() -> None:
    game = struck("blue", "brown", "yellow", "red", "violet", mine=RICH)
    assert game.asked == [(0, "damage_order")] and sorted(game.offers("suffer")) == ["brown", "red"]
    assert (sum(of(game).workers), of(game).guilders, of(game).points) == (0, 0, 6), "the others have struck"
    assert len(of(game).houses) == 1
    plain = struck("blue", "yellow", "violet", mine=RICH)
    assert plain.asked == [(0, "end_turn")]
    assert (sum(of(plain).workers), of(plain).guilders, of(plain).points) == (0, 0, 6)


@pytest.mark.rule("BRU-18.5")
def test_nothing_is_asked_where_the_order_makes_no_difference() -> None:
    no_person = struck("red", "brown", mine={"houses": ["red", "blue"]})
    assert no_person.asked == [(0, "fire")], "the plague would find no person"
    alone = struck("red", mine={"people": ["duke"], "canals": [1, 0]})
    assert alone.asked == [(0, "fire")]
    one_of_two = struck("brown", "blue", mine={"people": ["duke", "count"]})
    assert one_of_two.asked == [(0, "plague")]


@pytest.mark.rule("BRU-10.20")
def test_several_players_decide_side_by_side() -> None:
    have: Have = {"threats": {"red": 2}, "houses": ["red", "blue"]}
    game = rolling({"red": 6}, mine=have, others=[have, {}, have], start=1)
    assert sorted(game.asked) == [(0, "fire"), (1, "fire"), (3, "fire")], (
        "the players decide at the same time"
    )
    game.act("lose_house", 0, seat=3).act("lose_house", 1, seat=0)
    assert game.asked == [(1, "fire")] and game.phase == 2
    game.act("lose_house", 1, seat=1)
    assert [len(me.houses) for me in game.players] == [1, 1, 0, 1] and game.phase == 3


@pytest.mark.rule("BRU-10.21", "BRU-10.22")
@pytest.mark.parametrize("seats", [4, 5])
def test_everybody_gets_the_marker_though_the_last_but_one_lies_out(seats: int) -> None:
    """Two blue ones each leave one of nine, or of eleven: each gives back three before the next is hit."""
    have: Have = {"threats": {"blue": 2}, "workers": FULL}
    game = rolling({"blue": 6}, mine=have, others=[have] * (seats - 1))
    for seat in range(seats):
        assert threats(game, seat) == {} and workers(game, seat) == {}


@pytest.mark.rule("BRU-10.23")
def test_markers_from_an_opponents_person_set_off_damage_in_the_middle_of_the_turn() -> None:
    mine: Have = {"hand": ["arsonist"], "guilders": 3, "houses": ["violet"]}
    other: Have = {"threats": {"red": 2}, "houses": ["red", "blue"]}
    game = city(mine=mine, others=[other]).act("hire", "arsonist")
    while game.asked[0][0] == 0 and "interrupt" in game.verbs():
        game.act("interrupt")
    assert game.asked == [(1, "fire")]
    game.act("lose_house", 0, seat=1)
    assert len(of(game, 1).houses) == 1 and threats(game, 1) == {}
    assert game.asked == [(0, "end_turn")], "then the turn goes on"


@pytest.mark.rule("BRU-10.24")
def test_several_markers_of_a_colour_are_laid_one_by_one() -> None:
    steps = [TakeThreat(0, COLOURS.index("yellow"))] * 2
    game = city(mine={"guilders": 5, "threats": {"yellow": 2}}, stack=[*steps, StartTurns()])
    assert of(game).guilders == 0 and threats(game) == {"yellow": 1}, (
        "the first marker strikes, the next ones are counted from zero"
    )
    more = city(mine={"points": 9, "threats": {"violet": 2}}, stack=[TakeThreat(0, 4)] * 4 + [StartTurns()])
    assert of(more).points == 3 and threats(more) == {}


@pytest.mark.rule("BRU-10.25")
def test_markers_do_not_run_out() -> None:
    """The dike warden holds three blue ones and the others six; a tenth comes although the box has nine."""
    have: Have = {"threats": {"blue": 2}}
    mine: Have = {"threats": {"blue": 3}, "people": ["dike_warden"], "workers": FULL}
    others = [have, have, {"threats": {"blue": 1}}]
    game = city(mine=mine, others=others, stack=[TakeThreat(3, 0), TakeThreat(0, 0), StartTurns()])
    assert [me.threats[0] for me in game.players] == [0, 2, 2, 2] and workers(game) == {}
