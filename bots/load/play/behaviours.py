"""What profiles do beside playing: cut sockets, stop reading, come and go in the lobby."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any, Final

from protocol.frames import Close, Join, Leave, Listed, Lobby, Make, Sit

from ...client import Refusal
from ...mirror import Mirror
from .driver import Driver
from .profiles import Profile
from .user import User

PAUSE: Final = 5.0
"""Seconds for which a slow reader doesn't read."""

ASKS: Final = 1000
"""Whole documents that all slow readers of a process together ask for in each of these seconds. Between a
server and somebody who doesn't read there is room for some 4 MB, most of it in the system's buffers; it
takes one reader about three seconds to fill that, and to be cut. Several may get by uncut."""

BATCHES: Final = 20
"""In so many portions a second."""

STROLL: Final = 1.0
"""Mean seconds between two steps of a user in the lobby."""

LISTED_IN: Final = 15.0
"""Seconds in which the lobby must tell of a table."""


def begin(driver: Driver, profile: Profile, start: float, seconds: float) -> list[asyncio.Task[None]]:
    """Schedule what the profile wants; measuring starts then, for so long. The tasks of users who live on
    their own."""
    random = Random(f"{driver.plan.seed} {driver.number} profile")
    for share in profile.cuts:
        driver.scheduler.at(start + share * seconds, cut, driver, profile.cut_share, random)
    if profile.slow_share:
        rounds = max(1, int(seconds / (3 * PAUSE)))
        for n in range(rounds):
            at = start + (n + 0.25) * seconds / rounds
            driver.scheduler.at(
                at, slow, driver, profile.slow_share, random, min(PAUSE, seconds / rounds / 2)
            )
    share = round(profile.churners * driver.plan.tables)
    guests = share // driver.plan.processes + (driver.number < share % driver.plan.processes)
    return [asyncio.create_task(Stroller(driver, random.getrandbits(64)).live()) for _ in range(guests)]


def cut(driver: Driver, share: float, random: Random) -> None:
    """Break a share of the sockets in the same moment."""
    users = [user for user in driver.pool.users() if user.session.welcomed and not user.paused]
    for user in random.sample(users, round(share * len(users))):
        user.cut()


def slow(driver: Driver, share: float, random: Random, seconds: float) -> None:
    """At a share of the tables, at least one, a seat reads no more. Nobody waits for it in the figures."""
    tables = [table for table in driver.tables.values() if table.asked_at and not table.ended]
    chosen = random.sample(tables, min(len(tables), max(1, round(share * len(tables)))))
    users = {table.places[-1].user for table in chosen if table.places[-1].user.session.welcomed}
    now = driver.clock()
    for user in users:
        for place in [p for table in driver.tables.values() for p in table.places if p.user is user]:
            place.table.slow |= 1 << place.number
        user.pause()
        driver.scheduler.at(now + seconds, wake, driver, user)
        for n in range(round(BATCHES * seconds)):
            driver.scheduler.at(now + n / BATCHES, _ask, driver, user, max(1, ASKS // BATCHES // len(users)))


def _ask(driver: Driver, user: User, times: int) -> None:
    """Ask for a whole document again and again, as a client does that wonders why nothing comes."""
    followed = list(user.session.mirrors)
    if user.paused and followed:
        for n in range(times):
            user.session.say(Join(*followed[n % len(followed)], -1, driver.plan.every))


def wake(driver: Driver, user: User) -> None:
    """Read on: whatever has happened meanwhile, the seats must be as on the server before long."""
    for table in driver.tables.values():
        for place in table.places:
            if place.user is user:
                table.slow &= ~(1 << place.number)
                if user.paused:
                    user.behind[place.mirror] = table.top
    if user.paused:
        user.hurt_at = driver.clock()
        user.resume()


READ: Final = 200
"""Tables of the lobby that a user reads, page by page; beyond them nobody looks."""


class Stroller:
    """A user who looks at the lobby, makes a table, sits, leaves, closes it, and begins anew."""

    def __init__(self, driver: Driver, seed: int) -> None:
        self.driver = driver
        self.user = driver.user(self._heard, seed)
        self.random = Random(seed)
        self.listed: set[str] = set()
        """Tables that the lobby shows, as far as this user was told."""
        self.seen = asyncio.Event()
        self.asked_at = 0.0

    async def live(self) -> None:
        """Go round until cancelled."""
        await self.driver.join_in([self.user])
        while True:
            try:
                await self._round()
            except Refusal:
                self.driver.recorder.fault("refused in the lobby")

    async def _round(self) -> None:
        driver, session = self.driver, self.user.session
        await self._step()
        self.seen.clear()
        self.asked_at = driver.clock()
        session.browse()
        await self._see(self.seen.is_set, "lobbies not shown")
        await self._step()
        game = self.random.choice(list(driver.plan.games))
        options = driver.plan.options.get(game, {})
        made = await self.user.request(Make(session.next_id(), game, driver.plan.seats, options))
        await self._see(lambda: made.table in self.listed, "tables not listed")
        await self._step()
        await self.user.request(Sit(session.next_id(), made.table, 0))
        await self._step()
        await self.user.request(Leave(session.next_id(), made.table, 0))
        await self._step()
        await self.user.request(Close(session.next_id(), made.table))
        await self._see(lambda: made.table not in self.listed, "closed tables still listed")
        driver.recorder.count("strolls", driver.clock())
        session.browse(False)
        self.listed.clear()

    async def _step(self) -> None:
        await asyncio.sleep(self.random.expovariate(1 / STROLL))

    async def _see(self, there: Callable[[], bool], fault: str) -> None:
        """Wait until something is there; where it isn't in time, that is a fault."""
        limit = self.driver.clock() + LISTED_IN
        while not there() and self.driver.clock() < limit:
            await asyncio.sleep(0.02)
        self.driver.recorder.fault(fault, int(not there()))

    def _heard(self, user: User, frame: Any, mirror: Mirror | None) -> None:
        if isinstance(frame, Lobby):
            if not frame.after:
                self.listed.clear()
                self.driver.recorder.note("lobby", self.asked_at, self.driver.clock() - self.asked_at)
            self.listed.update(frame.tables)
            self.seen.set()
            if frame.more and len(self.listed) < READ:
                user.session.browse(after=frame.more)
        elif isinstance(frame, Listed):
            (self.listed.discard if frame.summary is None else self.listed.add)(frame.table)
