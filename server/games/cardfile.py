"""What several games share beside the kernel: rows of card files, the effects in them, and how both are read.

A card file (`cards.json`) is a map of tables; a table is a list of rows, or a single row. It is read
strictly: what is missing, misspelt or of a wrong kind stops the import, and the error names row and field.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

T = TypeVar("T")
E = TypeVar("E", bound="CardEffect")


class CardsWrong(ValueError):
    """A card file can't be used; the message names row and field."""


class Row(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of a card file. `origin`: are its values on the rule page, published elsewhere, or our own?"""

    origin: Literal["page", "public", "own"]


def _key(name: str) -> str:
    """`GainGuilders` is `gain_guilders` in the file."""
    return re.sub(r"\B(?=[A-Z])", "_", name).lower()


class CardEffect(Struct, frozen=True, forbid_unknown_fields=True, tag=_key):
    """What a card does: a class of a game, named by `type` in the file, and its figures from there.

    Each game has a family of them, which knows the game's own occasions. Effects look and plan; steps act.
    """


def read(data: bytes, kind: type[T]) -> T:
    """The tables of a card file as a struct of that kind, which has a field per table. Raises CardsWrong."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as wrong:
        raise CardsWrong(_told(str(wrong), msgspec.json.decode(data))) from wrong
    except msgspec.DecodeError as wrong:
        raise CardsWrong(f"the file: {wrong}") from wrong


def effects(family: type[E]) -> Callable[[str, Any], E]:
    """How the effects of a family are read, once all of its modules are imported: `table` and row to effect.

    It raises CardsWrong.
    """
    union: Any = reduce(or_, kinds(family))

    def effect(table: str, row: Any) -> E:
        try:
            found: E = msgspec.convert(row.effect, union)
        except msgspec.ValidationError as wrong:
            what, _, path = str(wrong).replace("`", "").partition(" - at $")
            raise CardsWrong(f"{table}, row {row.id}: {what} - at effect{path}") from wrong
        return found

    return effect


def kinds(family: type[T]) -> list[type[T]]:
    """The classes of a family that have no others below them, in the order in which they were defined."""
    below = family.__subclasses__()
    return [kind for child in below for kind in kinds(child)] if below else [family]


def name_of(row: Any, number: int) -> str:
    """What a message calls a row: its id, or its place counted from 1."""
    return str(row["id"]) if isinstance(row, dict) and "id" in row else str(number + 1)


def _told(wrong: str, raw: dict[str, Any]) -> str:
    """An error of msgspec, `Expected `int`, got `str` - at `$.persons[3].cost``, with the row by its name."""
    what, _, path = wrong.replace("`", "").partition(" - at ")
    parts = re.fullmatch(r"\$\.(\w+)(?:\[(\d+)\])?\.?(.*)", path)
    if parts is None:
        return f"the file: {what}"
    table, number, field = parts.groups()
    where = f"{table}, row {name_of(raw[table][int(number)], int(number))}" if number else table
    return f"{where}: {what} - at {field}" if field else f"{where}: {what}"
