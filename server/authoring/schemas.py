"""JSON Schemas of the files that a game brings, made from the types that read them."""

from __future__ import annotations

from collections.abc import Callable
from inspect import cleandoc
from typing import Any, Final

import msgspec

from server.games import GAMES
from server.games.examples import Example
from server.games.lessons import Lesson
from server.games.positions import BadPosition, Written, words_of
from server.games.puzzles import Puzzle
from server.games.trial import Texts

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

KINDS: Final = {
    "texts": (Texts, "texts/<language>.json: all words of a game, in one language"),
    "lesson": (Lesson, "lessons/<name>.json: a guided game"),
    "example": (Example, "examples/<name>.json: an example of the rules page"),
    "puzzle": (Puzzle, "one of the puzzles in puzzles/daily.json, which has a list of them"),
    "position": (Written, "a written position, in TOML"),
}
"""By kind of file: the type, and what it is."""


class NoSchema(ValueError):
    """There is no such schema; the message says why."""


def schema(kind: str, game: str = "") -> str:
    """The schema of a kind of file, as indented JSON. `game`: a game whose own words a position may use; the
    words of `[table]` and `[[players]]` are any otherwise. Raises NoSchema."""
    kept, about = KINDS[kind]
    if game and kind != "position":
        raise NoSchema("--game is for positions: all games have the same form of the other files")
    types = [kept, *(_words(game) if game else ())]
    found, parts = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    whole = parts.pop(kept.__name__)
    if game:
        table, player = found[1:]
        whole["properties"]["table"] = table
        whole["properties"]["players"]["items"] = player
    told = {"$schema": DIALECT, **whole, "title": about, "$defs": dict(sorted(parts.items()))}
    return msgspec.json.format(msgspec.json.encode(_readable(told))).decode() + "\n"


def _readable(value: Any) -> Any:
    """The same without the indentation of descriptions, and with patterns as JavaScript has them."""
    if isinstance(value, list):
        return [_readable(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {key: CHANGED.get(key, _readable)(one) for key, one in value.items()}


def _description(text: Any) -> Any:
    return cleandoc(text) if isinstance(text, str) else _readable(text)


def _pattern(text: Any) -> Any:
    return text.replace(r"\Z", "$") if isinstance(text, str) else _readable(text)


CHANGED: Final[dict[str, Callable[[Any], Any]]] = {"description": _description, "pattern": _pattern}
"""By keyword of the schema: how its text is changed."""


def _words(game: str) -> list[Any]:
    """The types of `[table]` and `[[players]]`."""
    if game not in GAMES:
        raise NoSchema(f"there is no game {game}; there are {', '.join(GAMES)}")
    try:
        words = words_of(GAMES[game])
    except BadPosition as none:
        raise NoSchema(str(none)) from none
    return [words.Table, words.Player]
