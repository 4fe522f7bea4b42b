"""Persons who bring guilders, points and workers: a scene for each."""

from __future__ import annotations

from typing import Any

import pytest

from server.games.bruges.state import COLOURS

from .city import activated, card, city, named, of, workers

FULL_COLOURS = dict.fromkeys(COLOURS, 1)

# -- guilders --------------------------------------------------------------------------------------

FIXED = {
    "barmaid": 3,
    "spice_merchant": 4,
    "bookkeeper": 2,
    "long_distance_trader": 3,
    "alchemist": 6,
}


@pytest.mark.rule("BRU-9.9", "BRU-9.14", "BRU-9.10", "BRU-9.13", "BRU-9.6")
@pytest.mark.parametrize("person", FIXED)
def test_who_brings_a_fixed_number_of_guilders(person: str) -> None:
    game = activated(person)
    assert of(game).guilders == FIXED[person] and workers(game) == {}
    assert ("gains_guilders", 0, FIXED[person]) in game.said
    assert game.offers("use") == [], "a person works once a round, and lightning never by hand"


@pytest.mark.rule("BRU-9.14")
def test_the_bookkeeper_costs_no_worker_and_is_marked() -> None:
    game = activated("bookkeeper", mine={"workers": {"red": 1}})
    assert workers(game) == {"red": 1} and named(of(game).used) == ["bookkeeper"]


VARYING: dict[str, tuple[dict[str, Any], int]] = {
    "harbour_master": ({"canals": [3, 1]}, 4),
    "fishwife": ({"canals": [2, 1]}, 5),
    "saddler": ({"people": ["duke", "count", "bishop"]}, 3),
    "butcher": ({"people": ["mason", "duke", "miller"]}, 9),
    "cloth_merchant": ({"houses": ["red"] * 5}, 4),
    "building_inspector": ({"houses": ["red"] * 5}, 2),
    "wine_merchant": ({"hand": ["duke", "count", "earl"]}, 4),
    "page": ({"hand": ["duke", "count", "earl"]}, 3),
    "innkeeper": ({"people": ["mason", "duke", "miller", "bishop"]}, 2),
    "burgrave": ({"step": 4}, 4),
}
"""The owner's additional things, and the guilders that the person brings."""


@pytest.mark.parametrize("person", VARYING)
def test_who_brings_guilders_for_what_there_is(person: str) -> None:
    mine, guilders = VARYING[person]
    assert of(activated(person, mine=mine)).guilders == guilders


@pytest.mark.rule("BRU-17.36", "BRU-17.37", "BRU-17.38")
def test_the_saddler_counts_groups_his_own_among_them() -> None:
    """Crafts twice and nobility once: with the saddler's own crafts still two; a third group makes three."""
    assert of(activated("saddler", mine={"people": ["mason", "miller", "duke"]})).guilders == 2
    assert of(activated("saddler", mine={"people": ["mason", "bishop", "duke"]})).guilders == 3
    assert of(activated("saddler")).guilders == 1, "alone he counts himself"


def test_the_innkeeper_counts_persons_and_not_houses() -> None:
    """Three persons with himself, in five houses: one guilder for every two of them."""
    game = activated("innkeeper", mine={"people": ["mason", "duke"], "houses": ["red"] * 5})
    assert of(game).guilders == 1


def test_the_dice_player_takes_what_the_yellow_die_shows() -> None:
    assert of(activated("dice_player", rolled=[1, 2, 5, 4, 6])).guilders == 5


def test_the_tax_collector_counts_the_persons_of_the_fullest_opponent() -> None:
    others = [{"people": ["duke", "count"]}, {"people": ["mason", "miller", "bishop"]}]
    assert of(activated("tax_collector", others=others)).guilders == 3
    pets = [{"people": ["duke"], "pets": ["cat", "cow", "hen"]}]
    assert of(activated("tax_collector", others=pets, options={"pets": True})).guilders == 4


@pytest.mark.rule("BRU-18.22", "BRU-18.27")
@pytest.mark.parametrize(("person", "worker"), [("harbour_master", "blue"), ("innkeeper", "")])
def test_who_would_bring_nothing_is_not_offered(person: str, worker: str) -> None:
    game = city(mine={"people": [person], "workers": {worker: 1}, "hand": ["duke"]})
    assert game.offers("use") == []


# -- points ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("person", "points"), [("singer", 3), ("glass_blower", 2), ("lute_maker", 1)])
def test_who_brings_points(person: str, points: int) -> None:
    assert of(activated(person)).points == points


