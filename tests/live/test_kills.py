"""A hub is killed at every single step of a change and of its consequences; another hub completes it.

The hub that dies runs in this process. From the moment of its death, nothing that it sends arrives, and it
gets no replies.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from typing import Any

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from protocol.codec import packed, unpacked
from protocol.frames import Act, Done, Make, OfTable, Refused, Rematch, Sit, Start
from server.live.live_table import LiveTable
from server.live.registry import TableRegistry
from server.process.forever import repeatedly
from server.settings.config import read
from server.store import cluster_time, heartbeats
from server.store.keys import LOBBY, key
from server.store.links import Command, NodeLink
from server.table.document import summary
from server.table.entries import encode
from server.table.log import replayed
from server.table.rights import Who, decide
from server.table.table import Table
from server.wiring import Parts
from tests.waiting import until

from .test_store_failures import IDS

NewUrl = Callable[[], str]


class Client:
    """A client that sends frames to a table registry without a socket."""

    def __init__(self, name: str) -> None:
        self.person = self.name = self.address = name
        self.bot = False
        self.closed = 0
        self.at: dict[Any, Any] = {}
        self.told: list[Any] = []

    def send(self, frame: Any) -> None:
        self.told.append(frame)

    def refuse(self, change: int, table: str, code: str, reason: str = "") -> None:
        self.told.append(Refused(change, table, code, reason))

    async def answer(self, change: int) -> Any:
        await until(lambda: any(frame.id == change for frame in self.told))
        return next(frame for frame in self.told if frame.id == change)


class Hub:
    """A hub without sockets; its connections to the store can be cut for good."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.left: int | None = None
        """The number of round trips until it dies; None: it lives."""
        self.last = "answered"
        """The fate of its last round trip: `answered`, or `unheard` (carried out without a reply)."""
        self.dead = asyncio.Event()

    @property
    def registry(self) -> TableRegistry:
        return self.parts.registry

    async def send(self, plain: Callable[[], Awaitable[list[Any]]]) -> list[Any]:
        """Make one round trip, or die."""
        if self.left is None:
            return await plain()
        self.left -= 1
        if self.left >= 0:
            replies = await plain()
            if self.left or self.last == "answered":
                return replies
        self.left = -1
        self.dead.set()
        await asyncio.get_running_loop().create_future()
        return []

    async def ask(self, client: Client, frame: OfTable) -> Any:
        self.registry.receive(client, frame)  # type: ignore[arg-type]
        return await client.answer(frame.id)

    async def live(self, table: str) -> LiveTable:
        """The table, loaded."""
        live = self.registry.live(table)
        self.registry.enqueue(live, self.registry.follower.catch_up)
        await until(lambda: live.loaded and not live.running)
        return live


@contextlib.asynccontextmanager
async def hub(url: str, name: str, ticking: bool = False, **settings: Any) -> AsyncIterator[Hub]:
    """A hub on this store that ends as suddenly as if it were killed."""
    before = asyncio.all_tasks()
    it = Hub(Parts(read({}, redis=url, hub=name, minds="greedy", **settings), lambda: None, lambda: None))
    HUBS.append(it)
    await it.parts.open()
    await until(it.parts.store.time._told.is_set)  # the only tick: it is no round trip of the change
    if ticking:
        repeatedly("tick", 0.01, it.parts.presence.poll)
    try:
        yield it
    finally:
        it.left = -1
        ended = [task for task in asyncio.all_tasks() - before if task is not asyncio.current_task()]
        for task in ended:
            task.cancel()
        await asyncio.wait(ended, timeout=5)
        HUBS.remove(it)
        for pipeline in (it.parts.store._writer, it.parts.store._reader):
            await pipeline._link.close()
        await it.parts.store._client.aclose()


HUBS: list[Hub] = []


