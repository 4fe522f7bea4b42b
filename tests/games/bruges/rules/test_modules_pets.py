"""The pets: their houses, their majority, and the rules that they share with persons."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from server.games.bruges.cards import ACTIVATION, BACK, BASE, COST, IDS, PETS, POINTS
from server.games.bruges.scoring import parts
from server.games.bruges.state import COLOURS, NONE
from tests.games.bruges.city import Have, activated, card, city, named, of, threats, workers

from .rounds import marks, public, rolling, seen, verifying

WITH_PETS = {"pets": True}
home = partial(city, options=WITH_PETS)
verified = partial(verifying, options=WITH_PETS)
PERSONS, PET_MARK = 1, 3


@pytest.mark.rule("BRU-12.1", "BRU-12.4")
def test_seventeen_pets_are_a_group_of_their_own() -> None:
    assert len(PETS) == 17 and not set(PETS) & set(BASE)
    everything = [*home().stacks[0], *home().stacks[1], *home().extra, *home().discard]
    assert set(PETS) <= set(everything) and not set(PETS) & {
        *city().stacks[0],
        *city().extra,
        *city().discard,
    }
    mixed = {"people": ["saddler", "mason"], "pets": ["cat", "cow"], "workers": {"blue": 1}}
    assert of(home(mine=mixed).act("use", "saddler")).guilders == 2, "crafts, and pets"


@pytest.mark.rule("BRU-12.3")
def test_there_is_a_fourth_marker() -> None:
    assert public(home())["marks"] == [[0, 0, 0, 0]] * 2
    assert parts(home(mine={"marks": [0, 0, 0, 1]}).game, 0)[4] == 4
    assert marks(verifying({"pets": []}, {}), PET_MARK) == []


@pytest.mark.rule("BRU-12.5")
def test_a_pet_card_serves_every_action_and_any_person_may_live_in_its_house() -> None:
    mine: dict[str, Any] = {
        "hand": ["lap_dog", "duke"],
        "guilders": 10,
        "workers": {"blue": 1},
        "threats": {"blue": 1},
        "houses": ["red"],
    }
    for verb in ("workers", "guilders", "threat", "canal", "house", "hire"):
        assert "lap_dog" in home(mine=mine, rolled=[3] * 5).offers(verb), verb
    assert workers(home(mine={**mine, "workers": {}}).act("workers", "lap_dog")) == {"blue": 2}
    game = home(mine={**mine, "houses": ["lap_dog"], "hand": ["duke"]}).act("hire", "duke")
    assert of(game).persons == [card("duke")] and named(of(game).houses) == ["lap_dog"]
    built = home(mine={**mine, "houses": []}).act("house", "lap_dog")
    assert workers(built) == {} and named(of(built).houses) == ["lap_dog"] and of(built).pets == [NONE]


@pytest.mark.rule("BRU-12.6", "BRU-12.7")
def test_what_is_said_of_persons_holds_for_pets() -> None:
    mine: dict[str, Any] = {"people": ["duke"], "pets": ["cat", "cow"], "threats": dict.fromkeys(COLOURS, 2)}
    game = activated("jailer", mine=mine, options=WITH_PETS)
    for colour in ("red", "red", "blue", "violet"):
        game.act("return_threat", colour)
    assert of(game).points == 4 and "return_threat" not in game.verbs(), "two persons, two pets"
    tailor = home(mine={"people": ["tailor"], "hand": ["lap_dog"], "guilders": 4}).act("hire", "lap_dog")
    assert of(tailor).guilders == 1 and of(tailor).pets == [card("lap_dog")]


@pytest.mark.rule("BRU-12.7")
@pytest.mark.parametrize("pets", [["cat"], ["cat", "cow", "hen"]])
def test_pets_are_one_group_for_saddler_and_engraver(pets: list[str]) -> None:
    mine: Have = {"people": ["saddler", "engraver"], "pets": pets, "workers": {"blue": 1}}
    assert of(home(mine=mine).act("use", "saddler")).guilders == 3
    assert parts(home(mine=mine).game, 0)[3] == 3


@pytest.mark.rule("BRU-12.8")
def test_the_watchdog_is_no_pet() -> None:
    assert card("watchdog") in BASE and BACK[card("watchdog")] < len(COLOURS)
    game = home(mine={"hand": ["watchdog"], "guilders": 9, "people": ["duke"]})
    assert game.offers("hire") == [], "he needs a house without a person"
    assert marks(verified({"people": ["watchdog"]}, {}), PET_MARK) == []


@pytest.mark.rule("BRU-12.9", "BRU-12.11")
def test_a_person_and_a_pet_share_a_house_in_either_order() -> None:
    mine: Have = {"hand": ["cat", "duke", "hen"], "guilders": 20, "houses": ["red"]}
    game = home(mine=mine).act("hire", "cat")
    assert of(game).pets == [card("cat")] and of(game).persons == [NONE]
    after = home(mine={**mine, "hand": ["duke", "hen"], "pets": ["cat"]})
    assert after.offers("hire") == ["duke"], "no second pet"
    after.act("hire", "duke")
    assert (of(after).persons, of(after).pets) == ([card("duke")], [card("cat")])
    other = home(mine={**mine, "hand": ["cat"], "people": ["duke"]}).act("hire", "cat")
    assert (of(other).persons, of(other).pets) == ([card("duke")], [card("cat")])


@pytest.mark.rule("BRU-12.11")
def test_a_pet_goes_to_any_house_without_one() -> None:
    mine: Have = {
        "hand": ["hen"],
        "guilders": 9,
        "people": ["duke", "earl"],
        "pets": ["cat"],
        "houses": ["red"] * 3,
    }
    assert home(mine=mine).act("hire", "hen").offers("move_in") == [1, 2]


@pytest.mark.rule("BRU-12.12", "BRU-13.12")
def test_a_house_with_a_pet_alone_is_empty_for_a_person() -> None:
    both = {"pets": True, "new_citizens": True}
    mine: Have = {"hand": ["brewer"], "guilders": 9, "houses": ["red"] * 2, "pets": ["cat", "hen"]}
    game = city(mine=mine, discard=["mason"], options=both).act("hire", "brewer").act("move_in", 0)
    game.act("fetch", "mason")
    assert named(of(game).persons) == ["brewer", "mason"]


@pytest.mark.rule("BRU-12.13", "BRU-12.14")
def test_the_plague_may_take_a_pet_and_must_where_nobody_else_is() -> None:
    plague: dict[str, Any] = {"threats": {"brown": 2}}
    game = rolling({"brown": 6}, mine={**plague, "people": ["duke"], "pets": ["cat"]}, options=WITH_PETS)
    assert game.offers("lose_person") == ["duke", "cat"]
    game.act("lose_person", "cat")
    assert named(of(game).living()) == ["duke"] and named(game.discard)[-1] == "cat"
    alone = rolling({"brown": 6}, mine={**plague, "pets": ["cat"]}, options=WITH_PETS)
    assert of(alone).living() == [] and len(of(alone).houses) == 1


@pytest.mark.rule("BRU-12.15")
def test_after_a_fire_all_inhabitants_return_to_the_hand() -> None:
    mine: Have = {"threats": {"red": 2}, "people": ["duke"], "pets": ["cat"], "houses": ["mayor"]}
    game = rolling({"red": 6}, mine=mine, options=WITH_PETS)
    assert sorted(named(of(game).hand)) == ["cat", "duke"] and named(game.discard)[-1] == "mayor"


@pytest.mark.rule("BRU-12.16")
def test_pets_cannot_be_activated() -> None:
    assert all(ACTIVATION[number] == "" for number in PETS)
    pets = [IDS[number] for number in PETS]
    game = home(mine={"pets": pets, "workers": dict.fromkeys(COLOURS, 3), "guilders": 20})
    assert game.offers("use") == []


@pytest.mark.rule("BRU-12.17")
def test_pets_do_not_count_for_the_majority_of_persons() -> None:
    game = verified({"people": ["duke"], "pets": ["cat", "cow"]}, {"people": ["earl", "king"]})
    assert marks(game, PERSONS) == [1]


@pytest.mark.rule("BRU-12.18")
def test_the_majority_of_pets() -> None:
    assert marks(verified({"pets": ["cat", "cow"]}, {"pets": ["hen"]}), PET_MARK) == [0]
    assert marks(verified({"pets": ["cat"]}, {"pets": ["hen"]}), PET_MARK) == []


@pytest.mark.rule("BRU-12.19")
def test_the_judge_needs_a_pet_of_his_own() -> None:
    tied = verified({"people": ["judge"], "pets": ["cat"]}, {"pets": ["hen"]})
    assert marks(tied, PET_MARK) == [0]
    assert marks(verified({"people": ["judge"]}, {}), PET_MARK) == []


@pytest.mark.rule("BRU-12.20", "BRU-12.21")
def test_pets_score_what_is_printed_half_their_price() -> None:
    for number in PETS:
        assert 2 * POINTS[number] == COST[number]
        assert parts(home(mine={"pets": [IDS[number]]}).game, 0)[1] == POINTS[number]


@pytest.mark.rule("BRU-12.22", "BRU-12.23", "BRU-19.8")
@pytest.mark.parametrize("zone", ["hand", "houses"])
def test_the_backs_of_pets_are_seen_by_everybody(zone: str) -> None:
    """The lap dog, the goose and the duke are blue, but only the duke has a person's back."""
    worlds = {
        name: seen(home(mine={zone: [name]}, others=[{}, {}]), 1)
        for name in ("duke", "earl", "lap_dog", "goose")
    }
    assert worlds["lap_dog"] == worlds["goose"] and worlds["duke"] == worlds["earl"]
    assert worlds["lap_dog"] != worlds["duke"]
    tops = public(home(tops=(["lap_dog"], ["duke"])))["tops"]
    assert tops == [BACK[card("lap_dog")], BACK[card("duke")]] and tops[0] != tops[1]


@pytest.mark.rule("BRU-12.6")
def test_a_fire_eater_reacts_to_a_pet() -> None:
    mine: Have = {"people": ["fire_eater"], "hand": ["goat"], "guilders": 6, "threats": {"red": 1}}
    game = home(mine=mine).act("hire", "goat").act("return_threat", "red")
    assert threats(game) == {} and of(game).points == 1
