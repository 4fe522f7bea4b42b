"""Presence at tables, and timed changes: stand-ins for absent people, clocks, tables that end themselves.

Presence is not part of a table's documents or versions. Each hub writes who is present through it; the rows
of dead hubs don't count. The deadline of each table is stored as well, so any hub finds the tables whose time
is up, loaded or not.
"""

from __future__ import annotations

import asyncio
from collections.abc import Set

from protocol.codec import packed, unpacked
from protocol.frames import WATCH
from server.clock import now
from server.metrics import METRICS
from server.net.client_socket import ClientSocket
from server.people.books import Books
from server.store.cluster_time import RETURN_MS
from server.store.store import StoreAway
from server.table import seat_clocks
from server.table.dealing import unkept
from server.table.entries import Abandoned, Own, SeatRow, TimedOut, Unrevealed, Vacated
from server.table.handing import asked
from server.table.people import GOING_ON
from server.table.table import Fault, Table

from .live_table import SOON_MS, LiveTable, Present
from .people import PeopleAtTables
from .registry import DAY_MS, TableRegistry
from .turn_notices import TurnNotices

HERE = "here"
"""The kind of the message that a person came or left."""

ITS_OWN: dict[type, tuple[str, ...]] = {
    Abandoned: GOING_ON,
    Unrevealed: ("starting",),
}
"""The phases in which a table's automatic changes are allowed; for all others only "playing"."""

LEFT_MS = 1_500
"""Hubs that hold a table check it when it is due; after this time no such hub seems to be alive, and any hub
loads it."""

TABLES_IN_A_ROW, PAUSE_S = 10, 0.01
"""How many due tables are checked in a row, and the pause for other work after that (seconds)."""


