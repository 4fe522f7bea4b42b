"""What the host has ordered for all hubs, the log of these orders, and how hubs say how they are.

An order is set and logged in one step. Every row of the log begins with the hash of the row before it, and
nothing here ever changes one; so one that somebody has changed by hand is found out.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from hashlib import sha1
from typing import Any, Final, NamedTuple

from .cluster import link_to
from .keys import ACTS, HUBS, LOADS, LOBBY, ORDERS, answers, pairs
from .links import Script, connect
from .pipeline import Pipeline
from .scripts import AGES
from .signs import DEAD

ACT = Script("""-- KEYS orders, acts; ARGV act, then field, value of what it sets ("" = it is gone).
-- Logs the act behind the hash of the row before it.
local last = redis.call('LINDEX', KEYS[2], -1)
local now = redis.call('TIME')
local ms = string.format('%.0f', now[1] * 1000 + math.floor(now[2] / 1000))
local row = redis.sha1hex(last or '') .. ' ' .. ms .. ' ' .. ARGV[1]
for i = 2, #ARGV, 2 do
  if ARGV[i + 1] == '' then redis.call('HDEL', KEYS[1], ARGV[i])
  else redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
end
return redis.call('RPUSH', KEYS[2], row)
""")

ANSWERED_S: Final = 60
"""Seconds that hubs' answers are kept."""


class Act(NamedTuple):
    """A row of the log."""

    at: int
    act: bytes
    true: bool
    """Is the row before it as it was when this one was written?"""


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
        await self._writer.call(ACT, [ORDERS, ACTS], act, *words, tries=1)

    async def carried_out(self, field: str) -> None:
        """A hub has done what was ordered, once."""
        await self._writer.send("HDEL", ORDERS, field)

    async def acts(self) -> list[Act]:
        """The log, the oldest first."""
        rows: Sequence[bytes] = await self._reader.send("LRANGE", ACTS, 0, -1)
        found, before = [], b""
        for row in rows:
            link, at, act = row.split(b" ", 2)
            found.append(Act(int(at), act, link.decode() == sha1(before).hexdigest()))
            before = row
        return found

    # -- hubs, as they are -------------------------------------------------------------------------

    async def report(self, hub: str, load: bytes) -> None:
        """Say how this hub is."""
        await self._writer.send("HSET", LOADS, hub, load)

    async def loads(self) -> dict[str, bytes]:
        """How the living hubs are; what was said of dead ones is cleared away."""
        ages = {hub.decode(): age for hub, age in pairs(await self._reader.call(AGES, [HUBS]))}
        found = {hub.decode(): load for hub, load in pairs(await self._reader.send("HGETALL", LOADS))}
        dead = [hub for hub in found if ages.get(hub, DEAD * 1000) >= DEAD * 1000]
        if dead:
            await self._writer.send("HDEL", LOADS, *dead)
        return {hub: load for hub, load in found.items() if hub not in dead}

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
        """A hub's answer."""
        await self._writer.send("HSET", answers(number), hub, answer)
        await self._writer.send("EXPIRE", answers(number), ANSWERED_S)

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
