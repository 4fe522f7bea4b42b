"""The log of points, feed and animals that leave."""

from __future__ import annotations

from server.games.schweinebande.flow import Final

from .market import TILE, fair, farming, feeding, placing

GOAT, PIG = TILE.index("goat"), TILE.index("pig")


def test_a_farmer_on_the_market_tells_how_many_are_left() -> None:
    game = placing(hidden={"A1": "pig", "A2": "goat"}).act("reveal", "A1").act("place")
    assert ("placed", 0, 0, game.left[0]) in game.said


def test_groups_tell_their_points() -> None:
    assert ("four", 0, GOAT, 1, 4) in farming({"goat": 4}).act("four", "goat").said
    assert ("four", 0, PIG, 2, 12) in farming({"pig": 4}, round=4).act("four", "pig").said
    assert ("six", 0, 7) in farming(dict.fromkeys(TILE[:6], 1)).act("six").said


def test_a_group_that_is_kept_tells_what_stays_in_the_pen() -> None:
    assert ("keeps", 0, 5) in farming({"goat": 4, "pig": 1}).act("keep").said


def test_feeding_tells_what_was_got_paid_and_left() -> None:
    game = feeding({"goat": 2, "pig": 1}, 1).act("sell", "pig").act("pay", 2)
    assert game.said[:2] == [("sold", 0, PIG, 6, 7), ("fed", 0, 2, 5)]
    assert ("sack", 0, 2) in feeding({"goat": 2, "feed_sack": 1}).act("sack", 2).said


def test_final_groups_tell_points_and_what_is_lost() -> None:
    game = fair(Final(), pens={0: {"cattle": 1, "pig": 4, "feed_sack": 1}, 1: {"pig": 1}}, round=4)
    assert game.said == [("final", 0, PIG, 6), ("spare", 0, 4), ("spare", 1, 1)]
