"""Play at the tables: seats receive, think and act; messages are timed and counted.

Latencies count from the time when an act was due, not from when it was sent.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from protocol.frames import Act, Diff, Full, Joined, Welcome
from protocol.mirror import Mirror

from ..judge.faults import GARBLED, UNASKED
from ..plan import LoadPlan
from . import integrity
from .evening import Evening
from .load_table import Flight, LoadSeat, LoadTable, Sent
from .omitted import Omitted
from .recorder import Recorder
from .scheduler import Scheduler
from .think import parse
from .user import User

RECENT_PAUSE_S = 10.0
"""Seconds after a reading pause during which a lost socket is attributed to the pause."""


NEVER = 1 << 62
"""More versions than a table can have."""


class Playing:
    """All seats and watchers of a process. `over(table, phase)` is called for each place that learns of an
    end."""

    def __init__(
        self,
        plan: LoadPlan,
        scheduler: Scheduler,
        recorder: Recorder,
        random: Random,
        over: Callable[[LoadTable, str], None],
        evening: Evening | None = None,
    ) -> None:
        self.scheduler = scheduler
        self.clock = scheduler.clock
        self.recorder = recorder
        self.places: dict[Mirror, LoadSeat] = {}
        self.stopped = False
        """No seat acts any more."""
        self._plan = plan
        self._every = plan.every or NEVER
        """Versions from one that must have a check value to the next."""
        self._think = parse(plan.think)
        self._random = random
        self._omitted = Omitted(self._think, Random(random.getrandbits(64)))
        self._over = over
        self._evening = evening

    def places_of(self, user: User) -> list[LoadSeat]:
        """The places that a user follows."""
        mirrors = user.session.mirrors.values()
        return [place for mirror in mirrors if (place := self.places.get(mirror)) is not None]

    def forget(self, place: LoadSeat) -> None:
        """Stop following this place."""
        user = place.user
        user.behind.pop(place.mirror, None)
        if not user.behind:
            user.hurt_at = 0.0
        del self.places[place.mirror]

    def heard(self, user: User, frame: Any, mirror: Mirror | None) -> None:
        """A frame has arrived for a user, other than a diff."""
        place = self.places.get(mirror) if mirror is not None else None
        if place is not None:
            if isinstance(frame, Full):
                self._full(place, frame)
            elif isinstance(frame, Joined):
                self._joined(place, frame)
        elif mirror is None and isinstance(frame, Full):
            self.recorder.fault(UNASKED)
        elif isinstance(frame, Welcome):
            self.recorder.note("connect", user.opened, self.clock() - user.opened)

    def diff(self, frame: Diff, mirror: Mirror | None) -> None:
        """A diff has arrived, for the seat of a mirror."""
        if mirror is None:
            self.recorder.fault(UNASKED)
            return
        place = self.places.get(mirror)
        if place is None:
            return
        now, table, version, data = self.clock(), place.table, frame.version, place.user.session.data
        if table.trace is not None:
            table.trace.add(place.number, data)
        place.have = version
        place.diffs += 1
        self.recorder.size("diff_bytes", now, len(data))
        self._arrived(place, version, now)
        if frame.check is None and (
            version % self._every == 0 if version > place.announced else version == place.announced
        ):  # of the versions missed after a loss, only the last one must have it
            self.recorder.fault("diffs without check value")
            self.recorder.wrong(f"{table.named(place)}: version {version} came without check value")
        table.moved = now
        self._look(place, now)

    def _full(self, place: LoadSeat, frame: Full) -> None:
        now, table = self.clock(), place.table
        if table.trace is not None:
            table.trace.add(place.number, place.user.session.data)
        integrity.compare_document(self.recorder, place, frame)
        if place.have < 0:
            integrity.compare_beginning(self.recorder, self._plan, place, frame)
        place.takes_full(frame.version)
        self.recorder.size("full_bytes", now, len(place.user.session.data))
        for version in [version for version in table.flights if version <= frame.version]:
            self._arrived(place, version, now)
        table.moved = now
        self._look(place, now)

    def _joined(self, place: LoadSeat, frame: Joined) -> None:
        if place.table.trace is not None:
            place.table.trace.add(place.number, place.user.session.data)
        place.announced = frame.version
        if place.mirror in place.user.behind:
            place.user.behind[place.mirror] = frame.version
            self._caught_up(place, self.clock())

    def _arrived(self, place: LoadSeat, version: int, now: float) -> None:
        """A seat has a version: record the latencies that end here."""
        table = place.table
        found = table.arrives(place, version, now)
        if place.user.behind:
            self._caught_up(place, now)
        if found is None:
            return
        own, flight = found
        if own is not None and own.at <= place.user.resumed_at:
            self.recorder.count("moves", own.due)  # it didn't read its own diff, so there is no latency
        elif own is not None:
            self.recorder.note("ack", own.due, now - own.due)
            if table.asked_version >= version:
                self.recorder.note("turnaround", now, 0.0)
            else:
                table.answered_at = now
        if flight is not None and flight.sent is not None:
            self._landed(flight, flight.sent, now)

    def _landed(self, flight: Flight, sent: Sent, now: float) -> None:
        """All places have received an act."""
        note, latency = self.recorder.note, now - sent.due
        note("act", sent.due, latency)
        note("act_raw", sent.due, now - sent.at)
        note("first", sent.due, flight.first - sent.due)
        for later, times in self._omitted.during(latency, self.recorder.usual):
            note("act", sent.due + later, latency - later, times)
        self.recorder.count("moves", sent.due)

    # -- broken sockets ----------------------------------------------------------------------------

    def lost(self, user: User) -> None:
        """A socket broke: start the clock for the resync of its seats."""
        wanted = user.cut_off or user.paused or user.resumed_at > self.clock() - RECENT_PAUSE_S
        if wanted:
            self.recorder.count("sockets cut", self.clock())
        else:
            self.recorder.fault("sockets lost")
        self.recorder.fault(GARBLED, int(user.garbled))
        user.cut_off = user.paused = user.garbled = False
        user.behind = {mirror: -1 for mirror in user.session.mirrors.values() if mirror in self.places}
        user.hurt_at = (user.hurt_at or self.clock()) if user.behind else 0.0

    def _caught_up(self, place: LoadSeat, now: float) -> None:
        """Have all seats of this user caught up with the server?"""
        user = place.user
        until = user.behind.get(place.mirror, -1)
        if until >= 0 and place.mirror.version >= until:
            del user.behind[place.mirror]
        if not user.behind and user.hurt_at:
            self.recorder.note("resync", user.hurt_at, now - user.hurt_at)
            self.recorder.count("resyncs", user.hurt_at)
            user.hurt_at = 0.0

    # -- playing -----------------------------------------------------------------------------------

    def _look(self, place: LoadSeat, now: float) -> None:
        """Think about a seat's new question; detect the end of the game."""
        document, table = place.mirror.document, place.table
        phase = document["public"]["table"]["phase"]
        if phase in ("over", "closed"):
            self._over(table, phase)
            return
        number = document["mine"].get("ask", {}).get("number", 0) if place.mind else 0
        if not number or number == place.answered or self.stopped:
            if self._evening is not None and not number and place.mind and not self.stopped:
                self._evening.idle(place, now)
            return
        place.answered = number
        self._asked(table, place.have, now)
        table.thinking += 1
        due = now + self._think.draw(self._random)
        self.scheduler.at(due, self._act, place, number, due)
        if self._evening is not None:
            self._evening.asked(place, number, now, due)

    def _asked(self, table: LoadTable, version: int, now: float) -> None:
        """A seat of the table has a new question."""
        table.asked_version = version
        if not table.asked_at:
            table.asked_at = now
            self.recorder.gauges.tables += not table.ended
            self.recorder.note("table_start", table.due, now - table.due)
        elif table.answered_at:
            self.recorder.note("turnaround", now, now - table.answered_at)
            table.answered_at = 0.0

    def _act(self, place: LoadSeat, number: int, due: float) -> None:
        """The thinking time is over: choose and send."""
        table, mirror = place.table, place.mirror
        table.thinking -= 1
        if mirror.lost:
            place.answered = 0  # it is asked again with the whole document
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
