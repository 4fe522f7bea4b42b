"""The operator silences people and locks them out, by person or by address."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from bots.client.client import ChangeRefused
from protocol import codes
from protocol.frames import Hello, Notice, Ping, Pong, Say, Welcome
from server.admin.hubs import hubs
from server.admin.service import Admin, NotSo
from server.api.erasure import forget
from server.api.personal_data import everything
from server.clock import now
from server.http.error_pages import WORDS
from server.hub.hub import Hub
from server.moderation.speech import nameless
from server.net.client_socket import ClientSocket
from server.store.admin_records import admin_records_at
from server.store.migration import Mover
from server.table.tokens import person
from tests.live.hubs import Raw, all_close, houses, still_table
from tests.waiting import LIMIT, until

from .operator import TOKEN, a_bot, host, nobody_closes, raw


async def test_a_locked_out_person_returns_when_the_order_ends(redis_url: str) -> None:
    async with houses(redis_url, 2, poll_s=0.05) as (one, two), host(redis_url, one, two) as admin:
        bad, good = await raw(one, 1), await raw(two, 2)
        locked = person(TOKEN.format(1))
        await admin.bar("lock", "person", locked, 10, "insults")
        assert await bad.closed() == codes.LOCKED_OUT
        await until(lambda: two.parts.registry.orders.fields)  # each hub reads the orders separately
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
        await until(lambda: not one.parts.registry.orders.fields)
        await all_close(await raw(one, 1), bad, good, again, back)
        with pytest.raises(NotSo, match="is not under"):
            await admin.free("lock", "address", "127.0.0.1")
        with pytest.raises(NotSo, match="no address"):
            await admin.bar("lock", "address", "everybody", 10)


async def test_a_locked_out_person_gets_nothing_over_http(redis_url: str) -> None:
    """Except for the page that says so, and the stored data of that person."""
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
        await until(lambda: house.parts.registry.orders.fields)
        for way in barred:
            answer = await asked(way, 1, **{"accept-language": "de"})
            assert answer.status_code == 403, way
            assert answer.json() == {"error": "locked-out", "reason": WORDS["de"]["locked-out"]}
            assert (await asked(way, 2)).status_code != 403, way
        for way in ("GET /", "GET /games", "GET /static/main.js", "GET /person"):
            assert (await asked(way, 1)).status_code == 200, way
        await admin.bar("lock", "address", "127.0.0.1", 10)
        await until(lambda: len(house.parts.registry.orders.fields) == 2)
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
    async with admin_records_at(redis_url) as house:
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


async def test_a_silenced_person_is_silenced_at_every_hub(redis_url: str) -> None:
    async with houses(redis_url, 2, poll_s=0.05) as (one, two), host(redis_url, one, two) as admin:
        guests, table = await still_table(two.url)
        await admin.bar("silence", "person", person(guests[0].token), 5)
        await until(lambda: two.parts.registry.orders.fields)
        with pytest.raises(ChangeRefused, match="silenced"):
            await guests[0].connection.request(Say(guests[0].session.next_id(), table, "Hi"))
        await guests[1].connection.request(Say(guests[1].session.next_id(), table, "Hi"))
        await admin.free("silence", "person", person(guests[0].token))
        await until(lambda: not two.parts.registry.orders.fields)
        await guests[0].connection.request(Say(guests[0].session.next_id(), table, "Hi"))
        await all_close(*guests)


async def test_names_are_looked_through_only_while_somebody_is_silenced(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every two seconds that would hold up moves where thousands are connected."""
    looks, call_anew = list[Hub](), Hub.call_anew

    def counted(hub: Hub) -> list[ClientSocket]:
        looks.append(hub)
        return call_anew(hub)

    monkeypatch.setattr(Hub, "call_anew", counted)
    async with houses(redis_url) as (one,), host(redis_url, one) as admin:
        agent, guest, who = one.parts.admin_agent, await raw(one, 1), person(TOKEN.format(1))
        (socket,) = one.parts.hub.sockets
        await admin.bar("lock", "person", person(TOKEN.format(2)), 5)
        await agent.poll()
        assert not looks
        await admin.bar("silence", "person", who, 5)
        await agent.poll()
        assert socket.name == nameless(who)
        later = now() + 600_000
        for module in ("admin.agent", "moderation.speech"):
            monkeypatch.setattr(f"server.{module}.now", lambda: later)
        await agent.poll()
        assert socket.name == "Raw"
        before = len(looks)
        await agent.poll()
        assert len(looks) == before > 0
        await guest.close()


async def test_a_barred_person_is_listed_by_the_name_that_others_know(redis_url: str) -> None:
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
        assert await admin._records.orders() == {}, (
            "an expired order is removed with everything that belongs to it"
        )
        await all_close(*guests)
