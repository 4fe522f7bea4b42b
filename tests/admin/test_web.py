"""Pages beside `/metrics`: nothing without the key, and their content with it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest

from bots.hub_process import free_port
from server.admin import web
from server.process.metrics_gateway import MetricsGateway
from server.serve import check_metrics
from server.store import admin_records as stored
from tests.live.hubs import House, all_close, houses, still_table
from tests.waiting import LIMIT

KEY = "the key of whoever runs it"


@asynccontextmanager
async def served(redis: str, key: str = KEY) -> AsyncIterator[tuple[House, httpx.AsyncClient]]:
    """A hub, and a client at the address for the operator."""
    address = f"127.0.0.1:{free_port()}"
    async with houses(redis, metrics=address, admin_key=key, poll_s=0.05) as (house,):
        headers = {"authorization": f"Bearer {key}"} if key else {}
        async with httpx.AsyncClient(base_url=f"http://{address}", headers=headers, timeout=LIMIT) as client:
            yield house, client


async def test_the_page_does_what_the_command_does(redis_url: str) -> None:
    async with served(redis_url) as (house, client):
        guests, table = await still_table(house.url)

        async def do(what: str, **given: object) -> httpx.Response:
            return await client.post("/admin/do", json={"do": what, **given})

        found = (await do("find", text="guest-1")).json()
        assert [it["table"] for it in found["tables"]] == [table]
        assert (await do("close", table=table)).status_code == 200
        refused = await do("close", table=table)
        assert (refused.status_code, refused.json()) == (
            409,
            {
                "error": f"table {table} can't be closed: it is over",
                "said": ["table {} can't be closed: it is over", table],
            },
        )
        assert (await do("bar", act="lock", kind="address", who="127.0.0.9", minutes=1)).status_code == 200
        assert (await do("tables", on=False)).status_code == 200
        seen = (await do("look")).json()
        assert [it["hub"] for it in seen["hubs"]] == [house.settings.hub]
        assert set(seen["orders"]) == {"lock address 127.0.0.9", "tables off"}
        assert [(it["by"], it["what"]) for it in seen["log"]] == [
            ("the page", what) for what in ("close", "lock", "tables off")
        ]
        assert seen["true"]
        for wrong in ("log", "_act", "nothing"):
            assert (await do(wrong)).status_code == 400
        assert (await do("bar", act="lock")).status_code == 400
        assert (await do("bar", act="lock", kind="address", who="::1", minutes="x")).status_code == 400
        assert (await client.post("/admin/do", content=b"no json")).status_code == 400
        for said in ('"announce","text":"x","minutes":NaN', r'"find","text":"\ud800"'):
            answer = await client.post("/admin/do", content=f'{{"do":{said}}}')
            assert answer.status_code == 409 and answer.json()["error"]
        await all_close(*guests)


DEEP = b"[" * 16_000


@pytest.mark.parametrize(
    ("size", "content"),
    [
        (len(DEEP), DEEP),
        (-1, b""),
        (10**17, b""),
        (99, b'{"do":"look"}'),
    ],
    ids=["deep", "less than nothing", "more than there is", "more than comes"],
)
async def test_malformed_requests_are_refused(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, size: int, content: bytes
) -> None:
    monkeypatch.setattr(web._Silent, "timeout", 10)
    async with served(redis_url) as (_, client):
        reader, writer = await asyncio.open_connection(client.base_url.host, client.base_url.port)
        head = f"POST /admin/do HTTP/1.0\r\nAuthorization: Bearer {KEY}\r\nContent-Length: {size}\r\n\r\n"
        writer.write(head.encode() + content)
        answer = await reader.read()
        assert answer.startswith(b"HTTP/1.0 400 ")
        assert answer.endswith(b'{"error": "that is nothing to be done"}')
        writer.close()


async def test_a_fault_of_ours_is_no_fault_of_who_asks(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def torn(_: stored.AdminRecords) -> dict[str, bytes]:
        return {"by.1": b"\x93"}

    monkeypatch.setattr(stored.AdminRecords, "reports", torn)
    async with served(redis_url) as (_, client):
        answer = await client.post("/admin/do", json={"do": "look"})
    assert (answer.status_code, "the hub's log" in answer.json()["error"]) == (500, True)
    assert "what the host asks for failed" in caplog.text


async def test_the_admin_page_needs_its_key(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "WRONG_KEY_S", 0.01)
    async with served(redis_url) as (_, client):
        for key in ("Basic", "Bearer wrong", f"Bearer {KEY}x", f"Bearer {KEY[:-1]}"):
            answer = await client.post("/admin/do", json={"do": "look"}, headers={"authorization": key})
            assert (answer.status_code, answer.json()) == (401, {"error": "key"})
        page = await client.get("/admin/")
        assert "admin.js" in page.text
        assert "default-src 'none'" in page.headers["content-security-policy"]
        for name in ("admin.js", "texts.js", "admin.css", "core/lib.js", "vendor/preact.mjs", "style.css"):
            assert (await client.get(f"/admin/{name}")).status_code == 200, name
        strange = ("%00", "vendor/%00", "long" * 1000, "vendor/" + "long" * 1000)
        for name in ("main.js", "%2e%2e/app.py", "vendor/%2e%2e/state.js", "nothing", *strange):
            url = httpx.URL(client.base_url).copy_with(raw_path=f"/admin/{name}".encode())
            assert (await client.get(url)).status_code == 404, name
        assert "stammtisch_storing 0.0" in (await client.get("/metrics")).text


def has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as it:
            it.bind(("::1", 0))
    except OSError:
        return False
    return True


@pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")
@pytest.mark.parametrize("address", ["[::1]:{}", "::1:{}"])
async def test_figures_are_served_at_an_address_of_ipv6(address: str, redis_url: str) -> None:
    """By a hub, and by `play` for all of its hubs."""
    port = free_port()
    gateway, address = MetricsGateway(dict), address.format(port)
    check_metrics(address)
    async with httpx.AsyncClient(base_url=f"http://[::1]:{port}", timeout=LIMIT) as client:
        async with houses(redis_url, metrics=address):
            assert "stammtisch_sockets" in (await client.get("/metrics")).text
        await gateway.start(address)
        assert (await client.get("/metrics")).status_code == 503, "no hub is there"
        await gateway.close()


async def test_without_a_key_there_is_no_page(redis_url: str) -> None:
    async with served(redis_url, key="") as (_, client):
        assert "stammtisch_sockets" in (await client.get("/admin/")).text
        assert (await client.post("/admin/do", json={"do": "look"})).status_code == 405


async def test_players_are_not_sent_the_page(redis_url: str) -> None:
    async with (
        served(redis_url) as (house, _),
        httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as client,
    ):
        for path in ("/admin", "/admin/", "/admin/do", "/static/admin.js", "/static/page/admin.js"):
            assert (await client.get(path)).status_code == 404
