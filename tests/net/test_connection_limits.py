"""Connections that send nothing useful: closed in time, limited by address, and no obstacle to others."""

from __future__ import annotations

import asyncio
import os
import resource
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from bots.hub_process import free_port
from protocol import codes
from protocol.codec import encode, from_server
from protocol.frames import Hello, Ping, Pong, Welcome
from server import wiring
from server.net import connection_limits, http_connection
from server.net.rate_limits import ADDRESS, CONNECT, MAX_ADDRESS_REQUESTS, REQUEST
from server.process.child import tie_to
from tests.figures import figure
from tests.waiting import LIMIT, until, within

from ..live.hubs import Raw, all_close, houses
from .raw_websocket import Plain

HALVES = {
    "nothing": b"",
    "half a line": b"GET / HT",
    "half a request": b"GET /healthz HTTP/1.1\r\nHost: h\r\n",
    "a body that doesn't come": b"POST /reel HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc",
    "half a handshake": b"GET /ws HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n",
    "half a second request": b"GET /healthz HTTP/1.1\r\nHost: h\r\n\r\nGET /healthz HT",
}


async def test_a_body_that_comes_slowly_keeps_nobody_of_its_address_from_pages(
    redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        cut = figure("cut_at_doors_total")
        bodies = [
            await asyncio.open_connection("127.0.0.1", house.port) for _ in range(2 * MAX_ADDRESS_REQUESTS)
        ]
        for at, (_, writer) in enumerate(bodies):
            path, token = ("reel" if at % 4 == 0 else "groups"), "a-token-for-these-tests"
            head = f"POST /{path} HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer {token}\r\n"
            writer.write(f"{head}Content-Length: 99\r\n\r\nabc".encode())
        await until(lambda: figure("at_doors") == len(bodies))
        await asyncio.sleep(0.2)  # the server waits for the rest of their bodies now
        async with within("a page is sent"):
            assert (await web.get("/")).status_code == 200
        assert figure("cut_at_doors_total") == cut, "and the server waits for all of them"
        for _, writer in bodies:
            writer.close()
        await until(lambda: figure("at_doors") <= 1)
    assert not any(it.exc_info for it in caplog.records), (
        "a client that disconnects in the middle of a body is no fault"
    )


async def ended(reader: asyncio.StreamReader) -> bool:
    """Wait until the other side has closed the connection."""
    with suppress(ConnectionError):
        while await reader.read(1000):
            pass
    return True


@pytest.mark.parametrize("half", HALVES)
async def test_an_incomplete_greeting_is_sent_away(
    redis_url: str, half: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "SWEEP_INTERVAL_S", 0.05)
    async with houses(redis_url) as (house,):
        cut, limits = figure("cut_at_doors_total"), house.parts.connection_limits
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        await until(lambda: figure("at_doors") == 1)
        assert {it.limit for it in limits._entries.values()} == {house.settings.hello_s}
        limits.patience = 0.3  # only now, so that it is not cut before it was counted
        for entry in limits._entries.values():
            entry.limit = 0.3
        writer.write(HALVES[half])
        assert await ended(reader)
        writer.close()
        await until(lambda: not house.parts.connection_limits._entries)
        assert figure("cut_at_doors_total") == cut + 1
        assert figure("at_doors") == 0


async def test_time_in_which_the_hub_stood_still_counts_for_nobody(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who greets soon after that is heard, although the time for it seems to be over."""
    monkeypatch.setattr(connection_limits, "SWEEP_INTERVAL_S", 0.05)
    async with houses(redis_url) as (house,):
        limits = house.parts.connection_limits
        waiting = [await connect(house.url, open_timeout=LIMIT, ping_interval=None) for _ in range(3)]
        await until(lambda: len(limits._entries) == len(waiting))
        for entry in limits._entries.values():
            entry.limit, entry.since = 1.0, asyncio.get_running_loop().time()
        time.sleep(1.5)
        await asyncio.sleep(0.1)  # the hub looks for those whose time is over
        for number, socket in enumerate(waiting):
            await socket.send(encode(Hello(f"{number}" * 30, "Ada")))
        for socket in waiting:
            assert isinstance(from_server(await socket.recv(decode=False)), Welcome)
        for socket in waiting:
            await socket.close()


async def test_a_request_in_single_bytes_is_sent_away(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "SWEEP_INTERVAL_S", 0.05)
    async with houses(redis_url, hello_s=0.5) as (house,):
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        writer.write(b"GET / HTTP/1.1\r\nHost: h\r\nX-Long: ")

        async def drip() -> None:
            with suppress(ConnectionError):
                while True:
                    writer.write(b"x")
                    await writer.drain()
                    await asyncio.sleep(0.05)

        dripping = asyncio.create_task(drip())
        assert await ended(reader)
        dripping.cancel()


async def test_an_answer_that_nobody_fetches_is_not_kept(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "SWEEP_INTERVAL_S", 0.05)
    monkeypatch.setattr(http_connection, "ANSWER_S", 0.3)
    async with houses(redis_url) as (house,):
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port, limit=1)
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        ask = b"GET /static/vendor/preact.module.js HTTP/1.1\r\nHost: h\r\n\r\n"
        for _ in range(2000):
            writer.write(ask)
        await until(lambda: len(house.parts.connection_limits._entries) == 1)
        await until(lambda: not house.parts.connection_limits._entries)
        writer.transport.abort()
        assert reader


async def test_pages_and_players_are_not_taken_for_silent_ones(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of the time limit seems to pass after each request; the server looks several times meanwhile."""
    monkeypatch.setattr(connection_limits, "SWEEP_INTERVAL_S", 0.05)
    async with (
        houses(redis_url) as (house,),
        httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web,
    ):
        cut, limits = figure("cut_at_doors_total"), house.parts.connection_limits
        raw = await Raw.open(house.url, "x" * 30)
        (socket,) = house.parts.hub.sockets
        assert socket.greeting is None and not limits._entries, "nothing is expected of a player any more"
        for _ in range(6):
            assert (await web.get("/healthz")).status_code == 200
            for entry in limits._entries.values():
                entry.since -= house.settings.hello_s / 2
            await asyncio.sleep(0.15)
        assert figure("cut_at_doors_total") == cut
        await raw.send(Ping(1))
        assert (await raw.next(Pong)).n == 1
        await raw.close()


async def test_one_address_may_not_have_all_sockets(redis_url: str) -> None:
    """A tenth of the ordinary budgets: 50 greeted sockets by address."""
    async with houses(redis_url, budgets=0.1) as (house,):
        greeted = figure("greeted_total")
        many = [await Raw.open(house.url, f"{n:030d}") for n in range(50)]
        assert figure("greeted_total") == greeted + 50
        late = await Raw.open(house.url)
        assert await late.closed() == codes.CROWDED
        assert figure("greeted_total") == greeted + 50
        there = await Raw.open(house.url, "o" * 30, local_addr=("127.0.0.2", 0))
        await there.send(Ping(1))
        await there.next(Pong)
        await many.pop().close()
        await until(lambda: house.parts.connection_limits.greeted == 50)
        again = await Raw.open(house.url, "a" * 30)
        await all_close(*many, there, again)


async def test_one_address_may_not_open_sockets_without_end(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ADDRESS, CONNECT, ADDRESS[CONNECT]._replace(rate=1e-9))
    async with houses(redis_url, budgets=0.01) as (house,):  # one address may open twelve at once
        cut, counted = 0, figure("cut_at_doors_total")
        for _ in range(40):
            reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
            writer.write(b"GET /healthz HTTP/1.0\r\n\r\n")
            with suppress(ConnectionError):
                cut += not await reader.read(1)
            writer.close()
        assert 20 <= cut < 40
        assert figure("cut_at_doors_total") == counted + cut
        async with httpx.AsyncClient(
            base_url=house.http,
            transport=httpx.AsyncHTTPTransport(local_address="127.0.0.3"),
            timeout=LIMIT,
        ) as web:
            assert (await web.get("/healthz")).status_code == 200


async def test_pages_have_a_budget_by_address(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ADDRESS, REQUEST, ADDRESS[REQUEST]._replace(rate=1e-9))
    monkeypatch.setitem(ADDRESS, CONNECT, ADDRESS[CONNECT]._replace(burst=1e6))
    async with (
        houses(redis_url, budgets=0.001) as (house,),
        httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web,
    ):
        codes_ = [(await web.get("/healthz")).status_code for _ in range(20)]
        assert codes_[:12] == [200] * 12 and 429 in codes_
        late = await web.get("/healthz")
        assert late.status_code in (200, 429)


# -- where few files may be opened -----------------------------------------------------------------------


@asynccontextmanager
async def small_hub(redis: str, folder: Path) -> AsyncIterator[int]:
    """A hub in a process that may open 256 files; gives its port."""
    port = free_port()
    tie = tie_to(os.getpid())

    def few_files() -> None:
        if tie is not None:
            tie()
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))

    environment = {**os.environ, "PORT": str(port), "REDIS": redis, "LOG_LEVEL": "warning"}
    with (folder / "hub.log").open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "server", "serve"],
            env=environment,
            stdout=out,
            stderr=out,
            preexec_fn=few_files,
        )
    try:

        async def serves() -> bool:
            assert process.poll() is None, (folder / "hub.log").read_text()
            with suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                return True
            return False

        await until(serves)
        yield port
    finally:
        process.terminate()
        process.wait(LIMIT)


