"""Games as bytes, to be stored and read again, and stacks of steps as plain data for a view.

A step is stored by the name of its class and its fields in order (`kernel.Step`), so names and order of
fields are a storage format. A game names every step that it may hold in `Game.steps`.
"""

from __future__ import annotations

from functools import cache, lru_cache, reduce
from operator import or_
from typing import Any, TypeVar, get_type_hints

import msgspec
from msgspec import Struct

from .kernel import EndTurn, Game, Lane, Lanes, Step

G = TypeVar("G", bound=Game)

_encode = msgspec.msgpack.Encoder(order="deterministic").encode
_kinds: dict[type[Game], tuple[Any, Any]] = {}


def pack(game: Game) -> bytes:
    """The whole game as plain msgpack, secrets included: a map of its fields."""
    return _encode(game)


def unpack(kind: type[G], data: bytes) -> G:
    """The game that `pack` wrote. Raises msgspec.ValidationError on anything else.

    A kind of game names in `added` the fields, with plain defaults, that games packed in earlier times lack.
    """
    mirror, steps_of = _mirror(kind)
    raw = mirror.decode(data)
    game = kind(**{name: getattr(raw, name) for name in kind.__struct_fields__})
    for i, step in enumerate(game.stack):
        if type(step) is Lanes:
            game.stack[i] = _typed(step, steps_of)
    return game


def plain_stack(game: Game) -> list[Any]:
    """The steps as plain data for a view; `unpack_stack` makes steps of it again.

    Each step is `[number, field, …]`: views are sent often, so steps go by their number in the
    alphabet of the game's steps and not by name. Equal steps share their lists, which nobody changes.
    """
    kind = type(game)
    return [_plain(kind, step) for step in game.stack]


@lru_cache(maxsize=8192)
def _plain(kind: type[Game], step: Step[Any]) -> list[Any]:
    return _renamed(msgspec.msgpack.decode(_encode(step)), _numbers(kind))


@cache
def _names(kind: type[Game]) -> list[str]:
    """Every step that a kind of game may hold, in the order of the alphabet."""
    return sorted({*kind.steps, "EndTurn", "Lanes"})


@cache
def _numbers(kind: type[Game]) -> dict[str, int]:
    return {name: number for number, name in enumerate(_names(kind))}


@lru_cache(maxsize=1024)
def plain_options(options: Struct) -> dict[str, Any]:
    """A game's options as plain data for a view, which nobody changes."""
    plain: dict[str, Any] = msgspec.to_builtins(options)
    return plain


def _renamed(step: list[Any], names: Any) -> list[Any]:
    """A plain step with its name (or number) looked up in `names`; steps within lanes as well."""
    name, *fields = step
    if "Lanes" in (name, names[name]):
        fields = [[[seat, [_renamed(s, names) for s in stack]] for seat, stack in fields[0]]]
    return [names[name], *fields]


def unpack_stack(kind: type[Game], stack: Any) -> list[Step[Any]]:
    """The steps of a view's `plain_stack`. Raises LookupError or msgspec.ValidationError on anything else."""
    names = _names(kind)
    stack = [_renamed(step, names) for step in stack]
    _, steps_of = _mirror(kind)
    return _steps(stack, steps_of)


def _steps(stack: Any, steps_of: Any) -> list[Step[Any]]:
    """Steps of plain data. A ready decoder takes a hundredth of msgspec.convert."""
    steps = steps_of.decode(_encode(stack))
    return [_typed(step, steps_of) if type(step) is Lanes else step for step in steps]


def _typed(step: Lanes, steps_of: Any) -> Lanes:
    """Lanes hold their steps untyped, because a union can't name itself."""
    return Lanes(tuple(Lane(lane.seat, tuple(_steps(lane.stack, steps_of))) for lane in step.lanes))


def _mirror(kind: type[Game]) -> tuple[Any, Any]:
    """For a kind of game whose stack names every step it may hold: a decoder for its fields, and one for
    a stack alone."""
    if kind not in _kinds:
        every = {**kind.steps, "EndTurn": EndTurn, "Lanes": Lanes}
        union: Any = reduce(or_, every.values())
        hints = get_type_hints(kind)
        later = getattr(kind, "added", ())
        fields: list[Any] = [
            (field.name, list[union] if field.name == "stack" else hints[field.name])
            + ((field.default,) if field.name in later else ())
            for field in msgspec.structs.fields(kind)
        ]
        packed = msgspec.defstruct(f"Packed{kind.__name__}", fields, kw_only=True)
        _kinds[kind] = msgspec.msgpack.Decoder(packed), msgspec.msgpack.Decoder(list[union])
    return _kinds[kind]
