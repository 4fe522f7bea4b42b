"""What the host has ordered for all hubs, the log of these orders, and how hubs say how they are.

An order is set and logged in one step. Every row of the log begins with the hash of the row before it, that
of the last one is kept beside the log, and nothing here ever changes a row; so one that somebody has changed
or removed by hand is found out.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from hashlib import sha1
from typing import Any, Final, NamedTuple

from .clients import connect
from .cluster import link_to
from .keys import ACTS, ACTS_END, HUBS, LOADS, LOBBY, ORDERS, REPORTED, REPORTS, answers, pairs
from .links import Script
from .pipeline import Pipeline
from .scripts import AGES
from .signs import DEAD

ACT = Script("""-- KEYS orders, acts, end; ARGV act, then field, value of what it sets ("" = it is gone).
-- Logs the act behind the hash of the row before it: as that was written, whatever lies there now.
local before = redis.call('GET', KEYS[3]) or redis.sha1hex(redis.call('LINDEX', KEYS[2], -1) or '')
local now = redis.call('TIME')
local ms = string.format('%.0f', now[1] * 1000 + math.floor(now[2] / 1000))
local row = before .. ' ' .. ms .. ' ' .. ARGV[1]
for i = 2, #ARGV, 2 do
  if ARGV[i + 1] == '' then redis.call('HDEL', KEYS[1], ARGV[i])
  else redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
