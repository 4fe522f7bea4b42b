"""The proxy of docker-compose.yml without containers: the same version of Caddy with the same file, in front
of hubs that are processes on addresses of this machine. Only addresses, ports and the resolver of names
differ."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
import yaml

from bots.hub_process import free_port
from server.admin.service import Admin
from server.process.child import tie_to
from server.store.admin_records import admin_records_at
from tests.live.hubs import Guest, Raw, all_close, table_of
from tests.waiting import LIMIT, until, within

ROOT: Final = Path(__file__).parents[2]
CADDY: Final = Path(sys.executable).parent / "caddy"
COMPOSE: Final[dict[str, Any]] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())

CLIENT: Final = "127.0.0.9"
"""The address of clients; the proxy has 127.0.0.1."""

TABLES: Final = [f"table-of-nobody-{letter}" for letter in "abcdefghijklmnop"]

pytestmark = [
    pytest.mark.skipif(not CADDY.exists(), reason="the package with Caddy is not there for this machine"),
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all of 127.0.0.0/8"),
]


class Names(asyncio.DatagramProtocol):
    """A resolver that answers for one name, like the network of Compose: with the addresses of all its
    containers."""

    def __init__(self, name: str) -> None:
        self.name = name.encode()
        self.addresses: list[str] = []

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def datagram_received(self, data: bytes, asker: Any) -> None:
        end = data.index(0, 12) + 5
        question, of_ipv4 = data[12:end], data[end - 4 : end - 2] == b"\0\1"
        ours = question[1 : 1 + question[0]] == self.name
        found = [bytes(map(int, it.split("."))) for it in self.addresses] if ours and of_ipv4 else []
        head = data[:2] + b"\x81\x80\0\1" + len(found).to_bytes(2, "big") + bytes(4)
        rows = [b"\xc0\x0c\0\1\0\1" + bytes(4) + b"\0\4" + address for address in found]
        self.transport.sendto(head + question + b"".join(rows), asker)


class Topology:
    """Redis, hubs, and the proxy in front of them."""

    def __init__(self, redis: str, names: Names, folder: Path) -> None:
        self.redis = redis
        self.names = names
        self.folder = folder
        self.front, self.port = free_port(), free_port()
        self.processes: dict[str, asyncio.subprocess.Process] = {}
        self.admin: Admin

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.front}/ws"

    async def hub(self, address: str) -> None:
        """Start a hub at this address, and wait until it serves."""
        told = {"HOST": address, "PORT": str(self.port), "HUB": address, "PROXIES": "127.0.0.1"}
        told |= {"REDIS": self.redis, "BOT_KEY": "a long random text", "STAMMTISCH_POLL_S": "0.1"}
        await self._start(address, sys.executable, "-m", "server", "serve", environment=told)
        async with httpx.AsyncClient() as web:

            async def serves() -> bool:
                with contextlib.suppress(httpx.TransportError):
                    return (await web.get(f"http://{address}:{self.port}/healthz")).status_code == 200
                return False

            await until(serves)

    async def proxy(self, resolver: int) -> None:
        """Start the proxy with the file of Compose."""
        text = COMPOSE["configs"]["caddyfile"]["content"]
        for what, instead in (
            (":80 {", f"{{\n  admin off\n}}\nhttp://127.0.0.1:{self.front} {{"),
            ("dynamic a hub 8080 {", f"dynamic a hub {self.port} {{\n resolvers 127.0.0.1:{resolver}"),
        ):
            assert text.count(what) == 1
            text = text.replace(what, instead)
        file = self.folder / "Caddyfile"
        file.write_text(text)
        kept = {"XDG_DATA_HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder)}
        words = (str(CADDY), "run", "--config", str(file), "--adapter", "caddyfile")
        await self._start("proxy", *words, environment=kept)

    async def _start(self, name: str, *words: str, environment: dict[str, str]) -> None:
        with (self.folder / f"{name}.log").open("wb") as log:
            self.processes[name] = await asyncio.create_subprocess_exec(
                *words,
                cwd=ROOT,
                env={**os.environ, **environment},
                stdout=log,
                stderr=log,
                preexec_fn=tie_to(os.getpid()),
            )

    async def kill(self, name: str) -> None:
        """End a process like a power failure of its machine."""
        process = self.processes.pop(name)
        process.kill()
        await process.wait()

    async def visitor(self, table: str) -> Raw:
        """A client that comes for a table, and claims another address."""
        return await Raw.open(
            f"{self.url}?table={table}",
            f"a-token-for-{table}-0123456789",
            table,
            local_addr=(CLIENT, 0),
            additional_headers={"X-Forwarded-For": "198.51.100.7"},
        )

    async def seen(self, who: str, sockets: int = 1) -> list[tuple[str, str]]:
        """The hubs at which a person is connected, and the person's address there, as soon as that are so
        many: a hub may answer late, or not know yet that another socket is closed."""
        found: list[tuple[str, str]] = []

        async def all_of_them() -> bool:
            guests = (await self.admin.find(who))["guests"]
            found[:] = [(it["hub"].partition("-")[0], it["address"]) for it in guests]
            return len(found) == sockets

        await until(all_of_them)
        return found

    async def at(self, table: str) -> str:
        """The hub to which the proxy sends a client of this table."""
        visitor = await self.visitor(table)
        ((hub, address),) = await self.seen(table)
        assert address == CLIENT
        await visitor.close()
        return hub


@pytest.fixture
async def topology(redis_url: str, tmp_path: Path) -> AsyncIterator[Topology]:
    """Two hubs and the proxy."""
    names = Names("hub")
    loop = asyncio.get_running_loop()
    transport, _ = await loop.create_datagram_endpoint(lambda: names, local_addr=("127.0.0.1", 0))
    it = Topology(redis_url, names, tmp_path)
    try:
        names.addresses = ["127.0.0.2", "127.0.0.3"]
        await asyncio.gather(*map(it.hub, names.addresses))
        await it.proxy(transport.get_extra_info("sockname")[1])
        async with httpx.AsyncClient() as web:

            async def open_now() -> bool:
                with contextlib.suppress(httpx.TransportError):
                    return (await web.get(f"http://127.0.0.1:{it.front}/healthz")).status_code == 200
                return False

            await until(open_now)
        async with admin_records_at(redis_url) as house:
            it.admin = Admin(house, "the host", _close_nothing)
            yield it
    finally:
        for name in list(it.processes):
            await it.kill(name)
        transport.close()


async def _close_nothing(table: str) -> str:
    raise AssertionError


def test_it_is_the_proxy_of_compose() -> None:
    version = subprocess.run([CADDY, "version"], capture_output=True, text=True, check=True).stdout
    image = re.fullmatch(r"caddy:([\d.]+)-alpine", COMPOSE["services"]["proxy"]["image"])
    assert image and version.startswith(f"v{image[1]}.")


@pytest.mark.timeout(900)
async def test_tables_keep_together_and_outlive_their_hub(topology: Topology) -> None:
    """All clients of one table come through the proxy to one hub, with their own addresses. After the death
    of a hub its name stays for a while, and its tables are reachable all the same. A new hub with that name
    is used."""
    guests = [Guest(topology.url, f"guest-{number}", number, pause=0.02) for number in range(2)]
    table = await table_of(guests)
    crowd = {name: [await topology.visitor(name) for _ in range(3)] for name in TABLES}
    home = {}
    for name in TABLES:
        seen = await topology.seen(name, 3)
        assert len(set(seen)) == 1, "all of them at one hub"
        ((home[name], address),) = set(seen)
        assert address == CLIENT, "not what the visitor said, and not the proxy"
    assert set(home.values()) == {"127.0.0.2", "127.0.0.3"}, "tables are spread over the hubs"
    await all_close(*(visitor for those in crowd.values() for visitor in those))

    ((dying, _),) = await topology.seen("guest-0")
    (left,) = set(home.values()) - {dying}
    await topology.kill(dying)
    for name in TABLES:
        assert await topology.at(name) == left
    for seat, guest in enumerate(guests):
        await guest.moved_on(table, seat, 3)
    assert {hub for guest in guests for hub, _ in await topology.seen(guest.session.name)} == {left}

    await topology.hub("127.0.0.4")
    topology.names.addresses = [left, "127.0.0.4"]
    async with within("the new hub gets tables, once its name is known", 3 * LIMIT):
        while {await topology.at(name) for name in TABLES} != {left, "127.0.0.4"}:
            await asyncio.sleep(1.0)  # one address must not connect too often
    await all_close(*guests)
