"""Metadata of the games, available without playing: options, texts, and the digest of their data."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import ModuleType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UnsetType

from . import GAMES
from .engine import Engine, Options, OptionsRefused
from .kernel import FLOW_RULES

LANGUAGES = ("en", "de")


def options_of(engine: Engine, raw: dict[str, Any]) -> Any:
    """The game's options from plain data, with defaults filled in. Raises OptionsRefused."""
    try:
        return msgspec.convert(raw, engine.options)
    except msgspec.ValidationError as wrong:
        raise OptionsRefused(str(wrong)) from wrong


def checked(engine: Engine, raw: dict[str, Any], seats: int) -> dict[str, Any]:
    """All options of a new table, checked for this number of seats. Raises OptionsRefused."""
    if seats not in engine.seats:
        raise OptionsRefused(f"{engine.name} is for {engine.seats[0]} to {engine.seats[-1]} players.")
    options: Options = options_of(engine, {**engine.options.usual(), **raw})
    options.check(seats)
    return {name: getattr(options, name) for name in options.__struct_fields__}


def folder(name: str) -> Traversable:
    """The folder of a game's data and texts: its package, in this folder or installed separately."""
    package: Any = GAMES[name]
    return files(package.__name__)


def module_of(engine: Engine, name: str) -> ModuleType | None:
    """A module of a game's package that games may lack; None without it."""
    package: Any = engine
    path = f"{package.__name__}.{name}"
    try:
        return import_module(path)
    except ModuleNotFoundError as missing:
        if missing.name != path:
            raise
        return None


@cache
def digest(name: str) -> str:
    """The version digest of a game: 8 hex digits over its rules number, the kernel's, and its card files."""
    cards = sorted((f for f in folder(name).iterdir() if f.name.endswith(".json")), key=lambda f: f.name)
    crc = zlib.crc32(f"{GAMES[name].rules} {FLOW_RULES}".encode())
    for file in cards:
        crc = zlib.crc32(file.read_bytes(), crc)
    return f"{crc:08x}"


@cache
def edition(name: str) -> str:
    """Tells apart what a game's package does, rules or not: 8 hex digits over its code and its data, without
    what pages draw."""
    crc = 0
    for path, file in sorted(_acting(folder(name), "")):
        crc = zlib.crc32(path.encode() + b"\0" + file.read_bytes(), crc)
    return f"{crc:08x}"


def _acting(lies: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for one in lies.iterdir():
        if one.is_dir() and path + one.name != "web":
            yield from _acting(one, f"{path}{one.name}/")
        elif one.name.endswith((".py", ".json", ".toml")):
            yield path + one.name, one


def engine_of(name: str, rules: int, cards: str) -> Engine | None:
    """The engine with exactly these rules and this digest; None if this process has none."""
    engine = GAMES.get(name)
    return engine if engine is not None and engine.rules == rules and digest(name) == cards else None


@cache
def texts(name: str, language: str) -> dict[str, Any]:
    """All texts of a game in a language of `LANGUAGES`."""
    raw = (folder(name) / "texts" / f"{language}.json").read_bytes()
    found: dict[str, Any] = msgspec.json.decode(raw)
    return found


def choice_text(words: Any, names: Sequence[str], verb: str, noun: int) -> str:
    """A choice in the words of its game's texts. `names`: the seats' names. A thing without a name is its
    number."""
    group = words["nouns"].get(verb, "")
    things: Any = names if group in ("seat", "seats") else words["names"].get(group, ())
    known = things if isinstance(things, dict) else {str(n): name for n, name in enumerate(things)}
    text: str = words["choices"].get(verb, verb)
    return text.replace("{noun}", known.get(str(noun), str(noun)))


def catalogue() -> list[dict[str, Any]]:
    """One row for each game, see `row`."""
    return [row(name) for name in GAMES]


@cache
def row(name: str) -> dict[str, Any]:
    """A game's name, rules, digest, seats and weight; the options with their kinds and defaults; the options
    that a number of seats decides, and the option values that it excludes; presets of options; and by
    language the title, the tagline, the playing time and the minimum age."""
    engine = GAMES[name]
    return {
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


def _facts(words: dict[str, Any]) -> dict[str, str]:
    return {key: words["facts"][key] for key in ("time", "age") if key in words.get("facts", {})}


def _refused(engine: Engine, seats: int) -> dict[str, list[Any]]:
    """By option, the choice values that can't be played with this number of seats."""
    return {
        row["name"]: bad
        for row in _describe(engine.options)
        if (bad := [value for value in row.get("values", ()) if not fits(engine, row["name"], value, seats)])
    }


def fits(engine: Engine, name: str, value: Any, seats: int) -> bool:
    """Whether an option can have this value with this number of seats."""
    try:
        checked(engine, {**engine.options.decided(seats), name: value}, seats)
    except OptionsRefused:
        return False
    return True


def set_kind(hint: Any) -> Any:
    """The annotated type of an option, without `UNSET`."""
    kinds = [kind for kind in get_args(hint) if kind is not UnsetType]
    return kinds[0] if UnsetType in get_args(hint) else hint


def _describe(options: type[Options]) -> list[dict[str, Any]]:
    """For each option its name, kind (bool, int, choice), default, and its values or its minimum and
    maximum."""
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
