"""Books: written when a game is over, and read, begun and thrown away over HTTP by their person alone.

Whoever looks after a table whose time has come writes a game that is over into the books of those who played
it, before the table's deadline goes; so a hub that dies between the end and the books leaves that to another.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from server.book import figures, game, rating
from server.config import Settings
from server.store.groups import book_of
from server.store.store import Store
from server.table.table import Table

from .addresses import Addresses
from .answers import TooMany, admit, confided, person_of
from .budget import ADDRESS_BOOKS, BOOK
from .live import now


class Library:
    """The books of all people, as far as each may see them."""

    def __init__(self, settings: Settings, store: Store, addresses: Addresses) -> None:
        self.settings = settings
        self.books = store.books
        self.limits = store.limits
        self.addresses = addresses

    async def keep(self, table: Table) -> None:
        """Write a game that is over into the books of those who played it, and of their group. Doing it again
        does no harm."""
        one = game.played(table)
        if one is None:
            return
        data, ttl = game.encode(one), self.settings.book_ttl_s
        for person in game.people(one):
            await self.books.keep(person, one.table, one.at, data, ttl)
        if group := table.state.made.group:
            await self.books.keep(book_of(group), one.table, one.at, data, ttl)

    async def answer(self, request: Request) -> Response:
        """The book of whoever asks (GET), once it is begun (PUT) or thrown away (DELETE)."""
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
        """Take one of the books that an address may begin. Raises TooMany."""
        takers = {f"address:{self.addresses.of(request.scope)}": ADDRESS_BOOKS}
        if not await self.limits.allow("books", takers, self.settings.budgets):
            raise TooMany


def _told(since: int, kept: Sequence[bytes], person: str, settings: Settings) -> bytes:
    """A book, as its person is shown it."""
    games = sorted((game.decode(data) for data in kept), key=lambda it: (it.at, it.table))
    kinds = sorted({it.game for it in games})
    whole: dict[str, Any] = {
        "since": since,
        "person": person,
        "games": [game.named(it) for it in games],
        **figures.told(games, person),
        "ratings": rating.ratings(games, person),
        "ratings_by_players": rating.by_players(games, person),
        "levels": {kind: rating.scale(kind, settings.minds_of(kind)) for kind in kinds},
    }
    return msgspec.json.encode(whole)
