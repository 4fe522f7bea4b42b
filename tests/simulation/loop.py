"""An event loop whose time is a number, in which several processes run.

A process is a context: whatever it starts, tasks, timers and callbacks, belongs to it. So a process can be
killed (nothing of it ever runs again, no `finally` either) and stopped for a while (what comes meanwhile
waits). Callbacks of one process run in the order in which they were asked for, as asyncio promises; which
process is next is drawn. Time passes while a callback runs, a little, and when there is nothing to do.
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
"""The process that runs just now; None for the world around them."""


T = TypeVar("T")


class Connects(Protocol):
    """What lies between processes."""

    async def connect(self, protocol_factory: Callable[[], Any], port: int) -> tuple[Any, Any]: ...


class Over(BaseException):
    """The simulation is over: nobody waits for anything any more."""


class Process:
    """Something that runs by itself, and can die by itself."""

    def __init__(self, loop: VirtualLoop, name: str) -> None:
        self.loop = loop
        self.name = name
        self.alive = True
        self.stopped = 0
        """How many reasons there are for it to stand still."""
        self.clock = 0.0
        """Seconds by which its wall clock is wrong."""
        self.ready: deque[events.Handle] = deque()
        self.own: dict[str, Any] = {}
        """What is one for each process, though the code has it as a module's."""
        self.context: Context = copy_context()
        self.context.run(RUNNING.set, self)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Have this process do something."""
        return self.enter(self.loop.create_task, work)

    def enter(self, call: Callable[..., T], *given: Any) -> T:
        """Call something as this process, now."""
        return self.context.copy().run(call, *given)

    def soon(self, callback: Callable[..., None], *given: Any) -> None:
        """Have this process told of something."""
        self.loop.call_soon(callback, *given, context=self.context)

    def kill(self) -> None:
        """It is gone in the middle of whatever it was doing."""
        self.alive = False

    def stop(self, seconds: float) -> None:
        """It doesn't run for so long, and does not know."""
        self.stopped += 1

        def go_on() -> None:
            self.stopped -= 1

        self.loop.later(seconds, go_on)


class VirtualLoop(asyncio.BaseEventLoop):
    """Runs all processes of a simulation. `random` draws which one is next."""

    def __init__(self, random: Random) -> None:
        super().__init__()
        self.now = 0.0
        self.steps = 0
        self.net: Connects
        self.world = Process(self, "world")
        self.over = False
        self._random = random.random
        self._timers: list[tuple[float, int, events.TimerHandle]] = []
        self._count = 0
        self._busy: list[Process] = []
        """Those with something to run, dead and stopped ones included."""

    # -- what asyncio asks of a loop ------------------------------------------------------------------

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
        """Cancelled timers are left out when their time comes."""

    async def create_connection(
        self, protocol_factory: Callable[[], Any], host: Any = None, port: Any = None, **kwargs: Any
    ) -> tuple[Any, Any]:
        return await self.net.connect(protocol_factory, int(port))

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """A thread: done in a moment."""
        done = self.create_future()

        def work() -> None:
            try:
                done.set_result(func(*args))
            except Exception as wrong:
                done.set_exception(wrong)

        self.call_later(0.001 + 0.01 * self._random(), work)
        return done

    # -- the world --------------------------------------------------------------------------------------

    def later(self, seconds: float, callback: Callable[..., None], *given: Any) -> None:
        """Have something happen, whoever asks for it."""
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
        """Nothing runs any more; what was in the middle of something is taken apart without a word."""
        self.over = True
        logging.disable()
        events._set_running_loop(self)
        ended: set[asyncio.Task[Any]] = set()
        while left := asyncio.all_tasks(self) - ended:  # some begin others in their end
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
