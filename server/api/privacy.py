"""Personal data over HTTP: shown only to the person concerned, and deleted on request.

Both requests scan all tables. So a hub handles one at a time, over a separate connection to the store, so
that moves are not delayed. Each person and each address has a rate limit.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from server.http.responses import Storing, TooMany, admit, confided, person_of
from server.live.leaving import leave
from server.live.registry import TableRegistry
from server.net.client_addresses import ClientAddresses
from server.net.rate_limits import ADDRESS_DISCLOSURES, BOOK, PERSON_DISCLOSURES
from server.settings.config import Settings
from server.store.migration import Mover
from server.store.store import Store

from .erasure import forget_person
from .personal_data import everything_of

PATIENCE_S: Final = 60.0
"""Seconds after which a request is refused as "storing"; data deleted by then stay deleted."""

MAX_WAITING_PEOPLE: Final = 8
"""Requests that may wait at this hub."""


class Privacy:
    """Answers requests for personal data."""

    def __init__(
        self, settings: Settings, store: Store, addresses: ClientAddresses, registry: TableRegistry
    ) -> None:
        self.settings = settings
        self.store = store
        self.addresses = addresses
        self.registry = registry
        self.one = asyncio.Lock()
        self.waiting = 0

    async def answer(self, request: Request) -> Response:
        """All data about the requester (GET); or, after the deletion, the tables that still have data about
        them (DELETE)."""
        admit(request, self.addresses, BOOK)
        if self.waiting >= MAX_WAITING_PEOPLE:
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
                give_up = partial(leave, self.registry, person=person)
                return {"left": await forget_person(mover, person, give_up)}
            return await everything_of(mover, person)
