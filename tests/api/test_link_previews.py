"""Link previews: they show public facts and nothing private; browsers are redirected."""

from __future__ import annotations

import html
import re

import httpx
import pytest

from protocol.frames import Done, Make
from server.games import GAMES
from tests.waiting import LIMIT, until
from tests.web.pictures import images, mark

from ..live.hubs import House, Raw, houses

ANN = "a-token-of-ann-for-tests-0123456"


async def preview(house: House, path: str, **headers: str) -> dict[str, str]:
    """The properties of a preview by name; `way` is where a browser is redirected."""
    async with httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        answer = await web.get(path, headers=headers)
    assert answer.status_code == 200
    rows = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', answer.text))
    (rows["way"],) = re.findall(r'http-equiv="refresh" content="0; url=([^"]*)"', answer.text)
    return {key: html.unescape(value) for key, value in rows.items()}


async def made(house: House, name: str, public: bool) -> str:
    """A table that a person of this name has made, as soon as it is in the lobby."""
    raw = await Raw.open(house.url, ANN, name)
    await raw.send(Make(5, "bruges", 3, public=public))
    table = str((await raw.next(Done)).table)
    await until(lambda: table in house.parts.hub.lobby.tables)
    await raw.close()
    return table


async def test_a_public_table_says_what_is_played_and_who_invites(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        table = await made(house, 'Ann "<b>"', True)
        told = await preview(house, f"/t/{table}", **{"accept-language": "fr, de-AT;q=0.8, en;q=0.5"})
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
        told = [await preview(house, f"/{page}/{name}") for name in (table, "notthereatall")]
        for one, name in zip(told, (table, "notthereatall"), strict=True):
            assert one.pop("way") == f"../#/{page}/{name}"
            assert one["title"] == "Stammtisch" and one["image"] == f"{house.http}/static/icon.png"
        assert told[0] == told[1], "the response does not reveal whether the table exists"


async def test_a_browser_that_is_on_its_way_asks_for_nothing_that_is_not_there(redis_url: str) -> None:
    """Browsers request a default icon, which does not exist, for a page that declares none."""
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        page = await web.get("/t/x")
        (icon,) = re.findall(r'<link rel="icon" href="([^"]*)"', page.text)
        found = await web.get(str(page.url.join(icon)))
        assert (found.status_code, found.headers["content-type"]) == (200, "image/svg+xml")


async def test_nobody_is_led_elsewhere(redis_url: str) -> None:
    async with houses(redis_url, proxies="127.0.0.1") as (house,):
        assert (await preview(house, '/t/"><script>'))["way"] == "../"
        assert (await preview(house, "/t/x", **{"x-forwarded-proto": "https"}))["image"].startswith(
            "https://"
        )
        assert (await preview(house, "/t/x", **{"x-forwarded-proto": "javascript"}))["image"].startswith(
            "http:"
        )


PROXY = {
    "accept": "text/html",
    "x-forwarded-proto": "https",
    "x-forwarded-host": "tables.example.org",
    "x-forwarded-prefix": "/spiele/",
}

ADDRESS = re.compile(r"""(?:href|src|content|action)="([^"]*)"|url=([^"]*)"|(https?://[^"'\s<]*)""")
"""Every address in a page or in JSON."""


async def addresses(web: httpx.AsyncClient, path: str) -> list[str]:
    """The targets of all addresses in the response for this path, for a browser that sees it below
    `/spiele`."""
    answer = await web.get(path, headers=PROXY)
    text = "" if "javascript" in answer.headers.get("content-type", "") else answer.text
    found = [html.unescape(next(filter(None, match), "")) for match in ADDRESS.findall(text)]
    found = [
        way for way in found if "/" in way and " " not in way and not way.startswith(("image/", "text/"))
    ]
    if "location" in answer.headers:
        found.append(answer.headers["location"])
    return [str(httpx.URL(f"https://tables.example.org/spiele{path}").join(way)) for way in found]


@pytest.mark.parametrize("end", ["", "/", "/x", "/x/"])
async def test_addresses_follow_the_proxy_s_headers(redis_url: str, end: str) -> None:
    """Behind TLS, below a path, with another name: at each address of the server, also with a longer path.
    Every redirect leads to an existing page."""
    async with houses(redis_url, proxies="127.0.0.1") as (house,):
        routes = [route.path for route in house.server.config.app.routes if "/ws" not in route.path]  # type: ignore[union-attr]
        assert {"/t/{name:path}", "/g/{name:path}", "/", "/healthz"} <= set(routes)
        async with httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
            for route in routes:
                path = re.sub(r"{[^}]*}", "x", route).rstrip("/") + end or "/"
                for address in await addresses(web, path):
                    assert address.startswith("https://tables.example.org/spiele/"), f"{path} names {address}"
                    inside = address.removeprefix("https://tables.example.org/spiele").partition("#")[0]
                    assert (await web.get(inside)).status_code == 200, f"{path} names {address}"
        for path in (f"/t/x{end}", f"/g/x{end}", f"/nothing{end}"):
            async with httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
                assert await addresses(web, path), f"{path} leads nowhere"


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ({"x-forwarded-host": "a@b"}, "https://127.0.0.1:{port}/spiele/"),
        ({"x-forwarded-host": "club.example, 10.0.0.1"}, "https://club.example/spiele/"),
        ({"x-forwarded-prefix": '/"><script>'}, "https://tables.example.org/"),
        ({"x-forwarded-prefix": "//evil.example"}, "https://tables.example.org/"),
        ({"x-forwarded-prefix": "spiele"}, "https://tables.example.org/"),
        ({"x-forwarded-proto": "javascript"}, "http://tables.example.org/spiele/"),
    ],
)
async def test_only_what_can_be_an_address_is_believed(
    redis_url: str, said: dict[str, str], named: str
) -> None:
    async with houses(redis_url, proxies="127.0.0.1") as (house,):
        picture = (await preview(house, "/t/x", **{**PROXY, **said}))["image"]
        assert picture == f"{named.format(port=house.port)}static/icon.png"


async def test_nobody_else_says_where_this_server_lies(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        assert (await preview(house, "/t/x", **PROXY))["image"] == f"{house.http}/static/icon.png"


async def test_a_pasted_link_finds_its_table(redis_url: str) -> None:
    """The preview finds it as well; it is made before any page can read the link."""
    async with houses(redis_url) as (house,):
        table = await made(house, "Ann", True)
        for pasted in (
            f"{table}.",
            f"({table})",
            f"{table}_",
            f"*{table}*",
            f"%E2%80%8B{table}%20",
            f"{table}/",
        ):
            told = await preview(house, f"/t/{pasted}")
            assert told["title"] == "Bruges · Stammtisch" and told["way"].endswith(f"../#/t/{table}"), pasted


def test_each_picture_was_made_from_its_drawing() -> None:
    found = images()
    assert len(found) == 3 + len(GAMES)
    for image in found:
        assert mark(image.drawing) in image.path.read_bytes(), "python -m tests.web.pictures"
