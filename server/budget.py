"""How much a client may ask for: a bucket of tokens per kind of frame. Told the time, never asks it."""

from __future__ import annotations

from typing import NamedTuple

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
    Say,
    Take,
    Undo,
)


class Allowance(NamedTuple):
    """So many at once, and so many a second in the long run; `by_seat`: for each seat on the socket."""

    burst: float
    rate: float
    by_seat: bool = False


PLAY = Allowance(60, 20, by_seat=True)
OTHER = Allowance(60, 10, by_seat=True)
ALLOWANCES: dict[type[Frame], tuple[str, Allowance]] = {
    **dict.fromkeys((Act, Undo), ("play", PLAY)),
    **dict.fromkeys((Join, Part, Take), ("look", Allowance(200, 50, by_seat=True))),
    **dict.fromkeys((Make, Rematch), ("make", Allowance(20, 1))),
    Say: ("say", Allowance(8, 1)),
    History: ("past", Allowance(60, 8)),
    **dict.fromkeys((Ping, Browse, Hello), ("ping", Allowance(30, 5))),
}

PATIENCE = 300
"""Frames over the budget after which a client is taken for a flood."""


class Budget:
    """What one socket has left. `scale` multiplies everything: bots and load tests get more."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self.left: dict[str, tuple[float, float]] = {}
        self.over = 0

    def allows(self, kind: type[Frame], seats: int, now: float) -> bool:
        """Take one frame of this kind out of the bucket, if there is one left. `now` in seconds."""
        name, allowance = ALLOWANCES.get(kind, ("other", OTHER))
        scale = self.scale * (max(1, seats) if allowance.by_seat else 1)
        left, since = self.left.get(name, (allowance.burst * scale, now))
        left = min(allowance.burst * scale, left + (now - since) * allowance.rate * scale)
        allowed = left >= 1
        self.left[name] = (left - allowed, now)
        self.over += not allowed
        return allowed

    @property
    def flooded(self) -> bool:
        return self.over > PATIENCE * self.scale
