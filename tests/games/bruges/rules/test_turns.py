"""Phase 3: turns, cards and activations. The effects of actions are in `test_actions`."""

from __future__ import annotations

from typing import Any

import pytest

from server.authoring.scenes import Scene
from server.games.bruges.state import COLOURS, TURNS
from tests.games.bruges.city import city, named, of, workers

from .rounds import playing, public

FIVE = ["duke", "count", "baron", "margrave", "prince"]
OTHERS = ["earl", "king", "queen", "princess", "countess"]
THIRD = ["young_prince", "baroness", "noblewoman", "burgrave", "archivist"]


def take_turns(game: Scene) -> list[int]:
    """All players play their first card for workers as long as they have one; returns the seats in order."""
    order = []
    while game.phase == TURNS:
        seat = game.asked[0][0]
        order.append(seat)
        if game.offers("workers", seat=seat):
            game.act("workers", game.offers("workers", seat=seat)[0], seat=seat)
        game.act("done", seat=seat)
    return order


@pytest.mark.rule("BRU-3.1", "BRU-3.2", "BRU-6.1", "BRU-6.2", "BRU-6.5")
def test_everybody_has_four_turns_clockwise_and_keeps_a_card() -> None:
    others = [{"hand": OTHERS}, {"hand": THIRD}]
    game = playing(mine={"hand": FIVE}, others=others, start=1, round=1)
    assert take_turns(game) == [1, 2, 0] * 4
    assert named(of(game, 0).hand) == ["prince"] and len(game.discard) == 12
    assert (game.round, game.start) == (2, 2), "then the majorities are verified, and a new round begins"


@pytest.mark.rule("BRU-3.1")
def test_a_round_draws_rolls_plays_and_verifies() -> None:
    game = playing(mine={"hand": FIVE}, others=[{"hand": OTHERS}], round=1, dice=[4] * 5)
    take_turns(game)
    while game.asked[0][1] == "refill":
        assert game.phase == 1
        game.act("stack", 0, seat=game.asked[0][0])
    said = [line[0] for line in game.said]
    assert said.index("round") < said.index("refilled") < said.index("rolled") and game.phase == 3


@pytest.mark.rule("BRU-6.3", "BRU-6.4", "BRU-8.14")
def test_every_card_serves_every_action_any_number_of_times() -> None:
    mine: dict[str, Any] = {
        "hand": FIVE,
        "guilders": 30,
        "workers": dict.fromkeys(COLOURS, 1),
        "threats": dict.fromkeys(COLOURS, 1),
        "houses": ["red"],
    }
    game = city(mine=mine)
    assert all(game.offers(verb) == FIVE for verb in ("workers", "guilders", "threat", "house", "hire"))
    for tokens, cards in (
        ([0, 0], ["duke", "prince"]),
        ([1, 1], ["baron", "margrave"]),
        ([4, 3], ["count", "duke"]),
    ):
        assert sorted(city(mine={**mine, "canals": tokens}).offers("canal")) == sorted(cards)
    game = playing(mine={"hand": FIVE})
    for name in FIVE[:4]:
        game.act("workers", name).act("done").act("done", seat=1)
    assert sum(of(game).workers) == 8


@pytest.mark.rule("BRU-6.6", "BRU-17.25")
def test_without_cards_there_are_still_turns_and_persons_to_activate() -> None:
    game = playing(mine={"people": ["barmaid", "bookkeeper"], "workers": {"brown": 1}})
    assert game.offers("use") == ["barmaid", "bookkeeper"] and game.verbs() == ["use", "done"]
    assert of(game.act("use", "barmaid")).guilders == 3
    turns = 0
    while game.phase == TURNS:
        turns += game.asked[0][0] == 0
        game.act("done", seat=game.asked[0][0])
    assert turns == 4


@pytest.mark.rule("BRU-17.26", "BRU-17.25", "BRU-6.6")
def test_after_two_runners_the_fourth_turn_has_activations_alone() -> None:
    """Five cards: three in the first turn, one in the second and the third."""
    mine: dict[str, Any] = {
        "people": ["messenger", "herald", "bookkeeper"],
        "workers": {"red": 1, "violet": 1},
        "hand": FIVE,
    }
    game = playing(mine=mine, round=1)
    game.act("use", "messenger").act("workers", "duke").act("use", "herald").act("workers", "count")
    game.act("workers", "baron").act("done").act("done", seat=1)
    for name in ("margrave", "prince"):
        assert game.offers("workers")[0] == name
        game.act("workers", name).act("done").act("done", seat=1)
    assert game.phase == TURNS and game.asked == [(0, "turn_over")] and game.offers("use") == ["bookkeeper"]
    assert of(game.act("use", "bookkeeper")).guilders == 2
    game.act("done").act("done", seat=1)
    assert game.phase == 1 and game.round == 2, "there is no fifth turn"


