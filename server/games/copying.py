"""Clones of games: copying functions derived from what a type's annotations say it holds."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import replace


@cache
def copier(kind: Any) -> Callable[[Any], Any] | None:
    """A copying function for values of a type, derived from its annotations.

    None when such values may be shared, because nothing can change them: numbers, text, and tuples
    and frozen structs of such. `copier(MyGame)` is that game's clone.
    """
    origin, args = get_origin(kind), get_args(kind)
    if origin is list:
        item = copier(args[0])
        return (lambda xs: [*map(item, xs)]) if item else list.copy
    if origin is dict:
        value = copier(args[1])
        return (lambda xs: {k: value(x) for k, x in xs.items()}) if value else dict.copy
    if origin is tuple:
        return _tuple_copier(args)
    if args:
        return _union_copier(args)
    if isinstance(kind, type) and issubclass(kind, Struct):
        return _struct_copier(kind)
    return None


def _struct_copier(kind: type[Struct]) -> Callable[[Any], Any] | None:
    hints = get_type_hints(kind)
    mutable = [(n, field) for n in kind.__struct_fields__ if (field := copier(hints[n]))]
    if kind.__struct_config__.frozen:
        if not mutable:
            return None
        return lambda old: replace(old, **{name: field(getattr(old, name)) for name, field in mutable})

    def clone(old: Any) -> Any:
        new = old.__copy__()
        for name, field in mutable:
            setattr(new, name, field(getattr(old, name)))
        return new

    return clone


def _tuple_copier(args: tuple[Any, ...]) -> Callable[[Any], Any] | None:
    """Of a tuple that holds something to be copied, such as `tuple[int, list[int]]`."""
    items = [copier(arg) for arg in args if arg is not ...]
    if not any(items):
        return None
    if args[-1] is ... and (same := items[0]):
        return lambda xs: (*map(same, xs),)
    return lambda xs: tuple(item(x) if item else x for x, item in zip(xs, items, strict=True))


def _union_copier(args: tuple[Any, ...]) -> Callable[[Any], Any] | None:
    """Of a union such as `list[int] | None`: each member by the copier of its own type."""
    members = {get_origin(arg) or arg: member for arg in args if (member := copier(arg))}
    if not members:
        return None
    return lambda value: known(value) if (known := members.get(type(value))) else value
