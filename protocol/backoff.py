"""How a client connects again: the pauses before, and the time that an attempt gets.

Pauses are randomized, so that many clients don't come back at one moment. The time of an attempt grows: a
server to which many come back answers late, and an attempt that is given up costs it as much as another.
"""

from __future__ import annotations

from random import uniform
from typing import Final

from .codes import COME_BACK, COME_BACK_LATER

MIN_RECONNECT_PAUSE_S: Final = 0.1
MAX_RECONNECT_PAUSE_S: Final = 10.0
"""Pause between two attempts to reconnect, the shortest and the longest (seconds)."""


LATER_PAUSE_S: Final = 2.0
"""The same after a close code that says "later"; half of it at least."""


MIN_ATTEMPT_S: Final = 10.0
MAX_ATTEMPT_S: Final = 60.0
"""Time that an attempt to connect gets, the first ones and the last (seconds)."""


class Backoff:
    """The pauses and attempts of one client. The close code's range gives the first pause; after it they
    double."""

    def __init__(self) -> None:
        self._attempt = 0

    def welcomed(self) -> None:
        """The server has answered: the next pause is a first one again."""
        self._attempt = 0

    @property
    def patience(self) -> float:
        """The time that the next attempt gets (seconds): twice as much after each two that failed."""
        return min(MAX_ATTEMPT_S, MIN_ATTEMPT_S * 2.0 ** min(self._attempt // 2, 16))

    def pause(self, code: int) -> float:
        """The pause before the next attempt (seconds), after a socket that was closed with this code."""
        self._attempt += 1
        if code in COME_BACK and self._attempt == 1:
            return uniform(0, MIN_RECONNECT_PAUSE_S)
        first = LATER_PAUSE_S if code in COME_BACK_LATER else MIN_RECONNECT_PAUSE_S
        return min(MAX_RECONNECT_PAUSE_S, first * 2.0 ** min(self._attempt - 1, 16)) * uniform(0.5, 1)
