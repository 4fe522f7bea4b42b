"""Reports to the operator about a person's conduct: who, why, and the last chat lines of the table.

The lines are taken from the table's chat at this hub, not from the client, so no person can be accused of
invented words.
"""

from __future__ import annotations

from operator import attrgetter

from protocol.codec import packed
from protocol.frames import Done, Report, Said
from server.clock import now
from server.moderation.shares import fair
from server.moderation.text_cleaning import plain
from server.net.client_socket import ClientSocket, Handles
from server.store.admin_records import report_name
from server.store.store import StoreAway

from .live_table import LiveTable
from .registry import TableRegistry

REPORTED_LINES = 20
"""The number of chat lines in a report: the latest ones, shared fairly among their authors."""


class Reporting:
    """Accepts reports at a registry's tables."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self.handles: Handles = {Report: self.report}

    def report(self, socket: ClientSocket, frame: Report) -> None:
        if live := self.registry.admit(socket, frame.id, frame.table):
            self.registry.enqueue(live, self._report, socket, frame)

    async def _report(self, live: LiveTable, socket: ClientSocket, frame: Report) -> None:
        if not live.loaded or live.table is None:
            return live.refuse(socket, frame.id)
        if not any(socket in sockets for sockets in live.sockets.values()):
            return socket.refuse(frame.id, live.id, "not-joined")
        name = _people(live).get(frame.person)
        if name is None or frame.person == socket.person:
            return socket.refuse(frame.id, live.id, "unknown-person")
        why = plain(frame.text)
        if not why:
            return socket.refuse(frame.id, live.id, "too-long")
        by, whom = [socket.person, socket.name], [frame.person, name]
        lines = fair(list((live.chat or {}).values()), REPORTED_LINES, attrgetter("person"))
        row = [now(), live.id, live.table.state.made.game, *by, *whom, why, list(map(_line, lines))]
        # in the background, so players do not wait for it
        self.registry.spawn(self._keep(socket, frame, packed(row), live.at_version or 0))
        return None

    async def _keep(self, socket: ClientSocket, frame: Report, row: bytes, version: int) -> None:
        self.registry.storing_notices.begins(socket, frame)
        try:
            name = report_name(socket.address, socket.person, frame.id)
            await self.registry.store.admin_records.keep_report(name, row)
        except StoreAway:
            return socket.refuse(frame.id, frame.table, "storing")
        finally:
            self.registry.storing_notices.ends(socket, frame)
        return socket.send(Done(frame.id, frame.table, version))


def _people(live: LiveTable) -> dict[str, str]:
    """The names of all people that a client may have met at the table."""
    assert live.table is not None
    said = {line.person: line.name for line in (live.chat or {}).values()}
    here = {one.person: one.name for one in live.here if one.name}
    return said | here | {row.person: row.name for row in live.table.state.seats if row.kind == "person"}


def _line(said: Said) -> list[str | int]:
    return [said.at, said.person, said.name, said.text]
