"""Persons who activate others: actor, puppeteer, Swede, astronomer; and the marks of used persons."""

from __future__ import annotations

import pytest

from server.games.bruges.flow import StartTurns

from .city import Have, activated, card, city, named, of, people, threats, workers

SWEDEN = {"new_citizens": True}


def test_the_actor_repeats_a_lightning() -> None:
    game = activated("actor", mine={"people": ["smith", "alchemist", "bookkeeper"]})
    assert game.offers("activate") == ["smith", "alchemist"]
    assert of(game.act("activate", "alchemist")).guilders == 6
    bare = city(mine={"people": ["actor", "bookkeeper", "abbot"], "workers": {"violet": 1}})
    assert bare.offers("use") == ["bookkeeper"], "the abbot has no markers to discard"


def test_the_puppeteer_lets_a_used_person_work_again() -> None:
    mine = {"people": ["baker", "bookkeeper"], "used": ["baker"]}
    game = activated("puppeteer", mine=mine)
    assert game.verbs() == ["take_worker", "take_rest"], "there is no question about the only person"
    assert workers(game.act("take_rest", "blue")) == {"blue": 2}
    assert named(of(game).used) == ["baker", "puppeteer"]
    both = activated("puppeteer", mine={"people": ["baker", "bookkeeper"], "used": ["baker", "bookkeeper"]})
    assert both.offers("activate") == ["baker", "bookkeeper"]


@pytest.mark.rule("BRU-18.22", "BRU-18.23")
@pytest.mark.parametrize(
    ("who", "mine", "theirs", "lying"),
    [
        ("actor", {"people": ["peddler"], "workers": {"violet": 1}}, [], []),
        ("puppeteer", {"people": ["potter"], "used": ["potter"], "workers": {"red": 1}}, [], []),
        ("swede", {"workers": {"violet": 1}}, ["mason"], []),
        ("swede", {"workers": {"violet": 1}}, ["italian"], ["free_lord"]),
    ],
)
def test_the_worker_who_is_paid_is_of_no_use_to_whom_he_activates(
    who: str, mine: Have, theirs: list[str], lying: list[str]
) -> None:
    """Everything that could be activated needs a worker, and the only one would be spent by then."""
    have = {**mine, "people": [who, *mine.get("people", ())], "hand": ["duke"]}
    others = [{"people": theirs}]
    alone = city(mine=have, others=others, discard=lying, options=SWEDEN)
    assert alone.offers("use") == []
    more = {**have, "workers": dict.fromkeys(mine["workers"], 2)}
    assert city(mine=more, others=others, discard=lying, options=SWEDEN).offers("use") == [who]


@pytest.mark.rule("BRU-18.22", "BRU-13.29")
def test_the_puppeteer_repeats_nothing_that_is_still_pending() -> None:
    mine = {"people": ["puppeteer", "well_builder"], "workers": [1] * 5, "hand": ["duke"]}
    game = city(mine=mine, options={"new_citizens": True}).act("use", "well_builder")
    assert game.offers("use") == [], "the next token is free already"
    game.act("canal", "duke").act("use", "puppeteer")
    assert game.free_canal


def test_the_only_person_is_asked_for_where_it_takes_something() -> None:
    """The moneylender takes guilders, the alchemist does not."""
    lender = activated("actor", mine={"people": ["moneylender"], "guilders": 3})
    assert lender.offers("activate") == ["moneylender"] and of(lender).guilders == 3
    assert of(activated("actor", mine={"people": ["alchemist"]})).guilders == 6


@pytest.mark.rule("BRU-18.13", "BRU-18.14", "BRU-18.15", "BRU-18.17")
def test_the_swede_uses_persons_of_opponents() -> None:
    theirs = ["bookkeeper", "alchemist", "baker", "duke", "inventor", "hangman", "abbot"]
    others = [{"people": theirs, "used": ["bookkeeper"], "houses": ["red"]}, {"people": ["smith"]}]
    game = activated("swede", mine={"people": ["maid"]}, others=others)
    assert game.offers("activate") == ["bookkeeper", "alchemist", "baker", "smith"]
    game.act("activate", "baker").act("take_rest", "blue")
    assert workers(game) == {"blue": 2}, "the baker's own worker is not paid"
    assert named(of(game, 1).used) == ["bookkeeper"], "the opponent's person is not marked"


@pytest.mark.rule("BRU-18.17")
def test_a_borrowed_person_counts_as_the_swedes_own() -> None:
    game = activated("swede", others=[{"people": ["saddler", "jailer"]}])
    assert of(game).guilders == 2, "travellers, and the saddler's crafts"


