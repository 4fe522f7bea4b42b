"""The store on a real Redis: one writer wins each version, no entry is lost or doubled, and every hub is
notified."""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from protocol.codec import packed
from server.live.chat import SAID
from server.process.child import tie_to
from server.store import heartbeats
from server.store import store as store_module
from server.store.clients import connect
from server.store.keys import HUBS, key, keys
from server.store.store import MARKS_PER_LINE, LoadedTable, StoreAway
from tests.waiting import until

from ..process.stores import Hub, Proxy, hubs, open_store

TTL = 1000


async def test_an_entry_goes_to_exactly_its_version(redis_url: str) -> None:
    async with hubs(redis_url, "a", "b") as (a, b):
        assert await a.store.commit("t", 0, b"made", ttl=TTL)
        assert not await b.store.commit("t", 0, b"made differently", ttl=TTL), "the version is taken"
        assert not await b.store.commit("t", 2, b"too far", ttl=TTL)
        assert await b.store.commit("t", 1, b"x\0 \r\ny", ttl=TTL)
        assert await a.store.commit("t", 0, b"made", ttl=TTL), "just this lies there"
        assert await a.store.entries("t") == [b"made", b"x\0 \r\ny"]
        assert await a.store.entries("t", 1, 1) == [b"x\0 \r\ny"]
        assert await a.store.entries("nowhere") == []
        assert await b.store.lengths(["t", "nowhere"]) == [2, 0]


async def test_prepared_data_are_published_and_not_stored(redis_url: str) -> None:
    async with hubs(redis_url, "a", "b", "c") as (a, b, c):
        assert await a.store.commit("t", 0, b"made", ttl=TTL, ready=b"nobody hears") == 1
        await b.store.load("t")
        assert await a.store.commit("t", 1, b"an entry", ttl=TTL, ready=b" 7 e\n\0") == 2
        await c.store.load("t")
        assert await a.store.commit("t", 2, b"", ttl=TTL, ready=b"\0") == 3
        assert await a.store.commit("t", 2, b"", ttl=TTL, ready=b"again") == 3, "just this lies there"
        assert await b.store.commit("t", 3, b"plain", ttl=TTL) == 3
        await until(lambda: len(c.entries) == 2)
        assert b.entries == [("t", 2, b"an entry"), ("t", 3, b"")] and b.ready == [b" 7 e\n\0", b"\0"]
        assert c.entries == [("t", 3, b""), ("t", 4, b"plain")] and c.ready == [b"\0", b""]
        await until(lambda: len(a.entries) == 1)
        assert await b.store.entries("t") == [b"made", b"an entry", b"", b"plain"]


async def test_of_two_hubs_that_race_one_wins(redis_url: str) -> None:
    async with hubs(redis_url, "a", "b") as both:
        winners = []
        for version in range(60):
            entries = [b"%s %d" % (hub.name.encode(), version) for hub in both]
            won = await asyncio.gather(
                *(
                    hub.store.commit("t", version, entry, ttl=TTL)
                    for hub, entry in zip(both, entries, strict=True)
                )
            )
            assert won.count(0) == 1
            winners.append(entries[won.index(max(won))])
        assert await both[0].store.entries("t") == winners


async def test_a_lost_reply_is_repeated_and_happens_once(redis_url: str, tmp_path: Path) -> None:
    behind, _, query = redis_url.removeprefix("unix://").partition("?")
    async with Proxy(tmp_path / "p", Path(behind)) as proxy, hubs(f"{proxy.url}?{query}", "a") as (a,):
        for version in range(30):
            proxy.swallow = version % 3
            assert await a.store.commit("t", version, b"%d" % version, snapshot=b"s", ttl=TTL, due=version)
        assert proxy.lost == 30
        assert await a.store.entries("t") == [b"%d" % version for version in range(30)]
        assert await a.store.load("t") == LoadedTable(30, b"s", [])
        assert False in a.health and a.health[-1] and a.store.healthy


