"""The rules of Bee Meadow, each in a position that shows it."""

import meadow
import pytest
from meadow.flow import Auction, Bid, Sale, Settle
from meadow.state import NOTHING, PLACES

from server.authoring.scenes import scene
from server.games.kernel import IllegalChoice

FLOWERS = [place % 4 for place in PLACES]
"""Column by column another flower: clover, lavender, poppies, cornflowers."""

CLOVER, ROW_1, COLUMN_2 = 0, 4, 9


def table(stack, hives=None, orders=((CLOVER, ROW_1), (COLUMN_2, 11)), open=(13, 14, 15), **more):
    """A game in which these seats have hives, by place; three places are open, all others lie in the pile."""
    standing = [(hives or {}).get(place, NOTHING) for place in PLACES]
    pile = [place for place in PLACES if place not in open and standing[place] == NOTHING]
    dealt = {order for held in orders for order in held}
    fields = {
        "flowers": FLOWERS,
        "hives": standing,
        "open": list(open),
        "pile": pile,
        "orders": [list(held) for held in orders],
        "unused": [order for order in range(12) if order not in dealt],
        "round": 1,
    }
    return scene(meadow, seats=len(orders), stack=stack, **{**fields, **more})


@pytest.mark.rule("MEA-1")
def test_a_bid_is_raised_by_up_to_five():
    game = table([Bid(0), Sale()])
    assert game.offers("bid") == [1, 2, 3, 4, 5] and game.verbs() == ["bid", "pass"]
    game.act("bid", 3)
    assert game.asked == [(1, "bid")] and game.offers("bid", seat=1) == [4, 5, 6, 7, 8] and game.sealed


@pytest.mark.rule("MEA-1")
def test_nobody_bids_honey_that_is_not_there():
    game = table([Bid(0), Sale()], honey=[2, 20])
    assert game.offers("bid") == [1, 2]
    with pytest.raises(IllegalChoice):
        game.act("bid", 3)


@pytest.mark.rule("MEA-1")
def test_the_last_one_left_pays_the_bid():
    three = ((CLOVER, ROW_1), (COLUMN_2, 11), (1, 5))
    game = table([Bid(1), Sale()], orders=three, first=1)
    game.act("bid", 2, seat=1).act("pass", seat=2).act("bid", 4, seat=0).act("pass", seat=1)
    assert game.honey == [16, 20, 20] and game.asked == [(0, "settle")] and game.first == 2
    assert ("paid", 0, 4) in game.said


@pytest.mark.rule("MEA-1")
def test_without_a_bid_no_place_is_sold():
    game = table([Bid(0), Sale(), Auction()], round=3)
    game.act("pass").act("pass", seat=1)
    assert game.round == 4 and game.honey == [20, 20] and ("unsold",) in game.said


@pytest.mark.rule("MEA-2")
def test_the_winner_chooses_an_open_place_and_another_opens():
    game = table([Settle(0)])
    top = game.pile[-1]
    assert game.offers("settle") == [13, 14, 15]
    game.act("settle", 14)
    assert game.hives[14] == 0 and game.open == [13, top, 15] and game.sealed


@pytest.mark.rule("MEA-3")
def test_hives_pay_for_each_order_and_neighbours_and_honey_count():
    hives = {0: 0, 1: 0, 8: 0, 5: 1}
    game = table([Auction()], hives=hives, round=12, honey=[7, 8])
    assert game.is_over
    mine, theirs = meadow.scores(game.game)
    # Clover at 0 and 8; row 1 with 0 and 1. The places 0 and 1 lie side by side.
    assert mine.parts == {"orders": 2 * 2 + 2 * 2, "neighbours": 1, "honey": 1} and mine.place == 1
    assert theirs.parts == {"orders": 2, "neighbours": 0, "honey": 2}
    assert meadow.public(game.game)["orders"] == [[CLOVER, ROW_1], [COLUMN_2, 11]]
