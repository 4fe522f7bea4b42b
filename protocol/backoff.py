"""Pauses before a client connects again. Randomized, so that many clients don't come back at one moment."""

from __future__ import annotations

from random import uniform
from typing import Final

from .codes import COME_BACK, COME_BACK_LATER

MIN_RECONNECT_PAUSE_S: Final = 0.1
MAX_RECONNECT_PAUSE_S: Final = 10.0
"""Pause between two attempts to reconnect, the shortest and the longest (seconds)."""


LATER_PAUSE_S: Final = 2.0
"""The same after a close code that says "later"; half of it at least."""


class Backoff:
    """The pauses of one client. The close code's range gives the first one; after it they double."""

    def __init__(self) -> None:
        self._attempt = 0

    def welcomed(self) -> None:
        """The server has answered: the next pause is a first one again."""
        self._attempt = 0

    def pause(self, code: int) -> float:
        """The pause before the next attempt (seconds), after a socket that was closed with this code."""
        self._attempt += 1
        if code in COME_BACK and self._attempt == 1:
            return uniform(0, MIN_RECONNECT_PAUSE_S)
        first = LATER_PAUSE_S if code in COME_BACK_LATER else MIN_RECONNECT_PAUSE_S
        return min(MAX_RECONNECT_PAUSE_S, first * 2.0 ** min(self._attempt - 1, 16)) * uniform(0.5, 1)
