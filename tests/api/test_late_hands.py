"""Hands that are shown late, over HTTP: the same at every hub, made from what is stored, never too soon."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from collections.abc import AsyncIterator

import httpx
import pytest

from protocol.codec import unpacked
from protocol.frames import WATCH, Done, Full, Join, Make, Refused, Sit
from server.live import late_hands
from server.live.live_table import LiveTable
from server.net.rate_limits import ADDRESS, REEL
from server.table.entries import decode_entry
from server.table.late_hands import LateTable
from tests.table.test_late_hands import documents, last_due
from tests.waiting import LIMIT, until

from ..live.hubs import Guest, House, Raw, all_close, houses, still_table, table_of
from ..live.whole_games import log_of

DELAY = 30


def paths(house: House, table: str) -> str:
    return f"{house.http}/tables/{table}/hands"


def nothing_is_played(late: LateTable, over: bool = False) -> None:
    raise AssertionError("a whole game is carried out beside everything else")


async def looks(
    web: httpx.AsyncClient, house: House, table: str, count: Counter[str]
) -> AsyncIterator[tuple[int, bytes]]:
    """Everything new that a source of a stream gets until the game is over, each with the number of entries
    that were stored by then. Counts its requests, by the address of the house."""
    have, phase = 0, ""
    while phase != "over":
        answer = await web.get(f"{paths(house, table)}?have={have}")
        count[house.http] += 1
        stored = len(await log_of(house, table))
        if answer.status_code == 204:
            await asyncio.sleep(0.02)
            continue
        assert answer.status_code == 200
        told = unpacked(answer.content)
        have, phase = told["version"], told["public"]["table"]["phase"]
        yield stored, answer.content


@pytest.mark.parametrize("kept", [late_hands.MAX_KEPT_TABLES, 0])
async def test_every_hub_shows_what_is_old_enough_and_no_more(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, kept: int
) -> None:
    """While two people play, two sources look at two hubs. The second hub has nobody at the table."""
    monkeypatch.setattr(late_hands, "MAX_KEPT_TABLES", kept)
    monkeypatch.setattr(late_hands, "PHASE_TIMEOUT_S", LIMIT)
    async with houses(redis_url, 2, budgets=1000.0) as (here, there), httpx.AsyncClient(timeout=LIMIT) as web:
        guests = [Guest(here.url, f"guest-{n}", 11, undo=0.05, pause=0.03) for n in range(2)]
        looked, seen, hidden = Counter({here.http: 0, there.http: 0}), [], 0

        def often_looked_at() -> bool:
            """Until some hands were shown, nobody plays faster than both sources look."""
            return hidden > 3 or min(looked.values()) > sum(len(guest.sent) for guest in guests)

        for guest in guests:
            guest.ready = often_looked_at
        table = await table_of(guests, "loyang", hands_after=DELAY)

        async def told(house: House) -> None:
            nonlocal hidden
            async for stored, content in looks(web, house, table, looked):
                seen.append((stored, content))
                hidden += any(unpacked(content)["hands"])

        await asyncio.gather(told(here), told(there))
        log = [decode_entry(data) for data in await log_of(here, table)]
        due, true = last_due(log), documents(log)
        for stored, content in seen:
            version = unpacked(content)["version"]
            assert content == true[version]
            assert version <= due[stored] or version == len(log), "too soon"
        assert hidden > 3
        assert not here.parts.late_hands.late._kept, "somebody may be erased from a finished game"
        monkeypatch.setattr(LateTable, "advance", nothing_is_played)
        assert (await web.get(paths(here, table))).content == seen[-1][1], "played in another process"
        await all_close(*guests)


async def test_other_tables_show_nothing(redis_url: str) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(timeout=LIMIT) as web:
        guests = [Guest(house.url, f"guest-{n}", 5) for n in range(2)]
        for guest in guests:
            guest.playing = False
        table, shown = [await table_of(guests, "loyang", hands_after=after) for after in (0, DELAY)]
        for name in (table, "nowhere", "x" * 25, "a%20b"):
            answer = await web.get(paths(house, name))
            assert (answer.status_code, answer.json()["error"]) == (404, "unknown-table")
        assert (await web.get(f"{paths(house, shown)}?have=-1")).status_code == 404
        assert (await web.get(paths(house, shown))).status_code == 204, "nothing is old enough"
        raw = await Raw.open(house.url, "r" * 30)
        await raw.send(Join(shown, WATCH))
        assert unpacked((await raw.next(Full)).public)["table"]["hands_after"] == DELAY
        await raw.send(Join(shown, 0))
        assert (await raw.next(Refused)).code == "not-your-seat"
        await raw.send(Make(9, "loyang", 2, hands_after=DELAY - 1))
        assert (await raw.next(Refused, count=2)).code == "options"
        await raw.send(Make(10, "loyang", 2, hands_after=DELAY))
        waiting = (await raw.next(Done)).table
        await raw.send(Sit(11, waiting, 0, "luck"))
        assert (await raw.next(Refused, count=3)).code == "hands-shown"
        await raw.send(Sit(12, waiting, 0, "luck", hands_after=DELAY))
        await raw.next(Done, count=2)
        await all_close(raw, *guests)


async def test_what_streams_ask_for_is_bounded(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(late_hands, "MAX_KEPT_TABLES", 2)
    monkeypatch.setattr(late_hands, "PHASE_TIMEOUT_S", LIMIT)
    monkeypatch.setitem(ADDRESS, REEL, ADDRESS[REEL]._replace(rate=1e-9))
    async with houses(redis_url, budgets=0.2) as (house,), httpx.AsyncClient(timeout=LIMIT) as web:
        guests = [Guest(house.url, f"guest-{n}", 5) for n in range(2)]
        for guest in guests:
            guest.playing = False  # nothing is kept of a game that is over
        tables = [await table_of(guests, "machi_koro", hands_after=DELAY) for _ in range(3)]
        late = house.parts.late_hands.late
        for table in tables:
            assert (await web.get(paths(house, table))).status_code in (200, 204)
        assert len(late._kept) == 2
        burst = int(ADDRESS[REEL].burst * 0.2)
        answers = [(await web.get(paths(house, tables[0]))).status_code for _ in range(burst)]
        assert answers[-1] == 429
        await all_close(*guests)


def at(address: int) -> dict[str, str]:
    return {"x-forwarded-for": f"10.0.0.{address}"}


async def test_a_table_that_has_to_be_waited_for_delays_no_other(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own requests wait, a limited number of each address and of all."""
    monkeypatch.setattr(late_hands, "PHASE_TIMEOUT_S", LIMIT)
    monkeypatch.setattr(late_hands, "MAX_WAITING_REQUESTS", late_hands.MAX_WAITING_PER_ADDRESS + 1)
    async with houses(redis_url, proxies="127.0.0.1") as (house,), httpx.AsyncClient(timeout=LIMIT) as web:
        guests = [Guest(house.url, f"guest-{n}", 5) for n in range(2)]
        for guest in guests:
            guest.playing = False
        stuck, other = [await table_of(guests, "loyang", hands_after=DELAY) for _ in range(2)]
        late = house.parts.late_hands.late

        async def status(table: str, address: int) -> int:
            return (await web.get(paths(house, table), headers=at(address))).status_code

        assert [await status(table, 1) for table in (stuck, other)] == [204, 204]
        goes_on = asyncio.Event()

        async def job(live: LiveTable) -> None:
            await goes_on.wait()

        house.parts.registry.enqueue(house.parts.registry.tables[stuck], job)
        asked = [asyncio.create_task(status(stuck, 1)) for _ in range(late_hands.MAX_WAITING_PER_ADDRESS)]
        await until(lambda: late._waiting.total() == len(asked))
        assert await status(other, 1) == 429, "enough of this address wait"
        assert await status(other, 2) == 204
        asked.append(asyncio.create_task(status(stuck, 2)))
        await until(lambda: late._waiting.total() == len(asked))
        assert await status(other, 3) == 429, "enough wait"
        assert len(late._answers) == 2, "one is worked out, and one waits for all who have asked since then"
        goes_on.set()
        assert await asyncio.gather(*asked) == [204] * len(asked)
        assert not late._waiting and not late._answers
        await all_close(*guests)


