"""What can be taken back: everything until a tile is revealed or dealt, or another player has chosen."""

from __future__ import annotations

import pytest

from protocol.frames import Act, Undo
from server.authoring.scenes import Scene
from server.games.kernel import ALL, OPEN
from tests.table.tables import ID, Sitting, guest

from .market import PRINTED, collecting, farming, feeding, placing


def can_be_taken_back(game: Scene) -> bool:
    """Has the last choice set no seal?"""
    sealed: int = game.game.sealed
    return sealed == OPEN


@pytest.mark.rule("SWB-15.1")
def test_a_reveal_cannot() -> None:
    assert not can_be_taken_back(placing(covered=True).act("reveal", "C3"))


@pytest.mark.rule("SWB-15.1")
def test_nor_the_deal() -> None:
    game = collecting({"A1": 0, "E5": 1}, seats=2, market={"A1": "pig", "E5": "goat"})
    game.act("sell", "pig").act("sell", "goat", seat=1)
    assert can_be_taken_back(game) and game.asked == [(1, "end_turn")], "so it is confirmed first"
    game.act("done", seat=1)
    assert game.round == 2 and game.sealed == ALL


@pytest.mark.rule("SWB-15.2")
def test_revealing_the_rest_is_confirmed_first() -> None:
    game = placing(seats=2, left=[1, 0], order=[0, 1], covered=True).act("reveal", "C3").act("place")
    assert can_be_taken_back(game) and game.asked == [(0, "end_turn")]
    assert not can_be_taken_back(game.act("done"))


@pytest.mark.rule("SWB-15.3", "SWB-15.4")
def test_a_farmer_can_and_the_order_tile_with_it() -> None:
    game = placing(seats=3, left=[1, 2, 2], covered=True).act("reveal", "C3").act("place")
    assert game.order == [1, 0, 0] and can_be_taken_back(game)
    game.act("reveal", "C4", seat=1).act("decline", seat=1)
    assert can_be_taken_back(game)


@pytest.mark.rule("SWB-15.3")
def test_collecting_redeeming_selling_and_feeding_can() -> None:
    tiles = {"A1": "pig", "A2": "goat", "E4": "goat", "E5": "goat"}
    game = collecting({"A1": 0, "E5": 1}, seats=2, market=tiles, pens={0: {"goat": 3}}, feed=[0, 1])
    for verb, noun in (("collect", "A1 e"), ("four", "goat"), ("sell", "pig")):
        assert can_be_taken_back(game.act(verb, noun))
    assert can_be_taken_back(
        feeding({"goat": 2, "feed_sack": 1}, 2, pens={1: {"pig": 1}}, round=4).act("sell", "goat")
    )
    tiles = {"A1": "feed_sack", "A2": "pig", "E4": "pig", "E5": "pig"}
    for verb in ("pay", "sack"):
        game = collecting({"A1": 0, "E5": 1}, seats=2, market=tiles, feed=[1, 0]).act("collect", "A1 e")
        assert can_be_taken_back(game.act(verb, 1)) and game.asked == [(1, "collect")]
    assert can_be_taken_back(farming({"goat": 4}).act("keep"))


@pytest.mark.rule("SWB-15.3", "SWB-8.12")
def test_who_has_chosen_nothing_is_asked_for_no_confirmation() -> None:
    """Seat 1 has no farmer at the market and nothing in its pen."""
    tiles, pens = {"A1": "pig", "A2": "pig"}, {0: {"pig": 3}}
    game = collecting({"A1": 0}, seats=2, market=tiles, pens=pens, options=PRINTED)
    game.act("alone", "A1")
    assert game.asked == [(0, "redeem")]
    game.act("four", "pig")
    assert game.asked == [(0, "end_turn")]
    assert game.act("done").asked[0][1] == "reveal", "and the next round begins"


@pytest.mark.rule("SWB-15.3", "SWB-6.12", "SWB-8.12")
@pytest.mark.parametrize("options", [{}, PRINTED])
def test_a_round_in_which_nothing_was_left_to_choose_ends_unasked(options: dict[str, bool]) -> None:
    game = collecting({"A1": 0}, seats=2, market={"A1": "feed_sack"}, options=options)
    assert game.round == 2 and [prompt for _, prompt in game.asked] == ["reveal"]
    asked = collecting({"A1": 0}, seats=2, market={"A1": "feed_sack", "A2": "feed_sack"}, options=options)
    asked.act("alone", "A1")
    assert asked.round == 1 and asked.asked == [(0, "end_turn")], "which row was a choice"


@pytest.mark.rule("SWB-6.1", "SWB-7.5")
def test_what_was_kept_and_where_no_farmer_stands_is_told() -> None:
    game = farming({"goat": 4}).act("keep")
    assert ("keeps", 0, 4) in game.said
    declined = placing(hidden={"A1": "pig", "A2": "goat"}).act("reveal", "A2").act("decline")
    assert ("no_farmer", 0, 5) in declined.said


@pytest.mark.rule("SWB-15.5")
@pytest.mark.parametrize("options", [{}, PRINTED])
def test_the_end_of_the_last_round_is_confirmed(options: dict[str, bool]) -> None:
    game = collecting({"A1": 0}, seats=2, market={"A1": "pig"}, round=4, options=options).act("sell", "pig")
    assert not game.is_over and can_be_taken_back(game) and game.asked[0] == (0, "end_turn")
    while not game.is_over:
        game.act("done", seat=game.asked[0][0])


def act(table: Sitting, verb: str, noun: int = -1) -> None:
    """The asked seat makes this choice."""
    match = table.table.match
    assert match is not None
    seat = match.asks[0].seat
    table.do(guest(seat), Act(table.id(), ID, seat, match.state.numbers[seat], verb, noun))


@pytest.mark.rule("SWB-15.3", "SWB-15.4", "SWB-15.1")
def test_at_a_table() -> None:
    """Placing is taken back and repeated, until the next player turns a tile over."""
    table = Sitting("schweinebande", 2, options={"start_player": "first"}).start()
    match = table.table.match
    assert match is not None
    act(table, "reveal", 12)
    assert match.state.undo == {}, "not a tile that all have seen"
    act(table, "place")
    before = match.game.farmers  # type: ignore[attr-defined]
    assert before[12] == 0 and list(match.state.undo) == [0]
    table.do(guest(0), Undo(table.id(), ID, 0, match.state.undo[0]))
    assert set(match.game.farmers) == {-1} and match.asks[0].prompt == "place"  # type: ignore[attr-defined]
    act(table, "decline")
    assert list(match.state.undo) == [0] and match.asks[0].seat == 1
    act(table, "reveal", 3)
    assert match.state.undo == {}
