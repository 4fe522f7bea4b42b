"""Games of other packages in this process: installed, admitted as at a start, and removed."""

from __future__ import annotations

import contextlib
import importlib
import shutil
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

from server import games
from server.games import catalogue, data_folders, lessons, outside

GAME = "gops"
PACKAGE = Path(__file__).parents[1] / "packages/goofspiel-1.0/gops"
ENTRY = EntryPoint(GAME, GAME, games.GROUP)


def lay(folder: Path) -> Path:
    """A copy of the package; returns its path."""
    lies = folder / GAME
    shutil.copytree(PACKAGE, lies, ignore=shutil.ignore_patterns("__pycache__"))
    return lies


@contextlib.contextmanager
def admitted(folder: Path, *entries: EntryPoint) -> Iterator[list[str]]:
    """Try the game in this folder as at the start of a process; gives the messages about parts that were left
    out. At the end everything is restored."""
    before, faults = dict(games.GAMES), list(outside.FAULTS)
    sys.path.insert(0, str(folder))
    _forget()
    try:
        games.admit(entries or [ENTRY])
        yield [fault.line for fault in outside.FAULTS[len(faults) :]]
    finally:
        sys.path.remove(str(folder))
        games.GAMES.clear()
        games.GAMES.update(before)
        outside.FAULTS[:] = faults
        games.PACKAGE.pop(GAME, None)
        _forget()


def _forget() -> None:
    """Forget all imported modules of the game, and of packages whose names begin with its name."""
    for module in [name for name in sys.modules if name.partition(".")[0].startswith(GAME)]:
        del sys.modules[module]
    importlib.invalidate_caches()
    kept: list[Callable[..., Any]] = [
        *(catalogue.row, catalogue.texts, catalogue.digest, catalogue.edition),
        lessons.cards,
    ]
    for one in kept:
        one.cache_clear()  # type: ignore[attr-defined]
    data_folders.forget()
