"""A server of one machine is opened for its network by the key in the terminal, and by nothing else."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from server.play import lan_address, link_in_network, listen_in_network, network_command
from server.process.network_listener import (
    NetworkListener,
    NotOpened,
    ReachAsked,
    ReachTold,
    ask_supervisor,
    supervisor_of,
)
from server.process.shared_listener import Door, Scales, door_of
from server.serve import listen
from server.settings.config import Settings
from tests.waiting import LIMIT, until, within

from ..proc import alive
from .playing import Playing, Start

MANY = 60
"""Requests to open the server that are more than one address may send, also if each takes three seconds."""


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow this machine is, the supervisor and those who ask it wait for each other."""
    monkeypatch.setattr("server.process.network_listener.ANSWER_TIMEOUT_S", LIMIT)


class Network:
    """A supervisor's listener, on another address of this machine instead of one in the network."""

    def __init__(self, folder: Path, start: str = "127.0.0.1") -> None:
        self.folder = folder
        self.first = listen(start, 0)
        self.port = self.first.getsockname()[1]
        self.scales = Scales(Scales.new_file(), lambda: 100.0)  # no hub is silent for long
        self.listener = NetworkListener(
            folder, self.scales, self.opened, self.link, ("the command", "another"), start != "0.0.0.0"
        )
        self.missing = ""

    def opened(self) -> socket.socket:
        if self.missing:
            raise NotOpened(self.missing)
        return listen("127.0.0.2", self.port)

    def link(self, opened: socket.socket | None) -> str:
        return f"http://127.0.0.2:{self.port}/" if opened else ""

    async def ask(self, key: str = "") -> ReachTold:
        return await ask_supervisor(self.folder, ReachAsked(key))


async def test_only_the_key_opens_the_network(tmp_path: Path) -> None:
    it = Network(tmp_path)
    await it.listener.start()
    assert await it.ask() == ReachTold(command="the command", share="another", keyed=True)
    for wrong in ("x", it.listener.key[:-1], it.listener.key + "x", "ü", "x" * 900):
        assert await it.ask(wrong) == ReachTold(refused="wrong-key")
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.2", it.port))
    it.missing = "no-network"
    assert await it.ask(it.listener.key) == ReachTold(refused="no-network")
    it.missing = ""
    for _ in range(2):  # whoever asks again gets the same
        told = await it.ask(it.listener.key)
        assert told == ReachTold(
            f"http://127.0.0.2:{it.port}/", command="the command", share="another", keyed=True
        )
    socket.create_connection(("127.0.0.2", it.port)).close()
    await it.listener.close()
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.2", it.port))
    it.first.close()


async def test_nonsense_ends_only_its_own_connection(tmp_path: Path) -> None:
    it = Network(tmp_path)
    await it.listener.start()
    for said in (b"\n", b"{\n", b"x" * 5000 + b"\n", b'{"key": 1}\n', b""):
        reader, writer = await asyncio.open_unix_connection(supervisor_of(tmp_path))
        writer.write(said)
        writer.write_eof()
        async with within(lambda said=said: f"the answer to {said[:10]!r}"):  # type: ignore[misc]
            assert await reader.read() == b""
        writer.close()
    assert (await it.ask()).keyed
    await it.listener.close()
    with pytest.raises(OSError):
        await it.ask()
    it.first.close()


async def test_connections_go_to_the_hub_with_the_least_load_and_wait_for_one(tmp_path: Path) -> None:
    it = Network(tmp_path)
    await it.listener.start()
    await it.ask(it.listener.key)
    early = socket.create_connection(("127.0.0.2", it.port))
    await asyncio.sleep(0.1)
    taken: dict[int, list[socket.socket]] = {0: [], 1: []}
    doors = [Door(door_of(tmp_path, place), taken[place].append) for place in taken]
    it.scales.put(0, 9)
    it.scales.put(1, 3)
    await until(lambda: len(taken[1]) == 1)
    assert taken[1][0].getpeername() == early.getsockname(), "the hub sees the address of the client"
    it.scales.put(0, 2)
    it.scales.put(1, 3)
    late = socket.create_connection(("127.0.0.2", it.port))
    await until(lambda: len(taken[0]) == 1)
    await it.listener.close()
    for door in doors:
        door.close()
    for connection in (early, late, *taken[0], *taken[1], it.first):
        connection.close()


def test_the_link_is_one_that_other_machines_can_open() -> None:
    with listen("127.0.0.1", 0) as here, listen("0.0.0.0", 0) as everywhere:
        assert link_in_network(here, None) == ""
        port = everywhere.getsockname()[1]
        beside = lan_address() != "127.0.0.1"
        assert link_in_network(everywhere, None) == (f"http://{lan_address()}:{port}/" if beside else "")


