"""Boards of games that fail in a browser. The page then shows the plain table, and tells the hub, so that the
operator reads of it in the log.

A request has the kind of the error and its place in the code, and nothing else: a message could name what
only the person sees. Each place is logged once, and only a limited number of them.
"""

from __future__ import annotations

import logging
from typing import Annotated, Final

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from server.games import GAMES
from server.http.responses import HttpRefusal, admit, body
from server.net.client_addresses import ClientAddresses
from server.net.rate_limits import FAILURE

log = logging.getLogger("stammtisch.board_failures")

MAX_REQUEST_BYTES: Final = 512

MAX_PLACES: Final = 100
"""The number of places that one hub logs."""


class BoardFailure(msgspec.Struct, frozen=True):
    """The body of a request. `error`: the name of the error's class; `file`: a file of the game's board."""

    game: Annotated[str, Meta(max_length=32)]
    error: Annotated[str, Meta(pattern=r"^[A-Z][A-Za-z]{0,39}\Z")]
    file: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_.-]{0,79}\.m?js\Z")]
    line: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


class BoardFailures:
    """Logs what browsers tell of failing boards."""

    def __init__(self, addresses: ClientAddresses) -> None:
        self.addresses = addresses
        self._logged: set[BoardFailure] = set()

    async def answer(self, request: Request) -> Response:
        """A failure that a page tells (POST)."""
        admit(request, self.addresses, FAILURE)
        try:
            failure = msgspec.json.decode(await body(request, MAX_REQUEST_BYTES), type=BoardFailure)
        except (msgspec.MsgspecError, UnicodeDecodeError) as wrong:
            raise HttpRefusal(400, "out-of-range", str(wrong)) from wrong
        if failure.game not in GAMES:
            raise HttpRefusal(404, "unknown-game")
        if failure not in self._logged and len(self._logged) < MAX_PLACES:
            self._logged.add(failure)
            place = f"games/{failure.game}/{failure.file}:{failure.line}"
            log.warning(
                "a board failed in a browser, which shows a plain table: %s, %s", failure.error, place
            )
        return Response(status_code=204)
