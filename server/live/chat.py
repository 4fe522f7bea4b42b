"""Chat at tables: stored beside the log, sent to all subscribers at all hubs.

A line is stored first and then sent, like a change. Its sender and the id of its frame identify it, so a
repeat finds the stored line, or the mark of a line that is no longer kept. The last lines are read from the
store when the first client joins, and again when messages of other hubs may have been missed.

Other hubs send a line once it is written, with the required number of copies. If none are required, a line
may be lost with its disk and be missing from the next read; its sender repeats it until it is acknowledged.
So the lines of the table and the record of who received them (`LiveTable.heard`) are separate: a line that
returns is sent only to clients that have joined in between.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Any, Final
from weakref import WeakSet

from protocol.codec import packed, unpacked
from protocol.frames import Done, Said, Say
from server.clock import now
from server.moderation.shares import fair
from server.moderation.speech import Silenced
from server.net.client_socket import ClientSocket, Handles
from server.store.store import StoreAway
from server.table.table import Table

from .follower import AWAY_S
from .live_table import LiveTable
from .registry import TableRegistry

KEPT_LINES: Final = 50
"""Lines stored for a table: they are sent to clients that join. Above this number the person with the most
lines loses the oldest of them."""

SAID: Final = "said"
"""The kind of the note for a new line, and of the stored line: person, id, name, text, time, and the moment
of the game if the line comments on one."""


class Chat:
    """The chat of all tables in a registry."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self.store = registry.store
        self.handles: Handles = {Say: self.say}
        self.late: set[LiveTable] = set()
        """Tables whose chat must be read once the store is reachable."""

    def say(self, socket: ClientSocket, frame: Say) -> None:
        if live := self.registry.admit(socket, frame.id, frame.table):
            self.registry.storing_notices.begins(socket, frame)
            self.registry.enqueue(live, self._heard, socket, frame)

    async def _heard(self, live: LiveTable, socket: ClientSocket, frame: Say) -> None:
        try:
            await self._say(live, socket, frame)
        finally:
            self.registry.storing_notices.ends(socket, frame)

    async def _say(self, live: LiveTable, socket: ClientSocket, frame: Say) -> None:
        if not live.loaded:
            return live.refuse(socket, frame.id)
        if not any(socket in sockets for sockets in live.sockets.values()):
            return socket.refuse(frame.id, live.id, "not-joined")
        try:
            text = self.registry.speech.line(frame.text, socket.person, socket.address)
        except Silenced:
            return socket.refuse(frame.id, live.id, "silenced")
        if frame.moment and (why := await self._no_comment(live, socket.person, frame.moment)):
            return socket.refuse(frame.id, live.id, why)
        if not text:
            return socket.refuse(frame.id, live.id, "too-long")
        sender = [SAID, socket.person]
        moment = [frame.moment] if frame.moment else []
        line = packed([*sender, frame.id, socket.name, text, now(), *moment])
        stored = await self.store.say(live.id, line, len(packed(sender)), KEPT_LINES)
        if stored is None:
            return socket.refuse(frame.id, live.id, "unknown-table")
        if stored:  # a repeat of a line that is no longer kept was sent long ago
            await self._tell(live, *unpacked(stored)[1:])
        return socket.send(Done(frame.id, live.id, live.at_version or 0))

    async def _no_comment(self, live: LiveTable, person: str, moment: int) -> str:
        """Why a person can't comment on a moment, as a refusal's code; "" if they can.

        Checks the log for newer entries before it refuses.
        """
        why = _unfit(live.table, person, moment)
        try:
            newer = why and await self.registry.follower.caught_up(live)
        except StoreAway:
            return "storing"
        return _unfit(live.table, person, moment) if newer else why

    def noted(self, live: LiveTable, person: str, *said: Any) -> None:
        """Another hub has stored a line."""
        self.registry.enqueue(live, self._tell, person, *said)

    def gap(self) -> None:
        """Messages of other hubs may have been missed: send the lines that were said meanwhile."""
        for live in self.registry.tables.values():
            self.renew(live)

    def renew(self, live: LiveTable) -> None:
        """Read a table's chat from the store again, if it was read before or has subscribers."""
        if live.chat is not None or any(live.sockets.values()):
            self.registry.enqueue(live, self._catch_up)

    def forget(self, live: LiveTable, person: str) -> None:
        """Remove a person's lines, which the store no longer has, here and in the clients."""
        self.registry.enqueue(live, self._forget, person)
        self.renew(live)

    async def _forget(self, live: LiveTable, person: str) -> None:
        if live.chat is not None:
            live.chat = {name: said for name, said in live.chat.items() if name[0] != person}
        live.heard = {name: told for name, told in live.heard.items() if name[0] != person}
        live.tell_all(Said(live.id, person, "", "", 0))

    async def lines(self, live: LiveTable) -> Sequence[Said]:
        """The last lines, for a client that joins; while the store is unreachable, the lines known here. Jobs
        of the table wait for it."""
        if live.chat is None:
            await self._catch_up(live)
        return list((live.chat or {}).values())

    @staticmethod
    def begins_anew(live: LiveTable, socket: ClientSocket) -> None:
        """A client that joins gets the lines known now; earlier deliveries no longer count."""
        for told in live.heard.values():
            told.discard(socket)

    async def _catch_up(self, live: LiveTable) -> None:
        """Read the lines from the store, and send those that clients lack."""
        try:
            lines = await self.store.said(live.id)
        except StoreAway:
            return self._later(live)
        known, live.chat = live.chat or {}, {}
        for line in lines:
            _, person, change, *rest = unpacked(line)
            live.chat[person, change] = Said(live.id, person, *rest)
        _let_go(live, [name for name in known if name not in live.chat])
        for name, said in live.chat.items():
            if name not in known:
                _tell_once(live, name, said)
        return None

    def _later(self, live: LiveTable) -> None:
        """Retry the read after a pause."""
        if live not in self.late:
            self.late.add(live)
            asyncio.get_running_loop().call_later(AWAY_S, self._again, live)

    def _again(self, live: LiveTable) -> None:
        self.late.discard(live)
        self.registry.enqueue(live, self._catch_up)

    async def _tell(self, live: LiveTable, person: str, change: int, *rest: Any) -> None:
        """Send a line, unless it was sent already."""
        if live.chat is None:
            if any(live.sockets.values()):
                await self._catch_up(live)
        elif (person, change) not in live.chat:
            said = live.chat[person, change] = Said(live.id, person, *rest)
            _tell_once(live, (person, change), said)
            kept = fair(list(live.chat), KEPT_LINES, itemgetter(0))
            lines, live.chat = live.chat, {name: live.chat[name] for name in kept}
            _let_go(live, [name for name in lines if name not in live.chat])


def _tell_once(live: LiveTable, name: tuple[str, int], said: Said) -> None:
    """Send a line that is now known to all clients here that haven't received it."""
    live.tell_all(said, but=live.heard.pop(name, ()))


def _let_go(live: LiveTable, names: Iterable[tuple[str, int]]) -> None:
    """Forget these lines; remember that all clients here have received them, in case they return."""
    for name in names:
        live.heard[name] = WeakSet(live.everybody())
    while len(live.heard) > KEPT_LINES:
        del live.heard[next(iter(live.heard))]


def _unfit(table: Table | None, person: str, moment: int) -> str:
    """Why this person can't comment on that moment, as a refusal's code; "" if they can."""
    if table is None or table.state.phase != "over":
        return "not-over"
    if person not in table.state.former and not table.seats_of(person):
        return "not-your-seat"
    return "" if moment <= table.version else "unknown-version"
