"""Plays and measures in one process: tables come and go when they are due, seats think and act.

Every seat is an ordinary guest's, on a socket of its own at its table. What the seats are told is checked
by their mirrors as it comes: versions without gap, check values; and in the end the whole document again.
Latencies count from the time when something was due, not from when it was got round to.
"""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

from protocol.frames import WATCH, Act, Close, Diff, Full, Joined, Make, Refused, Sit, Start, Welcome

from ..client import Refusal
from ..mind import MINDS
from ..mirror import Mirror
from ..session import AGAIN
from . import ending
from .agenda import Agenda
from .asked import Asked
from .crew import Crew, Crews
from .line import Line
from .omitted import Omitted
from .probe import Probes, sockets_for
from .recorder import Recorder
from .schedule import Due
from .seated import Flight, Place, Seated, Sent
from .think import parse
from .trace import Spool

LAST_WORDS = 10.0
"""Seconds in which everybody must have heard of a game's end."""


class Driver:
    """One process's share of a run. `line_of` makes its guests' connections."""

    def __init__(
        self, asked: Asked, agenda: Agenda, recorder: Recorder, number: int = 0, spool: Spool | None = None
    ) -> None:
        self.asked = asked
        self.agenda = agenda
        self.recorder = recorder
        self.number = number
        self.spool = spool
        self.clock = agenda.clock
        self.think = parse(asked.think)
        self.random = Random(f"{asked.seed} {number}")
        self.crews = Crews(self._crew, asked.per_socket)
        self.probes = Probes(agenda, recorder, asked.probes / asked.processes)
        self.tables: dict[str, Seated] = {}
        self.ending = False
        self.making: set[asyncio.Task[None]] = set()
        self.extra: list[Crew] = []
        """Guests who sit at no table: probes, and those of the profile."""
        self._gate = asyncio.Semaphore(64)
        self._places: dict[Mirror, Place] = {}
        self._crew_of: dict[str, Crew] = {}
        self._too_many = 0
        """Tables that are to go as soon as they have come."""
        self._urls = asked.url.split(",")
        self._omitted = Omitted(self.think, Random(f"{asked.seed} {number} omitted"))

    # -- guests ------------------------------------------------------------------------------------

    def line(self, heard: Any = None, turn: int = 0) -> Line:
        """A new guest; the servers take turns."""
        return Line(self._urls[turn % len(self._urls)], self.clock, heard or self._heard, self._lost)

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
                self._places[place.mirror] = place
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
            place.line.behind.pop(place.mirror, None)
            del self._places[place.mirror]
        crew = self._crew_of.pop(table.name)
        if table.leaving or self.ending:
            self.crews.release(crew)
        else:
            self.arrive(self.clock(), table.game, crew)

    # -- what is heard -----------------------------------------------------------------------------

    def _heard(self, line: Line, frame: Any, mirror: Mirror | None) -> None:
        place = self._places.get(mirror) if mirror is not None else None
        if place is not None:
            if isinstance(frame, Diff):
                self._diff(place, frame)
            elif isinstance(frame, Full):
                self._full(place, frame)
            elif isinstance(frame, Joined):
                self._joined(place, frame)
        if isinstance(frame, Welcome):
            self.recorder.note("connect", line.opened, self.clock() - line.opened)
        elif isinstance(frame, Refused):
            self._refused(frame)

    def _diff(self, place: Place, frame: Diff) -> None:
        now, table, line = self.clock(), place.table, place.line
        if table.trace is not None:
            table.trace.add(place.number, line.session.data)
        place.have = frame.version
        place.diffs += 1
        self.recorder.size("diff_bytes", now, len(line.session.data))
        self._arrived(place, frame.version, now)
        if self.asked.every == 1 and frame.check is None:
            self.recorder.fault("diffs without check value")
        table.moved = now
        self._look(place, now)

    def _full(self, place: Place, frame: Full) -> None:
        now, table = self.clock(), place.table
        if table.trace is not None:
            table.trace.add(place.number, place.line.session.data)
        ending.compared(self.recorder, place, frame)
        place.takes_full(frame.version)
        self.recorder.size("full_bytes", now, len(place.line.session.data))
        for version in [version for version in table.flights if version <= frame.version]:
            self._arrived(place, version, now)
        table.moved = now
        self._look(place, now)

    def _joined(self, place: Place, frame: Joined) -> None:
        if place.table.trace is not None:
            place.table.trace.add(place.number, place.line.session.data)
        if place.mirror in place.line.behind:
            place.line.behind[place.mirror] = frame.version
            self._caught_up(place, self.clock())

    def _arrived(self, place: Place, version: int, now: float) -> None:
        """A seat has a version: note what that ends."""
        table = place.table
        own, flight = table.arrives(place, version, now)
        if own is not None and own.at <= place.line.resumed_at:
            self.recorder.count("moves", own.due)  # it didn't read its own diff, so nothing can be timed
        elif own is not None:
            self.recorder.note("ack", own.due, now - own.due)
            if table.asked_version >= version:
                self.recorder.note("turnaround", now, 0.0)
            else:
                table.answered_at = now
        if flight is not None and flight.sent is not None:
            self._landed(flight, flight.sent, now)
        if place.line.behind:
            self._caught_up(place, now)

    def _landed(self, flight: Flight, sent: Sent, now: float) -> None:
        """An act has reached everybody."""
        note, latency = self.recorder.note, now - sent.due
        note("act", sent.due, latency)
        note("act_raw", sent.due, now - sent.at)
        note("first", sent.due, flight.first - sent.due)
        for later, times in self._omitted.during(latency, self.recorder.usual):
            note("act", sent.due + later, latency - later, times)
        self.recorder.count("moves", sent.due)

    def _refused(self, frame: Refused) -> None:
        now = self.clock()
        table = self.tables.get(frame.table)
        if table is not None and table.leaving and frame.code == "over":
            return  # the game was over before it could be closed
        self.recorder.count("refusals", now)
        self.recorder.count(f"refused {frame.code}", now)
        if frame.code not in AGAIN:
            self.recorder.fault(f"refused {frame.code}")

    # -- sockets that break ------------------------------------------------------------------------

    def _lost(self, line: Line) -> None:
        """A socket broke: from now on count how long its seats are behind."""
        wanted = line.cut_off or line.paused or line.resumed_at > self.clock() - LAST_WORDS
        if wanted:
            self.recorder.count("sockets cut", self.clock())
        else:
            self.recorder.fault("sockets lost")
        line.cut_off = line.paused = False
        line.hurt_at = line.hurt_at or self.clock()
        line.behind = {mirror: -1 for mirror in line.session.mirrors.values() if mirror in self._places}

    def _caught_up(self, place: Place, now: float) -> None:
        """Is everything on this line as on the server again?"""
        line = place.line
        until = line.behind.get(place.mirror, -1)
        if until >= 0 and place.mirror.version >= until:
            del line.behind[place.mirror]
        if not line.behind and line.hurt_at:
            self.recorder.note("resync", line.hurt_at, now - line.hurt_at)
            self.recorder.count("resyncs", now)
            line.hurt_at = 0.0

    # -- playing -----------------------------------------------------------------------------------

    def _look(self, place: Place, now: float) -> None:
        """Think about what a seat is asked anew; see whether the game is over."""
        document, table = place.mirror.document, place.table
        phase = document["public"]["table"]["phase"]
        if phase in ("over", "closed"):
            self._over(table, phase)
            return
        number = document["mine"].get("ask", {}).get("number", 0) if place.mind else 0
        if not number or number == place.answered or self.ending:
            return
        place.answered = number
        self._asked(table, place.have, now)
        table.thinking += 1
        due = now + self.think.draw(self.random)
        self.agenda.at(due, self._act, place, number, due)

    def _asked(self, table: Seated, version: int, now: float) -> None:
        """Somebody at the table has a new question."""
        table.asked_version = version
        if not table.asked_at:
            table.asked_at = now
            self.recorder.note("table_start", table.due, now - table.due)
        elif table.answered_at:
            self.recorder.note("turnaround", now, now - table.answered_at)
            table.answered_at = 0.0

    def _act(self, place: Place, number: int, due: float) -> None:
        """The time for thinking is over: choose and send."""
        table, mirror = place.table, place.mirror
        table.thinking -= 1
        if mirror.lost:
            place.answered = 0  # to be looked at again with the whole document
            return
        if self.ending or table.leaving or mirror.document["mine"]["ask"].get("number") != number:
            return
        assert place.mind is not None
        session = place.line.session
        choice = place.mind.choose(mirror.document, float("inf"))
        act = Act(session.next_id(), table.name, mirror.seat, number, *choice)
        now = self.clock()
        table.sent[act.id] = Sent(min(due, now), now)
        session.change(act)
