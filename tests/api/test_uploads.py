"""Tables that begin with an upload: a position, or a moment of a saved log."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from protocol.codec import packed, unpacked
from protocol.frames import AUTO, WATCH, Done, Make, Refused
from server.api import replays, uploads
from server.games import GAMES
from server.games.catalogue import options_of
from server.games.positions import example
from server.live.branching import UPLOADED_VERSION
from server.live.sandbox import Sandbox
from server.replay import fairness, play
from server.table import log
from server.table.beginnings import MAX_TRIAL_CHOICES, Beginning, ends, of_log, of_text
from server.table.entries import Made, decode_entry
from tests.table.finished import finished, finished_of
from tests.waiting import LIMIT

from ..live.hubs import Guest, Raw, all_close, houses, table_of
from ..live.whole_games import compare, log_of, play_out
from .hostile import pesos

POSITION = example("santiago", "de")


async def brought(web: httpx.AsyncClient, content: str | bytes, **params: Any) -> dict[str, Any]:
    answer = await web.post("/beginnings", content=content, params=params)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_a_position_is_played_at_any_hub_and_its_log_says_where_it_began(
    redis_url: str,
) -> None:
    async with houses(redis_url, 2) as (house, other), httpx.AsyncClient(timeout=LIMIT) as web:
        web.base_url = httpx.URL(house.http)
        it = await brought(web, POSITION)
        assert it.keys() == {"name", "game", "seats", "options", "asked"}
        assert (it["game"], it["seats"], it["asked"]) == ("santiago", 2, [0])
        assert not {"game", "data"} & it["options"].keys()
        guests = [Guest(other.url, f"guest-{i}", 11) for i in range(2)]
        table = await table_of(guests, "santiago", origin=(it["name"], UPLOADED_VERSION, AUTO))
        await play_out(guests, table)
        entries = await log_of(house, table)
        assert compare(guests, entries) > 3
        made = decode_entry(entries[0]).what
        assert type(made) is Made and made.origin is not None and made.public
        assert not any(made.origin.game in told for guest in guests for told in guest.documents.values())
        kept = await web.get(f"{other.http}/tables/{table}/log")
        found = play(log.read(kept.content), verify=True)
        assert "begins with a position" in "\n".join(fairness(found.table))
        reel = await web.post("/reel", content=kept.content)
        assert unpacked(reel.content)["public"]["table"]["origin"] == {
            "table": "",
            "version": 0,
            "knows": AUTO,
        }
        again = await table_of(guests, "santiago", origin=(it["name"], UPLOADED_VERSION, AUTO))
        assert again != table
        await all_close(*guests)


async def test_a_log_that_somebody_has_kept_goes_on_from_a_moment_of_it(redis_url: str) -> None:
    data, stored = finished_of("bruges", 2), finished("bruges", 2, {})
    version = len(stored) - 40
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        it = await brought(web, data, at=version)
        assert (it["game"], it["seats"]) == ("bruges", 2)
        guests = [Guest(house.url, f"guest-{i}", 11) for i in range(2)]
        table = await table_of(guests, "bruges", origin=(it["name"], UPLOADED_VERSION, 1))
        await play_out(guests, table)
        entries = await log_of(house, table)
        made = decode_entry(entries[0]).what
        assert type(made) is Made and made.origin is not None
        assert (made.origin.table, made.origin.version, made.origin.knows) == ("", version, 1)
        kept = await web.get(f"/tables/{table}/log")
        found = play(log.read(kept.content), verify=True)
        told = "\n".join(fairness(found.table))
        assert f"version {version} of a log that somebody has brought" in told
        assert "what seat 1 did not see there was dealt anew" in told
        await all_close(*guests)


async def test_invalid_uploads_are_refused_with_the_reason(redis_url: str) -> None:
    whole, stored = finished_of("machi_koro", 2), finished()
    running = log.written(stored[:-1])
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        for content, at, status, code, reason in (
            (b"", "", 400, "bad-position", "game"),
            (b"\xff\xfe", "", 400, "bad-position", "no text"),
            (POSITION.replace("Rum = 2,", "Rumm = 2,", 1).encode(), "", 400, "bad-position", "“Rumm”"),
            (b"#" * 40_000, "", 413, "too-large", ""),
            (b"", 5, 400, "bad-log", ""),
            (running, 5, 400, "bad-log", "not over"),
            (whole, 1, 400, "bad-log", "nobody is asked"),
            (whole, 99_999, 400, "bad-log", "nobody is asked"),
            (whole, "-1", 400, "unknown-version", ""),
            (b"0" * (replays.MAX_LOG_BYTES + 1), 5, 413, "too-large", ""),
        ):
            refused = await web.post("/beginnings", content=content, params={"at": at} if at != "" else {})
            assert (refused.status_code, refused.json()["error"]) == (status, code), content[:30]
            assert reason in refused.json()["reason"]
        many = [await web.post("/beginnings") for _ in range(30)]
        assert {one.status_code for one in many} == {400, 429}


async def test_more_pesos_than_anybody_has_begin_nowhere_and_the_hub_goes_on(redis_url: str) -> None:
    hostile = log.written(pesos())
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        for path, language, reason in (
            (
                "/beginnings?at=4",
                "en",
                "held[0][6]: here a number from 0 to 5000 is wanted, not 10000",
            ),
            ("/beginnings?at=4", "de", "held[0][6]: Hier muss eine Zahl von 0 bis 5000 stehen"),
            ("/reel", "en", "held[0][6]"),
        ):
            refused = await web.post(path, content=hostile, headers={"accept-language": language})
            assert (refused.status_code, refused.json()["error"]) == (400, "bad-log"), refused.text
            assert reason in refused.json()["reason"]
        guests = [Guest(house.url, f"guest-{i}", 11) for i in range(2)]
        await play_out(guests, await table_of(guests, "santiago"))
        await all_close(*guests)


async def test_the_reason_is_told_in_the_language_that_is_asked_for(redis_url: str) -> None:
    running = log.written(finished()[:-1])
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        for content, at, reason in (
            (b"\xff\xfe", "", "Das ist kein Text in UTF-8."),
            (b'game = "santiago"\nseats = "x"', "", "seats: Hier muss eine ganze Zahl stehen"),
            (b"game =", "", "Zeile 1: Der Text hört auf"),
            (POSITION.replace("Rum = 2,", "Rumm = 2,", 1).encode(), "", "Es gibt keine Ware „Rumm“"),
            (running, 5, "die Partie ist am Ende des Protokolls nicht zu Ende"),
        ):
            params, headers = {"at": at} if at else {}, {"accept-language": "de-AT,en;q=0.5"}
            refused = await web.post("/beginnings", content=content, params=params, headers=headers)
            assert refused.status_code == 400 and reason in refused.json()["reason"]
        refused = await web.post("/reel", content=running, headers={"accept-language": "de"})
        assert "nicht zu Ende" in refused.json()["reason"]


async def test_a_wish_for_what_is_not_kept_is_refused(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        it = await brought(web, POSITION)
        monkeypatch.setattr(uploads, "UPLOAD_TTL_S", 1)
        short = await brought(web, POSITION)
        raw = await Raw.open(house.url, "e" * 30, "Eve")
        wishes = [
            (Make(1, "santiago", 2, origin=("none", UPLOADED_VERSION, AUTO)), "unknown-beginning"),
            (Make(2, "bruges", 2, origin=(it["name"], UPLOADED_VERSION, AUTO)), "options"),
            (Make(3, "santiago", 2, origin=(it["name"], UPLOADED_VERSION, 3)), "unknown-seat"),
            (Make(4, "santiago", 2, origin=(it["name"], 5, AUTO)), "unknown-table"),
        ]
        for n, (wish, code) in enumerate(wishes, 1):
            await raw.send(wish)
            refused = await raw.next(Refused, count=n)
            assert (refused.id, refused.code) == (wish.id, code) and refused.reason
        await raw.send(Make(5, "santiago", 2, origin=(it["name"], UPLOADED_VERSION, AUTO)))
        assert (await raw.next(Done)).id == 5
        while await house.parts.store.beginnings.find(short["name"]) is not None:
            pass
        await raw.send(Make(6, "santiago", 2, origin=(short["name"], UPLOADED_VERSION, AUTO)))
        assert (await raw.next(Refused, count=5)).code == "unknown-beginning"
        await all_close(raw)


async def test_a_position_that_takes_too_long_harms_nobody() -> None:
    sandbox = Sandbox(seconds=0.2)
    try:
        slow = 'game = "loyang"\nseats = 4\nmoment = "round"\n[table]\nround = 1'
        with pytest.raises(log.BadLog, match="too long"):
            await sandbox.position(slow.encode())
        with pytest.raises(log.BadLog, match="no text"):
            await sandbox.position(b"\xff")
    finally:
        await sandbox.close()


def test_a_game_without_an_end_begins_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    assert of_text(POSITION, 0).game == "santiago"
    monkeypatch.setattr("server.table.beginnings.MAX_TRIAL_CHOICES", 3)
    with pytest.raises(ValueError, match="isn’t over after 3 choices"):
        of_text(POSITION, 0)
    with pytest.raises(ValueError, match="isn’t over"):
        of_log(log.read(finished_of("machi_koro", 2)), 8)
    assert MAX_TRIAL_CHOICES > 10_000


def test_a_game_that_cannot_be_shown_begins_nowhere() -> None:
    """The rules set no limit to an amount, but a hub could not send one of this size."""
    engine: Any = GAMES["bruges"]
    game: Any = engine.setup(2, 7, options_of(engine, {}))
    assert len(ends(engine, game)) == 3
    game.players[0].marks[0] = 2**63 - 1
    with pytest.raises(ValueError, match="goes wrong"):
        ends(engine, game)


async def test_an_upload_that_cannot_be_dealt_is_refused(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*of: Any) -> bytes:
        raise OverflowError("too much")

    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        it = await brought(web, POSITION)
        raw = await Raw.open(house.url, "e" * 30, "Eve")
        monkeypatch.setattr("server.table.origins.dealt", fails)
        await raw.send(Make(1, "santiago", 2, origin=(it["name"], UPLOADED_VERSION, WATCH)))
        refused = await raw.next(Refused)
        assert (refused.id, refused.code) == (1, "fault")
        await all_close(raw)


def test_a_beginning_has_no_source_of_chance() -> None:
    """So the person who uploaded the log cannot predict anything."""
    it: Beginning = of_log(log.read(finished_of("machi_koro", 2)), 20)
    assert unpacked(it.data)["key"] == bytes(32)
    assert packed(unpacked(it.data)) != b""
