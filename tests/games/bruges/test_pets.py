"""Pets: a scene for each of them, and for each difference from persons."""

from __future__ import annotations

from typing import Any

import pytest

from server.games.bruges import scores
from server.games.bruges.cards import BOX
from server.games.bruges.flow import Majorities
from server.games.bruges.state import NONE
from server.games.bruges.turn.losses import Fire, Plague

from .city import activated, card, city, named, of, workers

PETS = {"pets": True}
END: dict[str, Any] = {"last": 1, "extra": [], "options": PETS}

POINTS = {
    "cat": (2, 1),
    "lap_dog": (4, 2),
    "cow": (8, 4),
    "goat": (6, 3),
    "sheep": (4, 2),
    "pig": (6, 3),
    "hen": (2, 1),
    "rooster": (2, 1),
    "goose": (4, 2),
    "duck": (2, 1),
    "horse": (8, 4),
    "donkey": (6, 3),
    "rabbit": (2, 1),
    "pigeon": (2, 1),
    "falcon": (8, 4),
    "parrot": (6, 3),
    "songbird": (4, 2),
}
"""Price and points."""


@pytest.mark.rule("BRU-12.11", "BRU-12.16", "BRU-12.20", "BRU-12.21")
@pytest.mark.parametrize("pet", POINTS)
def test_a_pet_moves_in_beside_a_person_and_scores(pet: str) -> None:
    price, points = POINTS[pet]
    game = city(mine={"hand": [pet], "people": ["maid"], "guilders": price}, options=PETS).act("hire", pet)
    me = of(game)
    assert me.pets == [card(pet)] and named(me.persons) == ["maid"] and me.guilders == 0
    assert scores(game.game)[0].parts["persons"] == 1 + points
    assert game.asked == [(0, "end_turn")], "it has no effect and is never activated"


def test_every_pet_has_had_its_scene() -> None:
    assert [row.id for row in BOX.pets] == list(POINTS)


@pytest.mark.rule("BRU-12.9", "BRU-12.11", "BRU-12.12")
def test_one_person_and_one_pet_in_either_order() -> None:
    mine = {"houses": ["red", "blue"], "people": ["maid"], "pets": ["hen"], "guilders": 9}
    pet = city(mine={**mine, "hand": ["cat"]}, options=PETS).act("hire", "cat")
    assert of(pet).pets[1] == card("cat"), "the only house without a pet, empty or not"
    home = {"houses": ["red"], "pets": ["hen"], "guilders": 9, "hand": ["maid"]}
    person = city(mine=home, options=PETS).act("hire", "maid")
    assert named(of(person).persons) == ["maid"] and named(of(person).pets) == ["hen"]
    full = city(mine={"people": ["maid"], "pets": ["hen"], "guilders": 9, "hand": ["cat"]}, options=PETS)
    assert full.offers("hire") == []


@pytest.mark.rule("BRU-12.5")
def test_a_pet_card_serves_all_actions() -> None:
    mine = {"hand": ["hen"], "workers": {"yellow": 1}, "threats": {"yellow": 1}, "guilders": 9}
    game = city(mine={**mine, "canals": [2, 0], "houses": ["red"]}, options=PETS)
    assert game.verbs() == ["workers", "guilders", "threat", "canal", "house", "hire"]
    game.act("house", "hen")
    assert named(of(game).houses)[-1] == "hen"


@pytest.mark.rule("BRU-12.13", "BRU-12.14")
def test_plague_may_take_a_pet_and_takes_it_where_nobody_else_lives() -> None:
    game = city(mine={"people": ["maid"], "pets": ["cow"]}, stack=[Plague(0)], **END)
    assert game.offers("lose_person") == ["maid", "cow"]
    assert of(game.act("lose_person", "cow")).pets == [NONE]
    alone = city(mine={"pets": ["cow"], "houses": ["red"]}, stack=[Plague(0)], **END)
    assert of(alone).pets == [NONE] and ("loses_person", 0, card("cow")) in alone.said


@pytest.mark.rule("BRU-12.15")
def test_fire_sends_both_inhabitants_back_to_the_hand() -> None:
    game = city(mine={"people": ["maid"], "pets": ["cow"], "houses": ["duke"]}, stack=[Fire(0)], **END)
    assert named(of(game).hand) == ["maid", "cow"] and "duke" in named(game.discard)


@pytest.mark.rule("BRU-12.17", "BRU-12.18", "BRU-12.3")
def test_pets_have_a_majority_of_their_own() -> None:
    others = [{"people": ["maid", "page"]}]
    game = city(
        mine={"pets": ["cow", "hen", "pig"], "people": ["duke"]}, others=others, stack=[Majorities()], **END
    )
    assert of(game).marks == [0, 0, 0, 1] and of(game, 1).marks == [0, 1, 0, 0]
    assert scores(game.game)[0].parts["marks"] == 4


@pytest.mark.rule("BRU-12.19")
def test_the_judge_breaks_ties_of_pets_too() -> None:
    mine = {"people": ["judge"], "pets": ["cow"]}
    game = city(mine=mine, others=[{"pets": ["pig"]}], stack=[Majorities()], **END)
    assert of(game).marks == [0, 1, 0, 1] and of(game, 1).marks == [0, 0, 0, 0]


@pytest.mark.rule("BRU-12.4", "BRU-12.6", "BRU-12.7")
def test_pets_are_a_group_and_count_as_persons() -> None:
    mine = {"people": ["engraver", "king"], "pets": ["cow", "hen"]}
    game = city(mine=mine, options=PETS)
    assert scores(game.game)[0].parts["laurel"] == 3 + 4, "art, nobility, pets; and four who live there"


@pytest.mark.rule("BRU-13.21", "BRU-12.5")
def test_a_pet_lies_in_the_discard_pile_as_a_house_too() -> None:
    """The lap dog is blue like the duke."""
    both = {"pets": True, "new_citizens": True}
    game = activated("dane", mine={"workers": {"blue": 1}}, discard=["lap_dog", "duke", "cat"], options=both)
    assert game.offers("fetch") == ["lap_dog", "duke"]
    game.act("fetch", "lap_dog")
    assert named(of(game).houses)[-1] == "lap_dog" and of(game).pets[-1] == NONE and workers(game) == {}


@pytest.mark.rule("BRU-12.6", "BRU-12.18")
def test_persons_that_deal_with_others_deal_with_pets() -> None:
    """The conjurer takes one back, the hangman sells one, and the prince counts the pets' marker."""
    mine = {"people": ["duke"], "pets": ["cow"]}
    back = activated("conjurer", mine=mine, options=PETS)
    assert back.offers("take_back") == ["duke", "cow"]
    assert named(of(back.act("take_back", "cow")).hand) == ["cow"]
    sold = activated("hangman", mine={"pets": ["cow"]}, options=PETS).act("sacrifice", "cow")
    assert of(sold).points == 4 + 2 and named(sold.discard)[-1] == "cow"
    colours = {"people": ["poet"], "pets": ["cow", "goat", "hen", "cat", "duck"]}
    assert scores(city(mine=colours, options=PETS).game)[0].parts["laurel"] == 5, "a pet of each colour"
    prince = city(mine={"people": ["prince"], "marks": [0, 0, 0, 1]}, options=PETS)
    assert scores(prince.game)[0].parts["laurel"] == 2
