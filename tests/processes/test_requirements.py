"""The locked packages against what the project asks for."""

from __future__ import annotations

import gc
import re
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.test_layers import foreign, imports, source_files

ROOT = Path(__file__).parents[2]
LOCK = (ROOT / "requirements.lock").read_text()
RUN = (ROOT / "requirements-run.lock").read_text()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def locked(lock: str = LOCK) -> dict[str, Requirement]:
    rows = [line.rstrip("\\ ") for line in lock.splitlines() if line and not line.startswith((" ", "#"))]
    return {plain(found.name): found for found in map(Requirement, rows)}


def hashes(lock: str) -> dict[str, set[str]]:
    """Of every package, the hashes of the files that may be installed."""
    entries = re.split(r"\n(?=\S)", lock.strip())
    return {plain(re.split("[=<>]", entry)[0]): set(re.findall(r"sha256:\w{64}", entry)) for entry in entries}


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_requirement_is_locked_within_its_bounds() -> None:
    pins = locked()
    for text in [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["test"]]:
        wanted = Requirement(text)
        (pin,) = pins[plain(wanted.name)].specifier
        assert pin.operator == "=="
        assert wanted.specifier.contains(pin.version), text


@pytest.mark.parametrize("lock", [LOCK, RUN], ids=["all", "run"])
@pytest.mark.parametrize("python", ["3.11.2", "3.11.7", "3.12.1", "3.13.0", "3.14.0"])
def test_the_lock_leaves_out_no_python(python: str, lock: str) -> None:
    machine = {"python_full_version": python, "python_version": python.rpartition(".")[0]}
    machine |= {"sys_platform": "linux", "platform_python_implementation": "CPython"}
    left_out = {name for name, pin in locked(lock).items() if pin.marker and not pin.marker.evaluate(machine)}
    assert left_out <= {"async-timeout", "colorama"}


@pytest.mark.parametrize("lock", [LOCK, RUN], ids=["all", "run"])
def test_the_lock_names_no_host_and_has_every_hash(lock: str) -> None:
    assert "://" not in lock
    assert "--index" not in lock
    assert "--find" not in lock
    assert hashes(lock).keys() == locked(lock).keys()
    assert all(hashes(lock).values())


def test_what_runs_is_what_is_tested() -> None:
    """The shorter lock has the very same files, and fewer packages."""
    whole, part = locked(), locked(RUN)
    assert part.keys() < whole.keys()
    for name, pin in part.items():
        assert pin.specifier == whole[name].specifier
        assert hashes(RUN)[name] == hashes(LOCK)[name]


def test_what_runs_is_what_the_product_imports() -> None:
    """Each package that the project names is imported by the product itself, and the other way round; the
    rest of the shorter lock is what those need."""
    gc.collect()  # what tests before have left is told of now: Python 3.11 can't parse meanwhile
    owners = packages_distributions()
    imported = {
        plain(owner)
        for part in ("protocol", "server", "bots")
        for path in source_files(part)
        for module in imports(path)
        if foreign(module)
        for owner in owners[module.split(".")[0]]
    }
    named = [Requirement(text) for text in PROJECT["dependencies"]]
    extras = {plain(extra) for wanted in named for extra in wanted.extras}
    assert imported == {plain(wanted.name) for wanted in named} | extras
    assert needed(named) == locked(RUN).keys()


def needed(wanted: list[Requirement]) -> set[str]:
    """These packages, and what they need in turn on any system."""
    found: set[str] = set()
    waiting = [(plain(one.name), frozenset(one.extras)) for one in wanted]
    seen = set(waiting)
    while waiting:
        name, extras = waiting.pop()
        found.add(name)
        try:
            rows = requires(name) or []
        except PackageNotFoundError:  # for another system than this
            continue
        for one in map(Requirement, rows):
            more = plain(one.name), frozenset(one.extras)
            asked = one.marker is None or "extra" not in str(one.marker)
            asked = asked or any(f'extra == "{extra}"' in str(one.marker) for extra in extras)
            if asked and more not in seen and more[0] in locked():
                seen.add(more)
                waiting.append(more)
    return found


@pytest.mark.parametrize("command", ["play", "doctor"])
def test_a_python_without_the_packages_is_told_which_one_has_them(command: str) -> None:
    """Of the machine, where somebody has left out `.venv/bin/`."""
    bare = subprocess.run(
        [sys.executable, "-S", "-m", "server", command], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert bare.returncode == 1
    assert re.fullmatch(r"stammtisch: the package \w+ is not here .*`make setup`.*\n", bare.stderr)
