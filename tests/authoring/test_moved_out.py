"""Our own games use nothing that a package of somebody else cannot use."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from server.page.catalogue import BOARD_IMPORTS
from tests.outside import environment

from . import moved_out

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment in which a process finds the copied game."""
    folder = tmp_path_factory.mktemp("moved")
    moved_out.lay(folder)
    return {**os.environ, **environment(folder, moved_out.POINTS)}


def run(outside: dict[str, str], *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *words], env=outside, cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_game_that_is_copied_out_of_the_repository_is_the_same(outside: dict[str, str]) -> None:
    assert run(outside, "tests.authoring.moved_out") == "the same\n"


def test_its_bots_play_there(outside: dict[str, str]) -> None:
    told = run(outside, "bots", "arena", moved_out.THEIRS, "--minds", "expert,casual", "--games", "2")
    assert "expert" in told and "casual" in told


def test_our_boards_import_only_what_boards_of_packages_may_import() -> None:
    found = set()
    for file in (ROOT / "server/web/games").glob("*/*.js"):
        found |= {*re.findall(r'"\.\./\.\./([\w/]+\.js)"', file.read_text("utf-8"))}
    assert found and found <= {*BOARD_IMPORTS.values()}
