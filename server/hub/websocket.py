"""The way of bytes between hub and websocket, both directions: the shortest one, and a guarded one.

A whole message goes straight from the transport to whoever listens, a frame's bytes straight to the
transport, and a websocket's own ping is answered at once: thousands of quiet clients send little else. What
is left goes through the library's parser, frame by frame: fragments, and what no client may send. It is made
when the first of that comes, so that hardly any websocket has one.

Nobody gets more of the hub by sending more. A socket's frames are taken a share at a time (`turns.py`), and
there is a budget of bytes, one of frames that carry no whole message, and a limit of fragments: beyond
these the socket is read no more, and whoever listens is told.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

from websockets.frames import DATA_OPCODES, Frame, Opcode, apply_mask  # type: ignore[attr-defined]
from websockets.protocol import SEND_EOF, State
from websockets.server import ServerProtocol

from protocol import codes
from protocol.framing import BINARY
from server.metrics import METRICS

from .budget import BYTES, FRAGMENTS, ODD_FRAMES, Bucket
from .framing import CLOSE, HEAD, MASKED, PING, PONG, SMALL, TEXT, carried, end_of, ends, goodbye, header
from .listener import NOBODY, Listener
from .turns import SHARE, Turns

log = logging.getLogger("uvicorn.error")
"""Of the web server, whose level is never so low that the library would tell what frames hold."""

DEAR = 4
"""What a frame that is no small message counts of a share."""

LAST_WORDS = 2.0
"""Seconds in which a client that is read no more can take what was written last."""

GOODBYE = 10.0
"""Seconds in which a client must have answered a goodbye."""

QUIET: Final = 25.0
"""Seconds of silence after which a client is asked whether it is still there; ours speak more often."""

GONE: Final = 45.0
"""Seconds of silence after which it is taken for gone."""

LOOK: Final = 5.0
"""Seconds between two looks for those who are silent."""

SILENT: Final = 1011
"""The code of RFC 6455 with which such a one is closed."""

TURNS = Turns()


class Websocket(asyncio.Protocol):
    """A connection whose handshake is done. `connections`: all of the server, of which it is one."""

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
        "scale",
        "transport",
    )

    def __init__(
        self,
        transport: asyncio.Transport,
        connections: set[Any],
        max_size: int,
        listener: Listener,
        scale: float,
    ) -> None:
        self.transport = transport
        self._connections = connections
        self._max_size = max_size
        self._listener = listener
        self._loop = asyncio.get_running_loop()
        self.heard = self._loop.time()
        """When something came last (loop time)."""
        self._rest = b""
        """What came and is not taken yet: part of a frame, or what waits for its turn."""
        self._waits = self._deaf = self._full = False
        self._parts: tuple[bytes, ...] = ()
        """Of a message in fragments, as far as it has come."""
        self._odd: Bucket | None = None
        self._parser: ServerProtocol | None = None
        self.rescale(scale)

    def rescale(self, scale: float) -> None:
        """From now on its budgets are so many times the ordinary ones."""
        self.scale, self._rate, self._most = scale, BYTES.rate * scale, BYTES.burst * scale
        self._credit = self._most
        """Bytes that may come; the others are what is added to them in a second, and how many they may be."""

    # -- what comes --------------------------------------------------------------------------------

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
        """Take whole frames from the front, as many as make a share; the rest is kept."""
        at, last, left, take = 0, len(data) - HEAD, SHARE, self._listener.take
        while at <= last and left > 0:
            size = data[at + 1] - MASKED
            end = at + HEAD + size
            if data[at] == BINARY and 0 <= size < SMALL and end <= len(data) and not self._parts:
                take(apply_mask(data[at + HEAD : end], data[at + 2 : at + HEAD]))
                left -= 1
            elif (end := end_of(data, at, self._max_size)) == 0:
                break
            else:
                self._unusual(data[at:end])
                left -= DEAR
            if self._deaf:
                return
            at = end
        self._rest = data[at:]
        if left <= 0 and self._rest and not self._waits:
            self._waits = True
            self.transport.pause_reading()
            TURNS.wait(self)

    def go_on(self) -> bool:
        """Take the next share of what lies here; whether there is more."""
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
        """A frame that is no small message."""
        first, content = frame[0], carried(frame, self._max_size)
        if first not in (BINARY, TEXT, CLOSE):
            if self._odd is None:
                self._odd = Bucket(ODD_FRAMES, self.heard, self.scale)
            if len(self._parts) >= FRAGMENTS or not self._odd.take(self.heard, self.scale):
                self._flood()
                return
        if content is None or (self._parts and first in (BINARY, TEXT)):
            self._parse(frame)
        elif first in (BINARY, TEXT):
            self._listener.take(content if first == BINARY else b"")
        elif first == CLOSE and ends(content):
            self._end(header(len(content), CLOSE) + content)
        elif first == PING:
            self._write(header(len(content), PONG) + content)
        elif first != PONG:
            self._parse(frame)

    def _parse(self, frame: bytes) -> None:
        """Have the library say what a frame means, and whether the websocket ends with it."""
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
        """Read nothing more; what is written until then still goes out, and then it ends."""
        if not self._deaf:
            self._deaf, self._rest = True, b""
            if not self.transport.is_closing():
                self.transport.pause_reading()
            self._loop.call_later(LAST_WORDS, self.transport.abort)

    # -- what goes ---------------------------------------------------------------------------------

    def put(self, data: bytes) -> bool:
        """Send a message; False where it takes none just now, or none any more."""
        return self._write(header(len(data)) + data)

    def _write(self, data: bytes) -> bool:
        """Write whole frames if the client takes more; whether it did. Signs of life that it doesn't take
        are left out: those that lie there are sign enough."""
        if self._full or self._listener is NOBODY or self.transport.is_closing():
            return False
        self.transport.write(data)
        return True

    def pause_writing(self) -> None:
        self._full = True

    def resume_writing(self) -> None:
        self._full = False
        self._listener.writable()

    # -- the end -----------------------------------------------------------------------------------

    def end(self, code: int, reason: str = "") -> None:
        """Say goodbye with this code, and why. What still comes is dropped."""
        if self._listener is not NOBODY and not self.transport.is_closing():
            self.transport.write(goodbye(code, reason))
            self._over()
            self._loop.call_later(GOODBYE, self.transport.abort)

    def look(self) -> None:
        """Ask for a sign of life where nothing has come for long, and end where nothing ever does. Clients
        that speak by themselves, as ours do, cost nothing."""
        quiet = self._loop.time() - self.heard
        if quiet > GONE:
            self.end(SILENT)
        elif quiet > QUIET:
            self._write(header(0, PING))

    def shutdown(self) -> None:
        """This server goes down in an orderly way: tell the client to come back, before all else."""
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
        """Write these last bytes, if there were none yet, and end when they have gone out, which may take a
        moment."""
        if self._listener is not NOBODY:
            self.transport.write(last)
            self._over()
        self.transport.close()
        self._loop.call_later(LAST_WORDS, self.transport.abort)
