"""Fifty seats of the strongest level at the pace of people: `python -m tests.bench.thinking`.

Prints how many answers were late, how long answers took, and the lag of an event loop that could serve
sockets. Not on the page of benchmarks, since it needs the whole machine for a minute.
"""

from __future__ import annotations

import argparse
import asyncio
import os
from random import Random
from typing import Any

import numpy as np

from bots.document import about_table, document_of
from bots.filler.pace import Pause
from bots.filler.worker_pool import WorkerPool
from bots.learning.selfplay import new_game
from server.games import GAMES
from server.games.kernel import choose, settle

STEP = 0.02
"""Seconds between two measurements of the event loop's lag."""


def documents(name: str, count: int, random: Random) -> list[Any]:
    """Documents with a question of several options, from random games."""
    engine, found = GAMES[name], list[Any]()
    while len(found) < count:
        game, seats = new_game(engine, random)
        about, asks = about_table(engine, game.options, ["master"] * seats), settle(game)
        while asks:
            ask = random.choice(asks)
            if len(ask.options) > 1 and random.random() < 0.1:
                found.append(document_of(engine, game, asks, ask.seat, about))
            asks = choose(game, ask, random.choice(ask.options))
    return found[:count]


async def lateness(found: list[float]) -> None:
    """Measure the event loop's lag repeatedly."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + STEP
        await asyncio.sleep(STEP)
        found.append(loop.time() - due)


async def measure(chosen: argparse.Namespace) -> None:
    """Let the seats ask for choices, and print the results."""
    random, loop = Random(1), asyncio.get_running_loop()
    asked = documents(chosen.game, 200, random)
    worker_pool, times, late, pause = WorkerPool(chosen.processes), list[float](), list[float](), Pause()
    while await worker_pool.choose("whim", asked[0], loop.time() + 60) is None:
        pass
    worker_pool.late = 0
    end = loop.time() + chosen.seconds

    async def seat() -> None:
        await asyncio.sleep(random.expovariate(1 / chosen.every))
        while loop.time() < end:
            begun = loop.time()
            if await worker_pool.choose("master", random.choice(asked), begun + random.uniform(*pause)):
                times.append(loop.time() - begun)
            await asyncio.sleep(random.expovariate(1 / chosen.every))

    watching = asyncio.create_task(lateness(late))
    await asyncio.gather(*(seat() for _ in range(chosen.seats)))
    watching.cancel()
    await worker_pool.close()
    p50, p99 = np.percentile(times, [50, 99]) * 1000
    print(
        f"{chosen.game}, load {os.getloadavg()[0]:.1f}: {chosen.seats} seats, each asked every"
        f" {chosen.every:g} s, {chosen.processes} processes: {len(times)} answered, p50 {p50:.0f} ms,"
        f" p99 {p99:.0f} ms, {worker_pool.late} left to the quick mind;"
        f" loop late by {np.percentile(late, 99) * 1000:.0f} ms at p99"
    )


def main() -> None:
    """Parse the arguments and measure."""
    it = argparse.ArgumentParser(prog="python -m tests.bench.thinking", description=__doc__)
    it.add_argument("game", nargs="?", default="santiago", choices=sorted(GAMES))
    it.add_argument("--seats", type=int, default=50)
    it.add_argument("--processes", type=int, default=2)
    it.add_argument("--seconds", type=float, default=60.0)
    it.add_argument("--every", type=float, default=8.0, metavar="S", help="seconds between two questions")
    asyncio.run(measure(it.parse_args()))


if __name__ == "__main__":
    main()
