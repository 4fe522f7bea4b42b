"""The way of bytes between hub and websocket, both directions: the shortest one, and a guarded one.

The web server hands every message through a queue, a task and the layers of the application, pauses
reading for each, and sends through its protocol object and a coroutine: together that costs more than
everything else that a move needs. Here a whole small message goes straight from the transport to
whoever has asked for it, a frame's bytes straight to the transport, and a websocket's own ping is
answered at once: thousands of quiet clients send little else. Everything unusual takes the ordinary way,
frame by frame: fragments, large messages, other control frames, a full buffer, a socket that is being closed.

Nobody gets more of the hub by sending more. A socket's frames are taken a share at a time (`turns.py`), and
there is a budget of bytes, one of frames that carry no whole message, and a limit of fragments: beyond
these the socket is read no more, and whoever asked for messages is told.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.protocol import State

from protocol import codes
from protocol.framing import BINARY
from server.metrics import METRICS

from .budget import BYTES, FRAGMENTS, ODD_FRAMES, Bucket
from .turns import SHARE, Turns

Take = Callable[[bytes], None]
"""Told of every message; b"" for one that is text. Must not raise."""

SMALL = 126
"""From so many bytes on a message's length takes more than one."""

PING, PONG, TEXT, CLOSE = 0x89, 0x8A, 0x81, 0x88
"""First bytes of frames: asking for a sign of life, giving one, a text, the end."""

MASKED, HEAD = 0x80, 6
"""Mark of a client's frame in the second byte; bytes before the payload of a small one."""

DEAR = 4
"""What a frame that goes the ordinary way counts of a share."""

EARLY = 65_536
"""Bytes that are kept for a websocket nobody has asked for messages yet."""

LAST_WORDS = 2.0
"""Seconds in which a client that is read no more can take its goodbye."""

TURNS = Turns()


