"""What is read back from a table's log: earlier documents of a seat's own view, and whole finished games.

While a game runs, everybody looks back through the eyes that they have. Once it is over, nothing of it is
hidden any more: its log tells all, and so do its reel and the documents of every seat.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Final
from weakref import WeakValueDictionary

from msgspec import Raw

from protocol.codec import packed
from protocol.frames import WATCH, History, Past
from server.store.store import StoreAway
from server.table import log
from server.table.document import face, private, public
from server.table.entries import decode_entry
from server.table.reel import NotOver, reel
from server.table.table import Table

from .desk import Desk
from .live import Live
from .socket import Handles, Socket

WAITING: Final = 200
"""Documents of the past that a hub is asked for at a time: each is worked out from its log."""


EACH: Final = 100
"""Those of them that one address may ask for. Of each address one at a time is worked out: whoever asks for
many keeps only those of the same address waiting."""


class Archive:
    """Answers questions about the past of a desk's tables."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.handles: Handles = {History: self.history}
        self.at_once = asyncio.Semaphore(2)
        self.waiting = 0
        self.waiting_of: Counter[str] = Counter()
        """By address."""
        self._gates: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        """By address, as long as somebody of it waits."""
        self.one_log = asyncio.Semaphore(1)

    def history(self, socket: Socket, frame: History) -> None:
        """A seat (or a watcher) asks for a document that it once had."""
        if live := self.desk.admit(socket, 0, frame.table):
            self.desk.enqueue(live, self._history, socket, frame)

    async def _history(self, live: Live, socket: Socket, frame: History) -> None:
        why = self._why_not(live, socket, frame)
        if why and live.loaded:  # another hub may have written what is missing here
            try:
                await self.desk.follower.caught_up(live)
                why = self._why_not(live, socket, frame)
            except StoreAway:
                why = "storing"
        if why:
            return socket.refuse(0, live.id, why)
        if self.waiting >= WAITING or self.waiting_of[socket.address] >= EACH:
            return socket.refuse(0, live.id, "slow-down")
        assert live.table
        self.waiting += 1
        self.waiting_of[socket.address] += 1
        self.desk.spawn(self._shown(live.id, socket, frame, live.table.state.phase == "over"))
        return None

    @staticmethod
    def _why_not(live: Live, socket: Socket, frame: History) -> str:
        """Why a document can't be shown, as a refusal's code; "" where it can."""
        if live.table is None:
            return live.trouble
        if frame.seat not in _eyes(live.table, socket.person):
            return "not-your-seat"
        return "" if 1 <= frame.version <= live.table.version else "unknown-version"

    async def _shown(self, table: str, socket: Socket, frame: History, over: bool) -> None:
        gate = self._gates.get(socket.address)
        if gate is None:
            gate = self._gates[socket.address] = asyncio.Semaphore(1)
        try:
            async with gate, self.at_once:
                if not socket.closed:
                    await self._look_back(table, socket, frame, over)
        finally:
            self.waiting -= 1
            self.waiting_of -= Counter([socket.address])

    async def _look_back(self, table: str, socket: Socket, frame: History, over: bool) -> None:
        """Replay up to that version, beside the table's own work, and a little at a time."""
        try:
            entries = await self.desk.store.entries(table, 0, frame.version - 1)
        except StoreAway:
            return socket.refuse(0, table, "storing")
        if len(entries) < frame.version:
            return socket.refuse(0, table, "unknown-version")
        for past in log.play(map(decode_entry, entries), exact=False):
            if past.version % 20 == 0:
                await asyncio.sleep(0)
        seat = frame.seat if over or socket.person in people_of(past, frame.seat) else WATCH
        socket.send(
            Past(
                table,
                frame.seat,
                frame.version,
                Raw(packed(public(past, face(past)))),
                Raw(packed(private(past, seat, hinted=frame.hints))),
            )
        )
        return None

    async def log(self, table: str) -> bytes | None:
        """The log of a finished game as a file; None while it is not over, or can't be played again here.

        One at a time: whoever knows a table's name may ask as often as they like.
        """
        async with self.one_log:
            entries = await self.desk.store.entries(table)
            if not entries or not await self._is_over(table, entries):
                return None
        return log.written(entries)

    async def reel(self, table: str) -> bytes | None:
        """The reel of a finished game; None where there is no such game, or it can't be played again here."""
        async with self.one_log:
            stored = await self.desk.store.entries(table)
            entries = [decode_entry(entry) for entry in stored]
            if not entries or not log.is_playable(entries[0]):
                return None
            try:
                return await asyncio.to_thread(reel, entries, exact=False)
            except NotOver:
                return None

    async def _is_over(self, table: str, entries: Sequence[bytes]) -> bool:
        """Is the game of this log over? Without playing it again where the table is here."""
        live = self.desk.tables.get(table)
        # While a job runs, the table may be ahead of the store by a change that another hub's will replace.
        if live is not None and not live.running and live.table and live.table.version == len(entries):
            return live.table.state.phase == "over"
        if not log.is_playable(decode_entry(entries[0])):
            return False
        past = await asyncio.to_thread(log.replayed, entries)
        return past.state.phase == "over"


def _eyes(table: Table, person: str) -> Sequence[int]:
    """The seats that somebody may look back through, WATCH among them: all of them once the game is over."""
    if table.state.phase == "over":
        return range(WATCH, len(table.state.seats))
    return [WATCH, *table.seats_of(person)]


def people_of(past: Table, seat: int) -> set[str]:
    """Who could see this seat's part then; others see what everybody saw."""
    if seat == WATCH:
        return set()
    row = past.state.seats[seat]
    return {person for person in (row.person, row.bot) if person}
