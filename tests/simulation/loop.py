"""An event loop with virtual time, in which several processes run.

A process is a context: the tasks, timers and callbacks it starts belong to it. So a process can be killed
(none of its code runs again, not even `finally`) and stopped for a while (its callbacks wait). Callbacks of
one process run in the order in which they were scheduled, as asyncio guarantees; the next process is drawn at
random. Time advances by a constant for each callback, and to the next timer when no callback is ready.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import logging
from asyncio import events
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from random import Random
from typing import Any, Final, Protocol, TypeVar

STEP: Final = 0.000_02
"""Seconds that a callback takes."""

RUNNING: ContextVar[Process | None] = ContextVar("running", default=None)
"""The running process; None for the surrounding simulation."""


T = TypeVar("T")


class Connects(Protocol):
    """Makes connections between processes."""

    async def connect(self, protocol_factory: Callable[[], Any], port: int) -> tuple[Any, Any]: ...


class Over(BaseException):
    """The simulation is over: nothing may be awaited any more."""


class Process:
    """A simulated process, which can be stopped and killed independently."""

    def __init__(self, loop: VirtualLoop, name: str) -> None:
        self.loop = loop
        self.name = name
        self.alive = True
        self.stopped = 0
        """The number of pending stops; it runs only at 0."""
        self.clock = 0.0
        """The error of its wall clock in seconds."""
        self.ready: deque[events.Handle] = deque()
        self.own: dict[str, Any] = {}
        """Objects that are per process, though the code has them as globals of a module."""
        self.context: Context = copy_context()
        self.context.run(RUNNING.set, self)
        if loop.now < loop.night_ends:
            self.stop(loop.night_ends - loop.now)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Start a task in this process."""
        return self.enter(self.loop.create_task, work)

    def enter(self, call: Callable[..., T], *given: Any) -> T:
        """Call a function in this process, now."""
        return self.context.copy().run(call, *given)

    def soon(self, callback: Callable[..., None], *given: Any) -> None:
        """Schedule a callback in this process."""
        self.loop.call_soon(callback, *given, context=self.context)

    def kill(self) -> None:
        """Kill the process, at any point."""
        self.alive = False

    def stop(self, seconds: float) -> None:
        """Stop the process for `seconds`; it doesn't notice."""
        self.stopped += 1

        def go_on() -> None:
            self.stopped -= 1

        self.loop.later(seconds, go_on)


class VirtualLoop(asyncio.BaseEventLoop):
    """Runs all processes of a simulation. `random` draws the next one."""

    def __init__(self, random: Random) -> None:
        super().__init__()
        self.now = 0.0
        self.steps = 0
        self.night_ends = 0.0
        """When all machines wake up again; a process that is started before sleeps, too."""
        self.net: Connects
        self.world = Process(self, "world")
        self.over = False
        self._random = random.random
        self._timers: list[tuple[float, int, events.TimerHandle]] = []
        self._count = 0
        self._busy: list[Process] = []
        """Processes with callbacks, including dead and stopped ones."""

    # -- asyncio's interface -----------------------------------------------------------------------

    def time(self) -> float:
        return self.now

    def call_soon(self, callback: Any, *args: Any, context: Any = None) -> events.Handle:  # type: ignore[override]
        handle = events.Handle(callback, args, self, context)
        if not self.over:
            self._put(handle)
        return handle

    def call_soon_threadsafe(  # type: ignore[override]
        self, callback: Any, *args: Any, context: Any = None
    ) -> events.Handle:
        return self.call_soon(callback, *args, context=context)

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Any, *args: Any, context: Any = None
    ) -> events.TimerHandle:
        return self.call_at(self.now + delay, callback, *args, context=context)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Any, *args: Any, context: Any = None
    ) -> events.TimerHandle:
        if self.over:
            raise Over
        timer = events.TimerHandle(when, callback, args, self, context)
        self._count += 1
        heapq.heappush(self._timers, (when, self._count, timer))
        return timer

    def _timer_handle_cancelled(self, handle: events.TimerHandle) -> None:
        """Cancelled timers are skipped when they are due."""

    async def create_connection(
        self, protocol_factory: Callable[[], Any], host: Any = None, port: Any = None, **kwargs: Any
    ) -> tuple[Any, Any]:
        return await self.net.connect(protocol_factory, int(port))

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """Runs in place of a thread, after a short delay."""
        done = self.create_future()

        def work() -> None:
            try:
                done.set_result(func(*args))
            except Exception as wrong:
                done.set_exception(wrong)

        self.call_later(0.001 + 0.01 * self._random(), work)
        return done

    # -- the simulation's interface ----------------------------------------------------------------

    def later(self, seconds: float, callback: Callable[..., None], *given: Any) -> None:
        """Schedule a callback of the simulation itself, whichever process is running."""
        self.call_at(self.now + seconds, callback, *given, context=self.world.context)

    def create_future(self) -> asyncio.Future[Any]:
        if self.over:
            raise Over
        return super().create_future()

    def _put(self, handle: events.Handle) -> None:
        process = handle._context.get(RUNNING) or self.world  # type: ignore[attr-defined]
        if not process.ready:
            self._busy.append(process)
        process.ready.append(handle)

    def _run_once(self) -> None:
        if self._timers and self._timers[0][0] <= self.now:
            self._due()
        able = [p for p in self._busy if p.alive and not p.stopped]
        if not able:
            if not self._timers:
                raise RuntimeError("everybody waits, and nothing will ever happen")
            self.now = max(self.now, self._timers[0][0])
            self._due()
            return
        process = able[int(self._random() * len(able))] if len(able) > 1 else able[0]
        handle = process.ready.popleft()
        if not process.ready:
            self._busy.remove(process)
        if not handle._cancelled:
            self.steps += 1
            self.now += STEP
            handle._run()

    def _due(self) -> None:
        timers = self._timers
        while timers and timers[0][0] <= self.now:
            timer = heapq.heappop(timers)[2]
            if not timer._cancelled:
                self._put(timer)

    def end(self) -> None:
        """Stop everything; pending tasks are closed without log messages."""
        self.over = True
        logging.disable()
        events._set_running_loop(self)
        ended: set[asyncio.Task[Any]] = set()
        while left := asyncio.all_tasks(self) - ended:  # some start others while they close
            for task in left:
                task._log_destroy_pending = False  # type: ignore[attr-defined]
                with contextlib.suppress(BaseException):
                    task.get_coro().close()
            ended |= left
        events._set_running_loop(None)
        logging.disable(logging.NOTSET)
        self._timers.clear()
        self._busy.clear()
        self.close()
