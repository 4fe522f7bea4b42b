"""The shortest way of bytes between hub and websocket, both directions.

The web server hands every message through a queue, a task and the layers of the application, pauses
reading for each, and sends through its protocol object and a coroutine: together that costs more than
everything else that a move needs. Here a whole small message goes straight from the transport to
whoever has asked for it, a frame's bytes straight to the transport, and a websocket's own ping is
answered at once: thousands of quiet clients send little else. Everything unusual takes the ordinary way:
fragments, large messages, other control frames, a full buffer, a socket that is being closed, another web
server.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.protocol import State

from protocol.framing import BINARY, between_frames

Take = Callable[[bytes], None]
"""Told of every message; b"" for one that is text. Must not raise."""

SMALL = 126
"""From so many bytes on a message's length takes more than one."""

PING, PONG = 0x89, 0x8A
"""First bytes of the frames with which a side asks for a sign of life, and gives one."""

MASKED, HEAD = 0x80, 6
"""Mark of a client's frame in the second byte; bytes before the payload of a small one."""


class Websocket(WebSocketsSansIOProtocol):
    """The web server's protocol, with a short way in and out once `take` is set."""

    take: Take | None = None
    heard = 0.0
    """When something came last (loop time)."""

    def data_received(self, data: bytes) -> None:
        self.heard = self.loop.time()
        if self.take is not None and self._whole():
            data = self._small(data, self.take)
        if data:
            super().data_received(data)

    def _whole(self) -> bool:
        """Does what comes next begin a message?"""
        return self.conn.state is State.OPEN and not self.frames and between_frames(self.conn.parser)

    def _small(self, data: bytes, take: Take) -> bytes:
        """Take small whole messages and pings from the front; what is left."""
        at, last = 0, len(data) - HEAD
        while at <= last and (data[at] == BINARY or data[at] == PING):
            size = data[at + 1] - MASKED
            begin, end = at + HEAD, at + HEAD + size
            if not 0 <= size < SMALL or end > len(data):
                break
            if not self.close_sent:
                content = apply_mask(data[begin:end], data[at + 2 : begin])
                if data[at] == BINARY:
                    take(content)
                else:
                    self._write(header(size, PONG) + content)
            at = end
        return data[at:]

    def send_receive_event_to_app(self) -> None:
        if self.take is None:
            super().send_receive_event_to_app()
            return
        data = b"".join(self.frames) if self.curr_msg_data_type == "bytes" else b""
        self.frames = []
        if not self.close_sent:
            self.take(data)

    def send_keepalive_ping(self) -> None:
        """Ask for a sign of life, unless there has been one since the last time: clients that ask
        themselves, as ours do, cost nothing."""
        quiet = self.loop.time() - self.heard
        if self.ping_interval is not None and quiet < self.ping_interval:
            self.ping_timer = self.loop.call_later(self.ping_interval - quiet, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def handle_ping(self) -> None:
        """Answer a ping that came by the ordinary way, unless the client takes no more: who asks and asks
        and never reads would have the answers kept. Those that lie there are sign enough."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def put(self, data: bytes) -> bool:
        """Send a message; False where that is left to the ordinary way."""
        return self._write(header(len(data)) + data)

    def _write(self, data: bytes) -> bool:
        """Write whole frames if the client takes more; whether it did."""
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
