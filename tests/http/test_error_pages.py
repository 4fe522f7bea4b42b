"""Responses for unknown addresses, in the preferred language of the reader."""

from __future__ import annotations

import asyncio
import re

import httpx
import pytest

from server.http.error_pages import WORDS, text_response
from tests.waiting import LIMIT

from ..live.hubs import houses


@pytest.mark.parametrize(("path", "way"), [("/rules", "./"), ("/t/", "../"), ("/a/b/c", "../../")])
async def test_a_wrong_address_leads_to_the_start_page(redis_url: str, path: str, way: str) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        for wish, words in (("de-AT, en;q=0.5", WORDS["de"]), ("fr", WORDS["en"])):
            answer = await web.get(path, headers={"accept": "text/html", "accept-language": wish})
            assert answer.status_code == 404 and words["nothing"] in answer.text
            assert re.findall(r'<a href="([^"]*)">([^<]*)', answer.text) == [(way, words["home"])]
        assert (await web.get(path)).text == "Not Found", "programs need no page"


def test_all_languages_say_the_same() -> None:
    assert len({tuple(words) for words in WORDS.values()}) == 1


@pytest.mark.parametrize(("wish", "language"), [("de", "de"), ("en-GB, de", "en"), ("", "en")])
def test_error_pages_use_the_reader_s_language(wish: str, language: str) -> None:
    scope = {"type": "websocket", "headers": [(b"accept-language", wish.encode())]}
    answer = text_response(scope, "too-many", 429, {"retry-after": "10"})
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "10")
    assert bytes(answer.body).decode() == WORDS[language]["too-many"] + "\n"


PROBES = ["/", "/healthz", "/games", "/minds", "/bots", "/t/abc", "/static/style.css", "/tables/abc/log"]


@pytest.mark.parametrize(
    "path", [*PROBES, "/reel", "/beginnings", "/book", "/person", "/groups", "/groups/abc"]
)
async def test_a_proxy_that_asks_whether_a_server_is_there_is_told(redis_url: str, path: str) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        answer = await web.options(path)
        assert (answer.status_code, answer.content) == (204, b"")
        allowed = {method.strip() for method in answer.headers["allow"].split(",")}
        assert "OPTIONS" in allowed and len(allowed) > 1
        for method in {"GET", "HEAD"} & allowed:
            assert (await web.request(method, path)).status_code != 405
        wrong = await web.request("TRACE", path)
        assert wrong.status_code == 405 and wrong.headers["allow"] == answer.headers["allow"]


@pytest.mark.parametrize("path", ["/", "/healthz", "/games", "/static/style.css"])
async def test_a_head_is_that_of_the_page_and_nothing_else(redis_url: str, path: str) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        page, head = await web.get(path), await web.head(path)
        assert (head.status_code, head.content) == (page.status_code, b"") == (200, b"")
        assert {**head.headers, "date": ""} == {**page.headers, "date": ""}


@pytest.mark.parametrize("line", ["OPTIONS / HTTP/1.0", "OPTIONS * HTTP/1.0", "HEAD /healthz HTTP/1.0"])
async def test_a_probe_needs_no_name_of_the_host(redis_url: str, line: str) -> None:
    """HAProxy asks like this; it must also work if the server answers to certain host names only."""
    async with houses(redis_url, hosts="stammtisch.example") as (house,):
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        writer.write(f"{line}\r\n\r\n".encode())
        told = await asyncio.wait_for(reader.read(), LIMIT)
        assert told.split(b"\r\n")[0].split()[1] in (b"200", b"204")
        assert told.endswith(b"\r\n\r\n"), "nothing but a head"
        writer.close()
