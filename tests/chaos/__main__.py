"""`python -m tests.chaos`: minutes of random faults from a seed, and a report."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random

from server.games import GAMES
from server.play import end
from server.store.clients import StoreAway
from tests.process.playing import Playing
from tests.process.stores import Hub, hubs
from tests.simulation.truth import Broken
from tests.store.machines import cluster_with_replicas
from tests.waiting import until, within

from .faults import LONGEST, WAYS, Faults
from .people import Party, Person, moves

MIND = "casual"


class Report:
    """The results of a run."""

    def __init__(self) -> None:
        self.rounds = self.moves = self.over = 0
        self.longest = 0.0
        """The longest time in seconds from the last fault of a round until all players saw the state of
        the logs."""

    def lines(self, faults: Faults, seconds: float) -> list[str]:
        """The report as text."""
        rows = [f"  {count:5,}  {what}" for what, count in sorted(faults.counts.items())]
        return [
            f"{sum(faults.counts.values()):,} faults in {seconds / 60:.1f} minutes, {self.rounds} rounds:",
            *rows,
            f"{self.moves:,} moves stored, {self.over} games over",
            "nothing that was acknowledged is lost, nothing happened twice, all saw the same",
            f"longest time to truth after a round, with all coming back: {self.longest:.1f} s",
        ]


async def truth(parties: list[Party], reader: Hub) -> int:
    """Wait until all players see the state of the logs, and compare; returns the number of all moves so
    far. Raises Broken."""
    people = [person for party in parties for person in party.people]
    for person in people:
        person.playing = False
    await until(lambda: all(person.settled() for person in people), LONGEST)
    found = 0
    for party in parties:
        await until(partial(_sees_all, party, reader), LONGEST)
        entries = await log_of(party, reader)
        party.compare(entries)
        found += moves(entries)
    return found


async def log_of(party: Party, reader: Hub) -> list[bytes]:
    """The log of a party's table, as soon as it is readable."""
    async with within("the log can be read", LONGEST):
        while True:
            with contextlib.suppress(StoreAway):
                return await reader.store.entries(party.true.name)
            await asyncio.sleep(0.1)


async def _sees_all(party: Party, reader: Hub) -> bool:
    """Do all players of a table have its last version?"""
    name, has = party.true.name, len(await log_of(party, reader))
    return all(person.at(name).version == has and not person.at(name).lost for person in party.people)


async def play(chosen: argparse.Namespace, parties: list[Party], faults: Faults, reader: Hub) -> Report:
    """Rounds of faults, each followed by a comparison with the logs."""
    report, done, limit = Report(), 0, time.monotonic() + chosen.minutes * 60
    while time.monotonic() < limit:
        faults.begin()
        await asyncio.sleep(min(chosen.round, max(0.0, limit - time.monotonic())))
        since = time.monotonic()
        await faults.rest()
        report.moves = done + await truth(parties, reader)
        took = time.monotonic() - since
        report.rounds, report.longest = report.rounds + 1, max(report.longest, took)
        so_far = f"{sum(faults.counts.values()):5,} faults, {report.moves:,} moves"
        print(f"{so_far}; all was whole and true after {took:.1f} s", flush=True)
        for party in [it for it in parties if it.over]:
            done += moves(party.true.entries)
            report.over += 1
            party.leave()
            await party.sit_down()
        for person in [person for party in parties for person in party.people]:
            person.go_on()
    return report


async def run(chosen: argparse.Namespace) -> None:
    """Run everything, from start to report."""
    random, began = Random(chosen.seed), time.monotonic()
    async with contextlib.AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="stammtisch-chaos-")))
        cluster = await stack.enter_async_context(cluster_with_replicas(folder, patient=False))
        given = {"HUBS": str(chosen.hubs), "BOTS": "2", "REDIS": cluster.url, "COPIES": "1"}
        given |= {"STAMMTISCH_BUDGETS": "100", "STAMMTISCH_MINDS": MIND, "LOG_LEVEL": "error"}
        playing = await Playing.start(folder / "none", **given)
        stack.push_async_callback(playing.stop)
        stack.push_async_callback(end, asyncio.create_task(playing.lines_until_end()))
        (reader,) = await stack.enter_async_context(hubs(cluster.url, "reader", copies=1))
        parties = [party(n, playing, random, chosen.think) for n in range(chosen.tables)]
        for person in [person for it in parties for person in it.people]:
            stack.push_async_callback(person.close)
        await asyncio.gather(*(it.sit_down() for it in parties))
        faults = Faults(playing, cluster, chosen.seed, chosen.pause, chosen.machines)
        report = await play(chosen, parties, faults, reader)
    print("\n".join(report.lines(faults, time.monotonic() - began)))


def party(number: int, playing: Playing, random: Random, think: float) -> Party:
    """Two players who share a table."""
    url = playing.address.replace("http", "ws") + "ws"
    names = [f"{number}-{n}" for n in range(2)]
    people = [Person(url, name, Random(f"{name} {random.random()}"), think) for name in names]
    return Party(sorted(GAMES)[number % len(GAMES)], people, MIND)


def main(words: Sequence[str] | None = None) -> int:
    """The command."""
    it = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    it.add_argument("--minutes", type=float, default=10.0)
    it.add_argument("--seed", type=int, default=0)
    it.add_argument("--hubs", type=int, default=3)
    it.add_argument("--tables", type=int, default=5)
    it.add_argument("--think", type=float, default=0.3, help="seconds, in the mean")
    it.add_argument("--pause", type=float, default=3.0, help="seconds between two faults, in the mean")
    it.add_argument("--round", type=float, default=30.0, help="seconds until everything is compared")
    it.add_argument("--machines", nargs="+", choices=WAYS, default=WAYS, help="what happens to these")
    chosen = it.parse_args(words)
    try:
        asyncio.run(run(chosen))
        return 0
    except (Broken, AssertionError) as wrong:
        print(f"seed {chosen.seed}: {wrong}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
