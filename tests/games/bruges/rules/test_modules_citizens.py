"""New citizens: the open discard pile, cards that are fetched from it, and named colours."""

from __future__ import annotations

from typing import Any

import pytest

from server.authoring.scenes import Scene
from server.games.bruges.cards import ACTIVATION, BASE, BOX, COST, GROUP, IDS, NEW, POINTS
from server.games.bruges.flow import StartTurns
from server.games.bruges.scoring import parts
from server.games.bruges.state import COLOURS, NONE
from server.games.bruges.turn.building import FetchPerson
from tests.games.bruges.city import Have, activated, card, city, named, of, people, threats, workers

from .rounds import public

NEW_CITIZENS = {"new_citizens": True}

SEARCHING = {
    "brewer": ("crafts", "mason"),
    "gauger": ("officials", "reeve"),
    "finn": ("travellers", "scotsman"),
    "duchess": ("nobility", "duke"),
    "court_marshal": ("court", "page"),
    "market_overseer": ("trade", "bookkeeper"),
    "model": ("art", "patron"),
    "navigator": ("knowledge", "inventor"),
    "prior": ("church", "nun"),
    "executioner": ("underworld", "fence"),
    "scout": ("protection", "archer"),
    "soothsayer": ("entertainment", "bard"),
}
"""The group that each of the twelve searches for, and a person of that group."""
BUILDING = {"egyptian": "yellow", "dane": "blue", "englishman": "red", "greek": "brown", "italian": "violet"}
NAMING = {
    "frenchwoman": "violet",
    "norwegian": "blue",
    "portuguese": "red",
    "russian": "yellow",
    "spaniard": "brown",
}
OF_COLOUR = dict(zip(COLOURS, ["earl", "noblewoman", "baroness", "burgrave", "countess"], strict=True))


@pytest.mark.rule("BRU-13.1", "BRU-13.11")
def test_two_persons_for_each_group_and_seventeen_travellers() -> None:
    assert len(NEW) == 39
    sizes = [sum(GROUP[number] == group for number in NEW) for group in range(len(BOX.groups))]
    assert dict(zip(BOX.groups, sizes, strict=True)) == {
        **dict.fromkeys(BOX.groups[:11], 2),
        "travellers": 17,
        "pets": 0,
    }
    for name, (group, _) in SEARCHING.items():
        assert BOX.groups[GROUP[card(name)]] == group


@pytest.mark.rule("BRU-13.2", "BRU-18.7")
@pytest.mark.parametrize("options", [{}, NEW_CITIZENS])
def test_there_is_one_engraver_and_it_is_the_new_one(options: dict[str, Any]) -> None:
    assert [number for number, name in enumerate(IDS) if "engraver" in name] == [card("engraver")]
    assert card("engraver") in BASE and COST[card("engraver")] == 9
    mine: Have = {"people": ["engraver", "duke", "earl", "mason"]}
    assert parts(city(mine=mine, options=options).game, 0)[3] == 3, "art, nobility, crafts"


@pytest.mark.rule("BRU-13.6")
def test_new_citizens_are_used_like_all_others() -> None:
    mine: dict[str, Any] = {
        "hand": ["scotsman"],
        "guilders": 9,
        "workers": {"blue": 1},
        "threats": {"blue": 1},
        "houses": ["red"],
    }
    game = city(mine=mine, options=NEW_CITIZENS, rolled=[3] * 5)
    assert set(game.verbs()) == {"workers", "guilders", "threat", "canal", "house", "hire"}
    assert of(game.act("hire", "scotsman")).guilders == 6 and game.offers("use") == ["scotsman"]
    assert all(3 * POINTS[number] == COST[number] for number in NEW)


@pytest.mark.rule("BRU-13.7", "BRU-13.8", "BRU-13.9")
@pytest.mark.parametrize("options", [{}, NEW_CITIZENS])
def test_everybody_may_look_through_the_discard_pile_at_any_time(options: dict[str, Any]) -> None:
    lying = ["duke", "count", "king"]
    game = city(mine={"hand": ["earl"]}, discard=lying, options=options)
    assert named(public(game)["discard"])[:3] == lying
    assert named(public(game.act("workers", "earl"))["discard"])[-1] == "earl"


