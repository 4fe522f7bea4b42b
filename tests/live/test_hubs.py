"""Whole games over real sockets and a real Redis: one hub, two hubs, sockets that break, hubs that die."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from redis.asyncio import Redis

from protocol.codec import unpacked
from protocol.document import Document
from protocol.frames import (
    AUTO,
    WATCH,
    Agree,
    Browse,
    Done,
    Gone,
    Hand,
    Here,
    History,
    Join,
    Listed,
    Lobby,
    Make,
    Part,
    Past,
    Refused,
    Said,
    Say,
    Sit,
    Undo,
)
from server.games import GAMES
from server.metrics import METRICS
from server.replay import main, play, read
from server.store.store import LoadedTable, Store
from server.table.entries import Entry, Made, decode_entry
from server.table.entries import encode as encode_entry
from server.table.log import BadLog
from tests.games import toy
from tests.waiting import LIMIT, until

from .hubs import Guest, Raw, all_close, encode_document, houses, still_table, table_of
from .whole_games import acknowledged_once, compare, log_of, play_out


async def test_two_hubs_serve_one_table_and_every_document_is_true(redis_url: str) -> None:
    async with houses(redis_url, 2) as (one, two):
        guests = [
            Guest(url, f"guest-{i}", 7, undo=0.15)
            for i, url in enumerate([one.url, two.url, one.url, two.url])
        ]
        table = await table_of(guests)
        await play_out(guests, table)
        log = await log_of(one, table)
        assert compare(guests, log) >= 4 * (len(log) - 20)
        for seat in range(4):
            versions = sorted(v for s, v in guests[seat].documents if s == seat)
            assert versions == list(range(versions[0], len(log) + 1))
        assert any(isinstance(decode_entry(data).what, Undo) for data in log)
        assert {decode_entry(data).hub[:5] for data in log} == {"hub-0", "hub-1"}
        assert all(g.session.resyncs == 0 for g in guests)
        await all_close(*guests)


async def test_several_seats_asked_at_once_through_two_hubs(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both hubs write the same table at the same time, again and again, and no answer is lost."""
    monkeypatch.setitem(GAMES, toy.name, toy)
    monkeypatch.setattr("server.games.catalogue.digest", lambda name: "toy")
    monkeypatch.setattr("server.live.creation.digest", lambda name: "toy")
    async with houses(redis_url, 2) as (one, two):
        guests = [Guest(url, f"g{i}", 3) for i, url in enumerate([one.url, two.url, one.url, two.url])]
        for _ in range(3):
            table = await table_of(guests, "toy")
            await play_out(guests, table)
            assert compare(guests, await log_of(one, table)) > 20
            for guest in guests:
                guest.documents.clear()
                guest.answered.clear()
        await all_close(*guests)


async def test_sockets_that_break_lose_nothing(redis_url: str) -> None:
    async with houses(redis_url, 2) as both:
        guests = [Guest(both[i % 2].url, f"guest-{i}", 5, pause=0.004) for i in range(3)]
        table = await table_of(guests)
        cut = 0
        for number in range(15):
            await guests[number % 3].moved_on(table, number % 3, 2)  # so each one has come back before
            socket = guests[number % 3].connection._socket
            if socket is not None:
                socket.transport.abort()
                cut += 1
        await play_out(guests, table)
        assert cut > 3
        log = await log_of(both[0], table)
        assert compare(guests, log) > len(log)
        acknowledged_once(guests, log)
        await all_close(*guests)


