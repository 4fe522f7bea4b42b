"""What the frames of a websocket look like that clients send and are sent (RFC 6455, section 5.2)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from websockets.exceptions import ProtocolError
from websockets.frames import Close, apply_mask  # type: ignore[attr-defined]

from protocol.framing import BINARY

PING, PONG, TEXT, CLOSE = 0x89, 0x8A, 0x81, 0x88
"""First bytes of frames: asking for a sign of life, giving one, a text, the end."""

SMALL: Final = 126
"""From so many bytes on a message's length takes more than one."""

REASON: Final = 123
"""Bytes of a reason that fit into the frame of an end, beside its code."""

MASKED, HEAD = 0x80, 6
"""Mark of a client's frame in the second byte; bytes before what a small one carries."""


@lru_cache(maxsize=1024)
def header(size: int, first: int = BINARY) -> bytes:
    """What stands before an unmasked frame of so many bytes; almost all of them have one of a few sizes."""
    if size < SMALL:
        return bytes((first, size))
    if size < 65536:
        return bytes((first, 126)) + size.to_bytes(2, "big")
    return bytes((first, 127)) + size.to_bytes(8, "big")


def goodbye(code: int, reason: str = "") -> bytes:
    """The frame that ends a websocket; of the reason as much as fits."""
    said = reason.encode(errors="replace")[:REASON].decode(errors="ignore").encode()
    return header(2 + len(said), CLOSE) + code.to_bytes(2, "big") + said


def end_of(data: bytes, at: int, most: int) -> int:
    """Where the client's frame ends that begins here, 0 if it isn't all here. What no client may send, or
    carries more than `most`, ends with the data: the library will say so."""
    if len(data) < at + 2:
        return 0
    size, begin = data[at + 1] - MASKED, at + HEAD
    if size < 0:
        return len(data)
    if size >= SMALL:
        wide = 2 if size == SMALL else 8
        size, begin = int.from_bytes(data[at + 2 : at + 2 + wide], "big"), begin + wide
        if len(data) < at + 2 + wide:
            return 0
        if size > most:
            return len(data)
    return begin + size if begin + size <= len(data) else 0


def carried(frame: bytes, most: int) -> bytes | None:
    """What a client's frame carries; None where that is for the library to say: of one that is very large, or
    that no client may send."""
    size, begin = frame[1] - MASKED, HEAD
    if size == SMALL and frame[0] in (BINARY, TEXT):
        size, begin = int.from_bytes(frame[2:4], "big"), HEAD + 2
    elif size >= SMALL:
        return None
    if len(frame) != begin + size or size > most:
        return None
    return bytes(apply_mask(frame[begin:], frame[begin - 4 : begin]))


def ends(content: bytes) -> bool:
    """Is this what a frame may carry that ends a websocket?"""
    try:
        Close.parse(content)
    except (ProtocolError, UnicodeDecodeError):
        return False
    return True
