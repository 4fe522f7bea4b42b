"""Several hubs at one address: none has clearly more connections than another, and they are replaced one by
one under play. No game ends, no acknowledged change is lost, all clients see the same."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import re
import signal
import socket
import sys
import tempfile
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Final

import httpx
import pytest

from bots.hub_process import free_port
from bots.load.plan import LoadPlan
from bots.load.result import Result, Second
from bots.load.run.coordinator import Stop, measure
from bots.load.run.scrape import sample
from server.play import cores, hear_signals, useful_bots, useful_hubs
from server.process import metrics_gateway as gathering_module
from server.process.child import Child
from server.process.metrics_gateway import MetricsGateway, merged
from server.process.rolling_restart import NotReady, RollingRestart
from server.process.shared_listener import (
    ACCEPTS_AT_ONCE,
    LOAD_SLACK,
    MAX_LOAD_RATIO,
    SILENCE_TIMEOUT_S,
    Beside,
    Gate,
    Scales,
    first_words,
)
from server.serve import listen
from tests.waiting import LIMIT, until, within

from ..live.hubs import Raw, all_close
from .playing import Playing

HUBS = 2
ENOUGH_MOVES: Final = 100

KEY = "a key of eighteen letters"


class Clock:
    """A clock that the test sets."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def file() -> Iterator[int]:
    it = Scales.new_file()
    yield it
    os.close(it)


