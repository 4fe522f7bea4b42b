"""Bounds of the integers in a game's state, and a check for them.

A field of a game, or of a struct in it, declares bounds in its annotation, for all the integers in it:

    coins: Annotated[list[int], Bounds(0, 5_000)]

Fields without a declaration, such as those of most steps, have the bounds of their game (`Game.bounds`).
Bounds are wide enough that no played game reaches them, and narrow enough that work which depends on such a
number stays cheap. The check applies only to games that users supply, before they are played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Final, NamedTuple, get_args, get_origin, get_type_hints

from msgspec import Struct


class Bounds(NamedTuple):
    """The least and the greatest allowed value."""

    least: int
    most: int


UNDECLARED: Final = Bounds(-10_000, 10_000)
"""The default bounds of a game that declares none."""

COUNTER: Final = Bounds(0, 5_000)
"""Bounds of money, points and other amounts without a limit in the rules. A written position may have 999 of
each (`positions.Count`), and one amount may buy three times as much of another."""


class Outside(NamedTuple):
    """A number outside its bounds, and its path."""

    place: str
    found: int
    bounds: Bounds


def outside(value: Any, bounds: Bounds, place: str = "") -> Iterator[Outside]:
    """The numbers of a value that are outside their bounds; `bounds` applies where no bounds are declared."""
    match value:
        case bool():
            pass
        case int():
            if not bounds.least <= value <= bounds.most:
                yield Outside(place, value, bounds)
        case Struct():
            declared = _declared(type(value))
            for name in value.__struct_fields__:
                field, its = getattr(value, name), declared.get(name, bounds)
                yield from outside(field, its, f"{place}.{name}" if place else name)
        case dict():
            for key, one in value.items():
                yield from outside(key, bounds, place)
                yield from outside(one, bounds, f"{place}.{key}")
        case list() | tuple() | set() | frozenset():
            for number, one in enumerate(value):
                yield from outside(one, bounds, f"{place}[{number}]")


@cache
def _declared(kind: type[Struct]) -> Mapping[str, Bounds]:
    """The bounds that a struct declares, by field."""
    hints = get_type_hints(kind, include_extras=True)
    notes = {name: get_args(hint)[1:] for name, hint in hints.items() if get_origin(hint) is Annotated}
    return {name: note for name, its in notes.items() for note in its if isinstance(note, Bounds)}
