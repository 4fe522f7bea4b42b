"""What is kept of a person, told over HTTP to that person alone, and deleted if they want it.

Both look through all tables there are. So a hub does it for one after the other, over a connection to the
store of its own that no move waits for, and each person and each address may ask for it only so often.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from server.config import Settings
from server.store.moving import Mover
from server.store.store import Store

from .addresses import Addresses
from .answers import Storing, TooMany, admit, confided, person_of
from .budget import ADDRESS_DISCLOSURES, BOOK, PERSON_DISCLOSURES
from .desk import Desk
from .leaving import leave
from .person import everything_of
from .taking_out import forget_person

PATIENCE_S: Final = 60.0
"""Seconds after which whoever asks is to ask again: what is deleted by then stays so."""

WAITING: Final = 8
"""People who may wait for it at this hub."""


class Disclosure:
    """Tells people what is kept of them."""

    def __init__(self, settings: Settings, store: Store, addresses: Addresses, desk: Desk) -> None:
        self.settings = settings
        self.store = store
        self.addresses = addresses
        self.desk = desk
        self.one = asyncio.Lock()
        self.waiting = 0

    async def answer(self, request: Request) -> Response:
        """All that is kept of whoever asks (GET); or the tables that still know them, once all is deleted
        that can be (DELETE)."""
        admit(request, self.addresses, BOOK)
        if self.waiting >= WAITING:
            raise TooMany
        person = person_of(request)
        self.waiting += 1
        try:
            async with asyncio.timeout(PATIENCE_S):
                if not await self._may(request, person):
                    raise TooMany
                async with self.one:
                    told = await self._told(request.method, person)
        except TimeoutError as late:
            raise Storing from late
        finally:
            self.waiting -= 1
        return await confided(request, msgspec.json.encode(told))

    async def _may(self, request: Request, person: str) -> bool:
        address = self.addresses.of(request.scope)
        takers = {f"person:{person}": PERSON_DISCLOSURES, f"address:{address}": ADDRESS_DISCLOSURES}
        return await self.store.limits.allow("disclosures", takers, self.settings.budgets)

    async def _told(self, method: str, person: str) -> dict[str, Any]:
        async with Mover(self.settings.redis, self.settings.copies) as mover:
            if method == "DELETE":
                give_up = partial(leave, self.desk, person=person)
                return {"left": await forget_person(mover, person, give_up)}
            return await everything_of(mover, person)
