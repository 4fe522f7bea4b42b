"""The advice of the doctor and of the documentation is followed, and helps: with real proxies and a real
Redis."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import sys
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
import yaml

from bots.hub_process import free_port
from server.admin import doctor
from server.admin.findings import WRONG, Finding
from server.admin.probe import Base, outside
from server.process.child import tie_to
from server.settings.config import Settings, read
from tests.live.hubs import houses
from tests.store.machines import Machine, machines
from tests.waiting import LIMIT, until

ROOT: Final = Path(__file__).parents[2]
HOSTING: Final = (ROOT / "docs/hosting.md").read_text()
NGINX: Final = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
CADDY: Final = Path(sys.executable).parent / "caddy"

with_nginx = pytest.mark.skipif(NGINX is None, reason="nginx is not there (apt-get install nginx-light)")
with_caddy = pytest.mark.skipif(
    not CADDY.exists(), reason="the package with Caddy is not there for this machine"
)

TRIES: Final = 6
"""The number of times that advice is followed until everything is well."""


@pytest.fixture(autouse=True)
def any_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """The speed of this machine's disk, which others use, is left out of these tests."""
    monkeypatch.setattr(doctor, "TOO_SLOW_S", LIMIT)


def wrong(findings: Sequence[Finding]) -> list[Finding]:
    return [it for it in findings if it.state == WRONG]


@contextlib.asynccontextmanager
async def running(port: int, folder: Path, *words: str) -> AsyncIterator[None]:
    """A program, as soon as it listens at its port."""
    with (folder / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *words,
            env={**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)},
            stdout=log,
            stderr=log,
            preexec_fn=tie_to(os.getpid()),
        )

    async def listens() -> bool:
        assert process.returncode is None, (folder / "log").read_text()
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return True
        return False

    try:
        await until(listens)
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


@contextlib.asynccontextmanager
async def nginx(folder: Path, inside: str, before: str = "") -> AsyncIterator[int]:
    """nginx on an unusual port: `inside` goes into its server block, `before` in front of it."""
    port = free_port()
    places = " ".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log stderr; events {{}}\n"
        f"http {{ access_log off; {places} {before} server {{ listen 127.0.0.1:{port}; {inside} }} }}\n"
    )
    words = (str(NGINX), "-p", str(folder), "-e", "stderr", "-c", str(folder / "nginx.conf"))
    async with running(port, folder, *words):
        yield port


@contextlib.asynccontextmanager
async def caddy(folder: Path, text: str) -> AsyncIterator[int]:
    """Caddy with this file, in which `ADDRESS` is its address."""
    port = free_port()
    file = folder / "Caddyfile"
    file.write_text("{\n  admin off\n}\n" + text.replace("ADDRESS", f"http://127.0.0.1:{port}"))
    async with running(port, folder, str(CADDY), "run", "--config", str(file), "--adapter", "caddyfile"):
        yield port


async def serves(url: str, settings: Settings) -> None:
    """Clients connect through this address, and the files of the page load from the addresses in it."""
    assert wrong(await outside(url, settings)) == []
    async with httpx.AsyncClient(follow_redirects=True, timeout=LIMIT) as web:
        page = await web.get(url)
        assert page.status_code == 200
        names = re.findall(r'(?:src|href)="([^"#]+\.(?:js|css|svg)[^"]*)"', page.text)
        assert names
        for name in names:
            assert (await web.get(page.url.join(name))).status_code == 200, name


@with_nginx
@pytest.mark.parametrize("path", ["", "/club/evening"])
async def test_the_advice_for_nginx_is_enough(path: str, redis_url: str, tmp_path: Path) -> None:
    """On a port of its own, and below a path; the proxy forwards nothing at first."""
    async with houses(redis_url) as (house,):
        block, added = "location / { proxy_pass http://127.0.0.1:8080; }", ""
        for _ in range(TRIES):
            inside = block.replace("8080", str(house.port)).replace("}", f"{added} }}")
            async with nginx(tmp_path, inside) as port:
                at = f"http://127.0.0.1:{port}{path}"
                found = wrong(await outside(at, house.settings))
                if not found:
                    await serves(f"{at}/", house.settings)
                    return
                told = " ".join(re.findall(r"nginx `([^`]+)`", " ".join(it.mend for it in found)))
            assert told, found
            if told.startswith("location"):
                block = told
            else:
                added += f" {told}"
    raise AssertionError(found)


