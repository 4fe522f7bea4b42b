"""A machine is lost with its disk, a primary is cut off, a slot moves: all acknowledged data remain."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from redis.crc import key_slot

from server.store import copies, links
from server.store.store import StoreAway
from tests.figures import figure
from tests.waiting import LIMIT, until, within

from ..process.stores import Hub, hubs, open_store
from .machines import Machine, Relay, cluster_with_replicas, follow, hasten, is_primary, machines, sentinels

TTL = 1000

SOON_MS = 1000
"""How long is waited for a replica that doesn't answer, in tests that wait for that."""

Told = dict[str, list[bytes]]
"""By table: the acknowledged entries."""


def entry(table: str, version: int, by: str) -> bytes:
    return f"{table} {version} by {by}".encode()


async def play(hubs_: list[Hub], tables: list[str], told: Told, versions: int) -> None:
    """At every table the hubs alternate in writing versions, each after the acknowledgement of the one
    before."""

    async def at(table: str) -> None:
        if not told[table]:
            told[table].append(entry(table, 0, hubs_[0].name))
            assert await hubs_[0].store.commit(table, 0, told[table][0], ttl=TTL)
            for hub in hubs_:
                await loaded(hub, table)
        for version in range(len(told[table]), versions):
            hub = hubs_[version % len(hubs_)]
            mine = entry(table, version, hub.name)
            assert await hub.store.commit(table, version, mine, ttl=TTL, ready=mine), "no other hub plays"
            told[table].append(mine)

    await asyncio.gather(*map(at, tables))


async def loaded(hub: Hub, table: str) -> None:
    """The hub follows this table, as soon as the replicas are on time with the data of a read."""
    async with within("the table is loaded"):
        while True:
            with contextlib.suppress(StoreAway):
                assert await hub.store.load(table)
                return


async def entries_of(hub: Hub, table: str) -> list[bytes]:
    """What the hub reads of a table, as soon as the replicas are on time."""
    async with within("the entries are read"):
        while True:
            with contextlib.suppress(StoreAway):
                return await hub.store.entries(table)


async def check(hubs_: list[Hub], told: Mapping[str, list[bytes]]) -> None:
    """Every hub reads exactly the acknowledged entries, and has received no others."""
    for hub in hubs_:
        for table, entries in told.items():
            assert await entries_of(hub, table) == entries
        assert hub.entries or len(hubs_) == 1
        for (table, version, data), ready in zip(hub.entries, hub.ready, strict=True):
            assert told[table][version - 1] == data and (ready == data or version == 1)


def stuck(hub: Hub) -> bool:
    """Does the hub report that moves are waiting?"""
    return hub.health[-1:] == [False]


async def has(machine: Machine, part: str, count: int) -> bool:
    """Does the machine have this many rows in this part of table t: its log, or its chat?"""
    return int(await machine.tell("LLEN", f"t:{{t}}:{part}")) == count


def so_far(told: Told) -> int:
    return sum(map(len, told.values()))


