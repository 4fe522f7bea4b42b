"""Kills and stops parts, drawn from a seed. The system restarts processes that it has started; those
that represent separate machines are restarted here."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from tests.process.playing import Playing
from tests.store.machines import Cluster, Machine
from tests.waiting import until

STOPPED: Final = (0.2, 5.0)
"""Range of seconds for which a process is stopped or a machine is down."""

LONGEST: Final = 180.0
"""Seconds within which everything must have recovered."""

WAYS: Final = ("kill", "lose", "stop")
"""Faults of a machine: killed and restarted with its disk, restarted without it, or stopped for a while."""

ROLES: Final = {b"master": "primary", b"slave": "replica"}


class Faults:
    """Injects faults in two independent sequences: one for processes, one for machines."""

    def __init__(
        self, playing: Playing, cluster: Cluster, seed: int, pause: float, ways: Sequence[str] = WAYS
    ) -> None:
        """`ways`: the faults of machines."""
        self.counts: Counter[str] = Counter()
        self._playing, self._cluster, self._pause, self._ways = playing, cluster, pause, ways
        self._random = {name: Random(f"{seed} {name}") for name in ("processes", "machines")}
        self._going: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        """Start injecting faults."""
        self._going = [
            asyncio.create_task(self._on_and_on("processes", self._process)),
            asyncio.create_task(self._on_and_on("machines", self._machine)),
        ]
        self._wanted = True

    async def rest(self) -> None:
        """Stop injecting faults; wait until stopped processes have resumed and killed ones are back."""
        self._wanted = False
        await asyncio.gather(*self._going)
        await until(self._cluster.whole, LONGEST)

    async def _on_and_on(self, name: str, once: Callable[[Random], object]) -> None:
        random = self._random[name]
        while self._wanted:
            await once(random)  # type: ignore[misc]
            await asyncio.sleep(random.expovariate(1 / self._pause))

    async def _process(self, random: Random) -> None:
        what = random.choices(("hub", "bots", "SIGHUP"), (6, 3, 1))[0]
        how = random.choice(("kill", "stop"))
        share, seconds = random.random(), random.uniform(*STOPPED)
        if what == "SIGHUP":
            self.counts["all hubs and bots replaced"] += 1
            self._playing.process.send_signal(signal.SIGHUP)
            return
        those = sorted(self._playing.all_parts()[what])
        if those:
            self.counts[f"{what}: {how}"] += 1
            await strike(those[int(share * len(those))], how, seconds)

    async def _machine(self, random: Random) -> None:
        machine = self._cluster.machines[random.randrange(len(self._cluster.machines))]
        how, seconds = random.choice(self._ways), random.uniform(*STOPPED)
        self.counts[f"{await role(machine)}: {how}"] += 1
        if how == "kill":
            machine.kill()
            await asyncio.sleep(seconds)
            await machine.start()
        elif how == "lose":
            await self._cluster.lose(machine, seconds)
        elif machine.process is not None:
            await strike(machine.process.pid, how, seconds)
        await until(self._cluster.whole, LONGEST)


async def strike(process: int, how: str, seconds: float) -> None:
    """Kill a process, or stop it for some seconds. It may have exited already."""
    with contextlib.suppress(ProcessLookupError):
        if how == "kill":
            os.kill(process, signal.SIGKILL)
            return
        os.kill(process, signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            os.kill(process, signal.SIGCONT)


async def role(machine: Machine) -> str:
    """The current role of a machine."""
    return ROLES[(await machine.tell("ROLE"))[0]]
