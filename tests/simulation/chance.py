"""Where the product takes time and chance from, and what lies there while a simulation runs.

All secrets, names and shuffles come from the operating system's randomness in the end, all pauses from the
module's own generator, all times from a few functions. These few places are replaced, for a whole run.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import server.app
import server.hub.websocket
from server.hub.turns import Turns, Waiting

from .loop import RUNNING, VirtualLoop

EPOCH = 1_800_000_000.0
"""When every simulation begins, in seconds of the wall clock."""


class TurnsOfEach:
    """Whose turn it is, in each process by itself."""

    def wait(self, one: Waiting) -> None:
        process = RUNNING.get()
        assert process is not None
        process.own.setdefault("turns", Turns()).wait(one)


class NoPage:
    """Files of the page: nobody asks for them here."""

    def build(self) -> None: ...

    async def press(self) -> None: ...


async def _tidy() -> None:
    """Nothing is searched for garbage while a simulation runs."""
    await asyncio.Event().wait()


@contextlib.contextmanager
def taken_from(loop: VirtualLoop, seed: str) -> Iterator[None]:
    """From here on time is the loop's, and all chance comes from the seed."""
    source = Random(f"{seed} secrets")

    def wall() -> float:
        process = RUNNING.get()
        return EPOCH + loop.now + (process.clock if process is not None else 0.0)

    replaced: list[tuple[Any, str, Any]] = [
        (time, "monotonic", lambda: loop.now),
        (time, "perf_counter", lambda: loop.now),
        (time, "process_time", lambda: loop.now),
        (time, "time", wall),
        (time, "time_ns", lambda: int(wall() * 1_000_000_000)),
        (os, "urandom", source.randbytes),
        (os, "getpid", lambda: 1),
        (random, "_urandom", source.randbytes),
        (server.hub.websocket, "TURNS", TurnsOfEach()),
        (server.app, "PAGE", NoPage()),
        (server.app, "tidy", _tidy),
    ]
    before = [(place, name, getattr(place, name)) for place, name, _ in replaced]
    state = random.getstate()
    random.seed(f"{seed} pauses")
    try:
        for place, name, instead in replaced:
            setattr(place, name, instead)
        yield
    finally:
        for place, name, was in before:
            setattr(place, name, was)
        random.setstate(state)
