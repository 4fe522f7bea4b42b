"""Whole games over HTTP: all of one that is over, nothing of one that goes on, and little of what is sent."""

from __future__ import annotations

import httpx

from protocol.codec import packed, unpacked
from protocol.frames import WATCH, Full, History, Join, Past, Refused, Said, Say
from server.hub import reels, sandboxed
from server.hub.budget import ADDRESS, BROUGHT, LOG, REEL
from tests.table.finished import finished
from tests.table.test_reel import documents
from tests.waiting import LIMIT, until

from .houses import Guest, Raw, all_close, encode_document, houses, still_table, table_of
from .proving import play_out


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


async def test_who_has_played_comments_on_moments_and_all_who_come_later_read_it(redis_url: str) -> None:
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


async def test_what_is_brought_has_limits(redis_url: str) -> None:
    log = packed(["stammtisch log 1", *map(unpacked, finished())])
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        assert (await web.post("/reel", content=log)).status_code == 200
        assert (await web.get("/reel")).status_code == 405
        for content, status, code in (
            (b"", 400, "bad-log"),
            (b"\x92\xa1x", 400, "bad-log"),
            (b"\x91" * 100_000, 400, "bad-log"),
            (b"0" * (reels.LARGEST + 1), 413, "too-large"),
        ):
            refused = await web.post("/reel", content=content)
            assert (refused.status_code, refused.json()["error"]) == (status, code)
        _, first, second, *_ = unpacked(log)
        endless = packed(["stammtisch log 1", first, *[second] * sandboxed.ENTRIES])
        assert "longer" in (await web.post("/reel", content=endless)).json()["reason"]
        for method, path, kind in (
            ("POST", "/reel", BROUGHT),
            ("GET", "/tables/none/reel", REEL),
            ("GET", "/tables/none/log", LOG),
        ):
            many = [await web.request(method, path) for _ in range(2 * int(ADDRESS[kind].burst))]
            assert next(one.json()["error"] for one in many if one.status_code == 429) == "slow-down"
        assert await web.get("/healthz")
