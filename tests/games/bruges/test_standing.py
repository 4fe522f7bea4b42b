"""Persons with a permanent effect: a scene for each."""

from __future__ import annotations

from typing import Any

import pytest

from server.authoring.scenes import Scene
from server.games.bruges.flow import Majorities, OfferAdvance, Refill
from server.games.bruges.state import COLOURS
from server.games.bruges.turn.losses import LosePerson, Plague
from server.games.bruges.turn.threats import RoundThreats, TakeThreat

from .city import activated, city, named, of, people, threats, workers

# -- the six actions -------------------------------------------------------------------------------


@pytest.mark.rule("BRU-9.18", "BRU-9.19", "BRU-9.17")
def test_the_reeve_brings_a_third_worker_each_time() -> None:
    game = city(mine={"people": ["reeve", "messenger"], "hand": ["margrave", "mayor"], "workers": {"red": 1}})
    game.act("workers", "margrave")
    assert workers(game) == {"red": 4}
    game.act("use", "messenger").act("workers", "mayor")
    assert workers(game) == {"red": 6}


def test_the_tanner_brings_workers_of_any_colours() -> None:
    game = city(mine={"people": ["tanner"], "hand": ["margrave"]}, options={"new_citizens": True})
    game.act("workers", "margrave").act("take_worker", "blue").act("take_worker", "red")
    assert workers(game) == {"blue": 1, "red": 1}


def test_the_magistrate_and_the_stargazer_bring_more_guilders() -> None:
    def guilders(*who: str, die: int) -> int:
        game = city(mine={"people": who, "hand": ["margrave"]}, rolled=[1, 1, 1, die, 1])
        return of(game.act("guilders", "margrave")).guilders

    assert guilders("magistrate", die=3) == 5
    assert guilders("stargazer", die=1) == 4 and guilders("stargazer", die=5) == 5
    assert guilders("stargazer", "magistrate", die=2) == 6


def test_the_sexton_discards_two_of_any_colours() -> None:
    mine = {"people": ["sexton"], "hand": ["margrave"], "threats": {"blue": 2, "violet": 1}}
    game = city(mine=mine).act("threat", "margrave")
    game.act("return_threat", "blue").act("return_threat", "violet")
    assert threats(game) == {"blue": 1} and of(game).points == 2
    one = city(mine={**mine, "threats": {"violet": 1}}).act("threat", "margrave")
    assert of(one).points == 1, "the only marker goes without a question"


def test_the_carpenter_takes_any_worker_for_a_house() -> None:
    mine = {"people": ["carpenter"], "hand": ["margrave"], "workers": {"blue": 1, "violet": 1}}
    game = city(mine=mine).act("house", "margrave").act("give_worker", "violet")
    assert workers(game) == {"blue": 1} and named(of(game).houses)[-1] == "margrave"
    alone = city(mine={**mine, "workers": {"blue": 2}}).act("house", "margrave")
    assert workers(alone) == {"blue": 1}
    assert city(mine={**mine, "workers": {}}).offers("house") == []


def test_the_tailor_makes_persons_cheaper() -> None:
    mine = {"people": ["tailor"], "hand": ["maid", "peddler"], "houses": ["red", "red"], "guilders": 2}
    game = city(mine=mine)
    assert game.offers("hire") == ["maid", "peddler"], "the maid costs 3"
    assert of(game.act("hire", "maid")).guilders == 0
    free = city(mine=mine).act("hire", "peddler")
    assert of(free).guilders == 2, "an activation without costs brings nothing"


# -- whenever something happens --------------------------------------------------------------------


@pytest.mark.rule("BRU-17.52", "BRU-17.53", "BRU-9.23", "BRU-13.19")
def test_the_fire_eater_discards_in_the_recruits_colour() -> None:
    mine = {"people": ["fire_eater"], "hand": ["student"], "houses": ["red", "red"], "guilders": 6}
    game = city(mine={**mine, "threats": {"yellow": 1, "red": 2}}).act("hire", "student")
    assert game.offers("return_threat") == ["yellow"]
    game.act("return_threat", "yellow")
    assert threats(game) == {"red": 2} and of(game).points == 1
    kept = city(mine={**mine, "threats": {"yellow": 1}}).act("hire", "student").act("enough")
    assert threats(kept) == {"yellow": 1}
    none = city(mine={**mine, "threats": {"red": 2}}).act("hire", "student")
    assert none.offers("return_threat") == []
    fetched = activated(
        "brewer",
        mine={**mine, "hand": [], "threats": {"yellow": 1}, "houses": ["red"] * 3},
        discard=["miller"],
    )
    fetched.act("fetch", "miller").act("move_in", 1)
    assert fetched.offers("return_threat") == ["yellow"], "a person fetched is recruited as well"


