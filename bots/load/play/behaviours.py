"""The behaviour of profiles beside playing: cut sockets, pause reading, use the lobby."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any, Final

from protocol.frames import Close, Join, Leave, Listed, Lobby, Make, Sit
from protocol.mirror import Mirror

from ...client.client import ChangeRefused
from .driver import Driver
from .profiles import Profile
from .user import User

READING_PAUSE_S: Final = 5.0
"""Seconds for which a slow reader doesn't read."""

DOCUMENTS_PER_SECOND: Final = 1000
"""Whole documents that the slow readers of a process together request per second. A server and a client
that doesn't read buffer some 4 MB between them, most of it in the operating system; one reader needs about
three seconds to fill that and be disconnected. Several readers may escape disconnection."""

BATCHES_PER_SECOND: Final = 20
"""Batches per second in which these requests are sent."""

MEAN_STEP_S: Final = 1.0
"""Mean seconds between two steps of a user in the lobby."""

LISTED_IN: Final = 15.0
"""Seconds within which the lobby must list a table."""


def begin(driver: Driver, profile: Profile, start: float, seconds: float) -> list[asyncio.Task[None]]:
    """Schedule the profile's behaviour over the measured time; returns the tasks of independent users."""
    random = Random(f"{driver.plan.seed} {driver.number} profile")
    for share in profile.cuts:
        driver.scheduler.at(start + share * seconds, cut, driver, profile.cut_share, random)
    if profile.slow_share:
        rounds = max(1, int(seconds / (3 * READING_PAUSE_S)))
        for n in range(rounds):
            at = start + (n + 0.25) * seconds / rounds
            driver.scheduler.at(
                at, slow, driver, profile.slow_share, random, min(READING_PAUSE_S, seconds / rounds / 2)
            )
    share = round(profile.churners * driver.plan.tables)
    guests = share // driver.plan.processes + (driver.number < share % driver.plan.processes)
    return [asyncio.create_task(Stroller(driver, random.getrandbits(64)).live()) for _ in range(guests)]


def cut(driver: Driver, share: float, random: Random) -> None:
    """Break a share of the sockets at the same moment."""
    users = [user for user in driver.pool.users() if user.session.welcomed and not user.paused]
    for user in random.sample(users, round(share * len(users))):
        user.cut()


def slow(driver: Driver, share: float, random: Random, seconds: float) -> None:
    """At a share of the tables, at least one, a seat stops reading. The latencies don't wait for it."""
    tables = [table for table in driver.tables.values() if table.asked_at and not table.ended]
    chosen = random.sample(tables, min(len(tables), max(1, round(share * len(tables)))))
    users = {table.places[-1].user for table in chosen if table.places[-1].user.session.welcomed}
    now = driver.clock()
    for user in users:
        for place in driver.playing.places_of(user):
            place.table.slow |= 1 << place.number
        user.pause()
        driver.scheduler.at(now + seconds, wake, driver, user)
        for n in range(round(BATCHES_PER_SECOND * seconds)):
            driver.scheduler.at(
                now + n / BATCHES_PER_SECOND,
                _ask,
                driver,
                user,
                max(1, DOCUMENTS_PER_SECOND // BATCHES_PER_SECOND // len(users)),
            )


def _ask(driver: Driver, user: User, times: int) -> None:
    """Request whole documents repeatedly, like a client that wonders why nothing arrives."""
    followed = list(user.session.mirrors)
    if user.paused and followed:
        for n in range(times):
            user.session.say(Join(*followed[n % len(followed)], -1, driver.plan.every))


def wake(driver: Driver, user: User) -> None:
    """Resume reading; the seats must catch up with the server, whatever happened meanwhile."""
    for place in driver.playing.places_of(user):
        place.table.slow &= ~(1 << place.number)
        if user.paused:
            user.behind[place.mirror] = place.table.top
    if user.paused:
        user.hurt_at = driver.clock()
        user.resume()


MAX_READ_TABLES: Final = 200
"""Tables that a user reads from the lobby, page by page; later ones are not read."""


class Stroller:
    """A user who browses the lobby, makes a table, sits, leaves, closes it, and starts over."""

    def __init__(self, driver: Driver, seed: int) -> None:
        self.driver = driver
        self.user = driver.user(self._heard, seed)
        self.random = Random(seed)
        self.listed: set[str] = set()
        """Tables that the lobby shows, as far as this user received them."""
        self.seen = asyncio.Event()
        self.asked_at = 0.0

    async def live(self) -> None:
        """Repeat until cancelled."""
        await self.driver.join_in([self.user])
        while True:
            try:
                await self._round()
            except ChangeRefused:
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
        await asyncio.sleep(self.random.expovariate(1 / MEAN_STEP_S))

    async def _see(self, there: Callable[[], bool], fault: str) -> None:
        """Wait for a condition; a timeout is a fault."""
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
            if frame.more and len(self.listed) < MAX_READ_TABLES:
                user.session.browse(after=frame.more)
        elif isinstance(frame, Listed):
            (self.listed.discard if frame.summary is None else self.listed.add)(frame.table)
