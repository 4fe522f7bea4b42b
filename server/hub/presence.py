"""Who is at the tables, and what happens when nobody is: stand-ins, clocks, tables that end by themselves.

Presence is not part of a table's documents or versions. Every hub writes who is here through it, and
rows of hubs that have died don't count. When a table is to be looked at is stored as well, so that
any hub finds the tables whose time is up, loaded or not.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Set

from protocol.codec import packed, unpacked
from protocol.frames import WATCH
from server.metrics import METRICS
from server.store.store import StoreAway
from server.table import clock
from server.table.dealing import unkept
from server.table.entries import Abandoned, Own, SeatRow, TimedOut, Unrevealed, Vacated
from server.table.handing import asked
from server.table.table import Fault, Table

from .desk import Desk
from .library import Library
from .live import Live, Present, now

log = logging.getLogger("stammtisch.presence")

HERE = "here"
"""The kind of the note that somebody came or went."""

GOING_ON = ("open", "starting", "playing")
"""The phases of tables at which time does something."""

ITS_OWN: dict[type, tuple[str, ...]] = {
    Abandoned: GOING_ON,
    Unrevealed: ("starting",),
}
"""The phases in which a table makes changes of its own; all others only while the game runs."""

DAY_MS = 86_400_000
"""The longest until a table is looked at again, whatever it waits for."""

LEFT_MS = 1_500
"""A table whose time has come is looked at by hubs that hold it; after so long there seems to be none, and
any hub loads it."""

AT_ONCE, PAUSE = 10, 0.01
"""Tables that are looked at in one go, and the seconds that moves have for themselves before the next."""


class Presence:
    """Watches over the people of all tables of a desk."""

    def __init__(self, desk: Desk, library: Library) -> None:
        self.desk = desk
        self.library = library
        desk.on_unseated, desk.on_rearranged = self.renew, self.rearranged
        self.store = desk.store
        self.store.signs.on_return = self.returned
        self.store.signs.on_death = self.gap
        self.settings = desk.settings
        self.written: dict[str, dict[str, bytes]] = {}
        """By table: the rows that stand in the store for this hub."""

    # -- who is here -------------------------------------------------------------------------------

    def renew(self, live: Live) -> None:
        """Somebody came, went, or lost a seat: have it known, once for all who did in the meantime."""
        if not live.here_asked:
            live.here_asked = True
            self.desk.enqueue(live, self._renew)

    async def _renew(self, live: Live) -> None:
        live.here_asked = False
        rows = {
            f"{person}:{seat}": packed([person, name, seat]) for (person, seat), name in live.local().items()
        }
        old = self.written.get(live.id, {})
        if rows != old:
            for field in {*old, *rows}:
                if rows.get(field) != old.get(field):
                    await self.store.signs.set_here(live.id, field, rows.get(field))
            self.written[live.id] = rows
            if not rows:
                del self.written[live.id]
            await self._note(live.id)
        await self._look(live)

    async def _look(self, live: Live) -> bool:
        """Read who is here, and tell everybody if that is news; whether it is."""
        rows = await self._present(live.id)
        if rows == live.here:
            return False
        live.here = rows
        await self._look_again_in_time(live)
        live.tell_all(live.here_frame())
        if live.told_quiet is not False and (table := live.table) is not None and not live.quiet(table):
            await self.desk.announce(live, again=True)
        return True

    async def _look_for_all(self, live: Live) -> None:
        """Look, and have other hubs look where it is news: those who are to be told may be there."""
        if await self._look(live):
            await self._note(live.id)

    async def _note(self, table: str) -> None:
        await self.store.note(table, packed([HERE]))

    async def _present(self, table: str) -> list[Present]:
        """Everybody who is at the table, through whatever hub."""
        return sorted(
            {Present(*unpacked(row)) for row in await self.store.signs.here(table)}, key=_seats_first
        )

    async def _look_again_in_time(self, live: Live) -> None:
        """Have somebody look again when the grace of whoever isn't here is over, however they have gone: no
        hub saw those go who died with theirs. Or now, where nobody was: what waited for that is due."""
        table, time_is = live.table, now()
        if table is None or table.state.phase != "playing":
            return
        due = time_is if live.deserted else self._away(live, table, time_is)
        if due < live.due or live.due <= time_is:
            live.due = due
            await self.store.due_by(live.id, due)

    def rearranged(self, live: Live) -> None:
        """Others are waited for than before: a bot that left before the game began is missed from now on. By
        every hub that tells anybody, since one that only looks can't say since when a seat is empty."""
        if any(live.sockets.values()):
            self.desk.enqueue(live, self._look_again_in_time)

    def noted(self, live: Live) -> None:
        """Another hub says that somebody came or went there."""
        self.desk.enqueue(live, self._look)

    def gap(self) -> None:
        """Notes of other hubs may have been missed, or never came, since one has died."""
        for live in self.desk.tables.values():
            self.look_again(live)

    def look_again(self, live: Live) -> None:
        """Look again for whoever is at a table, where anybody is told of that."""
        if any(live.sockets.values()):
            self.desk.enqueue(live, self._look_for_all)

    def returned(self) -> None:
        """Other hubs may have taken this one for dead, and its people for gone."""
        for table in self.written:
            self.desk.spawn(self._note(table))

    # -- time --------------------------------------------------------------------------------------

    async def poll(self) -> None:
        """Look at the tables whose time has come."""
        time_is = now()
        try:
            due = [table for table in await self.store.due(time_is, 500) if table in self.desk.tables]
            left = await self.store.due(time_is - LEFT_MS, 500)
        except StoreAway:
            return
        # A hub that has just loaded a table doesn't know since when a seat is empty, and puts its time off.
        mine = [live.id for live in self.desk.tables.values() if live.away and live.due <= time_is]
        for number, table in enumerate(dict.fromkeys([*due, *left, *mine]), 1):
            if number % AT_ONCE == 0:
                await asyncio.sleep(PAUSE)
            if table not in self.desk.tables and len(self.desk.loading) >= self.settings.loading:
                return  # the next look sees it again
            live = self.desk.live(table)
            if not live.look_asked:
                live.look_asked = True
                self.desk.enqueue(live, self._tick)

    async def _tick(self, live: Live) -> None:
        """Do what time does at a table, and say when it is to be looked at next."""
        live.look_asked = False
        slept = not live.awake
        table, time_is = live.table, now()
        if table is None or table.state.phase not in GOING_ON:
            live.away = {}
            if table is None and live.trouble != "unknown-table":  # for a hub that can carry it on
                await self.store.set_due(live.id, time_is + self.settings.grace_ms)
            else:
                await self._settle(live, table, time_is)
            return
        await self._look_for_all(live)
        # Whoever made the last change may have died before the house heard of it.
        await self.desk.announce(live, again=True)
        next_look = await self._change(live, table, time_is)
        if live.table is not None and live.table.state.phase in GOING_ON:
            live.due = max(next_look, time_is + 100)
            await self.store.set_due(live.id, live.due)
        if slept:
            live.sleep()  # it was only looked at

    async def _settle(self, live: Live, table: Table | None, time_is: int) -> None:
        """Time has nothing more to do at a table that is over, or gone, once all know what came of it."""
        await self.desk.announce(live, again=True)
        if table is not None:
            await self.library.keep(table)
            if table.state.next:
                await self.desk.making.rematch_again(table)
        await self.store.settled(live.id, time_is)

    async def _change(self, live: Live, table: Table, time_is: int) -> int:
        """Make the changes that are due at a table that goes on; when the next ones may be."""
        again = [self._deserted(live, table, time_is)]
        if table.state.phase == "playing":
            again += [self._time(live, table, time_is), self._away(live, table, time_is)]
            if not live.deserted:
                again += [since + self.settings.grace_ms for since in _unanswered(table).values()]
            await self._end_waiting(live, time_is)
        if table.state.phase == "starting":
            again.append(await self._begin(live, table, time_is))
        return min(again)

    def _deserted(self, live: Live, table: Table, time_is: int) -> int:
        """Note since when no person was seen at the table; when to look again."""
        if live.people_here(table):
            live.deserted = 0
        elif not live.deserted:
            live.deserted = time_is
        return time_is + self.settings.grace_ms

    def _time(self, live: Live, table: Table, time_is: int) -> int:
        """When the first clock of a person who is asked runs out; nothing is done when a bot's does."""
        s, people = table.state, table.by_people()
        asked = [seat for seat in table.asked() if s.left and seat in people]
        return min([s.at + s.left[seat] for seat in asked], default=time_is + DAY_MS)

    def _away(self, live: Live, table: Table, time_is: int) -> int:
        """Note since when each seat was empty; when the first of them for which something will be done then
        will have been for too long."""
        here = {(present.person, present.seat) for present in live.here}
        empty = [s for s, row in enumerate(table.state.seats) if not _held(s, row, here)]
        live.away = {seat: live.away.get(seat, time_is) for seat in empty}
        left = [
            s
            for s in empty
            if (table.state.seats[s].bot if _bot(table.state.seats[s]) else not live.deserted)
        ]
        return min((live.away[s] + self._grace(table, s) for s in left), default=time_is + DAY_MS)

    def _grace(self, table: Table, seat: int) -> int:
        row = table.state.seats[seat]
        return self.settings.bot_grace_ms if _bot(row) else self.settings.grace_ms

    async def _begin(self, live: Live, table: Table, time_is: int) -> int:
        """Have a started game begin when it has waited long enough for what was promised; when that is."""
        due = table.state.started + self.settings.reveal_ms
        if due <= time_is:
            await self._itself(live, Unrevealed(table=live.id, seats=unkept(table.state.seats)), time_is)
        return due

    async def _end_waiting(self, live: Live, time_is: int) -> None:
        """Wait no longer for those whose time is up, or who are gone: bots stand in for people, bots that are
        gone lose their seats, and a table ends where nobody came for long."""
        table = live.table
        assert table is not None
        s = table.state
        if live.deserted and time_is - live.deserted >= self.settings.abandon_ms:
            await self._itself(live, Abandoned(table=live.id), time_is)
            return
        people = table.by_people()
        late = clock.out_of_time(s.left, [x for x in table.asked() if x in people], time_is - s.at)
        gone = [x for x, since in live.away.items() if time_is - since >= self._grace(table, x)]
        bots = [x for x in gone if _bot(s.seats[x]) and s.seats[x].bot]
        mute = [x for x, since in _unanswered(table).items() if time_is - since >= self.settings.grace_ms]
        silent = dict.fromkeys([*(x for x in gone if x in people), *mute]) if not live.deserted else {}
        away = [x for x in silent if x not in late]
        for seats, why in ((late, "timeout"), (away, "away")):
            if seats and await self._itself(live, TimedOut(table=live.id, seats=seats, why=why), time_is):
                METRICS.stand_ins.labels(why).inc(len(seats))
        if bots:
            await self._itself(live, Vacated(table=live.id, seats=bots), time_is)

    async def _itself(self, live: Live, what: Own, time_is: int) -> bool:
        """Have the table make a change of its own. False where another hub was faster."""
        phases = ITS_OWN.get(type(what), ("playing",))
        if live.table is None or live.table.state.phase not in phases:
            return False
        try:
            entry = live.table.decide_itself(what, time_is, self.settings.hub)
            return bool(await self.desk.commit(live, entry))
        except Fault:
            log.exception("table %s can't carry out %s", live.id, type(what).__name__)
            return False


def _unanswered(table: Table) -> dict[int, int]:
    """Since when the people of seats have neither answered an offer for them nor played, by seat."""
    rows = enumerate(table.state.seats)
    return {s: row.offer.since for s, row in rows if row.offer and asked(table, row) == row.person}


def _bot(row: SeatRow) -> bool:
    """Is the seat played by a bot just now?"""
    return row.kind == "bot" or bool(row.stand_in)


def _held(seat: int, row: SeatRow, here: Set[tuple[str, int]]) -> bool:
    """Is whoever plays this seat there? A bot at the seat itself, also where its person has come back and
    only looks on; a person wherever they look from."""
    if _bot(row):
        return (row.bot, seat) in here
    return any(person == row.person or at == seat for person, at in here)


def _seats_first(present: Present) -> tuple[bool, int, str]:
    return present.seat == WATCH, present.seat, present.name
