"""The tests on compiled modules: `python -m tests.compiled`, or `make compiled-test`.

A copy of the repository is compiled in place, as wheels and images are, and its tests run there. Tests that
replace parts of compiled modules are skipped (`compiled_plugin.py`). Arguments name the tests to run alone.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]

MODULES: Final[list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["stammtisch"][
    "compiled"
]
"""The compiled modules, by name."""

SUFFIX: Final[str] = sysconfig.get_config_var("EXT_SUFFIX")

SAME_BYTES: Final = (
    *("tests/games/test_fossils.py", "tests/games/test_perft.py", "tests/games/test_transcripts.py"),
    *("tests/protocol/test_vectors.py", "tests/table/test_replay.py", "tests/table/test_viewers.py"),
    "tests/bots/minds/test_recorded.py",
)
"""Tests that compare with what is stored: bytes of games, documents, patches and tables, choices of minds."""

MOST: Final = (
    *("tests/table", "tests/protocol", "tests/games", "tests/live", "tests/net", "tests/hub", "tests/api"),
    *("tests/offline", "tests/book", "tests/bots/explain", "tests/bots/filler", "tests/bots/minds"),
    *("tests/bots/search", "tests/simulation"),
)

SEEDS: Final = 100
"""Simulated clusters whose traces are compared."""


def compiled(folder: Path) -> Path:
    """A copy of the repository in this folder, which must not exist, with its modules compiled in place.
    Takes about a minute of CPU."""
    words = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    listed = subprocess.run(words, cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    for name in filter(None, listed):
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name, follow_symlinks=False)
    if (ROOT / "lint/node_modules").exists():
        (folder / "lint/node_modules").symlink_to(ROOT / "lint/node_modules")
    build = (sys.executable, "setup.py", "--quiet", "build_ext", "--inplace")
    done = subprocess.run(build, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    missing = [name for name in MODULES if not (folder / f"{name.replace('.', '/')}{SUFFIX}").exists()]
    assert not missing, f"not compiled: {', '.join(missing)}"
    return folder


def run_tests(folder: Path, *words: str) -> int:
    """Run these tests in the copy; returns the exit status of pytest."""
    pytest = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "tests.compiled_plugin", *words)
    return subprocess.run(pytest, cwd=folder, env=environment()).returncode


def traces(folder: Path, seeds: int) -> list[str]:
    """The sum of the trace of each simulated cluster: everything that was sent and stored in it."""
    simulate = (sys.executable, "-m", "tests.simulation", "--seeds", str(seeds), "--sums")
    done = subprocess.run(simulate, cwd=folder, env=environment(), capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return [line for line in done.stdout.splitlines() if len(line.split()) == 2]


def environment() -> dict[str, str]:
    """Our own, without what would lead Python to the modules that are not compiled."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def main() -> int:
    """Compile, run the tests and compare traces; returns 0 if all is as in the pure modules."""
    with tempfile.TemporaryDirectory(prefix="compiled-") as name:
        print(f"Compiling {len(MODULES)} modules ...", flush=True)
        folder = compiled(Path(name, "copy"))
        failed = run_tests(folder, *(sys.argv[1:] or (*MOST, "-n", "2")))
        if sys.argv[1:]:
            return failed
        same = traces(folder, SEEDS) == traces(ROOT, SEEDS)
        print(f"The traces of {SEEDS} simulated clusters are {'the same' if same else 'DIFFERENT'}.")
        return failed or not same


if __name__ == "__main__":
    sys.exit(main())
