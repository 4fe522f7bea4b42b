"""Persons that affect opponents: a scene for each, and the interruption of a turn."""

from __future__ import annotations

import pytest

from server.games.bruges.cards import ACTIVATION
from server.games.kernel import ALL, OPEN

from .city import activated, card, city, named, of, people, threats, workers

# -- no decision -----------------------------------------------------------------------------------


@pytest.mark.rule("BRU-17.4", "BRU-17.5")
def test_the_thief_takes_three_guilders_from_each() -> None:
    game = activated("thief", others=[{"guilders": 5}, {"guilders": 2}, {}])
    assert [me.guilders for me in game.players] == [5, 2, 0, 0] and game.asked == [(0, "end_turn")]


@pytest.mark.parametrize(("person", "guilders"), [("mercenary", 2), ("fence", 1)])
def test_who_robs_the_richest(person: str, guilders: int) -> None:
    game = activated(person, others=[{"guilders": 5}, {"guilders": 7}])
    assert [me.guilders for me in game.players] == [guilders, 5, 7 - guilders]
    tied = activated(person, others=[{"guilders": 5}, {"guilders": 5}, {"guilders": 4}])
    assert tied.offers("rob") == [1, 2]
    assert of(tied.act("rob", 2), 2).guilders == 5 - guilders
    assert city(mine={"people": [person], "workers": [1] * 5}).offers("use") == []


def test_the_inquisitor_costs_each_opponent_two_points() -> None:
    game = activated("inquisitor", mine={"points": 4}, others=[{"points": 5}, {"points": 1}])
    assert [me.points for me in game.players] == [4, 3, 0]


def test_the_saboteur_pushes_everybody_back() -> None:
    game = activated("saboteur", mine={"step": 3}, others=[{"step": 1}, {}, {"step": 7}])
    assert [me.step for me in game.players] == [3, 0, 0, 6]


# -- decisions of opponents ------------------------------------------------------------------------


@pytest.mark.rule("BRU-17.1", "BRU-17.2", "BRU-17.3", "BRU-18.28", "BRU-18.30")
def test_the_beggar_asks_who_has_a_choice() -> None:
    """Four, one and no workers: three for the beggar, and one decision."""
    others = [{"workers": {"red": 2, "blue": 2}}, {"workers": {"yellow": 1}}, {}]
    game = activated("beggar", others=others)
    assert game.asked == [(0, "interrupt")]
    game.act("interrupt")
    assert game.asked == [(1, "give_workers")] and game.offers("give_worker", 1) == ["blue", "red"]
    assert game.offers("give_rest", 1) == ["blue", "red"], "or both of one colour at once"
    game.act("give_worker", "red", seat=1)
    assert game.asked == [(1, "give_worker")]
    game.act("give_worker", "red", seat=1)
    assert workers(game) == {"red": 2, "yellow": 1} and workers(game, 1) == {"blue": 2}
    assert game.asked == [(0, "end_turn")], "the same player goes on"


@pytest.mark.rule("BRU-17.3", "BRU-18.31")
def test_equal_workers_are_no_decision() -> None:
    game = activated("beggar", others=[{"workers": {"red": 4}}, {"workers": {"blue": 1}}])
    assert workers(game) == {"red": 2, "blue": 1} and game.asked == [(0, "end_turn")]
    assert game.sealed == OPEN, "and so it may be taken back as usual"


@pytest.mark.rule("BRU-18.29", "BRU-18.32", "BRU-17.80", "BRU-17.79")
def test_opponents_decide_side_by_side_and_only_they() -> None:
    others = [{"hand": ["duke", "count"]}, {"hand": ["baron", "margrave"]}, {"hand": ["prince"]}]
    game = activated("robber", mine={"hand": ["queen"]}, others=others)
    assert game.asked == [(0, "interrupt")]
    game.act("interrupt")
    assert game.sealed == ALL, "from here on nothing can be taken back"
    assert game.asked == [(1, "discard"), (2, "discard")]
    game.act("discard", "margrave", seat=2)
    assert game.sealed == ALL and game.asked == [(1, "discard")]
    game.act("discard", "duke", seat=1)
    assert [named(me.hand) for me in game.players] == [["queen"], ["count"], ["baron"], []]
    assert sorted(named(game.discard)) == ["duke", "margrave", "prince"]


