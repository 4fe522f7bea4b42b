"""A slow store: waiting clients get `storing` after a second, and each change happens once."""

from __future__ import annotations

import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from protocol.codec import unpacked
from protocol.frames import Act, Change, Done, Full, Join, Make, Ping, Pong, Refused, Said, Say, Sit, Start
from server.live import creation
from server.live import storing_notices as notices
from server.live.live_table import LiveTable, Timestamp
from server.live.storing_notices import MAX_RETRIED_FRAMES, NOTICE_AFTER_S, StoringNotices
from server.net.rate_limits import Allowance
from server.store import links
from server.store.clients import StoreAway
from server.store.keys import key
from server.table.entries import decode_entry
from server.table.log import replayed
from tests.conftest import redis_server
from tests.waiting import LIMIT, until

from .hubs import House, Raw, all_close, houses


class Frozen:
    """A Redis that can be stopped and resumed."""

    def __init__(self, folder: Path) -> None:
        self.url = f"unix://{folder}/redis.sock"
        self.process = redis_server(folder)

    def stand_still(self) -> None:
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self.process.send_signal(signal.SIGCONT)


@pytest.fixture
def redis() -> Iterator[Frozen]:
    with tempfile.TemporaryDirectory(prefix="st-") as name:
        frozen = Frozen(Path(name))
        yield frozen
        frozen.process.kill()
        frozen.process.wait()


async def begun(house: House, *people: Raw) -> LiveTable:
    """A table at which these people play, as soon as no job runs there."""
    host = people[0]
    await host.send(Make(1, "machi_koro", len(people)))
    table = str((await host.next(Done)).table)
    for seat, raw in enumerate(people):
        await raw.send(Sit(2 + seat, table, seat))
        await raw.next(Done, count=2 if raw is host else 1)
        await raw.send(Join(table, seat, every=1))
    await host.send(Start(9, table))
    await until(lambda: any(f.id == 9 for f in host.of(Done)))
    live = house.parts.registry.tables[table]
    await until(lambda: not live.running)
    return live


def first_act(live: LiveTable, id: int) -> Act:
    """The first option of the asked seat."""
    assert live.table is not None and live.table.match is not None
    seat = live.table.asked()[0]
    ask = live.table.match.ask(seat)
    assert ask is not None
    return Act(id, live.id, seat, live.table.match.state.numbers[seat], *ask.options[0])


async def test_a_waiting_client_is_told_storing_and_the_change_happens_once(redis: Frozen) -> None:
    async with houses(redis.url) as (house,):
        ann, bob = await Raw.open(house.url, "a" * 30, "Ann"), await Raw.open(house.url, "b" * 30, "Bob")
        live = await begun(house, ann, bob)
        act, table = first_act(live, 10), live.id
        changes: list[Change] = [act, Say(11, table, "are you there?"), Make(12, "machi_koro", 3)]
        asked = (ann, bob)[act.seat]
        written, seen = len(await house.parts.store.entries(table)), len(asked.of(Done))

        redis.stand_still()
        with patch.object(notices, "NOTICE_AFTER_S", NOTICE_AFTER_S):
            for change in changes:
                await asked.send(change)
            await asked.next(Refused, count=3)
            assert {(f.id, f.code) for f in asked.of(Refused)} == {(id, "storing") for id in (10, 11, 12)}
            for change in changes:  # as a client does after such a refusal
                await asked.send(change)
            await asked.next(Refused, count=6)
        assert {f.code for f in asked.of(Refused)} == {"storing"}
        assert len(asked.of(Done)) == seen and not asked.of(Said), "nothing is told of that is not stored"

        redis.go_on()
        await until(lambda: house.parts.store.healthy)
        for change in changes:
            await asked.send(change)
        await until(lambda: {10, 11, 12} <= {f.id for f in asked.of(Done)})
        entries = await house.parts.store.entries(table)
        acts = [e for e in map(decode_entry, entries) if isinstance(e.what, Act) and e.what.id == 10]
        assert len(acts) == 1 and len(entries) == written + 1
        assert [said.text for said in asked.of(Said)] == ["are you there?"]
        made = {f.table for f in asked.of(Done) if f.id == 12}
        assert len(made) == 1 and len(await house.parts.store.entries(made.pop())) == 1
        await all_close(ann, bob)


