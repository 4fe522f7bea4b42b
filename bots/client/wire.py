"""A fast path for messages between a client and its websocket, in both directions.

The library passes every received message through a parser, a queue and a waiting task, and every sent message
through a coroutine; together that costs more than the rest of a move. Here whole messages go directly from
the transport to the callback, and are sent at once. Everything unusual takes the library's own path:
fragments, large messages, control frames, partly received messages, closing.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from websockets.asyncio.client import ClientConnection
from websockets.frames import DATA_OPCODES, Frame, Opcode
from websockets.protocol import State

from protocol.codec import BadFrame
from protocol.framing import BINARY_FRAME_BYTE, MASK_BIT, between_frames

EXTENDED_LENGTH_CODE: Final = 126
"""Value of the second byte if the length is in the next two bytes. A greater value means a longer length
field or a mask."""

HEADER_BYTES: Final = (2, 4, 10)
"""The possible sizes of a header without a mask."""

MASK_BYTES: Final = 4
"""The size of a mask (RFC 6455, section 5.3)."""

LARGE_BYTES: Final = 1024
"""From this size on, nothing is kept for messages of the same size."""


@lru_cache(maxsize=1024)
def header(size: int, mask_bit: int = 0) -> bytes:
    """The header of a binary message of `size` bytes, up to its mask. Cached: almost all messages have one of
    a few sizes."""
    if size < EXTENDED_LENGTH_CODE:
        return bytes((BINARY_FRAME_BYTE, mask_bit | size))
    if size < 65536:
        return bytes((BINARY_FRAME_BYTE, mask_bit | EXTENDED_LENGTH_CODE)) + size.to_bytes(2, "big")
    return bytes((BINARY_FRAME_BYTE, mask_bit | EXTENDED_LENGTH_CODE + 1)) + size.to_bytes(8, "big")


@lru_cache(maxsize=1024)
def whole_header(size: int) -> bytes:
    """The header of a message of the server if that has `size` bytes together with it; empty if none has."""
    heads = {begin: header(size - begin) for begin in HEADER_BYTES if size >= begin}
    return next((head for begin, head in heads.items() if len(head) == begin), b"")


def _repetition(size: int) -> tuple[int, int]:
    """What repeats a mask as often as `size` bytes need it, by multiplication, and the bits that are then too
    many."""
    words = -(-size // MASK_BYTES)
    return int.from_bytes(b"\0\0\0\1" * words, "big"), 8 * (MASK_BYTES * words - size)


_kept_repetition = lru_cache(maxsize=1024)(_repetition)


def masked(data: bytes) -> bytes:
    """A client's frame with a binary message. Its bytes are masked at once, as one number behind the mask."""
    size = MASK_BYTES + len(data)
    times, spare = _kept_repetition(size) if size < LARGE_BYTES else _repetition(size)
    mask = int.from_bytes(os.urandom(MASK_BYTES), "big")
    carried = mask * times >> spare ^ int.from_bytes(data, "big")
    return header(len(data), MASK_BIT) + carried.to_bytes(size, "big")


class Wire(ClientConnection):
    """A websocket that passes messages to a callback as they arrive, after `begin`."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.ended: asyncio.Future[None] = self.loop.create_future()
        """Done when the connection is lost; raises an exception that occurred while a message was
        processed."""
        self._take: Callable[[bytes], None] | None = None
        self._more: Callable[[], None] = lambda: None
        self._parts: list[bytes] = []
        """Parts of a fragmented message."""
        self._whole = False
        """Is the parser known to be between two messages?"""

    def begin(self, take: Callable[[bytes], None], more: Callable[[], None]) -> None:
        """From now on, call `take` with every message, and `more` whenever the write buffer has room again.

        Call it before the server has any reason to send.
        """
        self._take, self._more = take, more

    @property
    def room(self) -> bool:
        """Can a message be sent now?"""
        return not self.paused and self.protocol.state is State.OPEN and not self.transport.is_closing()

    def put(self, data: bytes) -> None:
        """Send a message; check `room` first."""
        self.transport.write(masked(data))

    # -- callbacks of the event loop and the library ---------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if (
            self._whole
            and (head := whole_header(len(data)))
            and data.startswith(head)
            and self.protocol.state is State.OPEN
        ):  # one whole message, as almost always
            self._taken(data[len(head) :])
            return
        if self._whole or (self._take is not None and self._between_messages()):
            data = self._whole_ones(data)
        self._whole = not data and self._take is not None
        if data:
            super().data_received(data)

    def process_event(self, event: Any) -> None:
        if self._take is None or not isinstance(event, Frame) or event.opcode not in DATA_OPCODES:
            super().process_event(event)
        elif event.opcode is Opcode.TEXT:
            self._fail(BadFrame("text"))
        else:
            self._parts.append(bytes(event.data))
            if event.fin:
                data, self._parts = b"".join(self._parts), []
                self._taken(data)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._more()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if not self.ended.done():
            self.ended.set_result(None)

    # -- messages -------------------------------------------------------------------------------------

    def _between_messages(self) -> bool:
        """Is the parser between two messages?"""
        return self.protocol.state is State.OPEN and not self._parts and between_frames(self.protocol.parser)

    def _whole_ones(self, data: bytes) -> bytes:
        """Consume whole messages from the front; returns the rest."""
        at, last = 0, len(data) - 2
        while at <= last and data[at] == BINARY_FRAME_BYTE and self.protocol.state is State.OPEN:
            size, begin = data[at + 1], at + 2
            if size == EXTENDED_LENGTH_CODE:
                size, begin = int.from_bytes(data[begin : begin + 2], "big"), begin + 2
            elif size > EXTENDED_LENGTH_CODE:
                break
            end = begin + size
            if end > len(data):
                break
            self._taken(data[begin:end])
            at = end
        return data[at:] if at else data

    def _taken(self, data: bytes) -> None:
        assert self._take is not None
        try:
            self._take(data)
        except Exception as wrong:
            self._fail(wrong)

    def _fail(self, wrong: Exception) -> None:
        """Ignore further messages and report the exception through `ended`; the task that awaits it closes
        the socket."""
        self._take = lambda data: None
        if not self.ended.done():
            self.ended.set_exception(wrong)
