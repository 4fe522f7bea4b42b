"""What a table does about its people: new names count at once, and the host's part passes on.

The host's part goes to a player who is present when the host resigns, or has been away for long.
"""

from __future__ import annotations

from typing import Final

from protocol.frames import Leave
from server.net.client_socket import ClientSocket
from server.table.entries import Entry, Own
from server.table.people import has_resigned, heir, renamed
from server.table.table import Fault

from .live_table import LiveTable
from .registry import TableRegistry

HOST_ABSENCE_MS: Final = 600_000
"""After so long an absence of the host (cluster time) another player becomes the host."""


class PeopleAtTables:
    """Names and hosts of a registry's tables."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry

    def named(self, live: LiveTable, socket: ClientSocket) -> None:
        """Change the name of a client's person at a table, if it is another one there. It can't be compared
        while a change of the table is being stored."""
        table = live.table
        if not socket.bot and (table is None or renamed(table, socket.person, socket.name)):
            self.registry.enqueue(live, self._rename, socket)

    async def _rename(self, live: LiveTable, socket: ClientSocket) -> None:
        """The client may get another name while this job waits, or while the change is stored: the name that
        it has at the end counts."""
        while (table := live.table) is not None and (what := renamed(table, socket.person, socket.name)):
            if not await self._done(live, what):
                return

    def changed(self, live: LiveTable, entry: Entry) -> None:
        """This hub has made a change of a table: if its host has resigned, another player becomes the
        host."""
        table = live.table
        if type(entry.what) is Leave and table is not None and entry.by == table.state.host:
            self.registry.enqueue(live, self._pass_on)

    async def _pass_on(self, live: LiveTable) -> None:
        while (table := live.table) is not None and has_resigned(table, table.state.host):
            if (what := heir(table, {it.person for it in live.here})) is None:
                return
            if not await self._done(live, what):
                return

    async def look(self, live: LiveTable, time_is: int) -> None:
        """Note since when the host is absent. After long another player becomes the host."""
        table = live.table
        if table is None:
            return
        if any(it.person == table.state.host for it in live.here):
            live.hostless = 0
            return
        live.hostless = live.hostless or max(time_is, live.made_up)
        what = heir(table, {it.person for it in live.here})
        if what is not None and time_is - live.hostless >= HOST_ABSENCE_MS:
            await self._done(live, what)

    async def _done(self, live: LiveTable, what: Own) -> bool:
        """Make this change, if no other hub is faster. False if the game failed."""
        assert live.table is not None
        at, house = self.registry.moment(live.id)
        entry = live.table.decide_itself(what, at, self.registry.settings.hub, house)
        try:
            await self.registry.commit(live, entry)
        except Fault:  # the failure is logged
            return False
        return True