end
redis.call('SET', KEYS[3], redis.sha1hex(row))
return redis.call('RPUSH', KEYS[2], row)
""")

READ_ACTS = Script("""-- KEYS acts, end. Gives both as they are at one moment.
return {redis.call('LRANGE', KEYS[1], 0, -1), redis.call('GET', KEYS[2]) or ''}
""")

SETTLE = Script("""-- KEYS orders, acts, end; ARGV end, how many orders, their fields and values, rows.
-- Sets the orders that are not set, and the log where there is none.
local orders = tonumber(ARGV[2])
for i = 3, 2 * orders + 2, 2 do redis.call('HSETNX', KEYS[1], ARGV[i], ARGV[i + 1]) end
if redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
for i = 2 * orders + 3, #ARGV do redis.call('RPUSH', KEYS[2], ARGV[i]) end
if ARGV[1] ~= '' then redis.call('SET', KEYS[3], ARGV[1]) end
return 1
""")

TIDY = """-- KEYS reports, reported; ARGV most, ms that they are kept; what follows is a report's own.
local now = redis.call('TIME')
local ms = now[1] * 1000 + math.floor(now[2] / 1000)
local function tidy()
  local gone = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', ms - ARGV[2])
  for _, name in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1 - ARGV[1])) do gone[#gone + 1] = name end
  for _, name in ipairs(gone) do
    redis.call('HDEL', KEYS[1], name)
    redis.call('ZREM', KEYS[2], name)
  end
end
"""

REPORT = Script(
    TIDY
    + """-- ARGV name, report. Keeps it, unless one of its name is there.
if redis.call('HSETNX', KEYS[1], ARGV[3], ARGV[4]) == 0 then return 0 end
redis.call('ZADD', KEYS[2], ms, ARGV[3])
tidy()
return 1
"""
)

READ_REPORTS = Script(
    TIDY
    + """-- Gives names and reports, the oldest first.
tidy()
local found = {}
for _, name in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
  local report = redis.call('HGET', KEYS[1], name)
  if report then found[#found + 1] = {name, report} end
end
return found
"""
)

DROP_REPORT = Script("""-- KEYS reports, reported; ARGV name.
redis.call('HDEL', KEYS[1], ARGV[1])
return redis.call('ZREM', KEYS[2], ARGV[1])
""")

ROW: Final = re.compile(rb"[0-9a-f]{40} (\d+) (.*)", re.DOTALL)
"""A row of the log: the hash of the one before, when (ms), and the act."""

REPORTS_KEPT: Final = 500
"""So many reports are kept, the last ones."""

REPORT_MS: Final = 90 * 86_400_000
"""And each for so long."""

ANSWERED_S: Final = 60
"""Seconds that hubs' answers are kept."""


class Act(NamedTuple):
    """A row of the log."""

    at: int
    act: bytes
    true: bool
    """Is the row before it as it was when this one was written?"""


class Rows(NamedTuple):
    """The log as it is kept."""

    rows: list[bytes]
    """The oldest first."""
    end: bytes
    """The hash of the row that was written last; b"" where none was since this is kept."""

    @property
    def whole(self) -> bool:
        """Is the last row the one that was written last, and as it was written?"""
        return self.end in (b"", _hash(self.rows[-1] if self.rows else b""))

    def acts(self) -> list[Act]:
        """What the rows say; of one that somebody has made unreadable nothing."""
        found, before = [], b""
        for row in self.rows:
            said = ROW.fullmatch(row)
            true = row.startswith(_hash(before) + b" ")
            found.append(Act(int(said[1]), said[2], true) if said else Act(0, b"", true))
            before = row
        return found


def _hash(row: bytes) -> bytes:
    return sha1(row).hexdigest().encode()


class Hubs(NamedTuple):
    """The hubs that are known of."""

    loads: dict[str, bytes]
    """How each was, as it said last."""
    ages: dict[str, int]
    """The ms since the last sign of life, of those that have shown one within a minute."""

    def lives(self, hub: str) -> bool:
        """Has it shown a sign of life just now?"""
        return self.ages.get(hub, DEAD * 1000) < DEAD * 1000


class House:
    """The orders and the log, as hubs read them and the host writes them."""

    def __init__(self, writer: Pipeline, reader: Pipeline) -> None:
        self._writer, self._reader = writer, reader

    async def orders(self) -> dict[str, bytes]:
        """All that is ordered, by field. Raises StoreAway."""
        found = pairs(await self._reader.send("HGETALL", ORDERS))
        return {field.decode(): value for field, value in found}

    async def act(self, act: bytes, fields: Mapping[str, bytes]) -> None:
        """Log an act, and set what it orders; b"" takes an order away."""
        words = [word for pair in fields.items() for word in pair]
        await self._writer.call(ACT, [ORDERS, ACTS, ACTS_END], act, *words, tries=1)

    async def carried_out(self, field: str) -> None:
        """A hub has done what was ordered, once."""
        await self._writer.send("HDEL", ORDERS, field)

    async def acts(self) -> list[Act]:
        """The log, the oldest first."""
        return (await self.rows()).acts()

    async def rows(self) -> Rows:
        """The log as it is kept."""
        return Rows(*await self._reader.call(READ_ACTS, [ACTS, ACTS_END]))

    async def count_acts(self) -> int:
        """How many rows the log has."""
        return int(await self._reader.send("LLEN", ACTS))

    async def acts_from(self, number: int) -> list[bytes]:
        """Rows of the log from this one on, without what stands before the act itself."""
        rows = await self._reader.send("LRANGE", ACTS, number, -1)
        return [said[2] if (said := ROW.fullmatch(row)) else b"" for row in rows]

    async def settle(self, orders: Mapping[str, bytes], acts: Sequence[bytes], end: bytes = b"") -> None:
        """Take over the orders of another house, and the rows of its log where there are none here."""
        words = [word for pair in orders.items() for word in pair]
        await self._writer.call(SETTLE, [ORDERS, ACTS, ACTS_END], end, len(orders), *words, *acts)

    # -- what people report ------------------------------------------------------------------------

    async def keep_report(self, name: str, report: bytes) -> None:
        """Keep a report; a repeat of the same name changes nothing."""
        await self._writer.call(REPORT, [REPORTS, REPORTED], REPORTS_KEPT, REPORT_MS, name, report)

    async def reports(self) -> dict[str, bytes]:
        """All that are kept, by name, the oldest first."""
        found = await self._writer.call(READ_REPORTS, [REPORTS, REPORTED], REPORTS_KEPT, REPORT_MS)
        return {name.decode(): report for name, report in found}

    async def drop_report(self, name: str) -> None:
        """Keep a report no longer."""
        await self._writer.call(DROP_REPORT, [REPORTS, REPORTED], name)

    # -- hubs, as they are -------------------------------------------------------------------------

    async def report(self, hub: str, load: bytes) -> None:
        """Say how this hub is. Raises StoreAway at once: what is said later is newer."""
        await self._writer.send("HSET", LOADS, hub, load, tries=1)

    def gone(self, hub: str) -> None:
        """Say that this hub ends, and that nobody need look for it."""
        self._writer.send("HDEL", LOADS, hub, tries=1)

    async def hubs(self) -> Hubs:
        """All hubs that are known of: those that live, and those that ended without saying so."""
        ages = pairs(await self._reader.call(AGES, [HUBS]))
        loads = pairs(await self._reader.send("HGETALL", LOADS))
        return Hubs(
            {hub.decode(): load for hub, load in loads}, {hub.decode(): int(age) for hub, age in ages}
        )

    async def loads(self) -> dict[str, bytes]:
        """How the living hubs are; what was said of dead ones is cleared away."""
        found = await self.hubs()
        dead = [hub for hub in found.loads if not found.lives(hub)]
        if dead:
            await self._writer.send("HDEL", LOADS, *dead)
        return {hub: load for hub, load in found.loads.items() if hub not in dead}

    async def lobby(self) -> dict[str, bytes]:
        """The tables that are open or run, and their summaries."""
        found = pairs(await self._reader.send("HGETALL", LOBBY))
        return {table.decode(): summary for table, summary in found}

    # -- questions to all hubs ---------------------------------------------------------------------

    async def ask(self, number: str, question: bytes) -> None:
        """Put a question to all hubs (b"": it is asked no more)."""
        await self._writer.send(
            *(("HSET", ORDERS, number, question) if question else ("HDEL", ORDERS, number))
        )

    async def answer(self, number: str, hub: str, answer: bytes) -> None:
        """A hub's answer. Raises StoreAway at once: nobody waits for it long."""
        await self._writer.send("HSET", answers(number), hub, answer, tries=1)
        await self._writer.send("EXPIRE", answers(number), ANSWERED_S, tries=1)

    async def answered(self, number: str) -> dict[str, bytes]:
        """The answers so far, by hub."""
        found = pairs(await self._reader.send("HGETALL", answers(number)))
        return {hub.decode(): answer for hub, answer in found}


@contextlib.asynccontextmanager
async def house_at(url: str, copies: int = 0) -> AsyncIterator[House]:
    """The orders in the Redis at this address, for somebody who is no hub."""
    client: Any = connect(url)
    link = Pipeline(link_to(client, copies), tries=3)
    try:
        yield House(link, link)
    finally:
        await link.close()
        await client.aclose()
