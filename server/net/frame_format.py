"""The format of websocket frames, as clients send and receive them (RFC 6455, section 5.2)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from websockets.exceptions import ProtocolError
from websockets.frames import Close
from websockets.frames import apply_mask as apply_mask  # type: ignore[attr-defined]

from protocol.framing import BINARY_FRAME_BYTE, MASK_BIT

PING, PONG, TEXT, CLOSE = 0x89, 0x8A, 0x81, 0x88
"""First bytes of frames: ping, pong, text, close."""

EXTENDED_LENGTH_BYTES: Final = 126
"""From this length on, the length field takes more than one byte."""

MAX_REASON_BYTES: Final = 123
"""Bytes of a reason that fit into a close frame, beside its code."""

HEAD_BYTES: Final = 6
"""The bytes before the payload of a client's small frame."""


@lru_cache(maxsize=1024)
def header(size: int, first: int = BINARY_FRAME_BYTE) -> bytes:
    """The header of an unmasked frame with a payload of `size` bytes. Cached: almost all frames have one of a
    few sizes."""
    if size < EXTENDED_LENGTH_BYTES:
        return bytes((first, size))
    if size < 65536:
        return bytes((first, 126)) + size.to_bytes(2, "big")
    return bytes((first, 127)) + size.to_bytes(8, "big")


def goodbye(code: int, reason: str = "") -> bytes:
    """A close frame; the reason is truncated to fit."""
    said = reason.encode(errors="replace")[:MAX_REASON_BYTES].decode(errors="ignore").encode()
    return header(2 + len(said), CLOSE) + code.to_bytes(2, "big") + said


def end_of(data: bytes, at: int, most: int) -> int:
    """The index where the client's frame that begins at `at` ends; 0 if it is incomplete. An invalid frame,
    or one with a payload above `most`, extends to the end of the data: the library then reports the error."""
    if len(data) < at + 2:
        return 0
    size, begin = data[at + 1] - MASK_BIT, at + HEAD_BYTES
    if size < 0:
        return len(data)
    if size >= EXTENDED_LENGTH_BYTES:
        wide = 2 if size == EXTENDED_LENGTH_BYTES else 8
        size, begin = int.from_bytes(data[at + 2 : at + 2 + wide], "big"), begin + wide
        if len(data) < at + 2 + wide:
            return 0
        if size > most:
            return len(data)
    return begin + size if begin + size <= len(data) else 0


def carried(frame: bytes, most: int) -> bytes | None:
    """The payload of a client's frame. None if the library must decide: very large and invalid frames."""
    size, begin = frame[1] - MASK_BIT, HEAD_BYTES
    if size == EXTENDED_LENGTH_BYTES and frame[0] in (BINARY_FRAME_BYTE, TEXT):
        size, begin = int.from_bytes(frame[2:4], "big"), HEAD_BYTES + 2
    elif size >= EXTENDED_LENGTH_BYTES:
        return None
    if len(frame) != begin + size or size > most:
        return None
    return bytes(apply_mask(frame[begin:], frame[begin - 4 : begin]))


def ends(content: bytes) -> bool:
    """Is this a valid payload of a close frame?"""
    try:
        Close.parse(content)
    except (ProtocolError, UnicodeDecodeError):
        return False
    return True
