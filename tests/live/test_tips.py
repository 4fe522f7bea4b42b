"""Tips on the wire: a player at one hub asks, a bot process at another answers."""

from __future__ import annotations

from typing import Any

import pytest

from bots.document import Document, options
from protocol.codec import unpacked
from protocol.frames import (
    WATCH,
    Browse,
    Done,
    Full,
    Hello,
    Join,
    Past,
    Refused,
    Study,
    Teach,
    Tip,
    Wanted,
    Welcome,
)
from protocol.proof import proof_of
from tests.waiting import LIMIT, until

from .hubs import BOT_KEY, Raw, all_close, houses
from .test_questions import ADA, seated


async def bot_at(url: str, token: str) -> Raw:
    """A bot process that receives requests."""
    raw = await Raw.open(url)
    await raw.send(Hello(token, "bots", proof=proof_of(BOT_KEY, token)))
    await raw.next(Welcome)
    await raw.send(Browse())
    return raw


async def joined(page: Raw, table: str) -> tuple[int, dict[str, Any]]:
    """The asked seat and its document; the page has joined it."""
    await page.send(Join(table, WATCH))
    ((seat, _, _),) = unpacked((await page.next(Full)).public)["asks"]
    await page.send(Join(table, seat))
    return seat, unpacked((await page.next(Full, count=2)).mine)


async def test_a_bot_process_gives_the_tip_through_another_hub(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.live.questions.STUDY_S", LIMIT)
    async with houses(redis_url, 2) as (here, there):
        page = await Raw.open(here.url, ADA)
        bot, late = [await bot_at(there.url, f"bot-process-token-{n}-0123456789") for n in range(2)]
        table = await seated(page)
        seat, seen = await joined(page, table)
        number = seen["ask"]["number"]
        assert seen["tip"] == {"left": 10}
        await page.send(Tip(5, table, seat, number))
        await page.next(Done, count=5)
        await until(lambda: any(frame.tips == [(seat, number)] for frame in bot.of(Wanted)))

        await bot.send(Study(1, table, seat, number))
        past = await bot.next(Past)
        shown = unpacked(past.mine)
        assert (past.table, past.seat) == (table, seat)
        assert {**shown, "tip": 0} == {**seen, "tip": 0}, "what the seat sees, and nothing else"
        for raw, code in ((late, "taken"), (page, "not-a-bot")):
            await raw.send(Study(6, table, seat, number))
            refused = await raw.next(Refused)
            assert (refused.id, refused.code) == (6, code)

        best, *others = options(Document(public={}, mine=shown))  # type: ignore[typeddict-item]
        second = [(*other,) for other in others[:1]]
        await bot.send(Teach(2, table, seat, number, *best, second, [], [("coins", 1, 10)]))
        await bot.next(Done)
        await page.send(Join(table, seat))
        said = unpacked((await page.next(Full, count=3)).mine)["tip"]
        assert (said["left"], said["ask"], said["verb"], said["noun"]) == (9, number, *best)
        assert said["brings"] == [["coins", 1, 10]]
        await until(lambda: late.of(Wanted)[-1].tips == [])
        await late.send(Study(7, table, seat, number))
        assert (await late.next(Refused, count=2)).code == "stale"
        await all_close(page, bot, late)
