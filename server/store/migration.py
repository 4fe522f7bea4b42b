"""Copies whole tables from one Redis to another of any kind; each table is read and written atomically.

All data of tables is migrated: logs, snapshots, chats, deadlines, cluster time, the lobby, and the
idempotency keys of repeated `make` frames; also people's books and groups, their reports, and bans. Presence,
rate limits and uploaded positions are not migrated. The DUMP format of Redis is unsuitable: its versions and
forks can't read each other's dumps.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from hashlib import sha1
from types import TracebackType
from typing import Any, Final, NamedTuple

from .admin_records import AdminRecords
from .book_store import BEGUN, BookStore
from .clients import AWAY, away, connect
from .cluster import link_to
from .durability import text
from .group_store import GroupStore
from .keys import DUE, HOUSE_TIME, LOBBY, book, group, key, once, pairs, tag_of
from .pipeline import Pipeline
from .readonly import stop_writes
from .scripts import ANNOUNCE, CHANGE, KNOWS, NOTE, REPLACE, load

READ = load("table_read")
WRITE = load("table_write")
PUT = load("hash_write")

TABLES_PER_BATCH: Final = 4
"""Tables that are searched in one batch; it bounds how long a move waits behind them."""


class StoredTable(NamedTuple):
    table: str
    left: int
    """Milliseconds until it expires."""
    version: int
    """The version of the snapshot; 0 if there is none."""
    snapshot: bytes
    entries: list[bytes]
    lines: list[bytes]
    """The lines of its chat."""
    due: int
    """Its deadline in ms of cluster time; 0 for none."""
    summary: bytes
    """Its summary in the lobby; b"" if it isn't listed."""


class StoredMark(NamedTuple):
    """An idempotency key, its value, and the milliseconds until it expires."""

    key: str
    value: str
    left: int


class KeptBook(NamedTuple):
    person: str
    left: int
    """Milliseconds until it expires."""
    since: int
    rows: list[tuple[str, int, bytes]]
    """For each game: its table, when it ended (ms), and the game."""


class KeptGroup(NamedTuple):
    """A stored group without its book."""

    name: str
    left: int
    """Milliseconds until it expires."""
    rows: list[tuple[bytes, bytes]]
    """Its fields and their values."""