@pytest.mark.rule("BRU-18.16")
def test_the_swede_may_use_the_same_person_twice() -> None:
    mine = {"people": ["swede", "puppeteer"], "workers": {"violet": 1, "red": 1}}
    game = city(mine=mine, others=[{"people": ["bookkeeper"]}], options=SWEDEN)
    assert of(game.act("use", "swede")).guilders == 2, "there is no other person"
    assert of(game.act("use", "puppeteer")).guilders == 4


@pytest.mark.rule("BRU-18.18")
def test_the_owner_of_a_borrowed_thief_is_robbed_too() -> None:
    others = [{"people": ["thief"], "guilders": 5}, {"guilders": 2}, {}]
    game = activated("swede", others=others)
    assert [me.guilders for me in game.players] == [5, 2, 0, 0]


def test_the_puppeteer_does_not_use_who_has_activated_her() -> None:
    mine = {"people": ["baker"], "used": ["baker"]}
    game = activated("swede", mine=mine, others=[{"people": ["puppeteer"]}])
    assert game.verbs() == ["take_worker", "take_rest"], "the baker's, not the Swede herself"


# -- the astronomer --------------------------------------------------------------------------------


@pytest.mark.rule("BRU-17.39", "BRU-17.40", "BRU-9.23")
def test_the_astronomer_doubles_lightning_from_then_on() -> None:
    game = activated("alchemist", mine={"people": ["astronomer"]})
    assert of(game).guilders == 6 and game.verbs() == ["again", "enough"]
    assert of(game.act("again", "alchemist")).guilders == 12
    once = activated("alchemist", mine={"people": ["astronomer"]}).act("enough")
    assert of(once).guilders == 6
    before = city(
        mine={"people": ["alchemist"], "houses": ["red", "red"], "hand": ["astronomer"], "guilders": 9}
    )
    before.act("hire", "astronomer")
    assert of(before).guilders == 0 and people(before) == ["alchemist", "astronomer"]


@pytest.mark.rule("BRU-17.39", "BRU-18.22")
def test_nothing_is_asked_where_a_second_time_would_bring_nothing() -> None:
    game = activated("abbot", mine={"people": ["astronomer"], "threats": {"red": 1}})
    assert threats(game) == {} and game.verbs() == ["done"]


@pytest.mark.rule("BRU-17.41")
def test_with_the_astronomer_opponents_give_twice() -> None:
    others = [{"workers": {"red": 2, "blue": 2}}]
    game = activated("beggar", mine={"people": ["astronomer"]}, others=others).act("interrupt")
    game.act("give_worker", "red", seat=1).act("give_worker", "blue", seat=1)
    assert game.asked == [(0, "again")]
    game.act("again", "beggar")
    assert workers(game) == {"red": 2, "blue": 2} and workers(game, 1) == {}, "the rest leaves no choice"


@pytest.mark.rule("BRU-9.31")
def test_nobody_reacts_to_the_own_moving_in() -> None:
    mine = {"hand": ["fire_eater"], "houses": ["red"], "guilders": 6, "threats": {"red": 1}}
    game = city(mine=mine).act("hire", "fire_eater")
    assert game.asked == [(0, "end_turn")] and threats(game) == {"red": 1}
    assert named(of(game).persons) == ["fire_eater"] and card("fire_eater") not in of(game).hand


# -- the marks of use ------------------------------------------------------------------------------


@pytest.mark.rule("BRU-18.19")
def test_who_lost_the_house_to_a_vandal_stays_used() -> None:
    """The bookkeeper works, loses the house to the vandal, and moves into the other one in the next turn."""
    mine = {"people": ["bookkeeper"], "houses": ["duke", "king"], "hand": ["earl"], "guilders": 4}
    other = {"hand": ["vandal", "count"], "guilders": 9, "houses": ["red"]}
    game = city(mine=mine, others=[other], stack=[StartTurns()])
    game.act("use", "bookkeeper").act("workers", "earl").act("done")
    game.act("hire", "vandal", seat=1).act("interrupt", seat=1).act("lose_house", 0).act("done", seat=1)
    assert named(of(game).hand) == ["bookkeeper"] and of(game).guilders == 6
    game.act("hire", "bookkeeper")
    assert people(game) == ["bookkeeper"] and game.offers("use") == [] and of(game).guilders == 0


@pytest.mark.rule("BRU-18.20")
def test_used_by_another_the_card_starts_unused() -> None:
    """Seat 1 has used the bookkeeper this round and lost him; now he lives with seat 0."""
    game = city(mine={"people": ["bookkeeper"]}, others=[{"used": ["bookkeeper"]}])
    assert game.offers("use") == ["bookkeeper"]
    assert of(game.act("use", "bookkeeper")).guilders == 2
    assert named(of(game, 1).used) == ["bookkeeper"] == named(of(game).used)