class Websocket(WebSocketsSansIOProtocol):
    """The web server's protocol, with a short way in and out once `listen` was called."""

    heard = 0.0
    """When something came last (loop time)."""
    scale = 1.0
    """Multiplies its budgets."""
    take: Take | None = None
    _flooded: Callable[[], None] = staticmethod(lambda: None)
    _rest = b""
    """What came and is not taken yet: part of a frame, or what waits for its turn."""
    _waits = _deaf = False
    _rate, _most = BYTES.rate, BYTES.burst
    _credit = BYTES.burst
    """Bytes that may come, what is added to them in a second, and how many they may become."""
    _odd: Bucket | None = None

    def listen(self, take: Take, flooded: Callable[[], None], scale: float) -> None:
        """Have messages handed over as they come. `flooded` is called when it is read no more, since more
        came than may."""
        self.take, self._flooded = take, flooded
        self.rescale(scale)
        if self._rest:
            self.loop.call_soon(self._early)

    def rescale(self, scale: float) -> None:
        """From now on its budgets are so many times the ordinary ones."""
        self.scale, self._rate, self._most = scale, BYTES.rate * scale, BYTES.burst * scale
        self._credit = self._most

    def _early(self) -> None:
        """What came before anybody listened."""
        if not self._waits and not self._deaf:
            data, self._rest = self._rest, b""
            self._hear(data)

    # -- what comes --------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        now, before = self.loop.time(), self.heard
        self.heard = now
        if not self.handshake_initiated:
            super().data_received(data)
        elif not self._deaf:
            self._credit += (now - before) * self._rate - len(data)
            if self._credit > self._most:
                self._credit = self._most
            elif self._credit < 0:
                self._flood()
                return
            if self._rest:
                data = self._rest + data
            if self._waits or self.take is None:
                self._rest = data
                if len(data) > EARLY:
                    self.deafen()
            else:
                self._hear(data)

    def _hear(self, data: bytes) -> None:
        """Take whole frames from the front, as many as make a share; the rest is kept."""
        at, last, left, take = 0, len(data) - HEAD, SHARE, self.take
        while at <= last and left > 0:
            size = data[at + 1] - MASKED
            end = at + HEAD + size
            if data[at] == BINARY and 0 <= size < SMALL and end <= len(data) and not self.frames:
                if not self.close_sent and take is not None:
                    take(apply_mask(data[at + HEAD : end], data[at + 2 : at + HEAD]))
                left -= 1
            elif (end := self._whole(data, at)) == 0:
                break
            else:
                self._ordinary(data[at:end], data[at])
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
        elif not self._whole(self._rest, 0):
            self._waits = False
            if not self.transport.is_closing():
                self.transport.resume_reading()
        return self._waits

    def _whole(self, data: bytes, at: int) -> int:
        """Where the frame ends that begins here, 0 if it isn't all here. Whatever a client must not send
        ends with the data: the ordinary way will say so."""
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
            if size > self.config.ws_max_size:
                return len(data)
        return begin + size if begin + size <= len(data) else 0

    def _ordinary(self, frame: bytes, first: int) -> None:
        """A frame that is no small message."""
        if first not in (BINARY, TEXT, CLOSE):
            now = self.heard
            if self._odd is None:
                self._odd = Bucket(ODD_FRAMES, now, self.scale)
            if len(self.frames) >= FRAGMENTS or not self._odd.take(now, self.scale):
                self._flood()
                return
        size = frame[1] - MASKED
        if first == PING and 0 <= size < SMALL and self.conn.state is State.OPEN:
            content = apply_mask(frame[HEAD:], frame[2:HEAD])
            self._write(header(size, PONG) + content)
        else:
            super().data_received(frame)

    def send_receive_event_to_app(self) -> None:
        data = b"".join(self.frames) if self.curr_msg_data_type == "bytes" else b""
        self.frames = []
        if not self.close_sent and self.take is not None:
            self.take(data)

    def _flood(self) -> None:
        self.deafen()
        self._flooded()

    def deafen(self) -> None:
        """Read nothing more; what is written until then still goes out, and then it ends."""
        if not self._deaf:
            self._deaf, self._rest = True, b""
            if not self.transport.is_closing():
                self.transport.pause_reading()
            self.loop.call_later(LAST_WORDS, self.transport.abort)

    # -- signs of life -----------------------------------------------------------------------------

    def send_keepalive_ping(self) -> None:
        """Ask for a sign of life, unless there has been one since the last time: clients that ask
        themselves, as ours do, cost nothing."""
        quiet = self.loop.time() - self.heard
        if self.ping_interval is not None and quiet < self.ping_interval:
            self.ping_timer = self.loop.call_later(self.ping_interval - quiet, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def shutdown(self) -> None:
        """This server goes down in an orderly way: tell the client to come back, before all else."""
        if self.handshake_complete and not self.close_sent and self.conn.state is State.OPEN:
            self.queue.put_nowait({"type": "websocket.disconnect", "code": codes.RESTARTING})
            self.conn.send_close(codes.RESTARTING)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            METRICS.closes.labels(str(codes.RESTARTING)).inc()
        super().shutdown()

    # -- what goes ---------------------------------------------------------------------------------

    def put(self, data: bytes) -> bool:
        """Send a message; False where that is left to the ordinary way."""
        return self._write(header(len(data)) + data)

    def _write(self, data: bytes) -> bool:
        """Write whole frames if the client takes more; whether it did. Signs of life that it doesn't take
        are left out: those that lie there are sign enough."""
        if self.conn.state is not State.OPEN or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(data)
        return True


def websocket(send: Any) -> Websocket | None:
    """The websocket behind this ASGI `send`, or None where it isn't ours or its messages are compressed."""
    protocol = getattr(send, "__self__", None)
    return protocol if isinstance(protocol, Websocket) and not protocol.conn.extensions else None


def header(size: int, first: int = BINARY) -> bytes:
    """What stands before an unmasked frame of so many bytes (RFC 6455, section 5.2)."""
    if size < SMALL:
        return bytes((first, size))
    if size < 65536:
        return bytes((first, 126)) + size.to_bytes(2, "big")
    return bytes((first, 127)) + size.to_bytes(8, "big")
