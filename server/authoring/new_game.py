"""`python -m server new game NAME`: a package with a whole small game, which its author then changes.

The files are those of `template/`, with the names of the game filled in. They are written into a new folder,
all or none.
"""

from __future__ import annotations

import keyword
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from server.games import GAMES
from server.games.trial import NAME

TEMPLATE: Final = Path(__file__).with_name("template")
SUFFIX: Final = ".tmpl"

OF_TESTS: Final = {"tests", *(path.name.partition(".")[0] for path in (TEMPLATE / "tests").iterdir())}
"""Names by which pytest imports the tests of a new game."""

RULES_LETTERS: Final = 3
"""The letters before the number of a rule."""


class NameRefused(ValueError):
    """No game can have this name; the message says why."""


def write(name: str, here: Path) -> list[Path]:
    """Write the package into a new folder with the name of the game; returns its files.

    Raises NameRefused, or OSError if nothing can be written.
    """
    check_name(name)
    target = here / name
    if target.exists():
        raise NameRefused(f"{target} is there already: take another name, or another folder")
    with tempfile.TemporaryDirectory(dir=here, prefix=f".{name}-") as folder:
        made = Path(folder) / name
        for path, text in files(name):
            (made / path).parent.mkdir(parents=True, exist_ok=True)
            (made / path).write_text(text, encoding="utf-8")
        shutil.move(made, target)
    return sorted(path.relative_to(here) for path in target.rglob("*") if path.is_file())


def check_name(name: str) -> None:
    """Raise NameRefused if no package of a game can have this name."""
    if not NAME.fullmatch(name):
        raise NameRefused(f"{name!r} is no name: small letters, digits and _, at most 32, a letter first")
    if keyword.iskeyword(name):
        raise NameRefused(f"{name} is a word of Python")
    if name in GAMES:
        raise NameRefused(f"there is a game with the name {name}")
    if name in OF_TESTS:
        raise NameRefused(f"the tests of a new game have the name {name}")
    if name in sys.stdlib_module_names or find_spec(name) is not None:
        raise NameRefused(f"there is a Python package with the name {name}")


def files(name: str) -> Iterator[tuple[Path, str]]:
    """The files of the package: their paths and texts."""
    places = places_of(name)
    for path in sorted(TEMPLATE.rglob(f"*{SUFFIX}")):
        inside = str(path.relative_to(TEMPLATE)).removesuffix(SUFFIX)
        yield Path(filled(inside, places)), filled(path.read_text("utf-8"), places)


def filled(text: str, places: Mapping[str, str]) -> str:
    """A text of the template with the names of a game."""
    return re.sub("|".join(places), lambda found: places[found[0]], text)


def places_of(name: str) -> dict[str, str]:
    """What stands for the names of a game in the template."""
    words = [word for word in name.split("_") if word]
    letters = re.sub(r"[^A-Z]", "", name.upper()) + "GAME"
    return {
        "GAME_NAME": name,
        "GAME_TITLE": " ".join(words).capitalize(),
        "GAME_CLASS": "".join(word.capitalize() for word in words),
        "GAME_DISTRIBUTION": "-".join(words),
        "GAME_RULES": letters[:RULES_LETTERS],
    }
