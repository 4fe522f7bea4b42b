"""Ends calls that do not return: then one caller fails, and the event loop goes on for all others.

A thread looks at the stacks of all threads once a second. If it finds the same call for too long, it ends the
call by an exception in its thread. The exception is `Stalled` first, which is handled like any other failure.
If the call goes on, because that was caught in it, the next is `StillStalled`, which no `except Exception`
catches.

A second in which this process did not run, because it or the machine was suspended, is not counted. A single
operation in C that neither ends nor releases the interpreter can't be interrupted.
"""

from __future__ import annotations

import contextlib
import ctypes
import inspect
import signal
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from types import FrameType
from typing import Final

CPU_LIMIT_S: Final = 5.0
"""CPU seconds that a call may take in the main thread, where all clients wait for it. Usual calls take some
milliseconds."""

WAIT_LIMIT_S: Final = 30.0
"""Seconds that a call may take in any thread, also if it computes nothing."""

INTERVAL_S: Final = 1.0
"""Seconds between two looks."""

SIGNAL: Final = signal.SIGVTALRM
"""Interrupts the main thread, even where it sleeps."""

NO_CALL: Final = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
"""Flags of code whose frame exists while other code runs, so it does not show that a call goes on."""


class Stalled(Exception):
    """A call did not return and was ended."""

    def __init__(self) -> None:
        super().__init__("the call does not return")


class StillStalled(BaseException):
    """A call went on after `Stalled`: that was caught, or what handled it does not return either."""

    def __init__(self) -> None:
        super().__init__("the call does not return")


class RunningCall:
    """A call that was found in a thread at the last look."""

    def __init__(self, frame: FrameType, ends_by: type[BaseException]) -> None:
        self.frame = frame
        self.ends_by = ends_by
        self.began_cpu = time.process_time()
        self.looks = 0


class StallWatch:
    """Looks at the stacks of all threads and ends calls that take too long.

    `calls`: the packages and modules whose functions are watched; of nested calls the outermost counts.
    `within`: a call is ended only while code of these packages and modules runs in it, so that no other code
    is interrupted between two of its steps.
    `callers`: where these packages call a function of `within`, it is watched as well: what is between them
    may be compiled, and then is in no stack.
    """

    def __init__(
        self,
        calls: Iterable[str],
        within: Iterable[str],
        callers: Iterable[str] = (),
        cpu_s: float = CPU_LIMIT_S,
        wait_s: float = WAIT_LIMIT_S,
        interval_s: float = INTERVAL_S,
    ) -> None:
        self._watched = tuple(f"{name}." for name in calls)
        self._within = tuple(f"{name}." for name in within)
        self._callers = tuple(f"{name}." for name in callers)
        self._cpu_s = cpu_s
        self._looks = wait_s / interval_s
        self._interval_s = interval_s
        self._main = threading.main_thread().ident or 0
        self._calls: dict[int, RunningCall] = {}
        """By thread."""
        self._over: RunningCall | None = None
        """The call of the main thread that `SIGNAL` ends."""
        self._stop = threading.Event()

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """Watch while the body runs, which is in the main thread."""
        before = signal.signal(SIGNAL, self._interrupted)
        thread = threading.Thread(target=self._watch, name="stalls", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._stop.set()
            thread.join()
            signal.signal(SIGNAL, before)

    def _watch(self) -> None:
        me = threading.get_ident()
        while not self._stop.wait(self._interval_s):
            found = {
                thread: self._seen(thread, _stack(top))
                for thread, top in sys._current_frames().items()
                if thread != me
            }
            self._calls = {thread: call for thread, call in found.items() if call is not None}

    def _seen(self, thread: int, stack: Sequence[FrameType]) -> RunningCall | None:
        """Note the call that a thread is in; end it if it is over a limit."""
        frame = next((one for one in reversed(stack) if self._is_call(one)), None)
        if frame is None:
            return None
        call = self._calls.get(thread)
        if call is None or call.frame is not frame:
            return RunningCall(frame, Stalled)
        call.looks += 1
        spent = time.process_time() - call.began_cpu if thread == self._main else 0.0
        if (spent <= self._cpu_s and call.looks <= self._looks) or not self._may_end(stack):
            return call
        self._end(thread, call)
        return RunningCall(frame, StillStalled)

    def _end(self, thread: int, call: RunningCall) -> None:
        """Raise the call's exception in its thread."""
        if thread == self._main:
            self._over = call
            signal.pthread_kill(thread, SIGNAL)
        else:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(call.ends_by))

    def _interrupted(self, number: int, frame: FrameType | None) -> None:
        """End the call of the main thread, unless it has returned meanwhile."""
        call, self._over = self._over, None
        stack = _stack(frame)
        if call is not None and call.frame in stack and self._may_end(stack):
            raise call.ends_by

    def _is_call(self, frame: FrameType) -> bool:
        name, by = _module(frame), frame.f_back
        called = name.startswith(self._within) and by is not None and _module(by).startswith(self._callers)
        return (called or name.startswith(self._watched)) and not frame.f_code.co_flags & NO_CALL

    def _may_end(self, stack: Sequence[FrameType]) -> bool:
        return any(_module(frame).startswith(self._within) for frame in stack)


def _stack(top: FrameType | None) -> list[FrameType]:
    """The frames of a thread, the innermost first."""
    found = []
    while top is not None:
        found.append(top)
        top = top.f_back
    return found


def _module(frame: FrameType) -> str:
    """The module of a frame, with a dot at the end."""
    return f"{frame.f_globals.get('__name__', '')}."
