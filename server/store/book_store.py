"""Books: the finished games of each person who wants a book.

Only the person can begin or end their book. A game is written once, however many hubs write it how often; no
game is written where there is no book.
"""

from __future__ import annotations

from .keys import book, pairs
from .pipeline import Pipeline
from .scripts import load

BEGUN = b""
"""The field with the time at which the book was begun; no table has this name."""

KEEP = load("book_add")
BEGIN = load("book_begin")

MAX_BOOK_GAMES = 1000
"""The largest number of games in a book. The newest ones remain."""


class BookStore:
    """Writes and reads books for one hub."""

    def __init__(self, writer: Pipeline, reader: Pipeline) -> None:
        self._writer, self._reader = writer, reader

    async def keep(self, person: str, table: str, at: int, game: bytes, ttl: int) -> bool:
        """Add a game to a person's book, if the book exists and lacks the game. Is there a book?"""
        there = await self._writer.call(KEEP, places(person), table, at, game, ttl, MAX_BOOK_GAMES)
        return bool(there)

    async def begin(self, person: str, now: int, ttl: int) -> None:
        """Begin a book for this person, unless there is one."""
        await self._writer.call(BEGIN, places(person)[:1], now, ttl)

    async def end(self, person: str) -> None:
        """Delete a person's book."""
        await self._writer.send("DEL", *places(person))

    async def read(self, person: str) -> tuple[int, list[bytes]]:
        """When the book was begun (ms; 0 if there is none), and its games in no order. Raises StoreAway."""
        found = dict(pairs(await self._reader.send("HGETALL", book(person, "games"))))
        since = int(found.pop(BEGUN, 0))
        return since, list(found.values())


def places(person: str) -> list[str]:
    """The keys of a person's book."""
    return [book(person, part) for part in ("games", "times")]
