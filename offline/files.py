"""The Python files that the browser needs, as one archive. The build of the page runs this:
`python -m offline.files` writes the archive to its standard output."""

from __future__ import annotations

import io
import sys
import zipfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]

ENTRY: Final = "offline.player"
"""The module that the browser imports."""

WHOLE: Final = ("server/games/**/*.py", "bots/values/*.py")
"""Modules that are imported by name while a game is played."""

DATA: Final = ("server/games/**/*.json", "server/games/**/*.toml", "bots/minds/levels.json")

CHANGED: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every file: the same sources give the same archive."""


def needed() -> list[Path]:
    """The files, below `ROOT`."""
    __import__(ENTRY)
    files = {getattr(module, "__file__", None) for module in [*sys.modules.values()]}
    modules = {source(Path(file)) for file in files if file and Path(file).is_relative_to(ROOT)}
    found = {
        path
        for path in modules
        if path.relative_to(ROOT).parts[0] in ("bots", "offline", "protocol", "server")
    }
    found |= {path for pattern in (*WHOLE, *DATA) for path in ROOT.glob(pattern)}
    return sorted(path for path in found if path.name not in ("__main__.py", Path(__file__).name))


def source(file: Path) -> Path:
    """The source of a module. Compiled, its file is `name.*.so`, beside the source."""
    return file.with_name(f"{file.name.partition('.')[0]}.py")


def archive() -> bytes:
    """The files as a zip archive."""
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for path in needed():
            row = zipfile.ZipInfo(path.relative_to(ROOT).as_posix(), CHANGED)
            row.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(row, path.read_bytes())
    return body.getvalue()


if __name__ == "__main__":
    sys.stdout.buffer.write(archive())
