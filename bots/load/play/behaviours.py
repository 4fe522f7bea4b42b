"""What profiles do beside playing: cut sockets, stop reading, come and go in the lobby."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any, Final

from protocol.frames import Close, Join, Leave, Listed, Lobby, Make, Sit

from ..client import Refusal
from ..mirror import Mirror
from .driver import Driver
from .line import Line
from .profiles import Profile

PAUSE: Final = 5.0
"""Seconds for which a slow reader doesn't read."""

ASKS: Final = 1000
"""Whole documents that all slow readers of a process together ask for in each of these seconds. Between a
server and somebody who doesn't read there is room for some 4 MB, most of it in the system's buffers; it
takes one reader about three seconds to fill that, and to be cut. Several may get by uncut."""

BATCHES: Final = 20
"""In so many portions a second."""

STROLL: Final = 1.0
"""Mean seconds between two steps of a guest in the lobby."""

LISTED_IN: Final = 15.0
"""Seconds in which the lobby must tell of a table."""


def begin(driver: Driver, profile: Profile, start: float, seconds: float) -> list[asyncio.Task[None]]:
    """Put what the profile wants on the agenda; measuring starts then, for so long. The tasks of guests who
    live on their own."""
    random = Random(f"{driver.asked.seed} {driver.number} profile")
    for share in profile.cuts:
        driver.agenda.at(start + share * seconds, cut, driver, profile.cut_share, random)
    if profile.slow_share:
        rounds = max(1, int(seconds / (3 * PAUSE)))
        for n in range(rounds):
            at = start + (n + 0.25) * seconds / rounds
            driver.agenda.at(at, slow, driver, profile.slow_share, random, min(PAUSE, seconds / rounds / 2))
    share = round(profile.churners * driver.asked.tables)
    guests = share // driver.asked.processes + (driver.number < share % driver.asked.processes)
    return [asyncio.create_task(Stroller(driver, random.getrandbits(64)).live()) for _ in range(guests)]


def cut(driver: Driver, share: float, random: Random) -> None:
    """Break a share of the sockets in the same moment."""
    lines = [line for line in driver.crews.lines() if line.session.welcomed and not line.paused]
    for line in random.sample(lines, round(share * len(lines))):
        line.cut()


def slow(driver: Driver, share: float, random: Random, seconds: float) -> None:
    """At a share of the tables, at least one, a seat reads no more. Nobody waits for it in the figures."""
    tables = [table for table in driver.tables.values() if table.asked_at and not table.ended]
    chosen = random.sample(tables, min(len(tables), max(1, round(share * len(tables)))))
    lines = {table.places[-1].line for table in chosen if table.places[-1].line.session.welcomed}
    now = driver.clock()
    for line in lines:
        for place in [p for table in driver.tables.values() for p in table.places if p.line is line]:
            place.table.slow |= 1 << place.number
        line.pause()
        driver.agenda.at(now + seconds, wake, driver, line)
        for n in range(round(BATCHES * seconds)):
            driver.agenda.at(now + n / BATCHES, _ask, driver, line, max(1, ASKS // BATCHES // len(lines)))


def _ask(driver: Driver, line: Line, times: int) -> None:
    """Ask for a whole document again and again, as a client does that wonders why nothing comes."""
    followed = list(line.session.mirrors)
    if line.paused and followed:
        for n in range(times):
            line.session.say(Join(*followed[n % len(followed)], -1, driver.asked.every))


def wake(driver: Driver, line: Line) -> None:
    """Read on: whatever has happened meanwhile, the seats must be as on the server before long."""
    for table in driver.tables.values():
        for place in table.places:
            if place.line is line:
                table.slow &= ~(1 << place.number)
                if line.paused:
                    line.behind[place.mirror] = table.top
    if line.paused:
        line.hurt_at = driver.clock()
        line.resume()


class Stroller:
    """A guest who looks at the lobby, makes a table, sits, leaves, closes it, and begins anew."""

    def __init__(self, driver: Driver, seed: int) -> None:
        self.driver = driver
        self.line = driver.line(self._heard, seed)
        self.random = Random(seed)
        self.listed: set[str] = set()
        """Tables that the lobby shows, as far as this guest was told."""
        self.seen = asyncio.Event()
        self.asked_at = 0.0

    async def live(self) -> None:
        """Go round until cancelled."""
        await self.driver.join_in([self.line])
        while True:
            try:
                await self._round()
            except Refusal:
                self.driver.recorder.fault("refused in the lobby")

    async def _round(self) -> None:
        driver, session = self.driver, self.line.session
        await self._step()
        self.seen.clear()
        self.asked_at = driver.clock()
        session.browse()
        await self._see(self.seen.is_set, "lobbies not shown")
        await self._step()
        game = self.random.choice(list(driver.asked.games))
        options = driver.asked.options.get(game, {})
        made = await self.line.request(Make(session.next_id(), game, driver.asked.seats, options))
        await self._see(lambda: made.table in self.listed, "tables not listed")
        await self._step()
        await self.line.request(Sit(session.next_id(), made.table, 0))
        await self._step()
        await self.line.request(Leave(session.next_id(), made.table, 0))
        await self._step()
        await self.line.request(Close(session.next_id(), made.table))
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

    def _heard(self, line: Line, frame: Any, mirror: Mirror | None) -> None:
        if isinstance(frame, Lobby):
            self.listed = set(frame.tables)
            self.driver.recorder.note("lobby", self.asked_at, self.driver.clock() - self.asked_at)
            self.seen.set()
        elif isinstance(frame, Listed):
            (self.listed.discard if frame.summary is None else self.listed.add)(frame.table)
