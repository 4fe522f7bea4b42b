"""The host silences people and locks them out, by who they are or where they come from."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from bots.client import Refusal
from protocol import codes
from protocol.frames import Hello, Notice, Ping, Pong, Say, Welcome
from server.host.admin import Admin, NotSo
from server.host.hubs import hubs
from server.hub.astray import WORDS
from server.hub.person import everything
from server.hub.taking_out import forget
from server.store.house import house_at
from server.store.moving import Mover
from server.table.tokens import person
from tests.hub.houses import Raw, all_close, houses, still_table
from tests.waiting import LIMIT, until

from .hosting import TOKEN, a_bot, host, nobody_closes, raw


async def test_who_is_locked_out_is_sent_away_and_comes_back_later(redis_url: str) -> None:
    async with houses(redis_url, 2, poll_s=0.05) as (one, two), host(redis_url, one, two) as admin:
        bad, good = await raw(one, 1), await raw(two, 2)
        locked = person(TOKEN.format(1))
        await admin.bar("lock", "person", locked, 10, "insults")
        assert await bad.closed() == codes.LOCKED_OUT
        await until(lambda: two.parts.desk.orders.fields)  # each hub reads what is ordered by itself
        again = await Raw.open(two.url)
        await again.send(Hello(TOKEN.format(1), "Raw"))
        assert await again.closed() == codes.LOCKED_OUT
        assert again.of(Welcome) == []

        async def over() -> bool:
            return f"lock person {locked}" not in await admin.orders()

        await admin.bar("lock", "person", locked, 0.005, "insults, and they are sorry")
        await until(over)  # that was a third of a second
        back, bot = await raw(one, 1), await a_bot(one, 3)
        await admin.bar("lock", "address", "127.0.0.1", 10)
        assert await back.closed() == await good.closed() == codes.LOCKED_OUT
        more = await a_bot(one, 4)
        await bot.send(Ping(1))
        assert (await bot.next(Pong)).n == 1, "bots are the host's own, and may be at the same address"
        await all_close(bot, more)
        await admin.free("lock", "address", "127.0.0.1")
        await until(lambda: not one.parts.desk.orders.fields)
        await all_close(await raw(one, 1), bad, good, again, back)
        with pytest.raises(NotSo, match="is not under"):
            await admin.free("lock", "address", "127.0.0.1")
        with pytest.raises(NotSo, match="no address"):
            await admin.bar("lock", "address", "everybody", 10)


async def test_who_is_locked_out_is_told_nothing_over_http_either(redis_url: str) -> None:
    """But for the page that says so, and what is kept of them."""
    barred = [f"GET /tables/x{part}" for part in ("", "/log", "/reel", "/analysis")]
    barred += ["POST /reel", "POST /beginnings", "GET /book", "POST /groups", "DELETE /groups/x"]
    async with (
        houses(redis_url, poll_s=0.05) as (house,),
        host(redis_url, house) as admin,
        httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web,
    ):

        async def asked(way: str, token: int, **headers: str) -> httpx.Response:
            own = {"authorization": f"Bearer {TOKEN.format(token)}"}
            return await web.request(*way.split(), headers={**own, **headers})

        await admin.bar("lock", "person", person(TOKEN.format(1)), 10)
        await until(lambda: house.parts.desk.orders.fields)
        for way in barred:
            answer = await asked(way, 1, **{"accept-language": "de"})
            assert answer.status_code == 403, way
            assert answer.json() == {"error": "locked-out", "reason": WORDS["de"]["locked-out"]}
            assert (await asked(way, 2)).status_code != 403, way
        for way in ("GET /", "GET /games", "GET /static/main.js", "GET /person"):
            assert (await asked(way, 1)).status_code == 200, way
        await admin.bar("lock", "address", "127.0.0.1", 10)
        await until(lambda: len(house.parts.desk.orders.fields) == 2)
        for way in barred:
            assert (await asked(way, 2)).status_code == 403, way


async def test_a_proxy_that_is_not_named_is_not_locked_out_without_a_word(redis_url: str) -> None:
    async with houses(redis_url, poll_s=0.05) as (house,), host(redis_url, house) as admin:
        guest = await Raw.open(
            house.url, TOKEN.format(1), additional_headers={"X-Forwarded-For": "203.0.113.7"}
        )
        assert await admin.bar("lock", "address", "203.0.113.7", 10) is None

        async def met() -> bool:
            return any(it["strangers"] == ["127.0.0.1"] for it in await admin.hubs())

        await until(met)
        told = await admin.bar("lock", "address", "127.0.0.1", 10)
        assert told is not None
        assert "127.0.0.1 tells hubs for whom it speaks" in told["beware"]
        said = [it.what for it in await hubs(redis_url, house.settings)]
        assert any("127.0.0.1 tells for whom it speaks, and PROXIES" in it for it in said)
        await all_close(guest)


async def test_a_hub_is_seen_and_knows_what_is_ordered_before_it_lets_anybody_in(redis_url: str) -> None:
    locked = person(TOKEN.format(1))
    async with house_at(redis_url) as house:
        admin = Admin(house, "the host", nobody_closes)
        await admin.bar("lock", "person", locked, 5)
        await admin.announce("We are down at noon.")
        async with houses(redis_url, poll_s=3600.0) as (one,):

            async def seen() -> bool:
                return [it["hub"] for it in await admin.hubs()] == [one.settings.hub]

            await until(seen)
            bad = await Raw.open(one.url)
            await bad.send(Hello(TOKEN.format(1), "Raw"))
            assert await bad.closed() == codes.LOCKED_OUT
            good = await raw(one, 2)
            assert (await good.next(Notice)).text == "We are down at noon."
            await all_close(bad, good)


async def test_who_is_silenced_says_nothing_at_any_hub(redis_url: str) -> None:
    async with houses(redis_url, 2, poll_s=0.05) as (one, two), host(redis_url, one, two) as admin:
        guests, table = await still_table(two.url)
        await admin.bar("silence", "person", person(guests[0].token), 5)
        await until(lambda: two.parts.desk.orders.fields)
        with pytest.raises(Refusal, match="silenced"):
            await guests[0].connection.request(Say(guests[0].session.next_id(), table, "Hi"))
        await guests[1].connection.request(Say(guests[1].session.next_id(), table, "Hi"))
        await admin.free("silence", "person", person(guests[0].token))
        await until(lambda: not two.parts.desk.orders.fields)
        await guests[0].connection.request(Say(guests[0].session.next_id(), table, "Hi"))
        await all_close(*guests)


async def test_who_is_barred_is_named_as_others_know_them_for_as_long_as_that_holds(redis_url: str) -> None:
    async with houses(redis_url, poll_s=0.05) as (one,), host(redis_url, one) as admin:
        guests, table = await still_table(one.url)
        who, stranger = person(guests[0].token), person(TOKEN.format(1))
        await admin.bar("lock", "person", stranger, 5)
        await admin.bar("silence", "person", who, 5)
        told = await admin.orders()
        until = told[f"silence person {who}"]
        assert told[f"seen silence person {who}"] == ["guest-0", table, until]
        assert f"seen lock person {stranger}" not in told
        assert "guest-0" not in str(await admin.log()), "from there nothing can be taken out"
        async with Mover(redis_url) as mover:
            (order,) = (await everything(mover, guests[0].token))["orders"]
            assert (order["name"], order["table"]) == ("guest-0", table)
            await forget(mover, guests[0].token)
        assert (await admin.orders()).keys() == {f"lock person {stranger}", f"silence person {who}"}
        await admin.bar("silence", "person", who, 0)
        assert f"seen silence person {who}" in await admin.orders()
        await admin.free("silence", "person", who)
        assert (await admin.orders()).keys() == {f"lock person {stranger}"}
        await admin.bar("silence", "person", who, 0.001)
        await asyncio.sleep(0.1)
        await admin.free("lock", "person", stranger)
        assert await admin._house.orders() == {}, "what is over is gone with all that belongs to it"
        await all_close(*guests)
