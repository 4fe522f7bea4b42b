"""How much a client may ask for (rate limit): buckets of tokens (token bucket). Told the time, never asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from protocol.frames import (
    Act,
    Browse,
    Frame,
    Hello,
    History,
    Join,
    Make,
    Part,
    Ping,
    Rematch,
    Report,
    Say,
    Study,
    Take,
    Undo,
    Why,
)


class Allowance(NamedTuple):
    """So many at once, and so many a second in the long run; `by_seat`: for each seat on the socket."""

    burst: float
    rate: float
    by_seat: bool = False


class Bucket:
    """What is left of an allowance. `scale` multiplies it."""

    __slots__ = ("allowance", "left", "since")

    def __init__(self, allowance: Allowance, now: float, scale: float = 1.0) -> None:
        self.allowance = allowance
        self.left = allowance.burst * scale
        self.since = now

    def take(self, now: float, scale: float = 1.0, cost: float = 1.0) -> bool:
        """Take so much out of it, if that much is left. `now` in seconds."""
        burst, rate, _ = self.allowance
        left = min(burst * scale, self.left + (now - self.since) * rate * scale)
        allowed = left >= cost
        self.left, self.since = left - cost if allowed else left, now
        return allowed

    def full(self, now: float, scale: float = 1.0) -> bool:
        """Has nothing been taken that hasn't come back?"""
        burst, rate, _ = self.allowance
        return self.left + (now - self.since) * rate * scale >= burst * scale


PLAY, LOOK, MAKE, SAY, PAST, PING, OTHER = "play", "look", "make", "say", "past", "ping", "other"
REPORTS = "report"
CONNECT, REQUEST, LOG, REEL, BROUGHT, BOOK = "connect", "request", "log", "reel", "brought", "book"
"""Buckets of an address alone: connections that it opens, pages and files that it asks for, logs of finished
games, finished games that are played again for it, those of them that it brings itself, and people's books
and groups."""

KINDS: Final[dict[type[Frame], str]] = {
    **dict.fromkeys((Act, Undo), PLAY),
    **dict.fromkeys((Join, Part, Take), LOOK),
    **dict.fromkeys((Make, Rematch), MAKE),
    Say: SAY,
    Report: REPORTS,
    **dict.fromkeys((History, Why, Study), PAST),
    **dict.fromkeys((Ping, Browse, Hello), PING),
}
"""The bucket that a frame is taken from; all others from OTHER."""

SOCKET: Final[dict[str, Allowance]] = {
    PLAY: Allowance(60, 20, by_seat=True),
    LOOK: Allowance(200, 50, by_seat=True),
    MAKE: Allowance(20, 1),
    SAY: Allowance(8, 1),
    REPORTS: Allowance(5, 1 / 50),
    PAST: Allowance(60, 8),
    PING: Allowance(30, 5),
    OTHER: Allowance(60, 10, by_seat=True),
}
"""What one socket may send."""

ADDRESS: Final[dict[str, Allowance]] = {
    PLAY: Allowance(1200, 300),
    LOOK: Allowance(2000, 200),
    MAKE: Allowance(200, 5),
    SAY: Allowance(120, 10),
    REPORTS: Allowance(30, 1 / 20),
    PAST: Allowance(300, 30),
    PING: Allowance(1200, 120),
    OTHER: Allowance(1200, 100),
    CONNECT: Allowance(1200, 60),
    REQUEST: Allowance(12_000, 300),
    LOG: Allowance(120, 2),
    REEL: Allowance(60, 1),
    BROUGHT: Allowance(12, 1 / 5),
    BOOK: Allowance(60, 1 / 2),
}
"""What all sockets of one network address may send to one hub: a club's evening behind one address, twice."""

PERSON: Final[dict[str, Allowance]] = {SAY: Allowance(16, 2), REPORTS: Allowance(10, 1 / 50)}
"""What all sockets of one person may send to one hub."""