async def test_a_move_waits_for_the_replica_s_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "ANSWER_TIMEOUT_S", 3 * LIMIT)
    monkeypatch.setattr(copies, "PATIENCE_MS", round(1000 * LIMIT))
    primary, replica = Machine(tmp_path / "p"), Machine(tmp_path / "r")
    async with machines(primary, replica):
        await follow(replica, primary.port)
        await until(primary.copied)
        async with hubs(primary.url, "a", "b", copies=1) as (a, b):
            assert await a.store.commit("t", 0, b"0", ttl=TTL)
            await loaded(b, "t")
            assert await a.store.say("t", b"first", 5, 50) == b"first"
            await until(lambda: b.notes == [("t", b"first")])
            assert replica.process
            before = figure("copies_missing_total")
            monkeypatch.setattr(copies, "PATIENCE_MS", SOON_MS)
            replica.process.send_signal(signal.SIGSTOP)
            move = asyncio.create_task(a.store.commit("t", 1, b"1", ttl=TTL))
            await until(lambda: stuck(a))
            assert not move.done(), "a move is not acknowledged while one machine alone has it"
            assert figure("copies_missing_total") > before
            await until(lambda: has(primary, "log", 2))
            line = asyncio.create_task(a.store.say("t", b"a line", 6, 50))
            await until(lambda: has(primary, "chat", 2))
            with pytest.raises(StoreAway):
                await b.store.entries("t")
            with pytest.raises(StoreAway):
                await b.store.said("t")
            assert b.entries == [] and b.notes == [("t", b"first")] and not line.done()
            monkeypatch.setattr(copies, "PATIENCE_MS", round(1000 * LIMIT))
            replica.process.send_signal(signal.SIGCONT)
            async with within("the move is stored"):
                assert await move and await line == b"a line"
            await until(lambda: b.entries == [("t", 2, b"1")] and b.notes[1:] == [("t", b"a line")])
            await until(lambda: not stuck(a))
            replica.kill()
            await replica.start("--replicaof", f"127.0.0.1 {primary.port}")
            assert await a.store.commit("t", 2, b"2", ttl=TTL)
            assert await entries_of(b, "t") == [b"0", b"1", b"2"]


async def test_a_replica_that_only_remembers_is_no_copy(tmp_path: Path) -> None:
    primary, replica = Machine(tmp_path / "p"), Machine(tmp_path / "r", "--appendonly", "no")
    async with machines(primary, replica):
        await follow(replica, primary.port)
        await until(primary.copied)
        async with hubs(primary.url, "a", copies=1) as (a,):
            move = asyncio.create_task(a.store.commit("t", 0, b"0", ttl=TTL))
            await until(lambda: stuck(a))
            assert not move.done()
            await replica.tell("CONFIG", "SET", "appendonly", "yes")
            async with within("the move is stored"):
                assert await move


async def test_a_primary_that_was_cut_off_tells_nobody_anything(tmp_path: Path) -> None:
    """It continues to write for a while, and returns as a replica of the promoted one."""
    old, new = Machine(tmp_path / "old"), Machine(tmp_path / "new")
    told: Told = defaultdict(list)
    async with machines(old, new), Relay(old.port) as wire:
        await follow(new, wire.port)
        await until(old.copied)
        async with hubs(old.url, "a", "b", copies=1) as (a, b):
            await play([a, b], ["t", "u"], told, 10)
            assert [await one.store.limits.once("before", one.name, TTL) for one in (a, b)] == ["a", "a"]
            wire.cut()
            made = asyncio.create_task(a.store.limits.once("after", "of the one cut off", TTL))
            lost = asyncio.create_task(a.store.commit("t", 10, b"of the one cut off", ttl=TTL))
            await until(lambda: stuck(a))
            await until(lambda: has(old, "log", 11))  # it is written there
            with pytest.raises(StoreAway):
                await b.store.entries("t")
            with pytest.raises(StoreAway):
                await b.store.load("t")
            await new.tell("REPLICAOF", "NO", "ONE")
            await follow(old, new.port)
            await until(new.copied)
            async with hubs(new.url, "c", copies=1) as (c,):
                await play([c], ["t", "u"], told, 12)
                await check([c], told)
                assert await c.store.limits.once("before", "c", TTL) == "a"
                assert await c.store.limits.once("after", "c", TTL) == "c"
            assert not lost.done() and not made.done(), "an entry that may be lost is not published"
            lost.cancel()
            made.cancel()
            for table, version, data in b.entries:
                assert told[table][version - 1] == data, "b has received the stored entries, and no others"


