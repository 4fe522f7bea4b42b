"""What is said at the tables: kept beside the log, told to everybody who is there, through whatever hub.

A line is stored and then told, like a change. It is named by who said it and by the id of that change, so
a repeat finds the line that lies there. The last lines are read by the first who joins, and again when
messages of other hubs may have been missed.

Other hubs tell a line once it is written, with the copies that are asked for. Where none are, it may be lost
once more with its disk; what is read anew then doesn't hold it. Its sender repeats it until it is kept. So
what the table knows is one thing, and who was told what is another (`Live.heard`): a line that comes again is
told to those alone who have come in between.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, Final
from weakref import WeakSet

from protocol.codec import packed, unpacked
from protocol.frames import Done, Said, Say
from server.store.store import StoreAway
from server.table.table import Table

from .desk import Desk
from .follower import AWAY_S
from .live import Live, now
from .socket import Handles, Socket
from .wording import plain

KEPT: Final = 50
"""Lines that are kept of a table, told to whoever comes later, and known again where one is repeated."""

SAID: Final = "said"
"""The kind of the note that something was said, and of the line as it is stored: who, id, name, text, when,
and the moment of the game where it is about one."""


class Chat:
    """The lines said at a desk's tables."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.store = desk.store
        self.handles: Handles = {Say: self.say}
        self.late: set[Live] = set()
        """Tables whose chat is to be read once the store is back."""

    def say(self, socket: Socket, frame: Say) -> None:
        """Somebody at a table says something."""
        if live := self.desk.admit(socket, frame.id, frame.table):
            self.desk.unanswered.begins(socket, frame)
            self.desk.enqueue(live, self._heard, socket, frame)

    async def _heard(self, live: Live, socket: Socket, frame: Say) -> None:
        try:
            await self._say(live, socket, frame)
        finally:
            self.desk.unanswered.ends(socket, frame)

    async def _say(self, live: Live, socket: Socket, frame: Say) -> None:
        if not live.loaded:
            return socket.refuse(frame.id, live.id, live.trouble)
        if not any(socket in sockets for sockets in live.sockets.values()):
            return socket.refuse(frame.id, live.id, "not-joined")
        if self.desk.orders.silenced(socket.person, socket.address, now()):
            return socket.refuse(frame.id, live.id, "silenced")
        if frame.moment and (why := await self._no_comment(live, socket.person, frame.moment)):
            return socket.refuse(frame.id, live.id, why)
        text = self.desk.words.starred(plain(frame.text))
        if not text:
            return socket.refuse(frame.id, live.id, "too-long")
        name = [SAID, socket.person, frame.id]
        moment = [frame.moment] if frame.moment else []
        line = packed([*name, socket.name, text, now(), *moment])
        stored = await self.store.say(live.id, line, len(packed(name)), KEPT)
        if stored is None:
            return socket.refuse(frame.id, live.id, "unknown-table")
        await self._tell(live, *unpacked(stored)[1:])
        return socket.send(Done(frame.id, live.id, live.at_version or 0))

    async def _no_comment(self, live: Live, person: str, moment: int) -> str:
        """Why somebody can't comment on a moment, as a refusal's code; "" where it can be done.

        Refuses nothing on the strength of a copy that the log is ahead of.
        """
        why = _unfit(live.table, person, moment)
        try:
            newer = why and await self.desk.follower.caught_up(live)
        except StoreAway:
            return "storing"
        return _unfit(live.table, person, moment) if newer else why

    def noted(self, live: Live, person: str, *said: Any) -> None:
        """Something was said at a table through another hub."""
        self.desk.enqueue(live, self._tell, person, *said)

    def gap(self) -> None:
        """Messages of other hubs may have been missed: what was said meanwhile is told now."""
        for live in self.desk.tables.values():
            self.renew(live)

    def renew(self, live: Live) -> None:
        """Read anew what was said at a table, where anybody is told of that."""
        if live.chat is not None or any(live.sockets.values()):
            self.desk.enqueue(live, self._catch_up)

    def forget(self, live: Live, person: str) -> None:
        """Nothing that somebody has said at a table is kept any more: nobody is to see it longer."""
        self.desk.enqueue(live, self._forget, person)
        self.renew(live)

    async def _forget(self, live: Live, person: str) -> None:
        if live.chat is not None:
            live.chat = {name: said for name, said in live.chat.items() if name[0] != person}
        live.heard = {name: told for name, told in live.heard.items() if name[0] != person}
        live.tell_all(Said(live.id, person, "", "", 0))

    async def lines(self, live: Live) -> Sequence[Said]:
        """What was said last, for somebody who joins; for as long as the store is away, what is known here.
        A job of the table waits for it."""
        if live.chat is None:
            await self._catch_up(live)
        return list((live.chat or {}).values())

    @staticmethod
    def begins_anew(live: Live, socket: Socket) -> None:
        """Whoever joins is told what is known now, and has had nothing else."""
        for told in live.heard.values():
            told.discard(socket)

    async def _catch_up(self, live: Live) -> None:
        """Read what was said, and tell what those who are here don't know yet."""
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

    def _later(self, live: Live) -> None:
        """Try to read again in a moment."""
        if live not in self.late:
            self.late.add(live)
            asyncio.get_running_loop().call_later(AWAY_S, self._again, live)

    def _again(self, live: Live) -> None:
        self.late.discard(live)
        self.desk.enqueue(live, self._catch_up)

    async def _tell(self, live: Live, person: str, change: int, *rest: Any) -> None:
        """Pass on what was said, unless it was already."""
        if live.chat is None:
            if any(live.sockets.values()):
                await self._catch_up(live)
        elif (person, change) not in live.chat:
            said = live.chat[person, change] = Said(live.id, person, *rest)
            _tell_once(live, (person, change), said)
            while len(live.chat) > KEPT:
                del live.chat[next(iter(live.chat))]


def _tell_once(live: Live, name: tuple[str, int], said: Said) -> None:
    """Tell a line that is known from now on to everybody here who hasn't had it."""
    live.tell_all(said, but=live.heard.pop(name, ()))


def _let_go(live: Live, names: Iterable[tuple[str, int]]) -> None:
    """These lines are known no more; whoever is here has had them, should they be repeated."""
    for name in names:
        live.heard[name] = WeakSet(live.everybody())
    while len(live.heard) > KEPT:
        del live.heard[next(iter(live.heard))]


def _unfit(table: Table | None, person: str, moment: int) -> str:
    """Why a table takes no comment of this person on that moment, as a refusal's code; "" where it does."""
    if table is None or table.state.phase != "over":
        return "not-over"
    if person not in table.state.former and not table.seats_of(person):
        return "not-your-seat"
    return "" if moment <= table.version else "unknown-version"
