"""Persons who draw, play, build, search and bring back: a scene for each."""

from __future__ import annotations

import pytest

from .city import activated, card, city, named, of, people, threats, workers

SERVANTS = ["farmhand", "valet"]
SCHOLARS = ["philosopher", "student", "magister"]
ARTISTS = ["acrobat", "bard", "juggler", "minstrel", "dancer"]
RUNNERS = ["messenger", "herald", "coachman", "scribe", "stable_boy"]


@pytest.mark.rule("BRU-9.12", "BRU-6.10")
@pytest.mark.parametrize("person", SERVANTS)
def test_servants_draw_a_card(person: str) -> None:
    game = activated(person, tops=(["duke"], ["count"]))
    assert game.asked == [(0, "draw")] and game.offers("stack") == [0, 1]
    game.act("stack", 1)
    assert named(of(game).hand) == ["count"] and workers(game) == {}
    assert game.offers("workers") == ["count"], "drawn cards may be played this turn"


def test_the_cartographer_draws_three() -> None:
    game = activated("cartographer", tops=(["duke", "baron"], ["count", "margrave"]))
    game.act("stack", 0).act("stack", 1).act("stack", 0)
    assert named(of(game).hand) == ["duke", "count", "baron"]


def test_the_pilgrim_discards_a_threat_and_draws_two() -> None:
    mine = {"threats": {"red": 1, "blue": 1}}
    game = activated("pilgrim", mine=mine, tops=(["duke", "baron"], ["count"])).act("return_threat", "red")
    game.act("stack", 0).act("stack", 1)
    assert named(of(game).hand) == ["duke", "count"] and threats(game) == {"blue": 1} and of(game).points == 1
    assert activated("pilgrim").verbs() == ["done"], "without a marker nothing happens"


@pytest.mark.parametrize("person", SCHOLARS)
def test_scholars_keep_one_of_three(person: str) -> None:
    game = activated(person, tops=(["duke", "baron"], ["count"]))
    game.act("stack", 0).act("stack", 1).act("stack", 0)
    assert game.offers("keep") == ["duke", "count", "baron"]
    game.act("keep", "count")
    assert named(of(game).hand) == ["count"] and named(game.discard) == ["duke", "baron"]


def test_the_mathematician_keeps_two_of_four() -> None:
    game = activated("mathematician", tops=(["duke", "baron", "prince"], ["count"]))
    game.act("stack", 0).act("stack", 1).act("stack", 0).act("stack", 0)
    game.act("keep", "count").act("keep", "prince")
    assert named(of(game).hand) == ["count", "prince"] and named(game.discard) == ["duke", "baron"]


def test_the_historian_changes_two_cards_or_as_many_as_there_are() -> None:
    game = activated("historian", mine={"hand": ["duke", "count", "earl"]}, tops=(["baron", "prince"], []))
    game.act("discard", "duke").act("discard", "earl").act("stack", 0).act("stack", 0)
    assert named(of(game).hand) == ["count", "baron", "prince"] and named(game.discard) == ["duke", "earl"]
    one = activated("historian", mine={"hand": ["duke"]}, tops=(["baron"], [])).act("discard", "duke")
    assert named(of(one.act("stack", 0)).hand) == ["baron"] and one.verbs() == ["workers", "guilders"]


def test_the_chambermaid_lays_a_hand_card_for_no_further_worker() -> None:
    game = activated("chambermaid", mine={"hand": ["duke", "count"]})
    assert game.verbs() == ["lay", "decline"]
    assert named(of(game.act("lay", "duke")).houses)[-1:] == ["duke"] and workers(game) == {}


@pytest.mark.rule("BRU-4.18")
def test_nobody_draws_from_empty_stacks() -> None:
    game = city(mine={"people": ["farmhand"], "workers": {"red": 1}}, sizes=(0, 0), extra=[])
    assert game.offers("use") == []
    one = city(mine={"people": ["farmhand"], "workers": {"red": 1}}, sizes=(0, 1), extra=[])
    assert len(of(one.act("use", "farmhand")).hand) == 1, "no choice between one stack and none"
    assert one.stacks == [[], []]


