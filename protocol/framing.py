"""Where the websocket library stands in a stream of bytes, for those who take whole messages past it."""

from __future__ import annotations

from typing import Any, Final

BINARY: Final = 0x82
"""First byte of a binary message in one frame (RFC 6455, section 5.2)."""

BETWEEN: Final = "StreamReader.at_eof"
"""What the library's parser waits in for the first byte of a frame, and never within one."""


def between_frames(parser: Any) -> bool:
    """Does the next byte begin a frame? `parser`: the library's, generators that wait for one another.

    An empty buffer doesn't tell: the parser may have taken a frame's head, and wait for the rest.
    """
    while parser.gi_yieldfrom is not None:
        parser = parser.gi_yieldfrom
    return bool(parser.gi_code.co_qualname == BETWEEN)
