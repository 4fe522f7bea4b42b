"""The shortest way of bytes between a client and its websocket, both directions.

The library hands every message through a parser, a queue and a task that waits for it, and every message
that is sent through a coroutine: together that costs more than a whole move needs otherwise. Here a whole
message goes straight from the transport to whoever takes it, and is sent at once. Everything unusual takes
the library's own way: fragments, large messages, control frames, what comes in pieces, closing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from websockets.asyncio.client import ClientConnection
from websockets.frames import DATA_OPCODES, Frame, Opcode
from websockets.protocol import State

from protocol.codec import BadFrame
from protocol.framing import BINARY, between_frames

LONG: Final = 126
"""In the second byte: the size stands in the next two. What is greater has a still longer size, or a mask."""


class Wire(ClientConnection):
    """A websocket that hands on messages as they come, once `begin` was called."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.ended: asyncio.Future[None] = self.loop.create_future()
        """Done when the connection is lost; whatever goes wrong with a message is raised by it."""
        self._take: Callable[[bytes], None] | None = None
        self._more: Callable[[], None] = lambda: None
        self._parts: list[bytes] = []
        """Of a message that came in fragments."""

    def begin(self, take: Callable[[bytes], None], more: Callable[[], None]) -> None:
        """From now on `take` is told of every message, and `more` whenever there is room to send again.

        To be called before the server has any reason to speak.
        """
        self._take, self._more = take, more

    @property
    def room(self) -> bool:
        """May something be sent now?"""
        return self.protocol.state is State.OPEN and not self.paused and not self.transport.is_closing()

    def put(self, data: bytes) -> None:
        """Send a message, where there is room."""
        self.protocol.send_binary(data)
        self.send_data()

    # -- what the event loop and the library tell -----------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self._take is not None and self._between_messages():
            data = self._whole_ones(data)
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
        """Does what comes next begin a message?"""
        return self.protocol.state is State.OPEN and not self._parts and between_frames(self.protocol.parser)

    def _whole_ones(self, data: bytes) -> bytes:
        """Take whole messages from the front; what is left."""
        at, last = 0, len(data) - 2
        while at <= last and data[at] == BINARY and self.protocol.state is State.OPEN:
            size, begin = data[at + 1], at + 2
            if size == LONG:
                size, begin = int.from_bytes(data[begin : begin + 2], "big"), begin + 2
            elif size > LONG:
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
        """Take nothing more; whoever waits for the end closes the socket."""
        self._take = lambda data: None
        if not self.ended.done():
            self.ended.set_exception(wrong)
