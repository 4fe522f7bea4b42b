"""Requests to hurry, on the wire: a player at one hub asks, a bot process at another hub gets the request."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import NamedTuple

from protocol.codec import unpacked
from protocol.frames import Act, Done, Full, Hurried, Hurry, Join, Make, Refused, Sit, Start, Take
from server.live.hurry import HURRY_INTERVAL_S
from server.live.live_table import LiveTable
from tests.waiting import until

from .hubs import House, Raw, all_close, houses
from .test_questions import ADA
from .test_tips import bot_at


class Two(NamedTuple):
    """A person on seat 0 at one hub and a bot on seat 1 at another; both have joined their seats."""

    page: Raw
    bot: Raw
    here: House
    table: str
    ids: count[int]

    async def come_to(self, seat: int) -> None:
        """Play until this seat is asked."""
        acted = 0
        while True:
            for own, raw in enumerate((self.page, self.bot)):
                told = len(raw.of(Full))
                await raw.send(Join(self.table, own))
                ask = unpacked((await raw.next(Full, count=told + 1)).mine).get("ask")
                if ask and own == seat:
                    return
                if ask and ask["number"] != acted:
                    verb, *nouns = ask["options"][0]
                    acted = ask["number"]
                    await raw.send(Act(next(self.ids), self.table, own, acted, verb, *nouns[:1]))

    async def hurry(self, raw: Raw) -> None:
        """Send the request to hurry, and wait until the bot has received it."""
        id, told = next(self.ids), len(raw.of(Done))
        await raw.send(Hurry(id, self.table))
        assert (await raw.next(Done, count=told + 1)).id == id

    @property
    def live(self) -> LiveTable:
        return self.here.parts.registry.tables[self.table]


@asynccontextmanager
async def two(redis_url: str) -> AsyncIterator[Two]:
    async with houses(redis_url, 2) as (here, there):
        page, bot = await Raw.open(here.url, ADA), await bot_at(there.url, "bot-process-token-0123456789")
        await page.send(Make(1, "machi_koro", 2, wants=["", "whim"]))
        table = (await page.next(Done)).table
        await page.send(Sit(2, table, 0))
        await bot.send(Take(1, table, 1))
        await page.next(Done, count=2)
        await bot.next(Done)
        await page.send(Start(3, table))
        await page.next(Done, count=3)
        yield Two(page, bot, here, table, count(10))
        await all_close(page, bot)


async def test_bots_at_another_hub_hear_once_that_somebody_waits_for_them(redis_url: str) -> None:
    async with two(redis_url) as it:
        await it.come_to(1)
        await it.hurry(it.page)
        await until(lambda: it.bot.of(Hurried) == [Hurried(it.table)])
        for _ in range(5):
            it.live.hurried += 60  # as if it were the same moment, on a slow machine as well
            await it.hurry(it.page)
        assert not it.page.of(Hurried)
        it.live.hurried = -HURRY_INTERVAL_S
        await it.hurry(it.page)
        await until(lambda: len(it.bot.of(Hurried)) == 2)


async def test_nobody_is_hurried_by_strangers_or_while_a_person_is_asked(redis_url: str) -> None:
    async with two(redis_url) as it:
        stranger = await Raw.open(it.here.url, "x" * 30)
        await it.come_to(0)
        await it.hurry(it.page)
        await it.come_to(1)
        await stranger.send(Hurry(1, it.table))
        refused = await stranger.next(Refused)
        assert (refused.id, refused.code) == (1, "not-your-seat")
        assert it.live.hurried == 0 and not it.bot.of(Hurried)
        await stranger.close()
