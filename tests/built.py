"""The built page, as people meet it: made once from the files that are here, whoever asks first."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import posixpath
import subprocess
import sys
from pathlib import Path
from typing import Final

from server.page.sources import BUILT

ROOT: Final = Path(__file__).parents[1]

LIMIT_S: Final = 600
"""The time for packages to be fetched, and for the page to be built."""

SOURCES: Final = tuple(ROOT / name for name in ("bots", "lint", "offline", "protocol", "server"))
"""The folders of all files from which the page is built, and of the tools for it."""

MADE: Final = ("built", "__pycache__", "node_modules")
"""Names of folders among them with files that nobody edits, beside hidden ones."""

BUILT_OF: Final = set[int]()
"""The last edits before the builds of this process: asking once more costs two seconds of a core."""


def newest(*folders: Path) -> int:
    """The time of the last edit of a file in these folders (ns). Temporary files of an editor may vanish
    meanwhile."""
    found = 0
    for root, inner, names in (row for folder in folders for row in os.walk(folder)):
        inner[:] = [name for name in inner if name not in MADE and not name.startswith(".")]
        for name in names:
            with contextlib.suppress(FileNotFoundError):
                found = max(found, os.stat(f"{root}/{name}").st_mtime_ns)
    return found


def with_tools() -> None:
    """Have what builds the page in lint/node_modules. Processes that ask at the same time wait for each
    other."""
    _ran(str(ROOT / ".ci/node"))


def build_page() -> None:
    """Build the page in server/built, unless it is there already as the files make it."""
    now = newest(*SOURCES)
    if now in BUILT_OF:
        return
    with_tools()
    _ran(sys.executable, "setup.py", "--quiet", "build_page")
    BUILT_OF.add(now)


def build_site(folder: Path) -> None:
    """Write the site of static files into a new folder."""
    build_page()
    for module in ("server.page.site", "server.page.site.documentation"):
        _ran(sys.executable, "-m", module, str(folder))


def _ran(*words: str) -> None:
    with (ROOT / ".ci/node").open() as alone:
        fcntl.flock(alone, fcntl.LOCK_EX)
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=LIMIT_S)
        assert done.returncode == 0, done.stdout + done.stderr


def sources_of(name: str) -> dict[str, str]:
    """The page's modules that a built file is made of, with their text; its source map has them."""
    found = json.loads((BUILT / "files" / f"{name}.map").read_text("utf-8"))
    folder = posixpath.dirname(name)
    pairs = zip(found["sources"], found["sourcesContent"], strict=True)
    return {posixpath.normpath(posixpath.join(folder, way)): text for way, text in pairs if ":" not in way}