async def test_who_asks_while_others_wait_is_shown_what_was_stored_since_then(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that was told of the last move asks only once."""
    monkeypatch.setattr(late_hands, "PHASE_TIMEOUT_S", LIMIT)
    async with houses(redis_url, 2, budgets=1000.0) as (here, there), httpx.AsyncClient(timeout=LIMIT) as web:
        guests, most = [Guest(there.url, f"guest-{n}", 11) for n in range(2)], 0

        def sent() -> int:
            return sum(len(guest.sent) for guest in guests)

        def done() -> bool:
            return sent() == most and not any(guest.session.pending for guest in guests)

        for guest in guests:
            guest.ready = lambda: sent() < most
        table = await table_of(guests, "loyang", hands_after=DELAY)

        async def play_on(after: int) -> int:
            """Play until a later version than this is due, and return it."""
            nonlocal most
            while (due := last_due([*map(decode_entry, await log_of(there, table))])[-1]) <= after:
                most = sent() + 1
                await until(done)
            return due

        first = await play_on(0)
        assert (await web.get(paths(here, table))).status_code == 200
        live, late, goes_on = here.parts.registry.live(table), here.parts.late_hands.late, asyncio.Event()

        async def job(live: LiveTable) -> None:
            await goes_on.wait()

        here.parts.registry.enqueue(live, job)
        asked = [asyncio.create_task(web.get(paths(here, table)))]
        await until(lambda: any(it.func == late._look for it in live.queue))
        second = await play_on(first)
        asked.append(asyncio.create_task(web.get(paths(here, table))))
        await until(lambda: late._waiting.total() == len(asked))
        goes_on.set()
        answers = [unpacked(answer.content)["version"] for answer in await asyncio.gather(*asked)]
        assert answers == [first, second]
        await all_close(*guests)


async def test_nobody_waits_longer_than_a_table_may_take(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(late_hands, "PHASE_TIMEOUT_S", 0.1)
    async with houses(redis_url) as (house,), httpx.AsyncClient(timeout=LIMIT) as web:
        guests, table = await still_table(house.url, game="loyang", hands_after=DELAY)
        goes_on = asyncio.Event()

        async def job(live: LiveTable) -> None:
            await goes_on.wait()

        await until(lambda: guests[0].phase(table, 0) == "playing")
        assert (await web.get(paths(house, table))).status_code in (200, 204)
        house.parts.registry.enqueue(house.parts.registry.tables[table], job)
        assert (await web.get(paths(house, table))).status_code == 429
        goes_on.set()
        await all_close(*guests)


async def test_the_sandbox_may_end_at_any_time(redis_url: str) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(timeout=LIMIT) as web:
        guests, table = await still_table(house.url, game="loyang", hands_after=DELAY)
        late = house.parts.late_hands.late
        assert (await web.get(paths(house, table))).status_code == 204
        assert not house.parts.sandbox.pid, "uploads have another one"
        late._kept.clear()
        os.kill(pid := late._sandbox.pid, signal.SIGKILL)
        await until(lambda: not late._sandbox.pid)
        assert (await web.get(paths(house, table))).status_code == 204
        assert late._sandbox.pid not in (0, pid)
        await all_close(*guests)
    assert not late._sandbox.pid, "it has gone with its hub"
