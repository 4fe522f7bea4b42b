"""Persons who discard threat markers: a scene for each."""

from __future__ import annotations

import pytest

from .city import activated, city, of, threats, workers

CLERGY = {"nun": "blue", "monk": "brown", "parish_priest": "yellow", "chaplain": "red", "altar_boy": "violet"}


@pytest.mark.rule("BRU-8.11")
@pytest.mark.parametrize("person", CLERGY)
def test_clergy_against_one_colour(person: str) -> None:
    colour = CLERGY[person]
    other = "red" if colour != "red" else "blue"
    game = activated(person, mine={"threats": {colour: 2, other: 1}})
    assert threats(game) == {colour: 1, other: 1} and of(game).points == 1, "the first is no question"
    assert game.verbs() == ["return_threat", "enough"] and game.offers("return_threat") == [colour]
    game.act("return_threat", colour)
    assert threats(game) == {other: 1} and of(game).points == 2
    one = activated(person, mine={"threats": {colour: 2}}).act("enough")
    assert threats(one) == {colour: 1} and of(one).points == 1
    none = city(mine={"people": [person], "workers": [1] * 5, "threats": {other: 2}})
    assert none.offers("use") == []


def test_the_beadle_discards_one_and_earns_two_guilders() -> None:
    game = activated("beadle", mine={"threats": {"red": 1, "blue": 2}}).act("return_threat", "blue")
    assert threats(game) == {"red": 1, "blue": 1} and of(game).points == 1 and of(game).guilders == 2
    assert of(activated("beadle")).guilders == 0, "without a marker nothing happens"


def test_the_bath_keeper_discards_one_or_two() -> None:
    game = activated("bath_keeper", mine={"threats": {"red": 1, "blue": 2}}).act("return_threat", "blue")
    assert threats(game) == {"red": 1, "blue": 1} and of(game).points == 1
    assert game.verbs() == ["return_threat", "enough"]
    assert threats(game.act("return_threat", "red")) == {"blue": 1} and of(game).points == 2


def test_the_abbot_discards_all() -> None:
    game = activated("abbot", mine={"threats": {"red": 2, "blue": 2, "violet": 1}})
    assert threats(game) == {} and of(game).points == 5


def test_the_apothecary_discards_all_of_one_colour() -> None:
    game = activated("apothecary", mine={"threats": {"red": 2, "blue": 1}}).act("return_all", "red")
    assert threats(game) == {"blue": 1} and of(game).points == 2
    assert of(activated("apothecary", mine={"threats": {"violet": 2}})).points == 2


def test_the_militia_discards_one_of_each_colour() -> None:
    game = activated("militia", mine={"threats": {"red": 2, "blue": 1, "brown": 2}})
    assert threats(game) == {"red": 1, "brown": 1} and of(game).points == 3


@pytest.mark.rule("BRU-17.12", "BRU-17.13", "BRU-17.14", "BRU-17.15")
def test_the_jailer_discards_as_many_as_there_are_persons() -> None:
    crowd = ["duke", "count", "baron"]
    three = activated("jailer", mine={"people": crowd, "threats": {"red": 2, "blue": 1}})
    for colour in ("red", "red", "blue"):
        three.act("return_threat", colour)
    assert threats(three) == {} and of(three).points == 3
    six = activated("jailer", mine={"people": crowd, "threats": {"red": 2, "blue": 2, "violet": 2}})
    for colour in ("red", "blue", "violet", "violet"):
        assert "enough" in six.verbs(), "fewer is allowed"
        six.act("return_threat", colour)
    assert threats(six) == {"red": 1, "blue": 1} and of(six).points == 4
    assert six.asked == [(0, "end_turn")]


@pytest.mark.rule("BRU-12.7", "BRU-12.6")
def test_the_jailer_counts_pets() -> None:
    """Two persons with himself, and two pets: up to four markers."""
    mine = {"people": ["duke"], "pets": ["cat", "cow"], "threats": {"red": 2, "blue": 2, "violet": 1}}
    game = activated("jailer", mine=mine, options={"pets": True})
    for colour in ("red", "red", "blue", "blue"):
        game.act("return_threat", colour)
    assert threats(game) == {"violet": 1} and of(game).points == 4


def test_the_confessor_and_the_night_watchman() -> None:
    game = activated("confessor", mine={"threats": {"red": 1}})
    assert (threats(game), of(game).points, of(game).guilders) == ({}, 1, 2)
    paid = activated("night_watchman", mine={"threats": {"red": 1, "blue": 1}, "guilders": 1})
    paid.act("return_threat", "red")
    assert (threats(paid), of(paid).points, of(paid).guilders) == ({"blue": 1}, 1, 0)
    poor = city(mine={"people": ["night_watchman"], "threats": {"red": 1}})
    assert poor.offers("use") == []


def test_the_lay_brother_discards_a_marker_and_draws() -> None:
    game = activated("lay_brother", mine={"threats": {"red": 1}}, tops=(["duke"], ["count"]))
    game.act("stack", 1)
    assert (threats(game), of(game).points, len(of(game).hand)) == ({}, 1, 1)
    assert workers(game) == {}


def test_lightning_without_markers_does_nothing() -> None:
    for person in ("beadle", "abbot", "apothecary", "militia", "jailer"):
        game = activated(person)
        assert of(game).points == 0 and game.asked == [(0, "end_turn")]
