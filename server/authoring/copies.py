"""The laws of copies: packed, cloned or unpacked, a game is the same and continues alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from server.games.kernel import choose, settle
from server.games.packing import pack, unpack

from .engines import clone_of
from .walks import Question, draw_choice


def packing_loses_nothing(q: Question) -> None:
    packed = pack(q.game)
    again = unpack(q.engine.state, packed)
    assert again == q.game and type(again) is type(q.game), "unpacked, the game differs"
    assert pack(again) == packed, "packed again, the bytes differ"


def clones_share_nothing_mutable(q: Question) -> None:
    clone = clone_of(q.engine)(q.game)
    assert clone == q.game and pack(clone) == pack(q.game), "the clone differs"
    shared = {id(part) for part in mutable_parts(q.game)} & {id(part) for part in mutable_parts(clone)}
    assert not shared, "the clone shares lists, maps or structs with the original"


def copies_go_on_alike(q: Question) -> None:
    """A clone and an unpacked copy have the same results of the same choices; the original is unchanged."""
    before = pack(q.game)
    clone, copy = clone_of(q.engine)(q.game), unpack(q.engine.state, before)
    asks, asks_of_copy = q.asks, settle(copy)
    for _ in range(6):
        assert list(asks) == list(asks_of_copy), "the copies are asked different things"
        if not asks:
            break
        ask, choice = draw_choice(asks, q.random)
        asks, asks_of_copy = choose(clone, ask, choice), choose(copy, ask, choice)
        assert pack(clone) == pack(copy), f"after {choice} the copies differ"
        assert clone.said == copy.said
    assert pack(q.game) == before, "playing on in copies has changed the original"


def mutable_parts(value: Any) -> Iterator[Any]:
    """Every list, map and mutable struct in a game, including the game."""
    if isinstance(value, Struct):
        if not value.__struct_config__.frozen:
            yield value
        for field in value.__struct_fields__:
            yield from mutable_parts(getattr(value, field))
    elif isinstance(value, list | tuple | dict):
        if not isinstance(value, tuple):
            yield value
        for part in value.values() if isinstance(value, dict) else value:
            yield from mutable_parts(part)
