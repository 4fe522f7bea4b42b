"""An outside game with a mistake in it is left out with a message that names the place, or can be played.

Every file of a whole game is changed by every typical mistake: a name or a text is missing, a function
raises, a file is missing, empty, truncated or no text. None of them may keep others from playing.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from server.games import GAMES
from server.games.outside import left_out

from .outside import GAME, PACKAGE, admitted, lay

OTHERS = list(GAMES)


HARMLESS = re.compile(
    r"__init__\.py without (__all__|contract)|(minds|hidden|shown)\.py .*"
    r"|cards\.json with.*|(examples|lessons)/.* with.*"
    r"|no (minds|position|hidden|shown)\.py|no (cards|examples/bid|lessons/first)\.json|no (web|positions)/.*"
    r"|(web|positions)/.* is (empty|cut off)|texts/en\.json with another facts\.links"
)
"""Changes that leave a complete game, or one with less on its page: `minds.py` is for bots, `hidden.py` and
`shown.py` are for the laws, and the page shows the plain table without a usable board."""


class Mutant(NamedTuple):
    """One mistake: its kind, its place, and its change."""

    name: str
    file: str
    make: Callable[[Path], None]


def _rewrite(change: Callable[[ast.Module], None]) -> Callable[[Path], None]:
    def make(file: Path) -> None:
        tree = ast.parse(file.read_text())
        change(tree)
        file.write_text(ast.unparse(tree))

    return make


def _names_of(node: ast.stmt) -> list[str]:
    """The names that a statement of a module defines."""
    match node:
        case ast.FunctionDef() | ast.ClassDef():
            return [node.name]
        case ast.Assign(targets=[ast.Name() as one]) | ast.AnnAssign(target=ast.Name() as one):
            return [one.id]
    return []


def _code() -> Iterator[Mutant]:
    """Missing names, functions that raise, imports of missing modules."""
    for file in sorted(PACKAGE.glob("*.py")):
        tree = ast.parse(file.read_text())
        for at, node in enumerate(tree.body):
            for name in _names_of(node):

                def leave_out(it: ast.Module, at: int = at) -> None:
                    del it.body[at]

                yield Mutant(f"{file.name} without {name}", file.name, _rewrite(leave_out))
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        for at, function in enumerate(functions):

            def fail(it: ast.Module, at: int = at) -> None:
                one = [node for node in ast.walk(it) if isinstance(node, ast.FunctionDef)][at]
                one.body = ast.parse("raise RuntimeError('a slip')").body

            yield Mutant(f"{file.name} {function.name} raises", file.name, _rewrite(fail))

        def astray(it: ast.Module) -> None:
            it.body.insert(0, ast.parse("import no_such_module").body[0])

        def ends(it: ast.Module) -> None:
            it.body.append(ast.parse("raise SystemExit('the end')").body[0])

        yield Mutant(f"{file.name} imports what isn't there", file.name, _rewrite(astray))
        yield Mutant(f"{file.name} ends the process", file.name, _rewrite(ends))


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    for key in (
        list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    ):
        yield from _paths(value[key], (*path, key))


def _changed(path: tuple[Any, ...], gone: bool) -> Callable[[Path], None]:
    """Remove the value at a path, or replace it by another."""

    def make(file: Path) -> None:
        whole = json.loads(file.read_text())
        lies = whole
        for key in path[:-1]:
            lies = lies[key]
        if gone:
            del lies[path[-1]]
        else:
            lies[path[-1]] = {"no": "such"} if isinstance(lies[path[-1]], str | int) else 7
        file.write_text(json.dumps(whole))

    return make


def _data() -> Iterator[Mutant]:
    """Missing keys and values of another kind, in every data file."""
    for file in sorted(PACKAGE.rglob("*.json")):
        name = file.relative_to(PACKAGE).as_posix()
        for path in _paths(json.loads(file.read_text())):
            shown = ".".join(map(str, path))
            if name != "texts/en.json":  # for texts, one of either kind is enough
                yield Mutant(f"{name} without {shown}", name, _changed(path, gone=True))
            if name != "texts/de.json":
                yield Mutant(f"{name} with another {shown}", name, _changed(path, gone=False))


def _filled(change: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    def make(file: Path) -> None:
        file.write_bytes(change(file.read_bytes()))

    return make


def _files() -> Iterator[Mutant]:
    """Files that are missing, empty, truncated, or no text."""
    for file in sorted(PACKAGE.rglob("*")):
        name = file.relative_to(PACKAGE).as_posix()
        if file.is_file() and "__pycache__" not in name:
            yield Mutant(f"no {name}", name, Path.unlink)
            yield Mutant(f"{name} is empty", name, _filled(lambda data: b""))
            yield Mutant(f"{name} is cut off", name, _filled(lambda data: data[: len(data) // 2]))
            yield Mutant(f"{name} is no text", name, _filled(lambda data: b"\xff\xfe\x00" + data))


@cache
def mutants() -> tuple[Mutant, ...]:
    return (*_code(), *_data(), *_files())


def test_the_game_as_it_is_passes(tmp_path: Path) -> None:
    lay(tmp_path)
    with admitted(tmp_path) as lines:
        assert not lines and [*GAMES] == [GAME, *OTHERS], "the lightest, and the first by its name"
    assert [*GAMES] == OTHERS


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("kind", ["py", "texts", "other"])
def test_a_game_with_a_mistake_is_left_out_with_a_line_or_does_no_worse(kind: str, tmp_path: Path) -> None:
    wrong, out = [], 0
    for number, mutant in enumerate(mutants()):
        if kind != ("py" if mutant.file.endswith(".py") else "texts" if "texts" in mutant.file else "other"):
            continue
        folder = tmp_path / str(number)
        mutant.make(lay(folder) / mutant.file)
        with admitted(folder) as lines:
            assert [name for name in GAMES if name != GAME] == OTHERS
            assert left_out("game") == ([] if GAME in GAMES else [GAME])
            if lines:
                out += 1
                (line,) = lines
                told = f"the game {GAME} ({GAME}" in line and "\n" not in line and len(line) < 500
                wrong += [] if told else [(mutant.name, line)]
            elif not HARMLESS.fullmatch(mutant.name):
                wrong.append((mutant.name, "it is offered"))
    assert wrong == [] and out > 0


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("texts/de.json without tagline", "texts/de.json"),
        ("texts/en.json with another log.carried", "texts/en.json"),
        ("flow.py run raises", "flow.py:"),
        ("view.py without hints", "__init__.py:"),
        ("state.py imports what isn't there", "state.py:1"),
        ("lessons/first.json without steps.0.pages.0.say.en", "lessons/first.json"),
        ("examples/bid.json without parts.1.say.de", "examples"),
        ("no texts/en.json", "texts/en.json"),
        ("board.js is no text", "web/board.js"),
    ],
)
def test_the_line_names_the_package_the_file_and_the_cause(name: str, file: str, tmp_path: Path) -> None:
    mutant = next(one for one in mutants() if name in one.name)
    mutant.make(lay(tmp_path) / mutant.file)
    with admitted(tmp_path) as (line,):
        assert line.startswith(f"the game {GAME} ({GAME}, {GAME}/{file}"), line
        assert ") is left out: " in line and not line.endswith(": ")


UNASKED = '[{"seat": 0, "options": [["a", 1, 2], ["b", 1, 1]], "scene": {}}]'
"""A puzzle without a position."""


@pytest.mark.parametrize("wrong", ["{", "[{}]", UNASKED])
def test_a_puzzle_that_can_not_be_asked_is_named(wrong: str, tmp_path: Path) -> None:
    folder = lay(tmp_path) / "puzzles"
    folder.mkdir()
    (folder / "daily.json").write_text(wrong)
    with admitted(tmp_path) as (line,):
        assert line.startswith(f"the game {GAME} ({GAME}, {GAME}/puzzles/daily.json"), line


def test_an_endless_import_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.games.outside.CPU_LIMIT_S", 0.3)
    lies = lay(tmp_path)
    with (lies / "flow.py").open("a") as file:
        file.write("\n\nwhile True:\n    try:\n        setup\n    except Exception:\n        pass\n")
    with admitted(tmp_path) as (line,):
        assert line.endswith("it takes more than 0.3 s of CPU time")


def test_a_game_takes_no_other_games_place(tmp_path: Path) -> None:
    lies = lay(tmp_path)
    (lies / "__init__.py").write_text((lies / "__init__.py").read_text().replace('"gops"', '"santiago"'))
    own = GAMES["santiago"]
    with admitted(tmp_path) as (line,):
        assert line.endswith("there is a game with the name santiago") and GAMES["santiago"] is own
