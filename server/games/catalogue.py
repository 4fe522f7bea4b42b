"""What can be told of the games without playing them: options, texts, the digest of their data."""

from __future__ import annotations

import zlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UnsetType

from . import GAMES
from .engine import Engine, Options, OptionsRefused
from .kernel import FLOW

LANGUAGES = ("en", "de")


def options_of(engine: Engine, raw: dict[str, Any]) -> Any:
    """The game's options from plain data, with its defaults. Raises OptionsRefused."""
    try:
        return msgspec.convert(raw, engine.options)
    except msgspec.ValidationError as wrong:
        raise OptionsRefused(str(wrong)) from wrong


def checked(engine: Engine, raw: dict[str, Any], seats: int) -> dict[str, Any]:
    """All fields of a new table's options that can be played with this many seats. Raises OptionsRefused."""
    if seats not in engine.seats:
        raise OptionsRefused(f"{engine.name} is for {engine.seats[0]} to {engine.seats[-1]} players.")
    options: Options = options_of(engine, {**engine.options.usual(), **raw})
    options.check(seats)
    return {name: getattr(options, name) for name in options.__struct_fields__}


def folder(name: str) -> Traversable:
    """Where a game's data and texts lie: its package, in this folder or installed from elsewhere."""
    package: Any = GAMES[name]
    return files(package.__name__)


@cache
def digest(name: str) -> str:
    """Tells data files of a game apart: 8 hex digits over its rules, the kernel's, and its card files."""
    cards = sorted((f for f in folder(name).iterdir() if f.name.endswith(".json")), key=lambda f: f.name)
    crc = zlib.crc32(f"{GAMES[name].rules} {FLOW}".encode())
    for file in cards:
        crc = zlib.crc32(file.read_bytes(), crc)
    return f"{crc:08x}"


def engine_of(name: str, rules: int, cards: str) -> Engine | None:
    """The game with just these rules and this digest of its data; None where this process has no such one."""
    engine = GAMES.get(name)
    return engine if engine is not None and engine.rules == rules and digest(name) == cards else None


@cache
def texts(name: str, language: str) -> dict[str, Any]:
    """All texts of a game in a language of `LANGUAGES`."""
    raw = (folder(name) / "texts" / f"{language}.json").read_bytes()
    found: dict[str, Any] = msgspec.json.decode(raw)
    return found


@cache
def catalogue() -> list[dict[str, Any]]:
    """A row per game: its name, seats, weight, rules, options with kinds and defaults, those of them that
    each number of seats decides, values that it rules out, options that go well together, and by language its
    title, what it is about in a line, how long it takes, and from which age on it is played."""
    return [
        {
            "name": name,
            "rules": engine.rules,
            "digest": digest(name),
            "seats": [engine.seats[0], engine.seats[-1]],
            "weight": engine.weight,
            "options": _describe(engine.options),
            "decided": [[seats, dict(engine.options.decided(seats))] for seats in engine.seats],
            "presets": {key: dict(options) for key, options in engine.options.presets().items()},
            "refused": [[seats, _refused(engine, seats)] for seats in engine.seats],
            "titles": {language: texts(name, language)["name"] for language in LANGUAGES},
            "taglines": {language: texts(name, language)["tagline"] for language in LANGUAGES},
            "facts": {language: _facts(texts(name, language)) for language in LANGUAGES},
        }
        for name, engine in GAMES.items()
    ]


def _facts(words: dict[str, Any]) -> dict[str, str]:
    return {key: words["facts"][key] for key in ("time", "age") if key in words.get("facts", {})}


def _refused(engine: Engine, seats: int) -> dict[str, list[Any]]:
    """By option, the values out of several that so many seats can't play with."""
    return {
        row["name"]: bad
        for row in _describe(engine.options)
        if (bad := [value for value in row.get("values", ()) if not _fits(engine, row["name"], value, seats)])
    }


def _fits(engine: Engine, name: str, value: Any, seats: int) -> bool:
    """Can so many seats play with this value of an option?"""
    try:
        checked(engine, {**engine.options.decided(seats), name: value}, seats)
    except OptionsRefused:
        return False
    return True


def set_kind(hint: Any) -> Any:
    """What an option is annotated with, without its being `UNSET`."""
    kinds = [kind for kind in get_args(hint) if kind is not UnsetType]
    return kinds[0] if UnsetType in get_args(hint) else hint


def _describe(options: type[Options]) -> list[dict[str, Any]]:
    """Each option's name, kind (bool, int, choice), default, and the values or the least and greatest."""
    rows = []
    hints = get_type_hints(options, include_extras=True)
    for name, default in zip(options.__struct_fields__, options.__struct_defaults__, strict=True):
        hint, default = set_kind(hints[name]), options.usual().get(name, default)
        row: dict[str, Any] = {"name": name, "default": default, "kind": "int"}
        if name in options.needs():
            row["needs"] = options.needs()[name]
        if hint is bool:
            row["kind"] = "bool"
        elif get_origin(hint) is Literal:
            row |= {"kind": "choice", "values": list(get_args(hint))}
        elif metas := [m for m in get_args(hint)[1:] if isinstance(m, msgspec.Meta)]:
            row |= {"min": metas[0].ge, "max": metas[0].le}
        rows.append(row)
    return rows
