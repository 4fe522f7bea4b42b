"""Our own games use nothing that a package of somebody else cannot use."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from server.admin.findings import WRONG
from server.authoring.projects import opened
from server.games.data_folders import KINDS, group
from server.page.catalogue import BOARD_IMPORTS
from tests.outside import environment

from . import moved_out
from .packages import forgotten

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


@pytest.fixture
def data_alone(tmp_path: Path) -> tuple[Path, dict[str, str]]:
    """A package with the data of the copied game, not installed, and an environment with that game."""
    moved_out.lay(tmp_path)
    project = tmp_path / "data"
    project.mkdir()
    (tmp_path / moved_out.DATA).rename(project / moved_out.DATA)
    rows = (
        f'[project.entry-points."{group(kind)}"]\n{moved_out.THEIRS} = "{moved_out.DATA}"' for kind in KINDS
    )
    (project / "pyproject.toml").write_text("\n".join(rows))
    return project, {**os.environ, **environment(tmp_path, moved_out.POINTS_OF_GAME)}


def checked(project: Path, of: dict[str, str]) -> tuple[int, list[str]]:
    """The status of `check`, and its lines."""
    done = subprocess.run(
        [sys.executable, "-m", "server", "check", project, "--no-browser"],
        env=of,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout.splitlines()


def test_a_package_of_data_alone_is_checked(data_alone: tuple[Path, dict[str, str]]) -> None:
    project, of = data_alone
    status, told = checked(project, of)
    assert status == 0 and [line.split()[1] for line in told if line] == [
        *(f"{kind}:" for kind in KINDS),
        "is",
    ]
    puzzles = project / moved_out.DATA / "puzzles/daily.json"
    rows = json.loads(puzzles.read_bytes())
    puzzles.write_text(json.dumps([*rows, rows[0]]))
    status, told = checked(project, of)
    wrong = [line for line in told if line.startswith(WRONG)]
    assert status == 1 and len(wrong) == 1 and "is the position of puzzle 1" in wrong[0]
    puzzles.write_text("[")
    status, told = checked(project, of)
    wrong = [line for line in told if line.startswith(WRONG)]
    assert status == 1 and len(wrong) == 1 and "puzzles" in wrong[0] and " is left out: " in wrong[0]


def test_data_that_no_process_would_use_are_told(tmp_path: Path) -> None:
    game = "santiago"
    (tmp_path / "pyproject.toml").write_text(f'[project.entry-points."{group("lessons")}"]\n{game} = "x"\n')
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    with forgotten(game + "_no_module"):
        found = opened(str(tmp_path), scratch)
    assert found.data == [game] and len(found.faults) == 1
    assert f"the game {game} has lessons in its own package" in found.faults[0]


def test_our_boards_import_only_what_boards_of_packages_may_import() -> None:
    found = set()
    for file in (ROOT / "server/web/games").glob("*/*.js"):
        found |= {*re.findall(r'"\.\./\.\./([\w/]+\.js)"', file.read_text("utf-8"))}
    assert found and found <= {*BOARD_IMPORTS.values()}
