"""A bot's pause: full at the beginning of a turn, shorter for the questions after it, and determined by
public facts."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bots.document import about_table, document_of
from bots.filler.pace import (
    FOLLOWING_PAUSE_SHARE,
    HURRIED_PAUSE_S,
    REPEATED_PAUSE_SHARE,
    TURN_END_PAUSE_SHARE,
    Pace,
    Pause,
)
from server.games.kernel import choose, settle
from tests.games.engines import ENGINES


def seen(pace: Pace, *asks: tuple[int, int, str]) -> float:
    public: Any = {"asks": [list(row) for row in asks]}
    return pace.seen(public, 1)


def test_a_turn_begins_slowly_and_ends_quickly() -> None:
    pace = Pace()
    assert seen(pace, (1, 4, "roll")) == 1.0
    assert seen(pace, (1, 5, "build")) == FOLLOWING_PAUSE_SHARE
    assert seen(pace, (1, 5, "build"), (0, 3, "bid")) == FOLLOWING_PAUSE_SHARE, "the same question still"
    assert seen(pace, (1, 6, "build")) == REPEATED_PAUSE_SHARE
    assert seen(pace, (1, 7, "end_turn")) == TURN_END_PAUSE_SHARE
    seen(pace, (0, 8, "roll"))
    assert seen(pace, (1, 9, "roll")) == 1.0
    assert 0 < TURN_END_PAUSE_SHARE < REPEATED_PAUSE_SHARE < FOLLOWING_PAUSE_SHARE < 1


@pytest.mark.parametrize("name", ["loyang", "bruges"])
def test_the_pause_says_nothing_that_is_hidden(name: str) -> None:
    """Games with the same public view have the same pauses, for any hidden cards."""
    engine, random = ENGINES[name], Random(2)
    game = engine.setup(3, 7, engine.options())
    about, asks = about_table(engine, engine.options(), ["whim"] * 3), settle(game)
    here, there = Pace(), Pace()
    for _ in range(60):
        ask = asks[0]
        other = engine.imagine(engine.public(game), None, None, random.getrandbits(64))
        imagined = settle(other)
        shares = []
        for pace, world, put in ((here, game, asks), (there, other, imagined)):
            shares.append(pace.seen(document_of(engine, world, put, ask.seat, about)["public"], ask.seat))
        assert shares[0] == shares[1]
        asks = choose(game, ask, random.choice(ask.options))


def test_hurried_bots_pause_shortly_until_a_person_is_asked() -> None:
    rows = (("person", ""), ("person", "whim"), ("bot", ""))
    person, away, bot = ({"kind": kind, "stand_in": by} for kind, by in rows)
    pace, slow = Pace(), Pause(5.0, 5.0)

    def at(*asked: int) -> Any:
        public: Any = {"asks": [[seat, 7 + seat, "roll"] for seat in asked], "seats": [person, bot, away]}
        pace.seen(public, 1)
        return public

    assert not pace.hurry(at(0, 1)) and pace.seconds(slow) == 5.0, "it is a person who keeps them waiting"
    assert pace.hurry(at(1)) and not pace.hurry(at(1)), "once is enough"
    assert pace.seconds(slow) == HURRIED_PAUSE_S and pace.seconds(Pause(0.1, 0.1)) == pytest.approx(0.1)
    at(2)
    at(1)
    assert pace.seconds(slow) == HURRIED_PAUSE_S, "a stand-in is no person"
    at(0)
    at(1)
    assert pace.seconds(slow) == 5.0
