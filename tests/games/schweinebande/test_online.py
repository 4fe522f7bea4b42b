"""The online edition against the printed rules: when groups are redeemed and animals fed."""

from __future__ import annotations

import pytest

from server.games.kernel import choose, settle

from .market import PRINTED, begin, collecting, farmed, feeding, held

TILES = {"A1": "goat", "A2": "goat", "C1": "pig", "C2": "pig", "E1": "sheep", "E2": "sheep"}
ONE_EACH = {"A1": 0, "C1": 1, "E1": 2}


@pytest.mark.rule("SWB-11.1", "SWB-11.3", "SWB-14.1")
def test_redeem_and_feed_right_after_the_last_farmer() -> None:
    game = collecting(ONE_EACH, market=TILES, order=[2, 1, 3], pens={1: {"pig": 2}})
    game.act("collect", "C1 e", seat=1)
    assert game.asked == [(1, "redeem")]
    game.act("four", "pig", seat=1)
    assert game.asked == [(0, "collect")], "an empty pen is fed at once"
    game.act("collect", "A1 e").act("sell", "goat")
    assert game.asked == [(0, "feed")]
    game.act("pay", 1)
    assert game.asked == [(2, "collect")]


@pytest.mark.rule("SWB-11.1")
def test_not_before_the_last_farmer() -> None:
    farmers = {"A1": 0, "E1": 0, "C1": 1}
    game = collecting(farmers, seats=2, market=TILES, pens={0: {"goat": 3}}).act("collect", "A1 e")
    assert game.asked == [(1, "collect")] and held(game)["goat"] == 5


@pytest.mark.rule("SWB-11.1")
def test_printed_all_collect_first_then_all_redeem_then_all_feed() -> None:
    pens = {0: {"goat": 2}, 1: {"pig": 4}}
    game = collecting(ONE_EACH, market=TILES, pens=pens, options=PRINTED)
    for row, seat in (("A1 e", 0), ("C1 e", 1), ("E1 e", 2)):
        assert game.asked == [(seat, "collect")]
        game.act("collect", row, seat=seat)
    assert game.asked == [(0, "redeem"), (1, "redeem")], "seat 2 has no group"
    game.act("four", "goat").act("four", "pig", seat=1)
    assert game.asked == [(0, "end_turn"), (1, "sell"), (2, "sell")], "seat 0 has nothing to feed"


@pytest.mark.rule("SWB-11.7", "SWB-14.1")
def test_printed_the_order_in_which_they_decide_is_free() -> None:
    pens = {0: {"goat": 2}, 1: {"pig": 4}}
    games = []
    for order in ((0, 1, 2), (2, 1, 0)):
        game = collecting(ONE_EACH, market=TILES, pens=pens, options=PRINTED)
        for row, seat in (("A1 e", 0), ("C1 e", 1), ("E1 e", 2)):
            game.act("collect", row, seat=seat)
        for seat in order:
            if (seat, "redeem") in game.asked:
                game.act("keep", seat=seat)
        for seat in order:
            while (seat, "sell") in game.asked:
                game.act("sell", game.offers("sell", seat=seat)[0], seat=seat)
            game.act(*game.ask(seat).options[0], seat=seat)
        assert sorted(game.asked) == [(0, "end_turn"), (1, "end_turn"), (2, "end_turn")]
        games.append((game.pens, game.feed, game.farms))
    assert games[0] == games[1]


@pytest.mark.rule("SWB-11.4")
def test_the_same_decisions_have_the_same_results() -> None:
    """All players collect the first row offered, redeem all groups, and sell the first animal."""
    for seed in range(20):
        results = []
        for direct in (True, False):
            game = begin(4, seed, start_player="first", direct_scoring=direct)
            asks = settle(game)
            while asks:
                asks = choose(game, asks[0], asks[0].options[0])
            results.append((game.farms, game.feed, game.box, game.order))
        assert results[0] == results[1]


@pytest.mark.rule("SWB-11.5")
def test_unplaced_farmers_are_not_waited_for() -> None:
    farmers = {"A1": 0, "C1": 1, "E1": 1}
    game = collecting(farmers, seats=2, market=TILES, options={}).act("collect", "A1 e")
    assert game.asked == [(0, "sell")], "the only farmer on the board was the last one"


@pytest.mark.rule("SWB-11.5")
def test_without_a_farmer_on_the_board_when_the_turn_would_come() -> None:
    game = collecting(
        {"A1": 0, "E1": 2}, market=TILES, order=[1, 2, 3], pens={1: {"goat": 4}}, feed=[0, 4, 0]
    )
    game.act("collect", "A1 e").act("sell", "goat").act("pay", 1)
    assert game.asked == [(1, "redeem")], "after order tile 1 and before order tile 3"
    game.act("keep", seat=1).act("pay", 4, seat=1)
    assert game.asked == [(2, "collect")]


@pytest.mark.rule("SWB-11.6")
def test_final_groups_come_for_all_together() -> None:
    pens = {0: {"cattle": 4}, 1: {"cattle": 4}, 2: {"cattle": 4}}
    game = collecting(
        {"A1": 0, "E1": 2}, market={"A1": "pig", "E1": "sheep"}, pens=pens, feed=[9, 9, 9], round=4
    )
    for seat in range(3):
        assert game.asked == [(seat, "redeem")]
        game.act("keep", seat=seat).act(*game.ask(seat).options[0], seat=seat)
        assert farmed(game, 0) == {} and held(game, 0) == {"cattle": 4, "pig": 1}, "not yet"
    game.act("done", seat=2)
    assert game.is_over and all(farmed(game, seat) == {"cattle": 1} for seat in range(3))


@pytest.mark.rule("SWB-11.6")
def test_even_where_one_has_fed_long_before() -> None:
    game = feeding({"goat": 4}, 4, round=4, pens={1: {"pig": 4}}).act("pay", 4)
    assert game.is_over and farmed(game, 0) == {"goat": 1} and farmed(game, 1) == {"pig": 1}


@pytest.mark.rule("SWB-8.8", "SWB-11.1", "SWB-5.17")
def test_a_sack_collected_last_feeds_at_once_while_others_still_collect() -> None:
    market = {"A1": "feed_sack", "A2": "pig", "E1": "sheep", "E2": "goat"}
    game = collecting({"A1": 0, "E1": 1}, seats=2, market=market, pens={0: {"goat": 2}})
    game.act("collect", "A1 e")
    assert game.asked == [(0, "feed")] and game.verbs() == ["sack", "sell"]
    game.act("sack", 3)
    assert held(game) == {"goat": 2, "pig": 1} and game.asked == [(1, "collect")]
