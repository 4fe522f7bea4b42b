"""People tell the host of somebody's conduct: who, why, and what was said at the table last.

What was said is taken from the table's chat as this hub tells it, so that nobody is accused of words that
were never said.
"""

from __future__ import annotations

from protocol.codec import packed
from protocol.frames import Done, Report, Said
from server.store.store import StoreAway

from .desk import Desk
from .live import Live, now
from .socket import Handles, Socket
from .wording import plain

LINES = 20
"""So many lines of the chat go with a report, the last ones."""


class Reporting:
    """Takes reports at a desk's tables."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.handles: Handles = {Report: self.report}

    def report(self, socket: Socket, frame: Report) -> None:
        """Somebody reports somebody."""
        if live := self.desk.admit(socket, frame.id, frame.table):
            self.desk.enqueue(live, self._report, socket, frame)

    async def _report(self, live: Live, socket: Socket, frame: Report) -> None:
        if not live.loaded or live.table is None:
            return socket.refuse(frame.id, live.id, live.trouble)
        if not any(socket in sockets for sockets in live.sockets.values()):
            return socket.refuse(frame.id, live.id, "not-joined")
        name = _people(live).get(frame.person)
        if name is None or frame.person == socket.person:
            return socket.refuse(frame.id, live.id, "unknown-person")
        why = plain(frame.text)
        if not why:
            return socket.refuse(frame.id, live.id, "too-long")
        by, whom = [socket.person, socket.name], [frame.person, name]
        lines = list((live.chat or {}).values())[-LINES:]
        row = [now(), live.id, live.table.state.made.game, *by, *whom, why, list(map(_line, lines))]
        # beside the table's own work: who plays does not wait for it
        self.desk.spawn(self._keep(socket, frame, packed(row), live.at_version or 0))
        return None

    async def _keep(self, socket: Socket, frame: Report, row: bytes, version: int) -> None:
        self.desk.unanswered.begins(socket, frame)
        try:
            await self.desk.store.house.keep_report(f"{socket.person}.{frame.id}", row)
        except StoreAway:
            return socket.refuse(frame.id, frame.table, "storing")
        finally:
            self.desk.unanswered.ends(socket, frame)
        return socket.send(Done(frame.id, frame.table, version))


def _people(live: Live) -> dict[str, str]:
    """The names of all people whom somebody at a table may have met there."""
    assert live.table is not None
    said = {line.person: line.name for line in (live.chat or {}).values()}
    here = {one.person: one.name for one in live.here if one.name}
    return said | here | {row.person: row.name for row in live.table.state.seats if row.kind == "person"}


def _line(said: Said) -> list[str | int]:
    return [said.at, said.person, said.name, said.text]
