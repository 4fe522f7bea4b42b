"""Outages of one node of a real cluster: the time of its tables stands still, that of others goes on."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.crc import key_slot

from server.store import cluster_time, links
from server.store.keys import HOUSE_TIME, key, node_outages
from server.store.outages import Outage, Outages
from server.store.scripts import PULSE
from tests.waiting import LIMIT, until

from ..process.stores import Hub, hubs
from .test_store_faults import Cluster, cluster

GAP_MS = 300

NO_GAP_MS = 3_600_000
"""No outage is found but where a test makes one, however long this machine stands still."""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hubs tick often, and notice soon that a node doesn't answer."""
    monkeypatch.setattr(cluster_time, "TICK_S", 0.02)
    monkeypatch.setattr(cluster_time, "AHEAD_S", 0.2)
    monkeypatch.setattr(cluster_time, "GAP_MS", NO_GAP_MS)
    monkeypatch.setattr(cluster_time, "RETURN_MS", 1_000)


def part_of(name: str) -> int:
    return key_slot(name.encode()) // 8192


HOUSE = part_of(HOUSE_TIME)

THERE, AWAY = (
    next(f"t{n}" for n in range(100) if part_of(key(f"t{n}", "log")) == part) for part in (HOUSE, 1 - HOUSE)
)
"""A table beside the cluster time, and one on the other node."""


@contextlib.contextmanager
def stopped(nodes: Cluster) -> Iterator[None]:
    """Without the node that lacks the cluster time."""
    node = nodes.nodes[1 - HOUSE]
    node.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        node.send_signal(signal.SIGCONT)


async def ready(*there: Hub) -> None:
    await until(lambda: all(hub.store.outages.known(table) for hub in there for table in (THERE, AWAY)))


async def goes_on(hub: Hub, ms: int) -> None:
    now = hub.store.time.now()
    await until(lambda: hub.store.time.now() > now + ms)


async def test_the_time_of_a_lost_node_s_tables_stands_still_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(links, "ANSWER_TIMEOUT_S", LIMIT)  # one message waits for the node, however long
    async with cluster(tmp_path) as nodes, hubs(f"cluster+redis://127.0.0.1:{nodes.ports[0]}", "a") as (a,):
        told: list[int] = []

        def on_outage() -> None:
            told.append(a.store.time.now())
            monkeypatch.setattr(cluster_time, "GAP_MS", NO_GAP_MS)

        a.store.outages._on_outage = on_outage
        await ready(a)
        began = a.store.time.now()
        with stopped(nodes):
            monkeypatch.setattr(cluster_time, "GAP_MS", GAP_MS)
            await until(lambda: not a.store.outages.known(AWAY))
            await goes_on(a, GAP_MS)
            stands = a.store.outages.now(AWAY)
            await goes_on(a, GAP_MS)
            assert a.store.outages.now(AWAY) == stands and not a.store.outages.known(AWAY)
            await until(lambda: a.store.outages.known(THERE))
            assert a.store.outages.now(THERE) > stands
            assert a.store.healthy, "nothing has to be written there"
        await until(lambda: bool(told))
        await ready(a)
        (outage,) = a.store.outages.after(AWAY, began)
        assert began - 1_000 < outage.since <= stands
        lost, until_ = a.store.outages.lost(AWAY, stands)
        assert until_ == outage.until and lost == until_ - stands >= GAP_MS + 1_000
        assert a.store.outages.after(THERE, 0) == [] and a.store.outages.lost(THERE, began) == (0, 0)
        assert a.store.outages.lost(AWAY, outage.until) == (0, 0), "made up for"
        async with hubs(f"cluster+redis://127.0.0.1:{nodes.ports[1]}", "b") as (b,):
            await ready(b)
            assert b.store.outages.after(AWAY, began) == [outage], "also for a hub that was not there"


async def test_a_node_that_one_hub_reaches_is_not_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = "cluster+redis://127.0.0.1:{}"
    async with cluster(tmp_path) as nodes, hubs(url.format(nodes.ports[0]), "a", "b") as (a, b):
        await ready(a, b)
        for node in b.store.outages._nodes.values():
            await node.pulses.close(0)
        await until(lambda: not b.store.outages.known(AWAY))
        began = a.store.time.now()
        now = [began]
        monkeypatch.setattr(a.store.time, "now", lambda: now[0])

        async def heard() -> None:
            """Wait until all nodes have heard of this moment."""
            await until(lambda: all(node.at == now[0] for node in a.store.outages._nodes.values()))

        await heard()
        monkeypatch.setattr(cluster_time, "GAP_MS", GAP_MS)
        while now[0] < began + 3 * GAP_MS:
            now[0] += GAP_MS // 3
            await heard()
        await until(lambda: a.store.outages.known(AWAY))
        assert a.store.outages.after(AWAY, began) == []


async def test_only_the_last_outages_are_kept(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        place = node_outages("0")

        async def pulse(at: int) -> list[int]:
            reply: Any = await redis.eval(PULSE.text, 1, place, at, 300, 3, 60)
            return list(reply)

        assert await pulse(1_000) == await pulse(1_300) == await pulse(1_200) == []
        assert await pulse(1_700) == [1_300, 1_700]
        for at in (3_000, 5_000, 7_000, 9_000):
            found = await pulse(at)
        assert found == [3_000, 5_000, 5_000, 7_000, 7_000, 9_000]
        assert 0 < await redis.ttl(place) <= 60
        assert await pulse(2_000) == found, "the cluster time was set back"
        assert await pulse(2_200) == found


@pytest.mark.parametrize(
    ("since", "lost", "goes_on_at"),
    ((0, 2_900, 3_000), (150, 2_850, 3_000), (500, 1_900, 3_000), (2_000, 0, 0), (3_000, 0, 0)),
)
def test_no_time_is_made_up_for_twice(
    monkeypatch: pytest.MonkeyPatch, since: int, lost: int, goes_on_at: int
) -> None:
    """Outages from 100 to 200 and from 1,100 to 2,000. Tables wait for a second after each, so the second one
    began before they went on."""
    node = SimpleNamespace(outages=[Outage(100, 1_200), Outage(1_100, 3_000)])
    monkeypatch.setattr(Outages, "_of", lambda self, table: node)
    nodes: Any = None
    assert Outages(nodes, nodes, 0, nodes).lost("t", since) == (lost, goes_on_at)
    assert Outage(100, 1_200).put_off(50) == 1_150
    assert Outage(100, 1_200).put_off(700) == Outage(100, 1_200).put_off(1_200) == 1_200
