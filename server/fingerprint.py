"""A fingerprint of the program, by which hubs recognize other hubs of the same version."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

import protocol

ACTING: Final = frozenset({".py", ".lua", ".json", ".toml", ".js", ".mjs", ".css", ".html"})
"""Suffixes of files that affect what the program does; other files are documents and pictures."""

LEFT_OUT: Final = ("vectors", "clients", "built", "site")
"""Folders for authors of clients, and for the site of static files, which the program doesn't read; and the
built page, which is made from the other files."""


@functools.cache
def fingerprint() -> str:
    """A short hash of the program: rules, cards and page. A checkout and a wheel of one commit have the same.

    Call it at the start of a process: an update may replace the files that the process runs."""
    found = sha256()
    for folder in (Path(__file__).parent, Path(protocol.__file__).parent):
        for name in files_of(folder):
            data = (folder / name).read_bytes()
            found.update(f"{name} {len(data)} ".encode() + data)
    return found.hexdigest()[:8]


def files_of(folder: Path) -> Iterator[Path]:
    """The files of the program, relative to the folder, without hidden ones and documents."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        hidden = any(part.startswith(".") or part in LEFT_OUT for part in name.parts)
        if path.suffix in ACTING and not hidden and path.is_file():
            yield name
