"""The locked packages against what the project asks for."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
LOCK = (ROOT / "requirements.lock").read_text()


def locked() -> dict[str, Requirement]:
    rows = [line.rstrip("\\ ") for line in LOCK.splitlines() if line and not line.startswith((" ", "#"))]
    return {plain(found.name): found for found in map(Requirement, rows)}


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_requirement_is_locked_within_its_bounds() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    pins = locked()
    for text in [*project["dependencies"], *project["optional-dependencies"]["test"]]:
        wanted = Requirement(text)
        (pin,) = pins[plain(wanted.name)].specifier
        assert pin.operator == "=="
        assert wanted.specifier.contains(pin.version), text


@pytest.mark.parametrize("python", ["3.11.2", "3.11.7", "3.12.1", "3.13.0", "3.14.0"])
def test_the_lock_leaves_out_no_python(python: str) -> None:
    machine = {"python_full_version": python, "python_version": python.rpartition(".")[0]}
    machine |= {"sys_platform": "linux", "platform_python_implementation": "CPython"}
    left_out = {name for name, pin in locked().items() if pin.marker and not pin.marker.evaluate(machine)}
    assert left_out <= {"async-timeout", "colorama"}


def test_the_lock_names_no_host_and_has_every_hash() -> None:
    assert "://" not in LOCK
    assert "--index" not in LOCK
    assert "--find" not in LOCK
    entries = re.split(r"\n(?=\S)", LOCK.strip())
    assert len(entries) == len(locked())
    assert all("--hash=sha256:" in entry for entry in entries)
