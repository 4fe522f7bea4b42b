"""How long tables are kept: outages and steps of the wall clock take no time from those that go on."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from protocol.frames import Browse, Close, Done, Gone, Join, Joined, Listed, Lobby, Make, Say, Sit, Start
from server.live import chat
from server.settings.config import OUTAGES_S
from server.store.keys import key, keys
from tests.waiting import until

from .hubs import House, Raw, all_close, houses

QUICK: dict[str, Any] = {"tick_s": 0.05, "grace_ms": 100, "poll_s": 0.1}


async def seconds_left(redis_url: str, table: str) -> int:
    """Until Redis removes the log of this table."""
    async with Redis.from_url(redis_url) as redis:
        return int(await redis.ttl(key(table, "log")))


async def made(raw: Raw) -> str:
    await raw.send(Make(1, "machi_koro", 2))
    return str((await raw.next(Done)).table)


async def test_a_table_that_goes_on_outlives_two_weeks_without_the_service(redis_url: str) -> None:
    times = {"open_ttl_s": 1000, "playing_ttl_s": 2000, "over_ttl_s": 3000}
    async with houses(redis_url, **times) as (house,):
        people = [await Raw.open(house.url, name * 30, name) for name in "ab"]
        table = await made(people[0])
        assert await seconds_left(redis_url, table) >= 1000 + OUTAGES_S
        for seat, raw in enumerate(people):
            await raw.send(Sit(2, table, seat))
        await until(lambda: all(len(raw.of(Done)) >= 1 for raw in people))
        await people[0].send(Start(3, table))
        await until(lambda: any(it.id == 3 for it in people[0].of(Done)))
        assert await seconds_left(redis_url, table) >= 2000 + OUTAGES_S
        await people[0].send(Close(4, table))
        await until(lambda: any(it.id == 4 for it in people[0].of(Done)))
        assert 2900 < await seconds_left(redis_url, table) <= 3000 * 9 / 8, "nothing more happens there"
        await all_close(*people)


async def listed(house: House) -> tuple[Raw, Any]:
    browser = await Raw.open(house.url, "c" * 30)
    await browser.send(Browse())
    return browser, await browser.next(Lobby)


def nobody_anywhere(house: House) -> bool:
    """Does this hub count nobody at any table?"""
    parts = house.parts
    rows = parts.presence.written or parts.store.heartbeats._rows
    return not rows and not any(socket.at for socket in parts.hub.sockets)


@pytest.mark.parametrize("count", [1, 2])
async def test_a_table_without_a_change_for_its_time_is_removed_everywhere(
    redis_url: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat, "KEPT_LINES", 1)
    async with houses(redis_url, count, **QUICK) as all_houses:
        people = [
            await Raw.open(house.url, name * 30, name) for name, house in zip("ab", all_houses, strict=False)
        ]
        browser, _ = await listed(all_houses[0])
        table = await made(people[0])
        for raw in people:
            await raw.send(Join(table))
            await raw.next(Joined)
        for number in (5, 6):
            await people[0].send(Say(number, table, "hello"))
        for house in all_houses:  # only now, since a slow machine needs a while for all that
            house.parts.presence.settings = replace(house.settings, open_ttl_s=1)
        for raw in people:
            assert (await raw.next(Gone)).code == "unknown-table"
        await until(lambda: any(it.table == table and not it.summary for it in browser.of(Listed)))
        async with Redis.from_url(redis_url) as redis:

            async def nothing_left() -> bool:
                rest = await redis.keys(key(table, "*"))
                return not rest and await redis.zscore("due", table) is None

            await until(nothing_left)
        await until(lambda: all(map(nobody_anywhere, all_houses)))
        await all_close(*people, browser)


async def test_one_that_another_hub_has_just_changed_stays(redis_url: str) -> None:
    async with houses(redis_url, 1, tick_s=1000.0) as (house,):
        raw = await Raw.open(house.url, "a" * 30, "Ann")
        table = await made(raw)
        store = house.parts.store
        assert not await store.expire(table, 2) and await store.entries(table)
        assert await store.expire(table, 1) and not await store.entries(table)
        await raw.close()


async def test_deadlines_go_by_cluster_time(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A week passes by the wall clock alone."""
    async with houses(redis_url, 1, open_ttl_s=86_400, **QUICK) as (house,):
        raw = await Raw.open(house.url, "a" * 30, "Ann")
        table = await made(raw)
        async with Redis.from_url(redis_url) as redis:
            for place in keys(table):
                await redis.expire(place, await redis.ttl(place) - 7 * 86_400)
        await house.parts.store.set_due(table, 1)
        await house.parts.presence.poll()
        await house.parts.registry.drain()
        await raw.send(Join(table))
        await raw.next(Joined)
        assert await seconds_left(redis_url, table) > 86_400
        await raw.close()
