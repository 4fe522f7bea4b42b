"""Tables kept true to the store: loaded, loaded anew, and brought up to what other hubs have written."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from protocol.frames import Gone
from server.games.catalogue import engine_of

from .config import Settings
from .entries import decode_entry, decode_state
from .live import Live
from .metrics import METRICS
from .rights import Refusal
from .store import Store, StoreAway, Stored
from .table import Fault, Table
from .viewers import Viewers

log = logging.getLogger("stammtisch.follower")

AWAY_S = 0.3
"""Seconds between two attempts to read from a store that is out of reach."""


class Follower:
    """Loads tables and follows the log of those that are loaded. All of it runs as jobs of the table.

    `tell(live)` has everybody told of a table's new version.
    """

    def __init__(self, settings: Settings, store: Store, tell: Callable[[Live], Awaitable[None]]) -> None:
        self.settings = settings
        self.store = store
        self._tell = tell

    async def load(self, live: Live) -> None:
        """Take the table from the store, and join in following it."""
        stored = await self._stored(live.id)
        live.table = None
        if stored is None:
            live.trouble = "unknown-table"
            return
        try:
            live.table = self._restored(live.id, stored.snapshot)
            for data in stored.entries:
                live.table.apply(decode_entry(data))
        except (Refusal, Fault) as why:
            live.table, live.trouble = None, _code(why)
            return
        live.viewers = Viewers(live.table, self.settings.check_every)

    async def _stored(self, table: str) -> Stored | None:
        """What the store has of a table, however long it takes to reach it."""
        while True:
            try:
                return await self.store.load(table)
            except StoreAway:
                await asyncio.sleep(AWAY_S)

    def _restored(self, table: str, snapshot: bytes) -> Table:
        """The table in a snapshot. Refuses ("other-version") what this hub's games can't carry on."""
        game = decode_state(snapshot).made
        engine = engine_of(game.game, game.rules, game.digest)
        if engine is None:
            log.error("table %s was made by another version of %s", table, game.game)
            raise Refusal("other-version")
        return Table.unpack(engine, snapshot)

    async def reload(self, live: Live) -> None:
        """Throw our copy away and take what the store has; tell everybody what is new."""
        METRICS.reloads.inc()
        told = live.viewers.version if live.viewers else 0
        stored = await self._stored(live.id)
        if stored is None:
            self._lost(live, "unknown-table")
            return
        try:
            live.table = self._restored(live.id, stored.snapshot)
            entries = [decode_entry(data) for data in stored.entries]
            if live.table.version > told:
                for entry in entries:
                    live.table.apply(entry)
                self._renew(live)
                return
            while entries and live.table.version < told:
                live.table.apply(entries.pop(0))
        except (Refusal, Fault) as why:
            self._lost(live, _code(why))
            return
        live.table.changed = True
        for entry in entries:
            live.table.apply(entry)
            await self._tell(live)

    def _renew(self, live: Live) -> None:
        assert live.table is not None
        if live.viewers is None:
            live.viewers = Viewers(live.table, self.settings.check_every)
        else:
            live.viewers.renew(live.table)
        live.tell_full()

    def _lost(self, live: Live, code: Any) -> None:
        """The table is not to be had any more."""
        live.table, live.trouble = None, code
        live.tell_all(Gone(live.id, code))
        live.sockets.clear()

    async def follow(self, live: Live, version: int, data: bytes) -> None:
        table = live.table
        if table is None or version <= table.version:
            return
        if version > table.version + 1:
            await self.catch_up(live)
            return
        entry = decode_entry(data)
        try:
            table.apply(entry)
        except Fault:
            log.exception("table %s can't follow to version %d", live.id, version)
            await self.reload(live)
            return
        if entry.check != table.check():
            log.error("table %s differs from the hub that wrote version %d", live.id, version)
            METRICS.differences.inc()
            await self.reload(live)
            return
        await self._tell(live)

    async def catch_up(self, live: Live) -> None:
        """Apply what the log has beyond our version."""
        if live.table is None:
            return
        start = live.table.version
        try:
            missed = await self.store.entries(live.id, start)
        except StoreAway:
            return  # the next poll sees it again
        for i, data in enumerate(missed):
            await self.follow(live, start + i + 1, data)


def _code(why: Refusal | Fault) -> str:
    """Why a table can't be had. One whose log can't be played here was made by other rules."""
    return why.code if isinstance(why, Refusal) else "other-version"
