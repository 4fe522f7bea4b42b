"""New tables: made by somebody, or for a rematch of the same people."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final

from msgspec.structs import replace

from protocol.frames import Done, Make
from server.config import Settings
from server.games import GAMES
from server.games.catalogue import checked, digest
from server.games.engine import OptionsRefused
from server.games.lessons import lessons
from server.metrics import METRICS
from server.store.store import Store, StoreAway
from server.table import tokens
from server.table.entries import Entry, Made, Origin, Rematched, decode_entry
from server.table.entries import encode as encode_entry
from server.table.forgetting import NOBODY
from server.table.refusal import Refusal
from server.table.table import Table

from .branching import Branching
from .budget import ADDRESS_TABLES, PERSON_TABLES
from .groups import usual
from .live import SOON_MS, Live, now
from .orders import Orders
from .socket import Handles, Socket
from .unanswered import Unanswered

STAND_IN: Final = "skilled"
"""The level of stand-ins where a table's host says nothing."""

TABLES: Final = "Too many tables in a short time; wait a while."
"""Why somebody who has made many tables may not make another one yet."""

FRESH_MS: Final = 60_000
"""What was asked for less than this ago may not have been looked after yet, with clocks that differ."""


def as_taught(frame: Make) -> tuple[Make, str]:
    """The wish as the lesson in it wants it, and the secret of the table: a lesson has seats and options of
    its own, no clock, and is for nobody but who has the link. Raises OptionsRefused."""
    if not frame.lesson:
        return frame, tokens.new_secret()
    lesson = lessons(frame.game).get(frame.lesson)
    if lesson is None:
        raise OptionsRefused(f"{frame.game} has no lesson {frame.lesson}.")
    taught = replace(frame, seats=lesson.seats, options=lesson.options, public=False, clock=[], auto=False)
    return taught, lesson.deal


def again(old: Table, what: Rematched) -> Made:
    """The table at which the same people meet again, but for those who are forgotten. After a lesson or a
    branch that is a whole game."""
    seats = old.state.seats
    known = [row.kind == "person" and row.name != NOBODY for row in seats]
    return replace(
        old.state.made,
        id=what.id,
        table=what.next,
        secret=tokens.new_secret(),
        wants=[row.mind if row.kind == "bot" else "" for row in seats],
        kept=[(row.person, row.name) if it else ("", "") for row, it in zip(seats, known, strict=True)],
        lesson="",
        origin=None,
    )


