"""`python -m server new game`: names that can't be, and a package that is clean. test_first_game.py tries
it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from server.authoring.new_game import TEMPLATE, NameRefused, places_of, write
from server.commands import main

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "no name"),
        ("Harvest", "no name"),
        ("har-vest", "no name"),
        ("../harvest", "no name"),
        ("1st", "no name"),
        ("h" * 33, "no name"),
        ("class", "a word of Python"),
        ("santiago", "there is a game"),
        ("tests", "the tests of a new game"),
        ("conftest", "the tests of a new game"),
        ("test_rules", "the tests of a new game"),
        ("json", "there is a Python package"),
        ("server", "there is a Python package"),
        ("msgspec", "there is a Python package"),
    ],
)
def test_a_name_that_cannot_be_is_refused_with_the_reason(name: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(NameRefused, match=why):
        write(name, tmp_path)
    assert [*tmp_path.iterdir()] == []


def test_nothing_is_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("harvest").mkdir()
    assert main(["new", "game", "harvest"]) == 1
    assert "is there already" in capsys.readouterr().err and [*Path("harvest").iterdir()] == []
    assert main(["new", "game", "corn_2"]) == 0
    said = capsys.readouterr().out
    assert "corn_2/corn_2/game.py" in said and "Next: cd corn_2" in said


def test_the_package_has_the_names_of_its_game_and_is_clean(tmp_path: Path) -> None:
    files = [tmp_path / path for path in write("corn_2", tmp_path)]
    assert len(files) == sum(path.is_file() for path in TEMPLATE.rglob("*"))
    text = "\n".join(path.read_text("utf-8") for path in files)
    assert not re.search("|".join(places_of("corn_2")), text) and "class Corn2Game(Game)" in text
    for words in (["check", "--ignore", "I001"], ["format", "--check"]):  # where imports go, says their place
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *words, "--config", ROOT / "pyproject.toml", tmp_path / "corn_2"],
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", ["a", "bar", "game", "g2048_", "mine", "table", "texts", "turn", "h" * 32])
def test_a_game_has_any_name_that_is_not_refused(name: str, tmp_path: Path) -> None:
    """Also one that is a word of its own files."""
    write(name, tmp_path)
    one = "tests/test_laws.py::test_a_random_game_keeps_every_law[0]"
    words = "tests/test_laws.py::test_the_texts_have_words_for_everything"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "tests/test_rules.py", one, words],
        cwd=tmp_path / name,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_rules_are_some_fifty_lines(tmp_path: Path) -> None:
    write("corn", tmp_path)
    lines = (tmp_path / "corn/corn/game.py").read_text("utf-8").splitlines()
    code = [line for line in lines if line.strip() and not line.strip().startswith(('"""', "#"))]
    assert 40 <= len(code) <= 75


def test_letters_of_rules_are_three() -> None:
    assert [places_of(name)["GAME_RULES"] for name in ("harvest", "a2", "go_4")] == ["HAR", "AGA", "GOG"]
