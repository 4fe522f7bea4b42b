"""Reasons why a choice is not possible, on the wire: for the asked seat, from any hub, and for no other
client."""

from __future__ import annotations

from protocol.codec import unpacked
from protocol.frames import WATCH, Act, Because, Done, Full, Join, Make, Refused, Sit, Start, Why

from .hubs import Raw, all_close, houses

ADA = "ada-token-for-tests-0123456789"


async def seated(page: Raw) -> str:
    """A running table at which this socket has both seats."""
    await page.send(Make(1, "machi_koro", 2))
    table: str = (await page.next(Done)).table
    for n, frame in enumerate((Sit(2, table, 0), Sit(3, table, 1), Start(4, table)), 2):
        await page.send(frame)
        await page.next(Done, count=n)
    return table


async def asked(page: Raw, table: str) -> tuple[int, int]:
    """The asked seat, and the number of its question."""
    seen = len(page.of(Full))
    await page.send(Join(table, WATCH))
    ((seat, number, _),) = unpacked((await page.next(Full, count=seen + 1)).public)["asks"]
    return seat, number


async def test_why_answers_the_seat_that_is_asked(redis_url: str) -> None:
    async with houses(redis_url, 2) as (here, there):
        page, away = await Raw.open(here.url, ADA), await Raw.open(there.url, ADA)
        table = await seated(page)
        seat, number = await asked(page, table)
        for n, raw in enumerate((page, away), 5):
            await raw.send(Why(n, table, seat, number, "supply", 5))
            assert await raw.next(Because) == Because(n, table, [["dice_first"]])
        await page.send(Act(7, table, seat, number, "roll", 1))
        await page.next(Done, count=5)
        await away.send(Join(table, seat))
        ask = unpacked((await away.next(Full)).mine)["ask"]
        assert ask["prompt"] == "build"
        offered = next(row[1] for row in ask["options"] if row[0] == "build")
        for n, (thing, noun) in enumerate((("landmark", 3), ("supply", offered)), 8):
            await away.send(Why(n, table, seat, ask["number"], thing, noun))
        first, second = [await away.next(Because, count=n) for n in (2, 3)]
        ((key, missing),) = first.reasons
        assert key == "short" and missing > 10
        assert second.reasons == []
        await all_close(page, away)


async def test_nobody_hears_why_who_is_not_asked_that(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        page, stranger = await Raw.open(house.url, ADA), await Raw.open(house.url, "x" * 30)
        table = await seated(page)
        await page.send(Make(11, "machi_koro", 2))
        opened = (await page.next(Done, count=5)).table
        await page.send(Sit(12, opened, 0))
        await page.next(Done, count=6)
        seat, number = await asked(page, table)
        questions = [
            (page, Why(3, opened, 0, 1, "supply", 5), "not-your-turn"),
            (page, Why(4, table, 1 - seat, number, "supply", 5), "not-your-turn"),
            (page, Why(5, table, seat, number - 1, "supply", 5), "stale"),
            (page, Why(6, table, seat, number, "supply", 99), "illegal"),
            (page, Why(7, table, seat, number, "deck", 0), "illegal"),
            (page, Why(8, table, WATCH, number, "supply", 5), "not-your-seat"),
            (page, Why(9, "no-such-table", seat, number, "supply", 5), "unknown-table"),
            (stranger, Why(10, table, seat, number, "supply", 5), "not-your-seat"),
        ]
        for raw, frame, code in questions:
            told = len(raw.of(Refused))
            await raw.send(frame)
            refused = await raw.next(Refused, count=told + 1)
            assert (refused.id, refused.code) == (frame.id, code) and refused.reason
        assert not page.of(Because) and not stranger.of(Because)
        await all_close(page, stranger)
