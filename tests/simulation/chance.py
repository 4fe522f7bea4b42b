"""Replaces the product's sources of time and randomness during a simulation.

All secrets, names and shuffles come from the operating system's randomness, all pauses from the `random`
module's own generator, all times from a few functions. These few functions are replaced for a whole run.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import random
import time
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import server.app
import server.live.turn_notices
import server.net.websocket
import server.push.sender
from server.live.live_table import LiveTable
from server.net.client_socket import ClientSocket
from server.net.fair_reading import FairReading, Waiting
from server.net.http_connection import Http
from server.net.websocket import Websocket

from .loop import RUNNING, VirtualLoop

EPOCH = 1_800_000_000.0
"""The start of every simulation, in seconds of the wall clock."""


IN_SETS: Final = (ClientSocket, LiveTable, Http, Websocket)
"""Classes whose objects are in sets. Their usual hash is an address in memory, by which a set is ordered."""


class TurnsOfEach:
    """Fair reading with separate turns for each process."""

    def wait(self, one: Waiting) -> None:
        process = RUNNING.get()
        assert process is not None
        process.own.setdefault("turns", FairReading()).wait(one)


async def _tidy() -> None:
    """Disables garbage collection during a simulation."""
    await asyncio.Event().wait()


@contextlib.contextmanager
def numbered() -> Iterator[None]:
    """Within this context the order of sets does not depend on addresses in memory."""
    numbers: dict[int, int] = {}
    count = itertools.count()
    before = [(kind, kind.__init__, kind.__hash__) for kind in IN_SETS]

    def number(kind: Any, plain: Any) -> None:
        def begin(self: Any, *given: Any, **named: Any) -> None:
            numbers[id(self)] = next(count)
            plain(self, *given, **named)

        kind.__init__, kind.__hash__ = begin, lambda self: numbers[id(self)]

    try:
        for kind, plain, _ in before:
            number(kind, plain)
        yield
    finally:
        for kind, plain, hashed in before:
            kind.__init__, kind.__hash__ = plain, hashed  # type: ignore[method-assign]


@contextlib.contextmanager
def taken_from(loop: VirtualLoop, seed: str) -> Iterator[None]:
    """Within this context time is the loop's, and all randomness comes from the seed."""
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
        (server.net.websocket, "TURNS", TurnsOfEach()),
        (server.app, "tidy", _tidy),
        (server.live.turn_notices, "TURN_MS", 200),  # people are away for seconds here
        (server.push.sender, "new_key", lambda: b"\0" + source.randbytes(31)),
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
