"""Clients that send much, send nothing or make many tables do not delay others: raw bytes over plain TCP."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from redis.asyncio import Redis

from protocol import codes
from protocol.codec import encode
from protocol.frames import (
    WATCH,
    Done,
    Full,
    Gone,
    Hello,
    History,
    Join,
    Make,
    Past,
    Ping,
    Pong,
    Refused,
    Say,
)
from server.live import history
from server.net import rate_limits
from server.net.client_socket import ClientSocket
from tests.waiting import until

from ..live.hubs import Raw, all_close, houses
from .raw_websocket import PING, PONG, Plain, frame, ping

CONT, BEGIN = 0x00, 0x02

TINY: dict[str, Callable[[], bytes]] = {
    "pings": lambda: frame(b"", first=PING),
    "pongs": lambda: frame(b"", first=PONG),
    "long pings": lambda: frame(b"x" * 125, first=PING),
    "fragments": lambda: frame(b"", first=CONT),
}


async def pour(plain: Plain, data: bytes) -> int:
    """Send these bytes repeatedly until the socket is closed; returns the code (1006: no code)."""

    async def endless() -> None:
        while True:
            await plain.send(data)

    sending = asyncio.create_task(endless())
    try:
        return await plain.closed()
    except (ConnectionError, asyncio.IncompleteReadError):
        return 1006
    finally:
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
        plain.writer.transport.abort()


@pytest.mark.parametrize("greeted", [True, False], ids=["greeted", "before hello"])
@pytest.mark.parametrize("kind", TINY)
async def test_a_flood_of_the_smallest_frames_is_cut_off(redis_url: str, kind: str, greeted: bool) -> None:
    async with houses(redis_url) as (house,):
        plain = await (Plain.open(house) if greeted else Plain.silent(house.port))
        if kind == "fragments":
            await plain.send(frame(b"\x92", first=BEGIN))
        assert await pour(plain, TINY[kind]() * 500) == codes.FLOOD
        await until(lambda: not house.parts.hub.sockets)


async def test_cut_frames_are_counted_as_well(redis_url: str) -> None:
    """Every received piece ends in the middle of a frame."""
    async with houses(redis_url) as (house,):
        plain = await Plain.open(house)
        tiny = frame(b"", first=PONG)
        await plain.send(tiny[:3])
        assert await pour(plain, tiny[3:] + tiny * 50 + tiny[:3]) == codes.FLOOD


async def test_the_number_of_fragments_of_a_message_is_limited(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        plain = await Plain.open(house)
        word = ping(7)
        empty = frame(b"", first=CONT) * (round(rate_limits.ODD_FRAMES.burst) - 2)
        await plain.send(frame(word, first=BEGIN) + empty + frame(b"", first=CONT | 0x80))
        assert await plain.pongs(1) == [7]
    async with houses(redis_url, budgets=1000.0) as (house,):
        plain = await Plain.open(house)
        await plain.send(frame(b"", first=BEGIN) + frame(b"", first=CONT) * rate_limits.MAX_FRAGMENTS)
        assert await plain.closed() == codes.FLOOD


async def test_more_bytes_than_anybody_needs_are_a_flood(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        plain = await Plain.open(house)
        junk = b"\x93" + encode(Ping(1))[1:] + b"\xc5" + struct.pack(">H", 16_000) + bytes(16_000)
        assert await pour(plain, frame(junk) * 4) == codes.FLOOD


async def test_a_socket_that_sends_much_delays_only_itself(redis_url: str) -> None:
    """A permitted burst: others are answered before it is processed, and all of it is answered."""
    async with houses(redis_url, budgets=1000.0) as (house,):
        busy, other = await Plain.open(house), await Raw.open(house.url, "o" * 30)
        await asyncio.sleep(0.1)
        count = 4_000
        order: list[str] = []
        await busy.send(b"".join(frame(ping(n)) for n in range(count)))
        await other.send(Ping(5))

        async def answered() -> None:
            assert await busy.pongs(count) == list(range(count))
            order.append("busy")

        async def soon() -> None:
            await other.next(Pong)
            order.append("other")

        await asyncio.gather(answered(), soon())
        assert order == ["other", "busy"]
        ada = next(s for s in house.parts.hub.sockets if s.name == "Ada")
        assert ada.websocket.transport.is_reading()
        busy.writer.close()
        await other.close()


async def test_a_reload_of_a_page_with_all_its_tables_is_no_flood(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        raw = await Raw.open(house.url, "x" * 30)
        for n in range(200):
            await raw.send(Join(f"no-such-{n}"))
        await raw.send(Ping(1))
        await raw.next(Pong)
        await until(lambda: len(raw.of(Gone)) == 200)
        assert not raw.of(Refused)
        await raw.close()


async def test_sockets_of_one_person_share_what_they_may_say(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    say = rate_limits.PERSON["say"]._replace(rate=1e-9)
    monkeypatch.setitem(rate_limits.PERSON, "say", say)
    async with houses(redis_url) as (house,):
        raws = [await Raw.open(house.url, "p" * 30, "Pat") for _ in range(6)]
        await raws[0].send(Make(1, "machi_koro", 2))
        table = (await raws[0].next(Done)).table
        for raw in raws:
            await raw.send(Join(table))
        for n in range(8):
            for k, raw in enumerate(raws):
                await raw.send(Say(100 + 10 * n + k, table, "spam"))
        for raw in raws:
            await raw.send(Ping(1))
            await raw.next(Pong)
        refused = sum(f.code == "slow-down" for raw in raws for f in raw.of(Refused))
        assert refused >= 6 * 8 - rate_limits.PERSON["say"].burst - 10
        await all_close(*raws)


async def test_names_change_as_slowly_as_people_talk(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each new name is stored and told at all tables of the person."""
    say = rate_limits.SOCKET["say"]._replace(rate=1e-9)
    monkeypatch.setitem(rate_limits.SOCKET, "say", say)
    async with houses(redis_url) as (house,):
        raw = await Raw.open(house.url, "p" * 30, "Pat")
        table = await raw.seated()
        await raw.send(Join(table, 0))
        await raw.next(Full)

        entries = partial(house.parts.registry.store.entries, table)
        before = len(await entries())
        for n in range(30):
            await raw.send(Hello("p" * 30, f"Pat {n}"))
        await raw.send(Ping(1))
        await raw.next(Pong)
        refused = [one.code for one in raw.of(Refused)]
        assert refused == ["slow-down"] * (30 - int(say.burst))

        async def changes() -> int:
            return len(await entries()) - before

        await until(changes)
        assert await changes() <= say.burst
        await raw.close()


