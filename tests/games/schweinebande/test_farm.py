"""Phase D: groups of four and of six, and the pig bonus."""

from __future__ import annotations

import pytest

from server.games.kernel import IllegalChoice

from .market import ANIMAL, TILE, farmed, farming, feeding, held, points

ONE_OF_EACH = dict.fromkeys(ANIMAL, 1)
LAST = 4


@pytest.mark.rule("SWB-7.1", "SWB-7.3", "SWB-13.2")
def test_four_donkeys() -> None:
    game = farming({"donkey": 5})
    box = game.box[TILE.index("donkey")]
    assert game.asked == [(0, "redeem")] and game.offers("four") == ["donkey"]
    game.act("four", "donkey")
    assert farmed(game) == {"donkey": 1} and points(game) == [5, 0]
    assert held(game) == {"donkey": 1}, "the fifth one stays"
    assert game.box[TILE.index("donkey")] == box + 3


@pytest.mark.rule("SWB-7.2", "SWB-13.3")
def test_one_of_each_kind() -> None:
    game = farming(ONE_OF_EACH)
    before = list(game.box)
    game.act("six")
    assert farmed(game) == {"cattle": 1} and points(game) == [7, 0] and held(game) == {}
    assert [now - then for now, then in zip(game.box, before, strict=True)] == [1, 1, 1, 1, 1, 0, 0]


@pytest.mark.rule("SWB-7.3", "SWB-10.3")
def test_as_often_as_the_rarest_kind_allows() -> None:
    game = farming({**dict.fromkeys(ANIMAL, 3), "goat": 2})
    assert game.verbs() == ["six", "keep"]
    game.act("six").act("six")
    assert farmed(game) == {"cattle": 2}
    assert held(game) == {kind: 1 for kind in ANIMAL if kind != "goat"}
    assert game.asked == [(0, "sell")], "no goat, no third group"


@pytest.mark.rule("SWB-7.4")
def test_an_animal_counts_once() -> None:
    game = farming({**ONE_OF_EACH, "pig": 4}).act("four", "pig")
    assert game.asked == [(0, "sell")], "no pig is left for a group of six"
    game = farming({**ONE_OF_EACH, "pig": 4}).act("six")
    assert game.asked == [(0, "sell")], "three pigs are left, too few for a group of four"


@pytest.mark.rule("SWB-7.5")
def test_a_group_may_be_kept() -> None:
    game = farming({"goat": 4}, feed=[4, 0])
    assert game.verbs() == ["four", "keep"]
    game.act("keep").act("pay", 4)
    assert game.round == 2 and held(game) == {"goat": 4} and farmed(game) == {}


@pytest.mark.rule("SWB-7.6")
def test_several_groups_in_a_phase() -> None:
    game = farming({"goat": 8, "sheep": 5, "chicken": 1, "donkey": 1, "pig": 1, "cattle": 2})
    assert game.offers("four") == ["sheep", "goat"] and "six" in game.verbs()
    game.act("four", "sheep").act("six").act("four", "goat")
    assert farmed(game) == {"sheep": 1, "cattle": 1, "goat": 1}
    assert held(game) == {"goat": 3, "cattle": 1} and game.asked == [(0, "sell")]


@pytest.mark.rule("SWB-7.7")
def test_only_the_farm_counts() -> None:
    game = farming({"cattle": 3, "pig": 3}, farms={0: {"chicken": 1}, 1: {"goat": 1}}, pens={1: {"pig": 8}})
    assert points(game) == [2, 4]


@pytest.mark.rule("SWB-7.8", "SWB-13.4")
@pytest.mark.parametrize(
    ("pigs", "on_farm", "left"), [(4, 2, 0), (7, 2, 3), (8, 4, 0), (12, 6, 0), (16, 8, 0)]
)
def test_the_pig_bonus(pigs: int, on_farm: int, left: int) -> None:
    game = farming({"pig": pigs}, round=LAST)
    out = game.box[TILE.index("pig")]
    for _ in range(pigs // 4):
        game.act("four", "pig")
    assert farmed(game) == {"pig": on_farm} and points(game)[0] == 6 * on_farm
    assert game.box[TILE.index("pig")] + game.pens[0][4] - out == pigs - on_farm
    assert held(game).get("pig", 0) == left


@pytest.mark.rule("SWB-7.9")
@pytest.mark.parametrize("round", [1, 2, 3])
def test_no_bonus_before_the_last_round(round: int) -> None:
    game = farming({"pig": 4}, round=round).act("four", "pig")
    assert farmed(game) == {"pig": 1}


@pytest.mark.rule("SWB-7.9")
def test_pigs_of_earlier_rounds_count() -> None:
    game = farming({"pig": 4}, round=3, feed=[4, 0]).act("keep").act("pay", 4)
    assert game.round == 4 and held(game) == {"pig": 4}
    assert farmed(farming(held(game), round=4).act("four", "pig")) == {"pig": 2}


@pytest.mark.rule("SWB-7.8")
def test_other_kinds_have_no_bonus() -> None:
    assert farmed(farming({"cattle": 4}, round=LAST).act("four", "cattle")) == {"cattle": 1}


@pytest.mark.rule("SWB-7.10")
def test_nobody_must_redeem_pigs() -> None:
    game = farming({**ONE_OF_EACH, "pig": 4}, round=LAST)
    assert game.verbs() == ["four", "six", "keep"] and game.offers("four") == ["pig"]
    game.act("six")
    assert farmed(game) == {"cattle": 1} and held(game) == {"pig": 3}
    assert farming({"pig": 4}, round=LAST, feed=[4, 0]).act("keep").asked == [(0, "feed")]


@pytest.mark.rule("SWB-7.11")
def test_animals_never_leave_the_farm() -> None:
    rich = {0: {"goat": 4, "cattle": 2}}
    assert farming({"chicken": 1}, farms=rich).asked == [(0, "sell")], "no groups of tiles on the farm"
    game = feeding({"chicken": 1}, farms=rich)
    assert game.offers("sell") == ["chicken"]
    with pytest.raises(IllegalChoice):
        game.act("sell", "goat")


@pytest.mark.rule("SWB-14.3")
def test_without_a_group_nothing_is_asked() -> None:
    assert farming({"goat": 3, "cattle": 3}).asked == [(0, "sell")]
