"""Fairness between sockets: who brings more at once than a share waits, and is served share by share.

What is taken in becomes work in the same or the next round of the event loop. So of everybody together only
so many shares are taken in a round, and whoever brings little never waits behind those who bring much.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final, Protocol

SHARE: Final = 8
"""Frames of one socket that are taken in one go."""

SHARES: Final = 4
"""Shares that are taken in one round of the event loop, of all who wait."""


class Waiting(Protocol):
    """Somebody with more than a share at hand."""

    def go_on(self) -> bool:
        """Take the next share; whether there is still more. Must not raise."""


class Turns:
    """Those who wait, in their order."""

    def __init__(self) -> None:
        self._waiting: deque[Waiting] = deque()

    def wait(self, one: Waiting) -> None:
        """Have somebody go on when it is their turn."""
        self._waiting.append(one)
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._serve)

    def _serve(self) -> None:
        for _ in range(min(SHARES, len(self._waiting))):
            if self._waiting[0].go_on():
                self._waiting.rotate(-1)
            else:
                self._waiting.popleft()
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._serve)