async def test_loading_gives_the_snapshot_and_what_came_after(redis_url: str) -> None:
    async with hubs(redis_url, "a", "b") as (a, b):
        assert await b.store.load("t") is None
        await a.store.commit("t", 0, b"0", ttl=TTL)
        assert await b.store.load("t") == LoadedTable(0, b"", [b"0"])
        await a.store.commit("t", 1, b"1", snapshot=b"after 1", ttl=TTL)
        assert await b.store.load("t") == LoadedTable(2, b"after 1", [])
        await a.store.commit("t", 2, b"2", ttl=TTL)
        assert await b.store.load("t") == LoadedTable(2, b"after 1", [b"2"])


async def test_followers_get_every_entry_in_order(redis_url: str) -> None:
    async with hubs(redis_url, "a", "b", "c") as (a, b, c):
        await a.store.commit("t", 0, b"0", ttl=TTL)
        await b.store.load("t")
        for version in range(1, 200):
            await (b if version % 5 == 0 else a).store.commit("t", version, b"%d" % version, ttl=TTL)
        expected = [("t", version + 1, b"%d" % version) for version in range(1, 200)]
        await until(lambda: len(a.entries) == 39 and len(b.entries) == 160)
        assert b.entries == [row for row in expected if (row[1] - 1) % 5]
        assert a.entries == [row for row in expected if (row[1] - 1) % 5 == 0], (
            "the maker follows from the start"
        )
        assert c.entries == [], "it never asked"

        await b.store.unfollow("t")
        await a.store.commit("t", 200, b"later", ttl=TTL)
        await a.store.note("t", b"?")
        await c.store.announce("end", b"of all that was sent before")
        await until(lambda: b.lobby)
        assert len(b.entries) == 160 and not b.notes


async def test_nothing_falls_between_loading_and_following(redis_url: str) -> None:
    async with hubs(redis_url, "a", "b", "c", "d") as (a, *others):
        await a.store.commit("t", 0, b"0", ttl=TTL)

        async def play() -> None:
            for version in range(1, 400):
                snapshot = b"%d" % (version + 1) if version % 7 == 0 else None
                assert await a.store.commit("t", version, b"%d" % version, snapshot=snapshot, ttl=TTL)

        async def join(hub: Hub, late: int) -> LoadedTable | None:
            await asyncio.sleep(0.01 * late)
            return await hub.store.load("t")

        playing = asyncio.create_task(play())
        loaded = await asyncio.gather(*(join(hub, late) for late, hub in enumerate(others)))
        await playing
        for hub, stored in zip(others, loaded, strict=True):
            assert stored is not None
            start = stored.version + len(stored.entries)
            assert stored.snapshot == (b"%d" % stored.version if stored.version else b"")
            assert stored.entries == [b"%d" % version for version in range(stored.version, start)]
            heard = hub.entries
            await until(lambda heard=heard: heard and heard[-1][1] == 400)  # type: ignore[misc]
            assert [version for _, version, _ in heard if version > start] == list(range(start + 1, 401))


async def test_two_hundred_tables_at_once(redis_url: str) -> None:
    async with hubs(redis_url, "a") as (a,):

        async def play(table: str) -> None:
            for version in range(50):
                assert await a.store.commit(table, version, f"{table} {version}".encode(), ttl=TTL)

        tables = [f"t{n}" for n in range(200)]
        await asyncio.gather(*map(play, tables))
        assert await a.store.lengths(tables) == [50] * 200
        assert await a.store.entries("t77") == [f"t77 {version}".encode() for version in range(50)]


async def test_giving_up_the_wait_does_not_take_a_commit_back(redis_url: str) -> None:
    async with hubs(redis_url, "a") as (a,):
        waiting = asyncio.create_task(a.store.commit("t", 0, b"made", ttl=TTL))
        await asyncio.sleep(0)
        waiting.cancel()
        assert await a.store.commit("t", 1, b"next", ttl=TTL)
        assert await a.store.entries("t") == [b"made", b"next"]