# -- persons from the discard pile -----------------------------------------------------------------


@pytest.mark.rule("BRU-13.10", "BRU-13.11", "BRU-13.13", "BRU-13.15", "BRU-13.16", "BRU-13.18")
@pytest.mark.parametrize("name", SEARCHING)
def test_twelve_persons_fetch_one_of_their_group_for_nothing(name: str) -> None:
    group, wanted = SEARCHING[name]
    strangers = [one for _, one in SEARCHING.values() if one != wanted]
    game = activated(name, mine={"houses": ["red"] * 3}, discard=[wanted, *strangers])
    assert ACTIVATION[card(name)] == "immediate"
    offered = game.offers("fetch")
    assert wanted in offered and not set(strangers) & set(offered)
    assert all(BOX.groups[GROUP[card(one)]] == group for one in offered)
    assert "decline" in game.verbs(), "it is optional"
    game.act("fetch", wanted)
    assert len(game.offers("move_in")) == 3, "any empty house"
    game.act("move_in", game.offers("move_in")[-1])
    assert wanted in people(game) and name in people(game) and of(game).guilders == 0
    assert card(wanted) not in game.discard


@pytest.mark.rule("BRU-13.13")
@pytest.mark.parametrize("guilders", [0, 1, 20])
def test_no_guilders_are_paid_for_the_one_who_is_fetched(guilders: int) -> None:
    """The king costs twelve when he is recruited with a card."""
    game = activated("duchess", mine={"houses": ["red"], "guilders": guilders}, discard=["king"])
    assert of(game).guilders == guilders, "the duchess is paid for"
    assert of(game.act("fetch", "king")).guilders == guilders and "king" in people(game)


@pytest.mark.rule("BRU-13.18")
def test_fetching_can_be_declined() -> None:
    game = activated("brewer", mine={"houses": ["red"]}, discard=["mason"]).act("decline")
    assert people(game) == ["brewer"] and card("mason") in game.discard and game.verbs() == ["done"]


@pytest.mark.rule("BRU-13.12", "BRU-13.17")
def test_a_second_empty_house_is_needed() -> None:
    mine: Have = {"hand": ["brewer"], "guilders": 9, "houses": ["red"]}
    game = city(mine=mine, discard=["mason"], options=NEW_CITIZENS).act("hire", "brewer")
    assert people(game) == ["brewer"] and game.verbs() == ["done"]


@pytest.mark.rule("BRU-13.17", "BRU-9.8")
def test_without_a_matching_card_nothing_happens() -> None:
    mine: Have = {"hand": ["brewer"], "guilders": 9, "houses": ["red"] * 2}
    game = city(mine=mine, sizes=(90, 90), discard=["duke", "bard"], options=NEW_CITIZENS, extra=[])
    for number in [*game.discard]:
        if number not in (card("duke"), card("bard")):
            game.discard.remove(number)
            game.stacks[0].insert(0, number)
    game.act("hire", "brewer").act("move_in", 0)
    assert people(game) == ["brewer"] and game.verbs() == ["done"]


@pytest.mark.rule("BRU-13.14")
def test_a_fetched_person_can_be_activated_and_lightning_strikes_at_once() -> None:
    game = activated("market_overseer", mine={"houses": ["red"]}, discard=["bookkeeper"]).act(
        "fetch", "bookkeeper"
    )
    assert of(game.act("use", "bookkeeper")).guilders == 2
    game = activated("navigator", mine={"houses": ["red"]}, discard=["alchemist"]).act("fetch", "alchemist")
    assert of(game).guilders == 6


@pytest.mark.rule("BRU-13.19")
def test_the_fetched_one_counts_as_recruited_but_not_as_a_card_played() -> None:
    """Fire eater and astronomer react; the bourse card that improves recruiting loses one marker, not two."""
    mine: dict[str, Any] = {
        "people": ["fire_eater", "astronomer"],
        "hand": ["navigator"],
        "guilders": 9,
        "houses": ["red"] * 4,
        "threats": {"yellow": 1},
    }
    primus = bourse_card("primus")
    options = {"new_citizens": True, "bourse": True}
    game = city(
        mine=mine, discard=["alchemist"], options=options, traded=[primus], markers=5, bourse=others(primus)
    )
    game.act("hire", "navigator").act("move_in", 2).act("fetch", "alchemist")
    assert game.verbs() == ["return_threat", "enough"], "the fire eater, for a yellow person"
    game.act("return_threat", "yellow")
    assert game.verbs() == ["again", "enough"] and of(game).guilders == 6
    assert of(game.act("again", "alchemist")).guilders == 12 and game.markers == 5
    assert threats(game) == {}


