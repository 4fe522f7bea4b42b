"""New tables: made by somebody, or for a rematch of the same people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from protocol.frames import Done, Make
from server.games import GAMES
from server.games.catalogue import checked, digest
from server.games.engine import OptionsRefused

from . import tokens
from .entries import Entry, Made
from .entries import encode as encode_entry
from .live import Live, now
from .metrics import METRICS
from .table import Table

if TYPE_CHECKING:
    from .desk import Desk
    from .hub import Socket


class Making:
    """Makes the tables of a desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def make(self, socket: Socket, frame: Make) -> None:
        """Make a table; a repeat of the frame finds the same one."""
        engine = GAMES.get(frame.game)
        if engine is None:
            return socket.refuse(frame.id, "", "unknown-game")
        if len(frame.wants) > frame.seats:
            return socket.refuse(frame.id, "", "options", "There are more minds than seats.")
        if any(mind and mind not in self.desk.settings.minds for mind in frame.wants):
            return socket.refuse(frame.id, "", "unknown-mind")
        try:
            options = checked(engine, frame.options, frame.seats)
        except OptionsRefused as why:
            return socket.refuse(frame.id, "", "options", str(why))
        once = f"made:{socket.person}:{frame.id}"
        table = await self.desk.store.once(once, tokens.new_table(), self.desk.settings.repeat_ttl)
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
            tokens.new_secret(),
        )
        await self._store_new(Entry(now(), socket.person, socket.name, self.desk.settings.hub, made))
        return socket.send(Done(frame.id, table, 1))

    async def rematch(self, old: Table, entry: Entry, table: str) -> None:
        """The table at which the same people meet again."""
        made, seats = old.state.made, old.state.seats
        again = replace(
            made,
            id=entry.what.id,
            table=table,
            secret=tokens.new_secret(),
            wants=[row.mind if row.kind == "bot" else "" for row in seats],
            kept=[(row.person, row.name) if row.kind == "person" else ("", "") for row in seats],
        )
        await self._store_new(replace(entry, what=again))

    async def _store_new(self, entry: Entry) -> None:
        """Write a table's first entry, unless it is there already, and have the lobby know."""
        assert type(entry.what) is Made
        table = Table.make(GAMES[entry.what.game], entry)
        live = Live(table.state.id)
        stored = await self.desk.store.commit(
            live.id,
            0,
            encode_entry(replace(entry, check=table.check())),
            snapshot=table.pack(),
            ttl=self.desk.settings.ttl("open"),
            due=now() + self.desk.settings.grace_ms,
        )
        if stored:
            METRICS.tables_made.inc()
            live.table = table
            await self.desk.announce(live)
