"""Links before they are opened: what is public is told, nothing of what is private; browsers are led on."""

from __future__ import annotations

import html
import re

import httpx
import pytest

from protocol.frames import Done, Make
from server.games import GAMES
from tests.waiting import LIMIT, until
from tests.web.pictures import drawings, mark

from .houses import House, Raw, houses

ANN = "a-token-of-ann-for-tests-0123456"


async def said(house: House, path: str, **headers: str) -> dict[str, str]:
    """What a preview reads, by its names, and `way`, where a browser is led."""
    async with httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        answer = await web.get(path, headers=headers)
    assert answer.status_code == 200
    rows = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', answer.text))
    (rows["way"],) = re.findall(r'http-equiv="refresh" content="0; url=([^"]*)"', answer.text)
    return {key: html.unescape(value) for key, value in rows.items()}


async def made(house: House, name: str, public: bool) -> str:
    """A table that somebody of this name has made, once the lobby knows it."""
    raw = await Raw.open(house.url, ANN, name)
    await raw.send(Make(5, "bruges", 3, public=public))
    table = str((await raw.next(Done)).table)
    await until(lambda: table in house.parts.hub.lobby.tables)
    await raw.close()
    return table


async def test_a_public_table_says_what_is_played_and_who_invites(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        table = await made(house, 'Ann "<b>"', True)
        told = await said(house, f"/t/{table}", **{"accept-language": "fr, de-AT;q=0.8, en;q=0.5"})
        assert told["title"] == "Brügge · Stammtisch"
        assert told["description"] == 'Ann "<b>" lädt dich an den Tisch ein.'
        assert told["image"] == f"{house.http}/static/games/bruges/cover.png"
        assert told["way"] == f"../#/t/{table}"
        async with httpx.AsyncClient(timeout=LIMIT) as web:
            assert "<b>" not in (await web.get(f"{house.http}/t/{table}")).text
            picture = await web.get(told["image"])
        assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png")


@pytest.mark.parametrize("page", ["t", "g"])
async def test_of_what_is_private_or_not_there_nothing_is_told(redis_url: str, page: str) -> None:
    async with houses(redis_url) as (house,):
        table = await made(house, "Ann", False)
        told = [await said(house, f"/{page}/{name}") for name in (table, "notthereatall")]
        for one, name in zip(told, (table, "notthereatall"), strict=True):
            assert one.pop("way") == f"../#/{page}/{name}"
            assert one["title"] == "Stammtisch" and one["image"] == f"{house.http}/static/icon.png"
        assert told[0] == told[1], "nobody learns from it whether there is such a table"


async def test_a_browser_that_is_on_its_way_asks_for_nothing_that_is_not_there(redis_url: str) -> None:
    """A page without an icon has browsers ask for one that nobody has made."""
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        page = await web.get("/t/x")
        (icon,) = re.findall(r'<link rel="icon" href="([^"]*)"', page.text)
        found = await web.get(str(page.url.join(icon)))
        assert (found.status_code, found.headers["content-type"]) == (200, "image/svg+xml")


async def test_nobody_is_led_elsewhere(redis_url: str) -> None:
    async with houses(redis_url, proxies="127.0.0.1") as (house,):
        assert (await said(house, '/t/"><script>'))["way"] == "../"
        assert (await said(house, "/t/x", **{"x-forwarded-proto": "https"}))["image"].startswith("https://")
        assert (await said(house, "/t/x", **{"x-forwarded-proto": "javascript"}))["image"].startswith("http:")


def test_each_picture_was_made_from_its_drawing() -> None:
    found = drawings()
    assert len(found) == 1 + len(GAMES)
    for drawing in found:
        assert mark(drawing) in drawing.with_suffix(".png").read_bytes(), "python -m tests.web.pictures"