HOUSE_COUNTERS = {
    "archivist": "red",
    "juror": "blue",
    "city_chamberlain": "brown",
}


@pytest.mark.rule("BRU-17.74", "BRU-18.23", "BRU-17.77")
@pytest.mark.parametrize("person", HOUSE_COUNTERS)
def test_three_houses_of_a_colour_bring_two_points(person: str) -> None:
    colour = HOUSE_COUNTERS[person]
    game = activated(person, mine={"houses": [colour] * 3})
    assert of(game).points == 2
    two = city(mine={"people": [person], "houses": [colour] * 2, "workers": dict.fromkeys(COLOURS, 1)})
    assert two.offers("use") == []


@pytest.mark.rule("BRU-17.33", "BRU-17.34", "BRU-17.35")
@pytest.mark.parametrize(("canals", "points"), [([5, 5], 4), ([5, 0], 2)])
def test_the_shop_master_counts_complete_sections(canals: list[int], points: int) -> None:
    game = activated("shop_master", mine={"canals": canals})
    assert of(game).points == points


@pytest.mark.rule("BRU-17.34", "BRU-17.35")
def test_a_section_that_lost_a_token_does_not_count_for_the_shop_master() -> None:
    game = city(mine={"people": ["shop_master"], "canals": [4, 0], "finished": [1, 0], "workers": {"red": 1}})
    assert game.offers("use") == []
    other = activated("shop_master", mine={"canals": [5, 4], "finished": [1, 1], "statues": [7, 6]})
    assert of(other).points == 2, "the complete one does"


# -- workers ---------------------------------------------------------------------------------------


def test_the_baker_and_the_cook_bring_workers_of_any_colours() -> None:
    game = activated("baker")
    assert game.offers("take_worker") == list(COLOURS)
    assert workers(game.act("take_worker", "red").act("take_worker", "blue")) == {"red": 1, "blue": 1}
    assert workers(activated("cook").act("take_worker", "violet")) == {"violet": 1}


@pytest.mark.parametrize(
    ("person", "colour"),
    [
        ("scotsman", "blue"),
        ("irishman", "yellow"),
        ("pole", "red"),
        ("hungarian", "brown"),
        ("austrian", "violet"),
    ],
)
@pytest.mark.rule("BRU-13.32")
def test_five_travellers_bring_a_worker_of_their_colour(person: str, colour: str) -> None:
    assert workers(activated(person)) == {colour: 1}


def test_the_jongleur_brings_three_different_workers() -> None:
    game = activated("jongleur").act("take_worker", "red")
    assert game.offers("take_worker") == ["blue", "brown", "yellow", "violet"]
    game.act("take_worker", "blue").act("take_worker", "violet")
    assert workers(game) == {"red": 1, "blue": 1, "violet": 1}


def test_the_smith_brings_one_worker_of_each_colour() -> None:
    assert workers(activated("smith")) == FULL_COLOURS


def test_the_lansquenet_brings_four_workers_of_one_colour() -> None:
    assert workers(activated("lansquenet").act("take_workers", "brown")) == {"brown": 4}


def test_the_squire_brings_two_workers_and_two_guilders() -> None:
    game = activated("squire").act("take_worker", "red").act("take_worker", "red")
    assert workers(game) == {"red": 2} and of(game).guilders == 2


@pytest.mark.parametrize(("person", "guilders"), [("salt_merchant", 2), ("maid", 1)])
def test_who_brings_a_worker_and_guilders(person: str, guilders: int) -> None:
    game = activated(person).act("take_worker", "red")
    assert workers(game) == {"red": 1} and of(game).guilders == guilders


ENOUGH: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "customs_officer": ({"canals": [3, 2]}, {"canals": [4, 0]}),
    "councillor": ({"step": 5}, {"step": 4}),
    "illuminator": (
        {"people": ["duke", "archivist", "acrobat", "mason"]},
        {"people": ["duke", "archivist", "acrobat", "bard"]},
    ),
}
"""Positions that are enough for two points, and positions that are not."""


@pytest.mark.rule("BRU-18.22")
@pytest.mark.parametrize("person", ENOUGH)
def test_who_brings_two_points_for_enough_of_something(person: str) -> None:
    enough, short = ENOUGH[person]
    assert of(activated(person, mine=enough)).points == 2
    mine = {**short, "people": [person, *short.get("people", ())], "workers": [1] * 5}
    assert card(person) not in [card(name) for name in city(mine=mine).offers("use")]