@pytest.mark.rule("BRU-6.7")
def test_a_card_must_be_played_while_one_is_held() -> None:
    game = city(mine={"hand": ["duke"], "people": ["bookkeeper"]})
    assert "done" not in game.verbs()
    game.act("use", "bookkeeper")
    assert "done" not in game.verbs() and {"workers", "guilders"} <= set(game.verbs())
    assert "done" in game.act("workers", "duke").verbs()


@pytest.mark.rule("BRU-6.8", "BRU-8.10")
def test_an_action_that_is_impossible_is_not_offered() -> None:
    """A blue card of price 6; with exactly the required things, every action is possible."""
    enough: dict[str, Any] = {
        "guilders": 6,
        "workers": {"blue": 1},
        "threats": {"blue": 1},
        "houses": ["red"],
    }
    everything = {"workers", "guilders", "threat", "canal", "house", "hire"}
    assert set(city(mine={"hand": ["duke"], **enough}).verbs()) == everything
    lacking: list[tuple[dict[str, Any], set[str]]] = [
        ({"threats": {"red": 2}}, {"threat"}),
        ({"guilders": 5}, {"hire"}),
        ({"guilders": 0}, {"hire", "canal"}),
        ({"workers": {"red": 3}}, {"house"}),
        ({"houses": []}, {"hire"}),
        ({"houses": [], "people": ["king"]}, {"hire"}),
    ]
    for less, missing in lacking:
        game = city(mine={"hand": ["duke"], **enough, **less})
        assert set(game.verbs()) - {"use"} == everything - missing


@pytest.mark.rule("BRU-6.9", "BRU-9.26", "BRU-9.27")
def test_activations_come_before_and_after_the_card_until_the_turn_is_ended() -> None:
    mine: dict[str, Any] = {
        "people": ["bookkeeper", "barmaid", "long_distance_trader"],
        "workers": {"brown": 1},
    }
    game = city(mine={**mine, "hand": ["duke"]}).act("use", "bookkeeper")
    game.act("use", "long_distance_trader").act("workers", "duke")
    assert game.verbs() == ["use", "done"] and game.offers("use") == ["barmaid"]
    game.act("use", "barmaid")
    assert game.verbs() == ["done"] and of(game).guilders == 2 + 3 + 3
    every = city(mine={**mine, "hand": ["duke"]}).act("workers", "duke")
    assert every.offers("use") == ["bookkeeper", "barmaid", "long_distance_trader"], "or all after it"


@pytest.mark.rule("BRU-6.1")
def test_one_card_a_turn() -> None:
    game = city(mine={"hand": FIVE}).act("workers", "duke")
    assert game.verbs() == ["done"]


@pytest.mark.rule("BRU-17.44")
def test_the_well_builder_works_for_the_turn_alone() -> None:
    """An unused free token of his is gone in the next turn, both for other players and for his owner."""
    mine: dict[str, Any] = {"people": ["well_builder"], "hand": ["count", "duke"]}
    game = playing(mine=mine, others=[{"hand": ["earl", "margrave"]}])
    game.act("use", "well_builder").act("workers", "count")
    assert public(game)["free_canal"] == 1
    game.act("done")
    assert public(game)["free_canal"] == 0
    assert game.offers("canal", seat=1) == [], "without guilders there is nothing to build"
    game.act("workers", "earl", seat=1).act("done", seat=1)
    assert game.offers("workers") == ["duke"] and game.offers("canal") == [] and game.offers("use") == []


@pytest.mark.rule("BRU-6.10")
def test_a_card_drawn_in_the_turn_can_be_played_in_it() -> None:
    mine: dict[str, Any] = {"people": ["farmhand"], "workers": {"red": 1}}
    game = city(mine=mine, tops=(["duke"], [])).act("use", "farmhand").act("stack", 0)
    assert game.offers("workers") == ["duke"] and "done" not in game.verbs()
    assert workers(game.act("workers", "duke")) == {"blue": 2}


@pytest.mark.rule("BRU-6.11")
def test_with_seven_cards_there_are_four_turns_as_well() -> None:
    game = playing(mine={"hand": [*FIVE, "earl", "king"]}, round=1)
    assert take_turns(game) == [0, 1] * 4
    assert len(of(game).hand) == 3


@pytest.mark.rule("BRU-6.12")
def test_nobody_is_activated_between_two_effects_of_a_card() -> None:
    mine: dict[str, Any] = {
        "people": ["plasterer", "bookkeeper"],
        "threats": {"blue": 1},
        "workers": {"blue": 1},
    }
    game = city(mine={**mine, "hand": ["duke"]}).act("house", "duke")
    assert set(game.verbs()) == {"return_threat", "enough"}
    assert "use" in game.act("enough").verbs()
    game = city(mine={"people": ["messenger", "bookkeeper"], "workers": {"red": 1}, "hand": ["duke"]})
    assert set(game.act("use", "messenger").verbs()) == {"workers", "guilders"}
