"""The files of the page that are generated from the games' data."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, Final

import msgspec

from server.games import GAMES
from server.games.catalogue import LANGUAGES, folder, texts
from server.games.position_words import rows_in
from server.table.examples import told as examples_told

from .sources import WEB

READ: Final = frozenset({"rules", "facts", "tagline", "next", "ties", "why", "position"})
"""The parts of a game's texts that are loaded later: for the rules, for why-not answers, for the position in
words, and after the end."""


def made(games: Iterable[str]) -> dict[str, Callable[[], bytes]]:
    """By path, the functions that generate these games' files."""
    found: dict[str, Callable[[], bytes]] = {}
    for name in games:
        for language, read in product(LANGUAGES, (False, True)):
            path = f"games/{name}/{'rules.' if read else ''}{language}.json"
            found[path] = partial(_texts, name, language, read)
        found[f"games/{name}/examples.json"] = partial(_examples, name)
        cards = Path(str(folder(name))) / "cards.json"
        if cards.is_file():
            found[f"games/{name}/cards.json"] = partial(_cards, name, cards)
    return {**found, "covers.json": _covers}


def _texts(name: str, language: str, read: bool) -> bytes:
    """A game's texts: those for a table, or those that are loaded later (`read`)."""
    words = texts(name, language).items()
    found = {key: value for key, value in words if (key in READ) is read}
    package: Any = GAMES[name]
    if read and (rows := rows_in(package.__name__)):
        found["spoken"] = rows
    return msgspec.json.encode(found)


def _cards(name: str, file: Path) -> bytes:
    """A game's cards, without the fields that its board doesn't read."""
    unread: Collection[str] = getattr(GAMES[name], "unread", ())
    if not unread:
        return file.read_bytes()

    def read(field: Any) -> Any:
        if isinstance(field, list):
            return [read(one) for one in field]
        if isinstance(field, dict):
            return {key: read(one) for key, one in field.items() if key not in unread}
        return field

    return msgspec.json.encode(read(msgspec.json.decode(file.read_bytes())))


def _covers() -> bytes:
    """The covers of the service's own games in one file: in the lobby one request instead of many."""
    paths = sorted(WEB.glob("games/*/cover.svg"))
    return msgspec.json.encode({path.parent.name: path.read_text("utf-8") for path in paths})


def _examples(name: str) -> bytes:
    """The examples of a game's rules, for drawing."""
    return msgspec.json.encode(examples_told(name))
