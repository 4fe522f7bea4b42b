"""Paths of browsers: on the PATH, in the usual places beside it, and in Playwright's own folder."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

ROOT = Path("/")
"""The root of the file system; usual places are below it, or below the home folder."""

CHROMIUMS = (
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
)
"""Commands, best first: a browser without windows needs a sixth less of the processor."""

CHROMIUM_PLACES = (
    "Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "Applications/Chromium.app/Contents/MacOS/Chromium",
    "Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "opt/google/chrome/chrome",
    "snap/bin/chromium",
    "usr/lib/chromium/chromium",
)
CHROMIUMS_OF_PLAYWRIGHT = (
    "chromium_headless_shell-*/*/chrome-headless-shell",
    "chromium_headless_shell-*/*/headless_shell",
    "chromium-*/*/chrome",
    "chromium-*/*/*.app/Contents/MacOS/*",
)
NO_CHROMIUM = "no Chromium: `.venv/bin/playwright install chromium` gets one, CHROMIUM=/path/to/it names one"


def chromium() -> str:
    """The best Chromium, or ""; the environment may name another."""
    found = [*installed(CHROMIUMS, CHROMIUM_PLACES), *of_playwright(CHROMIUMS_OF_PLAYWRIGHT)]
    return os.environ.get("CHROMIUM") or (found[0] if found else "")


def installed(commands: tuple[str, ...], places: tuple[str, ...]) -> Iterator[str]:
    """The existing ones of these, best first."""
    yield from filter(None, map(shutil.which, commands))
    paths = [root / place for place in places for root in (ROOT, Path.home())]
    yield from (str(path) for path in paths if os.access(path, os.X_OK))


def of_playwright(patterns: tuple[str, ...]) -> Iterator[str]:
    """The browsers that `playwright install` has installed, the newest first."""
    named = os.environ.get("PLAYWRIGHT_BROWSERS_PATH", "")
    homes = [".cache", "Library/Caches"]
    folders = [Path(named)] if named else [Path.home() / home / "ms-playwright" for home in homes]
    for pattern in patterns:
        found = [path for folder in folders for path in folder.glob(pattern) if os.access(path, os.X_OK)]
        yield from map(str, sorted(found, key=_revision, reverse=True))


def _revision(path: Path) -> int:
    numbers = re.findall(r"/(?:chromium|chromium_headless_shell|firefox)-(\d+)/", path.as_posix())
    return int(numbers[-1]) if numbers else 0
