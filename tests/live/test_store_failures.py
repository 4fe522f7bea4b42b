"""The store fails in every possible way, at every step of a move and of loading: `done` always means
stored."""

from __future__ import annotations

import asyncio
import inspect
import os
import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import hiredis
import httpx
import pytest
from redis import exceptions as errors

from protocol.frames import WATCH, Act, Done, Full, Join, Leave, Refused
from server.live.storing_notices import NOTICE_AFTER_S
from server.settings.config import read
from server.store.clients import StoreAway
from server.store.cluster import ClusterLink
from server.store.keys import LOBBY
from server.store.links import Command, NodeLink
from server.store.pipeline import Pipeline
from server.store.store import Store
from server.table.entries import OfItself, decode_entry
from server.table.table import Table
from tests.waiting import LIMIT, until, within

from ..store.machines import Machine, follow, machines
from ..store.test_store_faults import cluster
from .hubs import House, Raw, all_close, houses, still_table
from .whole_games import log_of, play_out

Send = Callable[[NodeLink, Sequence[Command]], Any]

ANSWERS = {
    "LOADING": "Redis is loading the dataset in memory",
    "NOPERM": "User default has no permissions to run the 'evalsha' command",
    "WRONGTYPE": "Operation against a key holding the wrong kind of value",
    "ERR": "user_script:20: an error in the middle of a script",
    "CLUSTERDOWN": "The cluster is down",
    "MASTERDOWN": "Link with MASTER is down",
    "UNBLOCKED": "force unblock from blocking operation",
    "EXECABORT": "Transaction discarded because of previous errors.",
    "NEVERHEARD": "of in any version",
}
"""Errors that Redis may answer to a command instead of carrying it out."""


def every_error() -> list[Exception]:
    """One of each kind of error that the client library, the parser of replies or a socket may raise."""
    kinds = [kind for kind in vars(errors).values() if inspect.isclass(kind) and issubclass(kind, Exception)]
    found: list[Exception] = []
    for kind in dict.fromkeys([*kinds, hiredis.HiredisError, hiredis.ProtocolError, hiredis.ReplyError]):
        try:
            found.append(kind("out of order"))
        except Exception:
            found.append(kind("1000 127.0.0.1:7000"))  # the new place of a slot
    found += [kind() for kind in (OSError, TimeoutError, EOFError, ConnectionResetError, BrokenPipeError)]
    found += [RuntimeError("of nobody's making"), asyncio.IncompleteReadError(b"", 4)]
    return [*found, *(errors.ResponseError(f"{word} {rest}") for word, rest in ANSWERS.items())]


ERRORS = every_error()
PARTS = 4
"""The errors are spread over this many tests."""


def names(wrong: Exception) -> str:
    """The id of a test."""
    return type(wrong).__name__ + ("-" + str(wrong).split()[0] if str(wrong).isupper() else "")


class Trouble:
    """The fate of batches on their way to Redis, while the fault lasts."""

    def __init__(self, plain: Send) -> None:
        self.plain = plain
        self.wrong: Exception | None = None
        self.how = "before"
        self.met = 0

    async def send(self, link: NodeLink, commands: Sequence[Command]) -> Any:
        """Like NodeLink.send, with a failure: `before` anything is sent, `after` all was carried out, or an
        answer `instead` of carrying it out."""
        if self.wrong is None:
            return await self.plain(link, commands)
        self.met += 1
        if self.how == "after":
            await self.plain(link, commands)
        if self.how == "instead":
            return [self.wrong] * len(commands)
        raise self.wrong


@pytest.fixture
def trouble(monkeypatch: pytest.MonkeyPatch) -> Trouble:
    """A fault that a test can cause for all hubs of this process."""
    it = Trouble(NodeLink.send)
    monkeypatch.setattr(NodeLink, "send", lambda link, commands: it.send(link, commands))
    monkeypatch.setattr("server.store.pipeline.MAX_RETRY_PAUSE_S", 0.02)
    monkeypatch.setattr("server.live.follower.AWAY_S", 0.01)
    return it


IDS = iter(range(10**6, 10**9))


