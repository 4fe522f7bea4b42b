"""Phase E: paying, selling, feed sacks."""

from __future__ import annotations

from itertools import product

import pytest

from server.games.kernel import IllegalChoice
from server.games.schweinebande.verbs import Feed

from .market import ANIMAL, TILE, collecting, fair, farming, feeding, held

EXAMPLE = {"chicken": 1, "goat": 3, "donkey": 1, "pig": 2}


@pytest.mark.rule("SWB-8.1", "SWB-8.2")
def test_one_feed_for_each_animal_in_the_pen() -> None:
    game = feeding({"goat": 2, "pig": 3}, 9, farms={0: {"cattle": 4}})
    assert game.asked == [(0, "feed")]
    game.act("pay", 5)
    assert game.feed[0] == 4, "those on the farm eat nothing, and the rest of the feed is kept"
    assert held(game) == {"goat": 2, "pig": 3}


@pytest.mark.rule("SWB-8.3", "SWB-13.5")
def test_the_example() -> None:
    game = feeding(EXAMPLE)
    assert game.asked == [(0, "sell")] and game.offers("sell") == ["chicken", "goat", "donkey", "pig"]
    game.act("sell", "donkey").act("sell", "chicken")
    assert game.feed[0] == 7 and game.asked == [(0, "feed")]
    game.act("pay", 5)
    assert game.feed[0] == 2 and held(game) == {"goat": 3, "pig": 2}


@pytest.mark.rule("SWB-13.6")
@pytest.mark.parametrize(("sold", "left"), [(["pig"], 0), (["goat", "chicken"], 1)])
def test_other_ways_to_feed_the_same_pen(sold: list[str], left: int) -> None:
    game = feeding(EXAMPLE)
    for kind in sold:
        assert game.asked == [(0, "sell")]
        game.act("sell", kind)
    assert game.act("pay", 7 - len(sold)).feed[0] == left


@pytest.mark.rule("SWB-13.6", "SWB-8.3")
def test_the_donkey_alone_is_not_enough() -> None:
    game = feeding(EXAMPLE).act("sell", "donkey")
    assert game.feed[0] == 5 and game.asked == [(0, "sell")]
    with pytest.raises(IllegalChoice):
        game.act("pay", 6)


@pytest.mark.rule("SWB-8.4", "SWB-13.7")
def test_a_sold_animal_leaves_the_game() -> None:
    game = feeding({"pig": 2})
    out = game.box[TILE.index("pig")]
    game.act("sell", "pig")
    assert game.feed[0] == 6 and game.box[TILE.index("pig")] == out + 1
    assert game.act("pay", 1).feed[0] == 5, "and need not be fed"


@pytest.mark.rule("SWB-8.3", "SWB-8.4")
@pytest.mark.parametrize("kind", ANIMAL)
def test_any_animal_of_the_pen_may_be_sold(kind: str) -> None:
    pen = dict.fromkeys(ANIMAL, 2)
    game = feeding(pen)
    assert game.asked == [(0, "sell")] and game.offers("sell") == ANIMAL
    game.act("sell", kind)
    assert held(game) == {**pen, kind: 1} and game.feed[0] == 2 + ANIMAL.index(kind)


@pytest.mark.rule("SWB-8.5")
def test_feeding_is_always_possible() -> None:
    for counts in product(range(3), repeat=6):
        if not any(counts):
            continue
        game = feeding(dict(zip(ANIMAL, counts, strict=True)))
        sales = 0
        while game.asked == [(0, "sell")]:
            game.act("sell", game.offers("sell")[0])
            sales += 1
        assert sales <= 1 + sum(counts) // 3
        left = sum(counts) - sales
        assert game.offers("pay") == ([left] if left else []), "the remaining animals can be fed"
        assert (game.round == 2) == (not left)


@pytest.mark.rule("SWB-8.6")
def test_a_sack_feeds_all_at_once() -> None:
    game = feeding({"pig": 9, "feed_sack": 2}, 3)
    assert game.verbs() == ["sack", "sell"]
    out = game.box[TILE.index("feed_sack")]
    game.act("sack", 9)
    assert held(game) == {"pig": 9, "feed_sack": 1} and game.feed[0] == 3
    assert game.box[TILE.index("feed_sack")] == out + 1


@pytest.mark.rule("SWB-8.7")
def test_a_sack_may_be_kept() -> None:
    game = feeding({"pig": 2, "feed_sack": 1}, 3)
    assert game.verbs() == ["pay", "sack", "sell"]
    assert game.offers("pay") == game.offers("sack") == [2], "the payment, and the number that it feeds"
    game.act("pay", 2)
    assert held(game) == {"pig": 2, "feed_sack": 1} and game.feed[0] == 1


@pytest.mark.rule("SWB-8.8")
def test_a_sack_works_in_the_round_it_is_collected() -> None:
    game = collecting({"A1": 0, "E5": 1}, seats=2, market={"A1": "feed_sack", "A2": "pig", "E5": "goat"})
    game.act("collect", "A1 e")
    assert game.asked == [(0, "feed")] and game.verbs() == ["sack", "sell"]


@pytest.mark.rule("SWB-8.9")
def test_more_may_be_sold_than_necessary() -> None:
    game = feeding({"pig": 2, "goat": 1, "feed_sack": 1}, 5)
    assert game.verbs() == ["pay", "sack", "sell"]
    game.act("sell", "pig").act("sell", "goat").act("sell", "pig")
    assert game.feed[0] == 21 and held(game) == {"feed_sack": 1}, "even all of them"
    assert game.round == 2


@pytest.mark.rule("SWB-8.9")
@pytest.mark.parametrize("enough", [{"feed": 3, "sacks": 0}, {"feed": 0, "sacks": 1}])
def test_or_the_table_forbids_it(enough: dict[str, int]) -> None:
    pen = {"pig": 2, "goat": 1, "feed_sack": enough["sacks"]}
    game = feeding(pen, enough["feed"], options={"sell_only_if_short": True})
    assert "sell" not in game.verbs()
    short = feeding({"pig": 2, "goat": 1}, 1, options={"sell_only_if_short": True})
    assert short.verbs() == ["sell"]
    assert short.act("sell", "goat").verbs() == ["pay"], "once it is enough, no more"


@pytest.mark.rule("SWB-8.10")
def test_no_groups_once_feeding_has_begun() -> None:
    game = farming({"goat": 4, "pig": 1}).act("keep").act("sell", "pig")
    assert game.asked == [(0, "feed")] and game.verbs() == ["pay", "sell"]
    printed = fair(
        *(Feed(0),), pens={0: {"goat": 4}}, feed=[4, 0], options={"direct_scoring": False}, order=[1, 2]
    )
    assert "four" not in printed.verbs()


@pytest.mark.rule("SWB-8.11")
@pytest.mark.parametrize("round", [1, 2, 3, 4])
def test_in_all_four_rounds(round: int) -> None:
    game = farming({"goat": 2}, round=round)
    assert game.asked == [(0, "sell")]


@pytest.mark.rule("SWB-8.12")
def test_an_empty_pen_costs_nothing() -> None:
    game = fair(Feed(0), Feed(1), pens={1: {"goat": 1}}, feed=[3, 1])
    assert game.asked == [(1, "feed")] and game.feed[0] == 3


@pytest.mark.rule("SWB-10.4", "SWB-8.12")
def test_feed_and_sacks_stay_without_animals() -> None:
    game = farming({"goat": 4, "feed_sack": 1}, feed=[2, 0]).act("four", "goat")
    assert game.round == 2, "nothing is left to feed"
    assert game.feed[0] == 2 and held(game) == {"feed_sack": 1}
