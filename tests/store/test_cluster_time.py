"""Cluster time in a Redis: what advances it, and what does not. The tests move Redis's clock by changing the
values that it has written, which has the same effect."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import pytest
from redis.asyncio import Redis

from server.net.rate_limits import Allowance
from server.store import cluster_time
from server.store.keys import HOUSE_TIME, HUBS, allowed
from server.store.store import Store
from tests.waiting import until

from ..process.stores import Hub, Nobody, hubs

HOUR_MS: Final = 3_600_000

GAP_MS: Final = cluster_time.GAP_MS
"""After which gap hubs count as down, in tests with gaps."""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hubs tick often, and are not down for a machine that stands still."""
    monkeypatch.setattr(cluster_time, "TICK_S", 0.02)
    monkeypatch.setattr(cluster_time, "GAP_MS", 24 * HOUR_MS)


async def written(redis: Redis) -> dict[str, int]:
    found: dict[Any, Any] = await redis.hgetall(HOUSE_TIME)
    return {field.decode(): int(value) for field, value in found.items()}


async def ticks(redis: Redis, count: int = 2) -> None:
    """Wait for this many ticks."""
    for _ in range(count):
        before = (await written(redis)).get("last", 0)

        async def another(before: int = before) -> bool:
            return (await written(redis)).get("last", 0) != before

        await until(another)


async def step_redis_clock(redis: Redis, ms: int) -> None:
    """Move the values that were written by Redis's clock back by this time."""
    by_its_clock: dict[Any, Any] = {
        field: value - ms for field, value in (await written(redis)).items() if field != "at"
    }
    await redis.hset(HOUSE_TIME, mapping=by_its_clock)


async def stands_still(redis: Redis, *there: Hub) -> bool:
    """Does the time stand still, for all hubs?"""
    before = (await written(redis))["at"], [hub.store.time.now() for hub in there]
    await ticks(redis, 3)
    return ((await written(redis))["at"], [hub.store.time.now() for hub in there]) == before


async def goes_on(hub: Hub) -> None:
    now = hub.store.time.now()
    await until(lambda: hub.store.time.now() > now + 50)