class Mover:
    """A Redis whose tables are read or written as a whole. `copies` as for `Store`."""

    def __init__(self, url: str, copies: int = 0) -> None:
        """Raises ValueError for an invalid address."""
        self._client: Any = connect(url)
        self._link = Pipeline(link_to(self._client, copies), tries=20)
        self.admin_records = AdminRecords(self._link, self._link)
        """The records of the whole service: orders, audit log, reports."""

    async def __aenter__(self) -> Mover:
        """Raises StoreAway if it is unreachable."""
        try:
            await self._client.ping()
        except AWAY as wrong:
            await self.__aexit__(None, None, None)
            raise away(wrong) from wrong
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._link.close()
        await self._client.aclose()

    async def stop_writes(self, stopped: bool = True) -> None:
        """Make all primaries refuse writes, or accept them again; see `readonly.stop_writes`."""
        await stop_writes(self._client, stopped)

    async def tables(self) -> AsyncIterator[str]:
        """The names of all tables, in no order, without duplicates."""
        seen = set()
        async for found in self._client.scan_iter(match=key("*", "log"), count=1000):
            table = text(found).removeprefix("t:{").removesuffix("}:log")
            if table not in seen:
                seen.add(table)
                yield table

    async def read(self, table: str) -> StoredTable | None:
        """A table, read atomically; None if there is none."""
        found = await self._link.call(READ, _places(table))
        if found is None:
            return None
        due = await self._link.send("ZSCORE", DUE, table)
        summary = await self._link.send("HGET", LOBBY, table)
        left, version, snapshot, entries, lines = found
        return StoredTable(
            table, left, int(version), snapshot, entries, lines, int(float(due or 0)), summary or b""
        )

    async def write(self, kept: StoredTable) -> bool:
        """Write a table if there is none of this name, or an earlier state of it. False if there is a
        different one, which stays as it is."""
        args = (kept.left, kept.version, kept.snapshot, len(kept.entries), *kept.entries, *kept.lines)
        if not await self._link.call(WRITE, _places(kept.table), *args):
            return False
        if kept.due:
            await self._link.send("ZADD", DUE, "NX", kept.due, kept.table)
        if kept.summary:
            await self._link.call(ANNOUNCE, [LOBBY], kept.table, kept.summary)
        return True

    async def knowing(self, person: str) -> list[str]:
        """The tables whose log, snapshot or chat contains this person."""
        found, portion = [], list[str]()
        async for table in self.tables():
            portion.append(table)
            if len(portion) == TABLES_PER_BATCH:
                found += await self._knowing(portion, person)
                portion = []
        return sorted(found + await self._knowing(portion, person))

    async def _knowing(self, tables: Sequence[str], person: str) -> list[str]:
        replies = await asyncio.gather(*(self._link.call(KNOWS, _places(table), person) for table in tables))
        return [table for table, knows in zip(tables, replies, strict=True) if knows]

    async def change(
        self,
        kept: StoredTable,
        lines: Sequence[bytes],
        entries: Sequence[bytes] = (),
        snapshot: bytes = b"",
        note: bytes = b"",
    ) -> bool:
        """Remove these chat lines, and replace all entries that were read, and their snapshot; the hubs that
        follow the table get a note. Later entries stay. False if those entries have changed meanwhile."""
        before = sha1(b"".join(kept.entries), usedforsecurity=False).hexdigest()
        args = (snapshot, len(entries), before, *entries, *lines)
        if not await self._link.call(CHANGE, _places(kept.table), *args):
            return False
        message = b"n %s %s" % (kept.table.encode(), note)
        await self._link.call(NOTE, [key(kept.table, "hubs")], "", message)
        return True

    # -- books -------------------------------------------------------------------------------------

    async def books(self) -> AsyncIterator[KeptBook]:
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
        """Write a book, or the missing games of an existing one."""
        books, ttl = BookStore(self._link, self._link), kept.left // 1000 + 1
        await books.begin(kept.person, kept.since, ttl)
        for table, at, game in kept.rows:
            await books.keep(kept.person, table, at, game, ttl)

    # -- groups ------------------------------------------------------------------------------------

    async def groups(self) -> AsyncIterator[KeptGroup]:
        for name in await self.named(group("*")):
            left = await self._link.send("PTTL", name)
            rows = await self.fields(name)
            if rows and left > 0:
                yield KeptGroup(tag_of(name).removeprefix("group:"), left, list(rows.items()))

    async def write_group(self, kept: KeptGroup) -> None:
        """Write a group, unless there is one of this name."""
        flat = [part for row in kept.rows for part in row]
        await self._link.call(PUT, [group(kept.name)], kept.left, *flat)

    async def leave_group(self, name: str, person: str) -> None:
        await GroupStore(self._link, self._link).leave(name, person)

    # -- cluster time ---------------------------------------------------------------------------------

    async def cluster_time(self) -> int | None:
        """Cluster time as stored last; None if no hub has ever ticked."""
        at = await self._link.send("HGET", HOUSE_TIME, "at")
        return int(at) if at is not None else None

    async def begin_cluster_time(self, at: int) -> None:
        """Start cluster time at this value, unless it is set; so the duration of a migration counts for no
        player."""
        await self._link.send("HSETNX", HOUSE_TIME, "at", at)

    # -- idempotency keys and other small keys -----------------------------------------------------

    async def remembered(self) -> AsyncIterator[StoredMark]:
        """All idempotency keys."""
        async for found in self._client.scan_iter(match=once("*"), count=1000):
            name = text(found)
            value = await self._link.send("GET", name)
            left = await self._link.send("PTTL", name)
            if value is not None and left > 0:
                yield StoredMark(name.removeprefix(once("")), value.decode(), left)

    async def remember(self, one: StoredMark) -> None:
        """Set an idempotency key, unless it is set."""
        await self._link.send("SET", once(one.key), one.value, "NX", "PX", one.left)

    async def named(self, *patterns: str) -> list[str]:
        """The names of all keys that match one of these patterns (as in KEYS)."""
        return sorted(
            {text(it) for like in patterns async for it in self._client.scan_iter(match=like, count=1000)}
        )

    async def rows(self, table: str) -> list[bytes]:
        """The presence rows of a table."""
        return [row for _, row in pairs(await self._link.send("HGETALL", key(table, "here")))]

    async def fields(self, name: str) -> dict[bytes, bytes]:
        """All fields of a hash."""
        return dict(pairs(await self._link.send("HGETALL", name)))

    async def replace(self, name: str, field: bytes, value: bytes) -> None:
        """Replace the value of a hash's field, if the field exists."""
        await self._link.call(REPLACE, [name], field, value)

    async def left(self, name: str) -> int:
        """Seconds until a key expires; 0 if it is missing or never expires."""
        return max(0, int(await self._link.send("PTTL", name))) // 1000

    async def remove(self, name: str) -> None:
        await self._link.send("DEL", name)


def _places(table: str) -> list[str]:
    return [key(table, part) for part in ("log", "state", "chat")]
