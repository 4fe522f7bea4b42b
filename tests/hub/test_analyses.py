"""What bots make of finished games, over HTTP: the same for all who ask, from a process that goes again."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import httpx
import msgspec
import pytest

from bots.analysis import analysed
from bots.analyst import shown
from bots.teaching import Teacher
from server.hub import analyses
from server.hub.analyses import Analyses
from server.hub.budget import REQUESTS
from tests.waiting import LIMIT, within

from .houses import Guest, all_close, houses, table_of
from .proving import play_out


async def lines(web: httpx.AsyncClient, table: str) -> list[Any]:
    """All lines that are said of a table."""
    answer = await web.get(f"/tables/{table}/analysis")
    assert answer.status_code == 200
    return [json.loads(line) for line in answer.text.splitlines()]


async def test_a_finished_game_is_looked_at_once_for_all_who_ask(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        guests = [Guest(house.url, f"guest-{i}", 11) for i in range(2)]
        table = await table_of(guests, public=False, options={"play_out": False})
        refused = await web.get(f"/tables/{table}/analysis")
        assert (refused.status_code, refused.json()["error"]) == (404, "not-over"), "it is still played"
        await play_out(guests, table)
        for script in ("print('{}'); raise SystemExit(3)", "print('x' * 5_000_000)"):
            monkeypatch.setattr(Analyses, "command", (sys.executable, "-c", script))
            assert (await lines(web, table))[-1] is None, "who fails has found nothing, and may try again"
        monkeypatch.undo()
        log = (await web.get(f"/tables/{table}/log")).content
        expected = json.loads(msgspec.json.encode(shown(analysed(log, Teacher()))))
        assert expected["shared"] and len(expected["costly"]) == 2
        for said in await asyncio.gather(lines(web, table), lines(web, table)):
            *progress, found = said
            assert found == expected
            assert progress and all(0 <= done < of for done, of in progress)
        assert await lines(web, table) == [expected], "it is known now"
        await all_close(*guests)


SLOW = """
import time
for done in range(4):
    print([done, 4], flush=True)
    time.sleep(1.2)
print("{}")
"""


@pytest.mark.parametrize(
    ("script", "found"), [(SLOW, {}), ("import time; time.sleep(600)", None)], ids=["slow", "silent"]
)
async def test_a_long_look_may_take_long_as_long_as_it_goes_on(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, script: str, found: object
) -> None:
    monkeypatch.setattr(analyses, "LOST", 3.0)
    monkeypatch.setattr(Analyses, "command", (sys.executable, "-c", script))
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        guests = [Guest(house.url, f"guest-{i}", 11) for i in range(2)]
        table = await table_of(guests, public=False, options={"play_out": False})
        await play_out(guests, table)
        assert (await lines(web, table))[-1] == found
        await all_close(*guests)


async def test_who_waits_for_bots_keeps_nobody_of_their_address_from_pages(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a club, where several tables end at once."""
    monkeypatch.setattr(Analyses, "command", (sys.executable, "-c", "import time; time.sleep(600)"))
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        guests = [Guest(house.url, f"guest-{i}", 11) for i in range(2)]
        table = await table_of(guests, public=False, options={"play_out": False})
        await play_out(guests, table)
        async with AsyncExitStack() as stack:
            waiting = list[AsyncIterator[str]]()
            for _ in range(REQUESTS):
                answer = await stack.enter_async_context(web.stream("GET", f"/tables/{table}/analysis"))
                waiting.append(answer.aiter_lines())
                assert await anext(waiting[-1]) == "[0,1]"
            async with within("a page is sent, sooner than all are cut off", 30):
                assert (await web.get("/")).status_code == 200
        await all_close(*guests)
