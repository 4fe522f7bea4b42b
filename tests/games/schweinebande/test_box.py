"""The components: pieces, figures, and the shape of the board."""

from __future__ import annotations

from collections import Counter

import pytest

from server.games.schweinebande.board import RAYS, SPACES
from server.games.schweinebande.cards import ANIMALS, BOX, ROUNDS, TILES

from .market import ANIMAL, SPACE, TILE, farming, feeding, held


@pytest.mark.rule("SWB-1.1")
def test_the_printed_pieces() -> None:
    assert {row.id: row.pieces for row in BOX.material} == {
        "board": 1,
        "farmer": 15,
        "farm": 5,
        "feed_marker": 25,
        "order_tile": 5,
        "tile": 100,
    }


@pytest.mark.rule("SWB-1.2", "SWB-3.3", "SWB-10.5", "SWB-13.11")
def test_100_tiles_for_four_rounds() -> None:
    assert TILES == [16] * 6 + [4]
    assert sum(TILES) == 6 * 16 + 4 == 100 == ROUNDS * len(SPACES)
    assert sum(row.tiles * row.value for row in ANIMALS) == 16 * 27 == 432


@pytest.mark.rule("SWB-1.3", "SWB-1.4", "SWB-1.5")
def test_values() -> None:
    assert {row.id: row.value for row in ANIMALS} == {
        "chicken": 2,
        "sheep": 3,
        "goat": 4,
        "donkey": 5,
        "pig": 6,
        "cattle": 7,
    }
    assert {row.id for row in ANIMALS if row.origin == "public"} == {"sheep", "goat", "cattle"}
    assert {row.id for row in ANIMALS if row.origin == "page"} == {"chicken", "donkey", "pig"}


@pytest.mark.rule("SWB-1.6")
def test_a_sack_is_no_animal() -> None:
    game = farming({"feed_sack": 4, "chicken": 1}, feed=[1, 0])
    assert game.asked == [(0, "feed")], "four sacks are no group"
    assert game.offers("sell") == ["chicken"], "and have no value"
    assert held(game.act("pay", 1)) == {"feed_sack": 4, "chicken": 1} and game.feed[0] == 0, "nor do they eat"
    five = dict.fromkeys(ANIMAL[:5], 1)
    assert farming({**five, "feed_sack": 1}).asked == [(0, "feed")], "or stand for a sixth kind"


@pytest.mark.rule("SWB-1.7", "SWB-1.8", "SWB-1.9")
def test_a_rhombus_of_25_hexagons() -> None:
    near = [[ray[0] for ray in rays if ray] for rays in RAYS]
    assert len(SPACES) == len(SPACE) == 25
    assert Counter(map(len, near)) == {2: 2, 3: 2, 4: 12, 6: 9}
    assert sum(map(len, near)) == 2 * 56
    assert all(space in near[other] for space in SPACES for other in near[space])
    assert max(len(ray) for rays in RAYS for ray in rays) == 4
    assert [SPACE[space] for space in RAYS[SPACE.index("C3")][5]] == ["B4", "A5"], "north-east"


@pytest.mark.rule("SWB-13.12")
def test_19_lines() -> None:
    lines = [
        {frozenset((space, *RAYS[space][way], *RAYS[space][way + 3])) for space in SPACES} for way in range(3)
    ]
    lengths = [sorted(map(len, axis)) for axis in lines]
    assert lengths == [[5] * 5, [5] * 5, [1, 1, 2, 2, 3, 3, 4, 4, 5]]
    assert sum(map(len, lines)) == 19


@pytest.mark.rule("SWB-1.10")
def test_feed_never_runs_out() -> None:
    game = feeding({"cattle": 6}, 0, pens={1: {"pig": 1}})
    for _ in range(5):
        game.act("sell", "cattle")
    assert game.feed[0] == 35 > 25
    game.act("pay", 1)
    assert game.round == 2 and game.feed[0] == 34, "more than there are markers, from round to round"


@pytest.mark.rule("SWB-1.4", "SWB-13.7")
def test_what_animals_fetch() -> None:
    for kind, feed in zip(TILE[:6], (2, 3, 4, 5, 6, 7), strict=True):
        game = feeding({kind: 2}).act("sell", kind)
        assert game.feed[0] == feed and game.said[-1][2:] == (TILE.index(kind), feed, feed)
