"""The cost of a move, in calls of the game's views: none for seats without viewers, and the same for each
other seat in every game at every move."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from protocol.frames import WATCH
from server.games import GAMES
from server.table.match import Match
from server.table.table import Table
from server.table.viewers import Viewers

from .tables import Sitting

MOVES = 25
LOOKS = {
    Match: ("ask", "would_undo", "scores"),
    Table: ("question", "asked", "tips_left"),
}
SHOWS = ("public", "private", "hints")


def counted(monkeypatch: pytest.MonkeyPatch, engine: Any) -> Counter[str]:
    """From now on, count every call of the game's views."""
    done: Counter[str] = Counter()

    def count(place: Any, name: str) -> None:
        look = getattr(place, name)

        def looked(*given: Any) -> Any:
            done[name] += 1
            return look(*given)

        monkeypatch.setattr(place, name, looked)

    for place, names in (*LOOKS.items(), (engine, SHOWS)):
        for name in names:
            count(place, name)
    return done


@pytest.mark.parametrize("game", GAMES)
def test_advice_is_worked_out_for_whose_seat_it_is_wanted_and_for_nobody_else(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    t, random, asked = Sitting(game, 3).start(), Random(1), Counter[int]()
    viewers = Viewers(t.table, every=1000)
    for seat in range(3):
        viewers.hint(t.table, seat, advice=seat == 1)
    for key, rows in t.engine.advices.items():
        counts = [row._replace(when=lambda game, seat, ask: asked.update([seat]) or True) for row in rows]
        monkeypatch.setitem(t.engine.advices, key, counts)
    for _ in range(4 * MOVES):
        seat = t.asked()
        t.do(t.player(seat), t.act_frame(seat, *random.choice(t.offers(seat))))
        viewers.advance(t.table)
    assert {*asked} == {1}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("pages", "bots", "looks"),
    [
        ((), (), {"public": 1}),
        ((WATCH,), (), {"public": 1, "hints": 1}),
        ((), (1,), {"public": 1, "private": 1, "question": 1}),
        ((0,), (), {"public": 1, "private": 1, "question": 1, "ask": 1, "hints": 1}),
        ((WATCH, 0), (1, 2), {"public": 1, "private": 3, "question": 3, "ask": 1, "hints": 2}),
    ],
    ids=("nobody", "watchers", "a bot", "a page", "all"),
)
def test_views_are_computed_for_subscribed_seats_alone(
    game: str,
    pages: tuple[int, ...],
    bots: tuple[int, ...],
    looks: dict[str, int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    t, random = Sitting(game, 3).start(), Random(1)
    viewers = Viewers(t.table, every=1000)
    for seat in (*pages, *bots):
        viewers.full(t.table, seat)
    for seat in pages:
        viewers.hint(t.table, seat)
    done = counted(monkeypatch, t.engine)
    for _ in range(MOVES):
        seat = t.asked()
        frame = t.act_frame(seat, *random.choice(t.offers(seat)))
        done.clear()
        t.do(t.player(seat), frame)
        assert not {*done} & {*SHOWS}, "deciding and applying a move computes no views"
        done.clear()
        before = {**viewers.mine}
        viewers.advance(t.table)
        told = Counter(done)
        anew = [s for s in (*pages, *bots) if s != WATCH and viewers.mine[s] is not before[s]]
        asked = sum(t.table.question(s) > 0 for s in anew)
        new = Counter(ask=asked, tips_left=len(anew))
        assert told == Counter(looks) + new, "questions and tips are looked up in parts that are new"
