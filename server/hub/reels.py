"""Finished games over HTTP, to be looked through: by a table's name, or from a log that somebody brings.

Whoever knows a table's name may have its log, and so its reel. A log that is brought is played by the server,
for no browser knows the rules, in a process beside this one; it is kept nowhere.
"""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from server.table.log import BadLog

from .addresses import Addresses
from .answers import MSGPACK, Refused, admit, answered, body, language_of
from .budget import BROUGHT, REEL
from .past import Archive
from .sandbox import Sandbox

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
        admit(request, self.addresses, REEL)
        data = await self.archive.reel(request.path_params["table"])
        if data is None:
            raise Refused(404, "not-over")
        return await answered(request, data, MSGPACK)

    async def of_log(self, request: Request) -> Response:
        """The reel of the log in the request's body."""
        admit(request, self.addresses, BROUGHT)
        data = await body(request, LARGEST)
        try:
            return await answered(request, await self.sandbox.reel(data), MSGPACK)
        except BadLog as wrong:
            raise Refused(400, "bad-log", wrong.said(language_of(request))) from wrong
