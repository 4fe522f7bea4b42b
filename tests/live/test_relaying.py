"""Hubs that follow a table send its versions as the writing hub has prepared them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from protocol.frames import AUTO, WATCH, Diff, Full, Join, Joined
from protocol.mirror import Mirror
from server.live.follower import Follower
from server.metrics import METRICS
from server.store.store import Store
from server.table.table import Table
from tests.waiting import until

from .hubs import Guest, House, Raw, all_close, encode_document, houses, still_table, table_of
from .whole_games import compare, log_of, play_out


async def moved_on(house: House, guests: list[Guest], table: str, versions: int) -> int:
    """All play until there are this many more versions; returns the version reached."""
    live = house.parts.registry.tables[table]
    assert live.at_version is not None
    aim = live.at_version + versions
    for seat, guest in enumerate(guests):
        guest.play_on(table, seat)
    await until(lambda: (live.at_version or 0) >= aim)
    for guest in guests:
        guest.playing = False
    await asyncio.sleep(0.01)  # for the answers in progress
    await until(lambda: not live.running and not any(guest.session.pending for guest in guests))
    return live.at_version


@pytest.mark.parametrize("game", ["machi_koro", "bruges"])
async def test_whole_games_are_told_without_being_played_again(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """Clients at the following hub get correct documents: all are equal to those that the log gives."""
    before, played = METRICS.relayed, list[str]()
    apply = Table.apply

    def counted(self: Table, entry: Any) -> None:
        played.append(entry.hub)
        apply(self, entry)

    async with houses(redis_url, 2, check_every=4, poll_s=3600.0) as (one, two):
        guests = [Guest(url, f"guest-{n}", 11) for n, url in enumerate([one.url, two.url, one.url])]
        table = await table_of(guests, game, every=0)
        monkeypatch.setattr(Table, "apply", counted)
        await play_out(guests, table)
        monkeypatch.undo()
        log = await log_of(one, table)
        assert compare(guests, log) >= 3 * (len(log) - 20)
        assert METRICS.relayed - before > 0.9 * len(log)
        assert len(played) < 1.2 * len(log), "each entry is played once, by the hub that wrote it"
        assert all(guest.session.resyncs == 0 for guest in guests)
        await all_close(*guests)


async def test_a_returning_client_is_caught_up_from_kept_patches(redis_url: str) -> None:
    async with houses(redis_url, 2, poll_s=3600.0, tick_s=3600.0) as (one, two):
        guests, table = await still_table(one.url)
        raw = await Raw.open(two.url, "w" * 30)
        await raw.send(Join(table, WATCH))
        await raw.next(Full)
        version = await moved_on(one, guests, table, 4)
        live = two.parts.registry.tables[table]
        await until(lambda: live.at_version == version)
        assert live._table is None, "no job there has needed the table"
        again = await Raw.open(two.url, "v" * 30)
        await again.send(Join(table, WATCH, version - 2, 0, (0, 0)))
        assert (await again.next(Joined)).version == version
        assert next(frame.version for frame in (await until_told(again, version)).of(Diff)) == version - 1
        assert not again.of(Full)
        await all_close(raw, again, *guests)


async def until_told(raw: Raw, version: int | None) -> Raw:
    await until(lambda: any(diff.version == version for diff in raw.of(Diff)))
    return raw


async def test_who_wants_hints_has_them_from_a_hub_that_follows(redis_url: str) -> None:
    """Each hub works out hints for its own clients: they are not part of what other hubs send."""
    async with houses(redis_url, 2, poll_s=3600.0) as (one, two):
        guests, table = await still_table(one.url)
        plain, hinted = [await Raw.open(two.url, guests[0].token) for _ in range(2)]
        await plain.send(Join(table, AUTO))
        await plain.next(Full)
        await moved_on(one, guests, table, 2)
        before = METRICS.relayed
        await hinted.send(Join(table, AUTO, hints=True))
        assert b"hints" in bytes((await hinted.next(Full)).mine)
        version = await moved_on(one, guests, table, 4)
        await until_told(hinted, version)
        assert METRICS.relayed == before, "it works out more than it was told"
        viewers, there = two.parts.registry.tables[table].viewers, one.parts.registry.tables[table].viewers
        assert viewers is not None and there is not None
        assert viewers.mine[0]["hints"] and "hints" not in there.mine[0]
        await hinted.close()
        await all_close(plain, *guests)


async def test_hints_of_the_hub_that_writes_stay_there(redis_url: str) -> None:
    async with houses(redis_url, 2, poll_s=3600.0) as (one, two):
        guests, table = await still_table(one.url)
        page = await Raw.open(one.url, guests[0].token)
        await page.send(Join(table, 0, hints=True))
        await page.next(Full)
        other = await Raw.open(two.url, guests[0].token)
        await other.send(Join(table, 0))
        await other.next(Full)
        before = METRICS.relayed
        version = await moved_on(one, guests, table, 5)
        told = {raw: Mirror(table, 0) for raw in (page, other)}
        for raw, mirror in told.items():
            mirror.words = raw.of(Joined)[0].words
            for frame in (await until_told(raw, version)).of(Full, Diff):
                mirror.receive(frame)
            assert mirror.version == version and not mirror.lost
        assert told[page].document["mine"].pop("hints")
        assert encode_document(told[page].document) == encode_document(told[other].document)
        assert METRICS.relayed == before, "that seat is not part of the prepared data"
        await all_close(page, other, *guests)


async def test_unreadable_prepared_data_are_recomputed(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hub of another version may add data in an unknown format."""
    plain = Follower.relayed

    def garbled(self: Follower, live: Any, version: int, data: bytes, ready: bytes) -> bool:
        return plain(self, live, version, data, ready and b"\x93rubbish")

    def troubles() -> list[float | None]:
        names = ("faults", "reloads", "differences")
        return [METRICS.registry.get_sample_value(f"stammtisch_{name}_total") for name in names]

    monkeypatch.setattr(Follower, "relayed", garbled)
    async with houses(redis_url, 2) as (one, two):
        guests = [Guest(url, f"guest-{n}", 3) for n, url in enumerate([one.url, two.url])]
        before, relayed = troubles(), METRICS.relayed
        table = await table_of(guests, every=0)
        await play_out(guests, table)
        assert compare(guests, await log_of(one, table)) > 40
        assert troubles() == before and METRICS.relayed == relayed
        await all_close(*guests)


async def test_a_hub_alone_works_out_nothing_for_others(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = list[int]()
    commit = Store.commit

    async def noted(self: Any, *given: Any, **named: Any) -> int:
        sent.append(len(named.get("ready", b"")))
        return await commit(self, *given, **named)

    monkeypatch.setattr(Store, "commit", noted)
    async with houses(redis_url, 2, tick_s=3600.0) as (one, two):
        guests, table = await still_table(one.url)
        await moved_on(one, guests, table, 4)
        assert not any(sent)
        watcher = await Raw.open(two.url, "w" * 30)
        await watcher.send(Join(table, WATCH))
        await watcher.next(Full)
        await moved_on(one, guests, table, 4)
        assert sum(map(bool, sent)) >= 3, (
            "from the second on: the first has told the hub that another one follows"
        )
        await all_close(watcher, *guests)
