"""What is wrong with the shape of something written: a word that there isn't, a number that is too large, a
list where a number is wanted.

msgspec decides whether it is right, and says so in its own words, for programmers. Only where it has refused
something is that looked through here, for what to tell whoever has written it: what, and by which path.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final, NamedTuple

from msgspec import inspect

from .unplayable import Either, Term


class Fault(NamedTuple):
    """A key of the texts, and what stands in the text."""

    key: str
    values: dict[str, Any]


HUGE: Final = 10**19
"""Numbers beyond this one are not written out: they may have thousands of digits."""

NEAR: Final = 0.75
"""How like a word another one is that may have been meant: few are known, and all of them can be told."""

KINDS: Final = {bool: "bool", int: "int", float: "float", str: "str", list: "array", dict: "object"}
"""The terms for what can be written; all others are dates and times."""


def fault(raw: Any, kind: Any, place: str = "") -> Fault | None:
    """What is wrong with a value for which msgspec has another type in mind; None where nothing is found.
    `place`: the path to it."""
    return next(_faults(raw, inspect.type_info(kind), place), None)


def _faults(raw: Any, wanted: inspect.Type, place: str) -> Iterator[Fault]:
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


def _inside(raw: Any, wanted: inspect.Type, place: str) -> Iterator[Fault]:
    """The same of a value of the right kind."""
    match wanted:
        case inspect.LiteralType():
            if raw not in wanted.values:
                known = [written(value) for value in wanted.values]
                yield Fault("choice", {"place": place, "known": known, "found": written(raw)})
        case inspect.IntType():
            yield from _range(raw, wanted, place)
        case inspect.StructType():
            yield from _words(raw, wanted.fields, place)
        case inspect.DictType():
            for word, value in raw.items():
                yield from _faults(value, wanted.value_type, _at(place, word))
        case inspect.ListType():
            if wanted.max_length is not None and len(raw) > wanted.max_length:
                yield Fault("items-most", {"place": place, "most": wanted.max_length, "found": len(raw)})
            for number, value in enumerate(raw):
                yield from _faults(value, wanted.item_type, f"{place}[{number}]")
        case inspect.TupleType():
            if len(raw) != len(wanted.item_types):
                yield Fault("items", {"place": place, "count": len(wanted.item_types), "found": len(raw)})
            for number, (value, kind) in enumerate(zip(raw, wanted.item_types, strict=False)):
                yield from _faults(value, kind, f"{place}[{number}]")


def _range(raw: int, wanted: inspect.IntType, place: str) -> Iterator[Fault]:
    least = wanted.ge if wanted.gt is None else wanted.gt + 1
    most = wanted.le if wanted.lt is None else wanted.lt - 1
    found = {"place": place, "found": written(raw)}
    if (least is not None and raw < least) or (most is not None and raw > most):
        if least is not None and most is not None:
            yield Fault("range", {**found, "least": least, "most": most})
        elif least is not None:
            yield Fault("least", {**found, "least": least})
        else:
            yield Fault("most", {**found, "most": most})


def _words(raw: Mapping[str, Any], fields: Sequence[inspect.Field], place: str) -> Iterator[Fault]:
    known = {field.encode_name: field for field in fields}
    for word in (word for word in raw if word not in known):
        near = get_close_matches(word, known, 1, NEAR)
        where = {"place": _at(place, word)}
        yield (
            Fault("near", {**where, "near": near[0]}) if near else Fault("word", {**where, "known": [*known]})
        )
    for word, field in known.items():
        if word in raw:
            yield from _faults(raw[word], field.type, _at(place, word))
        elif field.required:
            yield Fault("missing", {"place": _at(place, word)})


def _another(raw: Any, wanted: inspect.Type, place: str) -> Fault:
    return Fault("kind", {"place": place, "kind": Either(_kinds(wanted)), "found": Term(_kind(raw))})


def _at(place: str, word: str) -> str:
    return f"{place}.{word}" if place else word


def _kind(raw: Any) -> str:
    return KINDS.get(type(raw), "date")


def _kinds(wanted: inspect.Type) -> tuple[str, ...]:
    """What may be written for it; () where that may be anything, or nothing."""
    match wanted:
        case inspect.UnionType():
            return tuple(kind for way in wanted.types for kind in _kinds(way))
        case inspect.LiteralType():
            return tuple(dict.fromkeys(_kind(value) for value in wanted.values))
        case inspect.BoolType():
            return ("bool",)
        case inspect.IntType():
            return ("int",)
        case inspect.StrType():
            return ("str",)
        case inspect.ListType() | inspect.TupleType():
            return ("array",)
        case inspect.StructType() | inspect.DictType():
            return ("object",)
    return ()


def written(value: Any) -> str:
    """A value as it stands in such a text."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value) if abs(value) <= HUGE else f"{'<-' if value < 0 else '>'}{HUGE}"
        case str():
            return f'"{value}"'
    return str(value)
