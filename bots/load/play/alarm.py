"""A timer of an event loop that rings to the microsecond.

Timers of fast event loops have a resolution of a millisecond and may ring early by as much. A caller that
must not act early asks again until the time has come, a dozen times for each act. A timer of the Linux kernel
rings once.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import sys
import time
from collections.abc import Callable
from math import ceil
from typing import Any, Final

NS_PER_S: Final = 1_000_000_000


Moment = ctypes.c_long * 4
"""`struct itimerspec`: the interval, which stays 0, and the time of the only ring, each in s and ns."""

AT_S, AT_NS = 2, 3
"""The places of that time."""

_WHEN: Final = Moment()
"""Set before each call of the system, which copies it."""

TFD_TIMER_ABSTIME: Final = 1


class Alarm:
    """Calls `ring` soon after the time of the last `set`. `clock` is monotonic, like the loop's own."""

    def __init__(self, clock: Callable[[], float], ring: Callable[[], None]) -> None:
        self._clock, self._ring = clock, ring
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._file = _kernel_timer() if clock is time.monotonic else -1
        self._rang = False
        """Has the kernel's timer rung since the last `set`?"""
        if self._file >= 0:
            self._loop.add_reader(self._file, self._rings)

    def set(self, due: float) -> None:
        """Ring at a time of the clock, and no more at the time of an earlier call."""
        if self._file >= 0:
            self._rang = False
            _set(self._file, due)
            return
        self.cancel()
        self._timer = self._loop.call_later(max(0.0, due - self._clock()), self._ring)

    def cancel(self) -> None:
        """Don't ring."""
        if self._file >= 0:
            _set(self._file, 0.0)
        elif self._timer is not None:
            self._timer.cancel()

    def close(self) -> None:
        """Give the timer back; it can't be set any more."""
        self.cancel()
        if self._file >= 0:
            self._loop.remove_reader(self._file)
            os.close(self._file)
            self._file = -1

    def _rings(self) -> None:
        self._rang = True
        self._ring()
        if self._rang:
            self.cancel()  # a timer that rang is silent again only after it was read or set


_LIBC: Any = ctypes.CDLL(None) if sys.platform == "linux" else None


def _kernel_timer() -> int:
    """The file of a new timer; -1 where the system has none."""
    if not hasattr(_LIBC, "timerfd_create"):
        return -1
    return int(_LIBC.timerfd_create(time.CLOCK_MONOTONIC, os.O_NONBLOCK | os.O_CLOEXEC))


def _set(file: int, due: float) -> None:
    """Let a timer ring at this time of `time.monotonic`; 0: never."""
    at = max(1, ceil(due * NS_PER_S)) if due > 0 else 0
    _WHEN[AT_S], _WHEN[AT_NS] = divmod(at, NS_PER_S)
    _LIBC.timerfd_settime(file, TFD_TIMER_ABSTIME, _WHEN, None)
