"""Addresses where there is nothing for somebody: told in the language that they like best."""

from __future__ import annotations

import re

import httpx
import pytest

from server.hub.astray import WORDS, told
from tests.waiting import LIMIT

from .houses import houses


@pytest.mark.parametrize(("path", "way"), [("/rules", "./"), ("/t/", "../"), ("/a/b/c", "../../")])
async def test_who_comes_by_a_wrong_address_is_shown_the_way(redis_url: str, path: str, way: str) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        for wish, words in (("de-AT, en;q=0.5", WORDS["de"]), ("fr", WORDS["en"])):
            answer = await web.get(path, headers={"accept": "text/html", "accept-language": wish})
            assert answer.status_code == 404 and words["nothing"] in answer.text
            assert re.findall(r'<a href="([^"]*)">([^<]*)', answer.text) == [(way, words["home"])]
        assert (await web.get(path)).text == "Not Found", "programs need no page"


def test_all_languages_say_the_same() -> None:
    assert len({tuple(words) for words in WORDS.values()}) == 1


@pytest.mark.parametrize(("wish", "language"), [("de", "de"), ("en-GB, de", "en"), ("", "en")])
def test_what_a_reader_is_told_is_in_their_language(wish: str, language: str) -> None:
    scope = {"type": "websocket", "headers": [(b"accept-language", wish.encode())]}
    answer = told(scope, "too-many", 429, {"retry-after": "10"})
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "10")
    assert bytes(answer.body).decode() == WORDS[language]["too-many"] + "\n"