def bourse_card(name: str) -> int:
    return [row.id for row in BOX.bourse].index(name)


def others(number: int) -> list[int]:
    return [one for one in range(len(BOX.bourse)) if one != number]


@pytest.mark.rule("BRU-13.20")
def test_the_brewer_does_not_fetch_himself_and_others_go_on_searching() -> None:
    game = activated("brewer", mine={"houses": ["red"] * 3}, discard=["mason"])
    assert "brewer" not in game.offers("fetch")
    crafts = BOX.groups.index("crafts")
    chain = city(
        mine={"houses": ["red"] * 2},
        discard=["brewer", "mason"],
        options=NEW_CITIZENS,
        stack=[FetchPerson(0, crafts), StartTurns()],
    )
    chain.act("fetch", "brewer").act("move_in", 0)
    assert "mason" in chain.offers("fetch") and "brewer" not in chain.offers("fetch")
    assert people(chain.act("fetch", "mason")) == ["brewer", "mason"]


# -- houses from the discard pile ------------------------------------------------------------------


@pytest.mark.rule("BRU-13.21", "BRU-13.22", "BRU-13.23")
@pytest.mark.parametrize("name", BUILDING)
def test_five_travellers_build_a_house_of_their_colour_from_the_discard_pile(name: str) -> None:
    colour = BUILDING[name]
    lying = OF_COLOUR.values()
    game = activated(name, mine={"workers": {colour: 1}}, discard=[*lying])
    assert ACTIVATION[card(name)] == "immediate" and "decline" in game.verbs()
    offered = game.offers("fetch")
    assert OF_COLOUR[colour] in offered and not (set(lying) - {OF_COLOUR[colour]}) & set(offered)
    before = len(of(game).houses)
    game.act("fetch", OF_COLOUR[colour])
    assert workers(game) == {} and len(of(game).houses) == before + 1
    assert named(of(game).houses)[-1] == OF_COLOUR[colour] and of(game).persons[-1] == NONE
    assert card(OF_COLOUR[colour]) not in game.discard
    without = activated(name, discard=[*lying])
    assert without.verbs() == ["done"], "there is no worker to pay with"
    declined = activated(name, mine={"workers": {colour: 1}}, discard=[*lying]).act("decline")
    assert workers(declined) == {colour: 1}


@pytest.mark.rule("BRU-13.24")
def test_that_house_counts_as_built_but_not_as_a_card_played() -> None:
    mine: dict[str, Any] = {
        "people": ["plasterer", "roofer"],
        "workers": {"yellow": 1},
        "threats": {"yellow": 1},
    }
    decimus = bourse_card("decimus")
    game = activated(
        "egyptian",
        mine=mine,
        discard=["baroness"],
        options={"bourse": True},
        traded=[decimus],
        markers=6,
        bourse=others(decimus),
    ).act("fetch", "baroness")
    assert "return_threat" in game.verbs()
    assert of(game.act("return_threat", "yellow")).guilders == 2 and game.markers == 6
    assert workers(game) == {}, "and it is paid for"


# -- a colour is named -----------------------------------------------------------------------------


def naming(name: str = "frenchwoman", **mine: Any) -> Scene:
    """One of the five has been activated, and the burgrave, a red card for three guilders, is in hand."""
    have = {"hand": ["burgrave"], "people": [], **mine}
    return activated(name, mine=have)


@pytest.mark.rule("BRU-13.25", "BRU-13.26", "BRU-13.31")
@pytest.mark.parametrize("name", NAMING)
def test_five_travellers_name_a_colour_when_the_next_card_is_played(name: str) -> None:
    game = activated(name, mine={"hand": ["burgrave"]})
    assert ACTIVATION[card(name)] == "worker" and workers(game) == {} and named(of(game).used) == [name]
    unpaid = city(
        mine={
            "people": [name],
            "hand": ["burgrave"],
            "workers": {c: 1 for c in COLOURS if c != NAMING[name]},
        },
        options=NEW_CITIZENS,
    )
    assert unpaid.offers("use") == []
    assert game.verbs() == ["play"] and game.offers("play") == ["burgrave"]
    assert game.act("play", "burgrave").offers("colour") == list(COLOURS)


