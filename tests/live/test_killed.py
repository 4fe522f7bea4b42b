"""Hub, bots and Redis are killed with SIGKILL in the middle of a game, each alone. No acknowledged change is
lost.

The processes are started by their command lines; players are guests in this process.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from bots.hub_process import free_port
from protocol.codec import unpacked
from protocol.frames import Make, Sit, Start
from server.table.entries import decode_entry
from tests.conftest import redis_server
from tests.waiting import LIMIT, until

from ..process.stores import open_store
from ..table.test_late_hands import documents, last_due
from .hubs import BOT_KEY, Guest, all_close, table_of
from .whole_games import acknowledged_once, compare, play_out


class Stage:
    """A Redis, hubs and a bot process that can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.redis = redis_server(folder)
        self.url = f"unix://{folder}/redis.sock"
        self.ports: list[int] = []
        self.hubs: list[subprocess.Popen[bytes]] = []
        self.bots: subprocess.Popen[bytes] | None = None

    def spawn(self, *words: str, **environment: str) -> subprocess.Popen[bytes]:
        with (self.folder / f"{words[1]}.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", *words],
                env={**os.environ, "REDIS": self.url, "BOT_KEY": BOT_KEY, "METRICS": "", **environment},
                stdout=log,
                stderr=log,
            )

    def hub(self, number: int) -> subprocess.Popen[bytes]:
        more = {"STAMMTISCH_BOT_GRACE_MS": "300", "STAMMTISCH_TICK_S": "0.1", "STAMMTISCH_BUDGETS": "20"}
        patient = {"STAMMTISCH_GRACE_MS": "3600000", "STAMMTISCH_HELLO_S": "3600"}  # on a slow machine too
        return self.spawn("server", "serve", PORT=str(self.ports[number]), **more, **patient)

    async def start(self, hubs: int, bots: bool = False) -> None:
        for number in range(hubs):
            self.ports.append(free_port())
            self.hubs.append(self.hub(number))
        for port in self.ports:
            await until(lambda at=port: serving(at))  # type: ignore[misc]
        if bots:
            self.fill()

    def fill(self) -> None:
        self.bots = self.spawn("bots", "fill", "--server", self.address(-1), "--pause", "0", "0")

    def address(self, number: int) -> str:
        return f"ws://127.0.0.1:{self.ports[number]}/ws"

    def kill_hub(self, number: int) -> None:
        self.hubs[number].kill()
        self.hubs[number].wait()
        self.hubs[number] = self.hub(number)

    def kill_redis(self) -> None:
        self.redis.kill()
        self.redis.wait()
        self.redis = redis_server(self.folder)

    def kill_bots(self) -> None:
        assert self.bots is not None
        self.bots.kill()
        self.bots.wait()
        self.fill()

    async def log(self, table: str) -> list[bytes]:
        store = await open_store(self.url)
        try:
            return await store.entries(table)
        finally:
            await store.close()

    def end(self) -> None:
        for process in [*self.hubs, *([self.bots] if self.bots else [])]:
            process.send_signal(signal.SIGKILL)
            process.wait()
        self.redis.kill()
        self.redis.wait()


async def serving(port: int) -> bool:
    """Does a hub listen at this port?"""
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True


@pytest.fixture
def stage() -> Iterator[Stage]:
    with tempfile.TemporaryDirectory(prefix="st-") as name:
        it = Stage(Path(name))
        try:
            yield it
        finally:
            it.end()


def taken(guest: Guest, table: str) -> bool:
    """Are all seats taken?"""
    seats = guest.document(table, 0)["public"]["seats"]
    return all(row["kind"] in ("bot", "person") for row in seats)


async def prove(stage: Stage, guests: list[Guest], table: str) -> None:
    """Compare all documents and answers of the guests with the log; then close the guests."""
    await until(lambda: not any(guest.session.pending for guest in guests))
    log = await stage.log(table)
    assert 2 * compare(guests, log) > len(guests) * len(log)
    acknowledged_once(guests, log)
    await all_close(*guests)


@pytest.mark.parametrize("victim", ["hub", "redis"])
async def test_a_game_goes_on_where_it_was_acknowledged(stage: Stage, victim: str) -> None:
    await stage.start(2)
    guests = [Guest(stage.address(i % 2), f"guest-{i}", 4, undo=0.1, pause=0.01) for i in range(3)]
    table = await table_of(guests)
    for kill in range(3):
        await guests[2].moved_on(table, 2, 12)
        stage.kill_hub(kill % 2) if victim == "hub" else stage.kill_redis()
    await play_out(guests, table)
    await prove(stage, guests, table)


