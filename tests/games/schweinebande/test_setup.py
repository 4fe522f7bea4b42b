"""The start of a game and of its rounds, the phases of a round, and hidden information."""

from __future__ import annotations

from typing import Any

import pytest

from server.games import schweinebande
from server.games.engine import OptionsRefused
from server.games.kernel import choose, settle
from server.games.schweinebande.state import EMPTY, FACE_DOWN, SchweinebandeOptions

from .market import begin, collecting, fair, farmed, feeding, held, placing, play


@pytest.mark.rule("SWB-2.1", "SWB-2.2", "SWB-10.1")
@pytest.mark.parametrize(("seats", "farmers"), [(2, 3), (3, 3), (4, 2), (5, 2)])
def test_the_start(seats: int, farmers: int) -> None:
    game = begin(seats)
    assert game.left == [farmers] * seats
    assert game.feed == [0] * seats
    assert not any(map(sum, (*game.pens, *game.farms))) and not any(game.order)
    assert set(game.farmers) == {-1} and game.market == [FACE_DOWN] * 25


@pytest.mark.rule("SWB-2.1")
def test_two_to_five_players() -> None:
    assert list(schweinebande.seats) == [2, 3, 4, 5]


@pytest.mark.rule("SWB-2.3", "SWB-2.4")
@pytest.mark.parametrize("seats", schweinebande.seats)
def test_as_many_order_tiles_as_players(seats: int) -> None:
    game = begin(seats)
    play(game, "collect")
    assert sorted(game.order) == list(range(1, seats + 1))


@pytest.mark.rule("SWB-2.5", "SWB-4.1")
def test_tiles_are_shuffled_and_laid_face_down() -> None:
    games = [begin(2, seed) for seed in range(30)]
    assert len({tuple(game.tiles) for game in games}) == 30
    assert {game.tiles[7] for game in games} >= set(range(6)), "any animal may lie anywhere"
    for game in games:
        assert EMPTY not in game.tiles and set(game.market) == {FACE_DOWN}


@pytest.mark.rule("SWB-2.6", "SWB-3.1", "SWB-3.3", "SWB-4.1")
def test_four_rounds_of_25_tiles() -> None:
    game = begin(3, 4)
    asks = settle(game)
    left = []
    while asks:
        public = schweinebande.public(game)
        if (public["round"], public["pile"]) not in left:
            left.append((public["round"], public["pile"]))
        asks = choose(game, asks[0], asks[0].options[0])
    assert left == [(1, 75), (2, 50), (3, 25), (4, 0)] and game.round == 4


@pytest.mark.rule("SWB-2.6", "SWB-4.2", "SWB-12.4")
def test_nobody_knows_what_lies_face_down() -> None:
    games = [begin(4, seed, start_player="first") for seed in range(20)]
    assert len({tuple(game.tiles) for game in games}) == 20
    views = [schweinebande.public(game) for game in games]
    assert all(view == views[0] for view in views), "all deals look the same"
    assert all(schweinebande.private(game, seat) == {} for game in games for seat in range(4))


@pytest.mark.rule("SWB-12.4")
def test_what_is_unseen_can_be_counted() -> None:
    game = begin(4, 7)
    for seed, until in enumerate(["place", "collect", "feed", "reveal", "collect", "redeem"]):
        play(game, until, seed)
        seen = schweinebande.public(game)
        hidden = sorted(kind for kind in (*game.pile, *game.tiles) if kind != EMPTY)
        world = schweinebande.imagine(seen, None, None, seed)
        assert sorted(kind for kind in (*world.pile, *world.tiles) if kind != EMPTY) == hidden


@pytest.mark.rule("SWB-5.22", "SWB-6.14", "SWB-12.3", "SWB-12.1", "SWB-12.2")
def test_everything_else_is_public() -> None:
    game = placing(seats=2, hidden={"A1": "pig"}, pens={1: {"goat": 2}}, feed=[3, 1])
    game.act("reveal", "A1")
    seen = schweinebande.public(game.game)
    assert seen["market"][0] == 4
    assert seen["pens"] == game.pens and seen["farms"] == game.farms and seen["feed"] == [3, 1]
    assert seen["left"] == [3, 3] and seen["order"] == game.order and seen["farmers"] == game.farmers


@pytest.mark.rule("SWB-6.14", "SWB-12.1")
def test_pens_hold_equal_tiles_together() -> None:
    game = collecting(
        {"A1": 0, "B3": 1}, seats=2, market={"A1": "pig", "A2": "goat", "A3": "pig", "B3": "goat"}
    )
    game.act("collect", "A1 e")
    assert schweinebande.public(game.game)["pens"][0] == [0, 0, 1, 0, 2, 0, 0], "a number for each kind"


