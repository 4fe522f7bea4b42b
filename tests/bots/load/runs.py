"""Runs of one generator inside a test, against a real server, if required over a connection that garbles."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from bots.client.client import run
from bots.load.judge.verdict import judge
from bots.load.judge.verifier import Findings, look_at
from bots.load.plan import LoadPlan, Phase
from bots.load.play.generator import Generator
from bots.load.play.recorder import Tick
from bots.load.result import Result
from bots.load.run.aggregate import Totals
from bots.load.run.coordinator import ready
from bots.load.run.machine import machine
from tests.waiting import LIMIT

from ..client.wires import Wire, garbling, wired

Garble = Callable[[bytes], bytes | list[bytes]]


def lengths(seconds: int) -> tuple[int, int]:
    """How long a run lasts; then how long another one, if a slow machine did not come to the subject of the
    first one in that time."""
    return seconds, 10 * seconds


def played(seconds: float, tables: int) -> list[Phase]:
    """A short phase for the tables to start, then this many seconds of play."""
    return [
        Phase(name="arrivals", seconds=0.3, start=0, end=tables, measured=False),
        Phase(name="play", seconds=seconds, start=tables, end=tables),
    ]


def plan_for(url: str, seconds: float, **more: Any) -> LoadPlan:
    """A small run: by default two tables with hardly any thinking."""
    given: dict[str, Any] = {
        "tables": 2,
        "think": "fixed:5",
        "probes": 8.0,
        "seed": 1,
        "seconds": seconds,
        **more,
    }
    given.setdefault("phases", played(seconds, given["tables"]))
    return ready(LoadPlan(url=url, **given))


async def generate(plan: LoadPlan, folder: Path | None = None, during: Any = None, logs: str = "") -> Result:
    """Run it in this process and judge it; `during(generator)` is awaited in parallel.

    `logs`: the server itself, if the plan's address is that of a connection in between.
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
    """Play until a game is over and its trace is written, then end the run."""
    assert generator.spool is not None
    async with asyncio.timeout(2 * LIMIT):
        while not list(generator.spool.folder.glob("*.trace")):
            await asyncio.sleep(0.05)
    generator.stop()


def run_here(
    plan: LoadPlan,
    garble: Garble | None = None,
    folder: Path | None = None,
    during: Any = None,
    wire: type[Wire] | None = None,
) -> Result:
    """The same in an event loop of its own; `garble` changes messages of the server, `wire` those of both
    sides."""

    async def main() -> Result:
        through: Any = contextlib.nullcontext(plan.url)
        if wire is not None:
            through = wired(plan.url, wire)
        elif garble is not None:
            through = garbling(plan.url, garble)
        async with through as url:
            return await generate(replace(plan, url=url), folder, during, plan.url)

    return run(main())
