"""A table under load: who is at it, how far each has got, and which acts are under way. Sans-I/O."""

from __future__ import annotations

from typing import NamedTuple

from protocol.frames import WATCH

from ...document import Document
from ...mind import Mind
from ...mirror import Mirror
from ..judge.trace import Trace
from .user import User


class Sent(NamedTuple):
    """An act under way: when it was meant to be sent, and when it was."""

    due: float
    at: float


class Flight:
    """A version on its way to everybody. `seen`: a bit for each place that has it."""

    __slots__ = ("first", "seen", "sent")

    def __init__(self, now: float) -> None:
        self.seen = 0
        self.first = now
        self.sent: Sent | None = None
        """The act that made it, once its own seat has it."""


class Place:
    """One seat or watcher of a table, and what it has got."""

    def __init__(self, table: LoadTable, number: int, user: User, mirror: Mirror, mind: Mind | None) -> None:
        self.table = table
        self.number = number
        self.user = user
        self.mirror = mirror
        self.mind = mind
        """None for watchers."""
        self.answered = 0
        """The number of the question that was answered last, or is being thought about."""
        self.first = self.have = -1
        """Versions: the one it began with, the one it has."""
        self.diffs = 0
        self.excused = 0
        """Versions that it was never told of because it had lost its socket, and got the whole document; less
        those that it is told of twice, where that came from a hub a little behind the one before."""
        self.losses = 0
        """Sockets that were lost before the whole document came last."""
        self.awaited: Document | None = None
        """The document that the whole one, asked for at the end, is to be compared with."""
        self.awaited_on = -1
        """How many sockets its user had lost when that was asked; -1 before."""

    def takes_full(self, version: int) -> None:
        """The whole document has come."""
        if self.first < 0:
            self.first = version
        elif self.user.lost > self.losses:
            self.excused += version - self.have
        self.losses, self.have = self.user.lost, version

    def expected(self, top: int) -> int:
        """Diffs that it must have got, where the table is at version `top`."""
        return max(0, top - self.first - self.excused) if self.first >= 0 else 0


class LoadTable:
    """One table. Places are seats first, then watchers."""

    def __init__(self, name: str, game: str, due: float, trace: Trace | None) -> None:
        self.name = name
        self.game = game
        self.due = due
        """When it was to come."""
        self.trace = trace
        self.places: list[Place] = []
        self.sent: dict[int, Sent] = {}
        """Acts that nobody has heard of yet, by id."""
        self.flights: dict[int, Flight] = {}
        self.slow = 0
        """A bit for each place that doesn't read and isn't waited for."""
        self.thinking = 0
        """Seats whose act is due at a time to come."""
        self.moved = due
        """When something came last."""
        self.asked_at = 0.0
        """When somebody was asked first; 0 before."""
        self.asked_version = 0
        """The last version with a new question."""
        self.answered_at = 0.0
        """When an act's own seat had its diff, until somebody is asked again."""
        self.leaving = False
        """The host has asked to close it."""
        self.ended = ""
        """The phase "over" or "closed", once somebody was told so."""

    def add(self, user: User, seat: int, every: int, mind: Mind | None) -> Place:
        """Follow a seat, or watch."""
        place = Place(self, len(self.places), user, user.session.join(self.name, seat, every), mind)
        self.places.append(place)
        return place

    def named(self, place: Place) -> str:
        """One of its seats or watchers, for a line that says what was wrong there."""
        seat = place.mirror.seat
        return f"{self.game} {self.name}, {f'seat {seat}' if seat != WATCH else f'watcher {place.number}'}"

    @property
    def top(self) -> int:
        """The greatest version that anybody has."""
        return max(place.have for place in self.places)

    def arrives(self, place: Place, version: int, now: float) -> tuple[Sent | None, Flight | None]:
        """A place has a version: the act of its own that it carries out, and the flight that ends with it."""
        flight = self.flights.get(version)
        if flight is None:
            flight = self.flights[version] = Flight(now)
        own = None
        if self.sent and place.mirror.seat != WATCH and (own := self.sent.pop(place.mirror.done, None)):
            flight.sent = own if own.at > place.user.resumed_at else None
        flight.seen |= 1 << place.number
        if (flight.seen | self.slow) + 1 >> len(self.places):
            del self.flights[version]
            return own, flight
        return own, None

    def ended_for_all(self) -> bool:
        """Does everybody who reads know of the end?"""
        return all(
            place.mirror.document["public"].get("table", {}).get("phase") in ("over", "closed")
            for place in self.places
        )
