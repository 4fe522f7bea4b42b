"""The upkeep of a desk's tables: compared with their logs, caught up, put to sleep, and let go."""

from __future__ import annotations

import time

from server.store.store import StoreAway

from .desk import Desk
from .live import Live


class Upkeep:
    """Looks after all tables of a desk, whether or not anybody asks anything of them."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.store = desk.store
        self.settings = desk.settings

    async def poll(self) -> None:
        """Compare our versions with the logs' lengths, and catch up where we missed something.

        Tables that nobody looked at for a while are let go, those without a move fall asleep.
        """
        self._fetch()
        # Tables move on while the lengths are on their way: a log has lost something only where it is
        # shorter than the version that was stored when it was asked for.
        stored = {
            live: 0 if live.running else version
            for live in self.desk.tables.values()
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
                self.desk.enqueue(live, self.desk.follower.catch_up)
            elif length < before:
                self.desk.enqueue(live, self.desk.follower.load)
        await self._rest(time.monotonic())

    def _fetch(self) -> None:
        """Have those tables loaded that are to be loaded anew, and that nobody asks anything of."""
        for live in self.desk.tables.values():
            if live.missing and not live.running:
                self.desk.enqueue(live, self.desk.follower.catch_up)

    async def _rest(self, time_is: float) -> None:
        """Let tables go, or fall asleep."""
        since = time_is - min(self.settings.sleep_s, self.settings.idle_s)
        quiet = [live for live in self.desk.tables.values() if live.used < since and not live.running]
        for live in quiet:
            if live.awake and live.used < time_is - self.settings.sleep_s:
                live.sleep()
        for live in quiet:
            if not live.sockets and not live.running and live.used < time_is - self.settings.idle_s:
                del self.desk.tables[live.id]
                await self.store.unfollow(live.id)

    def renew(self, live: Live) -> None:
        """A table is stored otherwise than it was here: it is read anew, and told anew to everybody."""
        self.desk.enqueue(live, self._renew)

    async def _renew(self, live: Live) -> None:
        if live.loaded:
            live.distrust()
            await self.desk.follower.load(live)
            await self.desk.announce(live, again=True)

    def gap(self) -> None:
        """The store's subscription was interrupted: anything may have been missed."""
        for live in self.desk.tables.values():
            self.desk.enqueue(live, self.desk.follower.catch_up)
