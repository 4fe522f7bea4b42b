"""Rate limits of clients: token buckets. The caller passes the time; this module reads no clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from protocol.frames import Frame, RateClass


class Allowance(NamedTuple):
    """A burst, and a rate per second in the long run; `by_seat`: for each seat on the socket."""

    burst: float
    rate: float
    by_seat: bool = False


class Bucket:
    """The tokens left of an allowance. `scale` multiplies the allowance."""

    __slots__ = ("allowance", "left", "since")

    def __init__(self, allowance: Allowance, now: float, scale: float = 1.0) -> None:
        self.allowance = allowance
        self.left = allowance.burst * scale
        self.since = now

    def take(self, now: float, scale: float = 1.0, cost: float = 1.0) -> bool:
        """Take `cost` tokens, if they are left. `now` in seconds."""
        burst, rate, _ = self.allowance
        left = min(burst * scale, self.left + (now - self.since) * rate * scale)
        allowed = left >= cost
        self.left, self.since = left - cost if allowed else left, now
        return allowed

    def full(self, now: float, scale: float = 1.0) -> bool:
        """Is the bucket full again?"""
        burst, rate, _ = self.allowance
        return self.left + (now - self.since) * rate * scale >= burst * scale


CONNECT, REQUEST, LOG, REEL, BROUGHT, BOOK = "connect", "request", "log", "reel", "brought", "book"
OPEN, FAILURE, REFUSED = "open", "failure", "refused"
"""Buckets of an address only: opened connections, requested pages and files, logs of finished games, replays,
uploaded games to replay, books and groups, requests to open the server for its network, boards that are told
to fail, and HTTP responses that say "too many" and keep the connection."""

SOCKET: Final[dict[RateClass, Allowance]] = {
    "play": Allowance(60, 20, by_seat=True),
    "look": Allowance(200, 50, by_seat=True),
    "make": Allowance(20, 1),
    "say": Allowance(8, 1),
    "report": Allowance(5, 1 / 50),
    "past": Allowance(60, 8),
    "ping": Allowance(30, 5),
    "other": Allowance(60, 10, by_seat=True),
}
"""Limits for one socket, by the class that each frame declares."""

ADDRESS: Final[dict[str, Allowance]] = {
    "play": Allowance(1200, 300),
    "look": Allowance(2000, 200),
    "make": Allowance(200, 5),
    "say": Allowance(120, 10),
    "report": Allowance(30, 1 / 20),
    "past": Allowance(300, 30),
    "ping": Allowance(1200, 120),
    "other": Allowance(1200, 100),
    CONNECT: Allowance(1200, 60),
    REQUEST: Allowance(12_000, 300),
    LOG: Allowance(120, 2),
    REEL: Allowance(60, 1),
    BROUGHT: Allowance(12, 1 / 5),
    BOOK: Allowance(60, 1 / 2),
    OPEN: Allowance(20, 1 / 5),
    FAILURE: Allowance(20, 1 / 20),
    REFUSED: Allowance(100, 5),
}
"""Limits for all sockets of one network address at one hub: twice what a club's evening behind one address
needs."""

PERSON: Final[dict[str, Allowance]] = {"say": Allowance(16, 2), "report": Allowance(10, 1 / 50)}
"""Limits for all sockets of one person at one hub."""

PERSON_TABLES: Final = Allowance(20, 1 / 30)
ADDRESS_TABLES: Final = Allowance(120, 1 / 5)
"""Tables that a person, and all clients of one address, may make at all hubs together."""

PERSON_GROUPS: Final = Allowance(5, 1 / 3600)
ADDRESS_GROUPS: Final = Allowance(20, 1 / 600)
"""The same for groups, which are stored for long."""

ADDRESS_BOOKS: Final = Allowance(200, 1 / 60)
"""Books that all clients of one address may begin; an empty book is stored as long as any other."""

PERSON_BROUGHT: Final = Allowance(30, 30 / 86_400)
ADDRESS_BROUGHT: Final = Allowance(300, 300 / 86_400)
"""Games that a person, and all clients of one address, may bring for their books at all hubs together."""

ADDRESS_DEVICES: Final = Allowance(200, 1 / 60)
"""Devices for notices that all clients of one address may add; each is stored for months, and anybody can
invent another person to add more for. Renewing one takes nothing."""

PERSON_PUSHES: Final = Allowance(40, 1 / 60)
"""Notices that a person gets while no page is open."""

PERSON_DISCLOSURES: Final = Allowance(10, 1 / 60)
ADDRESS_DISCLOSURES: Final = Allowance(40, 1 / 10)
"""The same for exports and deletions of personal data: each searches all tables."""

BYTES: Final = Allowance(1_048_576, 131_072)
"""Bytes that one socket may send, of any kind."""

ODD_FRAMES: Final = Allowance(60, 10)
"""Frames of one websocket that are not a whole message: pings, pongs and fragments."""

MAX_FRAGMENTS: Final = 64
"""Maximum number of fragments in one message."""

MAX_ADDRESS_SOCKETS: Final = 500
"""Greeted websockets of one address at a time."""

MAX_ADDRESS_REQUESTS: Final = 16
"""Pages and files that are sent to one address at a time; further requests wait."""

FLOOD_FRAMES: Final = 300
"""Frames over the budget after which a client is disconnected for flooding."""


class Shared:
    """The buckets that several sockets share: those of a person or of an address."""

    __slots__ = ("allowances", "buckets", "sockets")

    def __init__(self, allowances: Mapping[str, Allowance]) -> None:
        self.allowances = allowances
        self.buckets: dict[str, Bucket] = {}
        self.sockets = 0
        """The number of open websockets."""

    def bucket(self, name: str, scale: float, now: float) -> Bucket | None:
        """The bucket for frames of this kind; None if it isn't shared."""
        bucket = self.buckets.get(name)
        if bucket is None and name in self.allowances:
            bucket = self.buckets[name] = Bucket(self.allowances[name], now, scale)
        return bucket

    def allows(self, name: str, scale: float, now: float) -> bool:
        """Take a token from this bucket, if one is left. A kind that isn't shared is allowed."""
        bucket = self.bucket(name, scale, now)
        return bucket is None or bucket.take(now, scale)

    def idle(self, scale: float, now: float) -> bool:
        """Are there no sockets and only full buckets?"""
        return not self.sockets and all(bucket.full(now, scale) for bucket in self.buckets.values())


