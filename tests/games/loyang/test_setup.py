"""The start of each player, and the purchase of the start crops."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest

from server.authoring.scenes import Scene
from server.authoring.scenes import scene as any_scene
from server.games import loyang
from server.games.kernel import ALL, IllegalChoice
from server.games.loyang.cards import GOODS, PLOTS, PRIVATE

from .village import START, VERBS, cart, planted, seen, shop

scene = partial(any_scene, loyang, names=VERBS)


def after_crops(*crops: str, seed: int = 0, options: Mapping[str, Any] | None = None) -> Scene:
    """A game that has just begun, with these crops bought in turn; it stops after the first harvest."""
    game = scene(seats=len(crops), seed=seed, options=options)
    for crop in crops:
        seat = game.asked[0][0]
        game.act("plant", crop, seat=seat).act("done", seat=seat)
    return game


@pytest.mark.rule("LOY-2.1", "LOY-2.3", "LOY-2.4", "LOY-2.5", "LOY-2.6")
def test_what_everybody_starts_with() -> None:
    game = scene(seats=4)
    for seat, farm in enumerate(game.farms):
        assert (farm.cash, farm.space, farm.loans, farm.capacity) == (10, 1, 0, 1)
        assert shop(game, seat) == START and sum(farm.shop) == 11
        assert seen(game, seat)["fields"] == ["home"] and not planted(game, seat)
        assert not cart(game, seat)


@pytest.mark.rule("LOY-2.9", "LOY-2.10")
def test_two_sets_of_private_fields_are_mixed_by_themselves() -> None:
    orders = set()
    for seed in range(20):
        for farm in scene(seats=2, seed=seed).farms:
            sizes = [PLOTS[card] for card in reversed(farm.pile)]
            assert sorted(sizes[:4]) == sorted(sizes[4:]) == [3, 4, 5, 6]
            orders.add(tuple(sizes))
    assert len(orders) > 20


@pytest.mark.rule("LOY-2.11", "LOY-27.4")
def test_nobody_knows_the_order_of_a_pile_everybody_knows_what_is_in_it() -> None:
    game = scene(seats=3)
    public = loyang.public(game.game)
    assert public["pile"] == [list(PRIVATE)] * 3
    assert all("pile" not in loyang.private(game.game, seat) for seat in range(3))


@pytest.mark.rule("LOY-2.12")
def test_the_first_player_is_drawn_by_lot() -> None:
    begun = [scene(seats=3, seed=seed) for seed in range(30)]
    assert {game.first for game in begun} == {0, 1, 2}
    assert all(game.asked == [(game.first, "start_crop")] and game.second == -1 for game in begun)


@pytest.mark.rule("LOY-2.13", "LOY-2.14", "LOY-6.3")
def test_the_first_hands_are_dealt_before_the_crops_are_bought() -> None:
    game = scene(seats=3)
    assert [len(farm.hand) for farm in game.farms] == [4, 4, 4] and len(game.deck) == 69 - 12
    assert loyang.public(game.game)["hand"] == [4, 4, 4]
    hands = [loyang.private(game.game, seat)["hand"] for seat in range(3)]
    assert hands == [farm.hand for farm in game.farms]
    game = after_crops("wheat", "wheat", "pumpkin")
    assert game.asked == [(game.first, "distribute")]
    assert [farm.hand for farm in game.farms] == hands, "and no second hand in round 1"


@pytest.mark.rule("LOY-2.15", "LOY-2.18", "LOY-2.19")
@pytest.mark.parametrize(("crop", "cash"), [("wheat", 7), ("pumpkin", 6), ("turnip", 5)])
def test_a_start_crop(crop: str, cash: int) -> None:
    game = scene(seats=2)
    seat = game.first
    game.act("plant", crop, seat=seat)
    farm = game.farms[seat]
    assert farm.cash == cash and planted(game, seat) == {"home": (crop, 9)}
    assert shop(game, seat) == START | {crop: START[crop] - 1}


@pytest.mark.rule("LOY-2.16")
def test_only_three_crops_grow_on_the_home_field() -> None:
    game = scene(seats=2)
    assert game.offers("plant", game.first) == ["wheat", "pumpkin", "turnip"]
    with pytest.raises(IllegalChoice):
        game.act("plant", "leek", seat=game.first)


@pytest.mark.rule("LOY-2.17", "LOY-2.20")
def test_a_third_player_may_not_choose_the_same_crop() -> None:
    game = scene(seats=4)
    order = [(game.first + i) % 4 for i in range(4)]
    for seat in order[:2]:
        assert game.asked == [(seat, "start_crop")]
        game.act("plant", "wheat", seat=seat).act("done", seat=seat)
    assert game.offers("plant", order[2]) == ["pumpkin", "turnip"]
    game.act("plant", "pumpkin", seat=order[2]).act("done", seat=order[2])
    assert game.offers("plant", order[3]) == ["pumpkin", "turnip"]
    assert [GOODS[farm.fields[0][1]] for farm in game.farms].count("wheat") == 2


@pytest.mark.rule("LOY-28.2")
def test_a_start_purchase_stands_once_the_next_player_sees_it() -> None:
    game = scene(seats=2)
    assert game.game.sealed == ALL, "dealt and drawn cards can't be taken back"
    game.act("plant", "wheat", seat=game.first)
    assert game.game.sealed < ALL
    game.act("done", seat=game.first)
    assert game.game.sealed == ALL


@pytest.mark.rule("LOY-20.1", "LOY-4.5")
def test_a_loan_can_be_had_from_the_first_decision_on() -> None:
    game = scene(seats=2)
    seat = game.first
    game.act("loan", seat=seat)
    assert (game.farms[seat].cash, game.farms[seat].loans) == (15, 1)
    assert game.asked == [(seat, "start_crop")]
