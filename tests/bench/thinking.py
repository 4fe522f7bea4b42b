"""Fifty seats of the strongest level at the pace of people: `python -m tests.bench.thinking`.

Prints how many answers were not there when their pause was over, how long they took, and how late the loop
was that would have served sockets. Not on the page of benchmarks: it wants the machine for a minute.
"""

from __future__ import annotations

import argparse
import asyncio
import os
from random import Random
from typing import Any

import numpy as np

from bots.document import about_table, document_of
from bots.learning.selfplay import new_game
from bots.pace import Pause
from bots.thinkers import Thinkers
from server.games import GAMES
from server.games.kernel import choose, settle

STEP = 0.02
"""Seconds between two looks at how late the loop is."""


def documents(name: str, count: int, random: Random) -> list[Any]:
    """Questions with a choice, out of random games."""
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
    """How late the loop is, again and again."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + STEP
        await asyncio.sleep(STEP)
        found.append(loop.time() - due)


async def measure(chosen: argparse.Namespace) -> None:
    """Ask for so many seats, and print what came of it."""
    random, loop = Random(1), asyncio.get_running_loop()
    asked = documents(chosen.game, 200, random)
    thinkers, times, late, pause = Thinkers(chosen.processes), list[float](), list[float](), Pause()
    while await thinkers.choose("whim", asked[0], loop.time() + 60) is None:
        pass
    thinkers.late = 0
    end = loop.time() + chosen.seconds

    async def seat() -> None:
        await asyncio.sleep(random.expovariate(1 / chosen.every))
        while loop.time() < end:
            begun = loop.time()
            if await thinkers.choose("master", random.choice(asked), begun + random.uniform(*pause)):
                times.append(loop.time() - begun)
            await asyncio.sleep(random.expovariate(1 / chosen.every))

    watching = asyncio.create_task(lateness(late))
    await asyncio.gather(*(seat() for _ in range(chosen.seats)))
    watching.cancel()
    await thinkers.close()
    p50, p99 = np.percentile(times, [50, 99]) * 1000
    print(
        f"{chosen.game}, load {os.getloadavg()[0]:.1f}: {chosen.seats} seats, each asked every"
        f" {chosen.every:g} s, {chosen.processes} processes: {len(times)} answered, p50 {p50:.0f} ms,"
        f" p99 {p99:.0f} ms, {thinkers.late} left to the quick mind;"
        f" loop late by {np.percentile(late, 99) * 1000:.0f} ms at p99"
    )


def main() -> None:
    """Arguments, and the measurement."""
    it = argparse.ArgumentParser(prog="python -m tests.bench.thinking", description=__doc__)
    it.add_argument("game", nargs="?", default="santiago", choices=sorted(GAMES))
    it.add_argument("--seats", type=int, default=50)
    it.add_argument("--processes", type=int, default=2)
    it.add_argument("--seconds", type=float, default=60.0)
    it.add_argument("--every", type=float, default=8.0, metavar="S", help="seconds between two questions")
    asyncio.run(measure(it.parse_args()))


if __name__ == "__main__":
    main()
