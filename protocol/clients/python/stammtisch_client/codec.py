"""Frames and documents as msgpack, with the library `msgpack`. Decoding checks types and limits."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, Final, get_args

import msgpack

from .frames import Frame, FromClient, FromServer
from .structs import converted, hints

MAX_ITEMS: Final = 1 << 16
"""Most items in a list or map. The decoder may allocate as many as one claims to have, at each level."""


class BadFrame(ValueError):
    """The bytes are not a valid frame."""


class UnknownKind(BadFrame):
    """A frame of an unknown kind."""


def encode(frame: Frame) -> bytes:
    """Encode a frame for the wire."""
    return packed([frame.kind, *(getattr(frame, it.name) for it in fields(frame))])


def from_server(data: bytes) -> Any:
    """Decode a server's frame. Raises BadFrame, or UnknownKind if a newer server uses a kind that this client
    does not know."""
    return _decoded(data, _kinds(get_args(FromServer)))


def from_client(data: bytes) -> Any:
    """Decode a client's frame. Raises BadFrame."""
    return _decoded(data, _kinds(get_args(FromClient)))


@cache
def _kinds(kinds: Iterable[type[Frame]]) -> dict[str, tuple[type[Frame], list[Any], int]]:
    """By kind: the class, the types of its fields, and how many of them are required."""
    found = {}
    for kind in kinds:
        required = [it for it in fields(kind) if it.default is MISSING and it.default_factory is MISSING]
        found[kind.kind] = kind, [*hints(kind).values()], len(required)
    return found


def _decoded(data: bytes, kinds: dict[str, tuple[type[Frame], list[Any], int]]) -> Any:
    match unpacked(data):
        case [str(name), *values] if name in kinds:
            kind, declared, required = kinds[name]
            if len(values) < required:
                raise BadFrame(f"{name} has only {len(values)} fields")
            try:
                return kind(*map(converted, declared, values))
            except ValueError as wrong:
                raise BadFrame(f"{name}: {wrong}") from wrong
        case [str(name), *_]:
            raise UnknownKind(f"there is no frame {name:.20}")
    raise BadFrame("a frame is an array with its kind first")


packed: Callable[[Any], bytes] = msgpack.packb
"""Encode plain data as msgpack."""


def unpacked(data: Any) -> Any:
    """Decode plain data from msgpack. What came with its frame is decoded already. Raises BadFrame."""
    if not isinstance(data, bytes):
        return data
    try:
        return msgpack.unpackb(data, max_array_len=MAX_ITEMS, max_map_len=MAX_ITEMS)
    except (ValueError, msgpack.UnpackException, RecursionError) as wrong:
        raise BadFrame(str(wrong) or type(wrong).__name__) from wrong


def check_value(value: Any) -> int:
    """CRC-32 of plain data in canonical msgpack: sorted keys, shortest forms. Raises BadFrame for data that
    is too deep."""
    try:
        return zlib.crc32(packed(_ordered(value)))
    except (ValueError, RecursionError) as wrong:
        raise BadFrame(f"a document can't be checked: {wrong}") from wrong


def _ordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _ordered(value[key]) for key in sorted(value)}
    return [_ordered(one) for one in value] if isinstance(value, list) else value
