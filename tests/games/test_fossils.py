"""Packed games of all earlier versions still unpack, ask the same, and can be played to their end."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from server.authoring.walks import ENDLESS, draw_choice
from server.games.kernel import choose, settle
from server.games.packing import pack, unpack

from . import fossils
from .engines import ENGINES
from .fossils import FEWEST, Fossil, add, container_of, held, kinds, stored

TURN = ["NextTurn", "Turn"]
ASKED_TODAY: dict[str, tuple[list[tuple[int, str]], list[str]]] = {
    # with only one person to choose, there is no question
    "bruges/1-28": ([(1, "house_from_discard")], ["HouseFromDiscard", *TURN]),
    # several workers can be answered at once
    "bruges/1-14": ([(1, "workers")], ["ChooseWorkers", *TURN]),
    "bruges/1-20": ([(0, "give_workers"), (1, "give_workers")], ["GiveWorker", "Lanes", *TURN]),
    "bruges/1-25": ([(3, "workers")], ["ChooseWorkers", "Gain", *TURN]),
    # with one candidate, one available helper, or goods that must all be given, there is no question
    "loyang/1-10": ([(0, "act")], ["Act", "ActionTurn", "Advance", "Close", "EndTurn", "Round", "Store"]),
    "loyang/1-29": ([(3, "act")], ["Act", "ActionTurn", "Advance", "Close", "EndTurn", "Round", "Store"]),
    "loyang/1-30": ([(3, "act")], ["Act", "ActionTurn", "Advance", "Close", "EndTurn", "Round", "Store"]),
    "loyang/1-36": ([(1, "act")], ["Act", "Advance", "Close", "EndTurn", "Round", "Store"]),
    "loyang/2-10": ([(0, "act")], ["Act", "ActionTurn", "Advance", "Close", "EndTurn", "Round", "Store"]),
    "loyang/2-29": ([(3, "act")], ["Act", "ActionTurn", "Advance", "Close", "EndTurn", "Round", "Store"]),
    "loyang/2-30": ([(3, "act")], ["Act", "ActionTurn", "Advance", "Close", "EndTurn", "Round", "Store"]),
    "loyang/2-36": ([(1, "act")], ["Act", "Advance", "Close", "EndTurn", "Round", "Store"]),
}
"""The questions of earlier fossils under the current rules, where they differ."""

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


def test_adding_fossils_leaves_those_that_are_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(fossils, "folder_of", lambda name: tmp_path / name)
    first = add("toy")
    path = container_of("toy", ENGINES["toy"].rules)
    before = held(path)
    assert len(before) == first >= FEWEST
    assert add("toy") == first
    assert held(path) == [*before, *before], "the same games are found again, behind the first ones"
    assert [number for number, _ in stored("toy")] == [f"{path.stem}-{n:02}" for n in range(2 * first)]
