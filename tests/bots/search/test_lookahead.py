"""The lookahead keeps its limit of positions, and expands the next questions first."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from bots.search.lookahead import Lookahead, tools
from server.games import GAMES
from server.games.copying import copier
from server.games.kernel import Ask, choose, settle
from tests.bots.search.begun import started


def questions(name: str, skipped: int, count: int) -> list[tuple[Any, Ask]]:
    """Games with a question of several options, in one random game."""
    engine, random, found = GAMES[name], Random(5), list[tuple[Any, Ask]]()
    clone = copier(engine.state)
    assert clone
    game, asks, _ = started(engine, 5)
    while asks and len(found) < count:
        if len(asks[0].options) > 1 and (skipped := skipped - 1) < 0:
            found.append((clone(game), asks[0]))
        asks = choose(game, asks[0], random.choice(asks[0].options))
    return found


def behind(name: str, game: Any, ask: Ask, breadth: int) -> Counter[int]:
    """The number of positions behind each option."""
    look = Lookahead(tools(GAMES[name]), ask.seat, breadth=breadth)
    found = Counter(number for number, _ in look.behind(game, ask.options))
    assert look.positions == found.total()
    return found


@pytest.mark.parametrize("name", ["bruges", "loyang"])
def test_the_limit_of_positions_holds_within_a_game(name: str) -> None:
    wider = 0
    for game, ask in questions(name, 60, 40):
        settle(game)
        one, some, many = (behind(name, game, ask, breadth) for breadth in (1, 8, 300))
        assert set(one.values()) == {1} and len(one) == len(ask.options)
        for number in range(len(ask.options)):
            assert 1 <= some[number] <= many[number]
            wider += many[number] > some[number]
            assert some[number] < 8 + 40, "beyond the limit there is at most the last question"
    assert wider
