"""New games in this process: written, changed, opened as `check` does it, and forgotten."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from server.authoring import reasons, texts
from server.authoring.new_game import write
from server.authoring.projects import Project, opened
from server.games import GAMES, PACKAGE, catalogue, data_folders, lessons, levels, outside

NAME = "two_words"


@contextlib.contextmanager
def forgotten(*names: str) -> Iterator[None]:
    """Whatever games of these names are admitted meanwhile, and all that is known of them, is forgotten."""
    before, faults, brought = dict(GAMES), list(outside.FAULTS), dict(outside.BROUGHT)
    path, variable = list(sys.path), os.environ.get("PYTHONPATH")
    _forget(names)
    try:
        yield
    finally:
        sys.path[:] = path
        os.environ.pop("PYTHONPATH", None)
        if variable is not None:
            os.environ["PYTHONPATH"] = variable
        GAMES.clear()
        GAMES.update(before)
        outside.FAULTS[:] = faults
        outside.BROUGHT.clear()
        outside.BROUGHT.update(brought)
        for name in names:
            PACKAGE.pop(name, None)
        _forget(names)


def _forget(names: tuple[str, ...]) -> None:
    for module in [name for name in sys.modules if name.partition(".")[0] in names]:
        del sys.modules[module]
    importlib.invalidate_caches()
    for one in (
        *(catalogue.row, catalogue.texts, catalogue.digest, catalogue.edition),
        *(lessons.cards, levels.levels_of, texts.heard, reasons.worded),
    ):
        one.cache_clear()
    data_folders.forget()


@contextlib.contextmanager
def new_game(folder: Path, changes: Mapping[str, tuple[str, str]] | None = None) -> Iterator[Project]:
    """A new game in this folder, with a text replaced in each of these files, as `check` opens it."""
    write(NAME, folder)
    for file, (old, new) in (changes or {}).items():
        path = folder / NAME / file
        text = path.read_text("utf-8")
        assert old in text, f"{file} has no {old}"
        path.write_text(text.replace(old, new), "utf-8")
    scratch = folder / "scratch"
    scratch.mkdir()
    with forgotten(NAME):
        yield opened(str(folder / NAME), scratch)
