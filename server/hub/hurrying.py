"""Bots that keep people waiting are hurried: whoever sits at a table may have their pauses cut short.

Nothing of it is kept: it goes to the bot processes that play there, through whatever hub, and counts until a
person is asked again.
"""

from __future__ import annotations

import time
from typing import Final

from protocol.codec import packed
from protocol.frames import Done, Hurried, Hurry
from server.table.table import Table

from .desk import Desk
from .live import Live
from .socket import Handles, Socket

HURRY: Final = "hurry"
"""The kind of the note that bots are hurried."""

SELDOM: Final = 0.5
"""Seconds in which the bots of a table are told so once, however often people press."""


class Hurrying:
    """Passes on at a desk's tables that somebody hurries the bots."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.handles: Handles = {Hurry: self.hurry}

    def hurry(self, socket: Socket, frame: Hurry) -> None:
        """Somebody waits for bots."""
        if live := self.desk.admit(socket, frame.id, frame.table):
            self.desk.enqueue(live, self._hurry, socket, frame)

    async def _hurry(self, live: Live, socket: Socket, frame: Hurry) -> None:
        table = live.table
        if table is None:
            return socket.refuse(frame.id, live.id, live.trouble)
        if not table.seats_of(socket.person):
            return socket.refuse(frame.id, live.id, "not-your-seat")
        if waits_for_bots(table) and time.monotonic() >= live.hurried + SELDOM:
            live.hurried = time.monotonic()
            await self._tell(live)
            await self.desk.store.note(live.id, packed([HURRY]))
        return socket.send(Done(frame.id, live.id, live.at_version or 0))

    def noted(self, live: Live) -> None:
        """Bots are hurried there through another hub."""
        self.desk.enqueue(live, self._tell)

    async def _tell(self, live: Live) -> None:
        for socket in {one for sockets in live.sockets.values() for one in sockets if one.bot}:
            socket.send(Hurried(live.id))


def waits_for_bots(table: Table) -> bool:
    """Is somebody asked, and only bots?"""
    asked = {*table.asked()}
    return bool(asked) and asked.isdisjoint(table.by_people())