@with_caddy
async def test_the_advice_for_caddy_is_enough(redis_url: str, tmp_path: Path) -> None:
    async with houses(redis_url) as (house,):
        block, settings = "respond 404", read({})
        for _ in range(TRIES):
            text = f"ADDRESS {{\n{block.replace('8080', str(house.port))}\n}}\n"
            async with caddy(tmp_path, text) as port:
                at = f"http://127.0.0.1:{port}/club"
                found = wrong(await outside(at, settings))
                if not found:
                    await serves(f"{at}/", settings)
                    return
            mends = " ".join(it.mend for it in found)
            if block_ := re.search(r"Caddy `(\S+ \S+) \{ (.+?) \}`", mends):
                block = f"{block_[1]} {{\n{block_[2]}\n}}"
            if address := re.search(r"Set PROXIES to .*?([\d.]+) where", mends):
                settings = read({"PROXIES": address[1]})
    raise AssertionError(found)


def recipes(begin: str) -> list[str]:
    """The code blocks of docs/hosting.md that begin like this."""
    blocks = re.findall(r"(?:^    .*\n|^\n(?=    ))+", HOSTING, re.MULTILINE)
    return [text for it in blocks if re.match(begin, text := re.sub(r"(?m)^    ", "", it).strip())]


@with_nginx
@pytest.mark.parametrize("recipe", recipes("location "))
async def test_the_recipes_for_nginx(recipe: str, redis_url: str, tmp_path: Path) -> None:
    path = recipe.split()[1]
    async with (
        houses(redis_url, proxies="127.0.0.1") as (house,),
        nginx(tmp_path, recipe.replace("8080", str(house.port))) as port,
    ):
        await serves(f"http://127.0.0.1:{port}{path}", house.settings)
        await serves(f"http://127.0.0.1:{port}{path.rstrip('/')}", house.settings)


@with_caddy
@pytest.mark.parametrize("recipe", recipes(r"[a-z.]*example\.org\n"))
async def test_the_recipes_for_caddy(recipe: str, redis_url: str, tmp_path: Path) -> None:
    path = found[1] if (found := re.search(r"handle_path (/\w+/)", recipe)) else "/"
    async with houses(redis_url, proxies="127.0.0.1") as (house,):
        text = re.sub(r"\A\S+", "ADDRESS", recipe).replace("8080", str(house.port))
        async with caddy(tmp_path, text + "\n") as port:
            await serves(f"http://127.0.0.1:{port}{path}", house.settings)
            await serves(f"http://127.0.0.1:{port}{path.rstrip('/')}", house.settings)


def test_the_page_has_recipes() -> None:
    assert len(recipes("location ")) == len(recipes(r"[a-z.]*example\.org\n")) == 2


@with_nginx
async def test_the_ingress_of_kubernetes_leads_by_table(tmp_path: Path) -> None:
    """nginx accepts the annotations of the file, and all clients of one table reach the same hub."""
    files = yaml.safe_load_all((ROOT / "deploy/kubernetes/ingress.yml").read_text())
    (snippet,) = [it["data"]["http-snippet"] for it in files]
    ingress = (ROOT / "deploy/kubernetes/hubs.yml").read_text()
    (by,) = re.findall(r'upstream-hash-by: "([^"]+)"', ingress)
    met = Counter[tuple[int, str]]()

    async def hub(number: int) -> Any:
        async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            met[number, head.split()[1]] += 1
            writer.write(b"HTTP/1.0 204 Fine\r\n\r\n")
            writer.close()

        return await asyncio.start_server(accept, "127.0.0.1", 0)

    hubs = [await hub(number) for number in range(2)]
    servers = "".join(f"server 127.0.0.1:{it.sockets[0].getsockname()[1]};" for it in hubs)
    before = f"{snippet} upstream hubs {{ hash {by} consistent; {servers} }}"
    places = ("/ws?table=one", "/ws?table=two", "/ws?table=three", "/ws?table=four", "/")
    async with (
        nginx(tmp_path, "location / { proxy_pass http://hubs; }", before) as port,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=LIMIT) as web,
    ):
        for place in places * 20:
            await web.get(place)
    for it in hubs:
        it.close()
    assert sum(met.values()) == 100
    assert all(met[0, place] in (0, 20) for place in places[:-1])
    assert met[0, "/"] and met[1, "/"]