@pytest.mark.rule("BRU-17.78")
def test_the_assassin_takes_a_person_from_each() -> None:
    others = [{"people": ["duke", "count"]}, {"people": ["baron"], "pets": ["cat"]}, {}]
    game = activated("assassin", others=others, options={"pets": True}).act("interrupt")
    assert game.offers("lose_person", 1) == ["duke", "count"]
    assert game.offers("lose_person", 2) == ["baron", "cat"], "pets count as persons"
    game.act("lose_person", "count", seat=1).act("lose_person", "cat", seat=2)
    assert people(game, 1) == ["duke"] and people(game, 2) == ["baron"]
    assert named(game.discard) == ["count", "cat"]


@pytest.mark.rule("BRU-17.79", "BRU-10.8")
def test_the_vandal_takes_a_house_from_each() -> None:
    others = [{"houses": ["duke", "count"], "people": ["baron"]}, {"houses": ["prince"]}]
    game = activated("vandal", others=others).act("interrupt").act("lose_house", 0, seat=1)
    assert named(of(game, 1).houses) == ["count"] and named(of(game, 1).hand) == ["baron"]
    assert of(game, 2).houses == [] and sorted(named(game.discard)) == ["duke", "prince"]


@pytest.mark.rule("BRU-17.16", "BRU-17.17", "BRU-17.18", "BRU-17.19")
def test_the_troublemaker_takes_an_outermost_token() -> None:
    others = [{"canals": [2, 0]}, {"canals": [5, 1], "statues": [7]}, {}]
    game = activated("troublemaker", mine={"canals": [3, 3]}, others=others).act("interrupt")
    assert game.asked == [(2, "lose_canal")], "two left and none right is no decision"
    assert game.offers("lose_canal", 2) == [0, 1]
    game.act("lose_canal", 0, seat=2)
    assert [me.canals for me in game.players] == [[3, 3], [1, 0], [4, 1], [0, 0]]
    assert of(game, 2).statues == [7] and of(game, 2).finished == [1, 0]


# -- threat markers --------------------------------------------------------------------------------

THREATENING = {
    "arsonist": "red",
    "quack": "brown",
    "sluice_breaker": "blue",
    "highwayman": "yellow",
    "schemer": "violet",
}


@pytest.mark.rule("BRU-17.78", "BRU-17.79")
@pytest.mark.parametrize("person", THREATENING)
def test_who_gives_each_opponent_a_marker(person: str) -> None:
    game = activated(person, others=[{}, {"threats": {"red": 1}}])
    colour = THREATENING[person]
    assert threats(game, 1) == {colour: 1} and threats(game) == {}
    assert sum(threats(game, 2).values()) == 2 and game.asked == [(0, "end_turn")]


@pytest.mark.rule("BRU-10.23", "BRU-18.28")
def test_a_marker_by_a_person_sets_off_damage_at_once() -> None:
    burning = {"threats": {"red": 2}, "houses": ["duke", "count"]}
    game = activated("arsonist", others=[burning]).act("interrupt")
    assert game.asked == [(1, "fire")]
    game.act("lose_house", 1, seat=1)
    assert named(of(game, 1).houses) == ["duke"] and threats(game, 1) == {}
    flood = activated("sluice_breaker", others=[{"threats": {"blue": 2}, "workers": {"red": 3}}])
    assert workers(flood, 1) == {} and threats(flood, 1) == {}, "no decision, no interruption"


def test_the_seal_master_names_a_colour() -> None:
    game = activated("seal_master", others=[{"threats": {"violet": 2}, "points": 5}, {}])
    game.act("threaten", "violet")
    assert of(game, 1).points == 2 and threats(game, 1) == {} and threats(game, 2) == {"violet": 1}


def test_the_smuggler_passes_a_marker_to_the_left() -> None:
    game = activated("smuggler", mine={"threats": {"red": 1, "blue": 1}}, others=[{}, {}])
    game.act("pass_threat", "red")
    assert threats(game) == {"blue": 1} and threats(game, 1) == {"red": 1} and threats(game, 2) == {}
    assert of(game).points == 0
    single = activated("smuggler", mine={"threats": {"red": 1}}, others=[{"people": ["duke"]}])
    assert threats(single, 1) == {"red": 1}


