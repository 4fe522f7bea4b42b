"""The written games are replayed, with the same results."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.authoring.walks import replay

from .engines import ENGINES
from .transcripts import facts, folder_of, read, written

FILES = [path for name in ENGINES for path in sorted(folder_of(name).glob("*.txt"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_a_written_game_happens_again(path: Path) -> None:
    text = path.read_text()
    deal, history, rules = read(text)
    meant = f"after a deliberate change of a rule: python -m tests.games.transcripts rewrite {deal.name}"
    assert rules == ENGINES[deal.name].rules, meant
    assert not replay(deal, history).asks, "the written game is not over"
    assert facts(written(deal, history)) == facts(text), meant


@pytest.mark.parametrize("name", ENGINES)
def test_every_game_has_been_written_down(name: str) -> None:
    assert len(list(folder_of(name).glob("*.txt"))) >= 2, f"python -m tests.games.transcripts write {name}"
