"""Modules that wheels and images have compiled: which can be, what a wheel becomes, and the same bytes."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, is_typeddict

import pytest
from msgspec import Struct

from bots.load.result import EXIT
from server.version import VERSION
from tests.bench.book import COMPILED, commit
from tests.bench.page import PAGE
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


@pytest.mark.parametrize("name", MODULES)
def test_no_compiled_module_has_a_constant_tuple_of_floats(name: str) -> None:
    """Compiled code reports one of a fixed length as not set, also of such tuples; typed as a sequence, it is
    read as in Python."""
    module = importlib.import_module(name)
    typed = {
        ast.unparse(it.target): ast.unparse(it.annotation)
        for it in source(name).body
        if isinstance(it, ast.AnnAssign)
    }
    assert [*unset(vars(module), typed)] == []


def unset(values: Mapping[str, Any], typed: Mapping[str, str]) -> Iterator[str]:
    """The constants of these types that compiled code reports as not set."""
    for name, kind in typed.items():
        leaves = [*leaves_of(values.get(name))]
        if isinstance(values.get(name), tuple) and kind.startswith("Final"):
            fixed = "Sequence" not in kind and "..." not in kind
            if fixed and leaves and all(type(one) is float for one in leaves):
                yield name


def leaves_of(value: object) -> Iterator[object]:
    if isinstance(value, tuple):
        for one in value:
            yield from leaves_of(one)
    else:
        yield value


def test_that_law_sees_each_form() -> None:
    """As compiled by hand: these fail, and those after them don't."""
    values = {"A": (0.5, 1.0), "B": ((0.5, 1.0), (2.0, 3.0)), "C": (0.5, 1), "D": (1, 2), "E": (0.5, 1.0)}
    typed = {**dict.fromkeys("ABCD", "Final"), "E": "Final[tuple[float, ...]]"}
    assert [*unset(values, typed)] == ["A", "B"]
    assert [*unset(values, {"A": "Final[tuple[float, float]]"})] == ["A"]


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
def test_the_page_without_a_server_gets_the_same_sources(copy: Path) -> None:
    words = (sys.executable, "-m", "offline.files")
    ours, theirs = (subprocess.run(words, cwd=at, stdout=subprocess.PIPE, check=True) for at in (ROOT, copy))
    assert ours.stdout == theirs.stdout


@pytest.mark.long
def test_benchmarks_of_compiled_modules_say_so_and_name_the_commit(tmp_path: Path) -> None:
    words = ("-m", "tests.bench", "--compiled", "--quick", "--only", "sizes", "--folder", str(tmp_path))
    ran(sys.executable, *words, folder=ROOT)
    page = (tmp_path / PAGE).read_text("utf-8")
    assert f"| modules | {COMPILED} |" in page
    assert f"| commit | {commit()} |" in page


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
