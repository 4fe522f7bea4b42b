"""Phase B: revealing tiles, placing farmers, order tiles."""

from __future__ import annotations

import pytest

from server.games.kernel import IllegalChoice
from server.games.schweinebande.flow import NextReveal, ReturnOrderTiles
from server.games.schweinebande.state import FACE_DOWN
from server.games.schweinebande.verbs import Reveal

from .market import SPACE, collecting, fair, feeding, placing


@pytest.mark.rule("SWB-5.3", "SWB-5.4")
def test_any_face_down_tile_may_be_revealed() -> None:
    hidden = {"A1": "pig", "C3": "goat", "E5": "feed_sack"}
    game = placing(hidden=hidden, market={"B2": "sheep"})
    assert game.asked == [(0, "reveal")]
    assert game.offers("reveal") == ["A1", "C3", "E5"], "and no other"
    game.act("reveal", "C3")
    assert game.market[SPACE.index("C3")] == 2 and game.market.count(FACE_DOWN) == 2, "one tile"
    assert game.said == [("revealed", 0, SPACE.index("C3"), 2)]


@pytest.mark.rule("SWB-5.5", "SWB-5.7")
def test_then_a_farmer_stays_on_it_or_not() -> None:
    game = placing(covered=True).act("reveal", "B4")
    assert game.asked == [(0, "place")] and game.verbs() == ["place", "decline"]
    game.act("place")
    assert game.farmers[SPACE.index("B4")] == 0 and game.left == [2, 3, 3]
    assert game.asked == [(1, "reveal")], "clockwise"
    game.act("reveal", "A1", seat=1).act("decline", seat=1)
    assert game.farmers[0] == -1 and game.left == [2, 3, 3]
    assert game.asked == [(2, "reveal")]
    game.act("reveal", "A2", seat=2).act("decline", seat=2)
    assert game.asked == [(0, "reveal")]


@pytest.mark.rule("SWB-5.6", "SWB-5.18")
def test_a_tile_passed_over_gets_no_farmer_later() -> None:
    game = placing(covered=True).act("reveal", "B4").act("decline").act("reveal", "C4", seat=1)
    assert [choice.noun for choice in game.ask(1).options] == [-1, -1], "this tile or none"
    game.act("place", seat=1)
    assert [SPACE[space] for space, seat in enumerate(game.farmers) if seat >= 0] == ["C4"]
    with pytest.raises(IllegalChoice):
        game.act("reveal", "B4", seat=2)


@pytest.mark.rule("SWB-5.18")
def test_one_farmer_on_a_space() -> None:
    game = placing(covered=True).act("reveal", "B4").act("place")
    assert "B4" not in game.offers("reveal", seat=1)


@pytest.mark.rule("SWB-5.17")
def test_a_farmer_on_a_sack() -> None:
    game = placing(hidden={"A1": "feed_sack"}, covered=True).act("reveal", "A1").act("place")
    assert game.farmers[0] == 0 and game.market[0] == 6


@pytest.mark.rule("SWB-5.8", "SWB-5.9")
def test_the_last_farmer_brings_the_lowest_order_tile() -> None:
    game = placing(seats=3, left=[1, 2, 1], covered=True).act("reveal", "A1").act("place")
    assert game.order == [1, 0, 0] and game.said[-1] == ("order", 0, 1)
    game.act("reveal", "A2", seat=1).act("place", seat=1)
    assert game.order == [1, 0, 0], "one is left in hand"
    game.act("reveal", "A3", seat=2).act("place", seat=2)
    assert game.order == [1, 0, 2]
    assert game.asked == [(1, "reveal")], "the others are passed over"
    game.act("reveal", "A4", seat=1).act("decline", seat=1)
    assert game.asked == [(1, "reveal")]
    game.act("reveal", "A5", seat=1).act("place", seat=1)
    assert game.order == [1, 3, 2]


@pytest.mark.rule("SWB-5.10")
def test_the_only_one_with_farmers_goes_on_alone() -> None:
    game = placing(seats=4, seat=2, left=[0, 0, 2, 0], order=[1, 2, 0, 3], covered=True)
    for space in ("A1", "B1", "C1"):
        assert game.asked == [(2, "reveal")]
        game.act("reveal", space)
        assert game.verbs() == ["place", "decline"]
        game.act("place" if space == "B1" else "decline")
    assert game.left == [0, 0, 1, 0] and game.asked == [(2, "reveal")]


@pytest.mark.rule("SWB-5.11")
def test_and_must_place_on_the_last_tile() -> None:
    game = placing(seats=2, left=[1, 0], order=[0, 1], hidden={"A1": "pig", "A2": "goat"})
    game.act("reveal", "A1")
    assert game.verbs() == ["place", "decline"]
    game.act("decline").act("reveal", "A2")
    assert ("no_farmer", 0, 0) in game.said and ("placed", 0, 5, 0) in game.said
    assert game.farmers[5] == 0 and game.asked == [(0, "collect")], "what must be is not asked"


@pytest.mark.rule("SWB-5.10", "SWB-5.11", "SWB-5.12")
def test_but_on_no_tile_before_the_last_however_many_farmers_are_left() -> None:
    game = placing(seats=2, left=[3, 0], order=[0, 1], hidden={"A1": "pig", "A2": "goat"})
    game.act("reveal", "A1")
    assert game.verbs() == ["place", "decline"]
    game.act("decline").act("reveal", "A2")
    assert ("placed", 0, 5, 2) in game.said and game.left == [2, 0]