async def test_bots_that_are_killed_come_back_to_their_seats(stage: Stage) -> None:
    await stage.start(1, bots=True)
    guest = Guest(stage.address(0), "guest-0", 4, pause=0.02)
    new = guest.session.next_id
    make = Make(new(), "machi_koro", 3, wants=["", "greedy", "whim"])
    table = (await guest.connection.request(make)).table
    await guest.connection.request(Sit(new(), table, 0, "x"))
    guest.session.join(table, 0, 1)
    await until(lambda: guest.phase(table, 0) == "open")
    await until(lambda: taken(guest, table))
    await guest.connection.request(Start(new(), table))
    for _ in range(2):
        await guest.moved_on(table, 0, 10)
        stage.kill_bots()
    await until(lambda: guest.phase(table, 0) == "over")
    await prove(stage, [guest], table)


class Stream:
    """A source of a stream behind a proxy of two hubs: it asks one until that does not answer, then the
    other."""

    def __init__(self, stage: Stage, table: str, web: httpx.AsyncClient) -> None:
        self.stage, self.table, self.web = stage, table, web
        self.hub = self.have = self.answered = 0

    async def asked(self) -> bytes:
        """What is new; b"" for nothing, also if no hub answers."""
        base = self.stage.address(self.hub).replace("ws:", "http:").removesuffix("/ws")
        try:
            answer = await self.web.get(f"{base}/tables/{self.table}/hands?have={self.have}")
        except httpx.TransportError:
            self.hub = 1 - self.hub
            return b""
        self.answered += answer.status_code in (200, 204)
        if answer.status_code != 200:
            return b""
        self.have = unpacked(answer.content)["version"]
        return answer.content


async def test_a_stream_with_hands_goes_on_at_another_hub(stage: Stage) -> None:
    """Its hub dies while it asks, and then the next one. It is shown what is old enough, and no more. Until
    both hubs have shown something and died, nobody plays faster than it is answered."""
    await stage.start(2)
    guests = [Guest(stage.address(i), f"guest-{i}", 11, undo=0.05, pause=0.04) for i in range(2)]
    seen, kills = list[tuple[int, int, bytes]](), 0
    async with httpx.AsyncClient(timeout=LIMIT) as web:
        stream = Stream(stage, "", web)

        def often_answered() -> bool:
            return kills == 2 or stream.answered > sum(len(guest.sent) for guest in guests)

        for guest in guests:
            guest.ready = often_answered
        table = stream.table = await table_of(guests, "loyang", hands_after=30)
        store = await open_store(stage.url)
        while stream.have < len(await store.entries(table)):
            asking = asyncio.create_task(stream.asked())
            if kills < 2 and len({at for hub, at, _ in seen if hub == stream.hub}) > 2:
                await asyncio.sleep(0)
                stage.kill_hub(stream.hub)
                kills += 1
            if told := await asking:
                seen.append((stream.hub, len(await store.entries(table)), told))
            await asyncio.sleep(0.05)
    await store.close()
    log = [decode_entry(entry) for entry in await stage.log(table)]
    due, true = last_due(log), documents(log)
    versions = [unpacked(told)["version"] for _, _, told in seen]
    assert versions == sorted(set(versions)) and versions[-1] == len(log)
    for version, (_, stored, told) in zip(versions, seen, strict=True):
        assert told == true[version]
        assert version <= due[stored] or version == len(log), "too soon"
    assert kills == 2 and {hub for hub, _, _ in seen} == {0, 1}
    await prove(stage, guests, table)


async def test_acknowledged_moves_survive_the_death_of_all_processes(stage: Stage) -> None:
    await stage.start(1)
    guests = [Guest(stage.address(0), f"guest-{i}", 9, pause=0.01) for i in range(2)]
    table = await table_of(guests)
    await guests[0].moved_on(table, 0, 15)
    stage.hubs[0].kill()
    stage.redis.kill()
    known = max(guest.version(table, seat) for seat, guest in enumerate(guests))
    stage.hubs[0].wait()
    stage.kill_redis()
    assert len(await stage.log(table)) >= known
    stage.hubs[0] = stage.hub(0)
    await play_out(guests, table)
    await prove(stage, guests, table)
