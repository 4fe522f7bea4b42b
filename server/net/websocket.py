"""Bytes between hub and websocket, in both directions: a fast path and a guarded one.

A whole message goes straight from the transport to the receiver, the bytes of a frame straight to the
transport, and a ping is answered at once: thousands of quiet clients send little else. The rest, fragments
and invalid frames, goes through the library's parser, frame by frame. The parser is created for the first of
these, so that hardly any websocket has one.

A client gains nothing by sending more. A socket's frames are read one share at a time (`fair_reading.py`).
There are budgets for bytes, for frames that are not a whole message, and for fragments. A socket that exceeds
one is read no more, and its listener is notified.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

from websockets.frames import DATA_OPCODES, Frame, Opcode
from websockets.protocol import SEND_EOF, State
from websockets.server import ServerProtocol

from protocol import codes
from protocol.framing import BINARY_FRAME_BYTE, MASK_BIT
from server.metrics import METRICS

from .fair_reading import FRAMES_PER_SHARE, FairReading
from .frame_format import (
    CLOSE,
    EXTENDED_LENGTH_BYTES,
    HEAD_BYTES,
    PING,
    PONG,
    TEXT,
    apply_mask,
    carried,
    end_of,
    ends,
    goodbye,
    header,
)
from .listener import NOBODY, WebsocketListener
from .rate_limits import BYTES, MAX_FRAGMENTS, ODD_FRAMES, Bucket

log = logging.getLogger("uvicorn.error")
"""The web server's log. Its level is never so low that the library would log the contents of frames."""

LARGE_FRAME_COST = 4
"""How many small messages of a share any other frame counts as."""

LAST_WORDS = 2.0
"""Seconds in which a client that is read no more can receive the last data written."""

CLOSE_TIMEOUT_S = 10.0
"""Seconds in which a client must answer a close frame."""

PING_AFTER_S: Final = 25.0
"""Seconds of silence after which the hub pings a client; our own clients send more often."""

SILENCE_TIMEOUT_S: Final = 45.0
"""Seconds of silence after which the client counts as disconnected."""

SWEEP_INTERVAL_S: Final = 5.0
"""Seconds between two checks for silent clients."""

SILENT_CLOSE_CODE: Final = 1011
"""The close code of RFC 6455 for silent clients."""

TURNS = FairReading()


