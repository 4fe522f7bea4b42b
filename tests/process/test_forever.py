"""A task of a hub that fails is restarted: games, the lobby and the heartbeats continue."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from protocol.frames import Browse, Done, Gone, Join, Listed, Lobby, Make, Refused
from server.process.forever import RESTART_PAUSE_S, repeatedly, steadily
from server.push.sender import SENDERS
from server.store import heartbeats
from server.store.links import NodeLink
from server.store.store import Store, StoreAway
from tests.waiting import until

from ..live.hubs import Guest, Raw, all_close, houses, table_of
from ..live.whole_games import play_out

STEADY = (
    *("store pipeline", "store ear", "store beat", "cluster time"),
    *("poll", "tick", "unanswered", "lobby", "lag", "garbage", "admin agent", "silence"),
    *(f"push {number}" for number in range(SENDERS)),
)

LIKE_OTHERS = {f"push {number}" for number in range(1, SENDERS)}
"""Tasks that do the same as another one."""

PASSING = {"first report"}
"""Tasks that a hub runs once after its start."""


class Killed(Exception):
    """Raised where a task waits, without a cause in the task."""


def kill(name: str) -> int:
    """Make all tasks of this name fail where they wait; returns their number."""
    tasks: list[Any] = [task for task in asyncio.all_tasks() if task.get_name() == name]
    for task in tasks:
        waits_for = task._fut_waiter
        if waits_for is not None and not waits_for.done() and not isinstance(waits_for, asyncio.Task):
            waits_for.set_exception(Killed(name))
    return len(tasks)


@pytest.mark.parametrize(
    "name", [pytest.param(it, marks=[pytest.mark.long] * (it in LIKE_OTHERS)) for it in STEADY]
)
async def test_every_task_that_is_killed_begins_again(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    monkeypatch.setattr(heartbeats, "HEARTBEAT_INTERVAL_S", 0.05)
    async with houses(redis_url, poll_s=0.05, tick_s=0.05) as (house,):
        browser = await Raw.open(house.url, "b" * 30)
        await browser.send(Browse())
        await browser.next(Lobby)
        guests = [Guest(house.url, f"guest-{i}", 4, pause=0.002) for i in range(2)]
        table = await table_of(guests)
        for _ in range(3):
            await guests[0].moved_on(table, 0, 3)
            assert kill(name) >= 1
            await asyncio.sleep(RESTART_PAUSE_S)
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
    """A new permanent task of a hub must be added to those that are killed here."""

    def ours() -> set[str]:
        return {
            task.get_name()
            for task in asyncio.all_tasks()
            if "server/" in str(getattr(task.get_coro(), "cr_code", "")) or task.get_name() in STEADY
        }

    async with houses(redis_url):
        await until(lambda: ours() - PASSING <= set(STEADY))  # others of the start may take a moment
        assert ours() - PASSING == set(STEADY)


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


async def test_errors_of_background_tasks_are_logged(
    redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails() -> None:
        raise Killed("a task of a moment")

    async with houses(redis_url) as (house,):
        with caplog.at_level(logging.ERROR):
            house.parts.registry.spawn(fails())
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


async def test_failures_between_successes_do_not_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Periodic work that fails every other time is delayed by the shortest pause only."""
    pauses: list[float] = []
    plain = asyncio.sleep

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        await plain(0)

    async def work() -> None:
        if pauses.count(2.0) % 2:
            raise Killed("now and then")

    monkeypatch.setattr("server.process.forever.asyncio.sleep", sleep)
    task = repeatedly("work", 2.0, work)
    while len(pauses) < 40:
        await plain(0)
    task.cancel()
    await asyncio.wait([task])
    assert set(pauses) == {0.0, 2.0, RESTART_PAUSE_S}


async def test_the_number_of_tables_that_wait_for_an_absent_store_is_limited(
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
        registry = house.parts.registry
        monkeypatch.setattr(NodeLink, "send", send)
        for n in range(100):
            await raw.send(Join(f"no-such-{n}"))
        await until(lambda: len(raw.of(Refused)) == 80)
        assert {frame.code for frame in raw.of(Refused)} == {"storing"}
        for _ in range(10):
            await raw.send(Join("no-such-1"))
        await until(lambda: len(raw.of(Refused)) >= 84)
        assert len(registry.tables) == len(registry.loading) == 20
        assert max(len(live.queue) for live in registry.tables.values()) <= 5
        away = False
        await until(lambda: not registry.tables and not registry.loading)
        await until(lambda: len(raw.of(Gone, Refused)) == 110)
        await raw.send(Join("no-such-99"))
        await until(lambda: raw.of(Gone)[-1].table == "no-such-99")
        await raw.close()
