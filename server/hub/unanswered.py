"""Changes that have no answer yet, because the store takes its time: after a second their clients are told.

What waits is not taken back: it is carried out once the store is there. Who sends the same frame again, with
its id, has it happen once.
"""

from __future__ import annotations

import time
from typing import Final

from protocol.frames import Change
from server.store.store import Store

from .socket import Socket

PATIENCE: Final = 1.0
"""Seconds after which whoever waits for the store is told."""

FORGET: Final = 60.0
"""Seconds after which something that was never answered is no more looked after."""


class Unanswered:
    """The changes that clients of this hub wait for."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._since: dict[tuple[Socket, int], tuple[float, str]] = {}

    def begins(self, socket: Socket, frame: Change) -> None:
        """This change was asked for."""
        self._since.setdefault((socket, frame.id), (time.monotonic(), getattr(frame, "table", "")))

    def ends(self, socket: Socket, frame: Change) -> None:
        """It was answered."""
        self._since.pop((socket, frame.id), None)

    async def look(self) -> None:
        """Tell those who have waited too long, if it is the store that they wait for."""
        time_is, late = time.monotonic(), self.store.late(PATIENCE)
        for (socket, id), (since, table) in list(self._since.items()):
            if time_is - since < PATIENCE:
                break  # the others came later
            if late:
                socket.refuse(id, table, "storing")
            if late or time_is - since > FORGET or socket.closed:
                del self._since[socket, id]