@pytest.fixture(autouse=True)
def connection_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every round trip passes the hub that makes it, and nothing happens in the background."""
    plain = NodeLink.send

    async def send(link: NodeLink, commands: Sequence[Command]) -> list[Any]:
        for it in HUBS:
            store = getattr(it.parts, "store", None)
            if store and link in (store._writer._link, store._reader._link):
                return await it.send(lambda: plain(link, commands))
        return await plain(link, commands)

    monkeypatch.setattr(NodeLink, "send", send)
    monkeypatch.setattr(heartbeats, "HEARTBEAT_INTERVAL_S", 3600.0)
    monkeypatch.setattr(heartbeats, "HEARTBEAT_TIMEOUT_S", 7200.0)
    for name in ("TICK_S", "AHEAD_S", "GAP_MS"):
        monkeypatch.setattr(cluster_time, name, 3_600_000)
    monkeypatch.setattr("server.live.registry.SOON_MS", 30)
    monkeypatch.setattr("server.live.creation.SOON_MS", 30)


# -- what may be under way when a hub dies -------------------------------------------------------------

ANN, BOB = Client("ann"), Client("bob")


async def make(it: Hub, change: int) -> str:
    """A public table that wants a bot."""
    await it.registry.creation.make(ANN, Make(change, "machi_koro", 3, wants=["", "", "greedy"]))  # type: ignore[arg-type]
    return str((await ANN.answer(change)).table)


async def started(it: Hub, seats: int = 2) -> str:
    """A started table of Ann and Bob."""
    change = next(IDS)
    await it.registry.creation.make(ANN, Make(change, "machi_koro", seats))  # type: ignore[arg-type]
    table = str((await ANN.answer(change)).table)
    for seat, client in enumerate((ANN, BOB)):
        assert type(await it.ask(client, Sit(next(IDS), table, seat))) is Done
    assert type(await it.ask(ANN, Start(next(IDS), table))) is Done
    return table


LAST: dict[str, Act] = {}
"""By table: the answer that ends its game."""


async def nearly_over(it: Hub) -> str:
    """A table whose next answer ends the game."""
    name = await started(it)
    live, chance = await it.live(name), random.Random(7)
    table = Table.unpack(live.table.engine, live.table.pack()) if live.table else None
    assert table is not None
    while True:
        assert table.match is not None
        ask = table.match.asks[0]
        number = table.match.state.numbers[ask.seat]
        act = Act(next(IDS), name, ask.seat, number, *chance.choice(ask.options))
        entry = decide(table, Who((ANN, BOB)[ask.seat].person, "x"), act, table.state.at)
        table.apply(entry)
        if table.state.phase == "over":
            LAST[name] = act
            break
        data = encode(replace(entry, check=table.check()))
        assert await it.parts.store.commit(name, table.version - 1, data, ttl=600)
    live = await it.live(name)
    assert live.at_version == table.version - 1
    return name


async def last_answer(it: Hub, table: str) -> None:
    act = LAST[table]
    await it.ask((ANN, BOB)[act.seat], act)


async def over(it: Hub) -> str:
    table = await nearly_over(it)
    await last_answer(it, table)
    return table


async def with_ann_alone(it: Hub) -> str:
    """A table at which Bob's grace is over; the next check will notice it."""
    table = await started(it)
    await it.parts.store.heartbeats.set_here(table, "ann:0", packed(["ann", "ann", 0]))
    live = await it.live(table)
    await it.parts.presence._tick(live)
    live.away = {1: 1}
    return table


async def nothing(it: Hub) -> str:
    return ""


async def look(it: Hub, table: str) -> None:
    live = await it.live(table)
    live.away = {1: 1}
    it.registry.enqueue(live, it.parts.presence._tick)
    await until(lambda: not live.running)


async def sit(it: Hub, table: str) -> None:
    await it.ask(BOB, Sit(next(IDS), table, 1))


async def again(it: Hub, table: str) -> None:
    await it.ask(BOB, Rematch(next(IDS), table))


async def made(it: Hub, table: str) -> None:
    await make(it, next(IDS))


async def new(it: Hub) -> str:
    return await make(it, next(IDS))


SCENES: dict[str, tuple[Callable[[Hub], Awaitable[str]], Callable[[Hub, str], Coroutine[Any, Any, None]]]] = {
    "a table is made": (nothing, made),
    "somebody sits down": (new, sit),
    "a bot is to stand in": (with_ann_alone, look),
    "the last answer": (nearly_over, last_answer),
    "a rematch": (over, again),
}


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("last", ["answered", "unheard"])
async def test_consequences_of_a_change_survive_the_death_of_its_hub(
    new_redis_url: NewUrl, scene: str, last: str
) -> None:
    before, change = SCENES[scene]
    trips = 0
    while True:
        url = new_redis_url()
        redis: Any = Redis.from_url(url)
        await redis.flushdb()
        async with hub(url, "witness") as witness:
            table = await before(witness)
            async with hub(url, "victim") as victim:
                if table:
                    await victim.live(table)
                victim.left, victim.last = trips, last
                doing = asyncio.create_task(change(victim, table))
                dying = asyncio.create_task(victim.dead.wait())
                await asyncio.wait([doing, dying], return_when=asyncio.FIRST_COMPLETED)
                died = victim.dead.is_set()
                for task in (doing, dying):
                    task.cancel()
                await asyncio.gather(doing, dying, return_exceptions=True)
        async with hub(url, "heir", ticking=True) as heir:
            await until(lambda: settled(redis, heir))  # noqa: B023
        await redis.aclose()
        trips += 1
        if not died:
            break
    assert trips > 2, "it died at some steps at least"


