"""Fair reading (round robin): a socket that receives more than one share at once waits and is read share by
share.

A received frame causes work in the same or the next round of the event loop. So each round reads only a
limited number of shares from all sockets together, and a socket with few frames never waits behind busy ones.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final, Protocol

FRAMES_PER_SHARE: Final = 8
"""Frames that are read from one socket in one go."""

SHARES_PER_ROUND: Final = 4
"""Shares that are read in one round of the event loop, from all waiting sockets."""


class Waiting(Protocol):
    """A reader with more than one share in its buffer."""

    def go_on(self) -> bool:
        """Read the next share; True if more remains. Must not raise."""


class FairReading:
    """The queue of waiting readers."""

    def __init__(self) -> None:
        self._waiting: deque[Waiting] = deque()

    def wait(self, one: Waiting) -> None:
        """Queue a reader for its next share."""
        self._waiting.append(one)
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._serve)

    def _serve(self) -> None:
        for _ in range(min(SHARES_PER_ROUND, len(self._waiting))):
            if self._waiting[0].go_on():
                self._waiting.rotate(-1)
            else:
                self._waiting.popleft()
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._serve)
