"""Names of people count at once everywhere, and the host's part passes on."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from protocol.codec import unpacked
from protocol.frames import (
    WATCH,
    Done,
    Full,
    Hello,
    Here,
    Join,
    Leave,
    Listed,
    Make,
    Ping,
    Pong,
    Refused,
    Sit,
    Start,
)
from server.live import people
from server.table.people import heir, renamed
from tests.table.tables import HOST, Sitting, guest
from tests.waiting import until

from .hubs import Guest, Raw, all_close, houses, table_of


async def seen(raw: Raw, table: str) -> Any:
    """The public part of the table's document now."""
    count = len(raw.of(Full)) + 1
    await raw.send(Join(table, WATCH))
    return unpacked((await raw.next(Full, count=count)).public)


async def test_a_new_name_counts_at_once_for_everybody(redis_url: str) -> None:
    """In the seat, as the host, in the presence list and in the lobby; at another hub too, and later."""
    async with houses(redis_url, 2) as (one, two):
        ada = await Raw.open(one.url, "a" * 30, "Ada")
        table = await ada.seated()
        await ada.send(Join(table, 0))
        ben = await Raw.open(two.url, "b" * 30, "Ben")

        async def called(name: str) -> bool:
            public = await seen(ben, table)
            return bool(public["seats"][0]["name"] == name)

        await until(lambda: called("Ada"))
        await ada.send(Hello("a" * 30, "Ada Lovelace"))
        await until(lambda: called("Ada Lovelace"))
        await until(lambda: "Ada Lovelace" in [name for _, name, _ in ben.of(Here)[-1].people])
        await until(lambda: one.parts.hub.lobby.tables[table]["host_name"] == "Ada Lovelace")
        phone = await Raw.open(two.url, "a" * 30, "Countess")
        await phone.send(Join(table))
        await until(lambda: called("Countess"))
        assert not ben.of(Refused, Listed)
        await all_close(ada, ben, phone)


@pytest.mark.parametrize("before", [Hello("a" * 30, "Countess"), Sit(9, "", 1)])
@pytest.mark.parametrize("moment", ["queued", "stored"])
async def test_the_last_name_counts_though_the_table_is_busy(
    redis_url: str, before: Hello | Sit, moment: str
) -> None:
    """A name comes while another one, or another change, waits for its turn or is being stored."""
    async with houses(redis_url) as (one,):
        ada = await Raw.open(one.url, "a" * 30, "Ada")
        table = await ada.seated()
        await ada.send(Join(table, 0))
        await until(lambda: ada.of(Here))
        registry, store, reached, go = one.parts.registry, one.parts.store, asyncio.Event(), asyncio.Event()

        async def wait(*_: object) -> None:
            reached.set()
            await go.wait()

        async def held(*args: Any, **kwargs: Any) -> Any:
            await wait()
            return await commit(*args, **kwargs)

        commit = store.commit
        if moment == "queued":
            registry.enqueue(registry.tables[table], wait)
        with patch.object(store, "commit", held if moment == "stored" else commit):
            await ada.send(replace(before, table=table) if isinstance(before, Sit) else before)
            await until(reached.is_set)
            names = ["Ada"] if isinstance(before, Hello) else ["Baroness", "Lady Ada"]
            for number, name in enumerate(names):
                await ada.send(Hello("a" * 30, name))
                await ada.send(Ping(number))
                await ada.next(Pong, count=number + 1)
            go.set()
            await registry.drain()
        document = await seen(ada, table)
        assert {row["name"] for row in document["seats"] if row["person"]} == {names[-1]}
        assert one.parts.hub.lobby.tables[table]["host_name"] == names[-1]
        await ada.close()


async def test_the_host_s_part_passes_on_when_the_host_resigns(redis_url: str) -> None:
    async with houses(redis_url, 2) as (one, two):
        guests = [Guest(url, f"guest-{n}", 3) for n, url in enumerate([one.url, two.url, one.url])]
        for each in guests:
            each.playing = False
        table = await table_of(guests)
        host, second, _ = guests
        await until(lambda: second.phase(table, 1) == "playing")
        public = second.document(table, 1)["public"]
        assert public["table"]["host"] == public["seats"][0]["person"]
        await host.connection.request(Leave(host.session.next_id(), table, 0))

        def passed_on() -> bool:
            public = second.document(table, 1)["public"]
            return bool(public["table"]["host"] == public["seats"][1]["person"])

        await until(passed_on)
        lines = second.document(table, 1)["public"]["log"]
        assert ["left", 0] in lines and ["hosts", 1] in lines
        await all_close(*guests)


def test_the_next_host_is_present_and_plays() -> None:
    t = Sitting(seats=3).start()
    assert heir(t.table, {HOST.person}) is None
    found = heir(t.table, {HOST.person, guest(2).person})
    assert found is not None and found.person == guest(2).person
    t.itself(found)
    assert (t.table.state.host, t.table.state.host_name) == guest(2)[:2]
    assert t.table.state.ring[-1] == ["hosts", 2]


async def test_the_host_s_part_passes_on_when_the_host_stays_away(redis_url: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(people, "HOST_ABSENCE_MS", 0)
    async with houses(redis_url, tick_s=0.05, grace_ms=100) as (one,):
        ada = await Raw.open(one.url, "a" * 30, "Ada")
        await ada.send(Make(1, "machi_koro", 2))
        table = (await ada.next(Done)).table
        await ada.send(Join(table, WATCH))
        ben = await Raw.open(one.url, "b" * 30, "Ben")
        await ben.send(Sit(1, table, 0))
        await ben.next(Done)
        await ben.send(Join(table))
        await until(lambda: ben.of(Here) and len(ben.of(Here)[-1].people) == 2)
        assert (await seen(ben, table))["table"]["host"] != (await seen(ben, table))["seats"][0]["person"]
        await ada.close()

        async def hosts() -> bool:
            public = await seen(ben, table)
            return bool(public["table"]["host"] == public["seats"][0]["person"])

        await until(hosts)
        await ben.send(Start(2, table))
        assert (await ben.next(Refused)).code == "waiting"  # for another player; a guest would be no host
        await ben.close()


def test_a_name_changes_seats_offers_and_host_and_no_log_grows_without_end() -> None:
    t = Sitting(seats=3)
    what = renamed(t.table, HOST.person, "Johanna")
    assert what is not None
    t.itself(what)
    state = t.table.state
    assert (state.host_name, state.seats[0].name, state.seats[1].name) == ("Johanna", "Johanna", "Guest 1")
    assert renamed(t.table, HOST.person, "Johanna") is None
    assert renamed(t.table, "somebody-else", "Johanna") is None
    for n in range(1_100):
        if what := renamed(t.table, HOST.person, f"Name {n}"):
            t.itself(what)
    assert t.table.version <= 1_001
    assert t.replayed().pack() == t.table.pack()
