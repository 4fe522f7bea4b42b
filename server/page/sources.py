"""What the page is built from: a built page is served only where it was built from the same files."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Final

SERVER: Final = Path(__file__).parents[1]

WEB: Final = SERVER / "web"

BUILT: Final = SERVER / "built"
"""The folder of the built page, made by `setup.py build_page`; each wheel has one, a checkout need not."""

FROM: Final = ("web/**/*", "games/**/*.json", "games/**/*.py", "table/examples.py", "page/made.py")
"""Patterns of the files that the page is built from."""


def digest() -> str:
    """The digest of the names and contents of these files."""
    found = sha256()
    for path in sorted({path for pattern in FROM for path in SERVER.glob(pattern) if path.is_file()}):
        name = path.relative_to(SERVER).as_posix()
        if "/." not in name:  # no wheel has hidden files, as file managers and editors leave them
            body = path.read_bytes()
            found.update(f"{name} {len(body)}\n".encode() + body)
    return found.hexdigest()
