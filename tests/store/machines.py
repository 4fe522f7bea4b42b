"""Real Redis servers that represent machines: with replicas, sentinels, a cluster, and connections that can
be cut."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import subprocess
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bots.hub_process import free_port
from server.process.child import tie_to
from server.store.embedded import binary
from tests.waiting import LIMIT, until

NODE_TIMEOUT_MS = 1500
"""The time without contact after which a node of a cluster, or a primary, counts as dead when one is lost."""

PATIENT_MS = 120_000
"""The same before that, so that none counts as dead because this machine stands still."""


class Machine:
    """A server with a disk of its own. `lose` removes the disk as well."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.folder = folder
        self.port, self.bus = free_port(), free_port()
        self.words = words
        self.password: str | None = None
        """The required password, if the arguments set one."""
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    async def start(self, *words: str) -> None:
        """Start it on the content of its disk, and wait until it answers."""
        self.folder.mkdir(exist_ok=True)
        place = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder), "--save", ""]
        safe = ["--appendonly", "yes", "--appendfsync", "always", "--repl-diskless-sync-delay", "0"]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [binary(), *place, *safe, *self.words, *words],
                stdout=log,
                stderr=log,
                preexec_fn=tie_to(os.getpid()),
            )
        await until(self.answers)

    async def tell(self, *words: Any) -> Any:
        client: Any = Redis(port=self.port, password=self.password, socket_timeout=LIMIT)
        try:
            return await client.execute_command(*words)
        finally:
            await client.aclose()

    async def answers(self) -> bool:
        with contextlib.suppress(OSError, RedisError):
            return bool(await self.tell("PING"))
        return False

    async def copied(self) -> bool:
        """Does it have a replica that is up to date?"""
        found = await self.tell("INFO", "replication")
        return bool(found["connected_slaves"]) and found["slave0"]["state"] == "online"

    async def follows(self) -> bool:
        """Is it a replica that has all data of its primary, on its own disk as well?"""
        with contextlib.suppress(RedisError):  # it is still loading
            found = await self.tell("INFO")
            rewriting = found["aof_rewrite_in_progress"] or found["aof_rewrite_scheduled"]
            return found.get("master_link_status") == "up" and not rewriting
        return False

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def lose(self) -> None:
        """The machine is gone, with its disk."""
        self.kill()
        shutil.rmtree(self.folder)


class Relay:
    """A connection to a port that can be cut and restored."""

    def __init__(self, port: int) -> None:
        self.behind = port
        self.port = free_port()
        self.whole = True
        self._writers: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> Relay:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self.port)
        return self

    async def __aexit__(self, *error: object) -> None:
        self.cut()
        self._server.close()

    def cut(self) -> None:
        self.whole = False
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    def mend(self) -> None:
        self.whole = True

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self.whole:
            writer.transport.abort()
            return
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.behind)
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, far_writer}
        await asyncio.gather(_pass(reader, far_writer), _pass(far_reader, writer))


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    writer.transport.abort()


async def is_primary(machine: Machine) -> bool:
    """Does it accept writes?"""
    return bool((await machine.tell("ROLE"))[0] == b"master")


@contextlib.asynccontextmanager
async def machines(*all_of_them: Machine) -> AsyncIterator[None]:
    """All machines run, and are killed at the end."""
    try:
        for machine in all_of_them:
            await machine.start()
        yield
    finally:
        for machine in all_of_them:
            machine.kill()


async def follow(replica: Machine, port: int) -> None:
    """From now on this machine is the replica of the server at this port."""
    await replica.tell("REPLICAOF", "127.0.0.1", port)


@contextlib.asynccontextmanager
async def sentinels(folder: Path, primary: Machine, number: int = 3) -> AsyncIterator[str]:
    """Sentinels that supervise a primary; gives the address of the service."""
    started, ports = [], [free_port() for _ in range(number)]
    try:
        for port in ports:
            home = folder / f"sentinel{port}"
            home.mkdir()
            lines = [
                f"port {port}",
                "bind 127.0.0.1",
                f"dir {home}",
                f"sentinel monitor tables 127.0.0.1 {primary.port} 2",
                f"sentinel down-after-milliseconds tables {PATIENT_MS}",
                "sentinel failover-timeout tables 4000",
            ]
            (home / "conf").write_text("\n".join(lines))
            words = [binary(), str(home / "conf"), "--sentinel"]
            with (home / "log").open("ab") as log:
                started.append(
                    subprocess.Popen(words, stdout=log, stderr=log, preexec_fn=tie_to(os.getpid()))
                )
        await until(lambda: _see_each_other(ports))
        yield "redis+sentinel://" + ",".join(f"127.0.0.1:{port}" for port in ports) + "/tables"
    finally:
        for process in started:
            process.kill()
            process.wait()


async def hasten(service: str) -> None:
    """From now on, the sentinels at this address soon count a lost primary as dead."""
    for port in re.findall(r":(\d+)", service):
        client: Any = Redis(port=int(port))
        try:
            words = "SENTINEL SET", "tables", "down-after-milliseconds", NODE_TIMEOUT_MS
            await client.execute_command(*words)
        finally:
            await client.aclose()


