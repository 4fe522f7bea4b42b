"""Data of a game that another package brings: used as the game's own would be, or left out alone."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from server.games import GAMES
from server.games.examples import examples, moments
from server.games.lessons import lessons
from server.games.positions import BadPosition, example, laid_out, read, words_of

from .outside import GAME, admitted, lay

DATA = "gops_data"

MOVED = {"lessons": ["lessons"], "examples": ["examples"], "positions": ["positions", "position.py"]}
"""By kind of data: what moves into the other package."""


def bring(folder: Path, *kinds: str) -> Path:
    """A package that brings these kinds of data, with entry points."""
    package, about = folder / DATA, folder / "gops_data-2.0.dist-info"
    package.mkdir()
    (package / "__init__.py").touch()
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: gops-data\nVersion: 2.0\n")
    points = "".join(f"[stammtisch.{kind}]\n{GAME} = {DATA}\n" for kind in kinds)
    (about / "entry_points.txt").write_text(points)
    return package


@contextmanager
def split(folder: Path, *kinds: str) -> Iterator[tuple[Path, list[str]]]:
    """The game, and another package that brings these kinds of its data: its folder, and what was moved."""
    own, package = lay(folder), bring(folder, *kinds)
    moved = [name for kind in kinds for name in MOVED.get(kind, ())]
    for name in moved:
        shutil.move(own / name, package / name)
    for words in package.glob("*.py"):
        words.write_text(words.read_text().replace("from .", f"from {GAME}."))
    yield package, moved


def faults(folder: Path) -> list[str]:
    """What is said when a process starts that has the game."""
    with admitted(folder) as lines:
        assert GAME in GAMES
        return lines


def test_data_of_another_package_are_used(tmp_path: Path) -> None:
    with split(tmp_path, *MOVED), admitted(tmp_path) as lines:
        assert not lines
        assert [*lessons(GAME)] == ["first"] and [*examples(GAME)]
        for name in examples(GAME):
            assert moments(GAME, name)
        assert words_of(GAMES[GAME]).__name__ == f"{DATA}.position"
        assert laid_out(read(example(GAME, "en"))).engine is GAMES[GAME]


def test_the_data_of_the_game_itself_come_first(tmp_path: Path) -> None:
    lay(tmp_path)
    (bring(tmp_path, "lessons") / "lessons").mkdir()
    with admitted(tmp_path):
        assert [*lessons(GAME)] == ["first"]


@pytest.mark.parametrize(
    ("kind", "file", "text"),
    [
        ("lessons", "lessons/first.json", "{"),
        ("examples", "examples", "{"),
        ("puzzles", "puzzles/daily.json", "[{}]"),
        ("positions", "positions/en.toml", f'game = "{GAME}"\nseats = 2\nmoment = "none"\n'),
        ("positions", "position.py", "Table = None\n"),
    ],
)
def test_what_fails_is_left_out_alone_with_a_line(kind: str, file: str, text: str, tmp_path: Path) -> None:
    with split(tmp_path, kind) as (package, _):
        (package / kind).mkdir(exist_ok=True)
        (package / (file if "." in file else "examples/odd.json")).write_text(text)
        (line,) = faults(tmp_path)
    about = f"the package of {kind} for {GAME} (gops-data 2.0, {DATA}/{file}) is left out: "
    assert line.startswith(about) and line != about


def test_a_package_without_the_folder_is_named(tmp_path: Path) -> None:
    with split(tmp_path, "puzzles"):
        (line,) = faults(tmp_path)
    assert line.endswith("it has no folder puzzles")


def test_a_game_without_positions_has_none(tmp_path: Path) -> None:
    with split(tmp_path, "positions") as (package, _):
        (package / "position.py").unlink()
        with admitted(tmp_path), pytest.raises(BadPosition):
            words_of(GAMES[GAME])
