"""The store while Redis is killed, hangs, is full, or is a cluster."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError

from bots.hub_process import free_port
from server.process.child import tie_to
from server.store import heartbeats, links, store
from server.store.embedded import binary
from server.store.store import LoadedTable, Store, StoreAway
from tests.waiting import LIMIT, until, within

from ..conftest import redis_server
from ..process.stores import Hub, Proxy, hubs

TTL = 1000


class Mortal:
    """A Redis that can be killed and started again on the same data."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = f"unix://{folder}/redis.sock"
        self.process = redis_server(folder)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def start(self) -> None:
        self.process = redis_server(self.folder)


@pytest.fixture
def mortal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mortal]:
    redis = Mortal(tmp_path_factory.mktemp("r"))
    yield redis
    redis.process.send_signal(signal.SIGCONT)
    redis.kill()


new_mortal = mortal
"""A second one, which takes the place of the first."""


async def play(store: Store, table: str, acknowledged: dict[str, int], until_version: int) -> None:
    """Commit entries one after the other; record each acknowledged one."""
    for version in range(until_version):
        assert await store.commit(table, version, f"{table} {version}".encode(), ttl=TTL), (
            "no other hub plays"
        )
        acknowledged[table] = version + 1


async def test_redis_is_killed_again_and_again(mortal: Mortal) -> None:
    async with hubs(mortal.url, "a", "b") as (a, b):
        acknowledged: dict[str, int] = {}
        tables = [f"t{n}" for n in range(30)]
        playing = asyncio.gather(*(play(a.store, table, acknowledged, 400) for table in tables))
        for round_ in range(4):
            await until(lambda mark=round_: sum(acknowledged.values()) > 400 + 2500 * mark)  # type: ignore[misc]
            before = a.gaps, b.gaps
            await asyncio.to_thread(mortal.kill)
            promised = dict(acknowledged)
            await asyncio.sleep(0.05)
            await asyncio.to_thread(mortal.start)
            await until(lambda was=before: a.gaps > was[0] and b.gaps > was[1])  # type: ignore[misc]
            async with Redis.from_url(mortal.url) as redis:
                for table, version in promised.items():
                    assert await redis.llen(f"t:{{{table}}}:log") >= version, "acknowledged is stored"
        async with within("everything is stored"):
            await playing
        for table in tables:
            assert await b.store.entries(table) == [f"{table} {n}".encode() for n in range(400)]
        assert a.health[0] is False
        assert a.health[-1] is True


async def test_after_a_gap_everything_is_heard_again(mortal: Mortal) -> None:
    async with hubs(mortal.url, "a", "b") as (a, b):
        await a.store.commit("t", 0, b"0", ttl=TTL)
        await b.store.load("t")
        await asyncio.to_thread(mortal.kill)
        with pytest.raises(StoreAway):
            await b.store.load("t")
        with pytest.raises(StoreAway):
            await b.store.lengths(["t"])
        assert not await a.store.note("t", b"lost")
        missed = asyncio.create_task(a.store.commit("t", 1, b"1", ttl=TTL))
        announced = asyncio.create_task(a.store.announce("t", b"summary"))
        await until(lambda: not a.store.healthy)
        await asyncio.to_thread(mortal.start)
        assert await missed
        await announced
        await until(lambda: b.gaps)
        assert await b.store.lengths(["t"]) == [2]
        assert await a.store.commit("t", 2, b"2", ttl=TTL)
        await until(lambda: ("t", 3, b"2") in b.entries)
        assert await b.store.lobby() == {"t": b"summary"}