@pytest.mark.rule("BRU-17.65", "BRU-17.66")
def test_the_plasterer_discards_in_the_houses_colour() -> None:
    mine = {"people": ["plasterer"], "hand": ["student"], "threats": {"yellow": 1}, "workers": {"yellow": 1}}
    game = city(mine=mine).act("house", "student").act("return_threat", "yellow")
    assert threats(game) == {} and of(game).points == 1
    built = activated(
        "architect", mine={"people": ["plasterer"], "threats": {"blue": 1}}, tops=(["duke"], [])
    )
    built.act("stack", 0).act("return_threat", "blue")
    assert threats(built) == {} and of(built).points == 1
    none = city(mine={**mine, "threats": {"red": 1}}).act("house", "student")
    assert none.asked == [(0, "end_turn")]


@pytest.mark.rule("BRU-17.67", "BRU-17.68")
def test_the_tower_warden_discards_in_the_spaces_colour() -> None:
    mine = {"people": ["tower_warden"], "hand": ["duke"], "threats": {"blue": 1, "red": 1}, "guilders": 1}
    game = city(mine=mine).act("canal", "duke").act("return_threat", "blue")
    assert threats(game) == {"red": 1} and of(game).points == 1
    by_person = activated("gatekeeper", mine={"people": ["tower_warden"], "threats": {"violet": 1}})
    by_person.act("side", 1).act("return_threat", "violet")
    assert threats(by_person) == {} and of(by_person).points == 1
    none = city(mine={**mine, "threats": {"red": 1}}).act("canal", "duke")
    assert none.asked == [(0, "end_turn")]


def test_the_roofer_is_paid_for_houses() -> None:
    game = city(mine={"people": ["roofer"], "hand": ["student"], "workers": {"yellow": 1}})
    assert of(game.act("house", "student")).guilders == 2


@pytest.mark.rule("BRU-17.58", "BRU-17.59", "BRU-17.60")
def test_the_preacher_discards_with_each_step() -> None:
    two = activated("young_prince", mine={"people": ["preacher"], "threats": {"red": 1, "blue": 1}})
    assert of(two).step == 1 and two.offers("return_threat") == ["blue", "red"]
    two.act("return_threat", "red").act("return_threat", "blue")
    assert of(two).step == 2 and of(two).points == 2 and threats(two) == {}
    assert activated("countess", mine={"people": ["preacher"]}).asked == [(0, "end_turn")]
    mine = {"people": ["preacher"], "threats": {"red": 1}, "guilders": 2}
    phase_2 = city(mine=mine, stack=[OfferAdvance(0)], phase=2, rolled=[1, 1, 4, 4, 4], last=1, extra=[])
    phase_2.act("advance", 2).act("return_threat", "red")
    assert of(phase_2).step == 1 and of(phase_2).points == 1


def test_who_is_paid_for_steps() -> None:
    game = activated("young_prince", mine={"people": ["baroness"]})
    assert of(game).guilders == 4
    lord = activated("countess", mine={"people": ["lord"]}, options={"new_citizens": True})
    assert of(lord).points == 1
    woman = activated("countess", mine={"people": ["noblewoman"]}).act("take_worker", "blue")
    assert workers(woman) == {"blue": 1}


def test_the_abbess_is_paid_for_discarded_markers() -> None:
    game = activated("abbot", mine={"people": ["abbess"], "threats": {"red": 2, "blue": 1}})
    assert of(game).guilders == 3 and of(game).points == 3
    card = city(mine={"people": ["abbess"], "hand": ["margrave"], "threats": {"red": 1}})
    assert of(card.act("threat", "margrave")).guilders == 1


# -- phases 1, 2 and 4, and damage -----------------------------------------------------------------

END: dict[str, Any] = {"last": 1, "extra": []}
"""A round without further steps, so that a scene ends with its own."""


@pytest.mark.rule("BRU-17.49", "BRU-17.50", "BRU-17.51", "BRU-9.20", "BRU-9.21", "BRU-9.22")
def test_the_inventor_may_fill_to_six() -> None:
    def refill(hand: list[str]) -> Scene:
        return city(mine={"people": ["inventor"], "hand": hand}, stack=[Refill(0)], phase=1, **END)

    game = refill(["duke", "count"])
    for _ in range(3):
        assert game.asked == [(0, "refill")]
        game.act("stack", 0)
    assert game.asked == [(0, "refill_more")] and len(of(game).fresh) == 3
    game.act("stack", 1)
    assert len(of(game).hand) == 6
    three = refill(["duke", "count"])
    for _ in range(3):
        three.act("stack", 0)
    assert len(of(three.act("enough")).hand) == 5, "or three for the four that were played"
    stop = refill(["duke", "count", "baron", "margrave", "prince"])
    assert len(of(stop.act("enough")).hand) == 5
    last = city(
        mine={"people": ["inventor"], "hand": ["duke", "count", "baron", "margrave", "prince"]},
        stack=[Refill(0)],
        phase=1,
        sizes=(0, 1),
        **END,
    )
    assert last.offers("stack") == [1] and "enough" in last.verbs(), "a single card left is no must either"
    assert len(of(last.act("stack", 1)).hand) == 6


