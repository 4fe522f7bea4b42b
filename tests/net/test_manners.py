"""The hub and floods, slow readers, foreign pages, strangers and people who vanish."""

from __future__ import annotations

import asyncio
import contextlib
import random
from functools import partial
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from protocol import codes
from protocol.codec import encode, packed, unpacked
from protocol.frames import (
    WATCH,
    Act,
    Diff,
    Done,
    Full,
    Hello,
    History,
    Join,
    Joined,
    Make,
    OfTable,
    Ping,
    Pong,
    Refused,
    Sit,
    Start,
    Take,
    Undo,
    Want,
    Wanted,
    Welcome,
    Why,
)
from protocol.proof import proof_of
from server.metrics import METRICS
from server.table.entries import Made, decode_entry
from tests.waiting import LIMIT, until, within

from ..live.hubs import BOT_KEY, Guest, House, Raw, all_close, houses, still_table, table_of
from .raw_websocket import Plain


async def test_clients_are_told_when_a_hub_goes_down_in_an_orderly_way(redis_url: str) -> None:
    """This holds for clients that have greeted and for others."""
    async with houses(redis_url) as (house,):
        greeted, silent = await Raw.open(house.url, "x" * 30), await Raw.open(house.url)
        guests, _ = await still_table(house.url)
        house.server.should_exit = True
        assert await greeted.closed() == await silent.closed() == codes.RESTARTING
        await all_close(*guests)


async def test_pages_of_other_origins_may_not_connect(redis_url: str) -> None:
    async with houses(redis_url, origins="https://club.example") as (house,):
        comes: Any = partial(connect, house.url, open_timeout=LIMIT)
        with pytest.raises(InvalidStatus):
            await comes(origin="http://evil.example")
        with pytest.raises(InvalidStatus, match="403"):
            await comes(origin="http://\u00e9vil.example")
        for origin in (f"http://127.0.0.1:{house.port}", "https://club.example", None):
            socket = await comes(origin=origin)
            await socket.close()


async def test_only_known_hosts_are_answered_for(redis_url: str) -> None:
    """With the setting, a page whose name leads here for a moment (DNS rebinding) is refused."""
    async with houses(redis_url, hosts="tables.example.org, ours.example:8443") as (house,):
        port, statuses = house.port, {}
        hosts = {
            "evil.example": 421,
            f"evil.example:{port}": 421,
            "tables.example.org.evil.example": 421,
            "evil.tables.example.org": 421,
            "": 421,
            "tables.example.org": 200,
            f"TABLES.example.org:{port}": 200,
            "tables.example.org.": 200,
            "ours.example:8443": 200,
            "ours.example": 421,
            f"127.0.0.1:{port}": 200,
            "192.168.1.4": 200,
            f"[::1]:{port}": 200,
            "127.0.0.1.evil.example": 421,
        }
        async with httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
            for host in hosts:
                answer = await web.get("/", headers={"host": host})
                statuses[host] = answer.status_code
                assert answer.status_code == 200 or answer.text.count("\n") == 1
            assert (await web.get("/healthz", headers={"host": "hub.internal"})).status_code == 200
        assert statuses == hosts
        for host, status in hosts.items():
            plain = await Plain.connect(house.port, host)
            assert plain.status == (101 if status == 200 else 403), host
            plain.writer.close()


async def test_any_host_is_answered_for_where_none_is_set(redis_url: str) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        assert (await web.get("/", headers={"host": "whatever.example"})).status_code == 200


async def test_frames_over_the_budget_are_refused_and_floods_cut_off(redis_url: str) -> None:
    async with houses(redis_url, budgets=0.1) as (house,):
        raw = await Raw.open(house.url, "x" * 30)
        for n in range(10):
            await raw.send(Ping(n))
        refused = await raw.next(Refused)
        assert refused.code == "slow-down"
        assert 0 < len(raw.of(Pong)) < 10
        closed = METRICS.closes.labels(str(codes.FLOOD))
        before = closed._value.get()
        with contextlib.suppress(ConnectionClosed):
            for n in range(100):
                await raw.send(Ping(n))
        # Bytes that arrive while the server closes the connection may cost the client the code.
        assert await raw.closed() in (codes.FLOOD, 1006)
        await until(lambda: closed._value.get() == before + 1)