async def settled(redis: Any, heir: Hub) -> bool:
    """Does everything follow from the logs: the lobby in the store and in the hub, the tables of
    rematches?"""
    rows, tables = {}, {}
    for name in await redis.keys("t:*:log"):
        past = replayed(await redis.lrange(name, 0, -1))
        tables[past.state.id] = past
        if past.state.phase in ("open", "starting", "playing"):
            rows[past.state.id.encode()] = summary(past)
    if any(past.state.next not in tables for past in tables.values() if past.state.next):
        return False
    wants = {table for table, past in tables.items() if past.wanted()}
    heard = {table for table, row in heir.parts.hub.lobby.tables.items() if row["wanted"]}
    listed = {table: unpacked(row) for table, row in (await redis.hgetall(LOBBY)).items()}
    for row in listed.values():
        for told in ("quiet", "since"):
            row.pop(told, None)  # they depend on presence, not on the log
    return bool(listed == rows and heard == wants)


async def test_a_repeated_make_finds_its_table_in_the_lobby(new_redis_url: NewUrl) -> None:
    """The table was stored by a hub that died before it answered."""
    trips, died = 0, True
    while died:
        url, change = new_redis_url(), next(IDS)
        redis: Any = Redis.from_url(url)
        await redis.flushdb()
        await redis.aclose()
        async with hub(url, "victim") as victim:
            victim.left = trips
            doing = asyncio.create_task(make(victim, change))
            dying = asyncio.create_task(victim.dead.wait())
            await asyncio.wait([doing, dying], return_when=asyncio.FIRST_COMPLETED)
            died = victim.dead.is_set()
        async with hub(url, "heir", ticking=True) as heir:
            ANN.told.clear()
            table = await make(heir, change)
            await until(lambda: list(heir.parts.hub.lobby.tables) == [table])  # noqa: B023
        trips += 1
    assert trips > 2


async def test_two_rematches_at_once_over_two_hubs_make_one_table(new_redis_url: NewUrl) -> None:
    for _ in range(4):
        url = new_redis_url()
        redis: Any = Redis.from_url(url)
        await redis.flushdb()
        async with hub(url, "one") as one, hub(url, "two") as two:
            table = await over(one)
            await two.live(table)
            answers = await asyncio.gather(
                one.ask(ANN, Rematch(next(IDS), table)), two.ask(BOB, Rematch(next(IDS), table))
            )
            assert sorted(getattr(answer, "code", "done") for answer in answers) == ["done", "taken"]
            live = await one.live(table)
            assert live.table is not None
            logs = {name async for name in redis.scan_iter("t:*:log")}
            assert logs == {key(name, "log").encode() for name in (table, live.table.state.next)}
            assert set(await redis.hgetall(LOBBY)) == {live.table.state.next.encode()}
        await redis.aclose()


async def test_the_table_of_a_rematch_exists_before_clients_hear_of_it(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This also holds at a hub that reads the rematch in the log before the hub that was asked has created
    the table."""
    redis: Any = Redis.from_url(redis_url)
    async with hub(redis_url, "one") as one, hub(redis_url, "two") as two:
        table = await over(one)
        on_its_way, go_on = asyncio.Event(), asyncio.Event()
        rematch = one.parts.registry.creation.rematch

        async def slowly(*given: Any) -> None:
            on_its_way.set()
            await go_on.wait()
            await rematch(*given)

        monkeypatch.setattr(one.parts.registry.creation, "rematch", slowly)
        asked = asyncio.create_task(one.ask(ANN, Rematch(next(IDS), table)))
        await on_its_way.wait()
        assert len([name async for name in redis.scan_iter("t:*:log")]) == 1
        told = (await two.live(table)).table
        assert told is not None
        assert await redis.exists(key(told.state.next, "log"))
        go_on.set()
        await asked
        live = await one.live(table)
        assert live.table is not None and live.table.state.next == told.state.next
        assert len([name async for name in redis.scan_iter("t:*:log")]) == 2
    await redis.aclose()


async def test_a_starting_hub_corrects_the_stored_lobby(redis_url: str) -> None:
    """A finished game is listed as running and has no deadline, so that no hub would ever check it."""
    async with hub(redis_url, "one") as one:
        table = await over(one)
        redis: Any = Redis.from_url(redis_url)
        live = await one.live(table)
        assert live.table is not None
        await redis.hset(LOBBY, table, packed({**summary(live.table), "phase": "playing"}))
        await redis.delete("due")
    async with hub(redis_url, "two", ticking=True) as two:
        await until(lambda: not two.parts.hub.lobby.tables)
        assert not await redis.hgetall(LOBBY)
        await until(lambda: _nothing_due(redis))
    await redis.aclose()


async def _nothing_due(redis: Any) -> bool:
    return not await redis.zcard("due")
