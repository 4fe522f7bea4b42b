"""A hub that has not received the entries of other hubs yet refuses nothing that the log allows."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.frames import (
    AUTO,
    WATCH,
    Act,
    Done,
    Full,
    Gone,
    History,
    Join,
    Joined,
    Past,
    Refused,
    Remove,
    Sit,
    Start,
)
from server.live.registry import TableRegistry
from server.store.store import Store
from tests.waiting import until

from .hubs import Guest, House, Raw, all_close, houses, still_table
from .test_store_failures import answer_to


def deafen(monkeypatch: pytest.MonkeyPatch, house: House) -> None:
    """From now on this hub receives no entries of other hubs."""
    plain = TableRegistry.followed

    def followed(registry: TableRegistry, *entry: Any) -> None:
        if registry is not house.parts.registry:
            plain(registry, *entry)

    monkeypatch.setattr(TableRegistry, "followed", followed)


async def test_a_repeat_is_done_and_the_next_act_too(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with houses(redis_url, 2, poll_s=3600.0) as (one, two):
        guests, table = await still_table(one.url)
        tokens = [guest.token for guest in guests]
        await all_close(*guests)
        watcher = await Raw.open(two.url, "w" * 30)
        await watcher.send(Join(table, WATCH))
        await watcher.next(Full)
        deafen(monkeypatch, two)
        acts: list[Act] = []
        for _ in range(6):
            live = one.parts.registry.tables[table]
            await until(lambda: not live.running)  # noqa: B023
            assert live.table is not None
            acts.append(answer_to(live.table))
            raw = await Raw.open(one.url, tokens[acts[-1].seat])
            await raw.send(acts[-1])
            await raw.next(Done)
            await raw.close()
        late = await Raw.open(two.url, tokens[acts[-1].seat])
        await late.send(acts[-1])
        assert (await late.next(Done, Refused)) == Done(acts[-1].id, table, acts[-1].ask + 1)
        behind = two.parts.registry.tables[table]
        assert behind.at_version == acts[-1].ask + 1
        # The next valid act of the asked seat.
        assert live.table is not None
        for _ in range(2):
            before = behind.at_version
            act = answer_to(live.table)
            raw = await Raw.open(one.url, tokens[act.seat])
            await raw.send(act)
            await raw.next(Done)
            assert live.table is not None
            following = answer_to(live.table)
            other = await Raw.open(two.url, tokens[following.seat])
            await other.send(following)
            assert isinstance(await other.next(Done, Refused), Done)
            assert behind.at_version == (before or 0) + 2
            await until(lambda: live.at_version == behind.at_version)
            await all_close(raw, other)
        assert {frame.code for frame in watcher.of(Refused)} == set()
        await all_close(late, watcher)


async def test_a_seat_taken_through_another_hub_counts(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Starting, joining a seat, joining one's own seat and reading the history read the log before they
    refuse."""
    async with houses(redis_url, 2, poll_s=3600.0) as (one, two):
        ann, bob = await Raw.open(two.url, "a" * 30, "Ann"), await Raw.open(one.url, "b" * 30, "Bob")
        table = await ann.seated()
        await ann.send(Join(table, 0))
        await ann.next(Full)
        deafen(monkeypatch, two)
        await bob.send(Sit(1, table, 1))
        await bob.next(Done)
        also = await Raw.open(two.url, "b" * 30, "Bob")
        await also.send(Join(table, AUTO))
        assert (await also.next(Joined)).seat == 1
        await ann.send(Start(3, table))
        done = await ann.next(Done, Refused, count=3)
        assert isinstance(done, Done)
        await bob.send(Join(table, 1))
        live = one.parts.registry.tables[table]
        await until(lambda: live.at_version == done.version)
        assert live.table is not None
        act = answer_to(live.table)
        token = "ab"[act.seat] * 30
        raw = await Raw.open(one.url, token)
        await raw.send(act)
        version = (await raw.next(Done)).version
        look = await Raw.open(two.url, token)
        await look.send(History(table, act.seat, version))
        assert isinstance(await look.next(Past, Refused), Past)
        await all_close(ann, bob, also, raw, look)


async def test_a_seat_lost_while_the_hub_was_deaf_receives_nothing(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hub loads the current table, which is further on than the last version that it sent."""
    async with houses(redis_url, 2, poll_s=3600.0) as (one, two):
        ann, bob = await Raw.open(one.url, "a" * 30, "Ann"), await Raw.open(two.url, "b" * 30, "Bob")
        table = await ann.seated()
        await bob.send(Sit(1, table, 1))
        await bob.next(Done)
        await bob.send(Join(table, 1))
        await bob.next(Full)
        deafen(monkeypatch, two)
        await ann.send(Remove(3, table, 1))
        await ann.next(Done, count=3)
        eve = await Raw.open(one.url, "e" * 30, "Eve")
        await eve.send(Sit(1, table, 1))
        await eve.next(Done)
        await ann.send(Start(4, table))
        await ann.next(Done, count=4)
        registry = two.parts.registry
        live = registry.tables[table]
        registry.enqueue(live, registry.follower.load)
        assert (await bob.next(Gone)).code == "not-your-seat"
        await until(lambda: not live.running)
        assert len(bob.of(Full)) == 1, "the seat belongs to another person"
        await all_close(ann, bob, eve)


async def test_a_refusal_costs_one_question_and_an_act_none(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    plain = Store.entries

    async def entries(store: Store, table: str, *more: int) -> list[bytes]:
        asked.append(table)
        return await plain(store, table, *more)

    async with houses(redis_url, poll_s=3600.0, tick_s=3600.0) as (house,):
        guests, table = await still_table(house.url)
        monkeypatch.setattr(Store, "entries", entries)
        live = house.parts.registry.tables[table]
        assert live.table is not None
        act = answer_to(live.table)
        raw = await Raw.open(house.url, guests[act.seat].token)
        await raw.send(act)
        await raw.next(Done)
        assert asked == []
        await raw.send(Act(7, table, act.seat, act.ask, act.verb, act.noun))
        assert (await raw.next(Refused)).code in ("stale", "not-your-turn")
        assert asked == [table]
        await all_close(raw, *guests)


@pytest.mark.parametrize("wrong", ["another state", "nobody is asked"])
async def test_a_copy_that_went_astray_is_noticed_with_the_next_move(redis_url: str, wrong: str) -> None:
    """A hub whose copy differs from that of the writing hub, or cannot apply the move, reloads the table.
    Clients never see the consequences of the wrong copy."""
    async with houses(redis_url, 2, poll_s=3600.0) as (one, two):
        guests, table = await still_table(one.url)
        watcher = Guest(two.url, "watcher", 1)
        watcher.session.join(table, WATCH, 1)
        await until(lambda: watcher.version(table, WATCH) >= 0)
        here, there = (house.parts.registry.tables[table] for house in (one, two))
        await until(lambda: not there.running)
        astray = there.table
        assert here.table is not None and astray is not None and astray.match is not None
        if wrong == "another state":
            astray.state.lines += 1
        else:
            astray.match.asks = ()
        act = answer_to(here.table)
        (guest,) = (it for it in guests if (table, act.seat) in it.session.mirrors)
        guest.session.change(act)
        for it, seat in ((guest, act.seat), (watcher, WATCH)):
            await until(lambda: it.version(table, seat) == act.ask + 1)  # noqa: B023
        assert watcher.document(table, WATCH)["public"] == guest.document(table, act.seat)["public"]
        assert there.table is not astray and there.check == here.check
        await all_close(*guests, watcher)
