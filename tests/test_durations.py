"""Tests begin in the order of their measured durations, and slow ones have the marker."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

PASSES = "def test_one(): pass\n\ndef test_two(): pass\n"
SKIPPED = "import pytest\n\n@pytest.mark.skip\ndef test_one(): pass\n"
FILES = {"test_a.py": PASSES, "test_b.py": PASSES, "test_c.py": PASSES, "test_skipped.py": SKIPPED}

COMMITTED = {
    "tests/test_a.py": 1.0,
    "tests/test_b.py": 5.0,
    "tests/test_b.py::test_two": 4.0,
    "tests/test_gone.py": 9.0,
    "tests/test_skipped.py": 0.5,
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with tests, one file of which was never measured."""
    (tmp_path / "tests").mkdir()
    for name, source in FILES.items():
        (tmp_path / "tests" / name).write_text(source)
    (tmp_path / "tests" / "durations.json").write_text(json.dumps(COMMITTED))
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = slow: measured\n")
    return tmp_path


def run(place: Path, *words: str) -> str:
    """The output of pytest in this folder, with this plugin."""
    command = [sys.executable, "-m", "pytest", "-p", "tests.durations", "--strict-markers", "-v", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": "", "COLUMNS": "110"}
    done = subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def order(said: str) -> list[str]:
    """The files in the order in which they began."""
    return list(dict.fromkeys(re.findall(r"^tests/(\w+)\.py::", said, re.MULTILINE)))


def kept(place: Path) -> dict[str, float]:
    durations: dict[str, float] = json.loads((place / ".pytest_cache" / "durations.json").read_text())
    return durations


def test_what_was_never_measured_begins_first_and_then_what_takes_longest(place: Path) -> None:
    assert order(run(place)) == ["test_c", "test_b", "test_a", "test_skipped"]
    assert not (place / ".pytest_cache" / "durations.json").exists(), "only --measure keeps something"


def test_durations_of_this_machine_take_precedence_over_committed_ones(place: Path) -> None:
    (place / ".pytest_cache").mkdir()
    (place / ".pytest_cache" / "durations.json").write_text(json.dumps({"tests/test_a.py": 7.0}))
    assert order(run(place)) == ["test_c", "test_a", "test_b", "test_skipped"]


def test_slow_is_what_the_committed_durations_say(place: Path) -> None:
    (place / ".pytest_cache").mkdir()
    (place / ".pytest_cache" / "durations.json").write_text(json.dumps({"tests/test_a.py::test_one": 99.0}))
    said = run(place, "-m", "slow")
    assert re.findall(r"^tests/\S+", said, re.MULTILINE) == ["tests/test_b.py::test_two"]


@pytest.mark.parametrize(
    "words", [(), ("--numprocesses", "2", "--dist", "loadfile")], ids=["alone", "workers"]
)
def test_a_measured_run_says_what_took_longest_and_keeps_it(place: Path, words: tuple[str, ...]) -> None:
    (place / ".pytest_cache").mkdir()
    before = {"tests/test_gone.py": 1.0, "tests/test_a.py::test_gone": 8.0, "tests/test_skipped.py": 0.3}
    (place / ".pytest_cache" / "durations.json").write_text(json.dumps(before))
    said = run(place, "--measure", *words)
    assert "files that took longest" in said and "tests that took longest" in said
    assert len(re.findall(r"^ +\d+\.\d s  tests/test_[abc]\.py$", said, re.MULTILINE)) == 3
    assert kept(place).keys() == {f"tests/test_{name}.py" for name in ("a", "b", "c", "skipped")}
    assert kept(place)["tests/test_skipped.py"] == 0.3, "skipped tests were not measured"


def test_a_run_that_was_broken_off_keeps_nothing(place: Path) -> None:
    (place / "tests" / "test_a.py").write_text("def test_one(): raise KeyboardInterrupt\n")
    with pytest.raises(AssertionError):
        run(place, "--measure")
    assert not (place / ".pytest_cache" / "durations.json").exists()
