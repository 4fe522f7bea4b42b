"""Heartbeats in Redis: which hubs are alive, and who is present at a table through each of them.

A presence row belongs to the hub that set it, and counts while that hub sends heartbeats. Only the clock of
Redis decides which hubs are dead.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from typing import Any

from server.process.forever import steadily

from .clients import StoreAway
from .keys import HUBS, key, pairs
from .pipeline import Pipeline
from .scripts import AGES, ALIVE, HERE

HEARTBEAT_INTERVAL_S = 2.0
"""Seconds between two signs of life of a hub."""

HEARTBEAT_TIMEOUT_S = 10.0
"""Seconds without a heartbeat after which the people of a hub count as gone."""

ANNOUNCEMENTS = 2
"""How often a hub that counted as dead sets its rows again. Another hub that has just read that it is dead
may delete them after the first time."""


class Heartbeats:
    """Sends the heartbeats of one hub and reads those of the others."""

    def __init__(
        self,
        hub: str,
        writer: Pipeline,
        reader: Pipeline,
        on_return: Callable[[], None],
        on_death: Callable[[], None],
    ) -> None:
        """`on_return()` is called after this hub had counted as dead, `on_death()` when another hub has
        died."""
        self.hub = hub
        self._writer, self._reader = writer, reader
        self._on_return, self._on_death = on_return, on_death
        self._dead: set[bytes] = set()
        self._rows: dict[tuple[str, str], bytes] = {}
        self._beat: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Send heartbeats from now on; they also check that Redis accepts writes."""
        self._beat = steadily("store beat", self._beats)

    def end(self) -> None:
        """Remove this hub's heartbeat: its people are gone at once."""
        if self._beat:
            self._beat.cancel()
            self._writer.send("ZREM", HUBS, self.hub, tries=1)

    async def here(self, table: str) -> list[bytes]:
        """The presence rows of a table from all live hubs. Raises StoreAway."""
        rows = sorted(pairs(await self._reader.send("HGETALL", key(table, "here"))))
        if not rows:
            return []
        ages = await self._ages()
        forgotten = [field for field, _ in rows if _hub(field) not in ages]
        if forgotten:
            self._writer.send("HDEL", key(table, "here"), *forgotten, tries=1)
        return [row for field, row in rows if _lives(ages.get(_hub(field), math.inf))]

    async def _ages(self) -> dict[bytes, int]:
        """Milliseconds since the last heartbeat of each hub. Raises StoreAway."""
        ages = dict(pairs(await self._reader.call(AGES, [HUBS])))
        return {**ages, self.hub.encode(): 0}

    async def set_here(self, table: str, field: str, value: bytes | None) -> None:
        """Set or remove (None) a presence row of this hub; rows vanish with the hub."""
        if value:
            self._rows[table, field] = value
        else:
            self._rows.pop((table, field), None)
        await self._set_row(table, field, value or b"")

    def _set_row(self, table: str, field: str, value: bytes) -> asyncio.Future[Any]:
        places = [key(table, "log"), key(table, "here")]
        return self._writer.call(HERE, places, f"{self.hub} {field}", value)

    async def _beats(self) -> None:
        announced = ANNOUNCEMENTS
        while True:
            ms = int(HEARTBEAT_TIMEOUT_S * 1000)
            if await self._writer.call(ALIVE, [HUBS], self.hub, 6 * ms, ms):
                announced = 0
            if announced < ANNOUNCEMENTS:  # it counted as dead: other hubs may have deleted its rows
                announced += 1
                for (table, field), value in list(self._rows.items()):
                    self._set_row(table, field, value)
                self._on_return()
            await self._look_for_deaths()
            await asyncio.sleep(HEARTBEAT_INTERVAL_S)

    async def _look_for_deaths(self) -> None:
        """Call `on_death`, once, after the heartbeat of another hub has timed out."""
        try:
            ages = await self._ages()
        except StoreAway:
            return
        dead = {hub for hub, age in ages.items() if not _lives(age)}
        if dead - self._dead:
            self._on_death()
        self._dead = dead


def _lives(age: float) -> bool:
    """Is a hub alive whose last heartbeat is this old (ms)? One from far in the future doesn't count: the
    clock of Redis was set back."""
    return abs(age) < HEARTBEAT_TIMEOUT_S * 1000


def _hub(field: bytes) -> bytes:
    """The hub part of a row's name."""
    return field.partition(b" ")[0]
