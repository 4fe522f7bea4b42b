"""How many pages and files one address is sent: so many in a time, and a few at once."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .addresses import Addresses
from .astray import told
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
            await told(scope, "too-many", 429, {"retry-after": "10"})(scope, receive, send)
            return
        gate = self._gates.get(address)
        if gate is None:
            gate = self._gates[address] = asyncio.Semaphore(REQUESTS)
        async with Place(gate) as place:
            await self.app(scope, place.receiving(receive), place.sending(send))


class Place:
    """One of the answers that an address has under way at a time. An answer that comes bit by bit, as its
    contents come about, has its place no longer than to its first bit: others need not wait for it. Nor need
    they for what somebody brings, however slowly: that has bounds of its own (`budget.py`)."""

    def __init__(self, gate: asyncio.Semaphore) -> None:
        self._gate = gate
        self._held = False

    async def __aenter__(self) -> Place:
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
        """What brings the rest of the request, to who asks for it."""

        async def received() -> Message:
            self._leave()
            return await receive()

        return received

    def sending(self, send: Send) -> Send:
        """What sends the answer."""

        async def sent(message: Message) -> None:
            if message.get("more_body"):
                self._leave()
            await send(message)

        return sent
