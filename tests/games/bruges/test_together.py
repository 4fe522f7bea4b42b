"""Two effects at once: persons with persons, ships, the bourse and pets, and damage between them."""

from __future__ import annotations

import pytest

from server.authoring.scenes import Scene
from server.games.bruges.cards import SPACES
from server.games.bruges.flow import Majorities, NextTurn
from server.games.bruges.state import COLOURS
from server.games.bruges.turn.threats import TakeThreat
from server.games.bruges.turn.turn import Turn

from .city import activated, card, city, harbour, named, of, people, threats, trading, workers

NEW = {"new_citizens": True}
OF_COLOUR = dict(zip(COLOURS, ["duke", "count", "baron", "margrave", "free_lord"], strict=True))
"""A card of each colour without an effect during the game."""
FIRST, SECOND = (COLOURS[colour] for colour in SPACES[0][0][:2])
"""The colours of the first two spaces in the left section of the first seat."""


def build_left(game: Scene, verb: str, name: str) -> Scene:
    """Build a canal token in the left section, if there is a choice."""
    game.act(verb, name)
    return game.act("side", 0) if game.verbs() == ["side"] else game


# -- the astronomer ----------------------------------------------------------------------------------


@pytest.mark.rule("BRU-17.39", "BRU-17.58", "BRU-17.60")
def test_to_keep_a_marker_at_the_first_step_is_not_to_do_without_the_second() -> None:
    """The countess advances, the preacher asks each time, the astronomer asks for the second use."""
    mine = {"people": ["astronomer", "preacher"], "threats": {"red": 1}}
    game = activated("countess", mine=mine).act("enough")
    assert game.verbs() == ["again", "enough"]
    game.act("again", "countess").act("return_threat", "red")
    assert (of(game).step, of(game).points, threats(game)) == (2, 1, {})


@pytest.mark.rule("BRU-17.39", "BRU-13.19", "BRU-13.18")
def test_a_doubled_search_first_finishes_whom_it_has_found() -> None:
    mine = {"people": ["astronomer"], "houses": ["red"] * 4}
    game = activated("brewer", mine=mine, discard=["smith", "butcher"]).act("fetch", "butcher")
    game.act("move_in", game.offers("move_in")[0])
    assert of(game).guilders == 6 and game.verbs() == ["again", "enough"], "the butcher, with the brewer"
    game.act("again", "butcher")
    assert of(game).guilders == 12 and game.offers("fetch") == ["smith"]
    assert game.act("decline").verbs() == ["done"]


@pytest.mark.rule("BRU-17.39", "BRU-16.5")
def test_primus_repeats_a_newcomer_once_whoever_doubles_lightning() -> None:
    mine = {"people": ["astronomer"], "houses": ["red", "red"], "hand": ["alchemist"], "guilders": 3}
    game = trading("primus", mine=mine).act("hire_bourse", "alchemist").act("enough")
    assert of(game).guilders == 12 and game.verbs() == ["done"]


# -- named colours, canals and houses ----------------------------------------------------------------


@pytest.mark.rule("BRU-13.28", "BRU-15.20", "BRU-15.25")
def test_a_named_colour_is_for_the_card_and_not_for_what_a_ship_draws_after_it() -> None:
    other = next(name for colour, name in OF_COLOUR.items() if colour not in (FIRST, "yellow"))
    mine = {"people": ["frenchwoman"], "workers": {"violet": 1, "yellow": 1}, "guilders": 5, "hand": [other]}
    game = harbour("yellow extra_action", mine=mine, options=NEW, tops=((), ("king",)))
    build_left(game.act("use", "frenchwoman").act("play", other).act("colour", FIRST), "canal", other)
    game.act("ship", "yellow extra_action").act("stack", 1)
    assert "play" not in game.verbs() and game.act("workers", "king").verbs() == ["done"]
    assert workers(game) == {"red": 2}


@pytest.mark.rule("BRU-15.23", "BRU-15.10")
def test_a_token_built_with_what_a_ship_draws_allows_the_next_ship() -> None:
    drawn = {
        "blue": "princess",
        "brown": "noblewoman",
        "yellow": "baroness",
        "red": "king",
        "violet": "prince",
    }
    mine = {"workers": {"yellow": 1, "red": 1}, "guilders": 3, "hand": [OF_COLOUR[FIRST]]}
    game = harbour("yellow extra_action", "red six_guilders", mine=mine, tops=((drawn[SECOND],), ()))
    build_left(game, "canal", OF_COLOUR[FIRST]).act("ship", "yellow extra_action").act("stack", 0)
    build_left(game, "canal", drawn[SECOND])
    assert of(game).guilders == 0 and game.offers("ship") == ["red six_guilders"]
    assert of(game.act("ship", "red six_guilders")).guilders == 6 and game.verbs() == ["done"]


