"""A store that takes its time: whoever waits is told after a second, and what was asked for happens once."""

from __future__ import annotations

import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from redis.asyncio import Redis

from protocol.codec import unpacked
from protocol.frames import Act, Change, Done, Full, Join, Make, Refused, Said, Say, Sit, Start
from server.hub.live import Live
from server.store.keys import key
from server.table.entries import decode_entry
from server.table.log import replayed
from tests.conftest import redis_server
from tests.waiting import LIMIT, until

from .houses import House, Raw, all_close, houses


class Frozen:
    """A Redis that can be made to stand still."""

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


async def begun(house: House, *people: Raw) -> Live:
    """A table at which these play, once nothing more is done there."""
    host = people[0]
    await host.send(Make(1, "machi_koro", len(people)))
    table = str((await host.next(Done)).table)
    for seat, raw in enumerate(people):
        await raw.send(Sit(2 + seat, table, seat))
        await raw.next(Done, count=2 if raw is host else 1)
        await raw.send(Join(table, seat, every=1))
    await host.send(Start(9, table))
    await until(lambda: any(f.id == 9 for f in host.of(Done)))
    live = house.parts.desk.tables[table]
    await until(lambda: not live.running)
    return live


def first_act(live: Live, id: int) -> Act:
    """What whoever is asked there may choose."""
    assert live.table is not None and live.table.match is not None
    seat = live.table.asked()[0]
    ask = live.table.match.ask(seat)
    assert ask is not None
    return Act(id, live.id, seat, live.table.match.state.numbers[seat], *ask.options[0])


async def test_whoever_waits_for_the_store_is_told_and_the_change_happens_once(redis: Frozen) -> None:
    async with houses(redis.url) as (house,):
        ann, bob = await Raw.open(house.url, "a" * 30, "Ann"), await Raw.open(house.url, "b" * 30, "Bob")
        live = await begun(house, ann, bob)
        act, table = first_act(live, 10), live.id
        changes: list[Change] = [act, Say(11, table, "are you there?"), Make(12, "machi_koro", 3)]
        asked = (ann, bob)[act.seat]
        written, seen = len(await house.parts.store.entries(table)), len(asked.of(Done))

        redis.stand_still()
        for change in changes:
            await asked.send(change)
        await asked.next(Refused, count=3)
        assert {(f.id, f.code) for f in asked.of(Refused)} == {(id, "storing") for id in (10, 11, 12)}
        for change in changes:  # as a client does that was told so
            await asked.send(change)
        await asked.next(Refused, count=6)
        assert {f.code for f in asked.of(Refused)} == {"storing"}
        assert len(asked.of(Done)) == seen and not asked.of(Said), "nothing is told of that is not stored"

        redis.go_on()
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


async def test_what_is_stored_in_time_is_told_once(redis_url: str) -> None:
    """Nobody is told to wait for something that was done, and nothing of it is kept."""
    async with houses(redis_url) as (house,):
        ann = await Raw.open(house.url, "a" * 30, "Ann")
        await ann.send(Make(1, "machi_koro", 2))
        table = str((await ann.next(Done)).table)
        await ann.send(Join(table))
        await ann.send(Sit(2, table, 0))
        await ann.send(Say(3, table, "hello"))
        await ann.send(Start(4, table))
        await ann.next(Done, count=3)
        assert (await ann.next(Refused)).code == "waiting"
        await until(lambda: not house.parts.desk.tables[table].running)
        assert len(ann.of(Refused)) == 1
        assert not house.parts.desk.unanswered._since
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
    """As after a replica that lacked the last moves was promoted: nobody asks for it."""
    async with houses(redis_url, poll_s=0.05) as (house,):
        ann = await Raw.open(house.url, "a" * 30, "Ann")
        await ann.send(Make(1, "machi_koro", 2))
        table = str((await ann.next(Done)).table)
        await ann.send(Join(table))
        for id, seat in ((2, 0), (3, 1)):
            await ann.send(Sit(id, table, seat))
            await ann.next(Done, count=id)
        assert [full.version for full in ann.of(Full)] == [1]
        await until(lambda: not house.parts.desk.tables[table].running)
        database = Redis.from_url(redis_url)
        await database.ltrim(key(table, "log"), 0, 1)
        assert (await ann.next(Full, count=2)).version == 2
        assert unpacked(ann.of(Full)[1].public)["seats"][1]["kind"] == "open"
        await database.aclose()
        await ann.close()
