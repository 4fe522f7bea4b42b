"""One process's users and tables: they come when they are due, and go.

Every seat is an ordinary guest's, on a socket of its own at its table. What the seats are told is checked
by their mirrors as it comes: versions without gap, check values; and in the end the whole document again.
"""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

from protocol.frames import WATCH, Close, Make, Refused, Start

from ...client import Refusal
from ...mind import MINDS
from ...mirror import Mirror
from ...session import AGAIN
from ..judge.trace import Spool
from ..plan import Plan
from . import integrity
from .load_table import LoadTable
from .playing import Playing
from .pool import UserGroup, UserPool
from .probe import Probes, sockets_for
from .recorder import Recorder
from .scheduler import Scheduler
from .timeline import Due
from .user import User

END_HEARD_IN = 10.0
"""Seconds in which everybody must have heard of a game's end."""


class Driver:
    """One process's share of a run. `user` makes one more of its users."""

    def __init__(
        self,
        plan: Plan,
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
        self.playing = Playing(plan, scheduler, recorder, self.random, self._over)
        self.pool = UserPool(self._group, plan.per_socket)
        self.probes = Probes(scheduler, recorder, plan.probes / plan.processes)
        self.tables: dict[str, LoadTable] = {}
        self.making: set[asyncio.Task[None]] = set()
        self.extra: list[UserGroup] = []
        """Users who sit at no table: probes, and those of the profile."""
        self._gate = asyncio.Semaphore(64)
        self._group_of: dict[str, UserGroup] = {}
        self._too_many = 0
        """Tables that are to go as soon as they have come."""
        self._urls = plan.url.split(",")

    # -- users -------------------------------------------------------------------------------------

    def user(self, heard: Any = None, turn: int = 0) -> User:
        """A new user; the servers take turns."""
        return User(self._urls[turn % len(self._urls)], self.clock, heard or self._heard, self.playing.lost)

    def _group(self) -> UserGroup:
        turn, apart = len(self.pool.all), int(self.plan.apart)
        numbers = range(self.plan.seats + self.plan.watchers)
        return UserGroup([self.user(turn=turn + apart * number) for number in numbers])

    async def open(self) -> None:
        """Open the sockets that are there before any table; without probes one, to see that it works."""
        count = max(1, sockets_for(self.plan.probes / self.plan.processes))
        self.probes.users = [self.user(self._probed, turn) for turn in range(count)]
        await self.join_in(self.probes.users)

    async def join_in(self, users: list[User]) -> None:
        """Open sockets of users who take no seats."""
        group = UserGroup(users)
        self.extra.append(group)
        await group.opened(self._gate)

    def trouble(self) -> str:
        """Why a server can't be reached, in words; "" where it can."""
        found = (f"{user.url} can't be reached: {user.trouble}" for user in self.users() if user.trouble)
        return next(found, "")

    def _probed(self, user: User, frame: Any, mirror: Mirror | None) -> None:
        self.probes.heard(user, frame)

    def users(self) -> list[User]:
        """Every user there is."""
        return [*self.pool.users(), *(user for group in self.extra for user in group.users)]

    # -- tables come and go ------------------------------------------------------------------------

    def follow(self, dues: list[Due], begin: float) -> None:
        """Schedule this process's share of what is due. Game and seed go by the table's number."""
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

    def arrive(self, due: float, game: str, group: UserGroup | None = None) -> None:
        """A table is to be made, by this group if one has just got up."""
        if self._too_many:
            self._too_many -= 1
            if group is not None:
                self.pool.release(group)
            return
        task = asyncio.create_task(self._arrive(due, game, group))
        self.making.add(task)
        task.add_done_callback(self.making.discard)

    async def _arrive(self, due: float, game: str, group: UserGroup | None) -> None:
        if group is None:
            group = await self.pool.acquire()
        try:
            await self._make(group, due, game)
        except Refusal:
            self.recorder.fault("tables not made")
            self.pool.release(group)

    async def _make(self, group: UserGroup, due: float, game: str) -> None:
        """Make a table, seat everybody, let watchers look, start."""
        plan, seats = self.plan, group.users[: self.plan.seats]
        host = seats[0]
        new = host.session.next_id
        async with self._gate:
            made = await host.request(Make(new(), game, len(seats), plan.options.get(game, {}), False))
            name = made.table
            await asyncio.gather(
                *(user.request(user.session.sit(name, seat)) for seat, user in enumerate(seats))
            )
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

    def _depart(self) -> None:
        """One table fewer: the oldest goes, or the next that comes."""
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
        """Somebody was told of the end. The table goes when all have been, or after a while."""
        if not table.ended:
            table.ended = phase
            self.scheduler.at(self.clock() + END_HEARD_IN, self.retire, table)
            if phase == "over":
                self.recorder.count("games_ended", self.clock())
            elif not table.leaving:
                self.recorder.fault("tables that the server closed")
        if table.ended_for_all():
            self.retire(table)

    def retire(self, table: LoadTable) -> None:
        """Follow a table no longer; where the schedule wants as many, another takes its place."""
        if self.tables.pop(table.name, None) is None:
            return
        integrity.account(self.recorder, table)
        if table.trace is not None and self.spool is not None:
            integrity.keep(self.spool, table)
        for place in table.places:
            place.user.session.part(table.name, place.mirror.seat)
            self.playing.forget(place)
        group = self._group_of.pop(table.name)
        if table.leaving or self.playing.stopped:
            self.pool.release(group)
        else:
            self.arrive(self.clock(), table.game, group)

    def _heard(self, user: User, frame: Any, mirror: Mirror | None) -> None:
        self.playing.heard(user, frame, mirror)
        if isinstance(frame, Refused):
            self._refused(frame)

    def _refused(self, frame: Refused) -> None:
        now = self.clock()
        table = self.tables.get(frame.table)
        if table is not None and table.leaving and frame.code == "over":
            return  # the game was over before it could be closed
        self.recorder.count("refusals", now)
        self.recorder.count(f"refused {frame.code}", now)
        if frame.code not in AGAIN:
            self.recorder.fault(f"refused {frame.code}")
