"""What frames are made of, in plain Python: the declarations are those made for msgspec."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from inspect import get_annotations
from types import UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    TypeAlias,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

Raw: TypeAlias = Any
"""A document or a patch. It is decoded with its frame."""


@dataclass(frozen=True)
class Meta:
    """The limits of a value: of a number, of the length of a text or list, of its characters."""

    ge: int | None = None
    le: int | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None

    def allows(self, value: Any) -> bool:
        size, least, most = (
            (value, self.ge, self.le)
            if isinstance(value, int)
            else (len(value), self.min_length, self.max_length)
        )
        fits = (least is None or size >= least) and (most is None or size <= most)
        return fits and (self.pattern is None or re.search(self.pattern, value) is not None)


@dataclass_transform(frozen_default=True)
class Struct:
    """Base of frames: a frozen dataclass, whose `kind` on the wire is its tag."""

    kind: ClassVar[str] = ""
    _tag: ClassVar[Callable[[str], str] | None] = None

    def __init_subclass__(
        cls, frozen: bool = True, array_like: bool = True, tag: str | Callable[[str], str] | None = None
    ) -> None:
        for name in get_annotations(cls):
            if isinstance(default := cls.__dict__.get(name), list | dict):
                setattr(cls, name, field(default_factory=type(default)))
        if callable(tag):
            cls._tag = staticmethod(tag)
        cls.kind = tag if isinstance(tag, str) else cls._tag(cls.__name__) if cls._tag else ""
        dataclass(frozen=frozen)(cls)


def hints(kind: type[Struct]) -> dict[str, Any]:
    """The declared types of a frame's fields, in their order."""
    found = get_type_hints(kind, include_extras=True)
    return {it.name: found[it.name] for it in fields(kind)}  # type: ignore[arg-type]


def converted(declared: Any, value: Any) -> Any:
    """A decoded value in the declared type: pairs become tuples. Raises ValueError if it does not fit."""
    origin, given = get_origin(declared), get_args(declared)
    if origin is Annotated:
        value = converted(given[0], value)
        if not given[1].allows(value):
            raise ValueError(f"{value!r:.40} is not within its limits")
        return value
    if declared is Any:
        return value
    if origin is list and isinstance(value, list):
        return [converted(given[0], one) for one in value]
    if origin is dict and isinstance(value, dict):
        return {converted(given[0], key): converted(given[1], one) for key, one in value.items()}
    if origin is tuple and isinstance(value, list | tuple) and len(value) == len(given):
        return tuple(map(converted, given, value))
    if origin is Literal and value in given:
        return value
    if origin in (Union, UnionType):
        for one in given:
            try:
                return converted(one, value)
            except ValueError:
                continue
    elif type(value) is declared:
        return value
    raise ValueError(f"{value!r:.40} is no {declared}")
