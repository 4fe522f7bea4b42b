"""The host sees all hubs and steers them, by the command as well; every act is in the log."""

from __future__ import annotations

import asyncio
import json
import logging
import math
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from redis.asyncio import Redis

import server.host
from bots.client import Refusal
from protocol import codes
from protocol.frames import Hello, Make, Notice, Ping, Pong, Rematch, Say, Welcome
from protocol.proof import proof_of
from server.__main__ import main
from server.commands import parser, undashed
from server.host.admin import TORN, UNREADABLE, Admin, NotSo, closer
from server.host.hubs import hubs
from server.hub.astray import WORDS
from server.hub.person import everything
from server.hub.taking_out import forget
from server.store.embedded import redis_for
from server.store.house import house_at
from server.store.keys import ACTS, ACTS_END
from server.store.moving import Mover
from server.table.tokens import person
from tests.hub.houses import BOT_KEY, Guest, House, Raw, all_close, houses, still_table, table_of
from tests.waiting import LIMIT, until

TOKEN = "a-token-for-these-tests-{}"


@asynccontextmanager
async def host(url: str, *hubs: House) -> AsyncIterator[Admin]:
    """The host, once these hubs have said that they are there."""

    async def close(table: str) -> str:
        async with closer(url, hubs[0].settings) as it:
            return await it(table)

    async with house_at(url) as house:
        admin = Admin(house, "the host", close)

        async def all_there() -> bool:
            return len(await admin.hubs()) == len(hubs)

        await until(all_there)
        yield admin


def raw(house: House, number: int, name: str = "Raw") -> Any:
    return Raw.open(house.url, TOKEN.format(number), name)


async def a_bot(house: House, number: int) -> Raw:
    """A bot process's socket, once it is let in."""
    it, token = await Raw.open(house.url), TOKEN.format(number)
    await it.send(Hello(token, "bots", proof=proof_of(BOT_KEY, token)))
    await it.next(Welcome)
    return it


