"""Tables that show hands some moves late, for streams: what may be seen of them now, from their stored logs.

Nothing here depends on who looks, and nothing is sent without a request. Every hub works it out from the log
in the store, so a hub that dies takes nothing with it. A log is played from its beginning only in a sandbox,
which gives back the table as it was; from there on this process carries out what becomes due.

All requests for a table that come before its log is read get one answer. A table that has to be waited for
delays no other.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from typing import Final, NamedTuple
from weakref import WeakValueDictionary

from server.http.responses import TooMany
from server.store.store import StoreAway
from server.table import log
from server.table.entries import decode_entry
from server.table.late_hands import LateTable, decode
from server.table.log import BadLog

from .live_table import LiveTable
from .registry import TableRegistry
from .sandbox import Sandbox

MAX_KEPT_TABLES: Final = 8
"""Tables whose late state stays in memory; that of any other is worked out from the beginning of its log."""

MAX_WAITING_REQUESTS: Final = 40
"""Requests that wait at the same time."""

MAX_WAITING_PER_ADDRESS: Final = 8
"""Those of one address."""

ENTRIES_AT_ONCE: Final = 20
"""Entries that are carried out before other work gets its turn."""

PHASE_TIMEOUT_S: Final = 5.0
"""Seconds to wait until a table is loaded to learn whether its game is over."""

ENDED: Final = ("over", "closed")
"""The phases in which nothing is kept: a person may be erased from the log, entry by entry."""


class NotShown(Exception):
    """There is no such table, or it shows no hands."""


class Shown(NamedTuple):
    """What a table shows; b"" if there is nothing yet."""

    version: int
    document: bytes


class Kept:
    """A table at its last version that is due, with the last entry that was read of its log."""

    def __init__(self, late: LateTable, last: bytes) -> None:
        self.late = late
        self.last = last
        self.shown = Shown(0, b"")

    def add(self, entries: list[bytes]) -> None:
        """Add the next entries of the log."""
        for entry in entries:
            self.late.add(decode_entry(entry))
            self.last = entry


class LateHands:
    """Answers what a registry's tables may show of their hands."""

    def __init__(self, registry: TableRegistry, sandbox: Sandbox) -> None:
        self._registry = registry
        self._sandbox = sandbox
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._asked: dict[str, asyncio.Task[Shown]] = {}
        """By table: the answer for which its log has not been read yet."""
        self._answers: set[asyncio.Task[Shown]] = set()
        """The answers that are being worked out, these included."""
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """By table, while an answer is being worked out."""
        self._waiting: Counter[str] = Counter()
        """The number of waiting requests, by address."""

    async def document(self, table: str, have: int, address: str) -> bytes:
        """The newest document that may be shown; b"" if that is version `have` or there is none yet. Raises
        NotShown, TooMany, StoreAway."""
        if self._waiting.total() >= MAX_WAITING_REQUESTS or self._waiting[address] >= MAX_WAITING_PER_ADDRESS:
            raise TooMany
        self._waiting[address] += 1
        try:
            shown = await asyncio.shield(self._answer(table))
        except BadLog as wrong:
            self._kept.pop(table, None)
            raise NotShown from wrong
        finally:
            self._waiting -= Counter([address])
        return shown.document if shown.version != have else b""

    def _answer(self, table: str) -> asyncio.Task[Shown]:
        """What the table shows now or later, worked out for all who ask until its log is read. Somebody who
        was told of the last move asks only once."""
        answer = self._asked.get(table)
        if answer is None:
            answer = self._asked[table] = asyncio.create_task(self._in_turn(table), name="late hands")
            self._answers.add(answer)
            answer.add_done_callback(self._told)
        return answer

    def _told(self, answer: asyncio.Task[Shown]) -> None:
        self._answers.discard(answer)
        _ = answer.cancelled() or answer.exception()  # those who asked may all be gone

    async def close(self) -> None:
        """Give up what is being worked out, and end the sandbox."""
        for answer in self._answers:
            answer.cancel()
        await asyncio.gather(*self._answers, return_exceptions=True)
        await self._sandbox.close()

    async def _in_turn(self, table: str) -> Shown:
        """What the table shows, after the answer that is being worked out."""
        async with self._turns.setdefault(table, asyncio.Lock()):
            del self._asked[table]
            return await self._shown(table)

    async def _shown(self, table: str) -> Shown:
        kept = await self._read(table)
        if kept is None or await self._phase(table) in ENDED:
            self._kept.pop(table, None)
            return await self._anew(table)
        for past in kept.late.advance():
            if past.version % ENTRIES_AT_ONCE == 0:
                await asyncio.sleep(0)
        version = kept.late.table.version
        if kept.late.begun() and kept.shown.version != version:
            kept.shown = Shown(version, kept.late.document())
        return kept.shown

    async def _read(self, table: str) -> Kept | None:
        """The kept state of the table, with all entries that are stored by now; None if there is none, or if
        the store has lost entries and the log goes on in another way."""
        kept = self._kept.get(table)
        if kept is None:
            return None
        last, *found = await self._entries(table, kept.late.read - 1) or [b""]
        if last != kept.last:
            return None
        kept.add(found)
        if table in self._kept:
            self._kept.move_to_end(table)
        return kept

    async def _anew(self, table: str) -> Shown:
        """The same from the beginning of the log. Keeps the state of a game that goes on."""
        entries = await self._entries(table, 0)
        if not entries:
            raise NotShown
        kept = Kept(LateTable(decode_entry(entries[0])), entries[0])
        found = decode(await self._sandbox.late_hands(log.written(entries)))
        kept.shown = Shown(found.version, found.document)
        if found.phase not in ENDED:
            kept.add(entries[1:])
            kept.late.go_to(found.table)
            self._kept[table] = kept
            while len(self._kept) > MAX_KEPT_TABLES:
                self._kept.popitem(last=False)
        return kept.shown

    async def _entries(self, table: str, start: int) -> list[bytes]:
        return await self._registry.store.entries(table, start)

    async def _phase(self, table: str) -> str:
        """The phase of the table, as far as the store knows; "" if it can't be played here."""
        registry, settings = self._registry, self._registry.settings
        live = registry.tables.get(table)
        if len(live.queue) >= settings.queue if live else len(registry.loading) >= settings.loading:
            raise TooMany
        told: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        registry.enqueue(live or registry.live(table), self._look, told)
        try:
            return await asyncio.wait_for(told, PHASE_TIMEOUT_S)
        except TimeoutError as wrong:
            raise TooMany from wrong

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
