"""Bytes to frames and back. Decoding is validation: what comes out has the right kinds and ranges."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from typing import Any, get_args

import msgspec

from .frames import Frame, FromClient, FromServer


class BadFrame(ValueError):
    """These bytes are no frame."""


class UnknownKind(BadFrame):
    """A frame of a kind that isn't known here."""


class BadValue(BadFrame):
    """A frame of a known kind, of which one value is not within its limits: what to refuse it with."""

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

_LIMIT = re.compile(
    r"Expected `(?P<what>str|int|array)` (?:of length )?(?P<way><=|>=|matching) ?(?P<limit>.*)"
    r" - at `\$\[(?P<place>\d+)\]"
)
"""What the decoder says of a value of the right kind that is out of range."""


encode: Callable[[Frame], bytes] = _encode
"""A frame as it travels."""


def from_client(data: bytes) -> FromClient:
    """The frame that a client sent. Raises BadFrame, or BadValue where it is one but for a value's limits."""
    try:
        frame: FromClient = _decode(_from_client, data)
    except BadFrame as wrong:
        if found := _LIMIT.match(str(wrong)):
            raise _bad_value(_decode(_plain, data), found) from wrong
        raise
    return frame


def from_server(data: bytes) -> Any:
    """The frame that a server sent; documents and patches stay packed (`Raw`). Raises BadFrame, UnknownKind
    where it is one of a kind that came later."""
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


def _bad_value(plain: list[Any], found: re.Match[str]) -> BadValue:
    """What is wrong with this frame, in words; with its id and table, where those are right."""
    kind, place = _KINDS[plain[0]], int(found["place"])
    fields = kind.__struct_fields__
    field = fields[place - 1]
    if found["way"] == "matching":
        code, reason = "out-of-range", f"'{field}' has a character that may not be there."
    else:
        bound = "most" if found["way"] == "<=" else "least"
        of = {"str": " characters", "array": " rows"}.get(found["what"], "")
        code = "too-long" if found["what"] == "str" else "out-of-range"
        of = of.removesuffix("s") if found["limit"] == "1" else of
        reason = f"'{field}' takes at {bound} {found['limit']}{of}."
    wrong = BadValue(kind, field, code, reason)
    for at, name in enumerate(fields[: place - 1], 1):
        if name in ("id", "table"):
            setattr(wrong, name, plain[at])
    return wrong


packed: Callable[[Any], bytes] = _encode
"""Plain data in msgpack."""


def unpacked(data: Any) -> Any:
    """Plain data out of msgpack (bytes or Raw)."""
    return msgspec.msgpack.decode(data)


def check_value(value: Any) -> int:
    """CRC-32 of plain data in canonical msgpack: keys sorted, shortest forms."""
    return zlib.crc32(_canonical(value))