@pytest.mark.rule("BRU-17.44", "BRU-16.14")
def test_the_well_builder_waits_on_where_the_bourse_pays_the_canal() -> None:
    mine = {"people": ["well_builder"], "hand": [OF_COLOUR[FIRST]]}
    game = trading("octavus", mine=mine).act("use", "well_builder")
    assert build_left(game, "canal_bourse", OF_COLOUR[FIRST]).free_canal
    assert not game.act("done").free_canal, "but not beyond the turn"


@pytest.mark.rule("BRU-17.67", "BRU-16.5")
def test_the_tower_warden_looks_at_the_space_and_not_at_a_card_of_any_colour() -> None:
    starts = [COLOURS[section[0]] for section in SPACES[0]]
    other = next(colour for colour in COLOURS if colour not in starts)
    mine = {
        "people": ["tower_warden"],
        "hand": [OF_COLOUR[other]],
        "guilders": 1,
        "threats": {starts[1]: 1, other: 1},
    }
    game = trading("nonus", mine=mine)
    assert game.offers("canal") == []
    game.act("canal_bourse", OF_COLOUR[other]).act("side", 1)
    assert game.offers("return_threat") == [starts[1]]


@pytest.mark.rule("BRU-13.21", "BRU-17.65")
def test_a_found_house_is_paid_by_the_carpenter_and_seen_by_the_plasterer() -> None:
    mine = {"people": ["carpenter", "plasterer"], "workers": {"blue": 1}, "threats": {"yellow": 1, "blue": 1}}
    game = activated("egyptian", mine=mine, discard=["baron"]).act("fetch", "baron")
    assert workers(game) == {} and game.offers("return_threat") == ["yellow"]


# -- damage in the midst of it -----------------------------------------------------------------------


@pytest.mark.rule("BRU-9.32", "BRU-10.24", "BRU-5.8")
def test_without_the_watchdog_three_markers_strike_with_the_next_one() -> None:
    """The plague takes the watchdog from three yellow markers; only a marker that is laid sets off damage."""
    mine = {"people": ["watchdog"], "threats": {"yellow": 3, "brown": 2}, "guilders": 6}
    game = city(mine=mine, stack=[TakeThreat(0, COLOURS.index("brown")), Turn(), NextTurn()])
    assert people(game) == [] and threats(game) == {"yellow": 3} and of(game).guilders == 6
    alone = {**mine, "people": [], "threats": {"yellow": 3}}
    next_one = city(mine=alone, stack=[TakeThreat(0, COLOURS.index("yellow")), Turn(), NextTurn()])
    assert threats(next_one) == {} and of(next_one).guilders == 0


@pytest.mark.rule("BRU-12.15", "BRU-12.6", "BRU-18.19")
def test_the_vandal_sends_person_and_pet_home_and_who_was_used_stays_used() -> None:
    other = {"people": ["bookkeeper"], "pets": ["cat"], "used": ["bookkeeper"], "hand": ["king"]}
    game = activated("vandal", others=[other], options={"pets": True}).act("strike")
    assert sorted(named(of(game, 1).hand)) == ["bookkeeper", "cat", "king"] and of(game, 1).houses == []
    assert named(of(game, 1).used) == ["bookkeeper"]


@pytest.mark.rule("BRU-10.23", "BRU-10.24", "BRU-18.31")
def test_two_third_markers_of_the_strategist_strike_two_opponents() -> None:
    others = [{"threats": {"red": 2}, "houses": ["red"]}, {"threats": {"red": 2}, "canals": (1, 0)}]
    game = activated("strategist", mine={"threats": {"red": 2, "blue": 1}}, others=others)
    game.act("spread", "red").act("spread_to", 1)
    assert game.asked == [(0, "strike")], "a front comes to light"
    game.act("strike").act("spread_to", 2)
    assert of(game, 1).houses == [] and of(game, 2).canals == [0, 0]
    assert threats(game) == {"blue": 1} and of(game).points == 0
    assert threats(game, 1) == {} == threats(game, 2)


@pytest.mark.rule("BRU-17.61", "BRU-7.5")
def test_the_judge_is_of_no_use_in_a_tie_for_the_second_place() -> None:
    others = [{"step": 4}, {"step": 3}]
    game = city(mine={"people": ["judge"], "step": 3}, others=others, stack=[Majorities()], last=1, extra=[])
    assert [me.marks[0] for me in game.players] == [0, 1, 0]


@pytest.mark.rule("BRU-16.7", "BRU-17.24")
def test_after_the_last_marker_a_messenger_plays_a_plain_card() -> None:
    mine = {"people": ["messenger"], "workers": {"red": 1}, "hand": ["duke", "count"]}
    game = trading("secundus", markers=1, mine=mine).act("workers_bourse", "duke").act("use", "messenger")
    assert game.offers("workers_bourse") == [] and game.offers("workers") == ["count"]
    assert workers(game.act("workers", "count")) == {"blue": 3, "brown": 2}
    assert card("messenger") in of(game).used
