"""Presence as all clients see it: after the death of a hub, after missed messages, after changes of seats."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple
from unittest.mock import patch

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from protocol.codec import packed
from protocol.frames import WATCH, Done, Hello, Here, Join, Joined, Leave, Make, Take, Welcome
from protocol.proof import proof_of
from server.clock import now
from server.live import presence
from server.live.live_table import LiveTable
from server.live.presence import Presence
from server.store import cluster_time, heartbeats
from server.store.keys import HUBS, key
from tests.waiting import LIMIT, until

from .hubs import BOT_KEY, House, Raw, all_close, houses, still_table


def names(raw: Raw) -> set[str]:
    """The present people, by the last frame that this client has received."""
    told = raw.of(Here)
    return {name for _, name, _ in told[-1].people} if told else set()


class Haunted(NamedTuple):
    """A table with a presence row of a dead hub."""

    houses: list[House]
    ann: Raw
    table: str


@asynccontextmanager
async def haunted(redis_url: str) -> AsyncIterator[Haunted]:
    """Ann is at the first of two hubs, neither of which checks by schedule. A heartbeat counts for long."""
    with patch.object(heartbeats, "HEARTBEAT_TIMEOUT_S", LIMIT):
        async with _haunted(redis_url) as it:
            yield it


@asynccontextmanager
async def _haunted(redis_url: str) -> AsyncIterator[Haunted]:
    async with houses(redis_url, 2, tick_s=1000.0) as both:
        ann = await Raw.open(both[0].url, "a" * 30, "Ann")
        await ann.send(Make(1, "machi_koro", 2))
        table = (await ann.next(Done)).table
        redis = Redis.from_url(redis_url)
        await redis.zadd(HUBS, {"third": time.time() * 1000})
        await redis.hset(key(table, "here"), "third ghost:-1", packed(["ghost", "Ghost", WATCH]))
        await ann.send(Join(table))
        await until(lambda: names(ann) == {"Ann", "Ghost"})
        await redis.zrem(HUBS, "third")
        yield Haunted(both, ann, table)
        await redis.aclose()
        await ann.close()


async def test_presence_found_by_one_hub_is_sent_by_all(redis_url: str) -> None:
    async with haunted(redis_url) as (both, ann, table):
        parts = both[1].parts
        parts.registry.enqueue(parts.registry.live(table), parts.presence._tick)
        await until(lambda: names(ann) == {"Ann"})


async def test_whose_hub_has_died_is_gone_without_anybody_looking(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is over, so no hub checks it by a deadline."""
    monkeypatch.setattr(heartbeats, "HEARTBEAT_INTERVAL_S", 0.05)
    async with haunted(redis_url) as (_, ann, _):
        assert names(ann) == {"Ann", "Ghost"}
        redis = Redis.from_url(redis_url)
        await redis.zadd(HUBS, {"third": time.time() * 1000 - 1000 * heartbeats.HEARTBEAT_TIMEOUT_S})
        await until(lambda: names(ann) == {"Ann"})
        await redis.aclose()


@pytest.mark.parametrize("said", ["on_gap", "on_doubt"])
async def test_after_a_gap_it_is_looked_again(redis_url: str, said: str) -> None:
    async with haunted(redis_url) as (both, ann, _):
        getattr(both[0].parts, said)()
        await until(lambda: names(ann) == {"Ann"})


async def test_people_of_a_stalled_hub_return_when_it_continues(redis_url: str) -> None:
    async with houses(redis_url, 2, tick_s=1000.0) as (one, two):
        ann, bob = await Raw.open(one.url, "a" * 30, "Ann"), await Raw.open(two.url, "b" * 30, "Bob")
        await ann.send(Make(1, "machi_koro", 2))
        table = (await ann.next(Done)).table
        await ann.send(Join(table))
        await bob.send(Join(table))
        await until(lambda: names(ann) == {"Ann", "Bob"})
        its = two.parts.store.heartbeats
        assert its._beat is not None
        its._beat.cancel()
        redis = Redis.from_url(redis_url)
        await redis.zadd(HUBS, {its.hub: time.time() * 1000 - 20_000})
        one.parts.presence.noted(one.parts.registry.tables[table])
        await until(lambda: names(ann) == {"Ann"})
        its.begin()
        await until(lambda: names(ann) == {"Ann", "Bob"})
        await redis.aclose()
        await all_close(ann, bob)


