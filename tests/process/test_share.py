"""`play` with a tunnel: everybody gets in by the public address, counts by its rules, and gains no rights of
this machine."""

from __future__ import annotations

import asyncio
import os
import signal
import ssl
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from bots.hub_process import free_port
from protocol.codec import encode, from_server
from protocol.frames import Hello, Welcome
from server.net.client_addresses import TUNNEL
from server.table.tokens import new_luck
from tests.waiting import LIMIT, until

from .playing import Start
from .tunnels import NEEDS_OPENSSL, PUBLIC, certificate_in, installed, printed, seen_at, stand_in, tunnels

MANY = 150
"""Requests for finished games that are more than one address may send, also if each takes three seconds."""

FEW = {"STAMMTISCH_BUDGETS": "0.25"}
"""A budget that is used up sooner than it fills again, however slow this machine is."""


pytestmark = NEEDS_OPENSSL


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return certificate_in(tmp_path_factory.mktemp("certificate"))


def trusting(certificate: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(certificate))


def web(certificate: Path) -> httpx.AsyncClient:
    return httpx.AsyncClient(trust_env=False, timeout=LIMIT, verify=trusting(certificate))


def socket_of(link: str, certificate: Path, origin: str = "") -> Any:
    """A websocket, as a page of this link opens it, or one of another origin."""
    secured = trusting(certificate) if link.startswith("https") else None
    url = "ws" + link.removeprefix("http") + "ws"
    return connect(url, ssl=secured, origin=Origin(origin or link.rstrip("/")), proxy=None)


async def greets(socket: Any) -> bool:
    await socket.send(encode(Hello(new_luck(), "Ada")))
    return isinstance(from_server(await socket.recv()), Welcome)


async def forging(client: httpx.AsyncClient, link: str, claimed: str = "") -> int:
    """The status of a request that claims to come from this address."""
    headers = {"x-forwarded-for": claimed} if claimed else {}
    return (await client.get(link + "tables/none/reel", headers=headers)).status_code


async def refused_at_last(client: httpx.AsyncClient, link: str) -> bool:
    """Is whoever sends many requests refused at last, whatever addresses they claim?"""
    for n in range(MANY):
        if await forging(client, link, f"198.51.100.{n % 256}") == 429:
            return True
    return False


@pytest.mark.parametrize("how", ["plain", "proxy", "renames"])
async def test_everybody_gets_in_by_the_tunnel(playing: Start, certificate: Path, how: str) -> None:
    it = await playing(**stand_in(how, certificate), HOSTS="tables.example.org")
    link = await printed(it, PUBLIC)
    assert link.startswith("https://localhost:")
    async with web(certificate) as client:
        local = it.address + "reach"
        told = (await client.get(local)).json()
        assert told["link"] == link and told["public"] and "opening" not in told
        elsewhere = {"host": "192.0.2.1:8080", "x-forwarded-for": "192.0.2.7"}
        assert (await client.get(local, headers=elsewhere)).json() == {"link": link, "public": True}
        assert (await client.get(link)).status_code == 200
    async with socket_of(link, certificate) as socket:
        assert await greets(socket)
    with pytest.raises(InvalidStatus):
        async with socket_of(link, certificate, "https://evil.example"):
            pass
    (tunnel,) = tunnels(it)
    assert await it.stop() == 0
    assert not Path(f"/proc/{tunnel}").exists()


async def test_whoever_comes_by_the_tunnel_is_not_of_this_machine(
    playing: Start, certificate: Path, tmp_path: Path
) -> None:
    it = await playing(**stand_in("plain", certificate), **FEW)
    link = await printed(it, PUBLIC)
    key = next(line for line in it.lines if "#/open/" in line).partition("#/open/")[2].strip()
    async with socket_of(link, certificate) as socket:
        assert await greets(socket)
        await until(lambda: seen_at(tmp_path / "data", "Ada"))
        assert await seen_at(tmp_path / "data", "Ada") == [TUNNEL]
    as_here = {"host": it.address.removeprefix("http://").rstrip("/")}
    async with web(certificate) as client:
        told = (await client.get(link + "reach", headers=as_here)).json()
        assert told == {"link": link, "public": True}, "no command, no key, no address in the network"
        for everybody in (False, True):
            body = {"key": key, "everybody": everybody}
            refused = await client.post(link + "reach", json=body, headers=as_here)
            assert (refused.status_code, refused.json()["error"]) == (403, "wrong-key")
        assert (await client.get(it.address + "reach", headers=as_here)).json()["keyed"]
        assert await refused_at_last(client, link), "whatever address they claim, they count as one"
        assert await forging(client, it.address) == 404, "and not as this machine"


