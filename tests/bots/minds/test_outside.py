"""A game and a mind of an outside package are played like built-in ones."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace

import pytest

from bots.minds.registry import GROUP
from bots.minds.whim import Whim
from server.games import GAMES, NoGame, engine_in
from server.games.outside import offered
from tests.games import toy
from tests.outside import environment


def test_the_arena_plays_a_game_and_a_mind_from_outside(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "bots", "arena", "toy", "--games", "4", "--minds", "last,whim"],
        env={**os.environ, **environment(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 0, run.stderr
    assert "last" in run.stdout and "whim" in run.stdout


def test_games_are_listed_from_the_lightest_to_the_heaviest() -> None:
    assert [engine.weight for engine in GAMES.values()] == sorted(engine.weight for engine in GAMES.values())


def test_an_incomplete_game_is_refused_with_the_missing_name() -> None:
    half = SimpleNamespace(**{name: getattr(toy, name) for name in toy.__all__ if name != "check"})
    with pytest.raises(NoGame, match=r"^half is no game: it lacks check$"):
        engine_in(SimpleNamespace(__name__="half", **vars(half)))


def test_a_mind_that_can_not_be_loaded_is_named_and_keeps_nobody_from_playing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    rows = [("good", "bots.minds.whim:Whim"), ("gone", "bots.minds.whim:Gone"), ("nowhere", "no_module:Mind")]
    entries = [EntryPoint(name, value, GROUP) for name, value in rows]
    assert dict(offered(entries, "mind")) == {"good": Whim}
    assert [record.getMessage() for record in caplog.records] == [
        "the mind gone (bots.minds.whim:Gone) is left out: AttributeError: module 'bots.minds.whim' has no "
        "attribute 'Gone'",
        "the mind nowhere (no_module:Mind) is left out: No module named 'no_module'",
    ]


def test_a_mind_from_outside_takes_no_other_minds_place(caplog: pytest.LogCaptureFixture) -> None:
    whim = "bots.minds.whim:Whim"
    rows = [("skilled", whim), ("own", whim), ("own", "bots.minds.whim:No")]
    entries = [EntryPoint(name, value, GROUP) for name, value in rows]
    assert dict(offered(entries, "mind", ["skilled"])) == {"own": Whim}
    assert [record.getMessage() for record in caplog.records] == [
        "the mind skilled (bots.minds.whim:Whim) is left out: there is one of that name: skilled",
        "the mind own (bots.minds.whim:No) is left out: there is one of that name: own",
    ]