PERSON_TABLES: Final = Allowance(20, 1 / 30)
ADDRESS_TABLES: Final = Allowance(120, 1 / 5)
"""Tables that a person, and everybody behind one address, may make at all hubs together."""

PERSON_GROUPS: Final = Allowance(5, 1 / 3600)
ADDRESS_GROUPS: Final = Allowance(20, 1 / 600)
"""The same for groups, which are kept for long."""

ADDRESS_BOOKS: Final = Allowance(200, 1 / 60)
"""Books that everybody behind one address may begin: an empty one is kept as long as any other."""

PERSON_DISCLOSURES: Final = Allowance(10, 1 / 60)
ADDRESS_DISCLOSURES: Final = Allowance(40, 1 / 10)
"""The same for what is kept of a person, told or deleted: all tables are looked through for it."""

BYTES: Final = Allowance(1_048_576, 131_072)
"""What one socket may send of whatever kind."""

ODD_FRAMES: Final = Allowance(60, 10)
"""Of one websocket: frames that are no whole message, as its own pings, pongs and fragments."""

FRAGMENTS: Final = 64
"""Of one message at most."""

SOCKETS: Final = 500
"""Greeted websockets of one address at a time."""

REQUESTS: Final = 16
"""Pages and files that one address is sent at a time; further ones wait for these."""

PATIENCE: Final = 300
"""Frames over the budget after which a client is taken for a flood."""


class Shared:
    """What several sockets have left together: those of a person, or of everybody behind one address."""

    __slots__ = ("allowances", "buckets", "sockets")

    def __init__(self, allowances: Mapping[str, Allowance]) -> None:
        self.allowances = allowances
        self.buckets: dict[str, Bucket] = {}
        self.sockets = 0
        """Websockets that are open."""

    def bucket(self, name: str, scale: float, now: float) -> Bucket | None:
        """What is left for frames of this kind; None where that isn't shared."""
        bucket = self.buckets.get(name)
        if bucket is None and name in self.allowances:
            bucket = self.buckets[name] = Bucket(self.allowances[name], now, scale)
        return bucket

    def allows(self, name: str, scale: float, now: float) -> bool:
        """Take one out of this bucket, if there is one left. What isn't shared is allowed."""
        bucket = self.bucket(name, scale, now)
        return bucket is None or bucket.take(now, scale)

    def idle(self, scale: float, now: float) -> bool:
        """Is there nothing to remember?"""
        return not self.sockets and all(bucket.full(now, scale) for bucket in self.buckets.values())


class Budget:
    """What one socket has left, alone and together with others. `scale` multiplies everything: bots and
    load tests get more."""

    __slots__ = ("_buckets", "_shared", "over", "scale")

    def __init__(self, scale: float, shared: Sequence[Shared] = ()) -> None:
        self.scale = scale
        self.over = 0
        self._shared = shared
        self._buckets: dict[str, tuple[Bucket, ...]] = {}
        """By name: this socket's own, then those that it shares."""

    def allows(self, kind: type[Frame], seats: int, now: float) -> bool:
        """Take one frame of this kind out of its buckets, if there is one left in each. `now` in seconds."""
        name = KINDS.get(kind, OTHER)
        own, *others = self._buckets.get(name) or self._filled(name, seats, now)
        allowed = own.take(now, self.scale * seats if own.allowance.by_seat and seats > 1 else self.scale)
        for bucket in others:
            allowed = allowed and bucket.take(now, self.scale)
        self.over += not allowed
        return allowed

    def _filled(self, name: str, seats: int, now: float) -> tuple[Bucket, ...]:
        """The buckets of a kind that comes for the first time."""
        own = SOCKET[name]
        buckets = [Bucket(own, now, self.scale * (max(1, seats) if own.by_seat else 1))]
        buckets += filter(None, (shared.bucket(name, self.scale, now) for shared in self._shared))
        self._buckets[name] = tuple(buckets)
        return self._buckets[name]

    @property
    def flooded(self) -> bool:
        return self.over > PATIENCE * self.scale
