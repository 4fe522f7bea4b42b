"""The bourse: a scene for each of its cards."""

from __future__ import annotations

import pytest

from .city import named, of, people, threats, trading, workers


@pytest.mark.rule("BRU-16.5", "BRU-16.11")
def test_secundus_brings_a_third_worker() -> None:
    game = trading("secundus", mine={"hand": ["margrave"]})
    assert game.offers("workers") == game.offers("workers_bourse") == ["margrave"], "it need not be used"
    game.act("workers_bourse", "margrave")
    assert workers(game) == {"red": 3} and game.markers == 4


@pytest.mark.rule("BRU-16.14")
def test_secundus_and_the_reeve_both_count() -> None:
    game = trading("secundus", mine={"hand": ["margrave"], "people": ["reeve"]})
    assert workers(game.act("workers_bourse", "margrave")) == {"red": 4}


def test_tertius_brings_any_colours() -> None:
    game = trading("tertius", mine={"hand": ["margrave"]}).act("workers_bourse", "margrave")
    assert workers(game.act("take_worker", "blue").act("take_worker", "red")) == {"blue": 1, "red": 1}
    tanner = trading(
        "tertius", mine={"hand": ["margrave"], "people": ["tanner"]}, options={"new_citizens": True}
    )
    assert tanner.offers("workers_bourse") == ["margrave"], (
        "the tanner does that already: it only takes a marker"
    )
    assert tanner.act("workers_bourse", "margrave").markers == 4


@pytest.mark.rule("BRU-16.9", "BRU-8.6")
def test_quartus_makes_five_of_any_die() -> None:
    """A violet card and a violet die of 1: five guilders instead of one."""
    game = trading("quartus", mine={"hand": ["prince"]}, rolled=[6, 6, 6, 6, 1])
    assert of(game.act("guilders_bourse", "prince")).guilders == 5
    plain = trading("quartus", mine={"hand": ["prince"]}, rolled=[6, 6, 6, 6, 1])
    assert of(plain.act("guilders", "prince")).guilders == 1 and plain.markers == 5
    for die in (5, 6):
        more = trading("quartus", mine={"hand": ["duke"]}, rolled=[die, 6, 6, 6, 1])
        assert more.offers("guilders_bourse") == ["duke"], "its user may remove the marker"
        assert of(more.act("guilders_bourse", "duke")).guilders == 5 and more.markers == 4


def test_quintus_brings_two_more_guilders() -> None:
    game = trading("quintus", mine={"hand": ["prince"]}, rolled=[6, 6, 6, 6, 3])
    assert of(game.act("guilders_bourse", "prince")).guilders == 5


def test_sextus_discards_two_of_any_colours() -> None:
    mine = {"hand": ["prince"], "threats": {"red": 2, "blue": 1}}
    game = trading("sextus", mine=mine)
    assert game.offers("threat") == [] and game.offers("threat_bourse") == ["prince"]
    game.act("threat_bourse", "prince").act("return_threat", "red").act("return_threat", "blue")
    assert threats(game) == {"red": 1} and of(game).points == 2
    violet = trading("sextus", mine={"hand": ["prince"], "threats": {"violet": 1}})
    assert violet.offers("threat_bourse") == ["prince"], "nothing more than the plain action but the marker"
    assert threats(violet.act("threat_bourse", "prince")) == {} and violet.markers == 4
    assert trading("sextus", mine={"hand": ["prince"]}).offers("threat_bourse") == [], "no marker, no action"


def test_septimus_brings_two_more_points() -> None:
    game = trading("septimus", mine={"hand": ["prince"], "threats": {"violet": 1}})
    game.act("threat_bourse", "prince")
    assert threats(game) == {} and of(game).points == 3
    assert trading("septimus", mine={"hand": ["prince"]}).offers("threat_bourse") == []


@pytest.mark.rule("BRU-16.5", "BRU-16.7", "BRU-18.26")
def test_an_improvement_may_be_used_up_where_a_person_brings_it_already() -> None:
    """The sexton discards two of any colours by himself; after the well builder the token is free."""
    mine = {"hand": ["prince"], "threats": {"red": 2, "violet": 1}}
    assert trading("sextus", mine=mine).offers("threat_bourse") == ["prince"]
    sexton = trading("sextus", mine={**mine, "people": ["sexton"]})
    assert sexton.offers("threat") == sexton.offers("threat_bourse") == ["prince"]
    sexton.act("threat_bourse", "prince").act("return_threat", "red").act("return_threat", "red")
    assert threats(sexton) == {"violet": 1} and of(sexton).points == 2 and sexton.markers == 4
    builder = trading("octavus", mine={"hand": ["duke"], "people": ["well_builder"]})
    assert builder.offers("canal") == [] and builder.offers("canal_bourse") == ["duke"]
    builder.act("use", "well_builder")
    assert builder.offers("canal") == builder.offers("canal_bourse") == ["duke"]
    assert builder.act("canal_bourse", "duke").free_canal, "and the well builder waits for the next token"