@pytest.mark.parametrize("half", ["nothing", "half a handshake", "a websocket without hello"])
async def test_three_hundred_silent_ones_keep_nobody_out(redis_url: str, tmp_path: Path, half: str) -> None:
    async with small_hub(redis_url, tmp_path) as port:
        url = f"ws://127.0.0.1:{port}/ws"
        playing = await Raw.open(url, "p" * 30, "Playing")
        silent: list[asyncio.StreamWriter] = []
        for _ in range(300):
            with suppress(ConnectionError):
                if half in HALVES:
                    _, writer = await asyncio.open_connection("127.0.0.1", port)
                    writer.write(HALVES[half])
                else:
                    writer = (await Plain.silent(port)).writer
                silent.append(writer)
        new = [await Raw.open(url, f"{n:030d}", "New") for n in range(5)]
        for raw in (playing, *new):
            await raw.send(Ping(1))
            await raw.next(Pong)
        await all_close(playing, *new)
        for writer in silent:
            writer.transport.abort()
    assert "Traceback" not in (tmp_path / "hub.log").read_text()


async def test_a_mass_reconnect_cuts_no_connection(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as no client has greeted, other connections may use more than their fixed third of files."""
    monkeypatch.setattr(wiring, "open_more_files", lambda: 100)
    async with houses(redis_url) as (house,):
        cut = figure("cut_at_doors_total")
        coming = [await asyncio.open_connection("127.0.0.1", house.port) for _ in range(30)]
        await until(lambda: figure("at_doors") == 30)
        for _, writer in coming:
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        answers = [await asyncio.wait_for(reader.read(), LIMIT) for reader, _ in coming]
        for _, writer in coming:
            writer.close()
        assert {answer.split(b"\r\n")[0] for answer in answers} == {b"HTTP/1.1 200 OK"}
        assert figure("cut_at_doors_total") == cut and house.parts.connection_limits.most == 45
        house.parts.connection_limits.greeted = 35
        assert house.parts.connection_limits.most == 17, "where many play, those at the door have their part"
        house.parts.connection_limits.greeted = 0
