"""Commands that wait by themselves, because something of another kind lies in their place.

Somebody has put it there by hand, and somebody has to take it away. Until then Redis refuses what concerns
it, and nothing else: such a command is sent again ever more seldom (back-off), the log says so once, and
all others go on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from redis import exceptions as errors

from .clients import StoreAway
from .links import Command, place_of

log = logging.getLogger(__name__)

T = TypeVar("T")

SOONEST, LATEST = 1.0, 60.0
"""Seconds between two tries; they double from one to the next."""

KINDS: Final = 1000
"""Places that are remembered."""


class OtherKind(StoreAway):
    """What lies there is nothing that a hub has written."""


def is_other_kind(reply: object) -> bool:
    """Does this reply say that something of another kind lies there?"""
    return isinstance(reply, errors.ResponseError) and str(reply).startswith("WRONGTYPE")


class Aside(Generic[T]):
    """What has been set aside, and the places that are known to hold something else."""

    def __init__(self, again: Callable[[T], None]) -> None:
        self._again = again
        self._waiting: dict[T, asyncio.TimerHandle] = {}
        self._pauses: dict[str, float] = {}
        """By place: seconds until what concerns it is sent again."""

    def __len__(self) -> int:
        return len(self._waiting)

    def refused(self, command: Command, why: str) -> None:
        """Redis has refused a command for what lies in its place."""
        place = place_of(command)
        if place not in self._pauses:
            log.error("What lies at %s is not a hub's, and has to be mended by hand: %s", place, why)
            if len(self._pauses) >= KINDS:
                del self._pauses[next(iter(self._pauses))]
        self._pauses[place] = min(LATEST, self._pauses.get(place, SOONEST / 2) * 2)

    def put(self, waiting: T, command: Command) -> None:
        """Set a command aside that was refused."""

        def again() -> None:
            del self._waiting[waiting]
            self._again(waiting)

        pause = self._pauses[place_of(command)]
        self._waiting[waiting] = asyncio.get_running_loop().call_later(pause, again)

    def done(self, command: Command) -> None:
        """Redis has carried out a command: what lies in its place is ours."""
        if self._pauses and self._pauses.pop(place_of(command), 0.0):
            log.warning("What lies at %s can be used again.", place_of(command))

    def take_all(self) -> list[T]:
        """All that was set aside; it is sent no more."""
        for timer in self._waiting.values():
            timer.cancel()
        waiting, self._waiting = list(self._waiting), {}
        return waiting
