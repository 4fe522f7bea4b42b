"""Minds make the same choices with the same seeds: on every installed Python, and in every process."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import version
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from tests.test_layers import ROOT, source_files

from ..recorded import FILE

OLDEST = (3, 11)
NEEDED = ("msgspec", "numpy")
"""Third-party packages that minds need; all in the installed versions, so that these make no difference."""


@cache
def pythons() -> dict[str, str]:
    """By version: one of each that `PYTHONS` names, that pyenv has, or that is on the path."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    named = [name for name in os.environ.get("PYTHONS", "").split(os.pathsep) if name]
    on_path = [shutil.which(name) for name in ("python3", *(f"python3.{n}" for n in range(OLDEST[1], 20)))]
    candidates = [*named, *pyenv.glob("3.*/bin/python3"), *on_path]
    found: dict[str, str] = {}
    for path in map(str, filter(None, candidates)):
        asked = "import sys; print(sys.implementation.name, *sys.version_info[:2])"
        try:
            ran = subprocess.run([path, "-c", asked], capture_output=True, text=True, check=False)
        except OSError:
            continue
        told = ran.stdout.split()
        if told[:1] == ["cpython"] and (int(told[1]), int(told[2])) >= OLDEST:
            found.setdefault(".".join(told[1:]), path)
    return found


HERE = ".".join(map(str, sys.version_info[:2]))


def numbers(name: str) -> list[int]:
    """A version as sortable numbers."""
    return [int(part) for part in name.split(".")]


def with_packages(name: str) -> str:
    """A Python of this version with the packages that minds need; skips the test if it is not available."""
    if name == HERE:
        return sys.executable
    wanted = [f"{package}=={version(package)}" for package in NEEDED]
    folder = Path(tempfile.gettempdir()) / "-".join(["stammtisch", name, *wanted]).replace("==", "-")
    python = folder / "bin" / "python"
    if not python.exists():
        made = Path(tempfile.mkdtemp(prefix="stammtisch-venv-"))
        pip: list[str | Path] = [
            made / "bin" / "python",
            "-m",
            "pip",
            "install",
            "-q",
            "--only-binary",
            ":all:",
            *wanted,
        ]
        venv: list[str | Path] = [pythons()[name], "-m", "venv", made]
        for command in (venv, pip):
            ran = subprocess.run(command, capture_output=True, text=True, check=False)
            if ran.returncode:
                shutil.rmtree(made)
                why = (ran.stderr.strip() or "no reason").splitlines()[-1]
                pytest.skip(f"Python {name} can't have {', '.join(wanted)}: {why}")
        try:
            made.rename(folder)
        except OSError:  # another process was faster
            shutil.rmtree(made)
    return str(python)


def chosen(python: str, seed: int) -> dict[str, dict[str, list[str]]]:
    """The choices of minds in a process with another order of sets."""
    env = {
        **os.environ,
        "PYTHONHASHSEED": str(seed),
        "PYTHONDONTWRITEBYTECODE": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }
    env.pop("PYTHONPATH", None)
    ran = subprocess.run(
        [python, "-m", "tests.bots.recorded"], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    found: dict[str, dict[str, list[str]]] = json.loads(ran.stdout)
    return found


FOUND: list[str] = sorted({HERE, *pythons()}, key=numbers)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", FOUND)
def test_every_python_repeats_the_recorded_choices(name: str) -> None:
    """No module of ours adds floats by `sum` in these games: `recorded` forbids it there."""
    found, kept = chosen(with_packages(name), int(name.split(".")[1])), json.loads(FILE.read_text())
    assert found.keys() >= kept.keys()
    for game, minds in kept.items():
        for mind, row in minds.items():
            pairs = enumerate(zip_longest(found[game][mind], row, fillvalue="nothing"))
            other = next((f"choice {n}: {it[0]}, recorded {it[1]}" for n, it in pairs if it[0] != it[1]), "")
            assert not other, f"{game}, {mind}, {other}"


def floats(value: Any) -> bool:
    """Is it a float, or does it contain one?"""
    if isinstance(value, dict):
        return any(map(floats, value.values()))
    if isinstance(value, list | tuple):
        return any(map(floats, value))
    return isinstance(value, float)


def adds_floats(added: ast.expr, known: Mapping[str, Any]) -> bool:
    """Does this look like a sum of floats? `known`: the names of the module."""
    what = added.elt if isinstance(added, ast.GeneratorExp | ast.ListComp) else added
    if isinstance(what, ast.Compare | ast.BoolOp | ast.UnaryOp):
        return False
    return any(
        isinstance(node, ast.Div)
        or (isinstance(node, ast.Constant) and isinstance(node.value, float))
        or (isinstance(node, ast.Attribute) and node.attr in ("worth", "share"))
        or (isinstance(node, ast.Name) and floats(known.get(node.id)))
        for node in ast.walk(what)
    )


def suspicious(path: Path) -> Iterator[str]:
    """The places where a module seems to add floats by `sum`."""
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    known = vars(import_module(name.removesuffix(".__init__")))
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Call)
            and ast.unparse(node.func) == "sum"
            and adds_floats(node.args[0], known)
        ):
            yield f"{name}, line {node.lineno}: use math.fsum"


def test_no_floats_are_added_by_sum_where_it_is_seen_from_the_source() -> None:
    """This includes code that the recorded games don't reach, as for tips and analyses."""
    modules = [path for path in source_files("bots") if "load" not in path.relative_to(ROOT).parts]
    modules = [path for path in modules if path.name != "__main__.py"]
    assert [found for path in modules for found in suspicious(path)] == []