def offered_advance(*who: str, dice: list[int], guilders: int = 9) -> list[int]:
    game = city(
        mine={"people": who, "guilders": guilders}, stack=[OfferAdvance(0)], phase=2, rolled=dice, **END
    )
    prices: list[int] = game.offers("advance")
    return prices


@pytest.mark.rule("BRU-17.54", "BRU-17.55", "BRU-17.56", "BRU-17.57")
def test_the_notary_makes_the_advance_cheaper() -> None:
    assert offered_advance("notary", dice=[1, 2, 4, 5, 6]) == [1]
    assert offered_advance("notary", dice=[2, 4, 4, 5, 6]) == [0]
    assert offered_advance("notary", dice=[1, 4, 4, 5, 6]) == [0]
    assert offered_advance("notary", dice=[3, 4, 4, 5, 6]) == []
    assert offered_advance("notary", "earl", dice=[3, 4, 4, 5, 6]) == [4]


@pytest.mark.rule("BRU-17.45", "BRU-17.46", "BRU-17.47", "BRU-17.48")
def test_the_earl_advances_when_nobody_else_can() -> None:
    assert offered_advance("earl", dice=[3, 3, 4, 5, 6]) == [4]
    assert offered_advance("earl", dice=[1, 3, 4, 5, 6]) == [1]
    assert offered_advance("earl", dice=[2, 2, 2, 5, 6], guilders=5) == [], "possible, even if not for her"
    assert offered_advance("earl", dice=[3, 3, 4, 5, 6], guilders=3) == []


def test_the_knight_is_spared_when_a_single_die_threatens() -> None:
    one = city(mine={"people": ["knight"]}, stack=[RoundThreats(0)], rolled=[1, 2, 5, 4, 3], **END)
    assert threats(one) == {}
    two = city(mine={"people": ["knight"]}, stack=[RoundThreats(0)], rolled=[1, 2, 5, 6, 3], **END)
    assert threats(two) == {"yellow": 1, "red": 1}


WATCH = {
    "watchdog": "yellow",
    "fire_watchman": "red",
    "dike_warden": "blue",
    "plague_doctor": "brown",
    "bodyguard": "violet",
}


@pytest.mark.rule("BRU-12.8")
@pytest.mark.parametrize("person", WATCH)
def test_watchmen_hold_out_until_the_fourth_marker(person: str) -> None:
    colour = WATCH[person]
    step = TakeThreat(0, COLOURS.index(colour))
    third = city(mine={"people": [person], "threats": {colour: 2}}, stack=[step], **END)
    assert threats(third) == {colour: 3} and all(line[0] != "damage" for line in third.said)
    fourth = city(mine={"people": [person], "threats": {colour: 3}, "points": 5}, stack=[step], **END)
    assert ("damage", 0, COLOURS.index(colour)) in fourth.said
    assert threats(fourth) == {} and of(fourth).points == (2 if colour == "violet" else 5)


@pytest.mark.rule("BRU-5.8", "BRU-10.23")
@pytest.mark.parametrize("person", WATCH)
def test_watchmen_hold_out_against_their_own_colour_alone(person: str) -> None:
    """The third marker of each other colour strikes as usual."""
    for number, colour in enumerate(COLOURS):
        mine = {"people": [person], "threats": {colour: 2}, "workers": {"red": 1}, "guilders": 5, "points": 5}
        game = city(mine=mine, stack=[TakeThreat(0, number)], **END)
        assert (("damage", 0, number) in game.said) is (colour != WATCH[person]), colour


def test_the_physician_takes_lost_persons_into_the_hand() -> None:
    mine = {"people": ["physician", "duke"]}
    for step in (Plague(0), LosePerson(0)):
        game = city(mine=mine, stack=[step], **END).act("lose_person", "duke")
        assert people(game) == ["physician"] and named(of(game).hand) == ["duke"]
        himself = city(mine=mine, stack=[step], **END).act("lose_person", "physician")
        assert named(of(himself).hand) == ["physician"] and "physician" not in named(himself.discard)


@pytest.mark.rule("BRU-17.61", "BRU-17.62", "BRU-17.63", "BRU-17.64", "BRU-7.14")
def test_the_judge_is_content_with_a_tie() -> None:
    others: list[dict[str, Any]] = [{"step": 4, "canals": [1, 1]}, {"step": 2}]
    game = city(mine={"people": ["judge"], "step": 4}, others=others, stack=[Majorities()], **END)
    assert [me.marks for me in game.players] == [[1, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0]]
    at_home = city(mine={"people": ["judge"]}, stack=[Majorities()], **END)
    assert of(at_home).marks == [0, 1, 0, 0], "no player has advanced or built"