async def stored_ids(house: House, table: str) -> list[int]:
    """The ids of all requested changes, in the order of the log."""
    changes = [decode_entry(data).what for data in await log_of(house, table)]
    return [what.id for what in changes if not isinstance(what, OfItself)]


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("how", ["before", "after", "instead"])
async def test_done_means_stored_whatever_the_store_answers(
    redis_url: str, trouble: Trouble, how: str, part: int
) -> None:
    """Act while the store fails, disconnect, reconnect, and send the same frame again: `done` comes as soon
    as the act is stored, and not earlier."""
    async with houses(redis_url, 1, NOTICE_AFTER_S, poll_s=0.05, tick_s=3600.0, budgets=100.0) as (house,):
        guests, table = await still_table(house.url)
        tokens = [guest.token for guest in guests]
        await all_close(*guests)
        host = await Raw.open(house.url, tokens[0])
        await host.send(Join(table, WATCH))
        await host.next(Full)
        registry = house.parts.registry
        for wrong in ERRORS[part::PARTS]:
            await until(lambda: not registry.tables[table].running)
            now = registry.tables[table].table
            assert now is not None
            act, before = answer_to(now), now.version
            trouble.wrong, trouble.how, trouble.met = wrong, how, 0
            first = await Raw.open(house.url, tokens[act.seat])
            await first.send(act)
            await until(lambda: trouble.met > 1)
            await first.close()
            again = await Raw.open(house.url, tokens[act.seat])
            await again.send(act)
            await until(lambda met=trouble.met: trouble.met > met + 3)  # type: ignore[misc]
            assert not again.of(Done), f"{wrong!r}: done, and the store was away all the time"
            assert not house.parts.store.healthy, f"{wrong!r}: nothing can be stored, and the hub is well"
            trouble.wrong = None
            assert not [frame for frame in again.of(Refused) if frame.code != "storing"], repr(wrong)
            await until(lambda: again.of(Done, Refused))  # noqa: B023
            if again.of(Refused):
                await again.send(act)
            done = await again.next(Done)
            assert done.version == before + 1
            assert (await stored_ids(house, table)).count(act.id) == 1, repr(wrong)
            await again.close()
            await until(lambda: house.parts.store.healthy)
        await host.close()


def _dropped(house: House, table: str) -> None:
    house.parts.registry.tables[table].drop()


def _gap(house: House, table: str) -> None:
    house.parts.eviction.gap()


def _looked_at(house: House, table: str) -> None:
    house.parts.registry.enqueue(house.parts.registry.tables[table], house.parts.presence._tick)


def _left_alone(house: House, table: str) -> None:
    """The hub reaches this step without help."""


STEPS = {
    "commit": _left_alone,
    "load": _dropped,
    "entries": _gap,
    "lengths": _left_alone,
    "announce": _looked_at,
    "set_due": _looked_at,
}
"""The methods of the store that a move, loading and following wait for; and how a test makes a hub call
them."""


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_table_is_never_ahead_of_its_log_whatever_a_step_raises(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, step: str, when: str
) -> None:
    """One step raises every error in turn. Two hubs write the table alternately, so that copies are dropped
    as well. Acknowledged acts are in the log once, and games continue."""
    monkeypatch.setattr("server.live.follower.AWAY_S", 0.01)
    monkeypatch.setattr("server.process.forever.MAX_RESTART_PAUSE_S", 0.1)
    plain = getattr(Store, step)
    due: list[Exception] = []

    async def raising(store: Store, *args: Any, **more: Any) -> Any:
        if due and when == "before":
            raise due.pop()
        found = await plain(store, *args, **more)
        if due:
            raise due.pop()
        return found

    async with houses(redis_url, 2, poll_s=0.03, tick_s=0.05, budgets=100.0) as both:
        guests, table = await still_table(both[0].url)
        tokens = [guest.token for guest in guests]
        await all_close(*guests)
        watchers = [await Raw.open(house.url, "w" * 30) for house in both]
        for watcher in watchers:
            await watcher.send(Join(table, WATCH))
            await watcher.next(Full)
        monkeypatch.setattr(Store, step, raising)
        told: list[int] = []
        for number, wrong in enumerate([*ERRORS, StoreAway("out of reach")]):
            act = answer_to(await caught_up(both, table))
            raw = await Raw.open(both[number % 2].url, tokens[act.seat])
            due[:] = [wrong]
            STEPS[step](both[number % 2], table)
            answers = 0
            while not raw.of(Done):
                await raw.send(act)
                await until(lambda: len(raw.of(Done, Refused)) > answers)  # noqa: B023
                answers = len(raw.of(Done, Refused))
            assert {frame.code for frame in raw.of(Refused)} <= {"storing"}, repr(wrong)
            told.append(act.id)
            await until(lambda: not due)
            ids = await stored_ids(both[0], table)
            assert raw.of(Done)[-1].version <= len(ids), repr(wrong)
            assert [id for id in ids if id in set(told)] == told, repr(wrong)
            await raw.close()
        await caught_up(both, table)
        await all_close(*watchers)


def answer_to(table: Table, which: int = -1) -> Act:
    """An act that answers the open question with the option at this index."""
    assert table.match is not None
    ask = table.match.asks[0]
    return Act(next(IDS), table.state.id, ask.seat, table.match.state.numbers[ask.seat], *ask.options[which])


async def caught_up(both: list[House], table: str) -> Table:
    """The table, as soon as both hubs have all stored entries."""

    async def same() -> bool:
        stored = len(await log_of(both[0], table))
        lives = [house.parts.registry.tables.get(table) for house in both]
        return all(live is not None and not live.running and live.at_version == stored for live in lives)

    await until(same)
    one, two = (house.parts.registry.tables[table].table for house in both)
    assert one is not None and two is not None and one.pack() == two.pack()
    return one