async def wished(raw: Raw, id: int) -> None:
    """Ask for a table as a page does: again after a refusal, until it is made."""
    while not any(it.id == id for it in raw.of(Done)):
        count = len(raw.of(Done, Refused)) + 1
        await raw.send(Make(id, "machi_koro", 2))
        await raw.next(Done, Refused, count=count)


async def test_a_table_that_was_often_asked_for_in_an_outage_counts_once(
    redis: Frozen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page asks every two seconds, and a person may make twenty tables at once; here it is two."""
    monkeypatch.setattr(creation, "PERSON_TABLES", Allowance(2, 1e-9))
    async with houses(redis.url) as (house,):
        ann = await Raw.open(house.url, "a" * 30, "Ann")
        with monkeypatch.context() as hasty:
            hasty.setattr(links, "ANSWER_TIMEOUT_S", 0.1)
            redis.stand_still()
            await until(lambda: not house.parts.store.healthy)
        for _ in range(5):
            await ann.send(Make(1, "machi_koro", 2))
        await ann.send(Ping(1))
        await ann.next(Pong)
        redis.go_on()
        await until(lambda: house.parts.store.healthy)
        await wished(ann, 1)
        assert {it.code for it in ann.of(Refused)} == {"storing"}
        await wished(ann, 2)
        assert len({it.table for it in ann.of(Done)}) == 2
        await ann.close()


async def test_a_change_stored_in_time_sends_no_storing(redis_url: str) -> None:
    """No client is told to wait for a change that was carried out, and no record of it remains."""
    async with houses(redis_url, notice_after_s=LIMIT) as (house,):
        ann = await Raw.open(house.url, "a" * 30, "Ann")
        await ann.send(Make(1, "machi_koro", 2))
        table = str((await ann.next(Done)).table)
        await ann.send(Join(table))
        await ann.send(Sit(2, table, 0))
        await ann.send(Say(3, table, "hello"))
        await ann.send(Start(4, table))
        await ann.next(Done, count=3)
        assert (await ann.next(Refused)).code == "waiting"
        await until(lambda: not house.parts.registry.tables[table].running)
        assert len(ann.of(Refused)) == 1
        assert not house.parts.registry.storing_notices._since
        assert unpacked((await ann.next(Full)).public)["table"]["phase"] == "open"
        assert replayed(await house.parts.store.entries(table)).version == 2
        await ann.close()


async def test_a_hub_that_can_not_store_says_that_it_is_not_well(redis: Frozen) -> None:
    async with houses(redis.url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        assert (await web.get("/healthz")).status_code == 200
        redis.process.kill()
        redis.process.wait()

        async def status() -> bool:
            return (await web.get("/healthz")).status_code == 503

        await until(status)


async def test_a_log_that_became_shorter_is_told_whole_with_its_lower_version(redis_url: str) -> None:
    """As after the promotion of a replica that lacked the last moves; no client has to ask for it."""
    async with houses(redis_url, poll_s=0.05) as (house,):
        ann = await Raw.open(house.url, "a" * 30, "Ann")
        await ann.send(Make(1, "machi_koro", 2))
        table = str((await ann.next(Done)).table)
        await ann.send(Join(table))
        for id, seat in ((2, 0), (3, 1)):
            await ann.send(Sit(id, table, seat))
            await ann.next(Done, count=id)
        assert [full.version for full in ann.of(Full)] == [1]
        await until(lambda: not house.parts.registry.tables[table].running)
        database = Redis.from_url(redis_url)
        await database.ltrim(key(table, "log"), 0, 1)
        assert (await ann.next(Full, count=2)).version == 2
        assert unpacked(ann.of(Full)[1].public)["seats"][1]["kind"] == "open"
        await database.aclose()
        await ann.close()


async def test_an_answer_counts_from_when_it_came_first(
    redis: Frozen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused for the moment, and sent again, possibly over another socket."""
    async with houses(redis.url) as (house,):
        ann, bob = await Raw.open(house.url, "a" * 30, "Ann"), await Raw.open(house.url, "b" * 30, "Bob")
        live = await begun(house, ann, bob)
        act, time = first_act(live, 10), house.parts.store.time
        asked, token = ((ann, "a" * 30), (bob, "b" * 30))[act.seat]
        plain = house.parts.registry._carry_out

        async def away(*given: object) -> int:
            raise StoreAway("just now")

        monkeypatch.setattr(house.parts.registry, "_carry_out", away)
        await asked.send(act)
        assert (await asked.next(Refused)).code == "storing"
        refused = time.now()
        await until(lambda: time.now() > refused + 300)
        monkeypatch.setattr(house.parts.registry, "_carry_out", plain)
        again = await Raw.open(house.url, token, "again")
        await again.send(act)
        await until(lambda: live.table is not None and live.table.question(act.seat) != act.ask)
        async with Redis.from_url(redis.url) as client:
            entries: list[Any] = await client.lrange(key(live.id, "log"), 0, -1)
        entry = decode_entry(entries[-1])
        assert entry.what == act and entry.house <= refused
        assert not house.parts.registry.storing_notices._arrived
        await all_close(ann, bob, again)


def test_the_number_of_remembered_answers_is_limited() -> None:
    storing_notices = StoringNotices(store=None)  # type: ignore[arg-type]
    frames = [Act(n, "t", 0, 1, "pass") for n in range(1, MAX_RETRIED_FRAMES + 10)]
    for n, frame in enumerate(frames):
        storing_notices.returns("ann", "here", frame, Timestamp(n, n))
    assert len(storing_notices._arrived) == MAX_RETRIED_FRAMES
    assert storing_notices.arrived("ann", frames[0]) is None
    assert storing_notices.arrived("bob", frames[-1]) is None
    assert storing_notices.arrived("ann", replace(frames[-1], verb="build")) is None
    assert storing_notices.arrived("ann", frames[-1]) == Timestamp(len(frames) - 1, len(frames) - 1)
    assert storing_notices.arrived("ann", frames[-1]) is None


@pytest.mark.parametrize("people", [1, 2 * MAX_RETRIED_FRAMES], ids=["one person", "many people"])
def test_many_frames_of_one_address_evict_no_ids_of_others(people: int) -> None:
    storing_notices = StoringNotices(store=None)  # type: ignore[arg-type]
    rare = Act(1, "t", 0, 1, "roll")
    storing_notices.returns("ann", "her home", rare, Timestamp(1, 1))
    for n in range(2 * MAX_RETRIED_FRAMES):
        storing_notices.returns(f"eve {n % people}", "elsewhere", Act(n, "t", 1, 1, "roll"), Timestamp(n, n))
    assert len(storing_notices._arrived) == MAX_RETRIED_FRAMES
    assert storing_notices.arrived("ann", rare) == Timestamp(1, 1)


def test_many_frames_of_one_person_evict_no_ids_of_others() -> None:
    storing_notices = StoringNotices(store=None)  # type: ignore[arg-type]
    rare = Act(1, "t", 0, 1, "roll")
    storing_notices.returns("ann", "the club", rare, Timestamp(1, 1))
    for n in range(2 * MAX_RETRIED_FRAMES):
        storing_notices.returns("eve", "the club", Act(n, "t", 1, 1, "roll"), Timestamp(n, n))
    assert storing_notices.arrived("ann", rare) == Timestamp(1, 1)
    newest = Act(2 * MAX_RETRIED_FRAMES - 1, "t", 1, 1, "roll")
    assert storing_notices.arrived("eve", newest) == Timestamp(
        2 * MAX_RETRIED_FRAMES - 1, 2 * MAX_RETRIED_FRAMES - 1
    )
