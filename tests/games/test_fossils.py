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

TURN = ["NextTurn", "Turn"]
ASKED_TODAY: dict[str, tuple[list[tuple[int, str]], list[str]]] = {
    # where there is only one person to choose, nobody is asked
    "bruges/1-28": ([(1, "house_from_discard")], ["HouseFromDiscard", *TURN]),
    # several workers can be answered at once
    "bruges/1-14": ([(1, "workers")], ["ChooseWorkers", *TURN]),
    "bruges/1-20": ([(0, "give_workers"), (1, "give_workers")], ["GiveWorker", "Lanes", *TURN]),
    "bruges/1-25": ([(3, "workers")], ["ChooseWorkers", "Gain", *TURN]),
    # one candidate, one helper to get, or goods that must all be given: nobody is asked
    "loyang/1-10": ([(0, "act")], ["Act", "ActionTurn", "Advance", "Close", "EndTurn", "Round", "Store"]),
    "loyang/1-29": ([(3, "act")], ["Act", "ActionTurn", "Advance", "Close", "EndTurn", "Round", "Store"]),
    "loyang/1-30": ([(3, "act")], ["Act", "ActionTurn", "Advance", "Close", "EndTurn", "Round", "Store"]),
    "loyang/1-36": ([(1, "act")], ["Act", "Advance", "Close", "EndTurn", "Round", "Store"]),
    "loyang/2-10": ([(0, "act")], ["Act", "ActionTurn", "Advance", "Close", "EndTurn", "Round", "Store"]),
    "loyang/2-29": ([(3, "act")], ["Act", "ActionTurn", "Advance", "Close", "EndTurn", "Round", "Store"]),
    "loyang/2-30": ([(3, "act")], ["Act", "ActionTurn", "Advance", "Close", "EndTurn", "Round", "Store"]),
    "loyang/2-36": ([(1, "act")], ["Act", "Advance", "Close", "EndTurn", "Round", "Store"]),
}
"""What fossils of earlier rules are asked by the rules of today, where that is something else."""

ROWS = [(f"{name}/{file}", fossil) for name in ENGINES for file, fossil in stored(name)]


@pytest.mark.parametrize(("name", "fossil"), ROWS, ids=[name for name, _ in ROWS])
def test_a_fossil_can_be_played_to_its_end(name: str, fossil: Fossil) -> None:
    engine, label = ENGINES[fossil.label.game], fossil.label
    game: Any = unpack(engine.state, fossil.data)
    asks = settle(game)
    asked, steps = ASKED_TODAY.get(name, (label.asked, label.steps))
    assert [(ask.seat, ask.prompt) for ask in asks] == asked
    assert sorted(kinds(game.stack)) == steps
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
