"""How a websocket begins: the web server's protocol shakes hands, and then lets go of the connection.

That protocol would hold a queue, a parser, the request and a task with all layers of the application for as
long as the connection lasts: most of what an idle seat would take of this process. Here they last as long as
the handshake. An application takes the connection over, ends, and hears of it as its `Listener`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Final, cast

from starlette.types import Scope
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .listener import Listener
from .websocket import Websocket

log = logging.getLogger("stammtisch.handshake")

EXTENSION: Final = "stammtisch.take_over"
"""Of a scope: how an application that has accepted a websocket takes it over."""

EARLY: Final = 65_536
"""Bytes that are kept for a websocket that isn't taken over yet."""

TakeOver = Callable[[Listener, float], Websocket]


class Handshake(WebSocketsSansIOProtocol):
    """The web server's protocol, until the websocket is taken over."""

    _taken = False
    _early = b""

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
        elif len(self._early) < EARLY:
            self._early += data
        else:
            self.transport.abort()

    async def run_asgi(self) -> None:
        """Run the application. Its end is that of the connection as well, unless it has taken it over."""
        self.scope["extensions"][EXTENSION] = {"call": self._take_over}
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except Exception:
            log.exception("a websocket's handshake failed")
        finally:
            del self.scope  # it leads back here: a circle, as the parser is one
            self.conn.parser.close()
            if not self._taken:
                self.send_500_response()  # does nothing where the client was answered
                self.transport.close()

    def _take_over(self, listener: Listener, scale: float) -> Websocket:
        it = Websocket(self.transport, self.connections, self.config.ws_max_size, listener, scale)
        self._taken = True
        self.connections.discard(self)
        self.connections.add(it)  # type: ignore[arg-type]
        self.transport.set_protocol(it)
        if self._early:
            self.loop.call_soon(it.data_received, self._early)
        return it


def take_over(scope: Scope) -> TakeOver:
    """What takes over the websocket of this scope once it is accepted: given who listens, and how many times
    the ordinary budgets it has."""
    extension: Any = scope["extensions"][EXTENSION]
    return cast(TakeOver, extension["call"])
