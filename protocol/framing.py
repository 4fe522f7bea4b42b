"""What those know of websocket frames who read whole messages without the websocket library."""

from __future__ import annotations

from typing import Any, Final

BINARY_FRAME_BYTE: Final = 0x82
"""First byte of a binary message in one frame (RFC 6455, section 5.2)."""

BETWEEN: Final = "StreamReader.at_eof"
"""The coroutine in which the library's parser waits for the first byte of a frame, and never within one."""

MASK_BIT: Final = 0x80
"""In the second byte of a frame: the payload is masked, as in all frames of clients."""


def between_frames(parser: Any) -> bool:
    """Whether the next byte begins a frame. `parser`: the library's parser, a chain of generators.

    An empty buffer is not enough: the parser may have consumed a frame's header and wait for the rest.
    """
    while parser.gi_yieldfrom is not None:
        parser = parser.gi_yieldfrom
    return bool(parser.gi_code.co_qualname == BETWEEN)
