"""Serialization: games as msgpack bytes, and stacks of steps as plain data for views.

A step is stored as the name of its class and its fields in order (`kernel.Step`), so names and order of
fields are a storage format. `Game.steps` names every step that a game may hold.
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

    A kind of game lists in `added` the fields, with plain defaults, that games packed by earlier releases
    lack.
    """
    mirror, steps_of = _mirror(kind)
    raw = mirror.decode(data)
    game = kind(**{name: getattr(raw, name) for name in kind.__struct_fields__})
    for i, step in enumerate(game.stack):
        if type(step) is Lanes:
            game.stack[i] = _typed(step, steps_of)
    return game


def plain_stack(game: Game) -> list[Any]:
    """The steps as plain data for a view; `unpack_stack` is the inverse.

    Each step is `[number, field, …]`. The number is the step's index among the sorted names of the game's
    steps; views are sent often, and a number is shorter than a name. Equal steps share their lists, so
    callers must not modify them.
    """
    kind = type(game)
    return [_plain(kind, step) for step in game.stack]


@lru_cache(maxsize=8192)
def _plain(kind: type[Game], step: Step[Any]) -> list[Any]:
    return _renamed(msgspec.msgpack.decode(_encode(step)), _numbers(kind))


@cache
def step_names(kind: type[Game]) -> list[str]:
    """The names of all steps that a kind of game may hold, sorted."""
    return sorted({*kind.steps, "EndTurn", "Lanes"})


@cache
def _numbers(kind: type[Game]) -> dict[str, int]:
    return {name: number for number, name in enumerate(step_names(kind))}


@lru_cache(maxsize=1024)
def plain_options(options: Struct) -> dict[str, Any]:
    """A game's options as plain data for a view. The result is cached: callers must not modify it."""
    plain: dict[str, Any] = msgspec.to_builtins(options)
    return plain


def _renamed(step: list[Any], names: Any) -> list[Any]:
    """A plain step with its name (or number) replaced by `names`, including the steps within lanes."""
    name, *fields = step
    if "Lanes" in (name, names[name]):
        fields = [[[seat, [_renamed(s, names) for s in stack]] for seat, stack in fields[0]]]
    return [names[name], *fields]


def unpack_stack(kind: type[Game], stack: Any) -> list[Step[Any]]:
    """The steps of a view's `plain_stack`. Raises LookupError or msgspec.ValidationError on anything else."""
    names = step_names(kind)
    stack = [_renamed(step, names) for step in stack]
    _, steps_of = _mirror(kind)
    return _steps(stack, steps_of)


def _steps(stack: Any, steps_of: Any) -> list[Step[Any]]:
    """Steps from plain data. A prepared decoder takes a hundredth of the time of msgspec.convert."""
    steps = steps_of.decode(_encode(stack))
    return [_typed(step, steps_of) if type(step) is Lanes else step for step in steps]


def _typed(step: Lanes, steps_of: Any) -> Lanes:
    """Lanes with their steps decoded: they hold them untyped, because a union can't refer to itself."""
    return Lanes(tuple(Lane(lane.seat, tuple(_steps(lane.stack, steps_of))) for lane in step.lanes))


def _mirror(kind: type[Game]) -> tuple[Any, Any]:
    """The decoders for a kind of game, cached: one for all fields of a game, one for a stack alone.

    Both accept only the steps that the kind names.
    """
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