class SocketBudget:
    """The rate limits of one socket, its own and shared ones. `scale` multiplies all of them: bots and load
    tests get more."""

    __slots__ = ("_buckets", "_shared", "over", "scale")

    def __init__(self, scale: float, shared: Sequence[Shared] = ()) -> None:
        self.scale = scale
        self.over = 0
        self._shared = shared
        self._buckets: dict[str, tuple[Bucket, ...]] = {}
        """By name: this socket's own bucket, then the shared ones."""

    def allows(self, kind: type[Frame], seats: int, now: float) -> bool:
        """Take a token for a frame of this kind from each of its buckets, if each has one. `now` in
        seconds."""
        name = kind.rate_class
        own, *others = self._buckets.get(name) or self._filled(name, seats, now)
        allowed = own.take(now, self.scale * seats if own.allowance.by_seat and seats > 1 else self.scale)
        for bucket in others:
            allowed = allowed and bucket.take(now, self.scale)
        self.over += not allowed
        return allowed

    def _filled(self, name: RateClass, seats: int, now: float) -> tuple[Bucket, ...]:
        """Create the buckets of a kind that is used for the first time."""
        own = SOCKET[name]
        buckets = [Bucket(own, now, self.scale * (max(1, seats) if own.by_seat else 1))]
        buckets += filter(None, (shared.bucket(name, self.scale, now) for shared in self._shared))
        self._buckets[name] = tuple(buckets)
        return self._buckets[name]

    @property
    def flooded(self) -> bool:
        return self.over > FLOOD_FRAMES * self.scale
