"""Games that were played without a server, over HTTP: their person brings the logs for the own book.

A log is played by the server, like every log that somebody brings, and only its result is stored. Whoever
plays alone knows the secret of the game, so the book shows it as such, and counts it in no figure.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from server.book import game
from server.clock import now
from server.http.responses import HttpRefusal, admit, body, language_of, person_of
from server.live.sandbox import Sandbox
from server.moderation.speech import Speech
from server.net.client_addresses import ClientAddresses
from server.net.rate_limits import ADDRESS_BROUGHT, BROUGHT, PERSON_BROUGHT
from server.settings.config import Settings
from server.store.store import Store
from server.table.log import BadLog

from .replays import MAX_LOG_BYTES

UNNAMED: Final = "–"
"""In the place of a name of which nothing can be shown."""


class BroughtGames:
    """Adds games to the books of those who bring them."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        sandbox: Sandbox,
        addresses: ClientAddresses,
        speech: Speech,
    ) -> None:
        self.settings = settings
        self.books = store.books
        self.limits = store.limits
        self.sandbox = sandbox
        self.addresses = addresses
        self.speech = speech

    async def answer(self, request: Request) -> Response:
        """Add the game of the log in the request's body to the requester's book, once. Raises HttpRefusal."""
        admit(request, self.addresses, BROUGHT)
        person = person_of(request)
        data = await body(request, MAX_LOG_BYTES)
        takers = {
            f"person:{person}": PERSON_BROUGHT,
            f"address:{self.addresses.of(request.scope)}": ADDRESS_BROUGHT,
        }
        if not await self.limits.allow("brought", takers, self.settings.budgets):
            raise HttpRefusal(429, "enough-today")
        try:
            played = game.decode(await self.sandbox.outcome(data))
        except BadLog as wrong:
            raise HttpRefusal(400, "bad-log", wrong.said(language_of(request))) from wrong
        if game.seat_of(played, person) is None:
            raise HttpRefusal(403, "not-your-game")
        return await self._kept(person, played, self.addresses.of(request.scope))

    async def _kept(self, person: str, played: game.Played, address: str) -> Response:
        players = [
            replace(it, name=self.speech.name(it.name, it.person, address if it.person else "") or UNNAMED)
            for it in played.players
        ]
        ended = min(max(played.at, 0), now())  # clocks of browsers may be wrong
        one = replace(played, at=ended, players=players)
        ttl = self.settings.book_ttl_s
        if not await self.books.keep(person, one.table, one.at, game.encode(one), ttl):
            raise HttpRefusal(409, "no-book")
        return JSONResponse({"table": one.table})
