"""Games that were played without a server: in the book of who brings them, once, and counted in nothing."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from server.api import brought_games
from server.api.replays import MAX_LOG_BYTES
from server.net.rate_limits import Allowance
from server.table import log
from server.table.entries import decode_entry, encode
from server.table.tokens import person
from tests.offline.page import Page
from tests.table.finished import finished_of
from tests.waiting import LIMIT

from ..live.hubs import houses

ADA, BEN = "a-token-of-ada-for-tests-01234", "a-token-of-ben-for-tests-01234"


@pytest.fixture(scope="module")
def played() -> tuple[str, list[bytes]]:
    """A table that Ada has played to its end without a server, and its stored entries."""
    page = Page(ADA)
    table = page.make("machi_koro", 2, ["beginner"], options={"play_out": False})
    page.start(table)
    page.play(table, Random(3))
    assert page.results[table] == "machi_koro"
    return table, page.logs[table]


def by(token: str, **headers: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}", **headers}


async def test_a_game_is_brought_once_and_counts_in_nothing(
    redis_url: str, played: tuple[str, list[bytes]]
) -> None:
    table, entries = played
    data = log.written(entries)
    async with houses(redis_url, 2) as (house, other), httpx.AsyncClient(timeout=LIMIT) as web:
        bring, book = f"{house.http}/book/games", f"{other.http}/book"
        for content, headers, status, code in (
            (data, {}, 401, "hello-first"),
            (data, by(ADA), 409, "no-book"),
            (data, by(BEN), 403, "not-your-game"),
            (b"0" * (MAX_LOG_BYTES + 1), by(ADA), 413, "too-large"),
        ):
            refused = await web.post(bring, content=content, headers=headers)
            assert (refused.status_code, refused.json()["error"]) == (status, code)
        await web.put(book, headers=by(ADA))
        for _ in range(2):
            answer = await web.post(bring, content=data, headers=by(ADA))
            assert (answer.status_code, answer.json()) == (200, {"table": table})
        told = (await web.get(book, headers=by(ADA))).json()
        (game,) = told["games"]
        assert (game["table"], game["game"], game["alone"]) == (table, "machi_koro", True)
        assert sorted((it["person"], it["mind"]) for it in game["players"]) == [
            ("", "beginner"),
            (person(ADA), ""),
        ]
        assert not told["by_game"] and not told["met"]
        assert not told["ratings"] and not told["ratings_by_players"]


async def test_names_in_a_log_are_made_fit_before_they_are_stored(
    redis_url: str, played: tuple[str, list[bytes]], tmp_path: Path
) -> None:
    (tmp_path / "words").write_text("Ada")
    data = log.written(played[1])
    async with httpx.AsyncClient(timeout=LIMIT) as web:
        async with houses(redis_url, words=str(tmp_path / "words")) as (strict,):
            await web.put(f"{strict.http}/book", headers=by(ADA))
            assert (
                await web.post(f"{strict.http}/book/games", content=data, headers=by(ADA))
            ).status_code == 200
        async with houses(redis_url) as (other,):
            (game,) = (await web.get(f"{other.http}/book", headers=by(ADA))).json()["games"]
    assert "***" in {it["name"] for it in game["players"]}


async def test_what_did_not_happen_so_is_refused_with_the_reason(
    redis_url: str, played: tuple[str, list[bytes]]
) -> None:
    _, entries = played
    first = decode_entry(entries[0])
    made: Any = first.what
    elsewhere = encode(replace(first, what=replace(made, table="m" * 12)))
    last = decode_entry(entries[-1])
    other = encode(replace(last, check=last.check ^ 1))
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        await web.put("/book", headers=by(ADA))
        for content, language, reason in (
            (b"", "en", "no log of a game"),
            (log.written(entries[:-1]), "en", "only a whole game"),
            (log.written(entries[:-1]), "de", "nur eine ganze Partie"),
            (log.written([*entries[:-1], other]), "en", "another than was recorded"),
            (log.written([elsewhere, *entries[1:]]), "en", ""),
            (finished_of("machi_koro", 2), "en", "one person with bots"),
        ):
            headers = by(ADA, **{"accept-language": language})
            refused = await web.post("/book/games", content=content, headers=headers)
            assert (refused.status_code, refused.json()["error"]) == (400, "bad-log")
            assert reason in refused.json()["reason"]
        assert (await web.get("/book", headers=by(ADA))).json()["games"] == []


async def test_a_person_brings_so_many_games_a_day(
    redis_url: str, played: tuple[str, list[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(brought_games, "PERSON_BROUGHT", Allowance(1, 1 / 86_400))
    data = log.written(played[1])
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        told = [
            (await web.post("/book/games", content=data, headers=by(who))).json()["error"]
            for who in (ADA, ADA, BEN)
        ]
        assert told == ["no-book", "enough-today", "not-your-game"]