class Presence:
    """Tracks the people of all tables of a registry."""

    def __init__(
        self, registry: TableRegistry, library: Books, notices: TurnNotices, people: PeopleAtTables
    ) -> None:
        self.registry = registry
        self.people = people
        self.library = library
        self.notices = notices
        self.store = registry.store
        self.settings = registry.settings
        self.written: dict[str, dict[str, bytes]] = {}
        """By table: the presence rows that the store has for this hub."""

    # -- presence ----------------------------------------------------------------------------------

    def renew(self, live: LiveTable) -> None:
        """A client came, left, or lost a seat: queue one update for all such changes."""
        if not live.here_asked:
            live.here_asked = True
            self.registry.enqueue(live, self._renew)

    def renamed(self, socket: ClientSocket) -> None:
        """A client has another name now: it counts at all its tables."""
        for table in {table for table, _ in socket.at}:
            if live := self.registry.tables.get(table):
                self.renew(live)
                self.people.named(live, socket)

    async def _renew(self, live: LiveTable) -> None:
        live.here_asked = False
        rows = {
            f"{person}:{seat}": packed([person, name, seat]) for (person, seat), name in live.local().items()
        }
        old = self.written.get(live.id, {})
        if rows != old:
            for field in {*old, *rows}:
                if rows.get(field) != old.get(field):
                    await self.store.heartbeats.set_here(live.id, field, rows.get(field))
            self.written[live.id] = rows
            if not rows:
                del self.written[live.id]
            await self._note(live.id)
        await self._look(live)

    async def _look(self, live: LiveTable) -> bool:
        """Read who is present, and broadcast it if it has changed. Has it?"""
        rows = await self._present(live.id)
        if rows == live.here:
            return False
        live.here = rows
        await self._look_again_in_time(live)
        live.tell_all(live.here_frame())
        if live.told_quiet is not False and (table := live.table) is not None and not live.quiet(table):
            await self.registry.announce(live, again=True)
        return True

    async def _look_for_all(self, live: LiveTable) -> None:
        """Check presence, and notify other hubs of a change: clients that need to know may be there."""
        if await self._look(live):
            await self._note(live.id)

    async def _note(self, table: str) -> None:
        await self.store.note(table, packed([HERE]))

    async def _present(self, table: str) -> list[Present]:
        """All people present at the table, through any hub."""
        return sorted(
            {Present(*unpacked(row)) for row in await self.store.heartbeats.here(table)}, key=_seats_first
        )

    async def _look_again_in_time(self, live: LiveTable) -> None:
        """Set a deadline for the end of an absent player's grace period, however they left: if their hub
        died, no hub saw them leave. Due at once if nobody was present, since work was suspended for that
        time."""
        table, time_is = live.table, self.store.time.now()
        if table is None or table.state.phase != "playing":
            return
        due = time_is if live.deserted else self._away(live, table, time_is)
        due = min(due, self.notices.next(live, table, time_is))
        if due < live.due or live.due <= time_is:
            live.due = due
            await self.store.due_by(live.id, due)

    def rearranged(self, live: LiveTable) -> None:
        """The players to wait for have changed: a bot that left before the game began counts as absent from
        now on. Only hubs with subscribers do this, since a hub that only checks can't know since when a seat
        is empty."""
        if any(live.sockets.values()):
            self.registry.enqueue(live, self._look_again_in_time)

    def noted(self, live: LiveTable) -> None:
        """Another hub reports that a person came or left."""
        self.registry.enqueue(live, self._look)

    def gap(self) -> None:
        """Notes of other hubs may have been missed, or were never sent because a hub has died."""
        for live in self.registry.tables.values():
            self.look_again(live)

    def look_again(self, live: LiveTable) -> None:
        """Check presence again, if the table has subscribers here."""
        if any(live.sockets.values()):
            self.registry.enqueue(live, self._look_for_all)

    def returned(self) -> None:
        """Other hubs may have taken this one for dead, and its people for gone."""
        for table in self.written:
            self.registry.spawn(self._note(table))

    # -- time --------------------------------------------------------------------------------------

    async def poll(self) -> None:
        """Check the tables that are due."""
        # A deadline may have passed while players could not act.
        if not self.store.time.known or self.store.time.paused:
            return
        time_is = self.store.time.now()
        try:
            due = [table for table in await self.store.due(time_is, 500) if table in self.registry.tables]
            left = await self.store.due(time_is - LEFT_MS, 500)
        except StoreAway:
            return
        # A hub that has just loaded a table doesn't know since when a seat is empty, and postpones its
        # deadline.
        mine = [live.id for live in self.registry.tables.values() if live.away and live.due <= time_is]
        for number, table in enumerate(dict.fromkeys([*due, *left, *mine]), 1):
            if number % TABLES_IN_A_ROW == 0:
                await asyncio.sleep(PAUSE_S)
            if not self.store.outages.known(table):
                await self._postpone(table, time_is)
                continue
            if table not in self.registry.tables and self.registry.retries.waits(table):
                await self._leave_to_others(table, time_is)
                continue
            if table not in self.registry.tables and len(self.registry.loading) >= self.settings.loading:
                return  # the next poll finds it again
            live = self.registry.live(table)
            if not live.look_asked:
                live.look_asked = True
                self.registry.enqueue(live, self._tick)

    async def _tick(self, live: LiveTable) -> None:
        """Make the timed changes of a table, and set its next deadline."""
        live.look_asked = False
        slept = not live.awake
        table, time_is = live.table, self.store.time.now()
        if table is None or table.state.phase not in GOING_ON:
            live.away = {}
            if table is None and live.trouble in ("other-version", "unknown-game"):
                await self._leave_to_others(live.id, time_is)
            elif table is None and live.trouble == "broken":
                await self.store.settled(live.id, time_is)
            else:
                await self._settle(live, table, time_is)
            return
        if time_is - table.state.house >= 1000 * self.settings.kept_s(table.state.phase):
            await self._expire(live, table.version, time_is)
            return
        await self._look_for_all(live)
        if not self.store.outages.known(live.id):  # it may have been away until now
            return
        await self._make_up(live)
        if (table := live.table) is None:
            return
        # The hub that made the last change may have died before it updated the lobby.
        await self.registry.announce(live, again=True)
        next_look = await self._change(live, table, time_is)
        if live.table is not None and live.table.state.phase in GOING_ON:
            live.due = max(next_look, time_is + 100)
            await self.store.set_due(live.id, live.due)
        self.registry.retries.done(live.id)
        if slept:
            live.sleep()  # it was woken only for this check

    async def _expire(self, live: LiveTable, version: int, time_is: int) -> None:
        """Remove a table without a change for as long as such tables are kept."""
        await self.store.expire(live.id, version)
        await self.registry.follower.load(live)
        if live.table is None:
            await self._settle(live, None, time_is)
        else:  # another hub has changed it just now
            await self.store.set_due(live.id, time_is + SOON_MS)

    def outage(self) -> None:
        """A node of the store was away: the time of its tables goes on later."""
        for live in self.registry.tables.values():
            self.registry.enqueue(live, self._make_up)

    async def _make_up(self, live: LiveTable) -> None:
        """Let time in which the table's node was away count for nobody, the absent ones included."""
        for outage in self.store.outages.after(live.id, live.made_up):
            live.away = {seat: outage.put_off(since) for seat, since in live.away.items()}
            live.deserted = live.deserted and outage.put_off(live.deserted)
            live.hostless = live.hostless and outage.put_off(live.hostless)
            live.made_up = outage.until
        await self.registry.make_up(live)

    async def _postpone(self, table: str, time_is: int) -> None:
        """Postpone a table that can't be read now. When it can be, no time runs out for longer than this."""
        due = time_is + RETURN_MS
        if live := self.registry.tables.get(table):
            live.due = due
        await self.store.set_due(table, due)

    async def _leave_to_others(self, table: str, time_is: int) -> None:
        """Postpone a table that this hub can't continue, since another hub may."""
        await self.store.set_due(table, time_is + self.settings.grace_ms)

    async def _settle(self, live: LiveTable, table: Table | None, time_is: int) -> None:
        """Remove the deadline of a table that is over or gone, after lobby, books and rematch are up to
        date."""
        await self.registry.announce(live, again=True)
        if table is not None:
            await self.library.keep(table)
            if table.state.next:
                await self.registry.creation.rematch_again(table)
        await self.store.settled(live.id, time_is)

    async def _change(self, live: LiveTable, table: Table, time_is: int) -> int:
        """Make the changes that are due at a running table; returns when the next ones may be due."""
        again = [self._deserted(live, table, time_is)]
        await self.people.look(live, time_is)
        if table.state.phase == "playing":
            again += [self._time(live, table, time_is), self._away(live, table, time_is)]
            if not live.deserted:
                again += [since + self.settings.grace_ms for since in _storing_notices(table).values()]
            await self._end_waiting(live, time_is)
        if live.table is not None:
            again.append(self.notices.tell(live, live.table, time_is))
        if table.state.phase == "starting":
            again.append(await self._begin(live, table, time_is))
        return min(again)

    def _deserted(self, live: LiveTable, table: Table, time_is: int) -> int:
        """Record since when no person is present; returns when to check again."""
        if live.people_here(table):
            live.deserted = 0
        elif not live.deserted:
            live.deserted = max(time_is, live.made_up)
        return time_is + self.settings.grace_ms

    def _time(self, live: LiveTable, table: Table, time_is: int) -> int:
        """When the first clock of a person who is asked runs out; nothing happens when a bot's does."""
        s, people = table.state, table.by_people()
        asked = [seat for seat in table.asked() if s.left and seat in people]
        left = [s.left[seat] for seat in asked]
        return time_is - table.counted(now(), time_is) + min(left) if left else time_is + DAY_MS

    def _away(self, live: LiveTable, table: Table, time_is: int) -> int:
        """Record since when each seat is empty; returns when the first grace period ends that has
        consequences."""
        here = {(present.person, present.seat) for present in live.here}
        empty = [s for s, row in enumerate(table.state.seats) if not _held(s, row, here)]
        begins = max(time_is, live.made_up)  # after an outage, players have time to return
        live.away = {seat: live.away.get(seat, begins) for seat in empty}
        left = [
            s
            for s in empty
            if (table.state.seats[s].bot if _bot(table.state.seats[s]) else not live.deserted)
        ]
        return min((live.away[s] + self._grace(table, s) for s in left), default=time_is + DAY_MS)

    def _grace(self, table: Table, seat: int) -> int:
        row = table.state.seats[seat]
        return self.settings.bot_grace_ms if _bot(row) else self.settings.grace_ms

    async def _begin(self, live: LiveTable, table: Table, time_is: int) -> int:
        """Begin a started game after the time limit for revealing commitments; returns that time."""
        due = table.state.started + self.settings.reveal_ms
        if due <= time_is:
            await self._itself(live, Unrevealed(table=live.id, seats=unkept(table.state.seats)), time_is)
        return due

    async def _end_waiting(self, live: LiveTable, time_is: int) -> None:
        """Stop waiting for people whose time is up and for absent ones: bots stand in for people, absent bots
        lose their seats, and a table ends after a long time without people."""
        table = live.table
        assert table is not None
        s = table.state
        if live.deserted and time_is - live.deserted >= self.settings.abandon_ms:
            await self._itself(live, Abandoned(table=live.id), time_is)
            return
        people = table.by_people()
        passed = table.counted(now(), time_is)
        late = seat_clocks.out_of_time(s.left, [x for x in table.asked() if x in people], passed)
        gone = [x for x, since in live.away.items() if time_is - since >= self._grace(table, x)]
        bots = [x for x in gone if _bot(s.seats[x]) and s.seats[x].bot]
        mute = [
            x for x, since in _storing_notices(table).items() if time_is - since >= self.settings.grace_ms
        ]
        silent = dict.fromkeys([*(x for x in gone if x in people), *mute]) if not live.deserted else {}
        away = [x for x in silent if x not in late]
        for seats, why in ((late, "timeout"), (away, "away")):
            if seats and await self._itself(live, TimedOut(table=live.id, seats=seats, why=why), time_is):
                METRICS.stand_ins.labels(why).inc(len(seats))
        if bots:
            await self._itself(live, Vacated(table=live.id, seats=bots), time_is)

    async def _itself(self, live: LiveTable, what: Own, time_is: int) -> bool:
        """Make an automatic change of the table. False if another hub was faster."""
        phases = ITS_OWN.get(type(what), ("playing",))
        if live.table is None or live.table.state.phase not in phases:
            return False
        try:
            entry = live.table.decide_itself(what, now(), self.settings.hub, time_is)
            return bool(await self.registry.commit(live, entry))
        except Fault:  # the failure is logged
            return False


def _storing_notices(table: Table) -> dict[int, int]:
    """By seat: since when its person has neither answered an offer nor played."""
    rows = enumerate(table.state.seats)
    return {s: row.offer.since for s, row in rows if row.offer and row.person in asked(table, s)}


def _bot(row: SeatRow) -> bool:
    """Is a bot playing this seat?"""
    return row.kind == "bot" or bool(row.stand_in)


def _held(seat: int, row: SeatRow, here: Set[tuple[str, int]]) -> bool:
    """Is the player of this seat present? A bot must be at the seat itself, also if the seat's person is back
    and only watches; a person counts from any seat."""
    if _bot(row):
        return (row.bot, seat) in here
    return any(person == row.person or at == seat for person, at in here)


def _seats_first(present: Present) -> tuple[bool, int, str]:
    return present.seat == WATCH, present.seat, present.name
