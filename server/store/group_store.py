"""Groups of friends: members, name, date of the next meeting, recent tables.

The hash of its link identifies a group (`table/tokens.py`). Its games are in a book of the group, stored like
a person's (`book_store.py`). Group and book expire some time after the last join or the last new table.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from .book_store import places
from .keys import group, pairs
from .pipeline import Pipeline
from .scripts import load

FOUND = load("group_create")
JOIN = load("group_join")
CHANGE = load("group_change")
MEET = load("group_add_table")
LEAVE = load("group_leave")

MAX_MEMBERS: Final = 64
MAX_GROUP_TABLES: Final = 12
"""The number of tables that a group remembers; the newest ones remain."""


class StoredGroup(NamedTuple):
    name: str
    evening: int
    """The time of the next meeting in ms; 0 if none is set."""
    usual: bytes
    """The options of its last table; b"" before the first."""
    members: dict[str, bytes]
    """Each person's name at the time of joining."""
    tables: dict[str, int]
    """When each table was made (ms)."""
    games: list[bytes]
    """In no order."""
    stream: str = ""
    """The hash of the key of the group's stream (`tokens.read_stream`); "" before a member asked for it."""


class GroupStore:
    """Writes and reads groups for one hub."""

    def __init__(self, writer: Pipeline, reader: Pipeline) -> None:
        self._writer, self._reader = writer, reader

    async def found(self, name: str, title: str, person: str, called: str, now: int, ttl: int) -> None:
        """Create a group with this person as its first member."""
        await self._writer.call(FOUND, _all(name)[:2], title, person, called, now, ttl)

    async def join(self, name: str, person: str, called: str, ttl: int) -> int:
        """Add a member, or update a member's name. Returns 1 if done, 0 if the group is full, -1 if it
        doesn't exist."""
        done: int = await self._writer.call(JOIN, _all(name), person, called, MAX_MEMBERS, ttl)
        return done

    async def change(self, name: str, person: str, fields: dict[str, str | int]) -> bool:
        """Change the name or the next meeting. False unless this person is a member."""
        flat = [part for pair in fields.items() for part in pair]
        return bool(await self._writer.call(CHANGE, [group(name)], person, *flat))

    async def meet(self, name: str, person: str, table: str, at: int, usual: bytes, ttl: int) -> bool:
        """Record a table that a member made for the group. False unless this person is a member."""
        return bool(
            await self._writer.call(MEET, _all(name), person, table, at, usual, MAX_GROUP_TABLES, ttl)
        )

    async def leave(self, name: str, person: str) -> None:
        """Remove a member; the group is deleted with its last member."""
        await self._writer.call(LEAVE, _all(name), person)

    async def belongs(self, name: str, person: str) -> bool:
        """Is this person a member? Raises StoreAway."""
        return bool(await self._reader.send("HEXISTS", group(name), f"by:{person}"))

    async def read(self, name: str) -> StoredGroup | None:
        """The whole group, or None. Raises StoreAway."""
        rows = {key.decode(): value for key, value in pairs(await self._reader.send("HGETALL", group(name)))}
        if "name" not in rows:
            return None
        games = pairs(await self._reader.send("HGETALL", places(book_of(name))[0]))
        return StoredGroup(
            rows["name"].decode(),
            int(rows.get("evening", 0)),
            rows.get("usual", b""),
            {key[3:]: value for key, value in rows.items() if key.startswith("by:")},
            {key[3:]: int(value) for key, value in rows.items() if key.startswith("at:")},
            [value for key, value in games if key],
            rows.get("stream", b"").decode(),
        )


def book_of(name: str) -> str:
    """The owner name of the group's book; no person has such a name."""
    return f"group:{name}"


def _all(name: str) -> list[str]:
    return [group(name), *places(book_of(name))]