class Making:
    """Makes the tables that are asked for here.

    `announce(live)` has the lobby know of one, `spawn(work)` has something done beside everything else.
    """

    def __init__(
        self,
        settings: Settings,
        store: Store,
        unanswered: Unanswered,
        orders: Orders,
        announce: Callable[[Live], Awaitable[None]],
        spawn: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        self.settings = settings
        self.store = store
        self.unanswered = unanswered
        self.orders = orders
        self.branching = Branching(store)
        self._announce = announce
        self._spawn = spawn
        self.handles: Handles = {Make: self.asked}

    def asked(self, socket: Socket, frame: Make) -> None:
        """A client wants a new table."""
        self._spawn(self.make(socket, frame))

    async def make(self, socket: Socket, frame: Make) -> None:
        """Make a table; a repeat of the frame finds the same one."""
        self.unanswered.begins(socket, frame)
        try:
            await self._make(socket, frame)
        except StoreAway:  # whatever of it is stored, the same frame goes on from there
            socket.refuse(frame.id, "", "storing")
        finally:
            self.unanswered.ends(socket, frame)

    async def _make(self, socket: Socket, frame: Make) -> None:
        engine = GAMES.get(frame.game)
        if engine is None:
            return socket.refuse(frame.id, "", "unknown-game")
        if self.orders.no_new_tables:
            return socket.refuse(frame.id, "", "no-new-tables")
        if len(frame.wants) > frame.seats:
            return socket.refuse(frame.id, "", "options", "There are more minds than seats.")
        minds = self.settings.minds_of(frame.game)
        if any(mind and mind not in minds for mind in (*frame.wants, frame.stand_in)):
            return socket.refuse(frame.id, "", "unknown-mind")
        try:
            frame, secret = as_taught(frame)
            checked(engine, frame.options, frame.seats)
            if not await self._may(socket):
                return socket.refuse(frame.id, "", "slow-down", TABLES)
            if frame.group and not await self.store.groups.belongs(tokens.group(frame.group), socket.person):
                return socket.refuse(frame.id, "", "unknown-group")
            frame, origin = await self.branching.found(frame, secret)
        except OptionsRefused as why:
            return socket.refuse(frame.id, "", "options", str(why))
        except Refusal as why:
            return socket.refuse(frame.id, "", why.code, why.reason)
        await self._write(socket, frame, secret, origin)
        return None

    async def _write(self, socket: Socket, frame: Make, secret: str, origin: Origin | None) -> None:
        """Store the table that is wished for; a repeat of the frame finds the same one."""
        engine = GAMES[frame.game]
        options = checked(engine, frame.options, frame.seats) if origin is None else frame.options
        once = f"made:{socket.person}:{frame.id}"
        table = await self.store.limits.once(once, tokens.new_table(), self.settings.repeat_ttl_s)
        made = Made(
            frame.id,
            table,
            frame.game,
            engine.rules,
            digest(frame.game),
            frame.seats,
            options,
            frame.public,
            list(frame.wants),
            list(frame.clock) if frame.clock and frame.clock[0] else [],
            frame.auto,
            secret,
            stand_in=frame.stand_in or (STAND_IN if STAND_IN in self.settings.minds_of(frame.game) else ""),
            lesson=frame.lesson,
            tips=frame.tips,
            tips_each=frame.tips_each,
            origin=origin,
            group=tokens.group(frame.group) if frame.group else "",
        )
        await self._store_new(Entry(now(), socket.person, socket.name, self.settings.hub, made))
        socket.send(Done(frame.id, table, 1))

    async def _may(self, socket: Socket) -> bool:
        """May this person, and may anybody behind this address, have one table more at any hub?"""
        if socket.bot:
            return True
        takers = {f"person:{socket.person}": PERSON_TABLES, f"address:{socket.address}": ADDRESS_TABLES}
        return await self.store.limits.allow("tables", takers, self.settings.budgets)

    async def rematch(self, old: Table, entry: Entry) -> None:
        """Make the table at which the same people meet again, as this entry of the old one says, unless it is
        there already: whoever hears of the entry does so before anybody is told."""
        assert type(entry.what) is Rematched
        await self._store_new(replace(entry, what=again(old, entry.what)))

    async def rematch_again(self, old: Table) -> None:
        """Make that table if nobody has: the hub that was asked may have died. Raises StoreAway."""
        for entry in map(decode_entry, await self.store.entries(old.state.id, old.version - 1)):
            if type(entry.what) is Rematched:
                await self.rematch(old, entry)

    async def complete(self, old: Table) -> None:
        """The same, before anybody is told of an old table that was read, not heard of: where the rematch was
        asked for just now. The table of one of long ago may be gone again. Raises StoreAway."""
        if old.state.next and abs(now() - old.state.at) < FRESH_MS:
            await self.rematch_again(old)

    async def _store_new(self, entry: Entry) -> None:
        """Write a table's first entry, unless it is there already, and have the lobby know."""
        assert type(entry.what) is Made
        table = Table.make(GAMES[entry.what.game], entry)
        live = Live(table.state.id)
        await self._tell_group(entry, entry.what)
        stored = await self.store.commit(
            live.id,
            0,
            encode_entry(replace(entry, check=table.check())),
            snapshot=table.pack(),
            ttl=self.settings.ttl("open"),
            due=now() + SOON_MS,
        )
        if stored:
            METRICS.tables_made.inc()
            live.table = table
            await self._announce(live)

    async def _tell_group(self, entry: Entry, made: Made) -> None:
        """Have a group find its table; before there is one, so that none is missed."""
        if made.group and not made.lesson:
            ttl = self.settings.book_ttl_s
            await self.store.groups.meet(made.group, entry.by, made.table, entry.at, usual(made), ttl)