async def test_hubs_tables_and_guests_are_seen(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with houses(redis_url, 2, poll_s=0.05) as (one, two), host(redis_url, one, two) as admin:
        guests, table = await still_table(one.url)
        ada = await raw(two, 1, "Ada Lovelace")
        loads = {it["hub"]: it for it in await admin.hubs()}
        assert loads.keys() == {one.settings.hub, two.settings.hub}
        await until(lambda: _equal(admin, [(1, 2), (0, 1)]))

        found = await admin.find("guest-0")
        assert [it["table"] for it in found["tables"]] == [table]
        assert [(it["hub"], it["name"], it["tables"]) for it in found["guests"]] == [
            (one.settings.hub, "guest-0", [table])
        ]
        (seen,) = (await admin.find(person(TOKEN.format(1))))["guests"]
        assert (seen["name"], seen["address"], seen["hub"]) == ("Ada Lovelace", "127.0.0.1", two.settings.hub)
        assert (await admin.find("lovelace"))["guests"] == [seen]
        assert len((await admin.find("127.0.0.1"))["guests"]) == 3
        assert [it["table"] for it in (await admin.find(table))["tables"]] == [table]
        assert await admin.find("nobody at all") == {"tables": [], "guests": [], "more": False}
        assert not found["more"]
        for place in ("server.hub.steward.FOUND", "server.hub.orders.FOUND"):
            monkeypatch.setattr(place, 1)
        few = await admin.find("guest")
        assert len(few["guests"]) == 1 and few["more"], "there are two"
        assert await admin.orders() == {}, "questions are no orders, and are gone"
        assert await admin.log() == [], "who looks does nothing"
        await all_close(*guests, ada)


async def _equal(admin: Admin, wanted: list[tuple[int, int]]) -> bool:
    return [(it["tables"], it["sockets"]) for it in await admin.hubs()] == wanted


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
        admin = Admin(house, "the host", _nobody_closes)
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


async def _nobody_closes(table: str) -> str:
    raise AssertionError


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


async def test_a_notice_reaches_who_is_here_and_who_comes(redis_url: str) -> None:
    async with houses(redis_url, 2, poll_s=0.05) as (one, two), host(redis_url, one, two) as admin:
        here = await raw(one, 1)
        await admin.announce("We are down for ten minutes.", 5)
        notice = await here.next(Notice)
        assert notice.text == "We are down for ten minutes."
        assert notice.until > 0
        await until(lambda: two.parts.desk.orders.fields)
        later = await raw(two, 2)
        assert await later.next(Notice) == notice
        await admin.announce("Later.")
        for told in (here, later):
            assert (await told.next(Notice, count=2)).text == "Later."
        await admin.announce("")
        for told in (here, later):
            over = await told.next(Notice, count=3)
            assert (over.text, over.number) == ("", told.of(Notice)[1].number)
        with pytest.raises(NotSo, match="longer than"):
            await admin.announce("x" * 500)
        await all_close(here, later)


async def test_no_new_tables(redis_url: str) -> None:
    async with houses(redis_url, poll_s=0.05) as (house,), host(redis_url, house) as admin:
        guests = [Guest(house.url, f"g{n}", 3) for n in range(2)]
        table = await table_of(guests)
        await admin.tables(False)
        await until(lambda: house.parts.desk.orders.no_new_tables)
        new = guests[0].session.next_id
        with pytest.raises(Refusal, match="no-new-tables"):
            await guests[0].connection.request(Make(new(), "machi_koro", 2))
        await until(lambda: guests[0].phase(table, 0) == "over")  # what runs goes on
        with pytest.raises(Refusal, match="no-new-tables"):
            await guests[0].connection.request(Rematch(new(), table))
        await admin.tables(True)
        await until(lambda: not house.parts.desk.orders.no_new_tables)
        await guests[0].connection.request(Rematch(new(), table))
        await all_close(*guests)


async def test_a_table_is_closed_while_two_hubs_serve_it(redis_url: str) -> None:
    async with houses(redis_url, 2, poll_s=0.05) as (one, two), host(redis_url, one, two) as admin:
        guests, table = await still_table(one.url)
        watcher = Guest(two.url, "watcher", 1)
        watcher.session.join(table, -1, 1)
        await until(lambda: watcher.phase(table, -1) == "playing")
        await admin.close(table)
        await until(lambda: guests[0].phase(table, 0) == watcher.phase(table, -1) == "closed")
        await until(lambda: _unlisted(admin, table))
        with pytest.raises(NotSo, match="over"):
            await admin.close(table)
        with pytest.raises(NotSo, match="there is none of this name"):
            await admin.close("nowhere")
        assert [it["what"] for it in await admin.log()] == ["close"]
        await all_close(*guests, watcher)


async def _unlisted(admin: Admin, table: str) -> bool:
    return not (await admin.find(table))["tables"]


async def test_every_hub_s_own_log_tells_what_the_host_does_and_nothing_that_was_written(
    redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "stammtisch.steward")
    ada, secret = person(TOKEN.format(1)), "Ada and Ben quarrel"
    async with houses(redis_url, 2, poll_s=0.05) as (one, two), host(redis_url, one, two) as admin:
        guests, table = await still_table(one.url)
        await admin.bar("silence", "person", ada, 60, secret)
        await admin.bar("lock", "address", "203.0.113.7", 0, secret)
        await admin.free("lock", "address", "203.0.113.7")
        await admin.announce(secret)
        await admin.tables(False)
        await admin.close(table)
        await admin.drain(two.settings.hub)
        end = next(it["until"] for it in await admin.log() if it["what"] == "silence")

        def told() -> list[str]:
            return [it.getMessage() for it in caplog.records if it.name == "stammtisch.steward"]

        at = datetime.fromtimestamp(end / 1000, UTC).isoformat(timespec="seconds")
        expected = [
            f"silence, person {ada}, until {at}",
            "lock, an address",
            "end lock, an address",
            "announce",
            "tables off",
            f"close, table {table}",
            f"drain, hub {two.settings.hub}",
        ]
        await until(lambda: sorted(told()) == sorted(2 * [f"the host orders: {it}" for it in expected]))
        await all_close(*guests)


async def test_a_hub_is_drained_and_its_games_go_on_at_another(redis_url: str) -> None:
    async with houses(redis_url, 2, poll_s=0.05) as (one, two), host(redis_url, one, two) as admin:
        guests, table = await still_table(one.url)
        raws = [await raw(one, n) for n in range(3)]
        await admin.drain(one.settings.hub)
        assert {await it.closed() for it in raws} == {codes.RESTARTING}
        for guest in guests:
            guest.connection.url = two.url
        await until(lambda: one.server.should_exit)
        for seat, guest in enumerate(guests):
            guest.play_on(table, seat)
        await until(lambda: guests[0].phase(table, 0) == "over")
        await until(lambda: _equal_hubs(admin, two))
        assert await admin.orders() == {}
        with pytest.raises(NotSo, match="no hub of the name"):
            await admin.drain(one.settings.hub)
        await all_close(*guests, *raws)


async def _equal_hubs(admin: Admin, *hubs: House) -> bool:
    return [it["hub"] for it in await admin.hubs()] == [hub.settings.hub for hub in hubs]


@asynccontextmanager
async def acting(url: str, *texts: str) -> AsyncIterator[tuple[Admin, Any]]:
    """A host without hubs who has announced this, and the Redis that keeps the log of it."""
    async with house_at(url) as house, Redis.from_url(url) as redis:
        admin = Admin(house, "me", _nobody_closes)
        for text in texts:
            await admin.announce(text)
        yield admin, redis


async def test_the_log_shows_when_somebody_has_changed_it(new_redis_url: Callable[[], str]) -> None:
    async with acting(new_redis_url(), "one", "two", "three") as (admin, redis):
        rows = await admin.log()
        assert [(it["by"], it["what"], it["text"], it["true"]) for it in rows] == [
            ("me", "announce", text, True) for text in ("one", "two", "three")
        ]
        assert [it["at"] for it in rows] == sorted(it["at"] for it in rows)
        row = await redis.lindex(ACTS, 1)
        await redis.lset(ACTS, 1, row.replace(b"two", b"six"))
        assert [it["true"] for it in await admin.log()] == [True, True, False]
        await redis.lset(ACTS, 1, b"nonsense")
        assert [it["true"] for it in await admin.log()] == [True, False, False]
        assert (await admin.log())[1]["what"] == UNREADABLE


@pytest.mark.parametrize("removed", [0, 1, 3])
async def test_the_log_shows_that_its_newest_rows_were_changed(
    new_redis_url: Callable[[], str], removed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Changed, where none is removed; now, and after the next act, too."""
    url = new_redis_url()
    async with acting(url, "one", "two", "three") as (admin, redis):
        if removed:
            await redis.rpop(ACTS, removed)
        else:
            await redis.lset(ACTS, -1, (await redis.lindex(ACTS, -1)).replace(b"three", b"seven"))
        *_, last = rows = await admin.log()
        assert (len(rows), last["what"], last["true"]) == (4 - removed, TORN, False)
        assert await asyncio.to_thread(main, ["admin", "--redis", url, "log"]) == 1
        assert TORN in capsys.readouterr().out
        await admin.announce("four")
        *others, last = await admin.log()
        assert (last["text"], last["true"]) == ("four", False)
        assert all(it["true"] for it in others)
        await admin.announce("five")
        assert (await admin.log())[-1]["true"]


async def test_a_log_whose_end_was_never_kept_is_taken_as_it_is(new_redis_url: Callable[[], str]) -> None:
    async with acting(new_redis_url()) as (admin, redis):
        for text in ("one", "two"):
            await redis.delete(ACTS_END)
            await admin.announce(text)
        await redis.delete(ACTS_END)
        assert [it["true"] for it in await admin.log()] == [True, True]


WHO = person(TOKEN.format(1))

NOT_SO: dict[str, tuple[Callable[[Admin], Any], str]] = {
    "not a number": (lambda it: it.bar("lock", "person", WHO, math.nan), "minutes go from 0"),
    "without end": (lambda it: it.bar("lock", "person", WHO, math.inf), "minutes go from 0"),
    "too long": (lambda it: it.announce("later", 1e300), "minutes go from 0"),
    "negative": (lambda it: it.announce("later", -5), "minutes go from 0"),
    "no such act": (lambda it: it.bar("zzz", "person", WHO, 1), "silence or lock"),
    "no such kind": (lambda it: it.bar("lock", "hub", WHO, 1), "person or an address"),
    "no hash": (lambda it: it.bar("lock", "person", "Ada", 1), "16 letters"),
    "half a letter in why": (lambda it: it.bar("lock", "person", WHO, 1, "\ud800"), "no letter"),
    "half a letter in a notice": (lambda it: it.announce("\ud800"), "no letter"),
    "half a letter in a table": (lambda it: it.close("\ud800"), "no letter"),
    "half a letter in a search": (lambda it: it.find("\ud800"), "no letter"),
    "an end of what is not": (lambda it: it.free("zzz", "person", "\ud800"), "is not under"),
    "a hub of half a letter": (lambda it: it.drain("\ud800"), "no hub of the name"),
    "a report of half a letter": (lambda it: it.close_report("\ud800"), "no report"),
}


GERMAN = (Path(server.host.__file__).parent / "page" / "texts.js").read_text()
UNASKED = ("somebody is put under", "that is put on")
"""What the page can't ask for."""


@pytest.mark.parametrize("what", NOT_SO)
async def test_what_can_not_be_ordered_is_refused_in_one_line(redis_url: str, what: str) -> None:
    ask, why = NOT_SO[what]
    async with house_at(redis_url) as house:
        admin = Admin(house, "the host", _nobody_closes)
        with pytest.raises(NotSo, match=why) as refused:
            await ask(admin)
        assert "\n" not in str(refused.value)
        assert refused.value.args[0].startswith(UNASKED) or f'"{refused.value.args[0]}"' in GERMAN
        assert await admin.orders() == {}
        assert await admin.log() == []


async def test_the_command(redis_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def command(*words: str) -> int:
        return await asyncio.to_thread(main, ["admin", "--redis", redis_url, *words])

    async with houses(redis_url, poll_s=0.05) as (house,), host(redis_url, house):
        guests, table = await still_table(house.url)
        assert await command("hubs") == 0
        assert [it["hub"] for it in json.loads(capsys.readouterr().out)] == [house.settings.hub]
        assert await command("find", "guest-1") == 0
        assert json.loads(capsys.readouterr().out)["tables"][0]["table"] == table
        assert await command("find") == 0
        all_here = json.loads(capsys.readouterr().out)
        assert [it["table"] for it in all_here["tables"]] == [table]
        assert {it["name"] for it in all_here["guests"]} == {f"guest-{n}" for n in range(len(guests))}
        assert await command("silence", "--address", "127.0.0.1", "--minutes", "1", "--why", "loud") == 0
        assert await command("orders") == 0
        assert list(json.loads(capsys.readouterr().out)) == ["silence address 127.0.0.1"]
        assert await command("silence", "--address", "127.0.0.1", "--end") == 0
        assert await command("tables", "off") == await command("tables", "on") == 0
        assert await command("close", table) == 0
        assert await command("close", table) == 1
        assert "can't be closed: it is over" in capsys.readouterr().err
        assert await command("log") == 0
        acts = json.loads(capsys.readouterr().out)
        wanted = ["silence", "end silence", "tables off", "tables on", "close"]
        assert [it["what"] for it in acts] == wanted
        assert (acts[0]["address"], acts[0]["why"]) == ("127.0.0.1", "loud")
        await all_close(*guests)


async def test_a_user_without_a_name_gives_orders(
    redis_url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a container that runs as a number of somebody's choice."""
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("os.getuid", lambda: 1_234_567)
    for words in (["tables", "off"], ["log"]):
        assert await asyncio.to_thread(main, ["admin", "--redis", redis_url, *words]) == 0
    assert [it["by"] for it in json.loads(capsys.readouterr().out)] == ["user 1234567"]


@pytest.mark.parametrize("name", ["short", "long" * 30])
async def test_the_command_while_the_private_redis_of_a_folder_runs(tmp_path: Path, name: str) -> None:
    data = str(tmp_path / name)
    async with redis_for("", data) as url, house_at(url) as house:
        assert await asyncio.to_thread(main, ["admin", "--data", data, "tables", "off"]) == 0
        assert list(await house.orders()) == ["tables off"]


@pytest.mark.parametrize(
    "words",
    [
        "admin lock --person -m3vX0fJk2bT9a1Z --why=loud",
        "admin find -m3vX0fJk2bT9a1Z",
        "person -m3vX0fJk2bT9a1Z-m3vX0fJ --delete",
    ],
)
def test_a_hash_that_begins_as_options_do_is_none(words: str) -> None:
    chosen = parser().parse_args(undashed(words.split()))
    named = {"lock": "person", "find": "text"}.get(getattr(chosen, "act", ""), "token")
    assert getattr(chosen, named).startswith("-m3vX0fJk2bT9a1Z")
    assert getattr(chosen, "delete", True)


@pytest.mark.parametrize("words", ["--data here hubs", "hubs --data here"])
def test_which_redis_is_meant_is_said_before_or_behind_the_act(words: str) -> None:
    assert parser().parse_args(["admin", *words.split()]).data == "here"


@pytest.mark.parametrize("words", [["admin", "hubs"], ["person", "x" * 22], ["export", "none"]])
def test_a_folder_that_keeps_no_tables_is_not_made_one(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "mistyped"
    assert main([*words, "--data", str(folder)]) == 1
    assert "No tables are kept in" in capsys.readouterr().err
    assert not folder.exists()
