"""Errors in the shape of written data: an unknown key, a number that is too large, a wrong type.

msgspec decides whether data is valid, but its messages are for programmers. Only after msgspec has refused a
value does this module search it for an error to report to its author: the kind of error, and its path.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final, NamedTuple

from msgspec import inspect

from .unplayable import Term


class ShapeFault(NamedTuple):
    """A key of the texts, and the values in the text."""

    key: str
    values: dict[str, Any]


MAX_WRITTEN_NUMBER: Final = 10**19
"""Larger numbers are not written out: they may have thousands of digits."""

WORD_SIMILARITY: Final = 0.75
"""The similarity above which a known key is suggested for an unknown one. The known keys are few, and
otherwise all of them are listed."""

KINDS: Final = {bool: "bool", int: "int", float: "float", str: "str", list: "array", dict: "object"}
"""The terms for the kinds of values; all other values are dates and times."""

KINDS_OF_TYPES: Final[Mapping[type, tuple[str, ...]]] = {
    inspect.BoolType: ("bool",),
    inspect.IntType: ("int",),
    inspect.StrType: ("str",),
    **dict.fromkeys((inspect.ListType, inspect.TupleType), ("array",)),
    **dict.fromkeys((inspect.StructType, inspect.DictType), ("object",)),
}


def fault(raw: Any, kind: Any, place: str = "") -> ShapeFault | None:
    """The error in a value that msgspec has refused for this type; None if none is found. `place`: the path
    to the value."""
    return next(_faults(raw, inspect.type_info(kind), place), None)


def _faults(raw: Any, wanted: inspect.Type, place: str) -> Iterator[ShapeFault]:
    if isinstance(wanted, inspect.UnionType):
        ways = [way for way in wanted.types if _kind(raw) in _kinds(way)]
        if ways:
            yield from _faults(raw, ways[0], place)
        else:
            yield _another(raw, wanted, place)
    elif (kinds := _kinds(wanted)) and _kind(raw) not in kinds:
        yield _another(raw, wanted, place)
    else:
        yield from _inside(raw, wanted, place)


def _inside(raw: Any, wanted: inspect.Type, place: str) -> Iterator[ShapeFault]:
    """The errors within a value of the right kind."""
    match wanted:
        case inspect.LiteralType():
            if raw not in wanted.values:
                known = [written(value) for value in wanted.values]
                yield ShapeFault("choice", {"place": place, "known": known, "found": written(raw)})
        case inspect.IntType():
            yield from _range(raw, wanted, place)
        case inspect.StructType():
            yield from _words(raw, wanted.fields, place)
        case inspect.DictType():
            for word, value in raw.items():
                yield from _faults(value, wanted.value_type, _at(place, word))
        case inspect.ListType():
            if wanted.max_length is not None and len(raw) > wanted.max_length:
                yield ShapeFault("items-most", {"place": place, "most": wanted.max_length, "found": len(raw)})
            for number, value in enumerate(raw):
                yield from _faults(value, wanted.item_type, f"{place}[{number}]")
        case inspect.TupleType():
            if len(raw) != len(wanted.item_types):
                yield ShapeFault(
                    "items", {"place": place, "count": len(wanted.item_types), "found": len(raw)}
                )
            for number, (value, kind) in enumerate(zip(raw, wanted.item_types, strict=False)):
                yield from _faults(value, kind, f"{place}[{number}]")


def _range(raw: int, wanted: inspect.IntType, place: str) -> Iterator[ShapeFault]:
    least = wanted.ge if wanted.gt is None else wanted.gt + 1
    most = wanted.le if wanted.lt is None else wanted.lt - 1
    found = {"place": place, "found": written(raw)}
    if (least is not None and raw < least) or (most is not None and raw > most):
        if least is not None and most is not None:
            yield ShapeFault("range", {**found, "least": least, "most": most})
        elif least is not None:
            yield ShapeFault("least", {**found, "least": least})
        else:
            yield ShapeFault("most", {**found, "most": most})


def _words(raw: Mapping[str, Any], fields: Sequence[inspect.Field], place: str) -> Iterator[ShapeFault]:
    known = {field.encode_name: field for field in fields}
    for word in (word for word in raw if word not in known):
        near = get_close_matches(word, known, 1, WORD_SIMILARITY)
        where = {"place": _at(place, word)}
        yield (
            ShapeFault("near", {**where, "near": near[0]})
            if near
            else ShapeFault("word", {**where, "known": [*known]})
        )
    for word, field in known.items():
        if word in raw:
            yield from _faults(raw[word], field.type, _at(place, word))
        elif field.required:
            yield ShapeFault("missing", {"place": _at(place, word)})


def _another(raw: Any, wanted: inspect.Type, place: str) -> ShapeFault:
    return ShapeFault("kind", {"place": place, "kind": Term(*_kinds(wanted)), "found": Term(_kind(raw))})


def _at(place: str, word: str) -> str:
    return f"{place}.{word}" if place else word


def _kind(raw: Any) -> str:
    return KINDS.get(type(raw), "date")


def _kinds(wanted: inspect.Type) -> tuple[str, ...]:
    """The kinds of values that a type accepts; () if it accepts any, or none."""
    match wanted:
        case inspect.UnionType():
            return tuple(kind for way in wanted.types for kind in _kinds(way))
        case inspect.LiteralType():
            return tuple(dict.fromkeys(_kind(value) for value in wanted.values))
    return KINDS_OF_TYPES.get(type(wanted), ())


def written(value: Any) -> str:
    """A value as it is written in TOML."""
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, int) and abs(value) > MAX_WRITTEN_NUMBER:
        return f"{'<-' if value < 0 else '>'}{MAX_WRITTEN_NUMBER}"
    return str(value).lower() if isinstance(value, bool) else str(value)
