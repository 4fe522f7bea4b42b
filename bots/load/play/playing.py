"""What happens at the tables: seats hear, think and act; what they hear is timed, and counted.

Latencies count from the time when something was due, not from when it was got round to.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from protocol.frames import Act, Diff, Full, Joined, Welcome

from ...mirror import Mirror
from ..judge.faults import GARBLED, UNASKED
from ..plan import Plan
from . import integrity
from .load_table import Flight, LoadTable, Place, Sent
from .omitted import Omitted
from .recorder import Recorder
from .scheduler import Scheduler
from .think import parse
from .user import User

RECENTLY = 10.0
"""Seconds for which the loss of a socket that was read from again may come of its pause."""


class Playing:
    """All seats and watchers of a process. `over(table, phase)` is told of everybody who knows of an end."""

    def __init__(
        self,
        plan: Plan,
        scheduler: Scheduler,
        recorder: Recorder,
        random: Random,
        over: Callable[[LoadTable, str], None],
    ) -> None:
        self.scheduler = scheduler
        self.clock = scheduler.clock
        self.recorder = recorder
        self.places: dict[Mirror, Place] = {}
        self.stopped = False
        """Nobody acts any more."""
        self._exact = plan.every == 1
        self._think = parse(plan.think)
        self._random = random
        self._omitted = Omitted(self._think, Random(random.getrandbits(64)))
        self._over = over

    def forget(self, place: Place) -> None:
        """Nothing of this place counts any more."""
        user = place.user
        user.behind.pop(place.mirror, None)
        if not user.behind:
            user.hurt_at = 0.0
        del self.places[place.mirror]

    def heard(self, user: User, frame: Any, mirror: Mirror | None) -> None:
        """Something came for a user."""
        place = self.places.get(mirror) if mirror is not None else None
        if place is not None:
            if isinstance(frame, Diff):
                self._diff(place, frame)
            elif isinstance(frame, Full):
                self._full(place, frame)
            elif isinstance(frame, Joined):
                self._joined(place, frame)
        elif isinstance(frame, Diff | Full) and mirror is None:
            self.recorder.fault(UNASKED)
        if isinstance(frame, Welcome):
            self.recorder.note("connect", user.opened, self.clock() - user.opened)

    def _diff(self, place: Place, frame: Diff) -> None:
        now, table, user = self.clock(), place.table, place.user
        if table.trace is not None:
            table.trace.add(place.number, user.session.data)
        place.have = frame.version
        place.diffs += 1
        self.recorder.size("diff_bytes", now, len(user.session.data))
        self._arrived(place, frame.version, now)
        if self._exact and frame.check is None:
            self.recorder.fault("diffs without check value")
        table.moved = now
        self._look(place, now)

    def _full(self, place: Place, frame: Full) -> None:
        now, table = self.clock(), place.table
        if table.trace is not None:
            table.trace.add(place.number, place.user.session.data)
        integrity.compare_document(self.recorder, place, frame)
        place.takes_full(frame.version)
        self.recorder.size("full_bytes", now, len(place.user.session.data))
        for version in [version for version in table.flights if version <= frame.version]:
            self._arrived(place, version, now)
        table.moved = now
        self._look(place, now)

    def _joined(self, place: Place, frame: Joined) -> None:
        if place.table.trace is not None:
            place.table.trace.add(place.number, place.user.session.data)
        if place.mirror in place.user.behind:
            place.user.behind[place.mirror] = frame.version
            self._caught_up(place, self.clock())

    def _arrived(self, place: Place, version: int, now: float) -> None:
        """A seat has a version: note what that ends."""
        table = place.table
        own, flight = table.arrives(place, version, now)
        if own is not None and own.at <= place.user.resumed_at:
            self.recorder.count("moves", own.due)  # it didn't read its own diff, so nothing can be timed
        elif own is not None:
            self.recorder.note("ack", own.due, now - own.due)
            if table.asked_version >= version:
                self.recorder.note("turnaround", now, 0.0)
            else:
                table.answered_at = now
        if flight is not None and flight.sent is not None:
            self._landed(flight, flight.sent, now)
        if place.user.behind:
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

    # -- sockets that break ------------------------------------------------------------------------

    def lost(self, user: User) -> None:
        """A socket broke: from now on count how long its seats are behind."""
        wanted = user.cut_off or user.paused or user.resumed_at > self.clock() - RECENTLY
        if wanted:
            self.recorder.count("sockets cut", self.clock())
        else:
            self.recorder.fault("sockets lost")
        self.recorder.fault(GARBLED, int(user.garbled))
        user.cut_off = user.paused = user.garbled = False
        user.behind = {mirror: -1 for mirror in user.session.mirrors.values() if mirror in self.places}
        user.hurt_at = (user.hurt_at or self.clock()) if user.behind else 0.0

    def _caught_up(self, place: Place, now: float) -> None:
        """Is everything of this user as on the server again?"""
        user = place.user
        until = user.behind.get(place.mirror, -1)
        if until >= 0 and place.mirror.version >= until:
            del user.behind[place.mirror]
        if not user.behind and user.hurt_at:
            self.recorder.note("resync", user.hurt_at, now - user.hurt_at)
            self.recorder.count("resyncs", user.hurt_at)
            user.hurt_at = 0.0

    # -- playing -----------------------------------------------------------------------------------

    def _look(self, place: Place, now: float) -> None:
        """Think about what a seat is asked anew; see whether the game is over."""
        document, table = place.mirror.document, place.table
        phase = document["public"]["table"]["phase"]
        if phase in ("over", "closed"):
            self._over(table, phase)
            return
        number = document["mine"].get("ask", {}).get("number", 0) if place.mind else 0
        if not number or number == place.answered or self.stopped:
            return
        place.answered = number
        self._asked(table, place.have, now)
        table.thinking += 1
        due = now + self._think.draw(self._random)
        self.scheduler.at(due, self._act, place, number, due)

    def _asked(self, table: LoadTable, version: int, now: float) -> None:
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
        if self.stopped or table.leaving or mirror.document["mine"]["ask"].get("number") != number:
            return
        assert place.mind is not None
        session = place.user.session
        choice = place.mind.choose(mirror.document, float("inf"))
        act = Act(session.next_id(), table.name, mirror.seat, number, *choice)
        now = self.clock()
        table.sent[act.id] = Sent(min(due, now), now)
        session.change(act)
