"""Tables as a whole, taken out of one Redis and put into another of any kind, each in one step.

What belongs to tables moves: logs, snapshots, chats, deadlines, the lobby, and which table a repeated
`make` finds; books and groups of people, their reports, whom the host has locked out. Who is present, what
people may ask for again, and what tables were to begin with comes about anew. Snapshots of Redis's own
(DUMP) would not do: one program's are not read by another's.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from hashlib import sha1
from types import TracebackType
from typing import Any, Final, NamedTuple

from redis import exceptions as errors

from .books import BEGUN, Books
from .clients import StoreAway, connect, words
from .cluster import link_to
from .durability import text
from .groups import Groups
from .house import House
from .keys import DUE, LOBBY, book, group, key, once, pairs, tag_of
from .links import Script
from .pipeline import Pipeline
from .readonly import stop_writes
from .scripts import ANNOUNCE, CHANGE, KNOWS, NOTE, REPLACE

READ = Script("""-- KEYS log, state, chat. Gives ms left, version, snapshot, entries, lines; or false.
if redis.call('EXISTS', KEYS[1]) == 0 then return false end
local state = redis.call('HMGET', KEYS[2], 'version', 'table')
return {redis.call('PTTL', KEYS[1]), state[1] or '0', state[2] or '',
        redis.call('LRANGE', KEYS[1], 0, -1), redis.call('LRANGE', KEYS[3], 0, -1)}
""")

WRITE = Script("""-- KEYS log, state, chat; ARGV ms left, version, snapshot, how many entries, entries, lines.
-- Gives 1 when the table is written, or what was missing of it; 2 where all of it lay there; 0 where another
-- log does, which stays.
local count = tonumber(ARGV[4])
local there = redis.call('LRANGE', KEYS[1], 0, -1)
for i, entry in ipairs(there) do
  if i > count or entry ~= ARGV[4 + i] then return 0 end
end
if #there == count then return 2 end
for i = #there + 1, count do redis.call('RPUSH', KEYS[1], ARGV[4 + i]) end
if ARGV[3] ~= '' then redis.call('HSET', KEYS[2], 'version', ARGV[2], 'table', ARGV[3]) end
redis.call('DEL', KEYS[3])
for i = 5 + count, #ARGV do redis.call('RPUSH', KEYS[3], ARGV[i]) end
for i = 1, 3 do redis.call('PEXPIRE', KEYS[i], ARGV[1]) end
return 1
""")

PUT = Script("""-- KEYS hash; ARGV ms left, fields and values. Sets them where there is no such key.
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1
""")

PORTION: Final = 4
"""Tables that are looked through in one go: so long a move waits that comes meanwhile."""


class Kept(NamedTuple):
    """All that is kept of a table."""

    table: str
    left: int
    """Ms that it is still kept."""
    version: int
    """Of the snapshot; 0 where there is none."""
    snapshot: bytes
    entries: list[bytes]
    lines: list[bytes]
    """Of its chat."""
    due: int
    """When it is to be looked at, in ms; 0 for never."""
    summary: bytes
    """How it stands in the lobby; b"" where it doesn't."""


class Remembered(NamedTuple):
    """The value of a key that is set once (idempotency key), and the ms that it is still kept."""

    key: str
    value: str
    left: int


class KeptBook(NamedTuple):
    """All that is kept of a person's book."""

    person: str
    left: int
    """Ms that it is still kept."""
    since: int
    rows: list[tuple[str, int, bytes]]
    """Of each game: its table, when it ended (ms), and the game."""


class KeptGroup(NamedTuple):
    """All that is kept of a group, but its book."""

    name: str
    left: int
    """Ms that it is still kept."""
    rows: list[tuple[bytes, bytes]]
    """Its fields and their values."""


