"""The written games are played again, and everything in them happens again."""

from __future__ import annotations

from pathlib import Path

import pytest

from .engines import ENGINES
from .transcripts import facts, folder_of, read, written
from .walks import replay

FILES = [path for name in ENGINES for path in sorted(folder_of(name).glob("*.txt"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_a_written_game_happens_again(path: Path) -> None:
    text = path.read_text()
    deal, history, rules = read(text)
    assert rules == ENGINES[deal.name].rules
    assert not replay(deal, history).asks, "the written game is not over"
    assert facts(written(deal, history)) == facts(text)


@pytest.mark.parametrize("name", ENGINES)
def test_every_game_has_been_written_down(name: str) -> None:
    assert len(list(folder_of(name).glob("*.txt"))) >= 2, f"python -m tests.games.transcripts write {name}"
