"""Fixed strategies of Machi Koro: they follow their plan, and the arena accepts them."""

from __future__ import annotations

from typing import Any

import pytest

from bots.arena.arena import Job, run
from bots.document import document_of
from bots.minds.registry import MINDS
from server.games import GAMES
from server.games.kernel import choose
from server.games.machi_koro.cards import ESTABLISHMENTS
from tests.bench.published import STRATEGIES
from tests.bots.search.begun import started

FOLLOWED = {
    "cheese-factory": {"ranch", "cheese_factory"},
    "furniture-factory": {"forest", "furniture_factory", "mine"},
    "convenience-store": {"convenience_store", "bakery"},
    "landmarks": set[str](),
}


@pytest.mark.parametrize("name", sorted(FOLLOWED))
def test_a_plan_is_followed_to_the_end(name: str) -> None:
    engine: Any = GAMES["machi_koro"]
    game, asks, about = started(engine, 8, engine.options(play_out=False))
    seats = len(game.cities)
    plans = [STRATEGIES["machi_koro"][name](seat) for seat in range(seats)]
    while asks:
        seat = asks[0].seat
        choice = plans[seat].choose(document_of(engine, game, asks, seat, about), float("inf"))
        asks = choose(game, asks[0], choice)
    first = next(score.seat for score in engine.scores(game) if score.place == 1)
    assert all(game.landmarks[first]), "it comes to an end"
    built = {
        row.id
        for kind, row in enumerate(ESTABLISHMENTS)
        if any(city[kind] > row.start for city in game.cities)
    }
    assert built == FOLLOWED[name]


def test_they_are_offered_to_nobody_and_play_where_they_are_given() -> None:
    plans = STRATEGIES["machi_koro"]
    assert not MINDS.keys() & plans.keys()
    job = Job("machi_koro", ("whim", *plans)[:2], 2, {})
    games = [*run(job, minds={**MINDS, **plans})]
    assert [sorted(it.minds) for it in games] == [sorted(job.minds)] * 2
    with pytest.raises(KeyError, match="cheese-factory"):
        next(run(job))