async def test_a_redis_that_hangs_is_given_up_and_asked_again(
    mortal: Mortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hubs(mortal.url, "a") as (a,):
        await a.store.commit("t", 0, b"0", ttl=TTL)
        monkeypatch.setattr(links, "ANSWER_TIMEOUT_S", 1.0)
        mortal.process.send_signal(signal.SIGSTOP)
        waiting = asyncio.create_task(a.store.commit("t", 1, b"1", ttl=TTL))
        await until(lambda: not a.store.healthy)
        monkeypatch.setattr(links, "ANSWER_TIMEOUT_S", LIMIT)
        mortal.process.send_signal(signal.SIGCONT)
        assert await waiting
        await until(lambda: a.store.healthy)
        assert a.health[-2:] == [False, True]
        assert await a.store.entries("t") == [b"0", b"1"]


async def test_each_batch_has_all_of_its_time_whenever_the_one_before_began(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The loop has a clock that the test sets."""
    monkeypatch.setattr(links, "ANSWER_TIMEOUT_S", 4.0)
    loop = asyncio.get_running_loop()
    now = loop.time()
    monkeypatch.setattr(loop, "time", lambda: now)

    async def due() -> None:
        """Let everything happen that is due."""
        for _ in range(5):
            await asyncio.sleep(0)

    wire = links._Wire(Mock(is_closing=lambda: False))
    answered = asyncio.create_task(wire.exchange([("PING",)]))
    await due()
    now += 2
    wire.data_received(b"+PONG\r\n")
    assert await answered == [b"PONG"]
    late = asyncio.create_task(wire.exchange([("PING",)]))
    await due()
    now += 3
    await due()
    assert not late.done(), "the time of the one before is over"
    now += 2
    with pytest.raises(TimeoutError):
        await late


async def test_a_listener_that_hears_nothing_connects_again(
    mortal: Mortal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heartbeats, "HEARTBEAT_INTERVAL_S", 0.05)
    behind = mortal.folder / "redis.sock"
    async with Proxy(tmp_path / "p", behind) as proxy, hubs(proxy.url, "a", "b") as (a, b):
        await a.store.commit("t", 0, b"0", ttl=TTL)
        await b.store.load("t")
        proxy.deaf = True
        await until(lambda: a.gaps and b.gaps)
        proxy.deaf = False
        async with within("an entry is heard again"):
            version = 1
            while not b.entries:
                assert await a.store.commit("t", version, b"%d" % version, ttl=TTL)
                version += 1
                await asyncio.sleep(0.01)


async def test_missed_entries_are_requested_on_the_current_connection(
    mortal: Mortal, new_mortal: Mortal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A primary that was cut off still answers on its existing connections."""
    monkeypatch.setattr(heartbeats, "HEARTBEAT_INTERVAL_S", 0.05)
    behind = mortal.folder / "redis.sock"
    async with Proxy(tmp_path / "p", behind) as proxy, hubs(proxy.url, "a") as (a,):
        async with hubs(new_mortal.url, "b") as (b,):
            for version in range(2):
                assert await b.store.commit("t", version, b"%d" % version, ttl=TTL)
        assert await a.store.commit("t", 0, b"0", ttl=TTL)
        assert await a.store.lengths(["t"]) == [1]
        proxy.behind, before = new_mortal.folder / "redis.sock", a.gaps
        proxy.deaf = True
        await until(lambda: a.gaps > before)
        assert await a.store.lengths(["t"]) == [2]


async def test_a_redis_that_is_away_is_told_once(mortal: Mortal, caplog: pytest.LogCaptureFixture) -> None:
    """It is not logged with every attempt to reconnect: during a long night the log would grow long."""
    caplog.set_level("INFO")
    async with hubs(mortal.url, "a") as (a,):
        await a.store.commit("t", 0, b"0", ttl=TTL)

        def told() -> list[str]:
            return [it.getMessage() for it in caplog.records if "Listening" in it.getMessage()]

        mortal.kill()
        await until(told)
        await asyncio.sleep(2)
        lines = told()
        mortal.start()
        await until(lambda: a.gaps)
    assert 1 <= len(lines) == len(set(lines)) <= 3


async def test_a_full_redis_makes_commits_wait(mortal: Mortal) -> None:
    async with hubs(mortal.url, "a") as (a,), Redis.from_url(mortal.url) as redis:
        await a.store.commit("t", 0, b"0", ttl=TTL)
        await redis.config_set("maxmemory", "1")
        waiting = asyncio.create_task(a.store.commit("t", 1, b"1", ttl=TTL))
        await until(lambda: a.health[-1:] == [False])
        assert not waiting.done()
        await redis.config_set("maxmemory", "0")
        assert await waiting
        assert await a.store.entries("t") == [b"0", b"1"]


async def test_a_closed_store_keeps_nobody_waiting(mortal: Mortal) -> None:
    hub = await Hub.open(mortal.url, "a")
    await hub.store.commit("t", 0, b"0", ttl=TTL)
    await asyncio.to_thread(mortal.kill)
    waiting = asyncio.create_task(hub.store.commit("t", 1, b"1", ttl=TTL))
    await until(lambda: not hub.store.healthy)
    await hub.store.close()
    with pytest.raises(StoreAway):
        await waiting
    with pytest.raises(StoreAway):
        await hub.store.commit("t", 1, b"1", ttl=TTL)


# -- a cluster ---------------------------------------------------------------------------------------


class Cluster:
    """Two nodes with half of the slots each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ports = [free_port() for _ in range(2)]
        self.buses = [free_port() for _ in range(2)]
        self.nodes: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        """Start all nodes with the data that they have stored before."""
        for number, (port, bus) in enumerate(zip(self.ports, self.buses, strict=True)):
            home = self.folder / str(number)
            home.mkdir(exist_ok=True)
            words = ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(home), "--save", ""]
            words += ["--appendonly", "yes", "--appendfsync", "always"]
            words += ["--cluster-enabled", "yes", "--cluster-port", str(bus)]
            with (home / "log").open("ab") as log:
                self.nodes.append(
                    subprocess.Popen([binary(), *words], stdout=log, preexec_fn=tie_to(os.getpid()))
                )

    def kill(self) -> None:
        """Kill all nodes at once."""
        for node in self.nodes:
            node.kill()
        for node in self.nodes:
            node.wait()
        self.nodes.clear()

    async def join(self) -> None:
        """Distribute the slots, and wait until each node knows that all are served."""
        clients: list[Any] = [Redis(port=port) for port in self.ports]
        for number, client in enumerate(clients):
            await until(lambda at=client: answers(at))  # type: ignore[misc]
            first, last = ((0, 8191), (8192, 16383))[number]
            await client.execute_command("CLUSTER", "ADDSLOTSRANGE", first, last)
            if number:
                meet = ("CLUSTER", "MEET", "127.0.0.1", self.ports[0], self.buses[0])
                await client.execute_command(*meet)
        for client in clients:
            await until(lambda at=client: whole(at))  # type: ignore[misc]
            await client.aclose()


async def answers(client: Any) -> bool:
    """Does this node serve?"""
    with contextlib.suppress(OSError, RedisError):
        return bool(await client.ping())
    return False


async def whole(client: Any) -> bool:
    """Does this node know an owner of every slot?"""
    return b"cluster_state:ok" in await client.execute_command("CLUSTER", "INFO")


@contextlib.asynccontextmanager
async def cluster(folder: Path) -> AsyncIterator[Cluster]:
    """A cluster that serves."""
    it = Cluster(folder)
    it.start()
    try:
        await it.join()
        yield it
    finally:
        it.kill()


async def test_on_a_cluster_it_is_looked_again_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message that is published at one node may be lost on its way to the next, without any error."""
    monkeypatch.setattr(store, "RECHECK_INTERVAL_S", 0.05)
    async with cluster(tmp_path) as nodes, hubs(f"cluster+redis://127.0.0.1:{nodes.ports[0]}", "a") as (a,):
        await until(lambda: a.doubts > 2)
        assert not a.gaps


async def test_a_cluster_does_all_the_same(tmp_path: Path) -> None:
    async with cluster(tmp_path) as nodes, contextlib.AsyncExitStack() as stack:
        ports = nodes.ports
        nobody = free_port()
        urls = [
            f"cluster+redis://127.0.0.1:{nobody},127.0.0.1:{ports[0]}",
            f"redis://127.0.0.1:{ports[1]}/?cluster=1",
        ]
        a, b = [
            (await stack.enter_async_context(hubs(url, name)))[0]
            for url, name in zip(urls, "ab", strict=True)
        ]
        tables = [f"t{n}" for n in range(12)]
        for n, table in enumerate(tables):
            assert await a.store.commit(table, 0, b"0", snapshot=b"s", ttl=TTL, due=100 + n)
            assert await b.store.load(table) == LoadedTable(1, b"s", [])
            assert await b.store.commit(table, 1, b"1", ttl=TTL, due=0 if n % 2 else 50 + n)
            assert not await a.store.commit(table, 1, b"late", ttl=TTL)
            assert await a.store.commit(table, 1, b"1", ttl=TTL)
            assert await a.store.note(table, b"hello")
            await a.store.heartbeats.set_here(table, "anna", b"anna")
            await b.store.announce(table, b"summary")
        assert await a.store.lengths(tables) == [2] * 12
        assert await a.store.due(1000, 20) == tables[::2]
        assert await b.store.heartbeats.here("t3") == [b"anna"]
        assert await b.store.lobby() == dict.fromkeys(tables, b"summary")
        assert await a.store.limits.once("k", "v", 60) == await b.store.limits.once("k", "w", 60)
        await until(lambda: len(a.entries) == 12 and len(b.notes) == 12 and len(a.lobby) == 12)
        assert sorted(a.entries) == sorted((table, 2, b"1") for table in tables)

        acknowledged: dict[str, int] = {}
        more = [f"u{n}" for n in range(20)]
        await asyncio.gather(*(play(a.store, table, acknowledged, 20) for table in more))
        assert await b.store.lengths(more) == [20] * 20
        assert a.health == b.health == []