async def test_scripts_that_redis_forgot_are_sent_again(redis_url: str) -> None:
    async with hubs(redis_url, "a") as (a,), Redis.from_url(redis_url) as redis:
        for version in range(3):
            await redis.script_flush()
            assert await a.store.commit("t", version, b"e", ttl=TTL)
            await redis.script_flush()
            assert await a.store.load("t") is not None
        assert a.health == []


async def test_every_key_of_a_table_expires(redis_url: str) -> None:
    async with hubs(redis_url, "a", "b") as (a, b), Redis.from_url(redis_url) as redis:

        async def left() -> list[int]:
            return [await redis.ttl(f"t:{{t}}:{part}") for part in ("log", "state", "hubs", "here")]

        await a.store.commit("t", 0, b"0", ttl=1000)
        await b.store.load("t")
        await a.store.heartbeats.set_here("t", "x", b"row")
        await a.store.commit("t", 1, b"1", snapshot=b"s", ttl=1000)
        assert all(1000 <= seconds <= 1125 for seconds in await left())
        await a.store.commit("t", 2, b"2", ttl=5000)
        assert all(5000 <= seconds <= 5625 for seconds in await left())
        await a.store.commit("t", 3, b"3", snapshot=b"over", ttl=100)
        assert all(100 <= seconds <= 113 for seconds in await left()), "a finished table is kept for less"
        await asyncio.gather(*(redis.expire(place, 0) for place in keys("t")))
        assert await a.store.load("t") is None
        assert not await a.store.commit("t", 4, b"4", ttl=100), "a table that is gone doesn't come back"
        assert [key async for key in redis.scan_iter("t:*")] == []


async def test_deadlines(redis_url: str) -> None:
    async with hubs(redis_url, "a") as (a,):
        for n, due in enumerate([300, 100, 200]):
            await a.store.commit(f"t{n}", 0, b"0", ttl=TTL, due=due)
        assert await a.store.due(99, 10) == []
        assert await a.store.due(250, 10) == ["t1", "t2"]
        assert await a.store.due(1000, 2) == ["t1", "t2"]
        await a.store.commit("t1", 1, b"1", ttl=TTL, due=400)
        await a.store.commit("t2", 1, b"1", ttl=TTL, due=0)
        await a.store.commit("t0", 1, b"1", ttl=TTL)
        assert not await a.store.commit("t0", 1, b"lost", ttl=TTL, due=1)
        assert await a.store.due(1000, 10) == ["t0", "t1"], "the loser of a race moves no deadline"
        await a.store.set_due("t0", None)
        await a.store.set_due("t2", 5)
        assert await a.store.due(1000, 10) == ["t2", "t1"]
        await a.store.due_by("t2", 6)
        await a.store.due_by("t1", 4)
        await a.store.due_by("t3", 3)
        assert await a.store.due(5, 10) == ["t3", "t1", "t2"]


async def test_the_lobby_is_heard_by_all(redis_url: str) -> None:
    async with hubs(redis_url, "a", "b") as (a, b), Redis.from_url(redis_url) as redis:
        for table in ("one", "two"):
            await a.store.commit(table, 0, b"0", ttl=TTL)
            await a.store.announce(table, table.encode() + b" \0")
        await a.store.announce("two", b"two \0")  # an announcement without news is not published
        await b.store.announce("one", None)
        await b.store.announce("one", None)
        rows: list[tuple[str, bytes | None]] = [("one", b"one \0"), ("two", b"two \0"), ("one", None)]
        await until(lambda: len(a.lobby) == len(b.lobby) == 3)
        assert a.lobby == b.lobby == rows
        assert await b.store.lobby() == {"two": b"two \0"}
        await redis.expire(keys("two")[0], 0)
        assert await b.store.lobby() == {}, "a table that has expired is no longer listed"
        await until(lambda: a.lobby[-1] == ("two", None))


