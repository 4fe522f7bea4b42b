"""The stored numbers of sequences are still correct."""

from __future__ import annotations

import pytest

from server.authoring.perft import Position, changed, stored

from .engines import ENGINES
from .perft import file_of

ROWS = [(name, number, position) for name in ENGINES for number, position in enumerate(stored(file_of(name)))]


@pytest.mark.parametrize(
    ("name", "position"), [(n, p) for n, _, p in ROWS], ids=[f"{n}-{i}" for n, i, _ in ROWS]
)
def test_the_number_of_sequences_is_unchanged(name: str, position: Position) -> None:
    meant = f"after a deliberate change of a rule: python -m tests.games.perft write {name}"
    assert changed(name, position) == [], meant


@pytest.mark.parametrize("name", ENGINES)
def test_every_game_has_positions_with_many_sequences(name: str) -> None:
    positions = stored(file_of(name))
    assert len(positions) >= 8, f"python -m tests.games.perft write {name}"
    assert sum(max(position.counts) > 100 for position in positions) >= 4
