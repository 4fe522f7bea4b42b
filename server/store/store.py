"""How a hub reads and writes Redis: tables, lobby, deadlines. `keys.py` describes the keys.

The log is both truth and lock: an entry is appended at exactly its version or not at all (`commit.lua`), so
of two hubs that serve one table only one can win (optimistic concurrency). Writes are sent again until Redis
responds, and a repeat finds its own entry. Followers get messages, which may be lost; so they compare log
lengths from time to time, and after every `on_gap`.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import math
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from redis.asyncio.cluster import RedisCluster

from . import heartbeats
from .admin_records import AdminRecords
from .book_store import BookStore
from .clients import StoreAway, connect
from .cluster import link_to
from .cluster_time import ClusterTime
from .durability import complaints
from .events import EventListener, tell
from .group_store import GroupStore
from .heartbeats import Heartbeats
from .keys import DUE, HUBS, LOBBY, key, keys, pairs
from .limits import Limits
from .links import Ear, Script
from .outages import Outages
from .pipeline import Pipeline
from .push_store import PushStore
from .scripts import ANNOUNCE, BREAK, COMMIT, EXPIRE, FOLLOW, LENGTHS, LOAD, MEND, NOTE, SAY, SETTLED, TELL
from .upload_store import UploadStore

__all__ = ["LoadedTable", "Store", "StoreAway"]

log = logging.getLogger(__name__)

TABLES_PER_SCRIPT = 100
"""The number of tables that one script reads; it bounds how long other commands wait."""

FOLLOW_INTERVAL_S = 20.0
"""Seconds after which a hub renews its registration as a follower of a table."""


MARKS_PER_LINE = 4
"""How many chat lines that are no longer kept a table can recognise, for each line that it keeps."""

RECHECK_INTERVAL_S = 20.0
"""Seconds after which a hub on a cluster assumes that it has missed a message: nodes forward published
messages to each other at most once, and report no loss."""


class LoadedTable(NamedTuple):
    """A stored table: the last snapshot, its version (0 and b"" if there is none), and the entries after
    it."""

    version: int
    snapshot: bytes
    entries: list[bytes]
    broken: Mapping[str, bytes] = {}
    """How its game failed, by edition of the program."""


class Store:
    """One hub's access to Redis. Writes wait for an unreachable Redis without a time limit; reads raise
    StoreAway."""

    def __init__(self, url: str, hub: str, listener: EventListener, copies: int = 0) -> None:
        """`url`: redis://, rediss:// or unix://; with `cluster+` in front, or `?cluster=1`, nodes of a
        cluster, separated by commas, one of which must be reachable in `open`. `hub`: a name that no other
        process has, or had within the last minutes. `listener` receives messages from `open` on. `copies`:
        how many replicas must have a commit on disk before it is acknowledged, and the data of a read before
        it is used; the same for all hubs. Raises ValueError for an invalid url."""
        self.hub = hub
        self.listener = listener
        self._copies = copies
        client = connect(url)
        self._client: Any = client
        self._one_node = not isinstance(client, RedisCluster)
        # Two connections, so that no commit waits behind a long log. Writes are sent until they are answered;
        # reads are sent twice, since the first try may only detect a broken connection.
        self._writer = Pipeline(link_to(client, copies), on_health=self._health)
        reading = link_to(client)
        self._reader = Pipeline(reading, tries=2)
        # Data that was read can be lost with its machine, unless replicas have it too.
        self._sure = self._writer if copies else self._reader
        hear = functools.partial(tell, listener)
        silence = 4 * heartbeats.HEARTBEAT_INTERVAL_S
        doubt = math.inf if self._one_node else RECHECK_INTERVAL_S
        told = self._gap, listener.on_doubt
        self._ear = Ear(client, [f"hub:{hub}", LOBBY], hear, *told, silence, doubt)
        self._registered: dict[str, float] = {}
        self.heartbeats = Heartbeats(hub, self._writer, self._reader, listener.on_return, listener.on_death)
        self.time = ClusterTime(hub, self._writer, self._reader)
        self.outages = Outages(reading, self.time, copies, listener.on_outage)
        self.limits = Limits(self._writer, self.time)
        self.beginnings = UploadStore(self._writer, self._reader)
        self.admin_records = AdminRecords(self._writer, self._reader)
        self.books = BookStore(self._writer, self._reader)
        self.groups = GroupStore(self._writer, self._reader)
        self.push = PushStore(self._writer, self._reader)

    async def open(self) -> None:
        """Connect and listen. The store can be used only after messages are received. Raises StoreAway if
        Redis is unreachable."""
        self._ear.begin()
        try:
            await self._reader.send("EXISTS", HUBS)
            await asyncio.wait_for(self._ear.listening.wait(), 10)
            await self.time.read()
            self.heartbeats.begin()
            for complaint in await complaints(self._client, self._copies):
                log.warning("%s %s", complaint.what, complaint.mend)
        except (Exception, asyncio.CancelledError) as wrong:
            await self.close()
            if isinstance(wrong, TimeoutError):
                raise StoreAway("Redis takes no subscriptions") from wrong
            raise

    def begin(self) -> None:
        """Tick from now on, since this hub can serve clients. The ticks of a hub that ends before that would
        end the pause in which clients reconnect."""
        self.time.begin()
        self.outages.begin()

    @property
    def healthy(self) -> bool:
        """Do writes succeed at the moment?"""
        return self._writer.healthy

    def late(self, seconds: float) -> bool:
        """Do writes fail at the moment, or has there been no response for this long?"""
        return self._writer.late(seconds)

    @property
    def waiting(self) -> int:
        """The number of commands that wait for Redis, mostly commits."""
        return self._writer.waiting

    async def close(self) -> None:
        """Remove this hub's registrations, wait a little for queued writes, and close the connections."""
        self.heartbeats.end()
        self.time.end()
        await self.outages.close()
        self.admin_records.gone(self.hub)
        for table in self._registered:
            self._writer.send("ZREM", key(table, "hubs"), self.hub, tries=1)
        await self._writer.close()
        await self._reader.close()
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
        """Append an entry to the log if the log's length is exactly `version`. Returns the number of hubs
        that hold the table, including this one, if the entry is stored, also if a repeat finds the same
        bytes; 0 if the version has a different entry, or the table has expired.

        `snapshot`: the table after this entry. `ttl`: seconds until the table expires (up to an eighth more).
        `due`: the new deadline in ms of cluster time, 0 for none, None for no change. `ready`: data for the
        other hubs along with the entry; it is not stored.

        Waits for an unreachable Redis without a time limit. Cancelling the wait doesn't withdraw the commit.
        """
        places = keys(table)
        deadline: int | str = due if due is not None and self._one_node else ""
        if self._one_node:
            places.append(DUE)
        elif due:
            # On a cluster the deadlines are on another node. A deadline set too early does no harm, one too
            # late does.
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

    async def load(self, table: str) -> LoadedTable | None:
        """The data to resume a table, or None if there is none. From here on this hub follows the table:
        `on_entry` is called for every entry that the result lacks. Raises StoreAway."""
        # Sent with the writes, since it must not overtake an `unfollow` that is still in the queue.
        found = await self._writer.call(LOAD, keys(table)[:3], self.hub, tries=2)
        if found is None:
            self._registered.pop(table, None)
            return None
        if found[4] and table in self._registered:  # for instance after the clock of Redis was set
            self.listener.on_doubt()
        self._registered[table] = time.monotonic()
        broken = {edition.decode(): how for edition, how in found[3]}
        return LoadedTable(int(found[0]), found[1], found[2], broken)

    async def break_off(self, table: str, edition: str, how: bytes) -> None:
        """Record that a table's game has failed in this edition of the program. Waits for an unreachable
        Redis without a time limit."""
        await self._writer.call(BREAK, keys(table)[:2], edition, how)

    async def expire(self, table: str, version: int) -> bool:
        """Remove a table whose time is over, unless it has another version by now. Was it removed?"""
        return bool(await self._writer.call(EXPIRE, [*keys(table), key(table, "said")], version))

    async def mend(self, table: str) -> bool:
        """Delete the record that a table's game has failed. Was there one?"""
        return bool(await self._writer.call(MEND, keys(table)[1:2]))

    async def entries(self, table: str, start: int = 0, stop: int = -1) -> list[bytes]:
        """Entries of the log; entry k made version k + 1. `stop` is the number of the last one, -1 the very
        last. Empty if there is no such table. Raises StoreAway."""
        found: list[bytes] = await self._sure.send("LRANGE", key(table, "log"), start, stop, tries=2)
        return found

    async def lengths(self, tables: Sequence[str]) -> list[int]:
        """The versions of these tables; 0 for a missing table, -1 if its key has the wrong type. Raises
        StoreAway.

        Also renews this hub's registration as a follower; must be called for all tables every few seconds. If
        a registration was missing, so were messages: the listener is told. A length below the hub's own
        version means that Redis lost acknowledged entries.
        """
        now = time.monotonic()
        renewed = {table for table in tables if now - self._registered.get(table, now) > FOLLOW_INTERVAL_S}
        known = [table for table in tables if table not in renewed]
        replies = [
            *self._by_portions(LENGTHS, known, ("log",)),
            *self._by_portions(FOLLOW, sorted(renewed), ("log", "hubs")),
        ]
        found, missing = dict[str, int](), 0
        for portion, reply in replies:
            lengths = list(map(int, await reply))
            found.update(zip(portion, lengths, strict=False))
            missing += sum(lengths[len(portion) :])
        if missing:  # for instance after the clock of Redis was set
            self.listener.on_doubt()
        for table in renewed & self._registered.keys():
            self._registered[table] = now
        return [found[table] for table in tables]

    def _by_portions(
        self, script: Script, tables: Sequence[str], parts: Sequence[str]
    ) -> Iterator[tuple[Sequence[str], asyncio.Future[Any]]]:
        """Run a script for many tables at a time; on a cluster for each table separately."""
        size = TABLES_PER_SCRIPT if self._one_node else 1
        for at in range(0, len(tables), size):
            portion = tables[at : at + size]
            places = [key(table, part) for table in portion for part in parts]
            yield portion, self._reader.call(script, places, self.hub)

    async def unfollow(self, table: str) -> None:
        """Unregister this hub from the table: it gets no more entries and notes."""
        if self._registered.pop(table, None) is not None:
            await self._writer.send("ZREM", key(table, "hubs"), self.hub)

    async def note(self, table: str, data: bytes) -> bool:
        """Send a note to the other hubs that follow this table, at most once. False if Redis is
        unreachable."""
        message = b"n %s %s" % (table.encode(), data)
        try:
            await self._writer.call(NOTE, [key(table, "hubs")], self.hub, message, tries=1)
        except StoreAway:
            return False
        return True

    async def say(self, table: str, line: bytes, sender: int, most: int) -> bytes | None:
        """Store a line of a table's chat, and send it as a note to the other hubs that follow the table.

        The first `sender` bytes of the line, without the very first, identify its sender, and the msgpack
        integer after them is its number. The result is the stored line with this sender and number, this one
        or an earlier one. Above `most` lines, the sender with the most lines loses the oldest of them; the
        result for a repeat of such a line is b"". None if there is no such table. Waits for Redis without a
        time limit.
        """
        places = [key(table, part) for part in ("log", "chat", "hubs", "said")]
        later = int(bool(self._copies))
        words = [table, self.hub, line, sender, most, MARKS_PER_LINE * most, later]
        found: bytes | None = await self._writer.call(SAY, places, *words)
        if found and later:
            # Published only now that several disks have it. A repeat is published too: the first try may have
            # ended here.
            message = b"n %s %s" % (table.encode(), found)
            await self._writer.call(NOTE, [key(table, "hubs")], self.hub, message)
        return found

    async def said(self, table: str) -> list[bytes]:
        """The stored lines of a table's chat, oldest first. Raises StoreAway."""
        found: list[bytes] = await self._sure.send("LRANGE", key(table, "chat"), 0, -1, tries=2)
        return found

    # -- all tables ------------------------------------------------------------------------------

    async def announce(self, table: str, summary: bytes | None) -> None:
        """Put a table into the lobby, or remove it (None); any change is published to all hubs, including
        this one."""
        await self._writer.call(ANNOUNCE, [LOBBY], table, summary or b"")

    async def lobby(self) -> dict[str, bytes]:
        """The tables in the lobby and their summaries. Removes expired tables, and sets a deadline for tables
        that have none. It doesn't wait for these writes, so a hub can start while Redis accepts no writes.
        Raises StoreAway."""
        found = pairs(await self._reader.send("HGETALL", LOBBY))
        summaries = {table.decode(): summary for table, summary in found}
        tables = list(summaries)
        for table, length in zip(tables, await self.lengths(tables), strict=True):
            if not length:
                del summaries[table]
                self._writer.call(ANNOUNCE, [LOBBY], table, b"")
        if summaries:
            now = self.time.now()
            self._writer.send("ZADD", DUE, "NX", *(word for table in summaries for word in (now, table)))
        return summaries

    async def due(self, now: int, limit: int) -> list[str]:
        """Tables whose deadline has passed, the earliest first. Raises StoreAway.

        A table stays in the list until a commit or `set_due` moves its deadline. It may be listed too early
        after a race of two hubs: check the table, and set its deadline again.
        """
        found = await self._reader.send("ZRANGEBYSCORE", DUE, 0, now, "LIMIT", 0, limit)
        return [table.decode() for table in found]

    async def set_due(self, table: str, at: int | None) -> None:
        """Set a table's deadline in ms of cluster time, or remove it."""
        if at is None:
            await self._writer.send("ZREM", DUE, table)
        else:
            await self._writer.send("ZADD", DUE, at, table)

    async def due_by(self, table: str, at: int) -> None:
        """Set a table's deadline in ms, unless an earlier one is set."""
        await self._writer.send("ZADD", DUE, "LT", at, table)

    async def settled(self, table: str, now: int) -> None:
        """Remove a table's deadline that has passed, since no timed work is left, unless another hub has set
        a later one."""
        await self._writer.call(SETTLED, [DUE], table, now)

    # -- inside ----------------------------------------------------------------------------------

    def _gap(self) -> None:
        """Messages may have been missed. The server of the subscription may have been cut off and may still
        answer reads, so the reader reconnects."""
        self._reader.doubt()
        self.listener.on_gap()

    def _health(self, healthy: bool, why: str) -> None:
        if healthy:
            log.warning("Redis can be written to again.")
            # Writes may go to another primary now, while the old one still answers reads.
            self._reader.doubt()
        else:
            log.warning("Redis can't be written to; changes wait: %s", why)