def test_the_master_of_the_hunt_changes_a_card() -> None:
    game = activated("hunt_master", mine={"hand": ["duke", "count"]}, tops=(["baron"], []))
    game.act("discard", "duke").act("stack", 0)
    assert named(of(game).hand) == ["count", "baron"] and named(game.discard) == ["duke"]
    assert game.offers("workers") == ["count", "baron"], "it is not the turn's card"
    empty = {"people": ["hunt_master"], "workers": [1] * 5, "hand": ["duke"]}
    assert city(mine=empty, sizes=(0, 0), extra=[]).offers("use") == [], "there must be something to draw"


def test_the_librarian_swaps_within_a_colour() -> None:
    """The duke is blue like the juror in the discard pile; the queen is yellow."""
    game = city(
        mine={"people": ["librarian"], "hand": ["duke", "queen"]}, discard=["juror", "margrave", "notary"]
    )
    game.act("use", "librarian")
    assert game.offers("swap") == ["duke"]
    game.act("swap", "duke")
    assert game.offers("fetch") == ["juror", "notary"]
    game.act("fetch", "notary")
    assert named(of(game).hand) == ["queen", "notary"] and named(game.discard) == [
        "juror",
        "margrave",
        "duke",
    ]


# -- playing ---------------------------------------------------------------------------------------


@pytest.mark.rule("BRU-17.24", "BRU-17.27", "BRU-9.27")
@pytest.mark.parametrize("person", RUNNERS)
def test_runners_play_a_further_card(person: str) -> None:
    game = activated(person, mine={"hand": ["duke", "margrave"]})
    assert game.asked == [(0, "play")]
    game.act("workers", "margrave")
    assert workers(game) == {"red": 2} and game.asked == [(0, "turn")]
    assert game.offers("workers") == ["duke"], "the turn's own card is still to be played"


@pytest.mark.rule("BRU-17.26", "BRU-17.25", "BRU-17.28")
def test_two_runners_use_up_three_cards_in_a_turn() -> None:
    mine = {
        "people": ["messenger", "herald"],
        "workers": {"red": 1, "violet": 1},
        "hand": ["duke", "count", "baron", "margrave", "prince"],
    }
    game = city(mine=mine).act("use", "messenger").act("workers", "duke")
    game.act("workers", "count").act("use", "herald").act("workers", "baron")
    assert named(of(game).hand) == ["margrave", "prince"] and game.verbs() == ["done"]
    bare = city(mine={"people": ["messenger"], "workers": {"red": 1}})
    assert bare.offers("use") == [], "without a hand card he is of no use"


COLOURISTS = ["frenchwoman", "norwegian", "portuguese", "russian", "spaniard"]


@pytest.mark.rule("BRU-13.25", "BRU-13.26", "BRU-13.27", "BRU-13.31")
@pytest.mark.parametrize("person", COLOURISTS)
def test_a_red_card_named_blue(person: str) -> None:
    mine = {"hand": ["margrave"], "guilders": 9, "threats": {"blue": 1}, "workers": {"blue": 1}}
    for verb in ("workers", "guilders", "threat", "canal", "house"):
        game = activated(person, mine=mine, rolled=[6, 1, 1, 2, 1])
        game.act("play", "margrave").act("colour", "blue")
        before = workers(game).get("blue", 0)
        game.act(verb, "margrave")
        me = of(game)
        match verb:
            case "workers":
                assert workers(game)["blue"] == before + 2
            case "guilders":
                assert me.guilders == 15
            case "threat":
                assert threats(game) == {} and me.points == 1
            case "canal":
                assert me.canals == [1, 0] and me.guilders == 8, "the left section begins with blue"
            case _:
                assert workers(game).get("blue", 0) == before - 1 and me.houses[-1] == card("margrave")


@pytest.mark.rule("BRU-13.28", "BRU-13.29", "BRU-18.24")
def test_a_named_colour_waits_for_a_card_but_not_beyond_the_turn() -> None:
    options = {"new_citizens": True}
    mine = {"people": ["frenchwoman", "norwegian", "bookkeeper"], "workers": {"violet": 1, "blue": 1}}
    game = city(mine={**mine, "hand": ["duke"]}, others=[{"hand": ["count"]}], options=options)
    game.act("workers", "duke")
    assert game.offers("use") == ["frenchwoman", "norwegian", "bookkeeper"], "usable after the last card"
    game.act("use", "frenchwoman")
    assert game.offers("use") == ["bookkeeper"], "one at a time"
    game.act("use", "bookkeeper").act("done")
    assert not game.recolour and named(of(game).used) == ["frenchwoman", "bookkeeper"]


