"""Limits on the HTTP requests of one address: a rate, and a number of requests at a time.

An address that is refused too often loses its connection with each further refusal. It can reconnect as fast
as `net/connection_limits.py` allows; a refusal there costs next to nothing.
"""

from __future__ import annotations

import asyncio
import time
from weakref import WeakValueDictionary

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.net.client_addresses import ClientAddresses
from server.net.rate_limits import MAX_ADDRESS_REQUESTS, REFUSED, REQUEST

from .error_pages import text_response


class RequestLimits:
    """Passes on HTTP requests within the limits of their address; websockets and everything else pass at
    once."""

    def __init__(self, app: ASGIApp, addresses: ClientAddresses) -> None:
        self.app = app
        self.addresses = addresses
        self._gates: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        """By address, while one of its requests is being served or waits."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        address = self.addresses.of(scope)
        send = self._counting(address, send)
        if not self.addresses.allows(scope, REQUEST):
            await text_response(scope, "too-many", 429, {"retry-after": "10"})(scope, receive, send)
            return
        gate = self._gates.get(address)
        if gate is None:
            gate = self._gates[address] = asyncio.Semaphore(MAX_ADDRESS_REQUESTS)
        async with RequestSlot(gate) as place:
            await self.app(scope, place.receiving(receive), place.sending(send))

    def _counting(self, address: str, send: Send) -> Send:
        """A `send` that counts responses with status 429, and makes them close the connection if there are
        too many."""

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 429:
                now, scale = time.monotonic(), max(1.0, self.addresses.scale)
                if not self.addresses.shared(address, now).allows(REFUSED, scale, now):
                    message["headers"] = [*message["headers"], (b"connection", b"close")]
            await send(message)

        return sent


class RequestSlot:
    """One of the requests of an address that are served at the same time. A streamed response holds its slot
    only until its first chunk, so that others need not wait for it. The upload of a slow client holds no slot
    either; it has limits of its own (`net/rate_limits.py`)."""

    def __init__(self, gate: asyncio.Semaphore) -> None:
        self._gate = gate
        self._held = False

    async def __aenter__(self) -> RequestSlot:
        await self._gate.acquire()
        self._held = True
        return self

    async def __aexit__(self, *wrong: object) -> None:
        self._leave()

    def _leave(self) -> None:
        if self._held:
            self._held = False
            self._gate.release()

    def receiving(self, receive: Receive) -> Receive:
        """A `receive` that releases the slot as soon as the application asks for the body."""

        async def received() -> Message:
            self._leave()
            return await receive()

        return received

    def sending(self, send: Send) -> Send:
        """A `send` that releases the slot with the first chunk of a streamed response."""

        async def sent(message: Message) -> None:
            if message.get("more_body"):
                self._leave()
            await send(message)

        return sent
