"""A table under load: its seats, their versions, and the acts in progress. Sans-I/O."""

from __future__ import annotations

from typing import NamedTuple

from protocol.frames import WATCH
from protocol.mirror import Mirror

from ...document import Document
from ...mind import Mind
from ..judge.trace import Trace
from .shared import PublicDocuments, SharingMirror
from .user import User


class Sent(NamedTuple):
    """An act in progress: when it was due, and when it was sent."""

    due: float
    at: float


class Flight:
    """A version on its way to all seats. `seen` has a bit for each place that received it."""

    __slots__ = ("first", "seen", "sent")

    def __init__(self, now: float) -> None:
        self.seen = 0
        self.first = now
        self.sent: Sent | None = None
        """The act that made this version, once the acting seat has received it."""


class LoadSeat:
    """One seat or watcher of a table, and its progress."""

    def __init__(self, table: LoadTable, number: int, user: User, mirror: Mirror, mind: Mind | None) -> None:
        self.table = table
        self.number = number
        self.bit = 1 << number
        self.user = user
        self.mirror = mirror
        self.mind = mind
        """None for watchers."""
        self.answered = 0
        """The number of the last question that was answered or is being thought about."""
        self.regretted = 0
        """The number of the last choice that was undone, or wasn't although it could have been."""
        self.first = self.have = -1
        """Versions: the first one received, and the current one."""
        self.announced = -1
        """The version in the last `Joined`."""
        self.diffs = 0
        self.excused = 0
        """Versions that were never sent to this seat because it lost its socket and got the whole
        document; minus versions that were sent twice, if the document came from a hub a little behind the
        previous one."""
        self.losses = 0
        """Number of sockets lost before the last whole document."""
        self.awaited: Document | None = None
        """The document to compare with the whole one that is requested at the end."""
        self.awaited_on = -1
        """Number of sockets its user had lost at that request; -1 before."""

    def takes_full(self, version: int) -> None:
        """The whole document has arrived."""
        if self.first < 0:
            self.first = version
        elif self.user.lost > self.losses:
            self.excused += version - self.have
        self.losses, self.have = self.user.lost, version

    def expected(self, top: int) -> int:
        """The number of diffs due to this seat, given the table's version `top`."""
        return max(0, top - self.first - self.excused) if self.first >= 0 else 0


class LoadTable:
    """One table. Places are seats first, then watchers."""

    def __init__(self, name: str, game: str, due: float, trace: Trace | None) -> None:
        self.name = name
        self.game = game
        self.due = due
        """When the table was due."""
        self.trace = trace
        self.places: list[LoadSeat] = []
        self.sent: dict[int, Sent] = {}
        """Acts without a version yet, by id."""
        self.flights: dict[int, Flight] = {}
        self.slow = 0
        """A bit for each place that doesn't read and isn't waited for."""
        self.thinking = 0
        """The number of seats whose act is scheduled."""
        self.moved = due
        """When the last message arrived."""
        self.asked_at = 0.0
        """When the first question arrived; 0 before."""
        self.asked_version = 0
        """The last version with a new question."""
        self.answered_at = 0.0
        """When an act's own seat received its diff; 0 once a new question has arrived."""
        self.leaving = False
        """The host has requested its closing."""
        self.ended = ""
        """The phase "over" or "closed", once a seat has received it."""
        self.undone = False
        """A choice was undone, and with it perhaps a question of another seat."""
        self.rematch: bool | None = None
        """Do its people play again? None before the end."""
        self.next = ""
        """The table of the rematch."""
        self._documents = PublicDocuments()

    def add(self, user: User, seat: int, every: int, mind: Mind | None) -> LoadSeat:
        """Subscribe as a seat or watcher."""
        mirror = user.session.join(self.name, seat, every, self._mirror)
        place = LoadSeat(self, len(self.places), user, mirror, mind)
        self.places.append(place)
        return place

    def _mirror(self, table: str, seat: int, every: int) -> Mirror:
        return SharingMirror(table, seat, every, self._documents)

    def named(self, place: LoadSeat) -> str:
        """A name for a place, for reports of faults."""
        seat = place.mirror.seat
        return f"{self.game} {self.name}, {f'seat {seat}' if seat != WATCH else f'watcher {place.number}'}"

    @property
    def top(self) -> int:
        """The greatest version that any place has."""
        return max(place.have for place in self.places)

    def arrives(self, place: LoadSeat, version: int, now: float) -> tuple[Sent | None, Flight | None] | None:
        """A place has a version: returns its own act that made it, and the flight if the version is now
        everywhere; None if there is neither."""
        flight = self.flights.get(version)
        if flight is None:
            flight = self.flights[version] = Flight(now)
        own = None
        if self.sent and place.mind is not None and (own := self.sent.pop(place.mirror.done, None)):
            flight.sent = own if own.at > place.user.resumed_at else None
        seen = flight.seen = flight.seen | place.bit
        if (seen | self.slow) + 1 >> len(self.places):
            del self.flights[version]
            return own, flight
        return (own, None) if own is not None else None

    def ended_for_all(self) -> bool:
        """Have all places received the end?"""
        return all(
            place.mirror.document["public"].get("table", {}).get("phase") in ("over", "closed")
            for place in self.places
        )
