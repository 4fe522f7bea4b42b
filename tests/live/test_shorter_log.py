"""The store came back with a shorter log, and other entries were written: all hubs and clients drop the old
ones."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace
from redis.asyncio import Redis

from protocol.codec import check_value, unpacked
from protocol.frames import WATCH, Act, Diff, Done, Full, Here, Join, Joined
from server.games.catalogue import engine_of
from server.store.keys import key
from server.table.entries import encode
from server.table.rights import Who, decide
from server.table.table import Table
from tests.waiting import until

from .hubs import House, Raw, all_close, houses, still_table
from .test_store_failures import IDS, answer_to


async def play(house: House, tokens: list[str], table: str, moves: int, which: int = -1) -> None:
    """Make this many moves: the asked seat chooses the option at this index."""
    for _ in range(moves):
        live = house.parts.registry.tables[table]
        await until(lambda live=live: not live.running and live.table is not None)  # type: ignore[misc]
        assert live.table is not None
        act = answer_to(live.table, which)
        raw = await Raw.open(house.url, tokens[act.seat])
        await raw.send(act)
        await raw.next(Done)
        await raw.close()


async def look(house: House, table: str, *more: Any) -> tuple[Raw, list[Any]]:
    """A watcher who joins, with the documents and diffs that it has received."""
    raw = await Raw.open(house.url, "w" * 30)
    await raw.send(Join(table, WATCH, *more))
    await raw.next(Here)
    return raw, raw.of(Full, Diff)


async def test_a_client_with_a_lost_version_gets_the_whole_document(redis_url: str) -> None:
    async with houses(redis_url, snapshot_every=1000) as (house,):
        guests, table = await still_table(house.url)
        tokens = [guest.token for guest in guests]
        await all_close(*guests)
        await play(house, tokens, table, 6)
        raw, told = await look(house, table)
        have, check = told[0].version, (check_value(unpacked(told[0].public)), check_value({}))
        again, nothing = await look(house, table, have, 0, check)
        assert nothing == [] and again.of(Joined)[0].version == have
        await all_close(raw, again)
    redis: Any = Redis.from_url(redis_url)
    for _ in range(3):
        await redis.rpop(key(table, "log"))
    await redis.aclose()
    async with houses(redis_url, snapshot_every=1000) as (house,):
        raw, told = await look(house, table, have, 0, check)
        assert [(type(frame), frame.version) for frame in told] == [(Full, have - 3)]
        await play(house, tokens, table, 3, which=0)
        again, told = await look(house, table, have, 0, check)
        assert [(type(frame), frame.version) for frame in told] == [(Full, have)]
        assert check_value(unpacked(told[0].public)) != check[0]
        await all_close(raw, again)


async def test_a_hub_that_kept_a_version_that_was_lost_takes_what_is_stored(redis_url: str) -> None:
    """The log is as long as before, but its last entry differs."""
    async with houses(redis_url, snapshot_every=1000, poll_s=3600.0) as (house,):
        guests, table = await still_table(house.url)
        tokens = [guest.token for guest in guests]
        await all_close(*guests)
        await play(house, tokens, table, 3)
        live = house.parts.registry.tables[table]
        raw, _ = await look(house, table)
        await until(lambda: not live.running)
        assert live.table is not None
        made = live.table.state.made
        engine = engine_of(made.game, made.rules, made.digest)
        assert engine is not None
        other = Table.unpack(engine, live.table.pack())
        await play(house, tokens, table, 1)
        assert other.match is not None
        ask = other.match.asks[0]
        act = Act(next(IDS), table, ask.seat, other.match.state.numbers[ask.seat], *ask.options[0])
        entry = decide(other, Who(other.state.seats[ask.seat].person, "x"), act, other.state.at + 1)
        other.apply(entry)
        redis: Any = Redis.from_url(redis_url)
        await redis.rpop(key(table, "log"))
        await redis.rpush(key(table, "log"), encode(replace(entry, check=other.check())))
        await redis.aclose()
        house.parts.eviction.gap()
        await until(lambda: len(raw.of(Full)) == 2)
        assert raw.of(Full)[-1].version == other.version
        assert live.table is not None and live.table.pack() == other.pack()
        await play(house, tokens, table, 2)
        await raw.next(Diff, count=3)
        await raw.close()