async def test_notes_reach_the_other_followers(redis_url: str) -> None:
    async with hubs(redis_url, "a", "b", "c") as (a, b, c):
        await a.store.commit("t", 0, b"0", ttl=TTL)
        await b.store.load("t")
        assert await a.store.note("t", b"good evening \0\r\n")
        assert await b.store.note("t", b"good evening!")
        await until(lambda: a.notes and b.notes)
        assert (a.notes, b.notes, c.notes) == ([("t", b"good evening!")], [("t", b"good evening \0\r\n")], [])


async def test_the_first_value_stands(redis_url: str) -> None:
    async with hubs(redis_url, "a", "b") as (a, b):
        mine, yours = (hub.store.limits.once("k", hub.name, 60) for hub in (a, b))
        first, second = await asyncio.gather(mine, yours)
        assert first == second
        assert first in ("a", "b")
        assert await a.store.limits.once("other", "x", 60) == "x"


GUEST = """
import asyncio, sys
from tests.process.stores import open_store

async def main():
    store = await open_store(sys.argv[1], "guest")
    await store.heartbeats.set_here("t", "anna", b"anna through the guest hub")
    print("there", flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


async def seen_by(hub: Hub, people: list[bytes]) -> bool:
    """Are exactly these people at the table?"""
    return await hub.store.heartbeats.here("t") == people


async def test_people_at_a_table_by_heartbeats(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeats, "HEARTBEAT_INTERVAL_S", 0.05)
    monkeypatch.setattr(heartbeats, "HEARTBEAT_TIMEOUT_S", 3.0)
    guest = subprocess.Popen(
        [sys.executable, "-c", GUEST, redis_url],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
        preexec_fn=tie_to(os.getpid()),
    )
    assert guest.stdout is not None
    async with hubs(redis_url, "a", "b") as (a, b):
        await a.store.commit("t", 0, b"0", ttl=TTL)
        assert await a.store.heartbeats.here("t") == []
        await a.store.heartbeats.set_here("t", "berta", b"berta")
        await b.store.heartbeats.set_here("t", "carl", b"carl")
        assert (await asyncio.to_thread(guest.stdout.readline)).strip() == "there"
        everybody = [b"berta", b"carl", b"anna through the guest hub"]
        await until(lambda: seen_by(b, everybody))
        guest.kill()
        guest.wait()
        guest.stdout.close()
        await until(lambda: seen_by(a, everybody[:2]))  # the people of a killed hub disappear with it
        await b.store.heartbeats.set_here("t", "carl", None)
        await a.store.heartbeats.set_here("t", "berta", b"berta 2")
        await until(lambda: seen_by(b, [b"berta 2"]))
        await a.store.close()
        assert await b.store.heartbeats.here("t") == [], "a hub that says goodbye takes them at once"


async def test_rows_come_back_after_their_hub_was_taken_for_dead(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heartbeats, "HEARTBEAT_INTERVAL_S", 0.05)
    async with hubs(redis_url, "a", "b") as (a, b), Redis.from_url(redis_url) as redis:
        await a.store.commit("t", 0, b"0", ttl=TTL)
        await a.store.heartbeats.set_here("t", "berta", b"berta")
        await redis.delete("hubs", "t:{t}:here")
        await until(lambda: seen_by(b, [b"berta"]))


async def test_a_redis_that_may_lose_things_is_named(
    redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        async with hubs(redis_url, "a"), Redis.from_url(redis_url) as redis:
            assert caplog.messages == []
            await redis.config_set("appendfsync", "everysec")
            try:
                async with hubs(redis_url, "b"):
                    assert caplog.messages == [
                        "Redis has appendfsync not set to always: it can lose acknowledged moves. Set "
                        "appendfsync always in its configuration, and now by CONFIG SET appendfsync always."
                    ]
            finally:
                await redis.config_set("appendfsync", "always")


async def test_no_redis_is_said_when_opening(tmp_path: Path) -> None:
    with pytest.raises(StoreAway):
        await open_store(f"unix://{tmp_path}/nobody.sock", "a")


@pytest.mark.parametrize(
    "url",
    [
        "",
        "nonsense",
        "http://127.0.0.1/",
        "redis://host:port",
        "cluster+unix:///x",
        "cluster+redis://a:1,b:c",
    ],
)
def test_invalid_addresses_are_refused(url: str) -> None:
    with pytest.raises(ValueError):
        connect(url)


async def test_a_hub_that_is_registered_anew_by_reading_has_missed_messages(redis_url: str) -> None:
    async with hubs(redis_url, "a", "b") as (a, b), Redis.from_url(redis_url) as redis:
        await a.store.commit("t", 0, b"0", ttl=TTL)
        await b.store.load("t")
        await b.store.load("t")
        assert b.doubts == 0
        await redis.zrem("t:{t}:hubs", "b")
        await b.store.load("t")
        assert b.doubts == 1
        await b.store.unfollow("t")
        await b.store.load("t")
        assert b.doubts == 1, "it was unregistered on purpose"


async def test_followers_say_again_that_they_are_there(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [f"t{n}" for n in range(600)]
    async with hubs(redis_url, "a", "b") as (a, b), Redis.from_url(redis_url) as redis:
        await asyncio.gather(*(a.store.commit(table, 0, b"0", ttl=TTL) for table in tables))
        await asyncio.gather(*map(b.store.load, tables))
        await redis.zadd("t:{t7}:hubs", {"long gone": 1000})
        await redis.zrem("t:{t8}:hubs", "b")
        monkeypatch.setattr(store_module, "FOLLOW_INTERVAL_S", -1.0)
        await redis.delete(*keys("t9"))
        assert await b.store.lengths([*tables, "nowhere"]) == [int(table != "t9") for table in tables] + [0]
        assert b.doubts == 1, "it had no messages of t8"
        await b.store.lengths(tables)
        assert b.doubts == 1
        assert await redis.zrange("t:{t7}:hubs", 0, -1) == [b"a", b"b"]
        assert not await redis.exists("t:{t9}:hubs", "t:{nowhere}:hubs")
        await a.store.commit("t8", 1, b"1", ttl=TTL)
        await until(lambda: b.entries == [("t8", 2, b"1")])


async def test_rows_that_are_deleted_while_their_hub_returns_are_set_again(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another hub has read that it is dead, and deletes them only now."""
    monkeypatch.setattr(heartbeats, "HEARTBEAT_INTERVAL_S", 0.05)
    async with hubs(redis_url, "a", "b") as (a, b), Redis.from_url(redis_url) as redis:
        await a.store.commit("t", 0, b"0", ttl=TTL)
        await b.store.heartbeats.set_here("t", "ann:0", b"row")
        deleted: list[asyncio.Future[Any]] = []

        def returned() -> None:
            if not deleted:
                deleted.append(b.store._writer.send("HDEL", key("t", "here"), "b ann:0"))

        b.store.heartbeats._on_return = returned
        await redis.zrem(HUBS, "b")
        await until(lambda: bool(deleted))
        assert await deleted[0] == 1

        async def back() -> bool:
            return await a.store.heartbeats.here("t") == [b"row"]

        await until(back)


async def test_marks_of_lines_are_limited_and_expire_with_the_table(redis_url: str) -> None:
    async with hubs(redis_url, "a") as (a,):
        assert await a.store.commit("t", 0, b"of the log", ttl=1000)
        for n in range(20):
            line = packed([SAID, "person", 100 + n, f"line {n}"])
            assert await a.store.say("t", line, len(packed([SAID, "person"])), 3) == line
        redis: Any = Redis.from_url(redis_url)
        assert await redis.llen(key("t", "said")) == 3 * MARKS_PER_LINE
        marked = await redis.lrange(key("t", "said"), 0, -1)
        assert not any(b"person" in mark for mark in marked) and len(set(marked)) == len(marked)
        assert 0 < await redis.ttl(key("t", "said")) <= await redis.ttl(key("t", "log"))
        await redis.aclose()
