"""What phones read to put the page on a home screen: the manifest, the icons and the colours."""

from __future__ import annotations

import re
import struct
from typing import Any
from urllib.parse import urljoin

import httpx
import pytest

from server.page.sources import WEB
from tests.waiting import LIMIT

from ..live.hubs import houses

PNG = b"\x89PNG\r\n\x1a\n"
MAX_ICON_BYTES = 25_000


def size_of(image: bytes) -> tuple[int, int]:
    """The width and height of a PNG."""
    assert image.startswith(PNG)
    width, height = struct.unpack(">II", image[16:24])
    return width, height


def attributes(page: str, tag: str, **wanted: str) -> list[dict[str, str]]:
    """The attributes of all tags in the page that have the wanted ones."""
    found = [dict(re.findall(r'([\w-]+)="([^"]*)"', one)) for one in re.findall(rf"<{tag} [^>]*>", page)]
    return [one for one in found if wanted.items() <= one.items()]


@pytest.mark.parametrize("at", ["https://example.org/", "https://example.org/games/here/"])
async def test_the_manifest_leads_back_to_the_page(redis_url: str, at: str) -> None:
    """Below a path, too: all its addresses are relative."""

    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:

        async def get(address: str) -> httpx.Response:
            """A file that the page at `at` asks for. The proxy takes away the path."""
            assert address.startswith(at)
            answer = await web.get("/" + address.removeprefix(at))
            assert answer.status_code == 200, address
            return answer

        page = (await web.get("/")).text
        (link,) = attributes(page, "link", rel="manifest")
        where = urljoin(at, link["href"])
        answer = await get(where)
        assert answer.headers["content-type"].startswith("application/manifest+json")
        assert answer.headers["cache-control"] == "no-cache"
        manifest: dict[str, Any] = answer.json()
        assert manifest["name"] == "Stammtisch" and manifest["display"] == "standalone"
        assert urljoin(where, manifest["start_url"]) == urljoin(where, manifest["scope"]) == at
        sizes = set()
        for icon in manifest["icons"]:
            image = await get(urljoin(where, icon["src"]))
            assert image.headers["content-type"] == icon["type"] == "image/png"
            width, height = size_of(image.content)
            assert icon["sizes"] == f"{width}x{height}" and len(image.content) < MAX_ICON_BYTES
            sizes.add((width, icon.get("purpose", "any")))
        assert sizes >= {(192, "any"), (512, "any"), (512, "maskable")}
        (touch,) = attributes(page, "link", rel="apple-touch-icon")
        assert size_of((await get(urljoin(at, touch["href"]))).content) >= (180, 180)


async def test_the_colours_are_those_of_the_page(redis_url: str) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        style = (WEB / "style.css").read_text(encoding="utf-8")
        found = re.search(r"--bg: var\(--light, (#\w+)\) var\(--dark, (#\w+)\);", style)
        assert found
        page, manifest = (await web.get("/")).text, (await web.get("/manifest.webmanifest")).json()
        for scheme, colour in zip(("light", "dark"), found.groups(), strict=True):
            media = f"(prefers-color-scheme: {scheme})"
            (row,) = attributes(page, "meta", name="theme-color", media=media)
            assert row["content"] == colour
        assert manifest["theme_color"] == manifest["background_color"] == found[1]


async def test_the_policy_allows_the_own_manifest_and_service_worker_alone(redis_url: str) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        policy = (await web.get("/")).headers["content-security-policy"]
        rules = dict(rule.strip().partition(" ")[::2] for rule in policy.split(";"))
        workers = rules.get("worker-src", rules.get("child-src", rules["script-src"]))
        assert rules["manifest-src"] == workers == "'self'"
        assert rules["default-src"] == "'none'"
        worker = await web.get("/static/notifier.js")
        assert worker.status_code == 200 and worker.headers["cache-control"] == "no-cache"
