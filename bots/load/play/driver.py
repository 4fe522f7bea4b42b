"""One process's guests and tables: they come when they are due, and go.

Every seat is an ordinary guest's, on a socket of its own at its table. What the seats are told is checked
by their mirrors as it comes: versions without gap, check values; and in the end the whole document again.
"""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

from protocol.frames import WATCH, Close, Make, Refused, Sit, Start

from ..client import Refusal
from ..mind import MINDS
from ..mirror import Mirror
from ..session import AGAIN
from . import ending
from .agenda import Agenda
from .asked import Asked
from .crew import Crew, Crews
from .line import Line
from .playing import Playing
from .probe import Probes, sockets_for
from .recorder import Recorder
from .schedule import Due
from .seated import Seated
from .trace import Spool

LAST_WORDS = 10.0
"""Seconds in which everybody must have heard of a game's end."""


class Driver:
    """One process's share of a run. `line` makes its guests' connections."""

    def __init__(
        self, asked: Asked, agenda: Agenda, recorder: Recorder, number: int = 0, spool: Spool | None = None
    ) -> None:
        self.asked = asked
        self.agenda = agenda
        self.recorder = recorder
        self.number = number
        self.spool = spool
        self.clock = agenda.clock
        self.random = Random(f"{asked.seed} {number}")
        self.playing = Playing(asked, agenda, recorder, self.random, self._over)
        self.crews = Crews(self._crew, asked.per_socket)
        self.probes = Probes(agenda, recorder, asked.probes / asked.processes)
        self.tables: dict[str, Seated] = {}
        self.making: set[asyncio.Task[None]] = set()
        self.extra: list[Crew] = []
        """Guests who sit at no table: probes, and those of the profile."""
        self._gate = asyncio.Semaphore(64)
        self._crew_of: dict[str, Crew] = {}
        self._too_many = 0
        """Tables that are to go as soon as they have come."""
        self._urls = asked.url.split(",")

    # -- guests ------------------------------------------------------------------------------------

    def line(self, heard: Any = None, turn: int = 0) -> Line:
        """A new guest; the servers take turns."""
        return Line(self._urls[turn % len(self._urls)], self.clock, heard or self._heard, self.playing.lost)

    def _crew(self) -> Crew:
        turn = len(self.crews.all)
        return Crew([self.line(turn=turn) for _ in range(self.asked.seats + self.asked.watchers)])

    async def open(self) -> None:
        """Open the sockets that are there before any table; without probes one, to see that it works."""
        count = max(1, sockets_for(self.asked.probes / self.asked.processes))
        self.probes.lines = [self.line(self._probed, turn) for turn in range(count)]
        await self.join_in(self.probes.lines)

    async def join_in(self, lines: list[Line]) -> None:
        """Open sockets of guests who take no seats."""
        crew = Crew(lines)
        self.extra.append(crew)
        await crew.opened(self._gate)

    def trouble(self) -> str:
        """Why a server can't be reached, in words; "" where it can."""
        found = (f"{line.url} can't be reached: {line.trouble}" for line in self.lines() if line.trouble)
        return next(found, "")

    def _probed(self, line: Line, frame: Any, mirror: Mirror | None) -> None:
        self.probes.heard(line, frame)

    def lines(self) -> list[Line]:
        """Every guest there is."""
        return [*self.crews.lines(), *(line for crew in self.extra for line in crew.lines)]

    # -- tables come and go ------------------------------------------------------------------------

    def follow(self, dues: list[Due], begin: float) -> None:
        """Put this process's share of the schedule on the agenda. Game and seed go by the table's number."""
        counts = {True: 0, False: 0}
        games = Random(f"{self.asked.seed} games")
        names, weights = list(self.asked.games), list(self.asked.games.values())
        for due in dues:
            turn = counts[due.joins]
            counts[due.joins] += 1
            game = games.choices(names, weights)[0] if due.joins else ""
            if turn % self.asked.processes != self.number:
                continue
            if due.joins:
                self.agenda.at(begin + due.at, self.arrive, begin + due.at, game)
            else:
                self.agenda.at(begin + due.at, self._depart)

    def arrive(self, due: float, game: str, crew: Crew | None = None) -> None:
        """A table is to be made, by this crew if one has just got up."""
        if self._too_many:
            self._too_many -= 1
            if crew is not None:
                self.crews.release(crew)
            return
        task = asyncio.create_task(self._arrive(due, game, crew))
        self.making.add(task)
        task.add_done_callback(self.making.discard)

    async def _arrive(self, due: float, game: str, crew: Crew | None) -> None:
        if crew is None:
            crew = await self.crews.seat()
        try:
            await self._make(crew, due, game)
        except Refusal:
            self.recorder.fault("tables not made")
            self.crews.release(crew)

    async def _make(self, crew: Crew, due: float, game: str) -> None:
        """Make a table, seat everybody, let watchers look, start."""
        asked, seats = self.asked, crew.lines[: self.asked.seats]
        host = seats[0]
        new = host.session.next_id
        async with self._gate:
            made = await host.request(Make(new(), game, len(seats), asked.options.get(game, {}), False))
            name = made.table
            await asyncio.gather(
                *(line.request(Sit(line.session.next_id(), name, seat)) for seat, line in enumerate(seats))
            )
            trace = self.spool.begin(name, game) if self.spool else None
            table = self.tables[name] = Seated(name, game, due, trace)
            self._crew_of[name] = crew
            minds = asked.mind.split(",")
            for number, line in enumerate(crew.lines):
                seat = number if number < len(seats) else WATCH
                mind = MINDS[minds[seat % len(minds)]](self.random.getrandbits(64)) if seat >= 0 else None
                place = table.add(line, seat, asked.every, mind)
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

    def _close(self, table: Seated) -> None:
        table.leaving = True
        host = table.places[0].line.session
        host.change(Close(host.next_id(), table.name))

    def _over(self, table: Seated, phase: str) -> None:
        """Somebody was told of the end. The table goes when all have been, or after a while."""
        if not table.ended:
            table.ended = phase
            self.agenda.at(self.clock() + LAST_WORDS, self.retire, table)
            if phase == "over":
                self.recorder.count("games_ended", self.clock())
            elif not table.leaving:
                self.recorder.fault("tables that the server closed")
        if table.ended_for_all():
            self.retire(table)

    def retire(self, table: Seated) -> None:
        """Follow a table no longer; where the schedule wants as many, another takes its place."""
        if self.tables.pop(table.name, None) is None:
            return
        ending.account(self.recorder, table)
        if table.trace is not None and self.spool is not None:
            ending.keep(self.spool, table)
        for place in table.places:
            place.line.session.part(table.name, place.mirror.seat)
            self.playing.forget(place)
        crew = self._crew_of.pop(table.name)
        if table.leaving or self.playing.ending:
            self.crews.release(crew)
        else:
            self.arrive(self.clock(), table.game, crew)

    def _heard(self, line: Line, frame: Any, mirror: Mirror | None) -> None:
        self.playing.heard(line, frame, mirror)
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