# -- building --------------------------------------------------------------------------------------


@pytest.mark.rule("BRU-17.20", "BRU-17.21", "BRU-17.22", "BRU-17.23")
@pytest.mark.parametrize("person", ARTISTS)
def test_artists_build_at_double_price(person: str) -> None:
    four = activated(person, mine={"guilders": 8, "canals": [3, 5]})
    assert of(four).canals == [4, 5] and of(four).guilders == 0 and workers(four) == {}
    first = activated(person, mine={"guilders": 2}).act("side", 1)
    assert of(first).canals == [0, 1] and of(first).guilders == 0
    poor = city(mine={"people": [person], "workers": [1] * 5, "guilders": 1})
    assert poor.offers("use") == []


def test_the_gatekeeper_builds_for_nothing() -> None:
    game = activated("gatekeeper", mine={"canals": [2, 4]}).act("side", 1)
    assert of(game).canals == [2, 5] and of(game).guilders == 0 and of(game).statues == [7]
    assert activated("gatekeeper", mine={"canals": [5, 5]}).asked == [(0, "end_turn")]


@pytest.mark.rule("BRU-17.42", "BRU-17.43", "BRU-17.44", "BRU-18.25")
def test_the_well_builder_pays_for_the_next_token() -> None:
    mine = {"people": ["well_builder", "acrobat"], "workers": {"red": 1}, "hand": ["duke"]}
    game = city(mine=mine).act("use", "well_builder")
    game.act("use", "acrobat").act("side", 0)
    assert of(game).canals == [1, 0] and of(game).guilders == 0 and workers(game) == {}
    assert not game.free_canal
    alone = city(mine={**mine, "canals": [3, 5], "hand": ["councillor"]}).act("use", "well_builder")
    alone.act("canal", "councillor")
    assert of(alone).canals == [4, 5], "with action IV the card must still have the colour"
    late = city(mine={"people": ["well_builder"], "hand": ["duke"]}).act("workers", "duke")
    assert late.offers("use") == ["well_builder"], "never useless"


@pytest.mark.rule("BRU-17.76")
def test_the_architect_and_the_wood_carver_lay_houses_for_nothing() -> None:
    game = activated("architect", tops=(["duke"], ["count"])).act("stack", 1)
    assert named(of(game).houses[1:]) == ["count"] and workers(game) == {}
    carved = activated("wood_carver", mine={"hand": ["duke", "count"]}).act("lay", "duke")
    assert named(of(carved).houses)[-1] == "duke" and named(of(carved).hand) == ["count"]
    declined = activated("wood_carver", mine={"hand": ["duke"]}).act("decline")
    assert named(of(declined).hand) == ["duke"]


SEARCHERS = {
    "egyptian": ("yellow", "queen"),
    "dane": ("blue", "duke"),
    "englishman": ("red", "margrave"),
    "greek": ("brown", "count"),
    "italian": ("violet", "prince"),
}


@pytest.mark.rule("BRU-13.21", "BRU-13.22", "BRU-13.23", "BRU-13.24")
@pytest.mark.parametrize("person", SEARCHERS)
def test_travellers_who_find_a_house(person: str) -> None:
    colour, found = SEARCHERS[person]
    lying = [name for _, name in SEARCHERS.values()]
    game = activated(person, mine={"workers": {colour: 1}}, discard=lying)
    assert game.offers("fetch") == [found]
    game.act("fetch", found)
    assert named(of(game).houses)[-1] == found and workers(game) == {}
    assert activated(person, discard=lying).asked == [(0, "end_turn")], "no worker, no house"
    declined = activated(person, mine={"workers": {colour: 1}}, discard=lying).act("decline")
    assert workers(declined) == {colour: 1} and len(of(declined).houses) == 1


@pytest.mark.rule("BRU-13.24", "BRU-16.6")
def test_a_found_house_counts_as_built() -> None:
    mine = {"people": ["roofer"], "workers": {"blue": 1}}
    game = activated("dane", mine=mine, discard=["duke"]).act("fetch", "duke")
    assert of(game).guilders == 2, "the roofer is paid"


# -- persons ---------------------------------------------------------------------------------------

