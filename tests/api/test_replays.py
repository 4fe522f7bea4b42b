"""Whole games over HTTP: everything of a finished game, nothing of a running one, and small responses."""

from __future__ import annotations

import httpx
import pytest

from protocol.codec import packed, unpacked
from protocol.frames import (
    WATCH,
    Changes,
    Done,
    Full,
    Hand,
    History,
    Join,
    Make,
    Past,
    Refused,
    Said,
    Say,
    Sit,
    Start,
    Stored,
)
from server.api import replays
from server.live import history, sandbox_worker
from server.net.rate_limits import ADDRESS, BROUGHT, LOG, REEL
from tests.table.finished import finished
from tests.table.test_reel import documents
from tests.waiting import LIMIT, until

from ..live.hubs import Guest, Raw, all_close, encode_document, houses, still_table, table_of
from ..live.whole_games import play_out


async def test_a_running_game_is_no_more_open_than_the_history_of_the_own_seat(redis_url: str) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        guests, table = await still_table(house.url, game="loyang")
        raw = await Raw.open(house.url, guests[0].token)
        assert (await web.get(f"/tables/{table}/reel")).status_code == 404
        version = guests[0].version(table, 0)
        await raw.send(History(table, 0, version))
        assert unpacked((await raw.next(Past)).mine)["game"]["hand"], "the own cards"
        await raw.send(History(table, WATCH, version))
        assert unpacked((await raw.next(Past, count=2)).mine) == {}
        for n, frame in enumerate((History(table, 1, version), Join(table, 1)), 1):
            await raw.send(frame)
            assert (await raw.next(Refused, count=n)).code == "not-your-seat"
        await raw.send(Join(table, 0))
        await raw.next(Full)
        await raw.send(Say(7, table, "Why did I do that?", version))
        assert (await raw.next(Refused, count=3)).code == "not-over"
        entries = await house.parts.store.entries(table)
        brought = await web.post("/reel", content=packed(["stammtisch log 1", *map(unpacked, entries)]))
        assert (brought.status_code, brought.json()["error"]) == (400, "bad-log"), (
            "not even to who runs the server"
        )
        await all_close(raw, *guests)


async def test_everybody_is_told_their_own_changes_and_nobody_elses(redis_url: str) -> None:
    """This also holds for a running game, at any hub. The table's secret is left out of the creation."""
    async with houses(redis_url, 2) as (here, there):
        ann, bob = await Raw.open(here.url, "a" * 30), await Raw.open(here.url, "b" * 30)
        await ann.send(Make(1, "machi_koro", 3))
        table = (await ann.next(Done)).table
        for n, (raw, frame) in enumerate(((ann, Sit(2, table, 0)), (bob, Sit(3, table, 1, "bobs-luck")))):
            await raw.send(frame)
            await raw.next(Done, count=2 - n)
        await ann.send(Hand(5, table, 2, "whim"))
        await ann.next(Done, count=3)
        away, stranger = await Raw.open(there.url, "a" * 30), await Raw.open(there.url, "c" * 30)
        for raw, id in ((away, 11), (bob, 12), (stranger, 13)):
            await raw.send(Changes(id, table))
        assert await away.next(Stored) == Stored(
            11,
            table,
            4,
            False,
            [[1, "made", 1, table], [2, "sit", 2, table, 0, "", "", 0], [4, "handed", 5, table]],
        )
        assert await bob.next(Stored) == Stored(
            12, table, 4, False, [[3, "sit", 3, table, 1, "bobs-luck", "", 0]]
        )
        assert await stranger.next(Stored) == Stored(13, table, 4, False, [])
        await stranger.send(Changes(14, "no-such-table"))
        assert await stranger.next(Stored, count=2) == Stored(14, "no-such-table", 0, False, [])
        await all_close(ann, bob, away, stranger)


async def test_a_long_log_is_told_in_parts(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "MAX_ENTRIES_READ", 3)
    async with houses(redis_url) as (house,):
        ann = await Raw.open(house.url, "a" * 30)
        await ann.send(Make(1, "machi_koro", 2))
        table = (await ann.next(Done)).table
        for n, frame in enumerate((Sit(2, table, 0), Sit(3, table, 1), Start(4, table)), 2):
            await ann.send(frame)
            await ann.next(Done, count=n)
        for n, (after, until, more, versions) in enumerate(
            ((0, 3, True, [1, 2, 3]), (3, 4, False, [4]), (4, 4, False, []), (9, 9, False, [])), 1
        ):
            await ann.send(Changes(10 + n, table, after))
            told = await ann.next(Stored, count=n)
            assert (told.until, told.more, [row[0] for row in told.changes]) == (until, more, versions)
        await ann.close()


