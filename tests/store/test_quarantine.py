"""A key of the wrong type in Redis stops only the operations that use it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator

import pytest
from redis.asyncio import Redis

from protocol.frames import Done, Gone, Join, Make, Sit
from server.store import quarantine
from server.store.clients import StoreAway
from server.store.keys import DUE, LOBBY, key
from server.store.quarantine import WrongType
from tests.waiting import until

from ..live.hubs import Raw, all_close, houses
from ..process.stores import hubs

TTL = 1000


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Short pauses between retries, so that a test sees many of them."""
    monkeypatch.setattr(quarantine, "MIN_RETRY_PAUSE_S", 0.01)
    monkeypatch.setattr(quarantine, "MAX_RETRY_PAUSE_S", 0.05)
    monkeypatch.setattr("server.live.follower.MENDED_S", 0.05)
    yield


def said(caplog: pytest.LogCaptureFixture, place: str) -> list[str]:
    """The log lines about a key."""
    lines = [record.getMessage() for record in caplog.records if record.name == quarantine.__name__]
    return [line for line in lines if place in line]


async def test_a_commit_waits_for_its_own_log_and_for_no_other(
    redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    place = key("bad", "log")
    async with hubs(redis_url, "a", "b") as (a, b), Redis.from_url(redis_url) as redis:
        await redis.set(place, "by hand")
        waiting = asyncio.create_task(a.store.commit("bad", 0, b"0", ttl=TTL))
        await until(lambda: len(said(caplog, place)) == 1)
        for version in range(30):
            assert await a.store.commit("good", version, b"%d" % version, ttl=TTL)
            await asyncio.sleep(0.01)
        await until(lambda: a.store.waiting == 1)  # a heartbeat may wait for its answer just now
        assert not waiting.done()
        assert a.store.healthy and a.health == [], "all others go through"
        assert len(said(caplog, place)) == 1, "once is enough"
        with pytest.raises(WrongType):
            await b.store.load("bad")
        with pytest.raises(WrongType):
            await b.store.entries("bad")
        assert await b.store.lengths(["good", "bad", "nowhere"]) == [30, -1, 0]
        await redis.delete(place)
        assert await waiting
        assert await a.store.entries("bad") == [b"0"]
        assert "can be used again" in said(caplog, place)[-1]


async def test_a_waiting_announcement_ends_when_the_store_is_closed(redis_url: str) -> None:
    async with hubs(redis_url, "a") as (a,), Redis.from_url(redis_url) as redis:
        await redis.set(LOBBY, "by hand")
        waiting = asyncio.create_task(a.store.announce("t", b"summary"))
        await until(lambda: a.store.waiting == 1 and not a.store.late(0.0))
        await a.store.close()
        with pytest.raises(StoreAway):
            await waiting
        await redis.delete(LOBBY)


async def test_the_deadlines_of_the_house_are_said_once_and_used_again(
    redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with hubs(redis_url, "a") as (a,), Redis.from_url(redis_url) as redis:
        await redis.set(DUE, "by hand")
        for _ in range(5):
            with pytest.raises(WrongType):
                await a.store.due(1, 10)
        assert len(said(caplog, DUE)) == 1
        await redis.delete(DUE)
        assert await a.store.due(1, 10) == []


async def test_the_other_tables_of_a_hub_play_on(redis_url: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    async with houses(redis_url, 2, poll_s=0.05) as (one, two), Redis.from_url(redis_url) as redis:
        ann, bob = await Raw.open(one.url, "a" * 30, "Ann"), await Raw.open(two.url, "b" * 30, "Bob")
        tables = []
        for id in (1, 2):
            await ann.send(Make(id, "machi_koro", 2))
            tables.append(str((await ann.next(Done, count=id)).table))
        bad, good = tables
        await redis.rename(key(bad, "log"), key(bad, "kept"))
        await redis.set(key(bad, "log"), "by hand")
        await bob.send(Join(bad))
        await until(lambda: len(said(caplog, key(bad, "log"))) >= 1)
        await ann.send(Sit(3, bad, 0))
        await ann.send(Sit(4, good, 0))
        await bob.send(Sit(5, good, 1))
        await until(lambda: any(done.id == 4 for done in ann.of(Done)))
        await until(lambda: any(done.id == 5 for done in bob.of(Done)))
        assert one.parts.store.healthy and two.parts.store.healthy
        assert not any(done.id == 3 for done in ann.of(Done)) and not bob.of(Gone)
        await redis.rename(key(bad, "kept"), key(bad, "log"))
        await until(lambda: any(done.id == 3 for done in ann.of(Done)))
        await bob.send(Sit(6, bad, 1))
        await until(lambda: any(done.id == 6 for done in bob.of(Done)))
        assert len(said(caplog, key(bad, "log"))) <= 6, "each hub says it once, and once that it is over"
        await all_close(ann, bob)