def test_without_a_network_or_a_free_address_nothing_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.play.lan_address", lambda: "127.0.0.1")
    with pytest.raises(NotOpened, match="no-network"):
        listen_in_network(0)
    with listen("127.0.0.1", 0) as taken, monkeypatch.context() as patch:
        patch.setattr("server.play.lan_address", lambda: "192.0.2.250")
        with pytest.raises(NotOpened, match="address-in-use"):
            listen_in_network(taken.getsockname()[1])


def test_the_command_is_the_one_that_keeps_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MAKELEVEL", raising=False)
    assert network_command(Settings()) == "HOST=0.0.0.0 python -m server play"
    given = Settings(port=9000, data="/srv/my tables", redis="redis://me:secret@there")
    told = network_command(given)
    assert told == "HOST=0.0.0.0 PORT=9000 DATA='/srv/my tables' REDIS=… python -m server play"
    monkeypatch.setenv("MAKELEVEL", "1")
    assert network_command(Settings()) == "HOST=0.0.0.0 make play"


async def key_of(it: Playing) -> str:
    """The key in the link that the terminal shows."""
    while "#/open/" not in it.lines[-1]:
        await it.line()
    address, _, key = it.lines[-1].strip().partition("#/open/")
    assert address == it.address
    return key


async def answers(link: str) -> bool:
    """Does a hub answer on a new connection?"""
    async with httpx.AsyncClient(trust_env=False, timeout=LIMIT) as web:
        return (await web.get(link + "healthz")).status_code == 200


async def test_play_is_opened_while_it_runs(playing: Start) -> None:
    it = await playing()
    key = await key_of(it)
    reading = asyncio.create_task(it.lines_until_end())
    network = lan_address() != "127.0.0.1"
    async with httpx.AsyncClient(trust_env=False, timeout=LIMIT) as web:
        reach = it.address + "reach"
        told = (await web.get(reach)).json()
        assert told["keyed"] and "link" not in told and told["command"].startswith("HOST=0.0.0.0 ")
        refused = await web.post(reach, json={"key": "wrong"})
        assert (refused.status_code, refused.json()["error"]) == (403, "wrong-key")
        for strange in ({"x-forwarded-for": "198.51.100.1"}, {"host": "games.example"}):
            assert (await web.get(reach, headers=strange)).json() == {}
            assert (await web.post(reach, json={"key": key}, headers=strange)).status_code == 403
        for body in ("", "{}", '{"key": ""}', '{"key": 5}'):
            assert (await web.post(reach, content=body)).status_code == 400
        answer = await web.post(reach, json={"key": key})
        if not network:
            assert (answer.status_code, answer.json()["error"]) == (409, "no-network")
        else:
            link = answer.json()["link"]
            assert urlsplit(link).hostname == lan_address()
            assert (await web.get(link + "healthz")).status_code == 200
            assert (await web.get(link + "reach")).json() == {}, "others know the address already"
            killed = it.parts()["hub"]
            os.kill(killed, signal.SIGKILL)
            await until(lambda: not alive(killed))  # until then it may still be handed a connection
            assert await answers(link), "the next hub answers"
            async with httpx.AsyncClient(trust_env=False, timeout=LIMIT) as again:
                assert (await again.get(reach)).json()["link"] == link
    async with httpx.AsyncClient(trust_env=False, timeout=LIMIT) as web:
        for _ in range(MANY):
            last = await web.post(reach, json={"key": "wrong"})
            if last.status_code == 429:
                break
        assert (last.status_code, last.json()["error"]) == (429, "slow-down")
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)
    assert await it.stop() == 0


async def test_play_for_the_network_shows_no_key(playing: Start) -> None:
    it = await playing(HOST="0.0.0.0")
    while "Ctrl-C" not in it.lines[-1]:
        await it.line()
    assert not any("#/open/" in line for line in it.lines)
    assert urlsplit(it.address).hostname == lan_address()
    who = "Everybody in your network" if lan_address() != "127.0.0.1" else "no other machine"
    assert any(who in line for line in it.lines)
    local = it.address.replace(lan_address(), "127.0.0.1")
    async with httpx.AsyncClient(trust_env=False, timeout=LIMIT) as web:
        told = (await web.get(local + "reach")).json()
        link = it.address if lan_address() != "127.0.0.1" else None
        assert told.get("link") == link and "keyed" not in told
        assert (await web.post(local + "reach", json={"key": "x"})).json()["error"] == "wrong-key"
    assert await it.stop() == 0