@pytest.mark.rule("SWB-5.2", "SWB-5.1")
def test_who_begins_is_drawn_by_lot() -> None:
    assert {begin(5, seed).active for seed in range(80)} == set(range(5))


@pytest.mark.rule("SWB-5.1", "SWB-5.2")
@pytest.mark.parametrize(
    ("start", "seat"), [("first", 0), ("second", 1), ("third", 2), ("fourth", 3), ("last", 4)]
)
def test_or_is_agreed_on(start: Any, seat: int) -> None:
    for seed in range(4):
        game = begin(5, seed, start_player=start)
        assert game.active == seat and settle(game)[0].seat == seat
    assert begin(2, start_player="last").active == 1


@pytest.mark.rule("SWB-5.2")
def test_an_empty_place_cannot_begin() -> None:
    with pytest.raises(OptionsRefused):
        SchweinebandeOptions(start_player="third").check(2)


@pytest.mark.rule("SWB-3.2", "SWB-3.4")
@pytest.mark.parametrize("direct", [True, False])
def test_the_phases_of_a_round(direct: bool) -> None:
    """Place, collect, redeem, feed: with the printed rules in strict order for all players."""
    phase = {"reveal": 0, "place": 0, "place_last": 0, "collect": 1, "redeem": 2, "feed": 3, "sell": 3}
    for seed in range(6):
        game = begin(3, seed, direct_scoring=direct)
        asks, seen = settle(game), [[0] for _ in range(3)]
        while game.round == 1 and asks:
            for ask in asks:
                if ask.prompt in phase:
                    seen[ask.seat].append(phase[ask.prompt])
            if not direct and asks[0].prompt in ("redeem", "feed", "sell"):
                assert "collect" not in [ask.prompt for ask in asks] and set(game.farmers) == {-1}
            asks = choose(game, asks[-1], asks[-1].options[-1])
        assert all(phases == sorted(phases) for phases in seen)
        assert all(ask.prompt == "reveal" for ask in asks), "then the next round begins"


@pytest.mark.rule("SWB-3.4")
def test_the_round_ends_when_all_have_fed() -> None:
    game = collecting({"A1": 0, "C3": 1}, seats=2, market={"A1": "pig", "C3": "goat"}, turn=4)
    assert game.asked == [(0, "sell")], "collecting was automatic"
    game.act("sell", "pig")
    assert game.asked == [(1, "sell")] and game.round == 1
    game.act("sell", "goat", seat=1)
    assert game.asked == [(1, "end_turn")]
    game.act("done", seat=1)
    assert game.round == 2 and game.asked == [(0, "reveal")]


@pytest.mark.rule("SWB-3.5")
def test_what_is_left_is_kept() -> None:
    game = feeding({"goat": 2, "feed_sack": 1}, 9, farms={0: {"cattle": 1}}, order=[1, 2]).act("pay", 2)
    assert game.round == 2
    assert held(game) == {"goat": 2, "feed_sack": 1} and farmed(game) == {"cattle": 1} and game.feed[0] == 7


@pytest.mark.rule("SWB-10.2")
def test_all_farmers_are_back_for_the_next_round() -> None:
    game = feeding({"goat": 1}, 1, seats=5, order=[3, 1, 2, 5, 4], left=[1, 0, 2, 0, 0]).act("pay", 1)
    assert game.round == 2 and game.left == [2] * 5 and set(game.farmers) == {-1}


@pytest.mark.rule("SWB-10.5")
def test_tiles_never_come_back() -> None:
    game = begin(5, 3)
    out = 0
    while settle(game):
        before = sum(game.box)
        assert before >= out, "fewer tiles are out of the game than there were"
        out = before
        play(game, "collect", out)
    assert sum(game.box) + sum(map(sum, game.farms)) == 100 and not game.pile


@pytest.mark.rule("SWB-10.6")
@pytest.mark.parametrize(("seats", "most"), [(2, 6), (3, 9), (4, 8), (5, 10)])
def test_how_many_farmers_stand_at_most(seats: int, most: int) -> None:
    game = fair(*begin(seats).stack[::-1], covered=True, seats=seats)
    standing = 0
    while game.asked[0][1] in ("reveal", "place", "place_last"):
        game.seat = game.asked[0][0]
        game.act(*game.ask().options[0])
        standing = 25 - game.farmers.count(-1)
    assert standing == most and game.left == [0] * seats