class Websocket(asyncio.Protocol):
    """A connection after its handshake. `connections`: all connections of the server;."""

    __slots__ = (
        "__weakref__",
        "_connections",
        "_credit",
        "_deaf",
        "_full",
        "_listener",
        "_loop",
        "_max_size",
        "_most",
        "_odd",
        "_parser",
        "_parts",
        "_rate",
        "_rest",
        "_waits",
        "heard",
        "left",
        "scale",
        "transport",
    )

    def __init__(
        self,
        transport: asyncio.Transport,
        connections: set[Any],
        max_size: int,
        listener: WebsocketListener,
        scale: float,
    ) -> None:
        self.transport = transport
        self._connections = connections
        self._max_size = max_size
        self._listener = listener
        self._loop = asyncio.get_running_loop()
        self.heard = self._loop.time()
        """When data was last received (loop time)."""
        self._rest = b""
        """Received bytes not processed yet: an incomplete frame, or data that waits for its turn."""
        self.left = False
        """Has the client closed it, as a page does that is closed?"""
        self._waits = self._deaf = self._full = False
        self._parts: tuple[bytes, ...] = ()
        """The fragments of an incomplete message."""
        self._odd: Bucket | None = None
        self._parser: ServerProtocol | None = None
        self.rescale(scale)

    def rescale(self, scale: float) -> None:
        """Multiply the ordinary budgets by this factor from now on."""
        self.scale, self._rate, self._most = scale, BYTES.rate * scale, BYTES.burst * scale
        self._credit = self._most
        """Bytes that may still come. `_rate` is added each second, up to `_most`."""

    # -- receiving ---------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        now, before = self._loop.time(), self.heard
        self.heard = now
        if self._deaf:
            return
        self._credit += (now - before) * self._rate - len(data)
        if self._credit > self._most:
            self._credit = self._most
        elif self._credit < 0:
            self._flood()
            return
        if self._rest:
            data = self._rest + data
        if self._waits:
            self._rest = data
        else:
            self._hear(data)

    def _hear(self, data: bytes) -> None:
        """Process whole frames from the front, up to one share; the rest is buffered."""
        at, last, left, take = 0, len(data) - HEAD_BYTES, FRAMES_PER_SHARE, self._listener.take
        while at <= last and left > 0:
            size = data[at + 1] - MASK_BIT
            end = at + HEAD_BYTES + size
            if (
                data[at] == BINARY_FRAME_BYTE
                and 0 <= size < EXTENDED_LENGTH_BYTES
                and end <= len(data)
                and not self._parts
            ):
                take(apply_mask(data[at + HEAD_BYTES : end], data[at + 2 : at + HEAD_BYTES]))
                left -= 1
            elif (end := end_of(data, at, self._max_size)) == 0:
                break
            else:
                self._unusual(data[at:end])
                left -= LARGE_FRAME_COST
            if self._deaf:
                return
            at = end
        self._rest = data[at:]
        if left <= 0 and self._rest and not self._waits:
            self._waits = True
            self.transport.pause_reading()
            TURNS.wait(self)

    def go_on(self) -> bool:
        """Process the next share of the buffered data; True if more remains."""
        if self._deaf or self.transport.is_closing():
            self._rest, self._waits = b"", False
            return False
        data, self._rest = self._rest, b""
        self._hear(data)
        if self._deaf:
            self._waits = False
        elif not end_of(self._rest, 0, self._max_size):
            self._waits = False
            if not self.transport.is_closing():
                self.transport.resume_reading()
        return self._waits

    def _unusual(self, frame: bytes) -> None:
        """Process a frame that is not a small message."""
        first, content = frame[0], carried(frame, self._max_size)
        if first not in (BINARY_FRAME_BYTE, TEXT, CLOSE):
            if self._odd is None:
                self._odd = Bucket(ODD_FRAMES, self.heard, self.scale)
            if len(self._parts) >= MAX_FRAGMENTS or not self._odd.take(self.heard, self.scale):
                self._flood()
                return
        if content is None or (self._parts and first in (BINARY_FRAME_BYTE, TEXT)):
            self._parse(frame)
        elif first in (BINARY_FRAME_BYTE, TEXT):
            self._listener.take(content if first == BINARY_FRAME_BYTE else b"")
        elif first == CLOSE and ends(content):
            self.left = True
            self._end(header(len(content), CLOSE) + content)
        elif first == PING:
            self._write(header(len(content), PONG) + content)
        elif first != PONG:
            self._parse(frame)

    def _parse(self, frame: bytes) -> None:
        """Let the library interpret a frame, and end the websocket if it says so."""
        if self._listener is NOBODY:
            return
        if self._parser is None:
            self._parser = ServerProtocol(state=State.OPEN, max_size=self._max_size, logger=log)
        self._parser.receive_data(frame)
        for event in self._parser.events_received():
            if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._listener.take(b"")
            elif isinstance(event, Frame) and event.opcode in DATA_OPCODES:
                self._parts += (bytes(event.data),)
                if event.fin:
                    data, self._parts = b"".join(self._parts), ()
                    self._listener.take(data)
        said = self._parser.data_to_send()
        if SEND_EOF in said:
            self._end(b"".join(said))

    def _flood(self) -> None:
        self.deafen()
        self._listener.flooded()

    def deafen(self) -> None:
        """Read nothing more. Data already written is still sent, then the connection ends."""
        if not self._deaf:
            self._deaf, self._rest = True, b""
            if not self.transport.is_closing():
                self.transport.pause_reading()
            self._loop.call_later(LAST_WORDS, self.transport.abort)

    # -- sending -----------------------------------------------------------------------------------

    def put(self, data: bytes) -> bool:
        """Send a message; False if the client accepts none now or the websocket has ended."""
        return self._write(header(len(data)) + data)

    def _write(self, data: bytes) -> bool:
        """Write whole frames if the client accepts more; True if it did. Skipped pings and pongs are not
        queued: the frames in the transport's buffer serve as signs of life."""
        if self._full or self._listener is NOBODY or self.transport.is_closing():
            return False
        self.transport.write(data)
        return True

    def pause_writing(self) -> None:
        self._full = True

    def resume_writing(self) -> None:
        self._full = False
        self._listener.writable()

    # -- closing -----------------------------------------------------------------------------------

    def end(self, code: int, reason: str = "") -> None:
        """Send a close frame with this code and reason. Later data is dropped."""
        if self._listener is not NOBODY and not self.transport.is_closing():
            self.transport.write(goodbye(code, reason))
            self._over()
            self._loop.call_later(CLOSE_TIMEOUT_S, self.transport.abort)

    def look(self) -> None:
        """Ping a client that has been silent for long, and close one that stays silent. Clients that send
        regularly, as ours do, cost nothing."""
        quiet = self._loop.time() - self.heard
        if quiet > SILENCE_TIMEOUT_S:
            self.end(SILENT_CLOSE_CODE)
        elif quiet > PING_AFTER_S:
            self._write(header(0, PING))

    def shutdown(self) -> None:
        """The server shuts down gracefully: ask the client to reconnect, before anything else."""
        if self._listener is not NOBODY:
            METRICS.closes.labels(str(codes.RESTARTING)).inc()
        self._end(goodbye(codes.RESTARTING))

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.discard(self)
        self._over()

    def _over(self) -> None:
        listener, self._listener = self._listener, NOBODY
        if listener is not NOBODY:
            self._loop.call_soon(listener.ended)

    def _end(self, last: bytes) -> None:
        """Write a last frame, unless one was written already, and close once it is sent, within LAST_WORDS
        seconds."""
        if self._listener is not NOBODY:
            self.transport.write(last)
            self._over()
        self.transport.close()
        self._loop.call_later(LAST_WORDS, self.transport.abort)