@pytest.mark.rule("BRU-16.14", "BRU-16.5")
def test_septimus_and_the_sexton_both_count() -> None:
    """Two markers of any colours for a point each, and the two further points once."""
    mine = {"people": ["sexton"], "hand": ["prince"], "threats": {"red": 2, "blue": 1}}
    game = trading("septimus", mine=mine)
    assert game.offers("threat_bourse") == ["prince"], "a violet card, and no violet marker"
    game.act("threat_bourse", "prince").act("return_threat", "red").act("return_threat", "blue")
    assert threats(game) == {"red": 1} and of(game).points == 2 + 2 and game.markers == 4


def test_octavus_pays_the_canal() -> None:
    game = trading("octavus", mine={"hand": ["free_lord"], "canals": [3, 0]}).act("canal_bourse", "free_lord")
    assert game.asked == [(0, "side")], "violet fits the fourth space and the first"
    game.act("side", 0)
    assert of(game).canals == [4, 0] and of(game).guilders == 0
    assert trading("octavus", mine={"hand": ["count"], "canals": [3, 0]}).offers("canal_bourse") == []


def test_nonus_takes_a_card_of_any_colour() -> None:
    game = trading("nonus", mine={"hand": ["count"], "guilders": 4, "canals": [3, 5]})
    assert game.offers("canal") == []
    game.act("canal_bourse", "count")
    assert of(game).canals == [4, 5] and of(game).guilders == 0
    fits = trading("nonus", mine={"hand": ["prince"], "guilders": 4, "canals": [3, 5]})
    assert fits.offers("canal") == fits.offers("canal_bourse") == ["prince"], "though it has the only colour"
    poor = trading("nonus", mine={"hand": ["prince"], "guilders": 3, "canals": [3, 5]})
    assert poor.offers("canal_bourse") == []


def test_decimus_pays_the_house() -> None:
    game = trading("decimus", mine={"hand": ["count"]})
    assert game.offers("house") == []
    game.act("house_bourse", "count")
    assert named(of(game).houses) == ["count"]


def test_undecimus_pays_for_a_house() -> None:
    game = trading("undecimus", mine={"hand": ["count"], "workers": {"brown": 1}}).act(
        "house_bourse", "count"
    )
    assert of(game).guilders == 2 and workers(game) == {}


@pytest.mark.rule("BRU-18.26")
def test_primus_activates_a_person_even_a_useless_one() -> None:
    mine = {
        "hand": ["maid"],
        "guilders": 3,
        "people": ["bookkeeper", "archivist", "reeve"],
        "used": ["bookkeeper"],
        "houses": ["blue"] * 4,
    }
    game = trading("primus", mine=mine).act("hire_bourse", "maid")
    assert game.offers("activate") == ["bookkeeper", "archivist", "maid"]
    game.act("activate", "bookkeeper")
    assert of(game).guilders == 2 and game.markers == 4
    useless = trading("primus", mine=mine).act("hire_bourse", "maid").act("activate", "archivist")
    assert of(useless).points == 0 and useless.markers == 4 and people(useless)[-1] == "maid"


def test_duodecimus_makes_a_person_cheaper() -> None:
    mine = {"hand": ["prince", "peddler"], "guilders": 6, "houses": ["blue"]}
    game = trading("duodecimus", mine=mine)
    assert game.offers("hire") == ["peddler"] and game.offers("hire_bourse") == ["prince", "peddler"]
    assert of(game.act("hire_bourse", "prince")).guilders == 0


@pytest.mark.rule("BRU-16.7", "BRU-16.8")
def test_the_last_marker_ends_it_and_one_player_may_take_several() -> None:
    mine = {"hand": ["margrave", "mayor", "cardinal"], "people": ["messenger", "herald"]}
    game = trading("secundus", mine={**mine, "workers": {"red": 1, "violet": 1}}, markers=2)
    game.act("workers_bourse", "margrave").act("use", "messenger").act("workers_bourse", "mayor")
    assert game.markers == 0
    game.act("use", "herald")
    assert game.offers("workers_bourse") == []


@pytest.mark.rule("BRU-16.6", "BRU-16.13")
def test_only_cards_played_are_improved() -> None:
    mine = {"people": ["acrobat"], "workers": {"red": 1}, "guilders": 1}
    assert trading("octavus", mine=mine).offers("use") == [], "a person's token costs what it costs"


@pytest.mark.rule("BRU-18.26", "BRU-9.28")
def test_primus_activates_the_newcomer_where_nobody_else_lives() -> None:
    mine = {"hand": ["bookkeeper", "reeve"], "guilders": 6, "houses": ["red"]}
    game = trading("primus", mine=mine)
    assert game.offers("hire") == game.offers("hire_bourse") == ["bookkeeper", "reeve"]
    game.act("hire_bourse", "bookkeeper")
    assert of(game).guilders == 2 and game.offers("use") == ["bookkeeper"], "not by hand, so not marked"
    nobody = trading("primus", mine=mine).act("hire_bourse", "reeve")
    assert nobody.verbs() == ["done"] and nobody.markers == 4, "the reeve can't be activated"