async def test_nobody_fills_the_lobby(redis_url: str) -> None:
    """The limit holds across sockets and hubs. Other people can still make tables."""
    async with houses(redis_url, 2) as both:
        raws = [await Raw.open(both[n % 2].url, "p" * 30, "Pat") for n in range(6)]
        for n in range(15):
            for k, raw in enumerate(raws):
                await raw.send(Make(1000 * k + n + 1, "machi_koro", 2))
        await until(lambda: sum(len(raw.of(Done, Refused)) for raw in raws) == 90)
        made = sum(len(raw.of(Done)) for raw in raws)
        assert 20 <= made <= 25, "a person may make twenty at once, and one more now and then"
        refused = [one for raw in raws for one in raw.of(Refused)]
        assert {one.code for one in refused} == {"slow-down"} and "tables" in refused[0].reason
        await until(lambda: len(both[0].parts.hub.lobby.tables) == made)
        other = await Raw.open(both[0].url, "o" * 30, "Other")
        await other.send(Make(1, "machi_koro", 2))
        await other.next(Done)
        await all_close(other, *raws)


async def test_an_address_makes_no_more_tables_than_a_club_needs(redis_url: str) -> None:
    """Sixty guests make two tables each and reach the limit. Another address can still make tables. The
    times of two hubs differ by some ms, so the very last one of the burst may have to wait."""
    async with houses(redis_url, 2) as both:
        raws = [await Raw.open(both[n % 2].url, f"{n:030d}") for n in range(70)]
        for n, raw in enumerate(raws):
            await raw.send(Make(1, "machi_koro", 2))
            await raw.send(Make(2, "machi_koro", 2, {}, n % 2 == 0))
        await until(lambda: sum(len(raw.of(Done, Refused)) for raw in raws) == 140)
        made = [len(raw.of(Done)) for raw in raws]
        assert made[:40] == [2] * 40 and 119 <= sum(made) < 140
        there = await Raw.open(both[0].url, "o" * 30, local_addr=("127.0.0.2", 0))
        await there.send(Make(1, "machi_koro", 2))
        await there.next(Done)
        await all_close(there, *raws)


