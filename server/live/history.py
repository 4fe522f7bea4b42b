"""Answers from a table's log: earlier documents of a seat, a person's own changes, and whole finished games.

During a game people see earlier documents only from their own seats. After the game nothing is hidden: its
log, its reel and the documents of every seat are available.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final
from weakref import WeakValueDictionary

from protocol.frames import Changes, History, Stored
from server.net.client_socket import ClientSocket, Handles
from server.store.store import StoreAway
from server.table import log
from server.table.entries import decode_entry
from server.table.log import BadLog
from server.table.questions import entry_for_author, eyes, past_document
from server.table.reel import NotOver, reel

from .live_table import LiveTable
from .registry import TableRegistry

log_of_hub = logging.getLogger("stammtisch.history")

MAX_WAITING_DOCUMENTS: Final = 200
"""Queued requests for earlier documents at this hub; each is computed from the log."""


MAX_WAITING_PER_ADDRESS: Final = 100
"""Queued requests from one address. One request of each address is computed at a time, so that many requests
delay only those of the same address."""


MAX_ENTRIES_READ: Final = 1000
"""The number of log entries read for one response."""


class Archive:
    """Answers questions about the history of a registry's tables."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self.handles: Handles = {History: self.history, Changes: self.changes}
        self.at_once = asyncio.Semaphore(2)
        self.waiting = 0
        self.waiting_of: Counter[str] = Counter()
        """By address."""
        self._gates: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        """By address, while it has queued requests."""
        self.one_log = asyncio.Semaphore(1)

    def history(self, socket: ClientSocket, frame: History) -> None:
        """A seat or a watcher requests one of its earlier documents."""
        if live := self.registry.admit(socket, 0, frame.table):
            self.registry.enqueue(live, self._history, socket, frame)

    async def _history(self, live: LiveTable, socket: ClientSocket, frame: History) -> None:
        why = self._why_not(live, socket, frame)
        if why and live.loaded:  # the log may have newer entries of another hub
            try:
                await self.registry.follower.caught_up(live)
                why = self._why_not(live, socket, frame)
            except StoreAway:
                why = "storing"
        if why:
            return socket.refuse(0, live.id, why)
        assert live.table
        over = live.table.state.phase == "over"
        return self._queue(socket, 0, live.id, partial(self._look_back, live.id, socket, frame, over))

    def changes(self, socket: ClientSocket, frame: Changes) -> None:
        """A person requests the entries of their own changes."""
        self._queue(socket, frame.id, frame.table, partial(self._own_changes, socket, frame))

    def _queue(
        self, socket: ClientSocket, id: int, table: str, answer: Callable[[], Awaitable[None]]
    ) -> None:
        """Queue a request until it is this address's turn. Refused if too many are queued."""
        if (
            self.waiting >= MAX_WAITING_DOCUMENTS
            or self.waiting_of[socket.address] >= MAX_WAITING_PER_ADDRESS
        ):
            return socket.refuse(id, table, "slow-down")
        self.waiting += 1
        self.waiting_of[socket.address] += 1
        self.registry.spawn(self._shown(socket, id, table, answer))
        return None

    @staticmethod
    def _why_not(live: LiveTable, socket: ClientSocket, frame: History) -> str:
        """Why a document can't be shown, as a refusal's code; "" if it can."""
        if live.table is None:
            return live.trouble
        if frame.seat not in eyes(live.table, socket.person):
            return "not-your-seat"
        return "" if 1 <= frame.version <= live.table.version else "unknown-version"

    async def _shown(
        self, socket: ClientSocket, id: int, table: str, answer: Callable[[], Awaitable[None]]
    ) -> None:
        gate = self._gates.get(socket.address)
        if gate is None:
            gate = self._gates[socket.address] = asyncio.Semaphore(1)
        try:
            async with gate, self.at_once:
                if not socket.closed:
                    await answer()
        except Exception as wrong:
            if live := self.registry.tables.get(table):
                self.registry.enqueue(live, self.registry.blamed, wrong, "at History")
            socket.refuse(id, table, "fault")
        finally:
            self.waiting -= 1
            self.waiting_of -= Counter([socket.address])

    async def _look_back(self, table: str, socket: ClientSocket, frame: History, over: bool) -> None:
        """Replay up to that version in the background, in small portions."""
        try:
            entries = await self.registry.store.entries(table, 0, frame.version - 1)
        except StoreAway:
            return socket.refuse(0, table, "storing")
        if len(entries) < frame.version:
            return socket.refuse(0, table, "unknown-version")
        for past in log.play(map(decode_entry, entries), exact=False):
            if past.version % 20 == 0:
                await asyncio.sleep(0)
        socket.send(past_document(past, socket.person, frame, over))
        return None

    async def _own_changes(self, socket: ClientSocket, frame: Changes) -> None:
        """Read a part of the log, independent of the rules of its game."""
        try:
            data = await self.registry.store.entries(frame.table, frame.after, frame.after + MAX_ENTRIES_READ)
        except StoreAway:
            return socket.refuse(frame.id, frame.table, "storing")
        until, more = frame.after + min(len(data), MAX_ENTRIES_READ), len(data) > MAX_ENTRIES_READ
        entries = enumerate(map(decode_entry, data[:MAX_ENTRIES_READ]), frame.after + 1)
        rows = [
            [version, *entry_for_author(entry)] for version, entry in entries if entry.by == socket.person
        ]
        socket.send(Stored(frame.id, frame.table, until, more, rows))
        return None

    async def log(self, table: str) -> bytes | None:
        """The log of a finished game as a file; None while the game runs, or if it can't be replayed here.

        One at a time: any client that knows a table's name may ask, at any rate.
        """
        async with self.one_log:
            entries = await self.registry.store.entries(table)
            if not entries or not await self._is_over(table, entries):
                return None
        return log.written(entries)

    async def reel(self, table: str) -> bytes | None:
        """The reel of a finished game; None if there is none, or if it can't be replayed here."""
        async with self.one_log:
            stored = await self.registry.store.entries(table)
            entries = [decode_entry(entry) for entry in stored]
            if not entries or not log.is_playable(entries[0]):
                return None
            try:
                return await asyncio.to_thread(reel, entries, exact=False)
            except BadLog as wrong:
                if not isinstance(wrong, NotOver):
                    log_of_hub.warning("the game of table %s can't be shown: %s", table, wrong)
                return None

    async def _is_over(self, table: str, entries: Sequence[bytes]) -> bool:
        """Is the game of this log over? Doesn't replay it if the table is loaded."""
        live = self.registry.tables.get(table)
        # While a job runs, the table may be ahead of the store by a change that loses to another hub's.
        if live is not None and not live.running and live.table and live.table.version == len(entries):
            return live.table.state.phase == "over"
        if not log.is_playable(decode_entry(entries[0])):
            return False
        try:
            past = await asyncio.to_thread(log.replayed, entries)
        except BadLog as wrong:
            log_of_hub.warning("the log of table %s can't be played: %s", table, wrong)
            return False
        return past.state.phase == "over"
