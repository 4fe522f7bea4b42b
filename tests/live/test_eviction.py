"""Idle tables are kept as packed bytes, without a visible difference."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from server.live.live_table import LiveTable
from tests.waiting import until

from .hubs import Guest, houses, table_of
from .whole_games import acknowledged_once, compare, log_of, play_out


@pytest.mark.parametrize("count", [1, 2])
async def test_a_table_sleeps_between_moves_and_every_document_stays_true(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    """Nobody plays on before the table sleeps at every hub, so that it often does on a slow machine too."""
    slept: list[str] = []

    def sleep(live: LiveTable, plain=LiveTable.sleep) -> None:  # type: ignore[no-untyped-def]
        plain(live)
        slept.append(live.id)

    monkeypatch.setattr(LiveTable, "sleep", sleep)
    async with houses(redis_url, count, sleep_s=0.001, poll_s=0.01) as built:
        guests = [
            Guest(built[i % count].url, f"guest-{i}", 5, undo=0.1, pause=0.02 if i else 0.05)
            for i in range(2)
        ]
        tables = [house.parts.registry.tables for house in built]

        def all_sleep() -> bool:
            return len(slept) > 20 or not any(live.awake for loaded in tables for live in loaded.values())

        for guest in guests:
            guest.ready = all_sleep
        table = await table_of(guests, "schweinebande")
        await play_out(guests, table)
        log = await log_of(built[0], table)
        assert compare(guests, log) > len(log)
        acknowledged_once(guests, log)
        assert len(slept) > 20
        assert all(guest.session.resyncs == 0 for guest in guests)
        for guest in guests:
            await guest.close()


async def test_a_hibernating_table_is_shown_as_it_is(redis_url: str) -> None:
    async with houses(redis_url, sleep_s=0.05, poll_s=0.02, tick_s=1000.0) as (house,):
        guests = [Guest(house.url, f"guest-{i}", 5) for i in range(2)]
        table = await table_of(guests)
        await guests[0].moved_on(table, 0, 5)
        for guest in guests:
            guest.playing = False
        live = house.parts.registry.tables[table]
        await until(lambda: live.loaded and not live.awake)
        eviction = house.parts.eviction
        sleepy, eviction.settings = eviction.settings, replace(eviction.settings, sleep_s=3600.0)
        watcher = Guest(house.url, "watcher", 5)
        watcher.playing = False
        watcher.session.join(table)
        await until(lambda: watcher.version(table, -1) == guests[0].version(table, 0) == live.at_version)
        assert live.awake
        assert watcher.document(table, -1)["public"] == guests[0].document(table, 0)["public"]
        log = await log_of(house, table)
        assert compare(guests, log) > 4
        eviction.settings = sleepy
        await until(lambda: not live.awake)
        for seat, guest in enumerate(guests):
            guest.play_on(table, seat)
        await play_out(guests, table)
        for guest in (*guests, watcher):
            await guest.close()