async def test_a_tunnel_that_tells_addresses_is_believed(
    playing: Start, certificate: Path, tmp_path: Path
) -> None:
    it = await playing(**stand_in("proxy", certificate), **FEW, PROXIES=TUNNEL)
    link = await printed(it, PUBLIC)
    async with socket_of(link, certificate) as socket:
        assert await greets(socket)
        await until(lambda: seen_at(tmp_path / "data", "Ada"))
        assert await seen_at(tmp_path / "data", "Ada") == ["127.0.0.1"]
    async with web(certificate) as client:
        assert await refused_at_last(client, link), (
            "behind what they claim the tunnel puts their true address"
        )
        # A request more may have become free in between; for an address of its own, all five would be.
        both = [await forging(client, link) == await forging(client, it.address) == 429 for _ in range(5)]
        assert any(both), "which is that of this machine here"


async def test_a_tunnel_that_hides_the_name_is_told(playing: Start, certificate: Path) -> None:
    """With nothing that says which name the page has, the hub refuses its websocket."""
    it = await playing(**stand_in("hides", certificate))
    reading = asyncio.create_task(printed(it, "it sees another host than the page has"))
    async with web(certificate) as client:
        await until(lambda: tunnels(it))
        assert (await client.get(it.address + "reach")).json()["opening"]
    said = await reading
    assert "Nobody gets through the tunnel at" in it.lines[-1] and "ORIGINS" in said
    async with web(certificate) as client:
        assert "public" not in (await client.get(it.address + "reach")).json()


async def test_a_tunnel_that_dies_comes_back_with_its_new_address(playing: Start, certificate: Path) -> None:
    it = await playing(**stand_in("proxy", certificate))
    first = await printed(it, PUBLIC)
    os.kill(tunnels(it)[0], signal.SIGKILL)
    second = await printed(it, PUBLIC)
    assert second != first
    assert any("has ended (SIGKILL)" in line for line in it.lines)
    async with web(certificate) as client:
        assert (await client.get(it.address + "reach")).json()["link"] == second
        assert (await client.get(second + "healthz")).status_code == 200


async def test_the_key_opens_the_tunnel_while_the_server_runs(
    playing: Start, certificate: Path, tmp_path: Path
) -> None:
    port = free_port()
    it = await playing(**installed("cloudflared", tmp_path / "programs", certificate, port), **FEW)
    while "#/open/" not in it.lines[-1]:
        await it.line()
    key = it.lines[-1].partition("#/open/")[2].strip()
    async with web(certificate) as client:
        told = (await client.get(it.address + "reach")).json()
        assert told["tunnel"] == "cloudflared" and "public" not in told and not tunnels(it)
        answer = (await client.post(it.address + "reach", json={"key": key, "everybody": True})).json()
        assert answer.get("opening") or answer.get("public")
        link = await printed(it, PUBLIC)
        assert link == f"https://localhost:{port}/"
        assert (await client.get(it.address + "reach")).json()["link"] == link
        assert await refused_at_last(client, link), (
            "a tunnel of this name is believed, and what it adds counts"
        )


async def test_a_start_with_no_tunnel_says_what_to_install(tmp_path: Path) -> None:
    for share, said in (
        ("auto", "No tunnel is installed here. Install cloudflared"),
        ("ssh:-x", "SHARE names no machine"),
        ("{port}", "SHARE is no tunnel that is known here"),
        ("nothing-like-that", "share=… can't be used (tunnel by which"),
    ):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "server", "play", "--share", share),
            env={**os.environ, "PORT": "0", "DATA": str(tmp_path / "data"), "PATH": str(tmp_path)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        out, _ = await process.communicate()
        assert process.returncode == 1
        assert out.decode().splitlines()[-1].startswith(f"stammtisch: {said}")
