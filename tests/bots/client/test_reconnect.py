"""Clients on a connection that is cut again and again: nothing is lost or doubled, and all equals the
server's state."""

from __future__ import annotations

import asyncio
import socket
from typing import Final

import pytest

from bots.client.client import Connection, GaveUp
from bots.hub_process import OwnServer
from bots.load.play.generator import Generator
from protocol.clients.python import stammtisch_client
from protocol.clients.python.stammtisch_client import Client
from tests.proxies import BEHIND_A_PROXY
from tests.waiting import LIMIT, until, within

from ..load.runs import generate, plan_for
from .wires import Cutter


async def test_games_go_on_through_cut_sockets(server: OwnServer) -> None:
    async with Cutter(server.url).running() as wire:

        async def cut(generator: Generator) -> None:
            counts, faults = generator.recorder.counts, generator.recorder.faults
            async with asyncio.timeout(2 * LIMIT):
                while faults["sockets lost"] < 100 or counts["moves"] <= 50 or counts["resyncs"] <= 50:
                    moves = counts["moves"]
                    await asyncio.sleep(0.25)
                    while counts["moves"] < moves + 5:  # before that, a slow machine is still reconnecting
                        await asyncio.sleep(0.01)
                    wire.cut()
            generator.stop()

        plan = plan_for(wire.url, 200, tables=3, think="fixed:4", probes=4.0)
        found = await generate(plan, during=cut)
    assert found.faults.pop("sockets lost") >= 100
    assert found.faults == {} and found.reach == 1
    assert not [name for name in found.counts if name.startswith("refused")]


async def test_a_connection_waits_for_a_server_that_is_not_there_yet(server: OwnServer) -> None:
    with socket.socket() as kept:  # the port is reserved, but nothing listens there yet
        kept.bind(("127.0.0.1", 0))
        url = f"ws://127.0.0.1:{kept.getsockname()[1]}/ws"
        told: list[str] = []
        guest = Connection(url, "t" * 32, "Ada", lambda frame, mirror: None, troubled=told.append)
        running = asyncio.create_task(guest.run())
        await until(lambda: told)
        await asyncio.sleep(0.5)
        assert not guest.session.welcomed and not running.done()
        assert told == [guest.trouble], "attempts that fail alike are told of once"
        async with Cutter(server.url).running(kept):
            await asyncio.wait_for(guest.welcomed(), LIMIT)
            assert not guest.trouble
            await guest.close()
            await running


@pytest.mark.parametrize("steps", range(12))
async def test_it_ends_at_whichever_step_of_opening_it_is_told_to(server: OwnServer, steps: int) -> None:
    guest = Connection(server.url, "t" * 32, "Ada", lambda frame, mirror: None)
    running = asyncio.create_task(guest.run())
    for _ in range(steps):
        await asyncio.sleep(0)
    await guest.close()
    await asyncio.sleep(0)
    await guest.close()
    await asyncio.wait_for(running, LIMIT)


@pytest.mark.parametrize("answers", [False, True])
async def test_it_waits_for_no_server_at_its_end(answers: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither for a server that accepts the connection and stays silent, nor for the next attempt after a
    refusal. Both take longer here than the end is waited for."""
    reached = asyncio.Event()

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if answers:
            writer.close()
        else:
            await reader.readuntil(b"\r\n\r\n")
        reached.set()
        await reader.read()

    for limit in ("MIN_RECONNECT_PAUSE_S", "MAX_RECONNECT_PAUSE_S", "MIN_ATTEMPT_S", "MAX_ATTEMPT_S"):
        monkeypatch.setattr(f"protocol.backoff.{limit}", 10 * LIMIT)
    silent = await asyncio.start_server(refuse, "127.0.0.1", 0)
    host, port = silent.sockets[0].getsockname()
    guest = Connection(f"ws://{host}:{port}/ws", "t" * 32, "Ada", lambda frame, mirror: None)
    running = asyncio.create_task(guest.run())
    async with within("the server is reached"):
        await reached.wait()
    if answers:
        await until(lambda: guest.trouble)
    assert bool(guest.trouble) is answers
    await guest.close()
    await asyncio.wait_for(running, LIMIT)
    silent.close()


FIRST_ATTEMPT_S: Final = 0.1
LATE_S: Final = 1.0
"""After so long the server of this test answers, much later than the first attempts wait."""


class Late(Cutter):
    """Passes on what comes a second late, as a server to which all come back at once."""

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(LATE_S)
        await super()._accept(reader, writer)


async def welcomed(kind: str, url: str) -> None:
    """Connect a client of this kind, and leave once the server has welcomed it."""
    if kind == "package":
        async with within("the package's client is welcomed"), Client(url, "Ada") as client:
            assert client.session.welcomed
        return
    guest = Connection(url, "t" * 32, "Ada", lambda frame, mirror: None)
    running = asyncio.create_task(guest.run())
    await asyncio.wait_for(guest.welcomed(), LIMIT)
    await guest.close()
    await running


@pytest.mark.parametrize("kind", ["bots", "package"])
async def test_later_attempts_get_more_time(
    server: OwnServer, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the time of the first one, none would ever be answered."""
    monkeypatch.setattr("protocol.backoff.MIN_ATTEMPT_S", FIRST_ATTEMPT_S)
    monkeypatch.setattr(f"{stammtisch_client.__name__}.backoff.MIN_ATTEMPT_S", FIRST_ATTEMPT_S)
    async with Late(server.url).running() as wire:
        await welcomed(kind, wire.url)


@pytest.mark.parametrize("kind", ["bots", "package"])
async def test_a_proxy_of_the_machine_is_not_asked_for_a_server_without_tls(
    server: OwnServer, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in BEHIND_A_PROXY.items():
        monkeypatch.setenv(name, value)
    await welcomed(kind, server.url)


async def test_it_gives_up_where_the_server_says_so(server: OwnServer) -> None:
    stranger = Connection(server.url, "t" * 32, "Ada", lambda frame, mirror: None, proof="0" * 64)
    try:
        await asyncio.wait_for(stranger.run(), LIMIT)
    except GaveUp as why:
        assert "4203" in str(why)
    else:
        raise AssertionError("a wrong proof was let in")
