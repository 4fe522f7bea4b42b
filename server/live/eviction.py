"""Maintenance of loaded tables: compares them with their logs, catches up, hibernates and evicts them."""

from __future__ import annotations

import time

from server.store.store import StoreAway

from .live_table import LiveTable
from .registry import TableRegistry


class Eviction:
    """Maintains all tables of a registry, whether or not clients use them."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self.store = registry.store
        self.settings = registry.settings

    async def poll(self) -> None:
        """Compare the versions here with the lengths of the logs, and catch up where entries are missing.

        Evicts tables that were not used for a while, and hibernates those without a recent move.
        """
        self._fetch()
        # Tables advance while the lengths are being read: a log has lost entries only if it is shorter than
        # the version that was stored before the request.
        stored = {
            live: 0 if live.running else version
            for live in self.registry.tables.values()
            if (version := live.at_version) is not None
        }
        try:
            lengths = await self.store.lengths([live.id for live in stored])
        except StoreAway:
            return
        for (live, before), length in zip(stored.items(), lengths, strict=True):
            if length == before or live.running or (version := live.at_version) is None:
                continue
            if length > version:
                self.registry.enqueue(live, self.registry.follower.catch_up)
            elif length < before:
                self.registry.enqueue(live, self.registry.follower.load)
        await self._rest(time.monotonic())

    def _fetch(self) -> None:
        """Load tables that have to be reloaded and have no jobs."""
        for live in self.registry.tables.values():
            if live.missing and not live.running:
                self.registry.enqueue(live, self.registry.follower.catch_up)

    async def _rest(self, time_is: float) -> None:
        """Evict or hibernate idle tables."""
        since = time_is - min(self.settings.sleep_s, self.settings.idle_s)
        quiet = [live for live in self.registry.tables.values() if live.used < since and not live.running]
        for live in quiet:
            if live.awake and live.used < time_is - self.settings.sleep_s:
                live.sleep()
        for live in quiet:
            if not live.sockets and not live.running and live.used < time_is - self.settings.idle_s:
                del self.registry.tables[live.id]
                await self.store.unfollow(live.id)

    def renew(self, live: LiveTable) -> None:
        """A table was changed in the store: reload it, and send it in full to all clients."""
        self.registry.enqueue(live, self._renew)

    async def _renew(self, live: LiveTable) -> None:
        if live.loaded:
            live.distrust()
            await self.registry.follower.load(live)
            await self.registry.announce(live, again=True)

    def gap(self) -> None:
        """The store's subscription was interrupted: messages may have been missed."""
        for live in self.registry.tables.values():
            self.registry.enqueue(live, self.registry.follower.catch_up)
