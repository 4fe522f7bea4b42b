"""What tables are to begin with, over HTTP: a position that somebody writes, a moment of a log that they
bring.

Both are played beside this process (`sandbox.py`), and kept under a name for an hour: there they wait for the
`make` that has this name as its origin.
"""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from server.games.positions import LONGEST
from server.store.store import Store
from server.table import beginnings, tokens
from server.table.log import BadLog

from .addresses import Addresses
from .answers import Refused, admit, body, language_of
from .budget import BROUGHT
from .reels import LARGEST
from .sandbox import Sandbox

KEPT: Final = 3_600
"""Seconds for which a beginning waits for its table."""


class Beginnings:
    """Takes what people bring, so much from each address."""

    def __init__(self, store: Store, sandbox: Sandbox, addresses: Addresses) -> None:
        self.store = store
        self.sandbox = sandbox
        self.addresses = addresses

    async def answer(self, request: Request) -> Response:
        """A log, where `?at=` names a version of it, else the text of a position: the name that it is kept
        under."""
        admit(request, self.addresses, BROUGHT)
        at = request.query_params.get("at", "")
        if at and not (at.isascii() and at.isdecimal() and len(at) < 10):
            raise Refused(400, "unknown-version")
        data = await body(request, LARGEST if at else 4 * LONGEST)
        try:
            found = await (self.sandbox.moment(data, int(at)) if at else self.sandbox.position(data))
        except BadLog as wrong:
            code = "bad-log" if at else "bad-position"
            raise Refused(400, code, wrong.said(language_of(request))) from wrong
        return await self._kept(found)

    async def _kept(self, data: bytes) -> Response:
        name, it = tokens.new_table(), beginnings.unpacked(data)
        await self.store.beginnings.keep(name, data, KEPT)
        told = {"name": name, "game": it.game, "seats": it.seats, "options": it.options, "asked": it.asked}
        return JSONResponse(told)