async def _see_each_other(ports: Sequence[int]) -> bool:
    """Does every sentinel know the others, and the replica?"""
    for port in ports:
        client: Any = Redis(port=port)
        try:
            found = await client.execute_command("SENTINEL MASTER", "tables")
        except (OSError, RedisError):
            return False
        finally:
            await client.aclose()
        if int(found["num-other-sentinels"]) < len(ports) - 1 or int(found["num-slaves"]) < 1:
            return False
    return True


class Cluster:
    """Three primaries with a third of the slots and one replica each."""

    PRIMARIES = 3

    def __init__(self, folder: Path, patient: bool = True) -> None:
        """`patient`: no machine counts as dead unless `lose` is called."""
        self.folder = folder
        self.patient = patient
        self.machines = [self._machine(n) for n in range(2 * self.PRIMARIES)]

    def _machine(self, number: int) -> Machine:
        words = ["--cluster-enabled", "yes", "--cluster-node-timeout", str(NODE_TIMEOUT_MS)]
        words += ["--cluster-allow-replica-migration", "no"]
        machine = Machine(self.folder / f"node{number}", *words)
        machine.words += ("--cluster-port", str(machine.bus))
        return machine

    @property
    def url(self) -> str:
        return f"cluster+{self.machines[1].url}"

    async def start(self) -> None:
        first = self.machines[0]
        for machine in self.machines:
            await machine.start()
            await machine.tell("CLUSTER", "MEET", "127.0.0.1", first.port, first.bus)
        for n, machine in enumerate(self.machines[: self.PRIMARIES]):
            slots = range(n * 16384 // self.PRIMARIES, (n + 1) * 16384 // self.PRIMARIES)
            await machine.tell("CLUSTER", "ADDSLOTSRANGE", slots[0], slots[-1])
        for n, machine in enumerate(self.machines[self.PRIMARIES :]):
            await self.replicate(machine, self.machines[n])
        for machine in self.machines:
            await until(lambda at=machine: self._whole(at))  # type: ignore[misc]
        for machine in self.machines[: self.PRIMARIES]:
            await until(machine.copied)
        await self._calm(self.machines)

    async def _calm(self, those: Sequence[Machine], ms: int = PATIENT_MS) -> None:
        """From now on, these machines count others as dead after this time, if the cluster is patient."""
        for machine in those if self.patient else ():
            await machine.tell("CONFIG", "SET", "cluster-node-timeout", ms)

    async def replicate(self, replica: Machine, primary: Machine) -> None:
        """Make one the replica of the other, as soon as they know each other."""
        name = (await primary.tell("CLUSTER", "MYID")).decode()

        async def told() -> bool:
            with contextlib.suppress(RedisError):
                return bool(await replica.tell("CLUSTER", "REPLICATE", name))
            return False

        await until(told)

    async def lose(self, machine: Machine, seconds: float = 0.0) -> None:
        """A machine is lost with its disk, for at least this many seconds. It comes back after another
        machine has taken over: at its old address, empty, as an unknown replica."""
        gone, heir = await machine.tell("CLUSTER", "MYID"), await self._heir(machine)
        machine.lose()
        await self._calm([other for other in self.machines if other is not machine], NODE_TIMEOUT_MS)
        await asyncio.sleep(seconds)
        await until(lambda: is_primary(heir))
        await machine.start()
        await self._calm(self.machines)
        for other in self.machines:
            if other is not machine:
                await other.tell("CLUSTER", "FORGET", gone)
        await machine.tell("CLUSTER", "MEET", "127.0.0.1", heir.port, heir.bus)
        await self.replicate(machine, heir)
        await until(heir.copied)

    async def _heir(self, machine: Machine) -> Machine:
        """The machine that serves this machine's slots after its loss: its replica, or the primary that it
        follows."""
        said = await machine.tell("ROLE")
        port = int(said[2][0][1] if said[0] == b"master" else said[2])
        return next(other for other in self.machines if other.port == port)

    async def whole(self) -> bool:
        """Does every machine see all others, and does every primary have its replica?"""
        for machine in self.machines:
            with contextlib.suppress(OSError, RedisError):
                primary = (await machine.tell("ROLE"))[0] == b"master"
                if await self._whole(machine) and (not primary or await machine.copied()):
                    continue
            return False
        return True

    async def _whole(self, machine: Machine) -> bool:
        told = await machine.tell("CLUSTER INFO")
        return told["cluster_state"] == "ok" and int(told["cluster_known_nodes"]) == len(self.machines)

    def kill(self) -> None:
        for machine in self.machines:
            machine.kill()


@contextlib.asynccontextmanager
async def cluster_with_replicas(folder: Path, patient: bool = True) -> AsyncIterator[Cluster]:
    """A running cluster of three primaries and three replicas."""
    it = Cluster(folder, patient)
    try:
        await it.start()
        yield it
    finally:
        it.kill()
