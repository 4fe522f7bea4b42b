"""Quarantine for commands whose key holds a value of the wrong type.

Only manual intervention creates such a key, and only manual intervention removes it. Until then Redis refuses
just the commands for this key: they are retried with an increasing back-off, the log reports it once, and all
other commands continue.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Generic, TypeVar

from redis import exceptions as errors

from server.process.forever import Backoff

from .clients import StoreAway
from .links import Command, place_of

log = logging.getLogger(__name__)

T = TypeVar("T")

MIN_RETRY_PAUSE_S, MAX_RETRY_PAUSE_S = 1.0, 60.0
"""The pause between two tries (seconds); it doubles from one to the next."""


class WrongType(StoreAway):
    """The value of the key was not written by a hub."""


def is_other_kind(reply: object) -> bool:
    """Does this reply say that a key has the wrong type?"""
    return isinstance(reply, errors.ResponseError) and str(reply).startswith("WRONGTYPE")


class Quarantine(Generic[T]):
    """The commands in quarantine, and the keys known to have the wrong type."""

    def __init__(self, again: Callable[[T], None]) -> None:
        self._again = again
        self._waiting: dict[T, asyncio.TimerHandle] = {}
        self._places = Backoff[str](MIN_RETRY_PAUSE_S, MAX_RETRY_PAUSE_S)
        """When commands for a key are retried."""

    def __len__(self) -> int:
        return len(self._waiting)

    def refused(self, command: Command, why: str) -> None:
        """Record that Redis refused a command because of its key's type."""
        place = place_of(command)
        if self._places.failed(place):
            log.error(
                "The key %s has a value of the wrong type, which must be repaired by hand: %s", place, why
            )

    def put(self, waiting: T, command: Command) -> None:
        """Retry a refused command after the back-off of its key."""

        def again() -> None:
            del self._waiting[waiting]
            self._again(waiting)

        pause = self._places.pause(place_of(command))
        self._waiting[waiting] = asyncio.get_running_loop().call_later(pause, again)

    def done(self, command: Command) -> None:
        """Record that Redis carried out a command: its key has the right type."""
        if self._places and self._places.done(place_of(command)):
            log.warning("The key %s can be used again.", place_of(command))

    def take_all(self) -> list[T]:
        """Remove and return all commands in quarantine; they are not retried."""
        for timer in self._waiting.values():
            timer.cancel()
        waiting, self._waiting = list(self._waiting), {}
        return waiting
