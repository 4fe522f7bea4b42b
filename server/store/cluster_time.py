"""Cluster time: the clock that all hubs share for deadlines. It pauses while the service is down.

The service is up while each of its hubs writes a tick to Redis about once a second. Redis adds the time
between two consecutive ticks, of any hubs. It adds nothing for a longer gap, for any reason: hubs were dead,
suspended or cut off from Redis, the machine slept, or the clock of Redis was set. After a gap, and after a
hub has vanished without a goodbye, cluster time pauses for as long as clients need to reconnect. So an outage
counts for no player, all hubs agree on the time, and the wall clocks of hubs measure nothing.

Cluster time starts at wall-clock time and never decreases. It measures durations; the times of events that
people see are wall-clock times.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Final

from server.process.forever import steadily

from .clients import StoreAway
from .keys import HOUSE_TIME
from .pipeline import Pipeline
from .scripts import TICK

TICK_S: Final = 1.0
"""Seconds between two ticks of a hub."""

AHEAD_S: Final = 1.5
"""Seconds that a hub adds by its own clock to the time Redis returned last. Then its cluster time pauses."""

GAP_MS: Final = 3_000
"""A hub without a tick for longer than this counts as down."""

LEARN_S: Final = 2.0
"""How long a change waits for the time, after this hub was suspended or Redis was away (seconds)."""

RETURN_MS: Final = 10_000
"""The pause after an outage in which clients reconnect: their back-off is at most this long."""


class ClusterTime:
    def __init__(self, hub: str, writer: Pipeline, reader: Pipeline) -> None:
        self.hub = hub
        self._writer, self._reader = writer, reader
        self._at = self._last = 0
        self._heard = 0.0
        """When a tick returned `_at` (time.monotonic); 0: no tick has yet."""
        self._still_s = 0.0
        """How long cluster time pauses from then on (seconds)."""
        self._ticks: asyncio.Task[None] | None = None
        self._told = asyncio.Event()
        """Set when Redis returns the time."""

    def now(self) -> int:
        """Cluster time in ms. Before this hub's first tick it is the time that was stored."""
        passed = min(time.monotonic() - self._heard, AHEAD_S) - self._still_s if self._heard else 0.0
        self._last = max(self._last, self._at + int(max(0.0, passed) * 1000))
        return self._last

    @property
    def known(self) -> bool:
        """Has Redis returned the time just now? Otherwise this hub was suspended or Redis is unreachable, and
        no deadline may be enforced."""
        return time.monotonic() - self._heard <= AHEAD_S

    @property
    def paused(self) -> bool:
        """Does cluster time pause for clients to reconnect? This hub's time may be ahead of it by `AHEAD_S`,
        so a deadline that seems to have passed is not enforced either."""
        return time.monotonic() - self._heard < self._still_s

    async def learn(self) -> None:
        """After this hub was suspended, wait a little until Redis has returned the time. Other hubs may have
        gone on meanwhile."""
        if time.monotonic() - self._heard > GAP_MS / 1000:
            self._told.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._told.wait(), LEARN_S)

    async def read(self) -> None:
        """Read the time, which needs no write. Raises StoreAway."""
        stored = await self._reader.send("HGET", HOUSE_TIME, "at")
        self._at = int(stored) if stored is not None else time.time_ns() // 1_000_000

    def begin(self) -> None:
        """Tick from now on."""
        self._ticks = steadily("cluster time", self._tick_on)

    def end(self) -> None:
        """Remove this hub's tick, so that cluster time does not pause for its clients to reconnect."""
        if self._ticks is not None:
            self._ticks.cancel()
            self._writer.send("HDEL", HOUSE_TIME, f"hub {self.hub}", tries=1)

    async def _tick_on(self) -> None:
        while True:
            if self._writer.healthy:  # a service that can store nothing is down
                await self._tick()
            await asyncio.sleep(TICK_S)

    async def _tick(self) -> None:
        # Sent once: a retry would report the service as up while its writes get no response.
        tick = self._writer.call(TICK, [HOUSE_TIME], f"hub {self.hub}", GAP_MS, RETURN_MS, tries=1)
        try:
            at, still = await tick
        except StoreAway:
            return
        self._at, self._heard, self._still_s = int(at), time.monotonic(), int(still) / 1000
        self._told.set()