async def test_it_goes_on_while_a_hub_ticks_and_is_one_for_all(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis, hubs(redis_url, "a", "b") as (a, b):
        await goes_on(a)
        await goes_on(b)
        stored = (await written(redis))["at"]
        await ticks(redis)
        assert (await written(redis))["at"] > stored
        assert {"hub a", "hub b"} < (await written(redis)).keys()


@pytest.mark.parametrize("ms", (HOUR_MS, -HOUR_MS, 12_000))
async def test_a_gap_adds_nothing_and_people_may_come_back(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, ms: int
) -> None:
    monkeypatch.setattr(cluster_time, "RETURN_MS", HOUR_MS)
    async with Redis.from_url(redis_url) as redis, hubs(redis_url, "a") as (a,):
        await goes_on(a)
        monkeypatch.setattr(cluster_time, "GAP_MS", GAP_MS)
        await ticks(redis)  # one may have been on its way
        await step_redis_clock(redis, ms)
        await ticks(redis)
        before = a.store.time.now()
        assert await stands_still(redis, a)
        assert a.store.time.now() == before
        monkeypatch.setattr(cluster_time, "RETURN_MS", 0)
        await step_redis_clock(redis, 12_000)
        await goes_on(a)
        assert a.store.time.now() < before + HOUR_MS


async def test_a_hub_that_vanishes_is_waited_for_and_one_that_says_goodbye_is_not(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_time, "RETURN_MS", HOUR_MS)
    async with Redis.from_url(redis_url) as redis, hubs(redis_url, "a") as (a,):
        async with hubs(redis_url, "b") as (b,):
            await ticks(redis)
            await goes_on(b)
        assert "hub b" not in await written(redis)
        await goes_on(a)
        monkeypatch.setattr(cluster_time, "GAP_MS", GAP_MS)
        await ticks(redis)  # one may have been on its way
        await redis.hset(HOUSE_TIME, "hub c", (await written(redis))["last"] - 5_000)
        await ticks(redis)
        assert await stands_still(redis, a)
        assert "hub c" not in await written(redis), "it is waited for once"


async def test_a_hub_without_an_answer_stands_still_and_knows(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has ticked once."""
    monkeypatch.setattr(cluster_time, "TICK_S", 3600.0)
    monkeypatch.setattr(cluster_time, "AHEAD_S", 3600.0)
    async with hubs(redis_url, "a") as (a,):
        await until(lambda: a.store.time._heard)
        assert a.store.time.known
        monkeypatch.setattr(cluster_time, "AHEAD_S", 0.2)
        await until(lambda: not a.store.time.known)
        now = a.store.time.now()
        await asyncio.sleep(0.05)
        assert a.store.time.now() == now


async def test_a_house_goes_on_from_the_time_that_it_had(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        await redis.hset(HOUSE_TIME, "at", 1_000_000)
        async with hubs(redis_url, "a") as (a,):
            await ticks(redis)
            assert 1_000_000 <= a.store.time.now() < 1_000_000 + HOUR_MS


async def test_before_its_first_tick_a_hub_has_the_time_that_was_stored(redis_url: str) -> None:
    """A hub that starts reads deadlines before it ticks."""
    async with Redis.from_url(redis_url) as redis:
        await redis.hset(HOUSE_TIME, "at", 1_000_000)
        starting = Store(redis_url, "a", Nobody())
        await starting.open()
        try:
            assert starting.time.now() == 1_000_000 and not starting.time.known
        finally:
            await starting.close()


async def test_nobody_is_kept_from_tables_by_a_clock_that_was_set_back(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis, hubs(redis_url, "a") as (a,):
        taker = {"address:1": Allowance(3, 1000.0)}
        ahead = a.store.time.now() + HOUR_MS
        await redis.set(allowed("tables", "address:1"), ahead)
        await until(lambda: a.store.limits.allow("tables", taker, 1.0))


@pytest.mark.parametrize("behind_ms", [0, 1, 7, int(1000 * cluster_time.AHEAD_S)])
async def test_what_one_hub_has_emptied_is_empty_for_a_hub_whose_time_is_behind(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, behind_ms: int
) -> None:
    takers = {"person:ann": Allowance(3, 1 / 3600), "address:1": Allowance(5, 1 / 3600)}
    async with hubs(redis_url, "a", "b") as (a, b):
        moment = a.store.time.now()
        monkeypatch.setattr(a.store.time, "now", lambda: moment)
        monkeypatch.setattr(b.store.time, "now", lambda: moment - behind_ms)
        takes = [await hub.store.limits.allow("tables", takers, 1.0) for hub in (a, a, a, b, a, b)]
        assert takes == [True, True, True, False, False, False]


async def test_once_records_survive_a_clock_step_of_an_hour(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis, hubs(redis_url, "a") as (a,):
        assert await a.store.limits.once("made", "t1", 3_600) == "t1"
        assert await redis.ttl("once:made") > HOUR_MS / 1000 + 3_600 - 60


async def test_a_sign_from_the_future_is_none(redis_url: str) -> None:
    """Redis's clock was set back by an hour: people of a hub that has died meanwhile are absent."""
    async with Redis.from_url(redis_url) as redis, hubs(redis_url, "a", "b") as (a, b):
        assert await a.store.commit("t", 0, b"made", ttl=1000)
        await b.store.heartbeats.set_here("t", "ann:0", b"row")
        assert await a.store.heartbeats.here("t") == [b"row"]
        b.store.heartbeats.end()
        seconds, _ = await redis.time()
        await redis.zadd(HUBS, {"b": seconds * 1000 + HOUR_MS})
        assert await a.store.heartbeats.here("t") == []
