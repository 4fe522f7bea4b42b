"""Hands that are shown late, over HTTP: for the browser source of a stream. The name of a table is the
permission to watch it, and so to see what it shows."""

from __future__ import annotations

import re
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from server.http.responses import MSGPACK, HttpRefusal, admit, answered
from server.live.late_hands import LateHands, NotShown
from server.net.client_addresses import ClientAddresses
from server.net.rate_limits import REEL

VERSION: Final = re.compile("[0-9]{1,9}")
TABLE: Final = re.compile("[A-Za-z0-9_-]{1,24}")


class LateHandsAnswers:
    """Answers requests, with a rate limit for each address."""

    def __init__(self, late: LateHands, addresses: ClientAddresses) -> None:
        self.late = late
        self.addresses = addresses

    async def of_table(self, request: Request) -> Response:
        """The newest document that may be shown, if it is not version `have`."""
        admit(request, self.addresses, REEL)
        table, have = request.path_params["table"], request.query_params.get("have", "0")
        if not TABLE.fullmatch(table) or not VERSION.fullmatch(have):
            raise HttpRefusal(404, "unknown-table")
        try:
            data = await self.late.document(table, int(have), self.addresses.of(request.scope))
        except NotShown as wrong:
            raise HttpRefusal(404, "unknown-table") from wrong
        if not data:
            return Response(status_code=204)
        return await answered(request, data, MSGPACK)
