"""Requests to hurry bots: a player can cut short the pauses of bots that keep people waiting.

Such a request is not stored: it is sent to the bot processes of the table, through all hubs, and counts until
it is a person's turn again.
"""

from __future__ import annotations

import time
from typing import Final

from protocol.codec import packed
from protocol.frames import Done, Hurried, Hurry
from server.net.client_socket import ClientSocket, Handles
from server.table.table import Table

from .live_table import LiveTable
from .registry import TableRegistry

HURRY: Final = "hurry"
"""The kind of the note that bots are hurried."""

HURRY_INTERVAL_S: Final = 0.5
"""The least interval between two such messages to the bots of a table (seconds), however often people
press."""


class HurryRequests:
    """Forwards requests to hurry the bots of a registry's tables."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self.handles: Handles = {Hurry: self.hurry}

    def hurry(self, socket: ClientSocket, frame: Hurry) -> None:
        if live := self.registry.admit(socket, frame.id, frame.table):
            self.registry.enqueue(live, self._hurry, socket, frame)

    async def _hurry(self, live: LiveTable, socket: ClientSocket, frame: Hurry) -> None:
        table = live.table
        if table is None:
            return live.refuse(socket, frame.id)
        if not table.seats_of(socket.person):
            return socket.refuse(frame.id, live.id, "not-your-seat")
        if waits_for_bots(table) and time.monotonic() >= live.hurried + HURRY_INTERVAL_S:
            live.hurried = time.monotonic()
            await self._tell(live)
            await self.registry.store.note(live.id, packed([HURRY]))
        return socket.send(Done(frame.id, live.id, live.at_version or 0))

    def noted(self, live: LiveTable) -> None:
        """Another hub has received such a request."""
        self.registry.enqueue(live, self._tell)

    async def _tell(self, live: LiveTable) -> None:
        for socket in {one for sockets in live.sockets.values() for one in sockets if one.bot}:
            socket.send(Hurried(live.id))


def waits_for_bots(table: Table) -> bool:
    """Are only bots asked, and at least one?"""
    asked = {*table.asked()}
    return bool(asked) and asked.isdisjoint(table.by_people())
