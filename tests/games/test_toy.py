"""The rules of Market Day as scenes: an example of rule tests."""

from __future__ import annotations

from functools import partial

import pytest

from server.authoring.scenes import scene
from server.games.kernel import EndTurn, IllegalChoice

from . import toy
from .toy.flow import Bids, Round, Shopping
from .toy.state import GOODS, NOTHING

COLOURS = ("apple", "pear", "plum", "leek")
NAMES = [f"{COLOURS[card // 6]} {card % 6 + 1}" for card in GOODS]
ZONES = ("bid", "take", "pay", "deck", "row", "discard", "hand", "cellar", "bought", "aside")

market = partial(scene, toy, names=dict.fromkeys(ZONES, NAMES))


def goods(*zones: list[str]) -> list[str]:
    """The rest of the deck when these cards are elsewhere."""
    return [name for name in NAMES if all(name not in zone for zone in zones)]


HANDS = [["apple 1", "apple 6"], ["pear 1", "plum 6"]]
ROW = ["leek 4", "leek 5", "leek 6"]


@pytest.mark.rule("TOY-1")
def test_bids_are_shown_together_and_the_best_one_wins_a_point() -> None:
    game = market(stack=[Bids(), EndTurn(0)], round=1, hand=HANDS, deck=goods(*HANDS))
    assert game.asked == [(0, "bid"), (1, "bid")]
    game.act("bid", "apple 6")
    assert game.asked == [(1, "bid")] and game.said == [] and game.sealed == 0
    game.act("bid", "plum 6", seat=1)
    assert game.bids_won == [0, 1] and game.aside == [NOTHING, NOTHING] and game.sealed
    assert [line[0] for line in game.said] == ["bid", "bid", "won"]
    assert [NAMES[card] for card in game.discard] == ["apple 6", "plum 6"]


@pytest.mark.rule("TOY-2")
def test_what_one_seat_takes_the_other_can_not() -> None:
    game = market(stack=[Shopping()], hand=HANDS, row=ROW, deck=goods(*HANDS, ROW))
    game.act("take", "leek 5").act("take", "leek 5", seat=1).act("pay", "pear 1", seat=1)
    assert game.asked == [(0, "visit"), (1, "end_turn")]
    assert game.said[-1] == ("sold_out", 0, NAMES.index("leek 5"))
    assert game.offers("take") == ["leek 4", "leek 6"]
    with pytest.raises(IllegalChoice):
        game.act("take", "leek 5")


@pytest.mark.rule("TOY-2")
def test_fetching_seals_the_own_visit_and_drawing_everybodys() -> None:
    cellars = [["leek 1"], ["leek 2"]]
    game = market(stack=[Shopping()], hand=HANDS, cellar=cellars, row=ROW, deck=goods(*HANDS, *cellars, ROW))
    top = game.deck[-1]
    game.act("fetch")
    assert game.sealed == 1 and len(game.hand[0]) == 3 and game.asked == [(0, "visit"), (1, "visit")]
    game.act("draw", seat=1)
    assert game.sealed == 2 and game.hand[1][-1] == top and game.asked == [(0, "visit")]


@pytest.mark.rule("TOY-3")
def test_after_the_last_round_goods_and_bids_count() -> None:
    bought = [["apple 6", "apple 1"], ["leek 6"]]
    left = goods(*bought)
    game = market(options={"rounds": 1}, stack=[Round()], round=1, bought=bought, bids_won=[0, 1], deck=left)
    assert game.is_over
    assert [(score.place, score.points) for score in toy.scores(game.game)] == [(1, 7), (1, 7)]
