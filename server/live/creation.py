"""Creates tables: on request of a client, or for a rematch of the same people."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final

from msgspec.structs import replace

from protocol.frames import Done, Make
from server.clock import now
from server.games import GAMES
from server.games.catalogue import checked, digest
from server.games.engine import OptionsRefused
from server.metrics import METRICS
from server.moderation.orders import Orders
from server.net.client_socket import ClientSocket, Handles
from server.net.rate_limits import ADDRESS_TABLES, PERSON_TABLES
from server.people.groups import usual
from server.process.forever import Backoff
from server.process.stalls import StillStalled
from server.settings.config import Settings
from server.store.store import Store, StoreAway
from server.table import tokens
from server.table.document import words
from server.table.entries import Entry, GameOrigin, Made, Rematched, decode_entry
from server.table.entries import encode as encode_entry
from server.table.making import STAND_IN, again, as_taught
from server.table.refusal import Refusal
from server.table.table import Table

from . import breakdown
from .branching import Branching
from .live_table import SOON_MS, LiveTable
from .storing_notices import StoringNotices

log = logging.getLogger("stammtisch.creation")

TABLES: Final = "Too many tables in a short time; wait a while."
"""The reason in the refusal of another table for a person who has made many."""

NO_RETURN: Final = "This game did not return a moment ago. Its tables can be made again later."
"""The reason in the refusal of a table of a game that stalls."""

FRESH_MS: Final = 60_000
"""A rematch requested less than this ago may not have been created yet."""


class Creation:
    """Creates the requested tables.

    `stalled`: games without new tables for a while. `announce(live)` updates the lobby, `spawn(work)` runs a
    background task.
    """

    def __init__(
        self,
        settings: Settings,
        store: Store,
        storing_notices: StoringNotices,
        orders: Orders,
        stalled: Backoff[str],
        announce: Callable[[LiveTable], Awaitable[None]],
        spawn: Callable[[Coroutine[Any, Any, object]], None],
    ) -> None:
        self.settings = settings
        self.store = store
        self.storing_notices = storing_notices
        self.orders = orders
        self.stalled = stalled
        self.branching = Branching(store)
        self._announce = announce
        self._spawn = spawn
        self.handles: Handles = {Make: self.asked}

    def asked(self, socket: ClientSocket, frame: Make) -> None:
        """A client requests a new table."""
        self._spawn(self.make(socket, frame))

    async def make(self, socket: ClientSocket, frame: Make) -> None:
        """Create a table; a repeat of the frame finds the same one."""
        self.storing_notices.begins(socket, frame)
        try:
            await self._make(socket, frame)
        except StoreAway:  # the same frame resumes from whatever is stored
            socket.refuse(frame.id, "", "storing")
        except (Exception, StillStalled) as wrong:  # a game raises with some options; nothing is stored then
            log.exception("no table of %s can be made", frame.game)
            METRICS.faults.inc()
            if breakdown.is_stalled(wrong):
                breakdown.pause_new_tables(self.stalled, frame.game)
            socket.refuse(frame.id, "", "fault")
        finally:
            self.storing_notices.ends(socket, frame)

    async def _make(self, socket: ClientSocket, frame: Make) -> None:
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
            if not self.store.healthy:  # otherwise each repeat would wait too, and use up the rate limit
                return socket.refuse(frame.id, "", "storing")
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

    async def _write(self, socket: ClientSocket, frame: Make, secret: str, origin: GameOrigin | None) -> None:
        """Store the requested table; a repeat of the frame finds the same one."""
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
            hands_after=frame.hands_after,
        )
        if self.stalled.waits(frame.game):
            socket.refuse(frame.id, "", "fault", NO_RETURN)
            return
        house = self.store.time.now()
        await self._store_new(Entry(now(), socket.person, socket.name, self.settings.hub, made, house=house))
        socket.send(Done(frame.id, table, 1))

    async def _may(self, socket: ClientSocket) -> bool:
        """Check the rate limits of this person and this address, across all hubs."""
        if socket.bot:
            return True
        takers = {f"person:{socket.person}": PERSON_TABLES, f"address:{socket.address}": ADDRESS_TABLES}
        return await self.store.limits.allow("tables", takers, self.settings.budgets)

    async def rematch(self, old: Table, entry: Entry) -> None:
        """Create the table of a rematch for this entry of the old one, unless it exists. Every hub that
        receives the entry does so before it informs clients."""
        assert type(entry.what) is Rematched
        await self._store_new(replace(entry, what=again(old, entry.what)))

    async def rematch_again(self, old: Table) -> None:
        """Create the table of a rematch unless it exists: the hub that received the request may have died.
        Raises StoreAway."""
        for entry in map(decode_entry, await self.store.entries(old.state.id, old.version - 1)):
            if type(entry.what) is Rematched:
                await self.rematch(old, entry)

    async def complete(self, old: Table) -> None:
        """The same for a table that was loaded from the store, before clients are informed, if the rematch
        was requested just now. An older rematch may have expired since. Raises StoreAway."""
        if old.state.next and self.store.time.now() - old.state.house < FRESH_MS:
            await self.rematch_again(old)

    async def _store_new(self, entry: Entry) -> None:
        """Store a table's first entry, unless it exists, and update the lobby."""
        assert type(entry.what) is Made
        table = Table.make(GAMES[entry.what.game], entry)
        words(table)  # sets up the game: a failure here would recur for every viewer
        live = LiveTable(table.state.id)
        await self.tell_group(table)
        stored = await self.store.commit(
            live.id,
            0,
            encode_entry(replace(entry, check=table.check())),
            snapshot=table.pack(),
            ttl=self.settings.ttl("open"),
            due=self.store.time.now() + SOON_MS,
        )
        if stored:
            METRICS.tables_made.inc()
            live.table = table
            await self._announce(live)

    async def tell_group(self, table: Table) -> None:
        """Record a table and its settings with its group: before the table exists, so that none is missed,
        and when its number of seats was changed."""
        s, made = table.state, table.state.as_made
        if made.group and not made.lesson:
            ttl = self.settings.book_ttl_s
            await self.store.groups.meet(made.group, s.host, s.id, s.created, usual(made), ttl)
