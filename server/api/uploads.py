"""Uploads over HTTP that a table can begin with: a written position, or a moment of a log.

Both are played in the sandbox (`live/sandbox.py`) and stored under a name for an hour, until a `make` frame
names it as its origin.
"""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from server.games.positions import MAX_POSITION_CHARS
from server.http.responses import HttpRefusal, admit, body, language_of
from server.live.sandbox import Sandbox
from server.net.client_addresses import ClientAddresses
from server.net.rate_limits import BROUGHT
from server.store.store import Store
from server.table import beginnings, tokens
from server.table.log import BadLog

from .replays import MAX_LOG_BYTES

UPLOAD_TTL_S: Final = 3_600
"""Seconds for which an upload is stored."""


class Uploads:
    """Accepts uploads, with a rate limit for each address."""

    def __init__(self, store: Store, sandbox: Sandbox, addresses: ClientAddresses) -> None:
        self.store = store
        self.sandbox = sandbox
        self.addresses = addresses

    async def answer(self, request: Request) -> Response:
        """Accept a log, if `?at=` names one of its versions, or else the text of a position. The response
        contains the name under which it is stored."""
        admit(request, self.addresses, BROUGHT)
        at = request.query_params.get("at", "")
        if at and not (at.isascii() and at.isdecimal() and len(at) < 10):
            raise HttpRefusal(400, "unknown-version")
        data = await body(request, MAX_LOG_BYTES if at else 4 * MAX_POSITION_CHARS)
        try:
            found = await (self.sandbox.moment(data, int(at)) if at else self.sandbox.position(data))
        except BadLog as wrong:
            code = "bad-log" if at else "bad-position"
            raise HttpRefusal(400, code, wrong.said(language_of(request))) from wrong
        return await self._kept(found)

    async def _kept(self, data: bytes) -> Response:
        name, it = tokens.new_table(), beginnings.unpacked(data)
        await self.store.beginnings.keep(name, data, UPLOAD_TTL_S)
        told = {"name": name, "game": it.game, "seats": it.seats, "options": it.options, "asked": it.asked}
        return JSONResponse(told)
