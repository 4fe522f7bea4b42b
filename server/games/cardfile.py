"""Card files: their rows, the effects in them, and a strict reader for both.

A card file (`cards.json`) is a map of tables; a table is a list of rows, or a single row. A missing, misspelt
or mistyped field stops the import, and the error names row and field.
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
    """A card file is invalid; the message names row and field."""


class Row(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of a card file. `origin` is the source of its values: the rule page, another publication, or our
    own estimate."""

    origin: Literal["page", "public", "own"]


def _key(name: str) -> str:
    """The `type` of an effect class in the file: `GainGuilders` is `gain_guilders`."""
    return re.sub(r"\B(?=[A-Z])", "_", name).lower()


class CardEffect(Struct, frozen=True, forbid_unknown_fields=True, tag=_key):
    """The effect of a card: a class of the game, selected by `type` in the file, with its numbers from there.

    Each game has its own family of effects, which defines the occasions for them. Effects only read and plan;
    steps change the game.
    """


def read(data: bytes, kind: type[T]) -> T:
    """The tables of a card file as a struct of that kind, which has one field per table. Raises
    CardsWrong."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as wrong:
        raise CardsWrong(_told(str(wrong), msgspec.json.decode(data))) from wrong
    except msgspec.DecodeError as wrong:
        raise CardsWrong(f"the file: {wrong}") from wrong


def effects(family: type[E]) -> Callable[[str, Any], E]:
    """A reader for the effects of a family, from table name and row to effect; it raises CardsWrong.

    Call it after all modules of the family are imported.
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
    """The leaf classes of a family, in the order of their definition."""
    below = family.__subclasses__()
    return [kind for child in below for kind in kinds(child)] if below else [family]


def name_of(row: Any, number: int) -> str:
    """The name of a row in messages: its id, or its position counted from 1."""
    return str(row["id"]) if isinstance(row, dict) and "id" in row else str(number + 1)


def _told(wrong: str, raw: dict[str, Any]) -> str:
    """A msgspec error, such as `Expected `int`, got `str` - at `$.persons[3].cost``, with the name of the
    row."""
    what, _, path = wrong.replace("`", "").partition(" - at ")
    parts = re.fullmatch(r"\$\.(\w+)(?:\[(\d+)\])?\.?(.*)", path)
    if parts is None:
        return f"the file: {what}"
    table, number, field = parts.groups()
    where = f"{table}, row {name_of(raw[table][int(number)], int(number))}" if number else table
    return f"{where}: {what} - at {field}" if field else f"{where}: {what}"
