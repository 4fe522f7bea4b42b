"""How a hub reads and writes Redis: the tables and the lists of the house. `keys.py` says what lies where.

The log is the truth and the lock: an entry is appended at exactly its version or not at all
(`commit.lua`), so two hubs that serve one table can't both win (optimistic concurrency). Writes are sent
again until Redis answers, and a repeat finds its own entry. Followers are told by messages, which may be
lost; so they compare lengths now and then, and after every `on_gap`.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import math
import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from redis.asyncio.cluster import RedisCluster

from . import signs
from .beginnings import Beginnings
from .books import Books
from .clients import StoreAway, connect
from .cluster import link_to
from .durability import complaints
from .groups import Groups
from .hearing import Listener, tell
from .house import House
from .keys import DUE, HUBS, LOBBY, key, keys, pairs
from .limits import Limits
from .links import Ear, Script
from .pipeline import Pipeline
from .scripts import ANNOUNCE, COMMIT, FOLLOW, LENGTHS, LOAD, NOTE, SAY, SETTLED, TELL
from .signs import Signs

__all__ = ["Store", "StoreAway", "Stored"]

log = logging.getLogger(__name__)

PORTION = 100
"""Tables that one script looks at, so that no other command waits for long."""

REGISTER = 20.0
"""Seconds after which a hub says again that it follows a table."""


DOUBT = 20.0
"""Seconds after which a hub on a cluster takes it that it has missed something: what is published at one node
is passed on to the others at most once, and nobody is told where it is lost on that way."""


class Stored(NamedTuple):
    """What is stored of a table: the last snapshot, its version (0 and b"" where there is none), and the
    entries after it."""

    version: int
    snapshot: bytes
    entries: list[bytes]


class Store:
    """One hub's access to Redis. Writes wait for an unreachable Redis as long as it takes; reads raise
    StoreAway."""

    def __init__(self, url: str, hub: str, listener: Listener, copies: int = 0) -> None:
        """`url`: redis://, rediss:// or unix://; with `cluster+` in front, or `?cluster=1`, nodes of a
        cluster, with commas, of which one must be there when it is opened. `hub`: a name that no other
        process has, nor had within the last minutes. `listener` is told what is heard, from `open` on.
        `copies`: so many replicas have a commit on disk before it is answered, and what is read before it is
        believed; the same for all hubs. Raises ValueError for a url that is none.
        """
        self.hub = hub
        self.listener = listener
        self._copies = copies
        client = connect(url)
        self._client: Any = client
        self._one_node = not isinstance(client, RedisCluster)
        # Two connections, so that no commit waits for somebody's long log. What is written is sent until
        # it is answered; a question is asked twice, since the first try may only find a broken connection.
        self._writer = Pipeline(link_to(client, copies), on_health=self._health)
        self._reader = Pipeline(link_to(client), tries=2)
        # What was read can be gone with its machine, unless that has copies as well.
        self._sure = self._writer if copies else self._reader
        self._ear: Ear | None = None
        self._registered: dict[str, float] = {}
        self.signs = Signs(hub, self._writer, self._reader)
        self.limits = Limits(self._writer)
        self.beginnings = Beginnings(self._writer, self._reader)
        self.house = House(self._writer, self._reader)
        self.books = Books(self._writer, self._reader)
        self.groups = Groups(self._writer, self._reader)

    async def open(self) -> None:
        """Connect and listen; nothing else is done before the hub would hear of it. Raises StoreAway when
        Redis can't be reached."""
        hear = functools.partial(tell, self.listener)
        channels = [f"hub:{self.hub}", LOBBY]
        doubt = math.inf if self._one_node else DOUBT
        told = self._gap, self.listener.on_doubt
        self._ear = Ear(self._client, channels, hear, *told, 4 * signs.BEAT, doubt)
        try:
            await self._reader.send("EXISTS", HUBS)
            await asyncio.wait_for(self._ear.listening.wait(), 10)
            self.signs.begin()
            for complaint in await complaints(self._client, self._copies):
                log.warning("%s %s", complaint.what, complaint.mend)
        except (Exception, asyncio.CancelledError) as wrong:
            await self.close()
            if isinstance(wrong, TimeoutError):
                raise StoreAway("Redis takes no subscriptions") from wrong
            raise

    @property
    def healthy(self) -> bool:
        """Do writes go through at the moment?"""
        return self._writer.healthy

    def late(self, seconds: float) -> bool:
        """Do writes fail at the moment, or has there been no answer for so long?"""
        return self._writer.late(seconds)

    @property
    def waiting(self) -> int:
        """Commands that wait for Redis, commits for the most part."""
        return self._writer.waiting

    async def close(self) -> None:
        """Say goodbye, wait a little for waiting writes, and close the connections."""
        self.signs.end()
        self.house.gone(self.hub)
        for table in self._registered:
            self._writer.send("ZREM", key(table, "hubs"), self.hub, tries=1)
        await self._writer.close()
        await self._reader.close()
        if self._ear is not None:
            await self._ear.close()
        await self._client.aclose()

    # -- tables ----------------------------------------------------------------------------------

    async def commit(
        self,
        table: str,
        version: int,
        entry: bytes,
        *,
        snapshot: bytes | None = None,
        ttl: int,
        due: int | None = None,
        ready: bytes = b"",
    ) -> int:
        """Append an entry to the log if the log's length is exactly `version`. Gives how many hubs hold the
        table, this one among them, when it is stored, also when just these bytes already lay there; 0 when
        the version belongs to another entry, or the table has expired.

        `snapshot`: the table after this entry. `ttl`: seconds that the table is kept from now on (up to an
        eighth more). `due`: the deadline from now on in ms, 0 for none, None for no change. `ready`: what the
        other hubs get along with the entry; it is stored nowhere.

        Waits for an unreachable Redis as long as it takes. Giving up the wait doesn't take it back.
        """
        places = keys(table)
        deadline: int | str = due if due is not None and self._one_node else ""
        if self._one_node:
            places.append(DUE)
        elif due:
            # On a cluster the deadlines lie elsewhere. One too early does no harm, one too late does.
            await self._writer.send("ZADD", DUE, "LT", due, table)
        if version == 0:
            self._registered[table] = time.monotonic()
        holders: int = await self._writer.call(
            COMMIT,
            places,
            table,
            self.hub,
            version,
            entry,
            snapshot or b"",
            ttl,
            deadline,
            int(bool(self._copies)),
            ready,
        )
        if self._copies and holders > 1:
            told = [table, self.hub, version + 1, entry, ready]
            self._writer.call(TELL, [key(table, "hubs")], *told, tries=1)
        if holders and due is not None and not self._one_node:
            await self.set_due(table, due or None)
        return holders

    async def load(self, table: str) -> Stored | None:
        """All that is needed to go on with a table, or None if there is none. From here on this hub follows
        it: every entry that is not in the answer comes through `on_entry`. Raises StoreAway."""
        # Among the writes, since it must not overtake an `unfollow` that is still on its way.
        found = await self._writer.call(LOAD, keys(table)[:3], self.hub, tries=2)
        if found is None:
            self._registered.pop(table, None)
            return None
        self._registered[table] = time.monotonic()
        return Stored(int(found[0]), found[1], found[2])

    async def entries(self, table: str, start: int = 0, stop: int = -1) -> list[bytes]:
        """Entries of the log; entry k made version k + 1. `stop` is the number of the last one, -1 the
        very last. Empty where there is no such table. Raises StoreAway."""
        found: list[bytes] = await self._sure.send("LRANGE", key(table, "log"), start, stop, tries=2)
        return found

    async def lengths(self, tables: Sequence[str]) -> list[int]:
        """The versions that these tables have; 0 for a table that is gone, -1 where something
        else lies in its place. Raises StoreAway.

        Says on the way that this hub still follows them; to be called for all tables every few seconds.
        A length below one's own version means that Redis lost what it had acknowledged.
        """
        now = time.monotonic()
        renewed = {table for table in tables if now - self._registered.get(table, now) > REGISTER}
        known = [table for table in tables if table not in renewed]
        replies = [
            *self._by_portions(LENGTHS, known, ("log",)),
            *self._by_portions(FOLLOW, sorted(renewed), ("log", "hubs")),
        ]
        found: dict[str, int] = {}
        for portion, reply in replies:
            found.update(zip(portion, map(int, await reply), strict=True))
        for table in renewed & self._registered.keys():
            self._registered[table] = now
        return [found[table] for table in tables]

    def _by_portions(
        self, script: Script, tables: Sequence[str], parts: Sequence[str]
    ) -> Iterator[tuple[Sequence[str], asyncio.Future[Any]]]:
        """Ask a script about many tables at a time; on a cluster about each by itself."""
        size = PORTION if self._one_node else 1
        for at in range(0, len(tables), size):
            portion = tables[at : at + size]
            places = [key(table, part) for table in portion for part in parts]
            yield portion, self._reader.call(script, places, self.hub)

    async def unfollow(self, table: str) -> None:
        """This hub no longer holds the table: no more entries and notes of it."""
        if self._registered.pop(table, None) is not None:
            await self._writer.send("ZREM", key(table, "hubs"), self.hub)

    async def note(self, table: str, data: bytes) -> bool:
        """Tell the other hubs that follow this table, at most once. False when Redis is out of reach."""
        message = b"n %s %s" % (table.encode(), data)
        try:
            await self._writer.call(NOTE, [key(table, "hubs")], self.hub, message, tries=1)
        except StoreAway:
            return False
        return True

    async def say(self, table: str, line: bytes, name: int, most: int) -> bytes | None:
        """Keep a line of a table's chat, and give it to the other hubs that follow the table as a note.

        Its first `name` bytes name it: the answer is the line of that name which lies among the last `most`,
        this one or an earlier. None where there is no such table. Waits for Redis as long as it takes.
        """
        places = [key(table, part) for part in ("log", "chat", "hubs")]
        later = int(bool(self._copies))
        found: bytes | None = await self._writer.call(SAY, places, table, self.hub, line, name, most, later)
        if found is not None and later:
            # Only now does it lie on several disks. A repeat is told as well: the first may have ended here.
            message = b"n %s %s" % (table.encode(), found)
            await self._writer.call(NOTE, [key(table, "hubs")], self.hub, message)
        return found

    async def said(self, table: str) -> list[bytes]:
        """The lines of a table's chat that are kept, the oldest first. Raises StoreAway."""
        found: list[bytes] = await self._sure.send("LRANGE", key(table, "chat"), 0, -1, tries=2)
        return found

    # -- the house -------------------------------------------------------------------------------

    async def announce(self, table: str, summary: bytes | None) -> None:
        """Put a table into the lobby, or take it out (None); where that is news, all hubs hear of it, this
        one too."""
        await self._writer.call(ANNOUNCE, [LOBBY], table, summary or b"")

    async def lobby(self) -> dict[str, bytes]:
        """The tables in the lobby and their summaries. Tables that have expired are cleared away, and those
        that nobody would ever look at again are to be looked at now; for that nobody waits, so that a hub
        starts while nothing can be stored. Raises StoreAway."""
        found = pairs(await self._reader.send("HGETALL", LOBBY))
        summaries = {table.decode(): summary for table, summary in found}
        tables = list(summaries)
        for table, length in zip(tables, await self.lengths(tables), strict=True):
            if not length:
                del summaries[table]
                self._writer.call(ANNOUNCE, [LOBBY], table, b"")
        if summaries:
            now = time.time_ns() // 1_000_000
            self._writer.send("ZADD", DUE, "NX", *(word for table in summaries for word in (now, table)))
        return summaries

    async def due(self, now: int, limit: int) -> list[str]:
        """Tables whose deadline has passed, the oldest first. Raises StoreAway.

        A table stays in the list until a commit or `set_due` moves its deadline. One may be listed too
        early after two hubs have raced for it: look at the table, and set its deadline again.
        """
        found = await self._reader.send("ZRANGEBYSCORE", DUE, 0, now, "LIMIT", 0, limit)
        return [table.decode() for table in found]

    async def set_due(self, table: str, at: int | None) -> None:
        """Set a table's deadline in ms, or remove it."""
        if at is None:
            await self._writer.send("ZREM", DUE, table)
        else:
            await self._writer.send("ZADD", DUE, at, table)

    async def due_by(self, table: str, at: int) -> None:
        """Set a table's deadline in ms, unless an earlier one is set."""
        await self._writer.send("ZADD", DUE, "LT", at, table)

    async def settled(self, table: str, now: int) -> None:
        """Nothing is to be done at the table by itself any more: forget its deadline, unless somebody has set
        a later one meanwhile."""
        await self._writer.call(SETTLED, [DUE], table, now)

    # -- inside ----------------------------------------------------------------------------------

    def _gap(self) -> None:
        """Something may have been missed. Whoever was listened to may have been cut off, and go on answering
        questions: what has happened is asked over a new connection."""
        self._reader.doubt()
        self.listener.on_gap()

    def _health(self, healthy: bool, why: str) -> None:
        if healthy:
            log.warning("Redis can be written to again.")
            # Maybe at another primary, while the one that was cut off goes on answering questions.
            self._reader.doubt()
        else:
            log.warning("Redis can't be written to; what is to be stored waits: %s", why)