def test_a_hub_with_clearly_more_connections_lets_others_accept(file: int) -> None:
    clock = Clock()
    one, two = Scales(file, clock), Scales(file, clock)
    one.put(0, 1000)
    assert not one.heavy(0), "no other hub accepts connections"
    two.put(1, 100)
    assert one.takes(1) and one.heavy(0) and not two.heavy(1)
    two.put(1, int((1000 - LOAD_SLACK) / MAX_LOAD_RATIO) + 1)
    assert not one.heavy(0)
    two.put(1, 0)
    clock.now += SILENCE_TIMEOUT_S
    one.put(0, 1000)
    assert not one.heavy(0), "one that stands still is not waited for"
    two.put(1, 0)
    assert one.heavy(0)
    two.clear(1)
    assert not one.heavy(0) and not one.takes(1)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No hub counts as hung, however long this process stands still."""
    monkeypatch.setattr("server.process.shared_listener.SILENCE_TIMEOUT_S", LIMIT)


class Counted(asyncio.Protocol):
    """A counted connection of a hub."""

    def __init__(self, all_of_them: set[Counted]) -> None:
        self.all_of_them = all_of_them
        self.said = b""

    def data_received(self, data: bytes) -> None:
        self.said += data

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.all_of_them.add(self)

    def connection_lost(self, wrong: Exception | None) -> None:
        self.all_of_them.discard(self)


@contextlib.asynccontextmanager
async def gates(file: int, count: int) -> AsyncIterator[tuple[list[Gate], list[set[Counted]], int]]:
    """The gates of this many hubs at one port, and the connections of each."""
    with listen("127.0.0.1", 0) as listening, tempfile.TemporaryDirectory() as doors:
        listening.setblocking(False)
        held: list[set[Counted]] = [set() for _ in range(count)]
        opened = [
            Gate(Beside(listening.fileno(), file, n, doors), lambda mine=mine: Counted(mine), mine.__len__)  # type: ignore[misc]
            for n, mine in enumerate(held)
        ]
        yield opened, held, int(listening.getsockname()[1])
        for gate in opened:
            gate.close()


async def test_connections_are_spread_over_all_and_come_to_who_stays(file: int, patient: None) -> None:
    async with gates(file, 3) as (opened, held, port):
        callers = [await asyncio.open_connection("127.0.0.1", port) for _ in range(240)]
        await until(lambda: sum(map(len, held)) == 240)
        # A connection that is just being accepted counts twice for a moment, at a gate that others read.
        assert max(map(len, held)) <= min(map(len, held)) * MAX_LOAD_RATIO + LOAD_SLACK + ACCEPTS_AT_ONCE
        opened[0].close()
        for _, writer in callers:
            writer.close()
        await until(lambda: not any(held))
        more = [await asyncio.open_connection("127.0.0.1", port) for _ in range(30)]
        await until(lambda: sum(map(len, held)) == 30)
        assert not held[0]
        for _, writer in more:
            writer.close()
        await until(lambda: not any(held))


def request(table: str) -> bytes:
    """The request of a browser for a websocket of a table."""
    return f"GET /ws?table={table} HTTP/1.1\r\nHost: here\r\n\r\n".encode()


async def test_connections_for_one_table_meet_at_one_hub(
    file: int, patient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.process.shared_listener.FIRST_BYTES_TIMEOUT_S", LIMIT)
    async with gates(file, 3) as (opened, held, port):
        callers = []

        async def come(table: str, count: int) -> int:
            """Open this many connections one after the other; returns the hub that has accepted all of them,
            without reading."""
            before = list(map(len, held))
            for _ in range(count):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(request(table))
                callers.append(writer)
            await until(lambda: sum(map(len, held)) == sum(before) + count)
            (place,) = (n for n in range(3) if len(held[n]) != before[n])
            return place

        homes = {table: await come(table, 3) for table in ("0", "1", "2", "3")}
        assert len(set(homes.values())) > 1, "other tables are elsewhere"
        await until(lambda: all(one.said.startswith(b"GET /ws?table=") for held_ in held for one in held_))
        assert [await come(table, 1) for table in homes] == list(homes.values())
        gone = homes["0"]
        opened[gone].close()
        assert await come("0", 3) != gone
        assert [await come(table, 1) for table in homes if homes[table] != gone] == [
            home for home in homes.values() if home != gone
        ]
        for writer in callers:
            writer.close()
        await until(lambda: not any(held))


async def test_a_hub_that_takes_nobody_is_not_handed_anything(file: int, patient: None) -> None:
    async with gates(file, 2) as (opened, held, port):
        scales = Scales(file)
        table = next(name for name in map(str, range(99)) if scales.home(name.encode()) == 0)
        opened[0]._door.close()  # as one that has just died: its count is still published
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request(table))
        await until(lambda: sum(map(len, held)) == 1)
        writer.close()
        await until(lambda: not any(held))


async def test_first_bytes_count_although_the_hub_stood_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the hub continues, the time limit is over, and the client's bytes have arrived."""
    monkeypatch.setattr("server.process.shared_listener.FIRST_BYTES_TIMEOUT_S", 0.0)
    for said in (request("1"), b""):
        here, there = socket.socketpair()
        with here, there:
            there.setblocking(False)
            here.send(said)
            assert await first_words(there) == said


def test_all_hubs_figures_are_one_page() -> None:
    page = (
        '# HELP a_total A\n# TYPE a_total counter\na_total{kind="}"} 1.0\n# HELP b B\n# TYPE b gauge\nb 2.0\n'
    )
    assert merged({"1": page, "2": page.replace("2.0", "3.0")}) == (
        "# HELP a_total A\n# TYPE a_total counter\n"
        'a_total{hub="1",kind="}"} 1.0\na_total{hub="2",kind="}"} 1.0\n'
        '# HELP b B\n# TYPE b gauge\nb{hub="1"} 2.0\nb{hub="2"} 3.0\n'
    )


