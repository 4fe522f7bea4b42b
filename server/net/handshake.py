"""The start of a websocket: the web server's protocol does the handshake and then gives up the connection.

That protocol would hold a queue, a parser, the request, and a task with all layers of the application as long
as the connection lasts: most of the memory of an idle seat. Here they last as long as the handshake. The
application takes the connection over, ends, and receives its events as the `WebsocketListener`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final, cast

from starlette.types import Scope
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .client_addresses import peer
from .listener import WebsocketListener
from .websocket import Websocket

log = logging.getLogger("stammtisch.handshake")

EXTENSION: Final = "stammtisch.take_over"
"""The scope's extension with which an application takes over an accepted websocket."""

MAX_EARLY_BYTES: Final = 65_536
"""Bytes that are buffered for a websocket until it is taken over."""

TakeOver = Callable[[WebsocketListener, float], Websocket]


class Handshake(WebSocketsSansIOProtocol):
    """The web server's protocol, until the websocket is taken over."""

    _taken = False
    _early = b""

    def __init__(self, tunnel_port: int, **given: Any) -> None:
        """`tunnel_port`: the port of this machine at which connections of a tunnel arrive; 0: none do."""
        super().__init__(**given)
        self._tunnel_port = tunnel_port

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.client = peer(self.client, self.server, self._tunnel_port)

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
        elif len(self._early) < MAX_EARLY_BYTES:
            self._early += data
        else:
            self.transport.abort()

    async def run_asgi(self) -> None:
        """Run the application. When it ends, the connection is closed, unless the application has taken it
        over."""
        self.scope["extensions"][EXTENSION] = {"call": self._take_over}
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except Exception:
            log.exception("a websocket's handshake failed")
        finally:
            del self.scope  # breaks a reference cycle, as the next line does
            self.conn.parser.close()
            if not self._taken:
                self.send_500_response()  # does nothing if the client has its response already
                self.transport.close()

    def _take_over(self, listener: WebsocketListener, scale: float) -> Websocket:
        it = Websocket(self.transport, self.connections, self.config.ws_max_size, listener, scale)
        self._taken = True
        self.connections.discard(self)
        self.connections.add(it)  # type: ignore[arg-type]
        self.transport.set_protocol(it)
        if self._early:
            self.loop.call_soon(it.data_received, self._early)
        return it


def take_over(scope: Scope) -> TakeOver:
    """The function that takes over the websocket of this scope after it is accepted. Its arguments are the
    listener and the factor for the ordinary budgets."""
    extension: Any = scope["extensions"][EXTENSION]
    return cast(TakeOver, extension["call"])
