"""The files of the page: the client's, those that draw the games, and what these say of themselves."""

from __future__ import annotations

from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, Final

import msgspec

from server.games.catalogue import LANGUAGES, folder, texts
from server.table.examples import told as examples_told

from .games import GAMES
from .page import Page
from .static import Files

LATER: Final = (
    "home.js",
    "coach.js",
    "end.js",
    "costly.js",
    "taught.js",
    "invitation.js",
    "offers.js",
    "unfair.js",
    "gone.js",
    "returned.js",
    "luck.js",
    "rules.js",
    "examples.js",
    "instruments.js",
    "qr.js",
    "replay.js",
    "book.js",
    "report.js",
    "group.js",
    "kept.js",
    "poster.js",
    "position.js",
    "games/plain.js",
)
"""The modules of the page that are fetched when something of them is first shown."""

READ: Final = frozenset({"rules", "facts", "tagline", "next", "why"})
"""The parts of a game's texts that are shown where somebody reads its rules, asks why something can't be
chosen, or when a game has ended."""

UNREAD: Final = {"bruges": frozenset({"effect", "note", "origin", "set"})}
"""By game, the fields of its cards that no board reads: what they do is the engine's."""

LIES: Final = {name: Path(str(folder(name))) for name in GAMES}
"""Where each game's package lies. One from elsewhere brings what draws it in a folder `web` of its own."""


def page() -> Page:
    """All of them, as they lie there and as they are made of what games say."""
    folders = {
        "": Path(__file__).parent / "web",
        **{f"games/{name}": lies / "web" for name, lies in LIES.items()},
    }
    made = {}
    for name, language in product(GAMES, LANGUAGES):
        made[f"games/{name}/{language}.json"] = partial(_texts, name, language, False)
        made[f"games/{name}/rules.{language}.json"] = partial(_texts, name, language, True)
    made |= {
        f"games/{name}/cards.json": partial(_cards, name, lies / "cards.json")
        for name, lies in LIES.items()
        if (lies / "cards.json").is_file()
    }
    made |= {f"games/{name}/examples.json": partial(_examples, name) for name in GAMES}
    files = Files(folders, made)
    boards = [f"games/{game}/board.js" for game in GAMES]
    return Page(files, *([name for name in names if name in files] for names in (LATER, boards)))


def _texts(name: str, language: str, read: bool) -> bytes:
    """What is said at a table, or what one reads up: whoever knows the game plays without that."""
    words = texts(name, language).items()
    return msgspec.json.encode({key: value for key, value in words if (key in READ) is read})


def _cards(name: str, file: Path) -> bytes:
    """A game's cards as its board reads them."""
    if name not in UNREAD:
        return file.read_bytes()

    def read(field: Any) -> Any:
        if isinstance(field, list):
            return [read(one) for one in field]
        if isinstance(field, dict):
            return {key: read(one) for key, one in field.items() if key not in UNREAD[name]}
        return field

    return msgspec.json.encode(read(msgspec.json.decode(file.read_bytes())))


def _examples(name: str) -> bytes:
    """The examples of a game's rules, as they are drawn."""
    return msgspec.json.encode(examples_told(name))


PAGE = page()

CARDS = Files(LIES)
"""What is sent as it lies there. Of the games' folders nothing but cards is asked for."""