async def test_the_host_is_answered_by_a_hub_that_lives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stopped hub accepts the connection as well, but is asked for nothing."""
    places = {name: str(tmp_path / name) for name in ("still", "living", "all")}
    plain = gathering_module._page

    async def page(place: str) -> str:
        """The plain function, with a short timeout for the stopped hub."""
        monkeypatch.setattr(gathering_module, "HUB_S", 0.1 if place == places["still"] else LIMIT)
        return await plain(place)

    monkeypatch.setattr(gathering_module, "_page", page)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.0 200 OK\r\n\r\n" + head.split(b"\r\n")[0])
        writer.close()

    with socket.socket(socket.AF_UNIX) as still:
        still.bind(places["still"])
        still.listen()
        living = await asyncio.start_unix_server(answer, places["living"])
        gathering = MetricsGateway(lambda: {name: places[name] for name in ("still", "living")})
        await gathering.start(f"unix:{places['all']}")
        for asked in (b"GET /admin/ HTTP/1.0", b"POST /admin/do HTTP/1.0"):
            reader, writer = await asyncio.open_unix_connection(places["all"])
            writer.write(asked + b"\r\n\r\n")
            async with within("it is answered"):
                assert await reader.read() == b"HTTP/1.0 200 OK\r\n\r\n" + asked
            writer.close()
        await gathering.close()
        living.close()


async def test_without_figures_of_hubs_none_is_reported_alive(tmp_path: Path) -> None:
    """Otherwise an alert on `up` would find everything well."""
    place = str(tmp_path / "all")
    gathering = MetricsGateway(lambda: {"1": str(tmp_path / "gone")})
    await gathering.start(f"unix:{place}")
    async with httpx.AsyncClient(transport=httpx.AsyncHTTPTransport(uds=place), timeout=LIMIT) as client:
        for path in ("metrics", "admin/"):
            assert (await client.get(f"http://play/{path}")).status_code == 503
    await gathering.close()


async def test_a_silent_connection_of_the_host_does_not_delay_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From Python 3.12 on, `wait_closed` waits for all connections."""
    closed = asyncio.Event()

    async def wait_closed(server: asyncio.Server) -> None:
        await closed.wait()

    monkeypatch.setattr(asyncio.Server, "wait_closed", wait_closed)
    gathering = MetricsGateway(dict)
    await gathering.start(f"unix:{tmp_path}/all")
    _, silent = await asyncio.open_unix_connection(f"{tmp_path}/all")
    async with within("it ends"):
        await gathering.close()
    silent.close()


def test_one_hub_below_four_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    useful = []
    for count in (1, 2, 3, 4, 8, 64):
        monkeypatch.setattr("server.play.cores", lambda count=count: count)
        useful.append((useful_hubs(), useful_bots()))
    assert useful == [(1, 1), (1, 1), (1, 1), (2, 1), (4, 2), (32, 16)]
    assert cores() >= 1


async def no_memory(child: Child) -> None:
    """Fails as if the system had no memory for another process."""
    raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))


async def test_a_new_hub_that_is_never_ready_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made: list[Child] = []

    def make(place: int) -> Child:
        made.append(Child(f"Hub {place + 1}", [sys.executable, "-c", "import time; time.sleep(600)"]))
        return made[-1]

    async def ready(place: int) -> bool:
        return place == 0

    team = RollingRestart(make, ready, signal.SIGTERM)
    monkeypatch.setattr("server.process.rolling_restart.START_TIMEOUT_S", 0.1)
    try:
        await team.start(1)
        async with within("it is replaced, or not"):
            await team.replace()
        old, new = made
        assert old.running and not new.running and list(team.members) == [0]
        assert "Hub 2 is not ready after 0.1 s" in caplog.text and "Those that run stay." in caplog.text
        with pytest.raises(NotReady, match="Hub 2 is not ready"):
            await team.start(2)
        monkeypatch.setattr(Child, "start", no_memory)
        await team.replace()
        assert old.running and list(team.members) == [0] and "Cannot allocate memory" in caplog.text
    finally:
        await asyncio.gather(*(child.stop() for child in made))


def load(address: str, metrics: str, enough: threading.Event) -> Result:
    """People play until the condition holds and they have made more than ENOUGH_MOVES."""
    made = 0

    def show(second: Second) -> None:
        nonlocal made
        made += second.moves
        if enough.is_set() and made > ENOUGH_MOVES:
            raise Stop("enough")

    url = address.replace("http", "ws") + "ws"
    plan = LoadPlan(
        url=url, tables=8, seats=2, think="fixed:100", seconds=300.0, probes=4.0, verify_share=0.0
    )
    return measure(plan, metrics, show=show)


