"""Tables that show hands some moves late, for streams: what may be seen of them now, from their stored logs.

Nothing here depends on who looks, and nothing is sent without a request. Every hub works it out from the log
in the store, so a hub that dies takes nothing with it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final

from server.store.store import StoreAway
from server.table.entries import decode_entry
from server.table.late_hands import LateTable
from server.table.log import BadLog

from .live_table import LiveTable
from .registry import TableRegistry

MAX_KEPT_TABLES: Final = 8
"""Tables whose late state stays in memory; that of any other is worked out from the beginning of its log."""

MAX_WAITING_REQUESTS: Final = 40
"""Requests that wait at the same time; one is answered after the other."""

ENTRIES_AT_ONCE: Final = 20
"""Entries that are carried out before other work gets its turn."""

PHASE_TIMEOUT_S: Final = 5.0
"""Seconds to wait until a table is loaded to learn whether its game is over."""

ENDED: Final = ("over", "closed")
"""The phases in which nothing is kept: a person may be erased from the log, entry by entry."""


class NotShown(Exception):
    """There is no such table, or it shows no hands."""


class Busy(Exception):
    """Too many requests are waiting."""


class Kept:
    """A table at its last version that is due, with the last entry that was read of its log."""

    def __init__(self, late: LateTable, last: bytes) -> None:
        self.late = late
        self.last = last
        self.document = b""
        self.version = 0
        """The version of this document."""

    def add(self, entries: list[bytes]) -> None:
        """Add the next entries of the log."""
        for entry in entries:
            self.late.add(decode_entry(entry))
            self.last = entry


class LateHands:
    """Answers what a registry's tables may show of their hands."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._one = asyncio.Semaphore(1)
        self._waiting = 0

    async def document(self, table: str, have: int) -> bytes:
        """The newest document that may be shown; b"" if that is version `have` or there is none yet. Raises
        NotShown, Busy, StoreAway."""
        if self._waiting >= MAX_WAITING_REQUESTS:
            raise Busy
        self._waiting += 1
        try:
            async with self._one:
                return await self._document(table, have)
        except BadLog as wrong:
            self._kept.pop(table, None)
            raise NotShown from wrong
        finally:
            self._waiting -= 1

    async def _document(self, table: str, have: int) -> bytes:
        kept = await self._read(table)
        phase = await self._phase(table)
        if phase in ENDED:
            del self._kept[table]
            kept = await self._anew(table)
        over, late = phase == "over", kept.late
        for past in late.advance(over):
            if past.version % ENTRIES_AT_ONCE == 0:
                await asyncio.sleep(0)
        if not late.begun(over):
            return b""
        if kept.version != late.table.version:
            kept.document, kept.version = late.document(), late.table.version
        return kept.document if kept.version != have else b""

    async def _read(self, table: str) -> Kept:
        """The kept state of the table, with all entries that are stored by now."""
        kept = self._kept.pop(table, None)
        if kept is not None:
            last, *found = await self._entries(table, kept.late.read - 1) or [b""]
            if last != kept.last:  # the store has lost entries, and the log goes on in another way
                kept = None
        if kept is None:
            kept = await self._anew(table)
        else:
            kept.add(found)
        self._kept[table] = kept
        while len(self._kept) > MAX_KEPT_TABLES:
            self._kept.popitem(last=False)
        return kept

    async def _anew(self, table: str) -> Kept:
        """The same from the beginning of the log."""
        first, *found = await self._entries(table, 0) or [b""]
        if not first:
            raise NotShown
        kept = Kept(LateTable(decode_entry(first)), first)
        kept.add(found)
        return kept

    async def _entries(self, table: str, start: int) -> list[bytes]:
        return await self._registry.store.entries(table, start)

    async def _phase(self, table: str) -> str:
        """The phase of the table, as far as the store knows; "" if it can't be played here."""
        registry, settings = self._registry, self._registry.settings
        live = registry.tables.get(table)
        if len(live.queue) >= settings.queue if live else len(registry.loading) >= settings.loading:
            raise Busy
        told: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        registry.enqueue(live or registry.live(table), self._look, told)
        try:
            return await asyncio.wait_for(told, PHASE_TIMEOUT_S)
        except TimeoutError as wrong:
            raise Busy from wrong

    async def _look(self, live: LiveTable, told: asyncio.Future[str]) -> None:
        """Answer from the table, after it has caught up with its log."""
        slept = not live.awake
        try:
            if live.loaded:
                await self._registry.follower.caught_up(live)
            phase = live.table.state.phase if live.table is not None else ""
        except StoreAway as away:
            if not told.done():
                told.set_exception(away)
            return
        if not told.done():
            told.set_result(phase)
        if slept and live.awake:
            live.sleep()  # it was woken only for this question
