"""The games in `tests/packages`, as their authors test them: with their own tests, and by `check`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest

from server.authoring.example_scenes import NoScenes, scenes_in, seed_of

ROOT = Path(__file__).parents[2]
PACKAGES = sorted(path.parent for path in (ROOT / "tests/packages").glob("*/pyproject.toml"))


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_a_package_has_green_tests_of_its_own_and_no_findings(package: Path) -> None:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    for words in (
        ["pytest", "-p", "no:cacheprovider"],
        ["server", "check", ".", "--games", "8", "--no-browser"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", *words],
            cwd=package,
            env={**kept, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("All is well.\n")


def test_positions_of_examples_are_made_from_the_scenes_of_a_package(tmp_path: Path) -> None:
    """By the command, in a copy of the package: they are those that lie there."""
    package, scene = PACKAGES[0], "gops/examples/bid.scene.json"
    shutil.copytree(package, tmp_path / "copy", ignore=shutil.ignore_patterns("__pycache__"))
    made = tmp_path / "copy" / scene
    made.unlink()
    words = [sys.executable, "-m", "server", "check", ".", "--write-examples"]
    done = subprocess.run(
        words,
        cwd=tmp_path / "copy",
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0 and "bid.scene.json" in done.stdout, done.stdout + done.stderr
    assert made.read_bytes() == (package / scene).read_bytes()


def test_a_package_without_scenes_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(NoScenes, match="there is no"):
        scenes_in(tmp_path)
    (tmp_path / "examples.py").write_text("SCENES = 3\n")
    with pytest.raises(NoScenes, match="has no SCENES"):
        scenes_in(tmp_path)
    with pytest.raises(NoScenes, match="none of"):
        seed_of({"odd": (lambda seed: cast(Any, None), lambda scene: False)}, "odd")
