"""The shortest way of bytes onto a websocket that takes them at once.

The web server's `send` goes through its protocol object and a coroutine each time, which costs more
than everything else that a diff needs. Where the server is the one that we know, a frame's bytes are
put together here and handed to the transport. Everything unusual takes the ordinary way: another
server, a full buffer, a socket that is being closed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

Outlet = Callable[[bytes], bool]
"""Send a message, or give False and leave it to the ordinary way."""


def outlet(send: Any) -> Outlet | None:
    """The short way around this ASGI `send`, or None where there is none that we know."""
    protocol = getattr(send, "__self__", None)
    if not isinstance(protocol, WebSocketsSansIOProtocol) or protocol.conn.extensions:
        return None
    writable, transport, connection = protocol.writable, protocol.transport, protocol.conn

    def write(data: bytes) -> bool:
        if connection.state is not State.OPEN or not writable.is_set() or transport.is_closing():
            return False
        transport.write(header(len(data)) + data)
        return True

    return write


def header(size: int) -> bytes:
    """What stands before an unmasked binary message of so many bytes (RFC 6455, section 5.2)."""
    if size < 126:
        return b"\x82" + size.to_bytes(1, "big")
    if size < 65536:
        return b"\x82\x7e" + size.to_bytes(2, "big")
    return b"\x82\x7f" + size.to_bytes(8, "big")