async def test_a_slow_reader_is_cut_off_and_the_others_are_not_held_up(redis_url: str) -> None:
    async with houses(redis_url, outbox=20_000, budgets=1000.0) as (house,):
        patient: dict[str, Any] = {"open_timeout": LIMIT, "ping_interval": None}
        slow = await connect(house.url, compression=None, max_queue=1, **patient)
        await slow.send(encode(Hello("s" * 30, "Slow")))
        guests = [Guest(house.url, f"guest-{i}", 3) for i in range(2)]
        table = await table_of(guests)
        transport = slow.transport
        transport.pause_reading()
        evicted = METRICS.evictions._value.get()
        async with within("who doesn't read is cut off"):
            with contextlib.suppress(ConnectionClosed):
                while METRICS.evictions._value.get() == evicted:
                    await slow.send(encode(Join(table, WATCH, 10**6)))
                    await asyncio.sleep(0)
        assert METRICS.evictions._value.get() == evicted + 1
        await until(lambda: all(g.phase(table, seat) == "over" for seat, g in enumerate(guests)))
        transport.resume_reading()
        await all_close(*guests)


async def test_other_people_s_and_invented_tables_and_seats(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        guests, table = await still_table(house.url)
        version = guests[0].session.mirrors[table, 0].version
        raw = await Raw.open(house.url, "x" * 30)
        frames = [
            (Act(1, table, 0, version, "pass"), "not-your-seat"),
            (Undo(2, table, 1, version), "not-your-seat"),
            (Sit(3, table, 0), "started"),
            (Start(4, table), "not-host"),
            (Take(5, table, 0), "not-a-bot"),
            (Act(6, "no-such-table", 0, 1, "pass"), "unknown-table"),
            (History(table, 0, 2), "not-your-seat"),
            (History(table, WATCH, 999), "unknown-version"),
            (Join(table, 1), "not-your-seat"),
            (Act(7, table, 9, version, "pass"), "unknown-seat"),
        ]
        for n, (frame, code) in enumerate(frames, 1):
            await raw.send(frame)
            refused = await raw.next(Refused, count=n)
            assert refused.code == code, frame
            assert refused.reason
        assert guests[0].session.mirrors[table, 0].version == version
        assert "no-such-table" not in house.parts.registry.tables
        await all_close(raw, *guests)


numbers = st.integers(-(2**63), 2**63 - 1)
frames = st.one_of(
    st.builds(Act, st.integers(1, 99), st.just("T"), st.integers(-2, 15), numbers, st.text(max_size=32)),
    st.builds(Undo, st.integers(1, 99), st.just("T"), st.integers(-2, 15), numbers),
    st.builds(Sit, st.integers(1, 99), st.just("T"), st.integers(-2, 15)),
    st.builds(Start, st.integers(1, 99), st.just("T")),
    st.builds(Take, st.integers(1, 99), st.just("T"), st.integers(-2, 15)),
    st.builds(Join, st.just("T"), st.integers(-2, 15), st.integers(-5, 500), st.integers(0, 1000)),
    st.builds(History, st.just("T"), st.integers(-2, 15), st.integers(0, 500)),
    st.builds(
        Why, st.integers(1, 99), st.just("T"), st.integers(-2, 15), numbers, st.just("supply"), numbers
    ),
)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(sent=st.lists(frames, max_size=12), noise=st.binary(max_size=60), seed=st.integers(0, 2**32))
def test_no_frame_of_a_stranger_changes_a_table(
    new_redis_url: object, sent: list[OfTable | Join | History | Why], noise: bytes, seed: int
) -> None:
    """No frame of a person without a seat changes a byte of a running table, or stops it."""
    asyncio.run(fuzz(new_redis_url(), sent, noise, random.Random(seed)))  # type: ignore[operator]


async def fuzz(
    redis: str, sent: list[OfTable | Join | History | Why], noise: bytes, chance: random.Random
) -> None:
    async with houses(redis) as (house,):
        guests, table = await still_table(house.url)
        live = house.parts.registry.tables[table]
        assert live.table is not None
        before = live.table.pack()
        raw = await Raw.open(house.url, "x" * 30)
        for frame in sent:
            await raw.send(replace(frame, table=table))
        await raw.send(Ping(5))
        await raw.next(Pong)
        await raw.socket.send(noise)
        await until(lambda: not live.running)
        assert live.table is not None and live.table.pack() == before
        for guest in guests:
            guest.play_on(table, guests.index(guest))
        await until(lambda: live.table is not None and live.table.version > 8)
        await all_close(raw, *guests)


async def test_a_seat_whose_person_vanished_is_played_for_and_handed_back(redis_url: str) -> None:
    async with houses(redis_url, 2, grace_ms=400, bot_grace_ms=3_600_000, tick_s=0.05) as (one, two):
        guests = [Guest(one.url, f"guest-{i}", 3) for i in range(2)]
        guests[1].playing = False
        table = await table_of(guests)
        token = "bot-process-token-0123456789"
        bot = await Raw.open(two.url)
        await bot.send(Hello(token, "bots", proof=proof_of(BOT_KEY, token)))
        await bot.next(Welcome)
        await bot.socket.send(packed(["browse", True]))
        await guests[1].close()
        wanted = await bot.next(Wanted)
        assert (wanted.table, wanted.seats) == (table, [(1, "greedy")])
        await bot.send(Take(1, table, 1))
        await bot.next(Done)
        await bot.send(Join(table, 1))
        assert (await bot.next(Joined)).seat == 1
        back = Guest(two.url, "guest-1", 3)
        back.playing = False
        back.session.join(table, 1, 1)
        await until(lambda: (table, 1) in back.session.mirrors and back.session.mirrors[table, 1].version > 0)
        mirror = back.session.mirrors[table, 1]
        assert mirror.document["public"]["seats"][1]["stand_in"] == "greedy"
        await until(lambda: mirror.document["mine"]["ask"])
        back.play_on(table, 1)
        await until(lambda: not mirror.document["public"]["seats"][1]["stand_in"])
        await until(lambda: any(type(f).__name__ == "Gone" and f.seat == 1 for f in bot.frames))
        await until(lambda: back.phase(table, 1) == "over")
        await all_close(guests[0], back)
        await bot.close()


async def test_a_clock_runs_out_on_a_table_that_no_hub_has_loaded(redis_url: str) -> None:
    async with houses(redis_url, tick_s=600) as (house,):  # this hub never checks clocks
        guests, table = await still_table(house.url, clock=[600, 0])
        await all_close(*guests)
    await asyncio.sleep(0.7)
    async with houses(redis_url, tick_s=0.05) as (house,):
        raw = await Raw.open(house.url, "x" * 30)
        await until(lambda: table in house.parts.registry.tables)
        await raw.send(Join(table, WATCH))
        full = await raw.next(Full)
        if not any(row["stand_in"] for row in unpacked(full.public)["seats"]):
            await raw.next(Diff)
        await until(lambda: stood_in(house, table))
        await raw.close()


def stood_in(house: House, table: str) -> bool:
    """Does a bot stand in for somebody at this table?"""
    loaded = house.parts.registry.tables[table].table
    return loaded is not None and any(row.stand_in for row in loaded.state.seats)


async def test_a_new_table_has_stand_ins_as_wished_or_of_the_usual_level(redis_url: str) -> None:
    minds = "skilled,beginner"
    async with houses(redis_url, minds=minds) as (house,):
        raw = await Raw.open(house.url, "a-host-of-these-tables-01")
        for number, (wish, found) in enumerate([("", "skilled"), ("beginner", "beginner")], 1):
            await raw.send(Make(number, "machi_koro", 2, stand_in=wish))
            await until(partial(answered, raw, number))
            table = raw.of(Done)[-1].table
            entries = await house.parts.store.entries(table, 0)
            made = decode_entry(entries[0]).what
            assert isinstance(made, Made) and made.stand_in == found
        await raw.send(Make(3, "machi_koro", 2, stand_in="greedy"))
        assert (await raw.next(Refused)).code == "unknown-mind"
        await raw.socket.close()


async def test_a_table_refuses_a_mind_that_its_game_has_not(redis_url: str) -> None:
    async with houses(redis_url, minds="greedy,whim:machi_koro") as (house,):
        raw = await Raw.open(house.url, "a-host-of-these-tables-02")
        await raw.send(Make(1, "santiago", 2, wants=["", "whim"]))
        await raw.send(Make(2, "santiago", 2, stand_in="whim"))
        await raw.next(Refused, count=2)
        for number, game in enumerate(("machi_koro", "santiago"), 3):
            await raw.send(Make(number, game, 2))
            made = await raw.next(Done, count=2 * number - 5)
            await raw.send(Want(number + 10, made.table, 1, "whim"))
            await (raw.next(Done, count=2) if game == "machi_koro" else raw.next(Refused, count=3))
        assert [(frame.id, frame.code) for frame in raw.of(Refused)] == [
            (number, "unknown-mind") for number in (1, 2, 14)
        ]
        async with httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
            assert (await web.get("/minds")).json() == ["greedy", "whim"]
            offered = {row["name"]: row["minds"] for row in (await web.get("/games")).json()}
            assert offered["machi_koro"] == ["greedy", "whim"] and offered["santiago"] == ["greedy"]
        await raw.socket.close()


def answered(raw: Raw, number: int) -> bool:
    """Is this the number of acknowledged changes?"""
    return len(raw.of(Done)) == number


async def test_whether_there_are_bots_is_known_at_every_hub(redis_url: str) -> None:
    async with houses(redis_url, 2, poll_s=0.05) as hubs, httpx.AsyncClient(timeout=LIMIT) as web:

        async def told(yes: bool) -> None:
            async with asyncio.timeout(LIMIT):
                while [(await web.get(f"{hub.http}/bots")).json() for hub in hubs] != [yes, yes]:
                    await asyncio.sleep(0.05)

        await told(False)
        token = "bot-process-token-0123456789"
        bot = await Raw.open(hubs[1].url)
        await bot.send(Hello(token, "bots", proof=proof_of(BOT_KEY, token)))
        await bot.next(Welcome)
        await bot.socket.send(packed(["browse", True]))
        await told(True)
        await bot.socket.close()
        await told(False)


async def test_a_table_that_everybody_has_left_ends_by_itself(redis_url: str) -> None:
    async with houses(redis_url, tick_s=0.05, grace_ms=200, abandon_ms=300) as (house,):
        guests, table = await still_table(house.url)
        await all_close(*guests)
        await until(lambda: phase_of(house, table) == "closed")
        await until(lambda: table not in house.parts.hub.lobby.tables)


def phase_of(house: object, table: str) -> str:
    live = house.parts.registry.tables.get(table)  # type: ignore[attr-defined]
    return live.table.state.phase if live and live.table else ""


async def test_pages_and_figures(redis_url: str) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        assert (await web.get("/healthz")).json() == {"healthy": True}
        games = {row["name"]: row for row in (await web.get("/games")).json()}
        assert games["machi_koro"]["seats"] == [2, 4]
        assert {row["name"] for row in games["machi_koro"]["options"]} >= {"play_out", "supply"}
        assert games["machi_koro"]["board"] is True
        assert (await web.get("/minds")).json() == house.settings.minds == ["greedy", "whim"]
        for language in ("en", "de"):
            assert (await web.get(f"/games/machi_koro/{language}")).json()["name"]
        assert (await web.get("/games/machi_koro/fr")).status_code == 404
        assert (await web.get("/games/chess/en")).status_code == 404
        count = games["santiago"]["puzzles"]
        puzzle = (await web.get(f"/games/santiago/puzzles/{count - 1}")).json()
        assert puzzle["mine"]["ask"]["number"] == 1 and puzzle["public"]["table"]["game"] == "santiago"
        others = ["santiago/puzzles/x", f"santiago/puzzles/{9**2000}", "chess/puzzles/0"]
        for path in (f"santiago/puzzles/{count}", *others):
            assert (await web.get(f"/games/{path}")).status_code == 404
        assert (await web.get("/tables/none/log")).status_code == 404
        assert (await web.get("/metrics")).status_code == 404
        page = await web.get("/")
        policy = page.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy


async def test_a_client_that_leaves_while_its_join_waits_is_not_kept(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        guests, table = await still_table(house.url)
        for n in range(20):
            socket = await connect(house.url, compression=None, open_timeout=LIMIT)
            await socket.send(encode(Hello(f"{n:030d}", "Passing")))
            await socket.send(encode(Join(table, WATCH)))
            socket.transport.abort()
        await until(lambda: len(house.parts.hub.sockets) == 2)
        live = house.parts.registry.tables[table]
        await until(lambda: not live.running)
        told = {socket for sockets in live.sockets.values() for socket in sockets}
        assert told <= house.parts.hub.sockets
        await all_close(*guests)


async def test_bots_that_nobody_knows_cannot_be_wanted(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        ann = await Raw.open(house.url, "a" * 30, "Ann")
        await ann.send(Make(1, "machi_koro", 2))
        table = (await ann.next(Done)).table
        await ann.send(Want(2, table, 1, "deep-blue"))
        assert (await ann.next(Refused)).code == "unknown-mind"
        await ann.send(Want(3, table, 1, "whim"))
        await ann.next(Done, count=2)
        await ann.close()