def test_the_swindler_gives_each_opponent_at_most_one() -> None:
    mine = {"threats": {"red": 2, "blue": 1}}
    game = activated("swindler", mine=mine, others=[{}, {}, {}])
    assert game.offers("give_red") == game.offers("give_blue") == [1, 2, 3]
    game.act("give_red", 2)
    assert game.offers("give_red") == [1, 3]
    game.act("give_blue", 1).act("enough")
    assert threats(game) == {"red": 1} and threats(game, 1) == {"blue": 1} and threats(game, 2) == {"red": 1}
    everybody = activated("swindler", mine=mine).act("give_red", 1)
    assert everybody.verbs() == ["done"] and threats(everybody) == {"red": 1, "blue": 1}, (
        "no opponent is left"
    )
    burning = {"threats": {"red": 2}, "houses": ["duke", "count"]}
    fire = activated("swindler", mine=mine, others=[burning, {}]).act("give_red", 1).act("interrupt")
    fire.act("lose_house", 0, seat=1)
    assert fire.offers("give_red") == [2], "afterwards the swindler goes on"


def test_the_strategist_hands_out_a_whole_colour() -> None:
    mine = {"threats": {"red": 2, "blue": 1}}
    game = activated("strategist", mine=mine, others=[{}, {}])
    assert game.offers("spread") == ["blue", "red"]
    game.act("spread", "red").act("spread_to", 2).act("spread_to", 2)
    assert threats(game) == {"blue": 1} and threats(game, 2) == {"red": 2} and threats(game, 1) == {}


# -- the archer ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "person", ["thief", "beggar", "robber", "vandal", "assassin", "troublemaker", "arsonist"]
)
def test_the_archer_protects_from_persons_of_opponents(person: str) -> None:
    have = {
        "people": ["archer", "duke"],
        "guilders": 5,
        "workers": {"red": 3},
        "hand": ["count"],
        "canals": [2, 2],
        "points": 3,
        "threats": {"red": 2},
    }
    game = activated(person, others=[have])
    me = of(game, 1)
    assert (me.guilders, workers(game, 1), named(me.hand), me.canals) == (5, {"red": 3}, ["count"], [2, 2])
    assert (
        people(game, 1) == ["archer", "duke"]
        and len(me.houses) == 2
        and me.points == 3
        and threats(game, 1) == {"red": 2}
    )
    assert game.asked == [(0, "end_turn")]


@pytest.mark.rule("BRU-18.22", "BRU-18.27")
@pytest.mark.parametrize("person", ["smuggler", "swindler", "strategist", "thief", "moneylender"])
def test_nobody_can_do_anything_to_the_archer_alone(person: str) -> None:
    """Persons that are activated by hand are not offered; a lightning has no effect."""
    mine = {"threats": {"red": 1, "blue": 1}, "workers": [1] * 5, "guilders": 3}
    archer = {"people": ["archer"], "guilders": 5}
    options = {"new_citizens": True}
    by_hand = city(mine={**mine, "people": [person]}, others=[archer], options=options)
    assert by_hand.offers("use") == []
    if ACTIVATION[card(person)] == "immediate":
        game = activated(person, mine=mine, others=[archer], options=options)
        assert game.verbs() == ["done"] and of(game).guilders == 3 and of(game).points == 0
        assert of(game, 1).guilders == 5 and threats(game, 1) == {}


def test_beside_the_archer_the_others_take_the_markers() -> None:
    mine = {"threats": {"red": 2}}
    others = [{"people": ["archer"]}, {}, {}]
    swindler = activated("swindler", mine=mine, others=others)
    assert swindler.offers("give_red") == [2, 3]
    strategist = activated("strategist", mine=mine, others=others)
    assert strategist.offers("spread_to") == [2, 3]
    lender = activated("moneylender", mine={"guilders": 5}, others=others)
    assert [me.guilders for me in lender.players] == [3, 0, 1, 1] and of(lender).points == 2


def test_with_the_archer_others_are_the_richest() -> None:
    game = activated("mercenary", others=[{"people": ["archer"], "guilders": 9}, {"guilders": 2}])
    assert [me.guilders for me in game.players] == [2, 9, 0]
