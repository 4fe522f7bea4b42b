"""Books: written when a game is over; read, begun and deleted over HTTP, each only by its owner.

The hub that handles the deadline of a finished table writes the game into the players' books before it
removes the deadline. So if a hub dies between the end of the game and the writing, another hub writes the
books.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from server.book import figures, game, rating
from server.clock import now
from server.http.responses import TooMany, admit, confided, person_of
from server.net.client_addresses import ClientAddresses
from server.net.rate_limits import ADDRESS_BOOKS, BOOK
from server.settings.config import Settings
from server.store.group_store import book_of
from server.store.store import Store
from server.table.table import Table


class Books:
    """The books of all people, each accessible to its owner."""

    def __init__(self, settings: Settings, store: Store, addresses: ClientAddresses) -> None:
        self.settings = settings
        self.books = store.books
        self.limits = store.limits
        self.addresses = addresses

    async def keep(self, table: Table) -> None:
        """Write a finished game into the books of its players, and of their group. Idempotent."""
        one = game.played(table)
        if one is None:
            return
        data, ttl = game.encode(one), self.settings.book_ttl_s
        for person in game.people(one):
            await self.books.keep(person, one.table, one.at, data, ttl)
        if group := table.state.made.group:
            await self.books.keep(book_of(group), one.table, one.at, data, ttl)

    async def answer(self, request: Request) -> Response:
        """The requester's book (GET), after it is begun (PUT) or deleted (DELETE)."""
        admit(request, self.addresses, BOOK)
        person = person_of(request)
        if request.method == "PUT":
            await self._admit_beginning(request)
            await self.books.begin(person, now(), self.settings.book_ttl_s)
        elif request.method == "DELETE":
            await self.books.end(person)
        since, kept = await self.books.read(person)
        told = await asyncio.to_thread(_told, since, kept, person, self.settings)
        return await confided(request, told)

    async def _admit_beginning(self, request: Request) -> None:
        """Take one from the address's rate limit for new books. Raises TooMany."""
        takers = {f"address:{self.addresses.of(request.scope)}": ADDRESS_BOOKS}
        if not await self.limits.allow("books", takers, self.settings.budgets):
            raise TooMany


def _told(since: int, kept: Sequence[bytes], person: str, settings: Settings) -> bytes:
    """A book in JSON, as its owner sees it. Games that were brought count in nothing."""
    listed = sorted((game.decode(data) for data in kept), key=lambda it: (it.at, it.table))
    games = [it for it in listed if not it.alone]
    kinds = sorted({it.game for it in games})
    whole: dict[str, Any] = {
        "since": since,
        "person": person,
        "games": [game.named(it) for it in listed],
        **figures.told(games, person),
        "ratings": rating.ratings(games, person),
        "ratings_by_players": rating.by_players(games, person),
        "levels": {kind: rating.scale(kind, settings.minds_of(kind)) for kind in kinds},
    }
    return msgspec.json.encode(whole)
