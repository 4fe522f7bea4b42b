"""Notices to people whose page is away: it is their turn, a bot is about to stand in, somebody waits at a
table of their group. They are timed changes of a table like those of `presence.py`, but change nothing in it.

Every hub that holds a table finds out what is due. A notice is claimed in the store before it is sent, so
only one of them sends it, once. That happens beside the table: no move waits for it.

A turn counts as seen if its person was connected when it came and then left. A connection that breaks may
have been dead for a while, so a turn that came in that time counts as unseen.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from typing import Any, Final, NamedTuple

from server.clock import now
from server.net.rate_limits import PERSON_PUSHES
from server.net.websocket import SILENCE_TIMEOUT_S, SWEEP_INTERVAL_S
from server.push.sender import Sender
from server.push.wording import Kind, Notice
from server.settings.config import Settings
from server.store.store import Store
from server.table.table import Table

from .live_table import LiveTable, Turn
from .registry import DAY_MS

TURN_MS: Final = 8_000
"""How long a turn is unseen before its person gets a notice."""

STAND_IN_LEAD_MS: Final = 25_000
"""How long before a bot stands in its person gets a notice; at most half of the time until then."""

DEAD_MS: Final = round(1000 * (SILENCE_TIMEOUT_S + 2 * SWEEP_INTERVAL_S))
"""How long a connection that broke may have been dead before that was noticed."""


class Due(NamedTuple):
    """A notice to a seat, and when it is due (cluster time)."""

    seat: int
    kind: Kind
    number: int
    """Which one of those to this seat: the id of the person's last change at the table."""
    at: int


class TurnNotices:
    """Decides who gets notices about the tables of a hub."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        sender: Sender,
        spawn: Callable[[Coroutine[Any, Any, object]], None],
    ) -> None:
        """`spawn(work)` runs a background task."""
        self.settings = settings
        self._store = store
        self._sender = sender
        self._spawn = spawn

    def next(self, live: LiveTable, table: Table, time_is: int) -> int:
        """Take note of the turns of a table; returns when the next notice is due."""
        if not self._sender.on or table.state.phase != "playing":
            live.turns = {}
            return time_is + DAY_MS
        if live.noticed:
            live.noticed = {it for it in live.noticed if it[2] == _last_change(table, it[0])}
        people = table.by_people()
        live.turns = {
            seat: self._turn(live, table, seat, time_is) for seat in table.asked() if seat in people
        }
        return min((due.at for due in self._due(live, table)), default=time_is + DAY_MS)

    def tell(self, live: LiveTable, table: Table, time_is: int) -> int:
        """Send what is due; returns when the next notice is due."""
        if self._sender.on and table.state.phase == "open":
            self._tell_group(live, table)
        at = self.next(live, table, time_is)
        for due in [due for due in self._due(live, table) if due.at <= time_is] if at <= time_is else ():
            live.noticed.add(due[:3])
            person = table.state.seats[due.seat].person
            notice = Notice(due.kind, live.id, table.state.made.game)
            self._spawn(self._tell(person, notice, f"{due.kind} {live.id} {due.seat}", due.number))
        return self.next(live, table, time_is)

    def _turn(self, live: LiveTable, table: Table, seat: int, time_is: int) -> Turn:
        """The turn of a seat. It goes on until its person changes something: what others do may change the
        question of somebody who has not seen it yet."""
        number = _last_change(table, seat)
        before = live.turns.get(seat)
        return before if before and before.number == number else Turn(number, time_is)

    def _due(self, live: LiveTable, table: Table) -> Iterator[Due]:
        """The notices that this hub has not seen to yet, also those that are due later. While nobody is
        absent, turns are not noted: one that is first noted as its person leaves was seen."""
        lead = min(STAND_IN_LEAD_MS, self.settings.grace_ms // 2)
        for seat in table.by_people():
            since, number = live.away.get(seat), _last_change(table, seat)
            if since is None:
                continue
            turn = live.turns.get(seat)
            dead = DEAD_MS if table.state.seats[seat].person in live.broken_off else 0
            if turn and since < turn.since + dead and (seat, "turn", number) not in live.noticed:
                yield Due(seat, "turn", number, max(since, turn.since) + TURN_MS)
            if not live.deserted and (seat, "stand-in", number) not in live.noticed:
                yield Due(seat, "stand-in", number, since + self.settings.grace_ms - lead)

    async def _tell(self, person: str, notice: Notice, about: str, number: int) -> None:
        """Send a notice to a person, unless a hub has claimed it before. Raises StoreAway; then nobody
        sends it."""
        ttl = self.settings.playing_ttl_s
        devices = await self._store.push.claim(person, about, number, now(), ttl)
        takers = {f"person:{person}": PERSON_PUSHES}
        if devices and await self._store.limits.allow("pushes", takers, self.settings.budgets):
            self._sender.send(person, notice, devices)

    def _tell_group(self, live: LiveTable, table: Table) -> None:
        """Tell the members of a group, once, that a person waits for them at a table of the group."""
        made = table.state.made
        free = any(row.kind == "open" and not row.mind for row in table.state.seats)
        if made.group and not made.lesson and free and live.people_here(table) and not live.group_told:
            live.group_told = True
            here = {present.person for present in live.here}
            self._spawn(self._tell_members(Notice("group", live.id, made.game), made.group, here))

    async def _tell_members(self, notice: Notice, group: str, here: set[str]) -> None:
        found = await self._store.groups.read(group)
        for person in found.members if found else ():
            if person not in here:
                await self._tell(person, notice, f"group {notice.table}", 1)


def _last_change(table: Table, seat: int) -> int:
    """The id of the last change that the person of a seat has made; 0 if there is none."""
    return table.state.seen.get(table.state.seats[seat].person, [0])[-1]
