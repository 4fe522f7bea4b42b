"""What is read back from a table's log: earlier documents of a seat's own view, and whole finished games."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec import Raw

from protocol.codec import packed
from protocol.frames import WATCH, History, Past
from server.games import GAMES
from server.games.catalogue import engine_of

from .desk import Desk
from .document import face, private, public
from .entries import Made, decode_entry
from .live import Live
from .table import Table

if TYPE_CHECKING:
    from .hub import Socket

FORMAT = "stammtisch log 1"


def replayed(entries: Sequence[bytes]) -> Table:
    """The table that these entries of a log make, the first of them its making."""
    first = decode_entry(entries[0])
    assert type(first.what) is Made
    table = Table.make(GAMES[first.what.game], first)
    for data in entries[1:]:
        table.apply(decode_entry(data))
    return table


class Archive:
    """Answers questions about the past of a desk's tables."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.at_once = asyncio.Semaphore(2)
        self.one_log = asyncio.Semaphore(1)

    def history(self, socket: Socket, frame: History) -> None:
        """A seat (or a watcher) asks for a document that it once had."""
        self.desk.enqueue(self.desk.live(frame.table), self._history, socket, frame)

    async def _history(self, live: Live, socket: Socket, frame: History) -> None:
        if live.table is None:
            return socket.refuse(0, live.id, live.trouble)
        if frame.seat != WATCH and frame.seat not in live.table.seats_of(socket.person):
            return socket.refuse(0, live.id, "not-your-seat")
        if not 1 <= frame.version <= live.table.version:
            return socket.refuse(0, live.id, "unknown-version")
        self.desk.spawn(self._look_back(live.id, socket, frame))
        return None

    async def _look_back(self, table: str, socket: Socket, frame: History) -> None:
        """Replay up to that version, beside the table's own work, and a little at a time."""
        async with self.at_once:
            entries = await self.desk.store.entries(table, 0, frame.version - 1)
            if len(entries) < frame.version:
                return socket.refuse(0, table, "unknown-version")
            past = replayed(entries[:1])
            for i, data in enumerate(entries[1:]):
                past.apply(decode_entry(data))
                if i % 20 == 19:
                    await asyncio.sleep(0)
        seat = frame.seat if socket.person in people_of(past, frame.seat) else WATCH
        socket.send(
            Past(
                table,
                frame.seat,
                frame.version,
                Raw(packed(public(past, face(past)))),
                Raw(packed(private(past, seat))),
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
        return msgspec.msgpack.encode([FORMAT, *map(Raw, entries)])

    async def _is_over(self, table: str, entries: Sequence[bytes]) -> bool:
        """Is the game of this log over? Without playing it again where the table is here."""
        live = self.desk.tables.get(table)
        # While a job runs, the table may be ahead of the store by a change that another hub's will replace.
        if live is not None and not live.running and live.table and live.table.version == len(entries):
            return live.table.state.phase == "over"
        made = decode_entry(entries[0]).what
        assert type(made) is Made
        if engine_of(made.game, made.rules, made.digest) is None:
            return False
        past = await asyncio.to_thread(replayed, entries)
        return past.state.phase == "over"


def people_of(past: Table, seat: int) -> set[str]:
    """Who could see this seat's part then; others see what everybody saw."""
    if seat == WATCH:
        return set()
    row = past.state.seats[seat]
    return {person for person in (row.person, row.bot) if person}