@pytest.mark.parametrize("seat", (0, 1))
async def test_a_lost_seat_is_no_longer_present(redis_url: str, seat: int) -> None:
    async with houses(redis_url) as (house,):
        guests, table = await still_table(house.url)
        watcher = await Raw.open(house.url, "w" * 30, "Watcher")
        await watcher.send(Join(table))
        await until(lambda: len(names(watcher)) == 3)
        await guests[seat].connection.request(Leave(guests[seat].session.next_id(), table, seat))
        await until(lambda: names(watcher) == {"Watcher", f"guest-{1 - seat}"})
        await all_close(watcher, *guests)


async def test_nobody_looks_again_and_again_for_what_will_not_be_done(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An abandoned table gets neither stand-ins nor bots that no process runs, so its deadline is not renewed
    again and again."""
    looks: list[float] = []

    async def tick(self: Presence, live: LiveTable, plain=Presence._tick) -> None:  # type: ignore[no-untyped-def]
        looks.append(time.monotonic())
        await plain(self, live)

    monkeypatch.setattr(Presence, "_tick", tick)
    async with houses(redis_url, 2, tick_s=0.01, grace_ms=500, bot_grace_ms=100) as both:
        guests, table = await still_table(both[0].url)
        live = both[0].parts.registry.tables[table]
        await guests[1].close()
        await until(lambda: bool(live.table and live.table.state.seats[1].stand_in))
        await guests[0].close()
        await until(lambda: bool(live.deserted))
        await asyncio.sleep(1)  # the grace of all absent people is over
        before, since = len(looks), time.monotonic()
        await asyncio.sleep(2)
        assert len(looks) - before <= 5 * (time.monotonic() - since)
        for house in both:  # from the next check on, the following one is far away
            house.parts.presence.settings = replace(house.settings, grace_ms=3_600_000)
        await asyncio.sleep(1)
        back = await Raw.open(both[1].url, guests[0].session.token, "guest-0")
        await back.send(Join(table, 0))
        await until(lambda: not live.deserted)
        await back.close()


async def test_a_deadline_is_checked_by_the_hub_that_holds_the_table_or_another(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hub without clients at the table would have to follow it from then on."""
    looks: list[str] = []

    async def tick(self: Presence, live: LiveTable, plain=Presence._tick) -> None:  # type: ignore[no-untyped-def]
        await plain(self, live)
        looks.append(self.settings.hub)  # the next deadline is stored by now

    monkeypatch.setattr(Presence, "_tick", tick)
    left_ms = presence.LEFT_MS
    monkeypatch.setattr(presence, "LEFT_MS", 3_600_000)  # the hub that holds it may be slow
    async with houses(redis_url, 3, tick_s=0.02) as all_three:
        guests, table = await still_table(all_three[1].url)
        store = all_three[1].parts.store
        for _ in range(5):
            before = len(looks)
            await store.set_due(table, now())
            await until(lambda: len(looks) > before)  # noqa: B023
        assert {hub[:5] for hub in looks} == {"hub-1"}
        await all_close(*guests)
        monkeypatch.setattr(presence, "LEFT_MS", left_ms)
        live = all_three[1].parts.registry.tables.pop(table)
        await until(lambda: not live.running)
        before = len(looks)
        await store.set_due(table, now())
        await until(lambda: len(looks) > before)


async def test_no_deadline_passes_while_cluster_time_pauses(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This hub's time may be ahead of the time at which the store was away; players have yet to return."""
    looks: list[str] = []

    async def tick(self: Presence, live: LiveTable, plain=Presence._tick) -> None:  # type: ignore[no-untyped-def]
        await plain(self, live)
        looks.append(live.id)

    monkeypatch.setattr(Presence, "_tick", tick)
    monkeypatch.setattr(cluster_time, "TICK_S", 3600.0)
    monkeypatch.setattr(cluster_time, "AHEAD_S", 3600.0)
    async with houses(redis_url, tick_s=1000.0) as (house,):
        guests, table = await still_table(house.url)
        parts, live = house.parts, house.parts.registry.tables[table]
        await until(lambda: not live.running)
        looks.clear()
        clock = parts.store.time
        clock._heard, clock._still_s = time.monotonic(), 1000.0
        await parts.store.set_due(table, clock.now() - 1)
        await parts.presence.poll()
        await until(lambda: not live.running)
        assert not looks
        clock._still_s = 0.0
        await parts.presence.poll()
        await until(lambda: looks)
        assert looks == [table]
        await all_close(*guests)


async def test_a_bot_that_died_with_its_hub_is_soon_replaced(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No hub has seen the bot disconnect. Its presence row is there before the bot takes the seat, which it
    would lose otherwise where it takes long to join."""
    monkeypatch.setattr(heartbeats, "HEARTBEAT_TIMEOUT_S", LIMIT)
    async with houses(redis_url, tick_s=0.01, grace_ms=3_600_000, bot_grace_ms=50) as (house,):
        guests, table = await still_table(house.url)
        await guests[1].connection.request(Leave(guests[1].session.next_id(), table, 1))
        bot, token = await Raw.open(house.url), "b" * 30
        await bot.send(Hello(token, "Bot", proof=proof_of(BOT_KEY, token)))
        person, live = (await bot.next(Welcome)).person, house.parts.registry.tables[table]
        redis = Redis.from_url(redis_url)
        await redis.zadd(HUBS, {"third": time.time() * 1000})
        await redis.hset(key(table, "here"), f"third {person}:1", packed([person, "Bot", 1]))
        await bot.send(Take(1, table, 1))
        await bot.next(Done)
        await bot.send(Join(table, 1))
        await bot.next(Joined)
        await bot.close()
        await until(lambda: not any(socket.bot for socket in house.parts.hub.sockets))
        await until(lambda: not live.running and live.due > now() + 1_000_000)
        assert live.table and live.table.state.seats[1].bot == person
        await redis.zrem(HUBS, "third")
        house.parts.on_gap()
        await until(lambda: live.table and not live.table.state.seats[1].bot)
        await redis.aclose()
        await all_close(*guests)


async def test_a_bot_s_clock_keeps_no_table_due(redis_url: str) -> None:
    """Nothing happens when a bot's clock runs out, so it must not cause check after check."""
    async with houses(redis_url, tick_s=1000.0, grace_ms=3_600_000) as (house,):
        guests, table = await still_table(house.url, clock=[60_000, 0])
        live, presence = house.parts.registry.tables[table], house.parts.presence
        assert live.table is not None
        (seat,) = live.table.asked()
        for due_soon in (True, False):
            house.parts.registry.enqueue(live, presence._tick)
            await until(lambda: not live.running)
            assert bool(await presence.store.due(now() + 1_000_000, 10)) == due_soon
            if due_soon:
                await guests[seat].connection.request(Leave(guests[seat].session.next_id(), table, seat))
                bot, token = await Raw.open(house.url), "b" * 30
                await bot.send(Hello(token, "Bot", proof=proof_of(BOT_KEY, token)))
                await bot.send(Take(1, table, seat))
                await bot.next(Done)
                await bot.send(Join(table, seat))
                await until(lambda: any(name == "Bot" for _, name, _ in live.here))
        assert live.table.asked() == [seat], "and still it is the bot's turn"
        await all_close(bot, *guests)


async def test_of_watchers_whose_connections_break_nothing_is_kept(redis_url: str) -> None:
    """Anybody can watch under ever new names."""
    async with houses(redis_url) as (house,):
        guests, table = await still_table(house.url)
        watcher = await Raw.open(house.url, "w" * 30, "Walt")
        await watcher.send(Join(table, WATCH))
        await watcher.next(Joined)
        live = house.parts.registry.tables[table]
        for socket in [*live.sockets[WATCH], *live.sockets[0]]:
            socket.websocket.transport.abort()
        guests[0].running.cancel()
        await until(lambda: not live.sockets.keys() & {WATCH, 0} and not live.running)
        assert live.broken_off == {guests[0].session.person}
        await all_close(watcher, guests[1])
