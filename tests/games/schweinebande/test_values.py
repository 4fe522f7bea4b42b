"""The values of positions for a bot: it must prefer the choices of a good player."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from random import Random
from typing import Any

import pytest

from bots.document import about_table, document_of
from bots.features.schweinebande import counted
from bots.minds.registry import MINDS
from bots.search.evaluator import Evaluator, trained
from bots.search.lookahead import tools
from bots.values.schweinebande import fed, fed_value, hungry, idle, standing, value
from server.games import GAMES
from server.games.kernel import Choice, choose, settle
from server.games.schweinebande.cards import ROUNDS
from server.games.schweinebande.state import SchweinebandeOptions

from .market import PRINTED, TILE, Some, collecting, farming, feeding, placing


def pen(**counts: int) -> tuple[int, ...]:
    return tuple(counts.get(name, 0) for name in TILE)


def test_the_last_round_is_judged_by_its_points() -> None:
    assert fed_value(pen(cattle=2, goat=2), 9, 4) == 4, "the final group; feed is worth nothing any more"
    assert fed_value(pen(pig=3, feed_sack=2), 0, 4) == 0
    assert hungry(pen(pig=4), 0, 4) == 12, "the bonus"
    assert hungry(pen(pig=4), 0, 3) < 12
    assert hungry(pen(**dict.fromkeys(TILE[:6], 1)), 0, 4) == 7


@pytest.mark.parametrize("round", [1, 2, 3])
def test_pigs_are_worth_waiting_for(round: int) -> None:
    waiting = fed_value(pen(pig=4), 8, round)
    assert waiting - fed_value(pen(), 8, round) > 6, "more than redeeming them now"
    assert fed_value(pen(cattle=4), 8, round) - fed_value(pen(), 8, round) < 7


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ({"goat": 3}, {"goat": 2}),
        ({"goat": 3}, {"goat": 1, "sheep": 1, "donkey": 1}),
        ({"cattle": 2}, {"chicken": 2}),
        (dict.fromkeys(TILE[:5], 1), {"chicken": 2, "sheep": 2, "goat": 1}),
        ({"goat": 1, "feed_sack": 1}, {"goat": 1}),
    ],
)
def test_good_pens(more: Some, less: Some) -> None:
    assert fed_value(pen(**more), 6, 2) > fed_value(pen(**less), 6, 2)


def test_feeding_sells_what_is_of_least_use() -> None:
    assert fed(pen(goat=3, chicken=1, sheep=1), 0, 3) == fed_value(pen(goat=3), 2, 3), "not a goat"
    assert fed(pen(goat=3, feed_sack=1), 0, 3) >= fed_value(pen(goat=3), 0, 3), "a sack feeds them all"
    assert fed(pen(goat=2), 2, 3) == fed_value(pen(goat=2), 0, 3)


def test_a_good_row_is_worth_more_than_a_bad_one() -> None:
    tiles = {"A1": "pig", "A2": "goat", "E1": "pig", "E2": "chicken", "C3": "sheep"}
    game = collecting(
        {"A1": 0, "E1": 1, "C3": 2}, seats=3, market=tiles, pens={s: {"goat": 3} for s in (0, 1)}
    )
    assert value(game.game, 0) > value(game.game, 1) > value(game.game, 2)


def test_farmers_in_hand_lose_worth_when_tiles_run_out() -> None:
    many, few = placing(covered=True), placing(hidden={"A1": "pig"})
    assert value(many.game, 0) > value(few.game, 0) > 0
    without = placing(covered=True, left=[0, 3, 3], order=[1, 0, 0], seat=1)
    assert value(without.game, 0) < value(many.game, 0)


@pytest.mark.parametrize("options", [{}, {"options": PRINTED}])
def test_kept_animals_lose_the_value_of_the_farm(options: dict[str, Any]) -> None:
    game = farming({"pig": 4, "goat": 1}, round=4, feed={0: 5}, **options)
    assert value(game.game, 0) == 12
    game.act("keep")
    assert game.asked == [(0, "feed")] and value(game.game, 0) == 6, "a final group: without the bonus"


def test_whoever_has_been_fed_is_judged_as_fed() -> None:
    game = feeding({"goat": 2, "chicken": 1}, 2, pens={1: {"goat": 2, "chicken": 1}}, order=[1, 2])
    assert standing(game.game, 0) == fed(pen(goat=2, chicken=1), 2, 1)
    assert standing(game.game, 1) == fed_value(pen(goat=2, chicken=1), 0, 1), "seat 1 need not feed any more"
    printed = collecting({"A1": 0, "E5": 1}, seats=2, market={"A1": "pig", "E5": "pig"}, options=PRINTED)
    assert value(printed.game, 0) == value(printed.game, 1), "both are to be fed"


ONE_OF_EACH = dict.fromkeys(TILE[:6], 1)
DONKEYS = {**ONE_OF_EACH, "donkey": 4}


@pytest.mark.parametrize(
    ("animals", "feed", "silly"),
    [
        ({"goat": 4, "pig": 1}, 4, True),
        ({"goat": 4, "pig": 1}, 5, False),
        ({"goat": 4, "pig": 1, "feed_sack": 1}, 0, False),
        ({"pig": 4, "goat": 1}, 1, False),
        ({"pig": 4}, 0, True),
        (DONKEYS, 0, True),
        (DONKEYS, 9, False),
        (ONE_OF_EACH, 0, False),
    ],
    ids=["short", "enough", "a sack", "the goat goes", "a pig goes", "donkeys too", "all are fed", "a six"],
)
def test_it_does_no_good_to_keep_four_and_starve(animals: Some, feed: int, silly: bool) -> None:
    """Pigs may wait for their bonus if another animal can be sold, and one of each may wait for more."""
    keep = Choice("keep")
    assert idle(farming(animals, feed={0: feed}).game, 0, keep) == silly
    assert not idle(farming(animals, feed={0: feed}, round=ROUNDS).game, 0, keep), "it is counted out"
    assert not any(idle(farming(animals).game, 0, Choice(*it)) for it in [("four", 4), ("six", -1)])


def test_it_does_no_good_to_sell_one_of_four() -> None:
    game, pig, goat = feeding({"pig": 4, "goat": 5}).game, TILE.index("pig"), TILE.index("goat")
    assert idle(game, 0, Choice("sell", pig)) and not idle(game, 0, Choice("sell", goat))
    assert not idle(feeding({"pig": 4}, round=ROUNDS).game, 0, Choice("sell", pig))


@pytest.mark.parametrize(
    ("mind", "animals", "round"),
    [
        ("skilled", {**ONE_OF_EACH, "sheep": 4, "cattle": 2}, 1),
        ("expert", {"chicken": 3, "sheep": 4, "goat": 1, "pig": 1}, 2),
        ("expert", {**ONE_OF_EACH, "goat": 4, "cattle": 2}, 3),
    ],
)
def test_four_that_cannot_be_fed_are_redeemed(mind: str, animals: Some, round: int) -> None:
    """Each mind once kept these, sold one of the four and then more; their evaluations differ."""
    scene = farming(animals, seats=2, round=round)
    about = about_table(ENGINE, scene.game.options, [mind] * 2)
    chosen = MINDS[mind](1).choose(document_of(ENGINE, scene.game, scene.asks, 0, about), inf)
    assert chosen.verb in ("four", "six")


ENGINE = GAMES["schweinebande"]
CLONE = tools(ENGINE).clone
FEW = 200
"""The number of ways to the end that are tried."""


def ends(game: Any, seat: int) -> Iterator[float]:
    """The result of every way to the end that this seat can choose; the others take their first option."""
    asks = settle(game)
    if not asks:
        yield ENGINE.scores(game)[seat].points
        return
    ask = next((it for it in asks if it.seat == seat), asks[0])
    for option in ask.options if ask.seat == seat else ask.options[:1]:
        child = CLONE(game)
        choose(child, ask, option)
        yield from ends(child, seat)


@pytest.mark.parametrize("direct", [False, True])
def test_the_end_of_the_last_round_is_counted_out_exactly(direct: bool) -> None:
    seen = 0
    for seed in range(12):
        random = Random(seed)
        game: Any = ENGINE.setup(2, seed, SchweinebandeOptions(direct_scoring=direct))
        while asks := settle(game):
            ask = random.choice(asks)
            ways = []
            if counted(game):
                for points in ends(CLONE(game), ask.seat):
                    ways.append(points)
                    if len(ways) > FEW:
                        break
            if 0 < len(ways) <= FEW:
                seen += 1
                assert value(game, ask.seat) == max(ways)
            choose(game, ask, random.choice(ask.options))
    assert seen > 20


def test_what_can_be_counted_out_is_not_left_to_the_net() -> None:
    judge = Evaluator(ENGINE, trained("schweinebande"))
    four = [farming({"pig": 4, "goat": 1}, round=round, feed={0: 5}).game for round in (ROUNDS, ROUNDS - 1)]
    by_hand = Evaluator(ENGINE, None)
    assert [counted(game) for game in four] == [True, False]
    assert judge.worth(four[:1], 0) == by_hand.worth(four[:1], 0)
    assert judge.worth(four[1:], 0) != by_hand.worth(four[1:], 0)