class Mover:
    """A Redis whose tables are read or written as a whole. `copies` as for `Store`."""

    def __init__(self, url: str, copies: int = 0) -> None:
        """Raises ValueError for what is no address of a Redis."""
        self._client: Any = connect(url)
        self._link = Pipeline(link_to(self._client, copies), tries=20)
        self.house = House(self._link, self._link)
        """What is kept of the whole house."""

    async def __aenter__(self) -> Mover:
        """Raises StoreAway where it can't be reached."""
        try:
            await self._client.ping()
        except (errors.RedisError, errors.RedisClusterException, OSError, TimeoutError) as away:
            await self.__aexit__(None, None, None)
            raise StoreAway(f"Redis can't be reached: {words(away)}") from away
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._link.close()
        await self._client.aclose()

    async def stop_writes(self, stopped: bool = True) -> None:
        """Have all primaries take no writes, or take them again; see `stop_writes`."""
        await stop_writes(self._client, stopped)

    async def tables(self) -> AsyncIterator[str]:
        """The names of all tables, in no order, each once."""
        seen = set()
        async for found in self._client.scan_iter(match=key("*", "log"), count=1000):
            table = text(found).removeprefix("t:{").removesuffix("}:log")
            if table not in seen:
                seen.add(table)
                yield table

    async def read(self, table: str) -> Kept | None:
        """All of a table at one moment; None where there is none."""
        found = await self._link.call(READ, _places(table))
        if found is None:
            return None
        due = await self._link.send("ZSCORE", DUE, table)
        summary = await self._link.send("HGET", LOBBY, table)
        left, version, snapshot, entries, lines = found
        return Kept(table, left, int(version), snapshot, entries, lines, int(float(due or 0)), summary or b"")

    async def write(self, kept: Kept) -> bool:
        """Put a table in, where there is none of this name, or an earlier state of it. False where another is
        there: it stays as it is."""
        args = (kept.left, kept.version, kept.snapshot, len(kept.entries), *kept.entries, *kept.lines)
        if not await self._link.call(WRITE, _places(kept.table), *args):
            return False
        if kept.due:
            await self._link.send("ZADD", DUE, "NX", kept.due, kept.table)
        if kept.summary:
            await self._link.call(ANNOUNCE, [LOBBY], kept.table, kept.summary)
        return True

    async def knowing(self, person: str) -> list[str]:
        """The tables that name somebody in their logs, snapshots or chats."""
        found, portion = [], list[str]()
        async for table in self.tables():
            portion.append(table)
            if len(portion) == PORTION:
                found += await self._knowing(portion, person)
                portion = []
        return sorted(found + await self._knowing(portion, person))

    async def _knowing(self, tables: Sequence[str], person: str) -> list[str]:
        replies = await asyncio.gather(*(self._link.call(KNOWS, _places(table), person) for table in tables))
        return [table for table, knows in zip(tables, replies, strict=True) if knows]

    async def change(
        self,
        kept: Kept,
        lines: Sequence[bytes],
        entries: Sequence[bytes] = (),
        snapshot: bytes = b"",
        note: bytes = b"",
    ) -> bool:
        """Remove these lines of a table's chat, and put other entries, with the snapshot that they make, in
        the place of all that were read; the hubs that follow it get a note. What was written since stays.
        False where the table is another by now."""
        before = sha1(b"".join(kept.entries), usedforsecurity=False).hexdigest()
        args = (snapshot, len(entries), before, *entries, *lines)
        if not await self._link.call(CHANGE, _places(kept.table), *args):
            return False
        message = b"n %s %s" % (kept.table.encode(), note)
        await self._link.call(NOTE, [key(kept.table, "hubs")], "", message)
        return True

    # -- books -------------------------------------------------------------------------------------

    async def books(self) -> AsyncIterator[KeptBook]:
        """All people's books."""
        for name in await self.named(book("*", "games")):
            person = tag_of(name)
            left = await self._link.send("PTTL", name)
            rows = await self.fields(name)
            since = int(rows.pop(BEGUN, 0))
            times = dict(pairs(await self._link.send("ZRANGE", book(person, "times"), 0, -1, "WITHSCORES")))
            if since and left > 0:
                kept = [(text(table), int(float(at)), rows[table]) for table, at in times.items()]
                yield KeptBook(person, left, since, kept)

    async def write_book(self, kept: KeptBook) -> None:
        """Put a book in, or what is missing of it."""
        books, ttl = Books(self._link, self._link), kept.left // 1000 + 1
        await books.begin(kept.person, kept.since, ttl)
        for table, at, game in kept.rows:
            await books.keep(kept.person, table, at, game, ttl)

    # -- groups ------------------------------------------------------------------------------------

    async def groups(self) -> AsyncIterator[KeptGroup]:
        """All groups."""
        for name in await self.named(group("*")):
            left = await self._link.send("PTTL", name)
            rows = await self.fields(name)
            if rows and left > 0:
                yield KeptGroup(tag_of(name).removeprefix("group:"), left, list(rows.items()))

    async def write_group(self, kept: KeptGroup) -> None:
        """Put a group in, unless there is one of this name."""
        flat = [part for row in kept.rows for part in row]
        await self._link.call(PUT, [group(kept.name)], kept.left, *flat)

    async def leave_group(self, name: str, person: str) -> None:
        """Have somebody belong to a group no more."""
        await Groups(self._link, self._link).leave(name, person)

    # -- what is set once, and other small keys ----------------------------------------------------

    async def remembered(self) -> AsyncIterator[Remembered]:
        """The keys that are set once."""
        async for found in self._client.scan_iter(match=once("*"), count=1000):
            name = text(found)
            value = await self._link.send("GET", name)
            left = await self._link.send("PTTL", name)
            if value is not None and left > 0:
                yield Remembered(name.removeprefix(once("")), value.decode(), left)

    async def remember(self, one: Remembered) -> None:
        """Set such a key, unless it is set."""
        await self._link.send("SET", once(one.key), one.value, "NX", "PX", one.left)

    async def named(self, *patterns: str) -> list[str]:
        """The names of all keys that are like one of these (as KEYS has them)."""
        return sorted(
            {text(it) for like in patterns async for it in self._client.scan_iter(match=like, count=1000)}
        )

    async def rows(self, table: str) -> list[bytes]:
        """Who is present at a table, as hubs have written it."""
        return [row for _, row in pairs(await self._link.send("HGETALL", key(table, "here")))]

    async def fields(self, name: str) -> dict[bytes, bytes]:
        """A hash."""
        return dict(pairs(await self._link.send("HGETALL", name)))

    async def replace(self, name: str, field: bytes, value: bytes) -> None:
        """Put another value into the place of a hash's field, where that still is."""
        await self._link.call(REPLACE, [name], field, value)

    async def left(self, name: str) -> int:
        """The seconds that a key is still kept; 0 where it is gone, or kept for good."""
        return max(0, int(await self._link.send("PTTL", name))) // 1000

    async def remove(self, name: str) -> None:
        """Remove a key."""
        await self._link.send("DEL", name)


def _places(table: str) -> list[str]:
    return [key(table, part) for part in ("log", "state", "chat")]
