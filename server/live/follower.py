"""Keeps tables in sync with the store: loads and reloads them, and applies entries of other hubs."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable
from itertools import islice
from typing import Any, TypeVar

from msgspec import MsgspecError

from protocol.codec import packed
from server.games import GAMES
from server.games.catalogue import engine_of
from server.metrics import METRICS
from server.process.forever import Backoff
from server.settings.config import Settings
from server.store.quarantine import WrongType
from server.store.store import LoadedTable, Store, StoreAway
from server.table.entries import Entry, decode_entry, decode_state
from server.table.log import play_on
from server.table.people import GOING_ON
from server.table.ready import decode_ready
from server.table.rights import Refusal
from server.table.table import Fault, Table
from server.table.viewers import Viewers

from . import breakdown
from .live_table import LiveTable

log = logging.getLogger("stammtisch.follower")

T = TypeVar("T")

AWAY_S = 0.3
"""The pause between two attempts to read from an unreachable store (seconds)."""

MENDED_S = 60.0
"""The longest pause (seconds), if the stored data needs manual repair."""


class Follower:
    """Loads tables and follows the logs of loaded ones. All methods run as jobs of the table.

    `tell(live, entry)` broadcasts the new version that this entry made; `complete(table)` does the work that
    must precede any broadcast of a table as stored.
    """

    def __init__(
        self,
        settings: Settings,
        store: Store,
        tell: Callable[[LiveTable, Entry], Awaitable[None]],
        complete: Callable[[Table], Awaitable[None]],
        retries: Backoff[str],
    ) -> None:
        self.settings = settings
        self.retries = retries
        self._said = Backoff[str](AWAY_S, MENDED_S)
        """Which messages about unusable tables the log contains already."""
        self.store = store
        self._tell = tell
        self._complete = complete

    async def load(self, live: LiveTable) -> None:
        """Load the table from the store and register as a follower; send clients the changes since the last
        broadcast. The loaded state is dropped first."""
        viewers = live.viewers
        told, check = (viewers.version, live.check) if viewers else (-1, 0)
        live.drop()
        if viewers:
            METRICS.reloads.inc()
        stored = await self._patiently(live.id, lambda: self.store.load(live.id))
        if stored is None:
            return self._lost(live, "unknown-table")
        try:
            if how := self._broken(live, stored):
                return await self._closed(live, stored, how)
            table = self._restored(live, stored.snapshot)
            later = iter([decode_entry(data) for data in stored.entries])
            _to_end(table, islice(later, max(0, told - table.version)))
            as_told = table.version == told and table.check() == check
            if not as_told:
                _to_end(table, later)
            await self._patiently(live.id, lambda: self._complete(table))
            if as_told:
                live.table = table
            else:
                self._renew(live, table)
        except Exception as why:
            return await self._unplayable(live, why)
        return await self._go_on(live, table, later)

    async def _go_on(self, live: LiveTable, table: Table, later: Iterable[Entry]) -> None:
        """Apply and broadcast the remaining entries of the log, one by one."""
        for entry in later:
            live.take()
            try:
                table.apply(entry)
            except Exception as why:
                return await self._unplayable(live, why)
            self._taken_over(live, entry, table.version)
            live.table, live.check = table, table.check()
            await self._tell(live, entry)
        return None

    async def _patiently(self, table: str, ask: Callable[[], Awaitable[T]]) -> T:
        """The store's answer; retries without a time limit."""
        pause = AWAY_S
        while True:
            try:
                return await ask()
            except WrongType:
                pause = min(MENDED_S, pause * 2)
            except StoreAway:
                pause = AWAY_S
            except Exception as wrong:
                if breakdown.is_of_game(wrong):
                    raise
                pause = min(MENDED_S, pause * 2)
                if self._said.failed(f"{table} {wrong!r}"):
                    log.exception("table %s can't be loaded yet", table)
            await asyncio.sleep(pause)

    def _restored(self, live: LiveTable, snapshot: bytes) -> Table:
        """The table of a snapshot. Raises Refusal if this hub's games can't continue it."""
        made = decode_state(snapshot).made
        live.game = made.game
        engine = engine_of(made.game, made.rules, made.digest)
        if engine is None:
            raise Refusal("other-version" if made.game in GAMES else "unknown-game")
        return Table.unpack(engine, snapshot)

    # -- unusable tables ---------------------------------------------------------------------------

    @staticmethod
    def _broken(live: LiveTable, stored: LoadedTable) -> bytes:
        """The stored failure of this table's game in this edition; b"" if there is none."""
        if not stored.broken:
            return b""
        live.game = decode_state(stored.snapshot).made.game
        return stored.broken.get(breakdown.edition(live.game), b"")

    async def _closed(self, live: LiveTable, stored: LoadedTable, how: bytes) -> None:
        """Disconnect all clients from the table, and mark it in the lobby."""
        self._lost(live, "broken")
        state = decode_state(stored.snapshot)
        summary = packed(breakdown.closed(state, how)) if state.phase in GOING_ON else None
        await self._patiently(live.id, lambda: self.store.announce(live.id, summary))

    async def close(self, live: LiveTable, wrong: BaseException) -> None:
        """Close a table whose game has failed: in the store first."""
        how, edition = breakdown.record(live.game, wrong), breakdown.edition(live.game)
        await self.store.break_off(live.id, edition, how)
        log.error("table %s of %s is closed: %s", live.id, live.game, breakdown.cause(wrong))
        await self.load(live)

    async def _unplayable(self, live: LiveTable, why: Exception) -> None:
        """Handle a table that can't be played or shown here: other rules have made it, or its game fails.
        Raises errors that can happen to any table."""
        live.distrust()  # viewers may have received half of this version
        if breakdown.is_transient(why):
            raise why
        if not breakdown.is_unfit(why):
            METRICS.faults.inc()
            breakdown.log_failure(live, why, "on what is stored")
            return await self.close(live, why)
        self.retries.failed(live.id)
        code = why.code if isinstance(why, Refusal) else "other-version"
        if code == "unknown-game":
            self._say(f"the game {live.game} is not installed here: table %s can't be carried on", live)
        else:
            words = f"another version of {live.game} has made table %s, which can't be played here"
            self._say(words, live, None if isinstance(why, Refusal) else why)
        return self._lost(live, code)

    def _say(self, words: str, live: LiveTable, trace: Exception | None = None) -> None:
        """Log a message about a table; the same message about other tables is suppressed for a while."""
        if self._said.failed(words):
            log.error(words, live.id, exc_info=trace)

    def _renew(self, live: LiveTable, table: Table) -> None:
        """Continue with this table, and send each client its whole document."""
        live.unseat(table)
        live.table, live.check = table, table.check()
        if live.viewers is None:
            live.viewers = Viewers(table, self.settings.check_every)
        else:
            live.viewers.renew(table)
        live.tell_full()

    def _lost(self, live: LiveTable, code: Any) -> None:
        """Mark the table as unusable, and inform its clients, who no longer follow it."""
        live.table, live.trouble = None, code
        live.tell_all(live.gone_frame())
        live.dismiss()

    async def follow(self, live: LiveTable, version: int, data: bytes, ready: bytes = b"") -> None:
        """Another hub has written this version, and may have sent the computed diffs along."""
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

    def relayed(self, live: LiveTable, version: int, data: bytes, ready: bytes) -> bool:
        """Broadcast the next version with the diffs that the hub that wrote it has computed. False if that is
        impossible."""
        if not ready or live.at_version != version - 1 or live.hinted:
            return False
        try:
            worked_out = decode_ready(ready)
        except MsgspecError:  # a hub of another version uses another format
            return False
        entry = decode_entry(data)
        if not live.relay(version, entry.check, worked_out):
            return False
        METRICS.relayed += 1
        self._taken_over(live, entry, version)
        return True

    def _applied(self, live: LiveTable, entry: Entry) -> bool:
        """Apply another hub's entry. False if the result differs here; then the table has to be reloaded."""
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
    def _taken_over(live: LiveTable, entry: Entry, version: int) -> None:
        log.debug("table %s version %d is taken over from hub %s", live.id, version, entry.hub)

    async def catch_up(self, live: LiveTable) -> None:
        """Apply the entries that the log has beyond the version here; on failure the next poll retries."""
        with contextlib.suppress(StoreAway):
            await self.caught_up(live)

    async def caught_up(self, live: LiveTable) -> bool:
        """Apply all new entries of the log. Were there any? Raises StoreAway."""
        here = live.at_version
        if here is None:
            return False
        found = await self.store.entries(live.id, here - 1)
        if not found or decode_entry(found[0]).check not in (0, live.check):
            log.warning("the store has another table %s at version %d than this hub", live.id, here)
            await self.load(live)
            return True
        for version, data in enumerate(found[1:], here + 1):
            await self.follow(live, version, data)
        return len(found) > 1


def _to_end(table: Table, entries: Iterable[Entry]) -> None:
    """Apply all these entries to a table. Raises BadLog."""
    for _ in play_on(table, entries, exact=False):
        pass
