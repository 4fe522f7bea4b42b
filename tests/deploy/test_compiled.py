"""Modules that wheels and images have compiled: which can be, what a wheel becomes, and the same bytes."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import is_typeddict

import pytest
from msgspec import Struct

from bots.load.result import EXIT
from server.version import VERSION
from tests.compiled import MODULES, ROOT, SAME_BYTES, compiled, run_tests, traces

from .installed import Installed, build, install
from .test_package import ran


def source(name: str) -> ast.Module:
    return ast.parse((ROOT / f"{name.replace('.', '/')}.py").read_text("utf-8"))


def own_classes(module: ModuleType) -> Iterator[type]:
    kinds = (it for it in vars(module).values() if isinstance(it, type))
    return (kind for kind in kinds if kind.__module__ == module.__name__)


def test_the_list_is_in_order() -> None:
    assert sorted(set(MODULES)) == MODULES


@pytest.mark.parametrize("name", MODULES)
def test_nothing_is_compiled_whose_types_decide_what_is_decoded(name: str) -> None:
    """Compiled classes keep `list` of `list[int]`, so msgspec would accept anything in it."""
    kinds = own_classes(importlib.import_module(name))
    assert [kind for kind in kinds if issubclass(kind, Struct) or is_typeddict(kind)] == []


@pytest.mark.parametrize("name", [name for name in MODULES if name.startswith("server.games.")])
def test_no_game_is_compiled_where_it_could_go_on_forever(name: str) -> None:
    """Nothing finds and ends a call that is in no stack (`server/process/stalls.py`)."""
    assert name != "server.games.kernel"
    loops = (ast.While, ast.Yield, ast.YieldFrom)
    assert [it.lineno for it in ast.walk(source(name)) if isinstance(it, loops)] == []


@pytest.mark.parametrize("name", MODULES)
def test_no_compiled_module_relies_on_from_for_the_cause_of_an_exception(name: str) -> None:
    """Compiled code has no `raise … from`: the cause is given to the constructor, which keeps it."""
    raised = (it for it in ast.walk(source(name)) if isinstance(it, ast.Raise) and it.cause)
    causes = [(it.lineno, ast.unparse(it.cause), it.exc) for it in raised if it.cause]
    lost = [
        line
        for line, cause, made in causes
        if cause != "None"
        and not (isinstance(made, ast.Call) and cause in [ast.unparse(given) for given in made.args])
    ]
    assert lost == []


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(tmp_path_factory.mktemp("compiled") / "copy")


@pytest.mark.long
def test_compiled_modules_make_the_same_bytes(copy: Path) -> None:
    """`make compiled-test` runs many more tests there."""
    assert run_tests(copy, *SAME_BYTES) == 0


@pytest.mark.long
def test_simulated_clusters_go_the_same_way(copy: Path) -> None:
    assert traces(copy, 5) == traces(ROOT, 5)


@pytest.mark.long
def test_the_wheel_for_this_machine_is_compiled_and_plays(tmp_path: Path) -> None:
    wheel = build(tmp_path, platform="")
    assert re.match(rf"stammtisch-{VERSION}-cp3\d+-cp3\d+-(many)?(linux|macosx)", wheel.name)
    it = install(wheel, tmp_path / "it")
    script = f"import sys, {', '.join(MODULES)}; print(*(sys.modules[it].__file__ for it in {MODULES!r}))"
    files = ran(
        it.python, "-c", f"{script}; assert 'mypy' not in sys.modules", folder=tmp_path
    ).stdout.split()
    assert len(files) == len(MODULES) and not any(file.endswith(".py") for file in files), files
    assert all(Path(file).is_relative_to(it.packages) for file in files)
    assert "a move runs through are compiled" in ran(it.script, "doctor", folder=tmp_path).stdout
    plays(it, tmp_path)


@pytest.mark.long
def test_without_a_compiler_the_wheel_is_pure(tmp_path: Path) -> None:
    wheel = build(tmp_path, platform="", CC="no-such-compiler")
    assert wheel.name == f"stammtisch-{VERSION}-py3-none-any.whl"
    it = install(wheel, tmp_path / "it")
    assert not [*it.packages.rglob("*.so")]
    assert "No module is compiled" in ran(it.script, "doctor", folder=tmp_path).stdout
    plays(it, tmp_path)


def plays(it: Installed, folder: Path) -> None:
    words = "--tables", "2", "--seconds", "20", "--game", "machi_koro"
    load = ran(it.script, "load", *words, folder=folder, COLUMNS="200")
    assert load.returncode in (EXIT["pass"], EXIT["invalid"]), load.stdout + load.stderr
    assert re.search(r"changes_verified +│ +[1-9]", load.stdout)
