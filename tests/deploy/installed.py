"""The package as somebody else installs it: a wheel that is built here, in an environment of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from typing import Final, NamedTuple

from tests.built import with_tools

ROOT: Final = Path(__file__).parents[2]

BUILT_FROM: Final = (
    *("lint", "protocol", "server", "bots", "offline", "stammtisch.py", "setup.py", "pyproject.toml"),
)
"""What a wheel is built from, with the files below."""

SHIPPED: Final = ("README.md", "LICENSE", "requirements-run.lock")


def build(folder: Path, platform: str = "any", after: Path | None = None, **environment: str) -> Path:
    """Build a wheel of the repository, with our own setuptools and esbuild, and without the network.
    `platform`: "" for the compiled one of this machine, which takes a minute. The page that was built for the
    wheel `after` is taken, if that was made from the same files."""
    source = folder / "source"
    leave = shutil.ignore_patterns("__pycache__", "node_modules", "built")
    for name in (*BUILT_FROM, *SHIPPED):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, ignore=leave)
        else:
            source.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, source)
    if after:
        shutil.copytree(after.parents[1] / "source/server/built", source / "server/built")
    with_tools()
    (source / "lint/node_modules").symlink_to(ROOT / "lint/node_modules")
    _run(
        *(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index", "--quiet"),
        *("--wheel-dir", str(folder / "wheels"), str(source)),
        WHEEL_FOR=platform,
        **environment,
    )
    (wheel,) = (folder / "wheels").iterdir()
    return wheel


class Installed(NamedTuple):
    """An environment in which the wheel is installed."""

    folder: Path

    @property
    def python(self) -> str:
        return str(self.folder / "bin/python")

    @property
    def script(self) -> str:
        return str(self.folder / "bin/stammtisch")

    @property
    def packages(self) -> Path:
        """Its folder of installed packages."""
        (found,) = (self.folder / "lib").glob("python*/site-packages")
        return found


def install(wheel: Path, folder: Path) -> Installed:
    """A new environment with the wheel. What it depends on, it takes from the environment of the tests."""
    venv.create(folder, with_pip=False, symlinks=True)
    it = Installed(folder)
    (it.packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    pip = (sys.executable, "-m", "pip", "--python", it.python)
    _run(*pip, "install", "--no-deps", "--no-index", "--quiet", str(wheel))
    return it


def _run(*words: str, **environment: str) -> None:
    done = subprocess.run(words, env={**os.environ, **environment}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
