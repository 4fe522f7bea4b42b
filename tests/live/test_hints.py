"""Hints on the wire: only for clients that ask for them; the document is the same for all viewers of a
seat."""

from __future__ import annotations

from protocol.codec import unpacked
from protocol.frames import WATCH, Done, Full, History, Join, Make, Part, Past, Sit

from .hubs import Raw, houses

ADA = "ada-token-for-tests-0123456789"


def hinted(frame: Full | Past) -> bool:
    return "hints" in unpacked(frame.mine)


async def test_hints_reach_the_sockets_that_asked_and_others_of_that_seat(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        page, bot = [await Raw.open(house.url, ADA, name) for name in ("Page", "Bot")]
        await page.send(Make(1, "machi_koro", 2))
        table = (await page.next(Done)).table
        await page.send(Sit(2, table, 0))
        await bot.send(Join(table, 0))
        assert not hinted(await bot.next(Full))
        await page.send(Join(table, 0, hints=True))
        assert hinted(await page.next(Full))
        assert hinted(await bot.next(Full, count=2)), "its copy must go on fitting the diffs of that seat"
        await page.send(Join(table, WATCH, hints=True))
        assert hinted(await page.next(Full, count=2))
        for wanted in (False, True):
            await page.send(History(table, 0, 1, wanted))
        assert [hinted(await page.next(Past, count=n)) for n in (1, 2)] == [False, True]
        await page.send(Join(table, 0, hints=True, advice=True))
        assert hinted(await bot.next(Full, count=3)), "advice is told to all who look from there"
        await page.send(Part(table, WATCH))
        await page.send(Join(table, WATCH))
        assert not hinted(await page.next(Full, count=5)), "no watcher requests them any more"
        for raw in (page, bot):
            await raw.close()


async def test_who_watches_is_told_nothing_anew_by_others_who_ask_for_advice(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        names = ("ada", "one", "two")
        ada, crowd, other = [await Raw.open(house.url, f"{name}-{ADA}", name) for name in names]
        await ada.send(Make(1, "machi_koro", 2))
        table = (await ada.next(Done)).table
        await crowd.send(Join(table, WATCH, hints=True))
        await crowd.next(Full)
        for advice in (True, False, True, False):
            await other.send(Join(table, WATCH, hints=True, advice=advice))
        await other.next(Full, count=4)
        assert hinted(other.of(Full)[-1]) and len(crowd.of(Full)) == 1
        for raw in (ada, crowd, other):
            await raw.close()
