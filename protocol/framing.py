"""Reads and writes whole messages without the websocket library: all that is used of the library's inside."""

from __future__ import annotations

import os
from typing import Any, Final

BINARY_FRAME_BYTE: Final = 0x82
"""First byte of a binary message in one frame (RFC 6455, section 5.2)."""

BETWEEN: Final = "StreamReader.at_eof"
"""The coroutine in which the library's parser waits for the first byte of a frame, and never within one."""

MASK_BIT: Final = 0x80
"""In the second byte of a frame: the payload is masked, as in all frames of clients."""


def masked(data: bytes) -> bytes:
    """A client's frame with a binary message."""
    size = len(data)
    if size < 126:
        head = bytes((BINARY_FRAME_BYTE, MASK_BIT | size))
    elif size < 65536:
        head = bytes((BINARY_FRAME_BYTE, MASK_BIT | 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((BINARY_FRAME_BYTE, MASK_BIT | 127)) + size.to_bytes(8, "big")
    mask = os.urandom(4)
    key = (mask * (size // 4 + 1))[:size]
    carried = int.from_bytes(data, "big") ^ int.from_bytes(key, "big")
    return head + mask + carried.to_bytes(size, "big")


def between_frames(parser: Any) -> bool:
    """Whether the next byte begins a frame. `parser`: the library's parser, a chain of generators.

    An empty buffer is not enough: the parser may have consumed a frame's header and wait for the rest.
    """
    while parser.gi_yieldfrom is not None:
        parser = parser.gi_yieldfrom
    return bool(parser.gi_code.co_qualname == BETWEEN)