@pytest.mark.parametrize(
    ("typed", "origin", "url"),
    [
        ("https://Tables.example", "https://tables.example", "https://tables.example"),
        ("https://tables.example:443/", "https://tables.example", "https://tables.example"),
        ("http://tables.example:8080/club/", "http://tables.example:8080", "http://tables.example:8080/club"),
        ("https://a.example/club/#/t/x", "https://a.example", "https://a.example/club"),
        ("https://a.example/club/t/x7_-a", "https://a.example", "https://a.example/club"),
        ("https://me:secret@a.example/", "https://a.example", "https://a.example"),
        ("http://[::1]:80/x?y=z", "http://[::1]", "http://[::1]/x"),
    ],
)
def test_an_address_is_taken_as_browsers_take_it(typed: str, origin: str, url: str) -> None:
    assert (Base.of(typed).origin, Base.of(typed).url) == (origin, url)


@pytest.mark.parametrize(
    "typed", ["tables.example", "https://", "http://[::1", "http://a:port", "http://a:99999", "ws://a"]
)
async def test_an_invalid_address_is_reported(typed: str) -> None:
    (found,) = await outside(typed, read({}))
    assert found.what == "What stands behind --at is no address." and "https://" in found.mend


async def test_an_address_that_leads_on_is_followed(redis_url: str) -> None:
    """For example where a proxy redirects one name to another."""
    async with houses(redis_url) as (house,):

        async def lead(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            path = (await reader.readuntil(b"\r\n\r\n")).split()[1].decode()
            writer.write(f"HTTP/1.0 301 There\r\nLocation: {house.http}{path}\r\n\r\n".encode())
            writer.close()

        async with await asyncio.start_server(lead, "127.0.0.1", 0) as server:
            at = f"http://localhost:{server.sockets[0].getsockname()[1]}"
            found = await outside(at, read({}))
    assert wrong(found) == [] and found[0].what == f"{house.http} leads to a hub."


@pytest.mark.parametrize(
    "rules",
    ["~* &* -@all", "~* &* +@all -info -config", "~t:* +@all", "&* +@all -eval -publish", "~* &* +@read"],
)
async def test_the_advice_for_a_user_of_redis_is_enough(rules: str, tmp_path: Path) -> None:
    machine = Machine(tmp_path / "m")
    async with machines(machine):
        await machine.tell("ACL", "SETUSER", "club", "on", ">secret", *rules.split())
        url = machine.url.replace("//", "//club:secret@")
        for _ in range(TRIES):
            found = wrong(await doctor.redis(url, 0))
            if not found:
                return
            orders = re.findall(r"ACL SETUSER (.+)", "\n".join(it.mend for it in found))
            assert len(orders) == len(found), found
            for order in orders:
                await machine.tell("ACL", "SETUSER", *order.replace("USER ", "club ").split())
    raise AssertionError(found)


async def test_the_rights_on_the_page_are_enough(tmp_path: Path) -> None:
    (order,) = re.findall(r"(?m)^    ACL SETUSER (club .*)$", HOSTING)
    machine = Machine(tmp_path / "m")
    async with machines(machine):
        await machine.tell("ACL", "SETUSER", *order.split())
        url = machine.url.replace("//", "//club:PASSWORD@")
        assert wrong(await doctor.redis(url, 0)) == []
        async with houses(url) as (house,):
            await serves(f"{house.http}/", house.settings)


@pytest.mark.parametrize(
    "setting",
    [
        "appendonly no",
        "appendfsync everysec",
        "maxmemory-policy allkeys-lru",
        "no-appendfsync-on-rewrite yes",
    ],
)
async def test_the_advice_for_a_setting_of_redis_is_enough(setting: str, tmp_path: Path) -> None:
    machine = Machine(tmp_path / "m")
    async with machines(machine):
        await machine.tell("CONFIG", "SET", *setting.split())
        (found,) = wrong(await doctor.redis(machine.url, 0))
        order = re.search(r"CONFIG SET (\S+) (\w+)", found.mend) or re.search(r"Set (\S+) (\w+)", found.mend)
        assert order
        await machine.tell("CONFIG", "SET", order[1], order[2])
        assert wrong(await doctor.redis(machine.url, 0)) == []
