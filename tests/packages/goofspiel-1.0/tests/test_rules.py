"""The rules of Goofspiel, each in a position that shows it."""

import gops
import pytest
from gops.flow import Bids, Round

from server.authoring.scenes import scene

CARDS = 5


def table(up, *hands, **more):
    """A table at the bids for these prizes. Cards in no hand were played; the other prizes lie face down."""
    options = {"cards": CARDS, **more.pop("options", {})}
    played = [[card for card in range(CARDS) if card not in hand] for hand in hands]
    prizes = [card for card in range(CARDS) if card not in up and card not in more.get("lost", ())]
    fields = {"up": list(up), "prizes": prizes, "hand": [list(hand) for hand in hands], "played": played}
    stack = [Bids(), Round()]
    return scene(gops, seats=len(hands), options=options, stack=stack, **{**fields, **more})


def bid(game, *cards):
    for seat, card in enumerate(cards):
        game.act("bid", card, seat=seat)


@pytest.mark.rule("GOPS-1")
def test_all_bid_at_once_and_the_highest_wins_what_lies_open():
    game = table([2], [0, 4], [1, 3])
    assert game.asked == [(0, "bid"), (1, "bid")]
    game.act("bid", 4)
    assert game.asked == [(1, "bid")] and game.said == [] and not game.sealed
    game.act("bid", 3, seat=1)
    assert game.won == [[2], []] and ("won", 0, 3) in game.said and game.sealed


@pytest.mark.rule("GOPS-2")
def test_where_the_highest_are_equal_the_prizes_stay():
    game = table([2], [0, 4], [1, 4])
    bid(game, 4, 4)
    assert game.won == [[], []] and game.up[0] == 2 and len(game.up) == 2 and ("carried",) in game.said


@pytest.mark.rule("GOPS-2")
def test_or_are_lost_by_the_variant():
    game = table([2], [0, 4], [1, 4], options={"carry": False})
    bid(game, 4, 4)
    assert game.lost == [2] and len(game.up) == 1 and ("tied",) in game.said


@pytest.mark.rule("GOPS-2")
def test_equal_bids_cancel_each_other_by_the_variant():
    game = table([2], [0, 4], [0, 4], [0, 1], options={"unique": True})
    bid(game, 4, 4, 1)
    assert game.won == [[], [], [2]]


@pytest.mark.rule("GOPS-3")
def test_after_the_last_prize_the_values_count():
    game = table([2], [0], [1], won=[[0], [1, 3]], lost=[4], prizes=[])
    bid(game, 0, 1)
    assert game.is_over
    assert [(score.place, score.points) for score in gops.scores(game.game)] == [(2, 1), (1, 2 + 4 + 3)]
