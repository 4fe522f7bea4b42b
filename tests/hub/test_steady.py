"""Whatever kills a task of a hub, it begins again: games, the lobby and the signs of life go on."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from protocol.frames import Browse, Done, Gone, Join, Listed, Lobby, Make, Refused
from server.steady import PAUSE, steadily
from server.store import signs
from server.store.links import NodeLink
from server.store.store import Store, StoreAway
from tests.waiting import until

from .houses import Guest, Raw, all_close, houses, table_of
from .proving import play_out

STEADY = (
    *("store pipeline", "store ear", "store beat"),
    *("poll", "tick", "unanswered", "lobby", "lag", "garbage", "steward", "silence"),
)

PASSING = {"press", "first report"}
"""What a hub does once after its start, and is done with."""


class Killed(Exception):
    """Raised where a task waits, for no reason of its own."""


def kill(name: str) -> int:
    """Have all tasks of this name fail at what they wait for now; how many there were."""
    tasks: list[Any] = [task for task in asyncio.all_tasks() if task.get_name() == name]
    for task in tasks:
        waits_for = task._fut_waiter
        if waits_for is not None and not waits_for.done() and not isinstance(waits_for, asyncio.Task):
            waits_for.set_exception(Killed(name))
    return len(tasks)


@pytest.mark.parametrize("name", STEADY)
async def test_every_task_that_is_killed_begins_again(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    monkeypatch.setattr(signs, "BEAT", 0.05)
    async with houses(redis_url, poll_s=0.05, tick_s=0.05) as (house,):
        browser = await Raw.open(house.url, "b" * 30)
        await browser.send(Browse())
        await browser.next(Lobby)
        guests = [Guest(house.url, f"guest-{i}", 4, pause=0.002) for i in range(2)]
        table = await table_of(guests)
        for _ in range(3):
            await guests[0].moved_on(table, 0, 3)
            assert kill(name) >= 1
            await asyncio.sleep(PAUSE)
        await play_out(guests, table)
        assert kill(name) >= 1, "it is there as before"
        await until(lambda: any(f.table == table and f.summary is None for f in browser.of(Listed)))
        house.parts.hub.lobby.tables["gone"] = dict(house.parts.hub.lobby.tables.get(table, {}), public=True)
        house.parts.lobby_missed.set()
        await until(lambda: "gone" not in house.parts.hub.lobby.tables)
        fresh = await Raw.open(house.url, "f" * 30)
        await fresh.send(Make(1, "machi_koro", 2))
        assert isinstance(await fresh.next(Done, Refused), Done)
        await all_close(browser, fresh, *guests)
    assert any("begins again" in record.getMessage() for record in caplog.records)


async def test_a_hub_has_no_other_tasks_that_last(redis_url: str) -> None:
    """Whoever adds one to a hub adds it to those that are killed here."""
    async with houses(redis_url):
        ours = {
            task.get_name()
            for task in asyncio.all_tasks()
            if "server/" in str(getattr(task.get_coro(), "cr_code", "")) or task.get_name() in STEADY
        }
        assert ours - PASSING == set(STEADY)


async def test_the_lobby_is_read_until_that_goes_well(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrongs: list[Exception] = [StoreAway("loading"), Killed("unforeseen"), StoreAway("loading")]
    plain = Store.lobby

    async def lobby(store: Store) -> dict[str, bytes]:
        if wrongs and asyncio.current_task().get_name() == "lobby":  # type: ignore[union-attr]
            raise wrongs.pop()
        return await plain(store)

    monkeypatch.setattr(Store, "lobby", lobby)
    async with houses(redis_url) as (house,):
        house.parts.hub.lobby.tables["gone"] = {"public": False, "wanted": []}
        house.parts.lobby_missed.set()
        await until(lambda: not house.parts.hub.lobby.tables)
        assert not wrongs


async def test_what_a_task_raises_beside_the_others_is_in_the_log(
    redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails() -> None:
        raise Killed("a task of a moment")

    async with houses(redis_url) as (house,):
        with caplog.at_level(logging.ERROR):
            house.parts.desk.spawn(fails())
            await until(lambda: any(record.exc_info for record in caplog.records))


async def test_steady_work_that_ends_begins_again_and_can_be_cancelled() -> None:
    done = 0

    async def work() -> None:
        nonlocal done
        done += 1

    task = steadily("work", work)
    await until(lambda: done > 2)
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()


async def test_only_so_many_tables_wait_for_a_store_that_is_away(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = NodeLink.send
    away = True

    async def send(link: NodeLink, commands: Any) -> list[Any]:
        if away:
            raise StoreAway("frozen")
        return await plain(link, commands)

    async with houses(redis_url, loading=20, queue=5, budgets=100.0) as (house,):
        raw = await Raw.open(house.url, "a" * 30)
        desk = house.parts.desk
        monkeypatch.setattr(NodeLink, "send", send)
        for n in range(100):
            await raw.send(Join(f"no-such-{n}"))
        await until(lambda: len(raw.of(Refused)) == 80)
        assert {frame.code for frame in raw.of(Refused)} == {"storing"}
        for _ in range(10):
            await raw.send(Join("no-such-1"))
        await until(lambda: len(raw.of(Refused)) >= 84)
        assert len(desk.tables) == len(desk.loading) == 20
        assert max(len(live.queue) for live in desk.tables.values()) <= 5
        away = False
        await until(lambda: not desk.tables and not desk.loading)
        await until(lambda: len(raw.of(Gone, Refused)) == 110)
        await raw.send(Join("no-such-99"))
        await until(lambda: raw.of(Gone)[-1].table == "no-such-99")
        await raw.close()
