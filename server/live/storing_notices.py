"""Notices to clients whose change has no answer after a second because the store is slow.

The change is not withdrawn: it is carried out once the store responds. A client that sends the same frame
again, with its id, triggers it only once.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import Final, NamedTuple

from protocol.frames import Act, Change, Undo
from server.net.client_socket import ClientSocket
from server.store.store import Store

from .live_table import Timestamp

NOTICE_AFTER_S: Final = 1.0
"""Seconds after which a waiting client is notified."""

MAX_RETRIED_FRAMES: Final = 1_000
"""The number of retried frames whose first arrival is remembered. Above it, the person with the most, among
those of the address with the most, loses the oldest."""

FORGET_AFTER_S: Final = 60.0
"""Seconds after which an unanswered change is no longer tracked."""


class FirstArrival(NamedTuple):
    """When a frame arrived first, and from where."""

    address: str
    moment: Timestamp


class StoringNotices:
    """The changes that clients of this hub wait for."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._since: dict[tuple[ClientSocket, int], tuple[float, str]] = {}
        self._arrived: dict[tuple[str, Change], FirstArrival] = {}
        """The frames that could not be carried out, by person and whole frame."""

    def begins(self, socket: ClientSocket, frame: Change) -> None:
        """Track a change until it is answered."""
        self._since.setdefault((socket, frame.id), (time.monotonic(), getattr(frame, "table", "")))

    def ends(self, socket: ClientSocket, frame: Change) -> None:
        """Stop tracking a change, which was answered."""
        self._since.pop((socket, frame.id), None)

    def returns(self, person: str, address: str, frame: Change, arrived: Timestamp) -> None:
        """Remember the first arrival of a game action that the client has to send again."""
        if isinstance(frame, (Act, Undo)):
            self._arrived[person, frame] = FirstArrival(address, arrived)
            if len(self._arrived) > MAX_RETRIED_FRAMES:
                self._forget_one()

    def _forget_one(self) -> None:
        """Forget the oldest frame of the sender with the most."""
        places = Counter(it.address for it in self._arrived.values())
        people = Counter((it.address, person) for (person, _), it in self._arrived.items())
        shares = {
            (person, frame): (places[it.address], people[it.address, person])
            for (person, frame), it in self._arrived.items()
        }
        del self._arrived[max(shares, key=shares.__getitem__)]  # of equal ones the first

    def arrived(self, person: str, frame: Change) -> Timestamp | None:
        """When this frame arrived first; None if it is new."""
        found = self._arrived.pop((person, frame), None) if self._arrived else None
        return found.moment if found else None

    async def look(self) -> None:
        """Notify clients that have waited too long, if the store is the cause."""
        time_is, late = time.monotonic(), self.store.late(NOTICE_AFTER_S)
        for (socket, id), (since, table) in list(self._since.items()):
            if time_is - since < NOTICE_AFTER_S:
                break  # the others are newer
            if late:
                socket.refuse(id, table, "storing")
            if late or time_is - since > FORGET_AFTER_S or socket.closed:
                del self._since[socket, id]