async def test_a_repeated_make_finds_its_table_once_there_is_room_again(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over the budget it is refused for the moment, like every frame. The budget is a tenth of the default:
    two tables at once."""
    make = rate_limits.SOCKET["make"]._replace(rate=1e-9)
    monkeypatch.setitem(rate_limits.SOCKET, "make", make)
    async with houses(redis_url, budgets=0.1) as (house,):
        raw = await Raw.open(house.url, "p" * 30, "Pat")
        await raw.send(Make(1, "machi_koro", 2))
        table = (await raw.next(Done)).table
        redis: Any = Redis.from_url(redis_url)
        await raw.send(Make(1, "machi_koro", 2))
        assert (await raw.next(Done, count=2)).table == table
        await raw.send(Make(1, "machi_koro", 2))
        await raw.next(Refused)
        for key in await redis.keys("allow:*"):
            assert 0 < await redis.pttl(key) <= 2 * 300_000 + 1000
            await redis.delete(key)
        await redis.aclose()
        fresh = await Raw.open(house.url, "p" * 30, "Pat")
        await fresh.send(Make(1, "machi_koro", 2))
        assert (await fresh.next(Done)).table == table
        await all_close(raw, fresh)


async def test_too_many_history_requests_are_refused(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "MAX_WAITING_DOCUMENTS", 3)
    async with houses(redis_url) as (house,):
        ann = await Raw.open(house.url, "a" * 30)
        await ann.send(Make(1, "machi_koro", 2))
        table = (await ann.next(Done)).table
        archive = house.parts.archive
        async with archive.at_once, archive.at_once:
            for _ in range(4):
                await ann.send(History(table, WATCH, 1))
            assert (await ann.next(Refused)).code == "slow-down"
            assert archive.waiting == 3 and not ann.of(Past)
        await ann.next(Past, count=3)
        await ann.send(History(table, WATCH, 1))
        await ann.next(Past, count=4)
        assert archive.waiting == 0
        await ann.close()


async def test_many_history_requests_delay_only_their_address(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "MAX_WAITING_PER_ADDRESS", 20)
    async with houses(redis_url, proxies="127.0.0.1") as (house,):
        ann, bob = [
            await Raw.open(house.url, name * 30, additional_headers={"x-forwarded-for": f"10.0.0.{at}"})
            for at, name in enumerate("ab")
        ]
        await ann.send(Make(1, "machi_koro", 2))
        table = (await ann.next(Done)).table
        archive, served = house.parts.archive, list[str]()
        look_back = archive._look_back

        async def noted(at: str, socket: ClientSocket, *given: Any) -> None:
            served.append(socket.address)
            await look_back(at, socket, *given)

        monkeypatch.setattr(archive, "_look_back", noted)
        async with archive.at_once, archive.at_once:
            for _ in range(21):
                await ann.send(History(table, WATCH, 1))
            assert (await ann.next(Refused)).code == "slow-down"
            await bob.send(History(table, WATCH, 1))
            await until(lambda: archive.waiting == 21)
        await ann.next(Past, count=20)
        await bob.next(Past)
        assert served.index("10.0.0.1") < 3, "not after all of the others"
        await until(lambda: not archive.waiting and not archive.waiting_of)
        await all_close(ann, bob)