@pytest.mark.rule("BRU-13.27", "BRU-13.25")
def test_a_red_card_named_blue() -> None:
    have: dict[str, Any] = {"guilders": 1, "workers": {"blue": 1}, "threats": {"blue": 1}}

    def blue() -> Scene:
        return naming(**have, houses=["red"]).act("play", "burgrave").act("colour", "blue")

    rich = activated("frenchwoman", mine={**have, "hand": ["burgrave"]}, rolled=[6, 1, 1, 2, 1])
    rich.act("play", "burgrave").act("colour", "blue")
    assert of(rich.act("guilders", "burgrave")).guilders == 1 + 6
    assert workers(blue().act("workers", "burgrave")) == {"blue": 3}
    assert threats(blue().act("threat", "burgrave")) == {}
    canal = blue().act("canal", "burgrave")
    assert of(canal).canals == [1, 0] and of(canal).guilders == 0
    house = blue().act("house", "burgrave")
    assert workers(house) == {} and named(of(house).houses)[-1] == "burgrave"


@pytest.mark.rule("BRU-13.28")
def test_persons_may_be_activated_between_naming_and_playing() -> None:
    game = activated("frenchwoman", mine={"hand": ["burgrave"], "people": ["bookkeeper"]})
    assert game.offers("use") == ["bookkeeper"]
    game.act("use", "bookkeeper").act("play", "burgrave").act("colour", "brown").act("workers", "burgrave")
    assert workers(game) == {"brown": 2}


@pytest.mark.rule("BRU-13.28")
def test_it_holds_for_one_card_only() -> None:
    mine: dict[str, Any] = {"people": ["messenger"], "workers": {"red": 1}, "hand": ["burgrave", "margrave"]}
    game = activated("frenchwoman", mine=mine).act("play", "burgrave").act("colour", "brown")
    game.act("workers", "burgrave").act("use", "messenger").act("workers", "margrave")
    assert workers(game) == {"brown": 2, "red": 2}


@pytest.mark.rule("BRU-13.29")
def test_one_at_a_time_and_it_lapses_with_the_turn() -> None:
    pending = activated(
        "frenchwoman", mine={"people": ["norwegian"], "workers": {"blue": 1}, "hand": ["burgrave"]}
    )
    assert "norwegian" not in pending.offers("use")
    late = city(
        mine={"people": ["frenchwoman"], "workers": {"violet": 1}, "hand": ["burgrave", "margrave"]},
        others=[{"hand": ["earl"]}],
        options=NEW_CITIZENS,
        stack=[StartTurns()],
    )
    late.act("workers", "burgrave").act("use", "frenchwoman")
    assert late.recolour
    late.act("done")
    assert not late.recolour and "workers" in late.verbs(1)
    late.act("workers", "earl", seat=1).act("done", seat=1)
    assert late.offers("workers") == ["margrave"] and named(of(late).used) == ["frenchwoman"]
    assert late.offers("use") == []


@pytest.mark.rule("BRU-13.30")
def test_the_house_keeps_its_own_colour_and_reactions_use_the_named_one() -> None:
    mine: dict[str, Any] = {
        "people": ["plasterer"],
        "hand": ["burgrave"],
        "workers": {"blue": 1},
        "threats": {"blue": 1, "red": 1},
    }
    game = (
        activated("frenchwoman", mine=mine)
        .act("play", "burgrave")
        .act("colour", "blue")
        .act("house", "burgrave")
    )
    assert game.offers("return_threat") == ["blue"]
    game.act("return_threat", "blue")
    assert public(game)["houses"][0][-1] == COLOURS.index("red")
    eater: dict[str, Any] = {**mine, "people": ["fire_eater"], "houses": ["red"] * 3, "guilders": 3}
    game = activated("frenchwoman", mine=eater).act("play", "burgrave").act("colour", "blue")
    game.act("hire", "burgrave")
    assert game.offers("return_threat") == ["blue"]
