"""Packed games of all earlier versions still unpack, ask the same, and can be played to their end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from server.games.kernel import choose, settle
from server.games.packing import pack, unpack

from .engines import ENGINES
from .fossils import FEWEST, Fossil, kinds, stored
from .laws import ENDLESS
from .walks import draw_choice

ROWS = [(f"{name}/{file}", fossil) for name in ENGINES for file, fossil in stored(name)]


@pytest.mark.parametrize("fossil", [fossil for _, fossil in ROWS], ids=[name for name, _ in ROWS])
def test_a_fossil_can_be_played_to_its_end(fossil: Fossil) -> None:
    engine, label = ENGINES[fossil.label.game], fossil.label
    game: Any = unpack(engine.state, fossil.data)
    asks = settle(game)
    assert [(ask.seat, ask.prompt) for ask in asks] == label.asked
    assert sorted(kinds(game.stack)) == label.steps
    if label.rules == engine.rules:
        assert pack(game) == fossil.data
    random, choices = Random(0), 0
    while asks:
        asks = choose(game, *draw_choice(asks, random))
        engine.check(game)
        choices += 1
        assert choices < ENDLESS
    assert len(engine.scores(game)) == label.seats


@pytest.mark.parametrize("name", ENGINES)
def test_every_game_has_fossils_of_its_version(name: str) -> None:
    labels = [fossil.label for _, fossil in stored(name)]
    today = sum(label.rules == ENGINES[name].rules for label in labels)
    assert today >= FEWEST, f"python -m tests.games.fossils add {name}"
