"""The operator sees and controls all hubs."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import server.admin
from bots.client.client import ChangeRefused
from protocol import codes
from protocol.frames import Make, Notice, Rematch
from server.admin.service import Admin, NotSo
from server.store.admin_records import admin_records_at
from server.table.tokens import person
from tests.live.hubs import Guest, House, all_close, houses, still_table, table_of
from tests.waiting import until

from .operator import TOKEN, host, nobody_closes, raw


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
        for place in ("server.admin.agent.MAX_FOUND_GUESTS", "server.moderation.orders.MAX_FOUND_GUESTS"):
            monkeypatch.setattr(place, 1)
        few = await admin.find("guest")
        assert len(few["guests"]) == 1 and few["more"], "there are two"
        assert await admin.orders() == {}, "questions are no orders, and are gone"
        assert await admin.log() == [], "reading is not logged"
        await all_close(*guests, ada)


async def _equal(admin: Admin, wanted: list[tuple[int, int]]) -> bool:
    return [(it["tables"], it["sockets"]) for it in await admin.hubs()] == wanted


async def test_a_notice_reaches_who_is_here_and_who_comes(redis_url: str) -> None:
    async with houses(redis_url, 2, poll_s=0.05) as (one, two), host(redis_url, one, two) as admin:
        here = await raw(one, 1)
        await admin.announce("We are down for ten minutes.", 5)
        notice = await here.next(Notice)
        assert notice.text == "We are down for ten minutes."
        assert notice.until > 0
        await until(lambda: two.parts.registry.orders.fields)
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
        await until(lambda: house.parts.registry.orders.no_new_tables)
        new = guests[0].session.next_id
        with pytest.raises(ChangeRefused, match="no-new-tables"):
            await guests[0].connection.request(Make(new(), "machi_koro", 2))
        await until(lambda: guests[0].phase(table, 0) == "over")  # running games continue
        with pytest.raises(ChangeRefused, match="no-new-tables"):
            await guests[0].connection.request(Rematch(new(), table))
        await admin.tables(True)
        await until(lambda: not house.parts.registry.orders.no_new_tables)
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


GERMAN = (Path(server.admin.__file__).parent / "page" / "texts.js").read_text()
UNASKED = ("somebody is put under", "that is put on")
"""How refusals of acts begin that the page cannot ask for."""


@pytest.mark.parametrize("what", NOT_SO)
async def test_invalid_orders_are_refused_in_one_line(redis_url: str, what: str) -> None:
    ask, why = NOT_SO[what]
    async with admin_records_at(redis_url) as house:
        admin = Admin(house, "the host", nobody_closes)
        with pytest.raises(NotSo, match=why) as refused:
            await ask(admin)
        assert "\n" not in str(refused.value)
        assert refused.value.args[0].startswith(UNASKED) or f'"{refused.value.args[0]}"' in GERMAN
        assert await admin.orders() == {}
        assert await admin.log() == []