async def test_a_game_that_is_over_is_open_to_whoever_knows_the_table(redis_url: str) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        guests = [Guest(house.url, f"guest-{i}", 11) for i in range(2)]
        table = await table_of(guests, public=False)
        await play_out(guests, table)
        answer = await web.get(f"/tables/{table}/reel")
        assert answer.status_code == 200 and answer.headers["content-encoding"] == "gzip"
        plain = await web.get(f"/tables/{table}/reel", headers={"accept-encoding": "br, gzip;q=0"})
        assert plain.content == answer.content and "content-encoding" not in plain.headers
        seen, begins = documents(answer.content), unpacked(answer.content)["version"]
        for (seat, version), was in guests[0].documents.items() | guests[1].documents.items():
            if version >= begins:
                public, mine = seen[version - begins]
                mine[seat + 1].pop("hints", None)
                assert encode_document({"public": public, "mine": mine[seat + 1]}) == was
        raw = await Raw.open(house.url, guests[1].token)
        for n, seat in enumerate((0, 1, WATCH), 1):
            await raw.send(History(table, seat, begins + 1))
            mine = {**seen[1][1][seat + 1]}
            mine.pop("hints", None)
            assert unpacked((await raw.next(Past, count=n)).mine) == mine
        log = await web.get(f"/tables/{table}/log")
        assert (await web.post("/reel", content=log.content)).content == answer.content
        assert (await web.get("/tables/none/reel")).status_code == 404
        await all_close(raw, *guests)


async def test_players_comment_on_moments_for_all_later_readers(redis_url: str) -> None:
    async with houses(redis_url, 2) as (house, other):
        guests = [Guest(house.url, f"guest-{i}", 12) for i in range(2)]
        table = await table_of(guests, game="schweinebande")
        await play_out(guests, table)
        ann, eve = await Raw.open(house.url, guests[1].token), await Raw.open(other.url, "e" * 30, "Eve")
        for one in (ann, eve):
            await one.send(Join(table))
            await one.next(Full)
        await eve.send(Say(1, table, "I would not have done that.", 9))
        assert (await eve.next(Refused)).code == "not-your-seat"
        await ann.send(Say(2, table, "I was too early.", 9_999))
        assert (await ann.next(Refused)).code == "unknown-version"
        await ann.send(Say(3, table, "Here it was lost.", 9))
        await eve.send(Say(4, table, "I see."))
        await until(lambda: len(eve.of(Said)) == 2)
        late = await Raw.open(house.url, "l" * 30, "Late")
        await late.send(Join(table))
        await until(lambda: len(late.of(Said)) == 2)
        for one in (eve, late):
            assert {(said.text, said.moment) for said in one.of(Said)} == {
                ("Here it was lost.", 9),
                ("I see.", 0),
            }
        await all_close(ann, eve, late, *guests)


async def test_uploaded_logs_have_limits(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (BROUGHT, REEL, LOG):
        monkeypatch.setitem(ADDRESS, kind, ADDRESS[kind]._replace(rate=1e-9))
    log = packed(["stammtisch log 1", *map(unpacked, finished())])
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        assert (await web.post("/reel", content=log)).status_code == 200
        assert (await web.get("/reel")).status_code == 405
        for content, status, code in (
            (b"", 400, "bad-log"),
            (b"\x92\xa1x", 400, "bad-log"),
            (b"\x91" * 100_000, 400, "bad-log"),
            (b"0" * (replays.MAX_LOG_BYTES + 1), 413, "too-large"),
        ):
            refused = await web.post("/reel", content=content)
            assert (refused.status_code, refused.json()["error"]) == (status, code)
        _, first, second, *_ = unpacked(log)
        endless = packed(["stammtisch log 1", first, *[second] * sandbox_worker.MAX_LOG_ENTRIES])
        assert "longer" in (await web.post("/reel", content=endless)).json()["reason"]
        for method, path, kind in (
            ("POST", "/reel", BROUGHT),
            ("GET", "/tables/none/reel", REEL),
            ("GET", "/tables/none/log", LOG),
        ):
            many = [await web.request(method, path) for _ in range(2 * int(ADDRESS[kind].burst))]
            assert next(one.json()["error"] for one in many if one.status_code == 429) == "slow-down"
        assert await web.get("/healthz")
