"""Encodes and decodes frames. Decoding validates: every value has the declared type and range."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import inspect

from .frames import Frame, FromClient, FromServer


class BadFrame(ValueError):
    """The bytes are not a valid frame."""


class UnknownKind(BadFrame):
    """A frame of an unknown kind."""


class BadValue(BadFrame):
    """A frame of a known kind with one value out of its limits. Has the code and reason for the refusal."""

    def __init__(self, kind: type[Frame], field: str, code: str, reason: str) -> None:
        super().__init__(reason)
        self.kind, self.field, self.code, self.reason = kind, field, code, reason
        self.id = 0
        self.table = ""


_encode = msgspec.msgpack.Encoder().encode
_canonical = msgspec.msgpack.Encoder(order="sorted").encode
_from_client = msgspec.msgpack.Decoder(FromClient)
_from_server = msgspec.msgpack.Decoder(FromServer)
_plain = msgspec.msgpack.Decoder()

_KINDS: dict[Any, type[Frame]] = {kind.__struct_config__.tag: kind for kind in get_args(FromClient)}

_TOLD = frozenset(kind.__struct_config__.tag for kind in get_args(FromServer))

encode: Callable[[Frame], bytes] = _encode
"""Encode a frame for the wire."""


def from_client(data: bytes) -> FromClient:
    """Decode a client's frame. Raises BadFrame, or BadValue if only the limits of a value are violated."""
    try:
        frame: FromClient = _decode(_from_client, data)
    except BadFrame as wrong:
        if found := _bad_value(_decode(_plain, data)):
            raise found from wrong
        raise
    return frame


def from_server(data: bytes) -> Any:
    """Decode a server's frame. Documents and patches stay packed (`Raw`). Raises BadFrame, or UnknownKind if
    a newer server uses a kind that this client does not know."""
    try:
        return _decode(_from_server, data)
    except BadFrame as wrong:
        match _decode(_plain, data):
            case [str(kind), *_] if kind not in _TOLD:
                raise UnknownKind(str(wrong)) from wrong
        raise


def _decode(decoder: Any, data: bytes) -> Any:
    try:
        return decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ValueError) as wrong:
        raise BadFrame(str(wrong)) from wrong


def _bad_value(plain: Any) -> BadValue | None:
    """Why a frame was not decoded, if the first bad field has a value of the right type beyond its limits;
    else None. `plain` is the frame without types."""
    kind = _KINDS.get(plain[0]) if isinstance(plain, list) and plain and isinstance(plain[0], str) else None
    if kind is None or len(plain) <= len(kind.__struct_fields__) - len(kind.__struct_defaults__):
        return None
    known: dict[str, Any] = {}
    for (field, hint), value in zip(_fields(kind), plain[1:], strict=False):
        try:
            msgspec.convert(value, hint)
        except msgspec.ValidationError:
            limit = _limit(inspect.type_info(hint), value)
            if limit is None:
                return None
            wrong = BadValue(kind, field, limit[0], f"'{field}' {limit[1]}")
            wrong.id, wrong.table = known.get("id", 0), known.get("table", "")
            return wrong
        known[field] = value
    return None


@cache
def _fields(kind: type[Frame]) -> list[tuple[str, Any]]:
    """The fields of a frame in their order, with their annotations."""
    hints = get_type_hints(kind, include_extras=True)
    return [(name, hints[name]) for name in kind.__struct_fields__]


def _limit(declared: inspect.Type, value: Any) -> tuple[str, str] | None:
    """The refusal's code and text if a value, or one inside it, is beyond the declared limits; else None."""
    match declared, value:
        case inspect.IntType(), int() if not isinstance(value, bool):
            return _bounds(value, declared.ge, declared.le, "out-of-range", "")
        case inspect.StrType(), str():
            if found := _bounds(
                len(value), declared.min_length, declared.max_length, "too-long", " characters"
            ):
                return found
            if declared.pattern and not re.search(declared.pattern, value):
                return "out-of-range", "has a character that may not be there."
            return None
        case inspect.ListType() | inspect.VarTupleType(), list():
            rows = _bounds(len(value), declared.min_length, declared.max_length, "out-of-range", " rows")
            return rows or _first(_limit(declared.item_type, one) for one in value)
        case inspect.DictType(), dict():
            return _first(_limit(declared.value_type, one) for one in value.values())
        case inspect.UnionType(), _:
            return _first(_limit(kind, value) for kind in declared.types)
    return None


def _bounds(size: int, least: int | None, most: int | None, code: str, unit: str) -> tuple[str, str] | None:
    for bound, limit, beyond in (("least", least, -1), ("most", most, 1)):
        if limit is not None and (size - limit) * beyond > 0:
            return code, f"takes at {bound} {limit}{unit.removesuffix('s') if limit == 1 else unit}."
    return None


def _first(found: Iterable[tuple[str, str] | None]) -> tuple[str, str] | None:
    return next(filter(None, found), None)


packed: Callable[[Any], bytes] = _encode
"""Encode plain data as msgpack."""


def unpacked(data: Any) -> Any:
    """Decode plain data from msgpack (bytes or Raw)."""
    return msgspec.msgpack.decode(data)


def check_value(value: Any) -> int:
    """CRC-32 of plain data in canonical msgpack: sorted keys, shortest forms."""
    return zlib.crc32(_canonical(value))
