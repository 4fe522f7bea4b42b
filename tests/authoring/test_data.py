"""The laws of examples, puzzles and positions on a package: each mistake is a line that names the file."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from server.admin.findings import WRONG
from server.authoring import data
from server.authoring.check import Effort, data_laws, line, parts
from server.authoring.projects import Project
from server.games import GAMES
from server.games.beginning import begun
from server.games.engine import Engine
from server.games.examples import scene_of
from server.games.kernel import settle
from server.games.positions import BadPosition
from tests.games.outside import GAME, admitted, lay


def replaced(old: str, new: str) -> Callable[[str], str]:
    return lambda text: text.replace(old, new, 1)


EXAMPLE, POSITION = "examples/bid.json", "positions/en.toml"

MISTAKES: dict[str, tuple[str, Callable[[str], str]]] = {
    "examples/bid.json, part 2: game.won.0.# is 1, not 3": (
        *(EXAMPLE, replaced('"do":', '"holds": {"game.won.0.#": 3}, "do":')),
    ),
    "examples/bid.json, part 1: a place is not filled: None prize": (
        *(EXAMPLE, replaced("{game.up.#} prize", "{game.no_such} prize")),
    ),
    "examples/bid.json, part 2: it changes nothing on the board": (
        *(EXAMPLE, replaced('[[0, "bid", 4], [1, "bid", 0]]', "[]")),
    ),
    "positions/en.toml: it lacks the word won": (POSITION, lambda text: text.replace("won", "# w0n")),
    "positions/en.toml: there is none": (POSITION, lambda text: ""),
}
"""By the beginning of the finding: the file of the package, and its change."""


def found(folder: Path) -> Iterator[str]:
    """What the laws find in the package in this folder."""
    with admitted(folder) as lines:
        assert not lines
        for _, law, mend in data_laws(GAMES[GAME]):
            assert mend
            yield from law(GAMES[GAME])


def test_a_package_without_mistakes_has_no_findings(tmp_path: Path) -> None:
    lay(tmp_path)
    assert [*found(tmp_path)] == []


@pytest.mark.parametrize("told", MISTAKES)
def test_a_mistake_is_told(told: str, tmp_path: Path) -> None:
    file, change = MISTAKES[told]
    path = lay(tmp_path) / file
    before = path.read_text("utf-8")
    path.write_text(change(before), "utf-8")
    assert path.read_text("utf-8") != before
    lines = [*found(tmp_path)]
    assert any(it.startswith(told) for it in lines), lines


def test_an_example_that_the_rules_do_not_name_is_told(tmp_path: Path) -> None:
    examples = lay(tmp_path) / "examples"
    for end in (".json", ".scene.json"):
        shutil.copy(examples / f"bid{end}", examples / f"odd{end}")
    told = "texts/{}.json: no section of the rules names the example odd"
    assert [*found(tmp_path)] == [told.format("en"), told.format("de")]


def test_a_moment_from_which_no_game_ends_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(engine: Engine, game: Any) -> list[int]:
        raise BadPosition("over")

    monkeypatch.setattr(data, "ends", endless)
    lay(tmp_path)
    (told,) = found(tmp_path)
    assert told.startswith("position.py: a game that begins at bids with ")


def puzzle_of(engine: Engine) -> dict[str, Any]:
    """A puzzle at the first question of a game."""
    game = begun(engine, 2, seed=5)
    (ask, *_) = settle(game)
    options = [[verb, noun, 900 - number] for number, (verb, noun) in enumerate(ask.options)]
    return {"seat": ask.seat, "options": options, "scene": json.loads(scene_of(game, 5))}


def test_puzzles_that_are_none_are_told(tmp_path: Path) -> None:
    folder = lay(tmp_path) / "puzzles"
    with admitted(tmp_path):
        good = puzzle_of(GAMES[GAME])
    turned = {**good, "options": [*reversed(good["options"])]}
    equal = {**good, "options": [[verb, noun, 1] for verb, noun, _ in good["options"]]}
    wordless = {**good, "together": [["luck", 1, 0]], "log": [["sang", 0]]}
    folder.mkdir()
    (folder / "daily.json").write_text(json.dumps([good, turned, equal, wordless]))
    lines = [it for it in found(tmp_path) if "it is the position of puzzle 1" not in it]
    assert lines == [
        "puzzles/daily.json, puzzle 2: the options are not in the order of their values",
        "puzzles/daily.json, puzzle 3: two options are equally good",
        "puzzles/daily.json, puzzle 4: there is no text parts.luck",
        "puzzles/daily.json, puzzle 4: there is no text log.sang",
    ]


def test_the_command_tries_the_data_that_a_game_has(tmp_path: Path) -> None:
    path = lay(tmp_path) / EXAMPLE
    path.write_text(path.read_text("utf-8").replace("{game.up.#} prize", "{game.no_such} prize"), "utf-8")
    with admitted(tmp_path):
        tried = dict(parts(GAMES[GAME], Project([GAME], [], None), Effort(1, 0, 1, browser=False)))
        (law,) = [part for about, part in tried.items() if about.startswith("examples: ")]
        (told,) = [line(finding) for finding in law()]
        assert any(about.startswith("positions: ") for about in tried)
        assert not any(about.startswith("puzzles: ") for about in tried), "it has none"
    assert told.startswith(f"{WRONG:<7} examples/bid.json, part 1") and " — " in told


def test_the_laws_are_those_of_all_kinds() -> None:
    assert [law for _, law, _ in data_laws(GAMES["santiago"])] == [
        *(data.of_examples, data.of_puzzles, data.of_positions),
    ]