@pytest.mark.rule("SWB-5.12", "SWB-5.14", "SWB-5.15")
def test_two_farmers_left_for_the_last_tile() -> None:
    farmers = {"E1": 1}
    game = placing(
        seats=2, left=[2, 0], order=[0, 1], hidden={"A1": "pig"}, market={"E1": "goat"}, farmers=farmers
    )
    game.act("reveal", "A1")
    assert ("placed", 0, 0, 1) in game.said
    assert game.left == [1, 0] and game.order == [2, 1], "one stays unused, its owner takes the tile left"
    assert ("collected_1", 1, 4, 2) in game.said, "and rows are collected"


@pytest.mark.rule("SWB-5.13", "SWB-5.14", "SWB-5.15")
def test_nobody_must_place_while_several_have_farmers() -> None:
    game = placing(seats=4, seat=2, left=[0, 1, 2, 1], order=[1, 0, 0, 0], hidden={"A1": "pig"})
    game.act("reveal", "A1")
    assert game.verbs() == ["place", "decline"]
    game.act("decline")
    assert game.order == [1, 3, 4, 2], "clockwise, beginning after the player who revealed the last tile"
    assert game.left == [0, 1, 2, 1] and set(game.farmers) == {-1}, "those farmers are no use now"


@pytest.mark.rule("SWB-5.15")
def test_who_places_the_last_farmer_on_the_last_tile_comes_before_those_who_did_not() -> None:
    game = placing(
        seats=3, seat=1, left=[2, 1, 1], hidden={"A1": "pig"}, market={"A2": "goat", "B1": "goat"},
        farmers={"A2": 0, "B1": 2},
    )  # fmt: skip
    game.act("reveal", "A1").act("place")
    assert game.order == [3, 1, 2]


@pytest.mark.rule("SWB-5.16")
def test_behind_the_very_last_farmer_everything_is_revealed() -> None:
    game = placing(seats=2, left=[1, 0], order=[0, 1], covered=True).act("reveal", "A1").act("place")
    assert game.market.count(FACE_DOWN) == 24 and game.asked == [(0, "end_turn")]
    game.act("done")
    assert FACE_DOWN not in game.market and ("uncovered", 24) in game.said


@pytest.mark.rule("SWB-5.16")
def test_nothing_is_left_to_reveal_behind_the_last_tile() -> None:
    game = placing(seats=2, left=[1, 0], order=[0, 1], hidden={"A1": "pig"}).act("reveal", "A1")
    assert all(line[0] != "uncovered" for line in game.said) and game.asked == [(0, "sell")]


@pytest.mark.rule("SWB-5.19")
@pytest.mark.parametrize("first", range(3))
def test_order_tile_1_begins_the_next_round(first: int) -> None:
    order = [2, 3, 1][first:] + [2, 3, 1][:first]
    game = feeding({"goat": 1}, 1, seats=3, order=order).act("pay", 1)
    assert game.round == 2 and game.asked == [(order.index(1), "reveal")]


@pytest.mark.rule("SWB-5.20", "SWB-5.21")
@pytest.mark.parametrize("verb", ["place", "decline"])
def test_order_tiles_come_back_after_the_first_turn(verb: str) -> None:
    game = fair(
        Reveal(), ReturnOrderTiles(), NextReveal(), seats=4, seat=3, order=[4, 2, 3, 1], round=2, covered=True
    )
    assert game.order == [4, 2, 3, 1]
    game.act("reveal", "A1")
    assert game.order == [4, 2, 3, 1], "not before the farmer"
    game.act(verb)
    assert game.order == [0, 0, 0, 0] and game.asked == [(0, "reveal")], "then clockwise"
    assert min(game.left) > 0, "no player can have placed all farmers yet"


@pytest.mark.rule("SWB-5.19", "SWB-5.20")
def test_order_tiles_of_the_former_round_lie_open_until_then() -> None:
    game = feeding({"goat": 1}, 1, seats=3, order=[2, 3, 1]).act("pay", 1)
    assert game.round == 2 and game.asked == [(2, "reveal")]
    assert game.order == [2, 3, 1], "still there when the new tiles are dealt"
    game.act("reveal", "A1", seat=2)
    assert game.order == [2, 3, 1]
    game.act("decline", seat=2)
    assert game.order == [0, 0, 0] and game.asked == [(0, "reveal")]


@pytest.mark.rule("SWB-10.7")
def test_all_decline_to_the_end() -> None:
    game = placing(seats=3, seat=1, hidden={"A1": "pig", "A2": "goat"})
    game.act("reveal", "A1").act("decline").act("reveal", "A2", seat=2).act("decline", seat=2)
    assert game.order == [1, 2, 3], "beginning after the player who revealed the last tile"
    assert game.asked == [(2, "end_turn")], "no player has a farmer to collect with, or an animal to feed"
    game.act("done", seat=2)
    assert game.round == 2 and game.asked == [(0, "reveal")]


@pytest.mark.rule("SWB-5.18")
def test_farmers_only_leave_to_collect() -> None:
    tiles = {"A1": "pig", "A2": "goat", "C3": "pig", "C4": "goat"}
    game = collecting({"A1": 0, "A2": 0, "C3": 1}, seats=2, market=tiles).act("alone", "A1")
    assert game.farmers[SPACE.index("A2")] == 0 and game.farmers[SPACE.index("C3")] == 1