async def test_a_machine_is_lost_and_sentinels_promote_its_replica(tmp_path: Path) -> None:
    first, second, third = (Machine(tmp_path / name) for name in ("first", "second", "third"))
    tables, told = [f"t{n}" for n in range(12)], defaultdict[str, list[bytes]](list)
    async with machines(first, second, third):
        await follow(second, first.port)
        await until(first.copied)
        async with sentinels(tmp_path, first) as url, hubs(url, "a", "b", copies=1) as (a, b):
            playing = asyncio.create_task(play([a, b], tables, told, 400))
            await until(lambda: so_far(told) > 1500)
            before = figure("takeovers_total")
            first.lose()
            await hasten(url)
            promised = {table: list(entries) for table, entries in told.items()}
            await until(lambda: is_primary(second))
            for table, entries in promised.items():
                assert (await second.tell("LRANGE", f"t:{{{table}}}:log", 0, -1))[: len(entries)] == entries
            assert not playing.done(), "without a second copy no move counts"
            await follow(third, second.port)
            async with within("all is played"):
                await playing
            assert figure("takeovers_total") >= before + 2, "each hub has found the new one"
            await check([a, b], told)


async def test_a_cluster_loses_a_machine_which_comes_back_empty(tmp_path: Path) -> None:
    tables, told = [f"t{n}" for n in range(18)], defaultdict[str, list[bytes]](list)
    async with cluster_with_replicas(tmp_path) as it, hubs(it.url, "a", "b", copies=1) as (a, b):
        playing = asyncio.create_task(play([a, b], tables, told, 250))
        await until(lambda: so_far(told) > 1000)
        before = figure("takeovers_total")
        await it.lose(it.machines[0])
        assert await is_primary(it.machines[3]) and not await is_primary(it.machines[0])
        async with within("all is played"):
            await playing
        assert figure("takeovers_total") >= before + 2, "each hub has found the new one"
        await check([a, b], told)


async def test_a_slot_moves_while_its_table_plays(tmp_path: Path) -> None:
    told = defaultdict[str, list[bytes]](list)
    async with cluster_with_replicas(tmp_path) as it, hubs(it.url, "a", "b", copies=1) as (a, b):
        slot = key_slot(b"t1")
        source = it.machines[slot * 3 // 16384]
        target = it.machines[(slot * 3 // 16384 + 1) % 3]
        playing = asyncio.create_task(play([a, b], ["t1", "t2", "t3"], told, 600))
        await until(lambda: len(told["t1"]) > 50)
        source_id, target_id = [(await one.tell("CLUSTER", "MYID")).decode() for one in (source, target)]
        await target.tell("CLUSTER", "SETSLOT", slot, "IMPORTING", source_id)
        await source.tell("CLUSTER", "SETSLOT", slot, "MIGRATING", target_id)
        while keys := await source.tell("CLUSTER", "GETKEYSINSLOT", slot, 1):
            await source.tell("MIGRATE", "127.0.0.1", target.port, keys[0], 0, 60_000, "REPLACE")
            await asyncio.sleep(0.05)
        # A table may lack some of its keys. Until the slot has arrived, a cluster requires all of them, so
        # moves wait.
        seen = len(told["t1"])
        for one in (target, source, it.machines[(slot * 3 // 16384 + 2) % 3]):
            await one.tell("CLUSTER", "SETSLOT", slot, "NODE", target_id)
        async with within("all is played"):
            await playing
        assert 50 < seen < 600 == len(told["t1"])
        assert owner(a, slot) == owner(b, slot) == target.port, "no move makes a detour any more"
        await check([a, b], told)


def owner(hub: Hub, slot: int) -> int:
    """The port of the node that this hub uses for a slot."""
    link: Any = hub.store._writer._link
    return int(link._owners[slot][1])


async def test_a_hub_says_what_the_promise_lacks(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    primary, *replicas = (Machine(tmp_path / name) for name in ("p", "r", "s"))
    async with machines(primary, *replicas):
        for replica in replicas:
            await follow(replica, primary.port)
        await until(lambda: _has_replicas(primary, 2))
        for copies, words in ((1, "set copies to 2"), (2, ""), (3, "wait until it has more")):
            caplog.clear()
            store = await open_store(primary.url, "a", copies)
            await store.close()
            said = " ".join(
                record.getMessage().lower() for record in caplog.records if record.levelname == "WARNING"
            )
            assert words in said if words else "copies" not in said


async def _has_replicas(machine: Machine, number: int) -> bool:
    return int((await machine.tell("INFO", "replication"))["connected_slaves"]) == number
