"""The beginner variant: a regular customer is dealt to each player."""

from __future__ import annotations

from functools import partial

import pytest

from server.authoring.scenes import scene
from server.games import loyang
from server.games.loyang.cards import BLUE_DOTS
from server.games.loyang.distribution import Distribute, EndOfCardPhase
from server.games.loyang.flow import Round

from .village import card, names, seen, village

begun = partial(scene, loyang, options={"beginner": True})
cards_dealt = partial(village, stack=[Distribute(0), EndOfCardPhase()], seats=2)


@pytest.mark.rule("LOY-3.1", "LOY-3.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_is_dealt_one_and_the_others_go_back(seats: int) -> None:
    game = begun(seats=seats)
    dealt = [farm.dealt for farm in game.farms]
    assert set(dealt) <= set(BLUE_DOTS) and len(set(dealt)) == seats
    hands = [c for farm in game.farms for c in farm.hand]
    assert {c for c in [*game.deck, *hands] if c in BLUE_DOTS} == set(BLUE_DOTS) - set(dealt)
    assert len(game.deck) + len(hands) == 69 - seats


@pytest.mark.rule("LOY-3.2")
def test_only_its_owner_sees_it() -> None:
    game = begun(seats=3)
    assert loyang.public(game.game)["dealt"] == [1, 1, 1]
    for seat, farm in enumerate(game.farms):
        assert loyang.private(game.game, seat)["dealt"] == farm.dealt


@pytest.mark.rule("LOY-3.4", "LOY-3.5", "LOY-3.7")
def test_it_is_laid_out_instead_of_a_hand_card() -> None:
    hand = ["stall_01", "stall_02", "stall_03"]
    game = cards_dealt({"hand": hand, "dealt": "regular_01"}, {"hand": ["tout"]}, court=["casual_01"])
    game.act("take", "casual_01")
    assert game.offers("dealt") == ["regular_01"] and game.offers("keep") == hand
    game.act("dealt", "regular_01")
    assert loyang.public(game.game)["dealt"] == [1, 0], "the card is still unknown"
    game.act("done")
    assert seen(game)["regulars"] == ["regular_01"] and seen(game)["casuals"] == ["casual_01"]
    assert names(game.court) == hand and game.farms[0].dealt == -1
    assert loyang.public(game.game)["dealt"] == [0, 0]


@pytest.mark.rule("LOY-3.6", "LOY-3.9")
def test_it_may_be_kept_back_to_the_end_for_nothing() -> None:
    hand = ["stall_01", "stall_02"]
    game = cards_dealt({"hand": hand, "dealt": "regular_01"}, {"hand": ["tout"]}, court=["casual_01"])
    game.act("take", "casual_01").act("keep", "stall_01").act("done")
    assert game.farms[0].dealt == card("regular_01")
    over = village({"dealt": "regular_01", "space": 9}, stack=[Round()], round=9)
    assert [score.points for score in loyang.scores(over.game)] == [9, 1]


@pytest.mark.rule("LOY-3.8")
def test_it_may_replace_the_last_hand_card() -> None:
    game = cards_dealt({"hand": ["stall_01"], "dealt": "regular_01"}, {"hand": ["tout"]}, court=["casual_01"])
    assert game.offers("lay") == []
    game.act("take", "casual_01").act("dealt", "regular_01").act("done")
    assert names(game.court) == ["stall_01"]


@pytest.mark.rule("LOY-3.10")
def test_with_the_landlord_it_replaces_the_hand_card_too() -> None:
    mine = {"hand": ["stall_01", "stall_02"], "dealt": "regular_01", "helpers": ["landlord"]}
    game = cards_dealt(mine, {"hand": ["tout"]}, court=["casual_01", "casual_02", "casual_03", "maid"])
    game.act("take", "casual_01").act("use", "landlord").act("also", "casual_02").act("also", "casual_03")
    game.act("dealt", "regular_01").act("done")
    assert seen(game)["casuals"] == ["casual_01", "casual_02", "casual_03"]
    assert seen(game)["regulars"] == ["regular_01"] and seen(game)["helpers"] == []