def hubs_of(playing: Playing) -> set[int]:
    """The processes of its hubs."""
    return set(playing.all_parts()["hub"])


async def test_all_hubs_are_replaced_under_play(tmp_path: Path) -> None:
    port = free_port()
    metrics, given = f"http://127.0.0.1:{port}/metrics", {"STAMMTISCH_BUDGETS": "100", "ADMIN_KEY": KEY}
    playing = await Playing.start(tmp_path / "data", HUBS=str(HUBS), METRICS=f"127.0.0.1:{port}", **given)
    enough, first = threading.Event(), hubs_of(playing)
    assert len(first) == HUBS
    await until_together(playing, metrics)
    people = asyncio.create_task(asyncio.to_thread(load, playing.address, metrics, enough))
    try:
        await until(lambda: asyncio.to_thread(moves, metrics))
        playing.process.send_signal(signal.SIGHUP)
        async with within(lambda: "all are replaced:\n" + "\n".join(playing.lines), 2 * LIMIT):
            while "have been replaced" not in await playing.line():
                pass
        assert len(hubs_of(playing)) == HUBS and not hubs_of(playing) & first
        await until(lambda: shown(port, playing))
        assert await playing.healthy()
    finally:
        enough.set()
        found = await people
        assert await playing.stop() == 0
    assert found.counts["moves"] > ENOUGH_MOVES and found.counts["documents_compared"] >= 16
    assert set(found.faults) <= {"sockets lost", "probes unanswered"}, found.reasons
    assert found.verdict in ("pass", "missed", "invalid"), found.reasons
    assert not any("Traceback" in line for line in playing.lines), playing.lines


async def until_together(playing: Playing, metrics: str) -> None:
    """Wait until all clients of one table are at one hub."""
    url = playing.address.replace("http", "ws") + "ws?table=this-one"
    guests = [await Raw.open(url, f"{number}" * 30) for number in range(6)]
    async with httpx.AsyncClient(trust_env=False, timeout=LIMIT) as client:

        async def held() -> list[int]:
            page = (await client.get(metrics)).text
            return sorted(int(float(n)) for n in re.findall(r"(?m)^stammtisch_sockets{.*} (.*)$", page))

        await until(lambda: sockets_are(held, 6))
    await all_close(*guests)


async def sockets_are(held: Callable[[], Awaitable[list[int]]], most: int) -> bool:
    """Does one hub have this many sockets, and the others only that of the bots?"""
    *rest, greatest = await held()
    return greatest >= most and greatest + sum(rest) == most + 1


async def shown(port: int, playing: Playing) -> bool:
    """Does the operator's page show exactly the running hubs?"""
    async with httpx.AsyncClient(
        trust_env=False, headers={"authorization": f"Bearer {KEY}"}, timeout=LIMIT
    ) as client:
        answer = await client.post(f"http://127.0.0.1:{port}/admin/do", json={"do": "look"})
    seen = answer.json()["hubs"] if answer.status_code == 200 else []  # 503: no hub has answered in time
    return {hub["process"] for hub in seen} == hubs_of(playing)


def moves(metrics: str) -> bool:
    """Have moves been stored?"""
    found = sample([metrics])
    return found is not None and found.timed.get("hub_move", (0, 0))[1] > 50


@pytest.mark.parametrize(("terminal", "means"), [("none", "again"), ("there", "again"), ("gone", "stop")])
async def test_sighup_is_the_end_where_the_terminal_is_gone(
    terminal: str, means: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a living terminal, SIGHUP means a rolling restart."""
    events = {"stop": asyncio.Event(), "again": asyncio.Event()}
    at_first = terminal != "none"
    monkeypatch.setattr(os, "isatty", lambda _: at_first)
    loop = asyncio.get_running_loop()
    try:
        hear_signals(**events)
        monkeypatch.setattr(os, "isatty", lambda _: terminal == "there")
        os.kill(os.getpid(), signal.SIGHUP)
        await until(events[means].is_set)
        assert not events[{"stop": "again", "again": "stop"}[means]].is_set()
    finally:
        for one in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(one)
