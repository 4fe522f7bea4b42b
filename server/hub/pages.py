"""How many pages and files one address is sent: so many in a time, and a few at once."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from .addresses import Addresses
from .budget import REQUEST, REQUESTS


class Pages:
    """Passes on what comes over HTTP as far as its address may; websockets and all else pass at once."""

    def __init__(self, app: ASGIApp, addresses: Addresses) -> None:
        self.app = app
        self.addresses = addresses
        self._gates: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        """By address, as long as somebody of it is being served or waits for that."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        address = self.addresses.of(scope)
        if not self.addresses.allows(scope, REQUEST):
            too_many = Response("Too many requests.", status_code=429, headers={"retry-after": "10"})
            await too_many(scope, receive, send)
            return
        gate = self._gates.get(address)
        if gate is None:
            gate = self._gates[address] = asyncio.Semaphore(REQUESTS)
        async with gate:
            await self.app(scope, receive, send)