async def test_a_client_that_comes_back_gets_what_it_missed(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        guests = [Guest(house.url, f"guest-{i}", 5, pause=0.01) for i in range(2)]
        table = await table_of(guests)
        raw = await Raw.open(house.url, "w" * 30)
        await raw.send(Join(table, WATCH))
        await until(lambda: len(raw.frames) > 8)
        joined = next(f for f in raw.frames if type(f).__name__ == "Joined")
        assert joined.seat == WATCH and joined.version > 0 and "asks" in joined.words
        have = max(f.version for f in raw.frames if type(f).__name__ in ("Full", "Diff"))
        for guest in guests:
            guest.ready = lambda: guests[0].version(table, 0) < have + 8  # it misses less than the hub keeps
        await raw.close()
        await until(lambda: guests[0].version(table, 0) > have + 4)
        for guest in guests:
            guest.playing = False
        raw = await Raw.open(house.url, "w" * 30)
        await raw.send(Join(table, WATCH, have, 0, (0, 0)))
        await until(lambda: len([f for f in raw.frames if type(f).__name__ == "Diff"]) > 2)
        await until(lambda: any(f.check for f in raw.frames if type(f).__name__ == "Diff"))
        told = [f for f in raw.frames if type(f).__name__ in ("Full", "Diff")]
        assert type(told[0]).__name__ == "Diff" and told[0].version == have + 1
        assert any(frame.check for frame in told), "what the missed versions must have led to"
        for seat, guest in enumerate(guests):
            guest.ready = lambda: True
            guest.play_on(table, seat)
        await raw.send(Join(table, WATCH, 1_000_000))
        await until(lambda: any(type(f).__name__ == "Full" for f in raw.frames))
        await all_close(raw, *guests)


async def test_history_gives_back_what_a_seat_saw(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        guests = [Guest(house.url, f"guest-{i}", 11) for i in range(2)]
        table = await table_of(guests)
        await play_out(guests, table)
        seen = sorted(version for seat, version in guests[1].documents if seat == 1)
        raw = await Raw.open(house.url, guests[1].token)
        for n, version in enumerate([seen[3], seen[-1], seen[len(seen) // 2]], 1):
            await raw.send(History(table, 1, version))
            past = await raw.next(Past, count=n)
            document: Document = {"public": unpacked(past.public), "mine": unpacked(past.mine)}
            assert encode_document(document) == guests[1].documents[1, version]
        await all_close(raw, *guests)


async def test_only_who_has_joined_a_table_can_say_something_there(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        ann, eve = [await Raw.open(house.url, c * 30, c) for c in "ae"]
        await ann.send(Make(1, "machi_koro", 2))
        table = (await ann.next(Done)).table
        await ann.send(Join(table))
        for frame in (
            Say(1, table, "before"),
            Join(table),
            Say(2, table, "at it"),
            Part(table),
            Say(3, table, "after"),
        ):
            await eve.send(frame)
        await eve.next(Refused, count=2)
        assert [(one.id, one.code) for one in eve.of(Refused)] == [(1, "not-joined"), (3, "not-joined")]
        await until(lambda: ann.of(Said))
        assert [said.text for said in ann.of(Said)] == [said.text for said in eve.of(Said)] == ["at it"]
        await all_close(ann, eve)


async def test_chat_and_presence_cross_hubs(redis_url: str) -> None:
    async with houses(redis_url, 2) as (one, two):
        ann, bob = await Raw.open(one.url, "a" * 30, "Ann"), await Raw.open(two.url, "b" * 30, "Bob")
        table = await ann.seated()
        await ann.send(Join(table))
        await bob.send(Join(table))
        await until(lambda: any(len(h.people) == 2 for h in ann.of(Here)))
        await until(lambda: any(len(h.people) == 2 for h in bob.of(Here)))
        assert {(name, seat) for _, name, seat in ann.of(Here)[-1].people} == {("Ann", 0), ("Bob", WATCH)}
        await ann.send(Say(3, table, "Hello  there"))
        await ann.send(Say(3, table, "Hello  there"))
        said = await bob.next(Said)
        assert (said.name, said.text) == ("Ann", "Hello there")
        await ann.next(Done, count=4)
        assert len(ann.of(Said)) == 1
        late = await Raw.open(two.url, "c" * 30, "Cem")
        await late.send(Join(table))
        assert (await late.next(Said)).text == "Hello there"
        await bob.close()
        await until(lambda: {name for _, name, _ in ann.of(Here)[-1].people} == {"Ann", "Cem"})
        await all_close(ann, late)


async def test_a_lost_seat_receives_no_more_versions(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        guests, table = await still_table(house.url)
        sam = await Raw.open(house.url, "s" * 30, "Sam")
        await sam.send(Join(table))
        await until(lambda: any("Sam" in {p[1] for p in f.people} for f in sam.of(Here)))
        person = next(p[0] for p in sam.of(Here)[-1].people if p[1] == "Sam")
        await guests[0].connection.request(Hand(guests[0].session.next_id(), table, 1, person=person))
        assert not sam.of(Gone) and guests[1].document(table, 1)["mine"]["seat"] == 1
        await until(lambda: guests[1].document(table, 1)["public"]["seats"][1]["offer"])
        offer = guests[1].document(table, 1)["public"]["seats"][1]["offer"]
        assert (offer["asks"], offer["name"]) == (guests[1].session.person, "Sam")
        await sam.send(Agree(1, table, 1, offer["number"]))
        assert (await sam.next(Refused)).code == "not-your-seat"
        await sam.send(Join(table, 1))
        assert (await sam.next(Refused, count=2)).code == "not-your-seat", "nothing is seen before"
        await guests[1].connection.request(Agree(guests[1].session.next_id(), table, 1, offer["number"]))
        await until(lambda: any(isinstance(f, Gone) for f in guests[1].frames))
        gone = next(f for f in guests[1].frames if isinstance(f, Gone))
        assert (gone.code, gone.seat) == ("not-your-seat", 1)
        await sam.send(Join(table, AUTO))
        await until(lambda: any(type(f).__name__ == "Joined" and f.seat == 1 for f in sam.frames))
        await sam.close()
        await all_close(*guests)


async def test_a_made_table_is_made_once_and_listed_on_all_hubs(redis_url: str) -> None:
    async with houses(redis_url, 2) as (one, two):
        browser = await Raw.open(two.url, "b" * 30)
        await browser.send(Browse())
        await browser.next(Lobby)
        ann = await Raw.open(one.url, "a" * 30, "Ann")
        for _ in range(2):
            await ann.send(Make(7, "machi_koro", 3, {"play_out": False}, True))
        await ann.next(Done, count=2)
        assert len({done.table for done in ann.of(Done)}) == 1
        table = ann.of(Done)[0].table
        listed = await browser.next(Listed)
        assert listed.table == table and listed.summary["options"]["play_out"] is False
        assert "wanted" not in listed.summary
        await ann.send(Make(8, "machi_koro", 3, public=False))
        await ann.next(Done, count=3)
        await ann.send(Sit(9, table, 1))
        await browser.next(Listed, count=2)
        assert {frame.table for frame in browser.of(Listed)} == {table}
        await all_close(ann, browser)


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (Make(1, "chess", 2), "unknown-game"),
        (Make(2, "machi_koro", 9), "options"),
        (Make(3, "machi_koro", 2, {"nonsense": 1}), "options"),
        (Make(4, "machi_koro", 2, {"play_out": "maybe"}), "options"),
        (Make(5, "machi_koro", 2, wants=["deep-blue"]), "unknown-mind"),
        (Make(6, "machi_koro", 2, wants=["", "", "whim"]), "options"),
    ],
)
async def test_tables_that_cannot_be_made(redis_url: str, make: Make, code: str) -> None:
    async with houses(redis_url) as (house,):
        ann = await Raw.open(house.url, "a" * 30, "Ann")
        await ann.send(make)
        refused = await ann.next(Refused)
        assert (refused.id, refused.code) == (make.id, code) and len(refused.reason) > 10
        await ann.close()


async def test_a_downloaded_log_proves_the_game(redis_url: str, tmp_path: Path) -> None:
    async with houses(redis_url) as (house,):
        guests, asked = [Guest(house.url, f"guest-{i}", 1, undo=0.1) for i in range(2)], asyncio.Event()
        for guest in guests:
            guest.ready = asked.is_set
        table = await table_of(guests)
        async with httpx.AsyncClient(timeout=LIMIT) as web:
            running = await web.get(f"{house.http}/tables/{table}/log")
            assert running.status_code == 404
            asked.set()
            await play_out(guests, table)
            answer = await web.get(f"{house.http}/tables/{table}/log")
        await all_close(*guests)
    file = tmp_path / "game.log"
    file.write_bytes(answer.content)
    assert main(file, True) == 0
    found = play(read(file), True)
    assert found.table.state.phase == "over"
    form, *entries = msgspec.msgpack.decode(answer.content)
    made = entries[0][4]
    made[(made[0] == "made") + Made.__struct_fields__.index("secret")] = "00" * 32
    file.write_bytes(msgspec.msgpack.encode([form, *entries]))
    with pytest.raises(BadLog):
        play(read(file), True)
    assert main(file, True) == 1


async def test_a_log_of_other_rules_is_not_to_be_had_here(redis_url: str) -> None:
    made = Made(1, "of-old", "santiago", 0, "", 2, {"gone": True}, True, [], [], False, "00" * 32)
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        entry = encode_entry(Entry(1, "ann", "Ann", "hub", made))
        assert await house.parts.store.commit("of-old", 0, entry, ttl=60)
        assert (await web.get("/tables/of-old/log")).status_code == 404


async def test_the_store_keeps_nothing_of_a_token(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        guests = [Guest(house.url, f"guest-{i}", 1) for i in range(2)]
        table = await table_of(guests)
        await play_out(guests, table)
        redis: Any = Redis.from_url(redis_url)
        read_all = {
            b"string": redis.get,
            b"list": lambda key: redis.lrange(key, 0, -1),
            b"hash": redis.hgetall,
            b"zset": lambda key: redis.zrange(key, 0, -1),
        }
        found = b""
        for key in await redis.keys("*"):
            found += key + repr(await read_all[await redis.type(key)](key)).encode()
        assert table.encode() in found
        for guest in guests:
            assert guest.token.encode() not in found
            await guest.close()
        await redis.aclose()
        assert isinstance(house.parts.store, Store)


async def test_a_table_that_moves_while_its_length_is_asked_for_is_not_loaded_anew(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer about the length is outdated by then; no entry is missing."""
    async with houses(redis_url, poll_s=3600.0) as (house,):
        guests, table = await still_table(house.url)
        registry = house.parts.registry
        live, lengths = registry.tables[table], registry.store.lengths

        def reloads() -> float | None:
            return METRICS.registry.get_sample_value("stammtisch_reloads_total")

        async def slow(tables: Sequence[str]) -> list[int]:
            found = await lengths(tables)
            for seat, guest in enumerate(guests):
                guest.play_on(table, seat)
            await guests[0].moved_on(table, 0, 2)
            for guest in guests:
                guest.playing = False
            await until(lambda: not live.running)
            return found

        monkeypatch.setattr(registry.store, "lengths", slow)
        before, loaded_anew = live.at_version, reloads()
        await house.parts.eviction.poll()
        await registry.drain()
        assert before is not None and live.at_version is not None and live.at_version > before
        assert loaded_anew is not None and reloads() == loaded_anew
        await all_close(*guests)


async def test_a_table_of_other_rules_is_read_once_for_all_who_wait_for_it(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with houses(redis_url, 2) as (one, two):
        guests, table = await still_table(one.url)
        monkeypatch.setattr("server.live.follower.engine_of", lambda *made: None)
        registry, loads, asked = two.parts.registry, list[str](), 4
        load = registry.store.load

        async def counted(name: str) -> LoadedTable | None:
            loads.append(name)
            await until(lambda: len(loads) > 1 or len(registry.tables[name].queue) == asked - 1)
            return await load(name)

        monkeypatch.setattr(registry.store, "load", counted)
        raw = await Raw.open(two.url, "r" * 30)
        for number in range(1, asked + 1):
            await raw.send(Sit(number, table, 0))
        assert (await raw.next(Refused, count=asked)).code == "other-version"
        assert {it.code for it in raw.of(Refused)} == {"other-version"} and loads == [table]
        await all_close(raw, *guests)
