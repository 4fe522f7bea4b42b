"""Clones of games: copy functions, written from type annotations and compiled.

A search clones a game for every option that it tries. A function made of generated source takes half the time
of one that is put together from functions for the parts.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from inspect import signature
from typing import Any, get_args, get_origin, get_type_hints

from msgspec import Struct


@cache
def copier(kind: Any) -> Callable[[Any], Any] | None:
    """The copy function for values of a type, derived from its annotations.

    None if such values are immutable and can be shared: numbers, text, and tuples and frozen structs of such
    values. `copier(MyGame)` clones that game.
    """
    writer = _Writer()
    if isinstance(kind, type) and issubclass(kind, Struct):
        return writer.struct_copier(kind)
    copy = writer.copy(kind, "old")
    return writer.compiled([f"return {copy}"]) if copy else None


class _Writer:
    """Writes expressions that copy values, and keeps what the names in them stand for."""

    def __init__(self) -> None:
        self._names: dict[str, Any] = {}

    def copy(self, kind: Any, value: str) -> str | None:
        """An expression that copies the value of another expression; None if it can be shared."""
        origin, args = get_origin(kind), get_args(kind)
        if origin is list:
            item = self.copy(args[0], "item")
            return f"[{item} for item in {value}]" if item else f"[*{value}]"
        if origin is dict:
            item = self.copy(args[1], "item")
            return f"{{key: {item} for key, item in {value}.items()}}" if item else f"{{**{value}}}"
        if origin is tuple:
            return self._tuple_copy(args, value)
        if args:
            return self._union_copy(args, value)
        function = copier(kind) if isinstance(kind, type) and issubclass(kind, Struct) else None
        return f"{self._named(function)}({value})" if function else None

    def struct_copier(self, kind: type[Struct]) -> Callable[[Any], Any] | None:
        """Structs are made anew where they take their fields in order: that is faster than to set the fields
        of a copy, and much faster than by names."""
        hints, fields = get_type_hints(kind), kind.__struct_fields__
        copies = {name: copy for name in fields if (copy := self.copy(hints[name], f"old.{name}"))}
        frozen = kind.__struct_config__.frozen
        if frozen and not copies:
            return None
        ordered = all(it.kind is it.POSITIONAL_OR_KEYWORD for it in signature(kind).parameters.values())
        if ordered or frozen:
            values = [f"{'' if ordered else f'{it}='}{copies.get(it, f'old.{it}')}" for it in fields]
            return self.compiled([f"return {self._named(kind)}({', '.join(values)})"])
        changes = [f"new.{name} = {copy}" for name, copy in copies.items()]
        return self.compiled(["new = old.__copy__()", *changes, "return new"])

    def compiled(self, lines: list[str]) -> Callable[[Any], Any]:
        """A function `copy(old)` of these lines."""
        exec("\n    ".join(["def copy(old):", *lines]), self._names)
        copy: Callable[[Any], Any] = self._names["copy"]
        return copy

    def _tuple_copy(self, args: tuple[Any, ...], value: str) -> str | None:
        """For tuples with mutable items, such as `tuple[int, list[int]]`."""
        if args[-1] is ...:
            item = self.copy(args[0], "item")
            return f"(*[{item} for item in {value}],)" if item else None
        items = [self.copy(arg, f"{value}[{number}]") for number, arg in enumerate(args)]
        if not any(items):
            return None
        return f"({', '.join(item or f'{value}[{number}]' for number, item in enumerate(items))},)"

    def _union_copy(self, args: tuple[Any, ...], value: str) -> str | None:
        """For unions such as `list[int] | None`: each member is copied as its own type."""
        members = [(get_origin(arg) or arg, copy) for arg in args if (copy := self.copy(arg, value))]
        ways = [f"{copy} if type({value}) is {self._named(kind)} else" for kind, copy in members]
        return f"({' '.join([*ways, value])})" if ways else None

    def _named(self, what: Any) -> str:
        """A name for a function or a type."""
        name = f"known_{len(self._names)}"
        self._names[name] = what
        return name
