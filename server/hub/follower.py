"""Tables kept true to the store: loaded, loaded anew, and brought up to what other hubs have written."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable
from itertools import islice
from typing import Any, TypeVar

from msgspec import MsgspecError

from protocol.frames import Gone
from server.config import Settings
from server.games.catalogue import engine_of
from server.metrics import METRICS
from server.store.aside import OtherKind
from server.store.store import Store, StoreAway
from server.table.entries import Entry, decode_entry, decode_state
from server.table.log import play_on
from server.table.rights import Refusal
from server.table.table import Fault, Table
from server.table.viewers import Viewers, decode_ready

from .live import Live

log = logging.getLogger("stammtisch.follower")

T = TypeVar("T")

AWAY_S = 0.3
"""Seconds between two attempts to read from a store that is out of reach."""

MENDED_S = 60.0
"""The same at most, where somebody has to mend by hand what is stored."""


class Follower:
    """Loads tables and follows the log of those that are loaded. All of it runs as jobs of the table.

    `tell(live, entry)` has everybody told of a table's new version, which this entry made; `complete(table)`
    does what has to be done before anybody is told of a table as it is stored.
    """

    def __init__(
        self,
        settings: Settings,
        store: Store,
        tell: Callable[[Live, Entry], Awaitable[None]],
        complete: Callable[[Table], Awaitable[None]],
    ) -> None:
        self.settings = settings
        self.store = store
        self._tell = tell
        self._complete = complete

    async def load(self, live: Live) -> None:
        """Take the table from the store, and join in following it; tell everybody what is new since they were
        told last. What is here already is thrown away before anything else."""
        viewers = live.viewers
        told, check = (viewers.version, live.check) if viewers else (-1, 0)
        live.drop()
        if viewers:
            METRICS.reloads.inc()
        stored = await self._patiently(live.id, lambda: self.store.load(live.id))
        if stored is None:
            return self._lost(live, "unknown-table")
        try:
            table = self._restored(live.id, stored.snapshot)
            later = iter([decode_entry(data) for data in stored.entries])
            _to_end(table, islice(later, max(0, told - table.version)))
            as_told = table.version == told and table.check() == check
            if not as_told:
                _to_end(table, later)
        except Exception as why:
            return self._lost(live, _code(live, why))
        await self._patiently(live.id, lambda: self._complete(table))
        if as_told:
            live.table = table
        else:
            self._renew(live, table)
        return await self._go_on(live, table, later)

    async def _go_on(self, live: Live, table: Table, later: Iterable[Entry]) -> None:
        """Tell one after the other what else the log has."""
        for entry in later:
            live.take()
            try:
                table.apply(entry)
            except Exception as why:
                return self._lost(live, _code(live, why))
            self._taken_over(live, entry, table.version)
            live.table, live.check = table, table.check()
            await self._tell(live, entry)
        return None

    async def _patiently(self, table: str, ask: Callable[[], Awaitable[T]]) -> T:
        """What the store answers, however long it takes to reach it."""
        pause = AWAY_S
        while True:
            try:
                return await ask()
            except OtherKind:
                pause = min(MENDED_S, pause * 2)
            except StoreAway:
                pause = AWAY_S
            except Exception:
                log.exception("table %s can't be loaded yet", table)
            await asyncio.sleep(pause)

    def _restored(self, table: str, snapshot: bytes) -> Table:
        """The table in a snapshot. Refuses ("other-version") what this hub's games can't carry on."""
        game = decode_state(snapshot).made
        engine = engine_of(game.game, game.rules, game.digest)
        if engine is None:
            log.error("table %s was made by another version of %s", table, game.game)
            raise Refusal("other-version")
        return Table.unpack(engine, snapshot)

    def _renew(self, live: Live, table: Table) -> None:
        """Go on with this table, and tell everybody all of it that is for them."""
        live.unseat(table)
        live.table, live.check = table, table.check()
        if live.viewers is None:
            live.viewers = Viewers(table, self.settings.check_every)
        else:
            live.viewers.renew(table)
        live.tell_full()

    def _lost(self, live: Live, code: Any) -> None:
        """The table is not to be had any more."""
        live.table, live.trouble = None, code
        live.tell_all(Gone(live.id, code))
        live.sockets.clear()

    async def follow(self, live: Live, version: int, data: bytes, ready: bytes = b"") -> None:
        """Another hub has written this version, and maybe worked it out for those who follow."""
        here = live.at_version
        if here is None or version <= here:
            return None
        if version > here + 1:
            return await self.catch_up(live)
        if self.relayed(live, version, data, ready):
            return None
        entry = decode_entry(data)
        if not self._applied(live, entry):
            return await self.load(live)
        return await self._tell(live, entry)

    def relayed(self, live: Live, version: int, data: bytes, ready: bytes) -> bool:
        """Was that the next version, and could it be told just as the hub that wrote it has worked it out?"""
        if not ready or live.at_version != version - 1 or live.hinted:
            return False
        try:
            worked_out = decode_ready(ready)
        except MsgspecError:  # a hub of another version says it otherwise
            return False
        entry = decode_entry(data)
        if not live.relay(version, entry.check, worked_out):
            return False
        METRICS.relayed += 1
        self._taken_over(live, entry, version)
        return True

    def _applied(self, live: Live, entry: Entry) -> bool:
        """Carry out another hub's entry. False where it leads elsewhere here: then the table is missing."""
        table = live.take()
        version = table.version + 1
        try:
            table.apply(entry)
        except Fault:
            log.exception("table %s can't follow to version %d", live.id, version)
            return False
        check = table.check()
        if entry.check != check:
            log.error("table %s differs from the hub that wrote version %d", live.id, version)
            METRICS.differences.inc()
            return False
        self._taken_over(live, entry, version)
        live.table, live.check = table, check
        return True

    @staticmethod
    def _taken_over(live: Live, entry: Entry, version: int) -> None:
        log.debug("table %s version %d is taken over from hub %s", live.id, version, entry.hub)

    async def catch_up(self, live: Live) -> None:
        """Apply what the log has beyond our version, as soon as that can be read."""
        with contextlib.suppress(StoreAway):  # the next poll sees it again
            await self.caught_up(live)

    async def caught_up(self, live: Live) -> bool:
        """Bring the table to where the log is now. Was there anything new? Raises StoreAway."""
        here = live.at_version
        if here is None:
            return False
        found = await self.store.entries(live.id, here - 1)
        if not found or decode_entry(found[0]).check not in (0, live.check):
            log.warning("table %s is stored otherwise than it was at version %d", live.id, here)
            await self.load(live)
            return True
        for version, data in enumerate(found[1:], here + 1):
            await self.follow(live, version, data)
        return len(found) > 1


def _to_end(table: Table, entries: Iterable[Entry]) -> None:
    """Bring a table to the last of these entries. Raises BadLog."""
    for _ in play_on(table, entries, exact=False):
        pass


def _code(live: Live, why: Exception) -> str:
    """Why a table can't be had. One whose log can't be played here was made by other rules."""
    if isinstance(why, Refusal):
        return why.code
    log.error("table %s can't be played here", live.id, exc_info=why)
    return "other-version"
