"""Phase 2: the effect of the dice, and the advance."""

from __future__ import annotations

from typing import Any

import pytest

from server.authoring.scenes import Scene
from server.games.bruges.cards import TRACK
from server.games.bruges.flow import StartTurns
from server.games.bruges.state import DICE, TURNS
from server.games.bruges.turn.building import Advance
from server.games.kernel import ALL
from tests.games.bruges.city import city, of, threats

from .rounds import public, rolling

RICH = {"guilders": 12}


def prices(game: Scene) -> list[int]:
    """The offered prices of the advance."""
    return game.offers("advance", seat=game.asks[0].seat)


@pytest.mark.rule("BRU-5.1", "BRU-2.19")
def test_the_start_player_rolls_five_dice_once() -> None:
    game = rolling({"blue": 3, "brown": 4, "yellow": 3, "red": 4, "violet": 3}, start=1)
    assert game.rolled == [3, 4, 3, 4, 3] and game.drawn == 5
    assert ("rolled", 1, 3, 4, 3, 4, 3) in game.said
    assert game.sealed == ALL


@pytest.mark.rule("BRU-5.2")
def test_the_values_stay_for_the_whole_round() -> None:
    mine = {"hand": ["baron", "count"]}
    game = rolling({"yellow": 4, "brown": 3}, mine=mine, others=[{}])
    game.act("guilders", "baron").act("done").act("done", seat=1)
    assert of(game.act("guilders", "count")).guilders == 4 + 3


@pytest.mark.rule("BRU-5.3", "BRU-5.9", "BRU-5.10")
def test_the_raid_comes_before_the_advance() -> None:
    mine = {"guilders": 2, "threats": {"yellow": 2}}
    game = rolling({"yellow": 5, "blue": 1}, mine=mine, others=[{"guilders": 2}])
    assert of(game, 0).guilders == 0
    assert game.asked == [(1, "advance")], "the first one has nothing left to pay with"


@pytest.mark.rule("BRU-5.9", "BRU-5.3")
def test_all_damage_is_dealt_before_anybody_advances() -> None:
    """The second player's fire is decided before the first player, who is untouched and rich, is asked."""
    other = {"guilders": 2, "threats": {"red": 2}, "houses": ["red", "blue"]}
    game = rolling({"red": 6, "blue": 1}, mine=RICH, others=[other])
    assert game.asked == [(1, "fire")]
    game.act("lose_house", 0, seat=1)
    assert game.asked == [(0, "advance")]


@pytest.mark.rule("BRU-5.4")
def test_threes_and_fours_mean_nothing() -> None:
    game = rolling({"blue": 3, "red": 3}, mine=RICH, others=[RICH])
    assert game.phase == TURNS and not any(any(me.threats) for me in game.players)
    assert [me.step for me in game.players] == [0, 0]


@pytest.mark.rule("BRU-5.5", "BRU-5.6", "BRU-5.7")
def test_every_five_and_six_is_a_marker_for_everybody() -> None:
    game = rolling({"red": 5, "yellow": 6}, others=[{}, {}], start=2)
    for seat in range(3):
        assert threats(game, seat) == {"red": 1, "yellow": 1}
    assert public(game)["threats"] == [[0, 0, 1, 1, 0]] * 3


@pytest.mark.rule("BRU-5.8")
def test_the_third_marker_of_a_colour_sets_off_the_damage() -> None:
    mine = {"guilders": 7, "threats": {"yellow": 2}}
    game = rolling({"yellow": 5}, mine=mine, others=[{"guilders": 7, "threats": {"yellow": 1, "red": 1}}])
    assert of(game, 0).guilders == 0 and threats(game, 0) == {}
    assert of(game, 1).guilders == 7 and threats(game, 1) == {"yellow": 2, "red": 1}, (
        "three in all, two yellow"
    )


# -- the advance -----------------------------------------------------------------------------------


@pytest.mark.rule("BRU-5.11", "BRU-5.12", "BRU-5.19")
def test_the_price_is_the_sum_of_ones_and_twos() -> None:
    game = rolling({"violet": 1, "blue": 2}, mine={"guilders": 5})
    assert prices(game) == [3]
    game.act("advance", 3)
    assert of(game).guilders == 2 and of(game).step == 1, "from the town hall to step 1"


@pytest.mark.rule("BRU-5.13", "BRU-5.11")
@pytest.mark.parametrize(("pips", "price"), [([1, 1, 2, 4, 6], 4), ([2, 2, 2, 2, 2], 10)])
def test_other_prices(pips: list[int], price: int) -> None:
    colours = ("blue", "brown", "yellow", "red", "violet")
    assert prices(rolling(dict(zip(colours, pips, strict=True)), mine=RICH)) == [price]


@pytest.mark.rule("BRU-5.14")
def test_without_ones_and_twos_there_is_no_advance() -> None:
    game = rolling({"blue": 3, "red": 5, "violet": 6}, mine=RICH, others=[RICH])
    assert game.phase == TURNS and [me.step for me in game.players] == [0, 0]


@pytest.mark.rule("BRU-3.2", "BRU-5.15", "BRU-5.16", "BRU-5.18")
def test_each_decides_once_from_the_start_player_clockwise() -> None:
    game = rolling({"blue": 1}, mine=RICH, others=[RICH, RICH], start=1)
    order = []
    while game.phase == DICE:
        seat = game.asked[0][0]
        order.append(seat)
        assert len(game.asked) == 1 and game.verbs(seat) == ["advance", "stay"]
        game.act(*(("stay", -1) if seat == 2 else ("advance", 1)), seat=seat)
    assert order == [1, 2, 0]
    assert [(me.step, me.guilders) for me in game.players] == [(1, 11), (1, 11), (0, 12)]


@pytest.mark.rule("BRU-5.17")
@pytest.mark.parametrize(("guilders", "asked"), [(2, False), (3, True)])
def test_the_whole_price_must_be_paid(guilders: int, asked: bool) -> None:
    game = rolling({"blue": 1, "red": 2}, mine={"guilders": guilders})
    assert (game.phase == DICE) is asked
    assert of(game).guilders == guilders


@pytest.mark.rule("BRU-5.20")
def test_persons_may_advance_their_owner_in_the_same_round() -> None:
    mine = {"guilders": 9, "people": ["painter"], "workers": {"brown": 1}}
    game = rolling({"blue": 1}, mine=mine).act("advance", 1)
    assert of(game.act("use", "painter")).step == 2


@pytest.mark.rule("BRU-5.21", "BRU-11.8")
def test_the_track_ends_with_the_twelfth_step() -> None:
    assert [*TRACK] == [*range(13)]
    top: dict[str, Any] = {
        "guilders": 9,
        "step": 12,
        "people": ["preacher", "painter"],
        "threats": {"red": 1},
    }
    game = rolling({"blue": 1}, mine={**top, "workers": {"brown": 1}})
    assert game.phase == TURNS and of(game).guilders == 9, "not offered, nothing paid"
    assert game.offers("use") == [], "nor by a person"
    game = city(mine=top, stack=[Advance(0), StartTurns()])
    assert game.asked == [(0, "end_turn")] and threats(game) == {"red": 1}, "no person reacts"
    assert of(rolling({"blue": 1}, mine={**top, "step": 11, "people": []}).act("advance", 1)).step == 12