FINDERS = {
    "duchess": ("nobility", "burgrave"),
    "gauger": ("officials", "beadle"),
    "soothsayer": ("entertainment", "barmaid"),
    "market_overseer": ("trade", "bookkeeper"),
    "brewer": ("crafts", "mason"),
    "court_marshal": ("court", "page"),
    "prior": ("church", "nun"),
    "model": ("art", "lute_maker"),
    "scout": ("protection", "knight"),
    "executioner": ("underworld", "fence"),
    "navigator": ("knowledge", "student"),
    "finn": ("travellers", "pole"),
}


@pytest.mark.rule("BRU-13.10", "BRU-13.11", "BRU-13.13", "BRU-13.15", "BRU-13.16")
@pytest.mark.parametrize("person", FINDERS)
def test_finders_fetch_a_person_of_their_own_group(person: str) -> None:
    _, found = FINDERS[person]
    lying = [name for _, name in FINDERS.values()]
    game = activated(person, mine={"houses": ["red", "blue"]}, discard=lying)
    assert game.offers("fetch") == [found]
    game.act("fetch", found).act("move_in", 1)
    assert people(game) == [found, person] or people(game) == [person, found]
    assert named([of(game).persons[1]]) == [found] and found not in named(game.discard)


@pytest.mark.rule("BRU-13.12", "BRU-13.17", "BRU-13.18")
def test_the_finder_needs_a_second_empty_house_and_may_decline() -> None:
    assert activated("brewer", discard=["mason"]).asked == [(0, "end_turn")]
    declined = activated("brewer", mine={"houses": ["red"]}, discard=["mason"]).act("decline")
    assert people(declined) == ["brewer"]


@pytest.mark.rule("BRU-13.14", "BRU-18.21")
def test_a_found_lightning_strikes_at_once() -> None:
    game = activated("prior", mine={"houses": ["red", "blue"], "threats": {"red": 2}}, discard=["abbot"])
    assert of(game.act("fetch", "abbot").act("move_in", 0)).points == 2, "the abbot discards at once"
    smith = activated("brewer", mine={"houses": ["red", "blue"]}, discard=["smith", "scout"])
    smith.act("fetch", "smith").act("move_in", 0)
    assert sum(of(smith).workers) == 5


@pytest.mark.rule("BRU-13.20", "BRU-17.39")
def test_a_finder_does_not_find_himself_but_twice_with_the_astronomer() -> None:
    mine = {"houses": ["red"] * 4, "people": ["astronomer"]}
    game = activated("brewer", mine=mine, discard=["mason", "miller"])
    assert game.offers("fetch") == ["mason", "miller"]
    game.act("fetch", "mason").act("move_in", 1)
    assert game.verbs() == ["fetch", "decline"], "not asked first whether to be asked"
    game.act("fetch", "miller").act("move_in", 2)
    assert sorted(people(game)) == ["astronomer", "brewer", "mason", "miller"]


@pytest.mark.rule("BRU-13.14", "BRU-9.28")
def test_a_found_person_can_be_used_at_once() -> None:
    game = activated("market_overseer", mine={"houses": ["red"]}, discard=["bookkeeper"])
    game.act("fetch", "bookkeeper")
    assert game.offers("use") == ["bookkeeper"]


@pytest.mark.rule("BRU-18.19", "BRU-18.20")
def test_the_conjurer_takes_a_person_back_who_stays_used() -> None:
    mine = {"people": ["bookkeeper"], "guilders": 3}
    game = activated("conjurer", mine=mine)
    assert game.offers("take_back") == ["bookkeeper"]
    game = city(
        mine={"people": ["conjurer", "bookkeeper"], "workers": {"blue": 1}, "guilders": 1}, others=[{}]
    )
    game.act("use", "bookkeeper").act("use", "conjurer").act("take_back", "bookkeeper")
    assert of(game).guilders == 6 and named(of(game).hand) == ["bookkeeper"]
    game.act("hire", "bookkeeper")
    assert people(game) == ["conjurer", "bookkeeper"] and game.offers("use") == [], "used this round already"


def test_the_hangman_sells_another_person() -> None:
    game = activated("hangman", mine={"people": ["prince", "maid"]})
    assert game.offers("sacrifice") == ["prince", "maid"]
    game.act("sacrifice", "prince")
    assert of(game).points == 5 and named(game.discard) == ["prince"]
    assert of(activated("hangman", mine={"people": ["maid"]}).act("decline")).points == 0
