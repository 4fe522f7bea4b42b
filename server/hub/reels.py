"""Finished games over HTTP, to be looked through: by a table's name, or from a log that somebody brings.

Whoever knows a table's name may have its log, and so its reel. A log that is brought is played by the server,
for no browser knows the rules, in a process beside this one; it is kept nowhere.
"""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from server.store.store import StoreAway
from server.table.log import BadLog

from .addresses import Addresses
from .answers import MSGPACK, answered, body, language_of, refused
from .budget import BROUGHT, REEL
from .past import Archive
from .sandbox import Sandbox, TooMany

LARGEST: Final = 524_288
"""Bytes that a log may have that is brought; those of our games have a tenth of that."""


class Reels:
    """Answers requests for reels, so many of each address."""

    def __init__(self, archive: Archive, sandbox: Sandbox, addresses: Addresses) -> None:
        self.archive = archive
        self.sandbox = sandbox
        self.addresses = addresses

    async def of_table(self, request: Request) -> Response:
        """The reel of a finished game."""
        if not self.may(request):
            return refused(429, "slow-down")
        try:
            data = await self.archive.reel(request.path_params["table"])
        except StoreAway:
            return refused(503, "storing")
        return refused(404, "not-over") if data is None else await answered(request, data, MSGPACK)

    async def of_log(self, request: Request) -> Response:
        """The reel of the log in the request's body."""
        if not self.may(request, BROUGHT):
            return refused(429, "slow-down")
        data = await body(request, LARGEST)
        if data is None:
            return refused(413, "too-large")
        try:
            return await answered(request, await self.sandbox.reel(data), MSGPACK)
        except TooMany:
            return refused(429, "slow-down")
        except BadLog as wrong:
            return refused(400, "bad-log", wrong.said(language_of(request)))

    def may(self, request: Request, what: str = REEL) -> bool:
        """May somebody behind this address have one more?"""
        return self.addresses.allows(request.scope, what)
