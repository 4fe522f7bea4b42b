"""Bytes to frames and back. Decoding is validation: what comes out has the right kinds and ranges."""

from __future__ import annotations

import zlib
from typing import Any

import msgspec

from .frames import Frame, FromClient, FromServer

MAX_FRAME = 16 * 1024
"""Bytes of the largest frame that a client may send."""


class BadFrame(ValueError):
    """These bytes are no frame."""


_encode = msgspec.msgpack.Encoder().encode
_canonical = msgspec.msgpack.Encoder(order="sorted").encode
_from_client = msgspec.msgpack.Decoder(FromClient)
_from_server = msgspec.msgpack.Decoder(FromServer)


def encode(frame: Frame) -> bytes:
    return _encode(frame)


def from_client(data: bytes) -> Any:
    """The frame that a client sent. Raises BadFrame."""
    return _decode(_from_client, data)


def from_server(data: bytes) -> Any:
    """The frame that a server sent; documents and patches stay packed (`Raw`). Raises BadFrame."""
    return _decode(_from_server, data)


def _decode(decoder: Any, data: bytes) -> Any:
    try:
        return decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ValueError) as wrong:
        raise BadFrame(str(wrong)) from wrong


def packed(value: Any) -> bytes:
    """Plain data in msgpack."""
    return _encode(value)


def unpacked(data: Any) -> Any:
    """Plain data out of msgpack (bytes or Raw)."""
    return msgspec.msgpack.decode(data)


def check_value(value: Any) -> int:
    """CRC-32 of plain data in canonical msgpack: keys sorted, shortest forms."""
    return zlib.crc32(_canonical(value))
