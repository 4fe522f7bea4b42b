"""Finished games as replays over HTTP: by a table's name, or from an uploaded log.

The name of a table is the permission to get its log, and so its reel. Uploaded logs are played by the server,
in a separate process, because browsers don't have the rules. They are not stored.
"""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from server.http.responses import MSGPACK, HttpRefusal, admit, answered, body, language_of
from server.live.history import Archive
from server.live.sandbox import Sandbox
from server.net.client_addresses import ClientAddresses
from server.net.rate_limits import BROUGHT, REEL
from server.table.log import BadLog

MAX_LOG_BYTES: Final = 524_288
"""Most bytes of an uploaded log; usual games have a tenth of that."""


class Replays:
    """Answers requests for reels, with a rate limit for each address."""

    def __init__(self, archive: Archive, sandbox: Sandbox, addresses: ClientAddresses) -> None:
        self.archive = archive
        self.sandbox = sandbox
        self.addresses = addresses

    async def of_table(self, request: Request) -> Response:
        """The reel of a finished game."""
        admit(request, self.addresses, REEL)
        data = await self.archive.reel(request.path_params["table"])
        if data is None:
            raise HttpRefusal(404, "not-over")
        return await answered(request, data, MSGPACK)

    async def of_log(self, request: Request) -> Response:
        """The reel of the log in the request's body."""
        admit(request, self.addresses, BROUGHT)
        data = await body(request, MAX_LOG_BYTES)
        try:
            return await answered(request, await self.sandbox.reel(data), MSGPACK)
        except BadLog as wrong:
            raise HttpRefusal(400, "bad-log", wrong.said(language_of(request))) from wrong
