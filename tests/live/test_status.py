"""The status behind a table's link, for people who have not joined."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx

from protocol.codec import unpacked
from protocol.frames import Close, Done, Full, Join, Make, Sit, Start
from tests.waiting import LIMIT

from .hubs import House, Raw, houses


async def seen(house: House, table: str) -> dict[str, Any]:
    async with httpx.AsyncClient(timeout=LIMIT) as web:
        answer = await web.get(f"{house.http}/tables/{table}")
    found: dict[str, Any] = answer.json() or {}  # the other hub may not have received it yet
    return found


async def seen_as(house: House, table: str, **wanted: Any) -> dict[str, Any]:
    """The status, as soon as these fields have these values."""
    async with asyncio.timeout(LIMIT):
        while True:
            found = await seen(house, table)
            if {key: found.get(key) for key in wanted} == wanted:
                return found
            await asyncio.sleep(0.05)


async def test_a_table_is_seen_from_any_hub_without_joining_it(redis_url: str) -> None:
    async with houses(redis_url, 2) as (one, two):
        ann = await Raw.open(one.url, "a" * 30, "Ann")
        await ann.send(Make(1, "machi_koro", 2, public=False))
        await ann.next(Done)
        table = ann.of(Done)[0].table
        found = await seen_as(two, table, phase="open")
        assert found["host_name"] == "Ann" and found["game"] == "machi_koro"
        assert [row["kind"] for row in found["seats"]] == ["open", "open"] and found["asked"] == []
        assert not {"wanted", "public", "secret"} & found.keys()
        await ann.send(Sit(2, table, 0))
        await ann.send(Sit(3, table, 1))
        await ann.next(Done, count=3)
        await ann.send(Start(4, table))
        await ann.next(Done, count=4)
        await ann.send(Join(table, 0))
        asks = unpacked((await ann.next(Full)).public)["asks"]
        assert asks
        for house in (one, two):
            await seen_as(house, table, phase="playing", asked=[seat for seat, *_ in asks])
        await ann.close()


async def test_nothing_is_told_of_tables_that_are_not_there_or_closed(redis_url: str) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        assert (await web.get("/tables/none")).json() is None
        ann = await Raw.open(house.url, "a" * 30, "Ann")
        await ann.send(Make(1, "machi_koro", 2))
        await ann.next(Done)
        table = ann.of(Done)[0].table
        await seen_as(house, table, phase="open")
        await ann.send(Close(2, table))
        await ann.next(Done, count=2)
        async with asyncio.timeout(LIMIT):
            while (await web.get(f"/tables/{table}")).json() is not None:
                await asyncio.sleep(0.05)
        await ann.close()
