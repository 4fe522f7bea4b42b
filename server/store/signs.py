"""Signs of life (heartbeats) in Redis: which hubs live, and who is present at a table through each of them.

A row of somebody present belongs to the hub that set it and counts as long as that hub shows now and
then that it lives. What counts as dead is measured by Redis's clock alone.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from typing import Any

from server.steady import steadily

from .clients import StoreAway
from .keys import HUBS, key, pairs
from .pipeline import Pipeline
from .scripts import AGES, ALIVE, HERE

BEAT = 2.0
"""Seconds between two signs of life of a hub."""

DEAD = 10.0
"""Seconds without a sign of life after which a hub's people count as gone."""


class Signs:
    """One hub's signs of life, and what it reads of the others'."""

    def __init__(self, hub: str, writer: Pipeline, reader: Pipeline) -> None:
        self.hub = hub
        self._writer, self._reader = writer, reader
        self.on_return: Callable[[], None] = lambda: None
        """Told when this hub counted as dead until now, so that others may have told its people gone."""
        self.on_death: Callable[[], None] = lambda: None
        """Told when another hub has died: whoever was here through it no longer is."""
        self._dead: set[bytes] = set()
        self._rows: dict[tuple[str, str], bytes] = {}
        self._beat: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Show from now on that this hub lives, which also checks that Redis can be written to."""
        self._beat = steadily("store beat", self._beats)

    def end(self) -> None:
        """Say that this hub is no more: everybody who is here through it is gone at once."""
        if self._beat:
            self._beat.cancel()
            self._writer.send("ZREM", HUBS, self.hub, tries=1)

    async def here(self, table: str) -> list[bytes]:
        """The rows of those who are present at a table through any living hub. Raises StoreAway."""
        rows = sorted(pairs(await self._reader.send("HGETALL", key(table, "here"))))
        if not rows:
            return []
        ages = await self._ages()
        forgotten = [field for field, _ in rows if _hub(field) not in ages]
        if forgotten:
            self._writer.send("HDEL", key(table, "here"), *forgotten)
        return [row for field, row in rows if ages.get(_hub(field), math.inf) < DEAD * 1000]

    async def _ages(self) -> dict[bytes, int]:
        """The ms since the last sign of life of every hub. Raises StoreAway."""
        ages = dict(pairs(await self._reader.call(AGES, [HUBS])))
        return {**ages, self.hub.encode(): 0}

    async def set_here(self, table: str, field: str, value: bytes | None) -> None:
        """Set or remove (None) a row of this hub; rows vanish with the hub."""
        if value:
            self._rows[table, field] = value
        else:
            self._rows.pop((table, field), None)
        await self._set_row(table, field, value or b"")

    def _set_row(self, table: str, field: str, value: bytes) -> asyncio.Future[Any]:
        places = [key(table, "log"), key(table, "here")]
        return self._writer.call(HERE, places, f"{self.hub} {field}", value)

    async def _beats(self) -> None:
        while True:
            ms = int(DEAD * 1000)
            was_dead = await self._writer.call(ALIVE, [HUBS], self.hub, 6 * ms, ms)
            if was_dead:  # others may have cleaned up after it
                for (table, field), value in list(self._rows.items()):
                    self._set_row(table, field, value)
                self.on_return()
            await self._look_for_deaths()
            await asyncio.sleep(BEAT)

    async def _look_for_deaths(self) -> None:
        """Have it known once when a hub has shown no sign of life for too long."""
        try:
            ages = await self._ages()
        except StoreAway:
            return
        dead = {hub for hub, age in ages.items() if age >= DEAD * 1000}
        if dead - self._dead:
            self.on_death()
        self._dead = dead


def _hub(field: bytes) -> bytes:
    """The hub in the name of a row."""
    return field.partition(b" ")[0]