@pytest.mark.parametrize("wrong", ERRORS, ids=names)
async def test_a_cluster_that_fails_in_any_way_is_away(wrong: Exception) -> None:
    """The cluster client raises some errors that do not derive from the library's own."""

    class Connection:
        def __init__(self, **where: Any) -> None:
            """Not connected yet."""

        async def connect(self) -> None:
            raise wrong

        async def disconnect(self, nowait: bool) -> None:
            """Nothing to close."""

    node = SimpleNamespace(host="127.0.0.1", port=1, connection_class=Connection, connection_kwargs={})
    client: Any = SimpleNamespace(nodes_manager=SimpleNamespace(startup_nodes={"it": node}))
    link = ClusterLink(client)
    with pytest.raises(StoreAway):
        await link.send([("GET", "t")])


@pytest.mark.parametrize("wrong", ERRORS, ids=names)
async def test_a_command_waits_until_it_is_carried_out_whatever_is_answered(wrong: Exception) -> None:
    answers: list[Any] = [wrong, StoreAway("gone"), wrong, 1]

    class Link:
        async def send(self, commands: Sequence[Command]) -> list[Any]:
            if commands[0][0] == "EXISTS":  # whether other keys are reachable
                return [1]
            return [answers.pop(0)] * len(commands)

        async def close(self) -> None:
            """Nothing to close."""

    pipeline = Pipeline(Link())
    try:
        assert await pipeline.send("COMMIT") == 1
        assert not answers
    finally:
        await pipeline.close()


async def test_a_cluster_that_dies_whole_loses_nothing_and_promises_nothing(tmp_path: Path) -> None:
    """All nodes are killed while people play. One player acts, disconnects and sends the same act again
    meanwhile."""
    async with (
        cluster(tmp_path) as nodes,
        houses(f"cluster+redis://127.0.0.1:{nodes.ports[0]}", notice_after_s=NOTICE_AFTER_S, poll_s=0.1) as (
            house,
        ),
    ):
        guests, table = await still_table(house.url)
        tokens = [guest.token for guest in guests]
        for round_ in range(2):
            live = house.parts.registry.tables[table]
            await until(lambda live=live: live.table is not None)  # type: ignore[misc]
            assert live.table is not None
            act, before = answer_to(live.table), live.table.version
            nodes.kill()
            first = await Raw.open(house.url, tokens[act.seat])
            await first.send(act)
            await until(lambda: not house.parts.store.healthy)
            await first.close()
            again = await Raw.open(house.url, tokens[act.seat])
            await again.send(act)
            await asyncio.sleep(0.3)
            assert not again.of(Done), "done, with no node alive"
            await asyncio.to_thread(nodes.start)
            done = await again.next(Done, Refused)
            if isinstance(done, Refused):
                assert done.code == "storing"
                await again.send(act)
                done = await again.next(Done)
            assert done.version == before + 1
            assert (await stored_ids(house, table)).count(act.id) == 1, round_
            await again.close()
        for seat, guest in enumerate(guests):
            guest.play_on(table, seat)
        await play_out(guests, table)
        await all_close(*guests)


async def test_a_stored_change_counts_though_the_lobby_missed_it(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def closed(*_: object) -> None:
        raise StoreAway("the store is closed")

    async with houses(redis_url) as (house,):
        guests, table = await still_table(house.url)
        monkeypatch.setattr(house.parts.store, "announce", closed)
        leave = Leave(guests[1].session.next_id(), table, 1)
        assert (await guests[1].connection.request(leave)).version > 1
        assert not [it for it in caplog.records if it.levelname == "ERROR"]
        await all_close(*guests)


async def test_a_hub_starts_while_nothing_can_be_stored(tmp_path: Path) -> None:
    """No table is playable yet, but clients and health checks get an answer that says so."""
    primary, replica = Machine(tmp_path / "p"), Machine(tmp_path / "r")
    async with machines(primary, replica):
        await follow(replica, primary.port)
        await until(primary.copied)
        await primary.tell("HSET", LOBBY, "expired", b"a table that is no more")
        async with houses(primary.url, copies=1) as (house,):
            guests, table = await still_table(house.url)
            await all_close(*guests)
        replica.kill()
        async with (
            houses(primary.url, copies=1) as (house,),
            httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as client,
        ):
            await until(lambda: house.parts.store.waiting > 0 and not house.parts.store.healthy)
            assert (await client.get("/healthz")).status_code == 503
            assert table in house.parts.hub.lobby.tables
            await replica.start("--replicaof", f"127.0.0.1 {primary.port}")
            await until(lambda: house.parts.store.healthy)
            assert (await client.get("/healthz")).status_code == 200


async def test_a_process_ended_while_it_starts_ends(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = asyncio.Event()

    async def lobby(_: Store) -> dict[str, bytes]:
        asked.set()
        await asyncio.Event().wait()
        return {}

    monkeypatch.setattr(Store, "lobby", lobby)
    house = House(read({}, redis=redis_url))
    before = signal.signal(signal.SIGTERM, lambda *_: None)  # the web server passes the signal on
    try:
        serving = asyncio.create_task(house.server.serve(sockets=[house.socket]))
        async with within("it asks for the lobby"):
            await asked.wait()
        os.kill(os.getpid(), signal.SIGTERM)
        async with within("it ends"):
            await serving
    finally:
        signal.signal(signal.SIGTERM, before)
    assert not house.server.servers, "no client was admitted"
