"""The users and tables of one process: tables are made and closed on schedule.

Every seat is an ordinary guest with its own socket at its table. Mirrors check each message on arrival:
versions without gaps, check values; at the end they compare the whole document.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Coroutine
from random import Random
from typing import Any

from protocol.frames import WATCH, Close, Diff, Make, Refused, Start, Welcome
from protocol.mirror import Mirror
from protocol.session import AGAIN

from ...client.client import ChangeRefused
from ...minds.registry import MINDS
from ..judge.trace import Spool
from ..plan import ATTACK, LoadPlan
from . import integrity
from .attack import source_address
from .audit import audit
from .evening import Evening
from .lines import LINES, UserLine
from .load_table import LoadTable
from .playing import Playing
from .pool import UserGroup, UserPool
from .probe import Probes, sockets_for
from .profiles import PROFILES
from .recorder import Recorder
from .scheduler import Scheduler
from .timeline import Due
from .user import User

SOURCES_PER_PROCESS = 1 << 16
"""Source addresses of the users of one process; the first ones are those of attackers."""

END_HEARD_IN = 10.0
"""Seconds within which all seats must be informed of a game's end."""


class Driver:
    """One process's share of a run. `user` makes one more user."""

    def __init__(
        self,
        plan: LoadPlan,
        scheduler: Scheduler,
        recorder: Recorder,
        number: int = 0,
        spool: Spool | None = None,
    ) -> None:
        self.plan = plan
        self.scheduler = scheduler
        self.recorder = recorder
        self.number = number
        self.spool = spool
        self.clock = scheduler.clock
        self.random = Random(f"{plan.seed} {number}")
        habits = PROFILES[plan.profile].habits
        chance = Random(f"{plan.seed} {number} evening")
        self.evening = Evening(habits, scheduler, recorder, chance) if habits is not None else None
        self.playing = Playing(plan, scheduler, recorder, self.random, self._over, self.evening)
        self.pool = UserPool(self._group, plan.per_socket, self._leaving)
        self.probes = Probes(scheduler, recorder, plan.probes / plan.processes)
        self.tables: dict[str, LoadTable] = {}
        self.creation: set[asyncio.Task[None]] = set()
        self.asides: set[asyncio.Task[None]] = set()
        """Requests that no table waits for."""
        self.extra: list[UserGroup] = []
        """Users without a table: probes, and those of the profile."""
        self._gate = asyncio.Semaphore(64)
        self._group_of: dict[str, UserGroup] = {}
        self._too_many = 0
        """Tables to close as soon as they are made."""
        self._urls = plan.url.split(",")
        self._sources = itertools.count()
        self._line_random = Random(f"{plan.seed} {number} lines")

    # -- users -------------------------------------------------------------------------------------

    def user(self, heard: Any = None, turn: int = 0) -> User:
        """A new user; servers are assigned in turn. Beside attackers, where budgets are those of people, each
        user has an own source address."""
        url, source = self._urls[turn % len(self._urls)], ""
        if self.plan.profile == ATTACK:
            source = source_address(url, (self.number + 1) * SOURCES_PER_PROCESS + next(self._sources))
        heard, gauges = heard or self._heard, self.recorder.gauges
        return User(url, self.clock, heard, self.playing.lost, gauges, source, self._line())

    def _line(self) -> UserLine | None:
        """A line for a new user; None without lines."""
        if not self.plan.lines:
            return None
        name = self._line_random.choices(list(self.plan.lines), list(self.plan.lines.values()))[0]
        return UserLine(LINES[name], Random(self._line_random.getrandbits(64)))

    def _line_opens(self, user: User) -> None:
        """The user's socket is open: it will break when its line does."""
        if user.line is not None:
            after, change = user.line.next_break()
            if after < float("inf"):
                self.scheduler.at(self.clock() + after, self._line_breaks, user, user.lost, change)

    def _line_breaks(self, user: User, lost: int, change: bool) -> None:
        if user.lost == lost:
            user.break_line(change)

    def _group(self) -> UserGroup:
        turn, apart = len(self.pool.all), int(self.plan.apart)
        numbers = range(self.plan.seats + self.plan.watchers)
        return UserGroup([self.user(turn=turn + apart * number) for number in numbers])

    async def _leaving(self, users: list[User]) -> None:
        """Before these users disconnect: verify the responses they got."""
        await audit(users, self.recorder)

    async def open(self) -> None:
        """Open the sockets that don't depend on tables; at least one, to see that the server works."""
        count = max(1, sockets_for(self.plan.probes / self.plan.processes))
        self.probes.users = [self.user(self._probed, turn) for turn in range(count)]
        await self.join_in(self.probes.users)

    async def join_in(self, users: list[User]) -> None:
        """Open the sockets of users who take no seats."""
        group = UserGroup(users)
        self.extra.append(group)
        await group.opened(self._gate)

    def trouble(self) -> str:
        """Why a server can't be reached; "" if all can."""
        found = (f"{user.url} can't be reached: {user.trouble}" for user in self.users() if user.trouble)
        return next(found, "")

    def _probed(self, user: User, frame: Any, mirror: Mirror | None) -> None:
        self.probes.heard(user, frame)

    def users(self) -> list[User]:
        return [*self.pool.users(), *(user for group in self.extra for user in group.users)]

    # -- tables are made and closed ----------------------------------------------------------------

    def follow(self, dues: list[Due], begin: float) -> None:
        """Schedule this process's share of the timeline. Game and seed depend on the table's number."""
        counts = {True: 0, False: 0}
        games = Random(f"{self.plan.seed} games")
        names, weights = list(self.plan.games), list(self.plan.games.values())
        for due in dues:
            turn = counts[due.joins]
            counts[due.joins] += 1
            game = games.choices(names, weights)[0] if due.joins else ""
            if turn % self.plan.processes != self.number:
                continue
            if due.joins:
                self.scheduler.at(begin + due.at, self.arrive, begin + due.at, game)
            else:
                self.scheduler.at(begin + due.at, self._depart)

    def arrive(self, due: float, game: str, group: UserGroup | None = None, rematch: str = "") -> None:
        """A table is due; `group` is one that has just finished another table, `rematch` the table where they
        play again."""
        if self._too_many:
            self._too_many -= 1
            if group is not None:
                self.pool.release(group)
            return
        self._task(self.creation, self._arrive(due, game, group, rematch))

    def _aside(self, work: Coroutine[Any, Any, None]) -> None:
        self._task(self.asides, work)

    @staticmethod
    def _task(tasks: set[asyncio.Task[None]], work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    async def _arrive(self, due: float, game: str, group: UserGroup | None, rematch: str) -> None:
        if group is None:
            group = await self.pool.acquire()
        try:
            await self._make(group, due, game, rematch)
        except ChangeRefused:
            self.recorder.fault("tables not made")
            self.pool.release(group)

    async def _make(self, group: UserGroup, due: float, game: str, rematch: str) -> None:
        """Make a table, seat the players, subscribe the watchers, start."""
        plan, seats = self.plan, group.users[: self.plan.seats]
        host = seats[0]
        new = host.session.next_id
        async with self._gate:
            name = rematch or await self._made(seats, game)
            await asyncio.gather(*(self._sit(user, name, seat) for seat, user in enumerate(seats)))
            trace = self.spool.begin(name, game) if self.spool else None
            table = self.tables[name] = LoadTable(name, game, due, trace)
            self._group_of[name] = group
            minds = plan.mind.split(",")
            for number, user in enumerate(group.users):
                seat = number if number < len(seats) else WATCH
                mind = MINDS[minds[seat % len(minds)]](self.random.getrandbits(64)) if seat >= 0 else None
                place = table.add(user, seat, plan.every, mind)
                self.playing.places[place.mirror] = place
                if trace:
                    trace.about.seats.append(seat)
            await host.request(Start(new(), name))
        self.recorder.counts["tables_made"] += 1
        if self._too_many:
            self._too_many -= 1
            self._close(table)

    async def _made(self, seats: list[User], game: str) -> str:
        """The name of a new table. Raises ChangeRefused."""
        host, options = seats[0], self.plan.options.get(game, {})
        if self.evening is None:
            frame = Make(host.session.next_id(), game, len(seats), options, False)
        else:
            link = await self.evening.founds(seats)
            id = host.session.next_id()
            frame = Make(id, game, len(seats), options, False, tips="always", group=link)
        return (await host.request(frame)).table

    async def _sit(self, user: User, name: str, seat: int) -> None:
        if self.evening is not None and seat:
            await self.evening.invited(user, name)
        await user.request(user.session.sit(name, seat))

    def _depart(self) -> None:
        """Close one table: the oldest, or else the next one made."""
        staying = (table for table in self.tables.values() if table.asked_at and not table.ended)
        table = next((table for table in staying if not table.leaving), None)
        if table is None:
            self._too_many += 1
        else:
            self._close(table)

    def _close(self, table: LoadTable) -> None:
        table.leaving = True
        host = table.places[0].user.session
        host.change(Close(host.next_id(), table.name))

    def _over(self, table: LoadTable, phase: str) -> None:
        """A seat was informed of the end. The table is retired when all seats were, or after a timeout."""
        if not table.ended:
            table.ended = phase
            self.recorder.gauges.tables -= bool(table.asked_at)
            self.scheduler.at(self.clock() + END_HEARD_IN, self.retire, table)
            if phase == "over":
                self.recorder.count("games_ended", self.clock())
            elif not table.leaving:
                self.recorder.fault("tables that the server closed")
        if table.ended_for_all() and not self._waits_for_rematch(table):
            self.retire(table)

    def _waits_for_rematch(self, table: LoadTable) -> bool:
        playing_on = table.ended == "over" and not table.leaving and not self.playing.stopped
        return self.evening is not None and playing_on and self.evening.again(table)

    def retire(self, table: LoadTable) -> None:
        """Unsubscribe from a table; unless the schedule wants fewer, another one replaces it."""
        if self.tables.pop(table.name, None) is None:
            return
        integrity.account(self.recorder, table)
        if table.trace is not None and self.spool is not None:
            integrity.keep(self.spool, table)
        for place in table.places:
            place.user.ledger.sees(table.name, place.have)
            place.user.session.part(table.name, place.mirror.seat)
            self.playing.forget(place)
        group = self._group_of.pop(table.name)
        if self.evening is not None:
            self.evening.forget(table)
            if table.ended == "over":
                self._aside(self.evening.replays(table.places[0].user, table.name))
        if table.leaving or self.playing.stopped:
            self.pool.release(group)
        else:
            self.arrive(self.clock(), table.game, group, table.next)

    def _heard(self, user: User, frame: Any, mirror: Mirror | None) -> None:
        if type(frame) is Diff:  # most frames are, and concern nothing else
            self.playing.diff(frame, mirror)
            return
        self.playing.heard(user, frame, mirror)
        if self.evening is not None:
            self.evening.heard(user, frame)
        if isinstance(frame, Refused):
            self._refused(frame)
        elif isinstance(frame, Welcome):
            self._line_opens(user)

    def _refused(self, frame: Refused) -> None:
        now = self.clock()
        table = self.tables.get(frame.table)
        if table is not None and table.leaving and frame.code == "over":
            return  # the game ended before it could be closed
        if self.evening is not None and self.evening.excuses(frame, table):
            return
        self.recorder.count("refusals", now)
        self.recorder.count(f"refused {frame.code}", now)
        if frame.code not in AGAIN:
            self.recorder.fault(f"refused {frame.code}")
