"""Runs of one generator inside a test, against a real server, maybe over a wire that garbles."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from bots.client import run
from bots.load.judge.verdict import judge
from bots.load.judge.verifier import Findings, look_at
from bots.load.plan import Phase, Plan
from bots.load.play.generator import Generator
from bots.load.play.recorder import Tick
from bots.load.result import Result
from bots.load.run.aggregate import Totals
from bots.load.run.coordinator import ready
from bots.load.run.machine import machine

from .wires import garbling

Garble = Callable[[bytes], bytes | list[bytes]]


def played(seconds: float, tables: int) -> list[Phase]:
    """A moment for the tables to come, then so many seconds."""
    return [
        Phase(name="arrivals", seconds=0.3, start=0, end=tables, measured=False),
        Phase(name="play", seconds=seconds, start=tables, end=tables),
    ]


def plan_for(url: str, seconds: float, **more: Any) -> Plan:
    """A small run: two tables, hardly any thinking, unless said otherwise."""
    given: dict[str, Any] = {
        "tables": 2,
        "think": "fixed:5",
        "probes": 8.0,
        "seed": 1,
        "seconds": seconds,
        **more,
    }
    given.setdefault("phases", played(seconds, given["tables"]))
    return ready(Plan(url=url, **given))


async def generate(plan: Plan, folder: Path | None = None, during: Any = None, logs: str = "") -> Result:
    """Carry it out in this process, and judge it; `during(generator)` is awaited beside it.

    `logs`: the server itself, where there is a wire between.
    """
    ticks: list[Tick] = []
    generator = Generator(plan, ticks.append, folder=folder)
    await generator.open()
    generator.begin(time.monotonic() + 0.05)
    if during is not None:
        await during(generator)
    await generator.ended()
    tally = await generator.finish()
    totals = Totals(plan, generator.timeline, [tally], generator.timeline.measured_s)
    found = Findings()
    for path in sorted(folder.glob("*.trace")) if folder else ():
        look_at(path, logs or plan.url, found)
    words = totals.verified(found, 0)
    return judge(totals.result([], "", machine(), [], words, None, None))


async def one_game(generator: Generator) -> None:
    """Play on until a game is over and its trace is there, then end the run."""
    assert generator.spool is not None
    async with asyncio.timeout(60):
        while not list(generator.spool.folder.glob("*.trace")):
            await asyncio.sleep(0.05)
    generator.stop()


def run_here(
    plan: Plan, garble: Garble | None = None, folder: Path | None = None, during: Any = None
) -> Result:
    """The same in a loop of its own; `garble` changes what the server says."""

    @contextlib.asynccontextmanager
    async def wire() -> AsyncIterator[str]:
        if garble is None:
            yield plan.url
        else:
            async with garbling(plan.url, garble) as url:
                yield url

    async def main() -> Result:
        async with wire() as url:
            return await generate(replace(plan, url=url), folder, during, plan.url)

    return run(main())
