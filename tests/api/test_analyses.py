"""Analyses of finished games by bots, over HTTP: the same for all clients, from a process that exits
afterwards."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from bots.explain.analysis import analysed
from bots.explain.analysis_worker import analysis_data
from bots.explain.tips import TipAdviser
from server.api import analyses
from server.api.analyses import Analyses
from server.http.responses import admit
from server.net import http_connection
from server.net.rate_limits import MAX_ADDRESS_REQUESTS
from tests.waiting import LIMIT, until, within

from ..live import runaway
from ..live.hubs import Guest, all_close, houses, table_of
from ..live.test_sandbox import lay_runaway
from ..live.whole_games import play_out
from ..table.finished import finished

TABLE = "runaway-1"


async def lines(web: httpx.AsyncClient, table: str) -> list[Any]:
    """All streamed lines about a table."""
    answer = await web.get(f"/tables/{table}/analysis")
    assert answer.status_code == 200
    return [json.loads(line) for line in answer.text.splitlines()]


async def test_a_finished_game_is_looked_at_once_for_all_who_ask(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        guests, begins = [Guest(house.url, f"guest-{i}", 11) for i in range(2)], asyncio.Event()
        for guest in guests:
            guest.ready = begins.is_set
        table = await table_of(guests, public=False, options={"play_out": False})
        refused = await web.get(f"/tables/{table}/analysis")
        assert (refused.status_code, refused.json()["error"]) == (404, "not-over"), "it is still played"
        begins.set()
        await play_out(guests, table)
        for script in ("print('{}'); raise SystemExit(3)", "print('x' * 5_000_000)"):
            monkeypatch.setattr(Analyses, "command", ("-c", script))
            assert (await lines(web, table))[-1] is None, (
                "a failed analysis has no result, and may be tried again"
            )
        monkeypatch.undo()
        log = (await web.get(f"/tables/{table}/log")).content
        expected = json.loads(msgspec.json.encode(analysis_data(analysed(log, TipAdviser()))))
        assert expected["shared"] and len(expected["costly"]) == 2
        admitted = list[Any]()

        def noted(*given: Any) -> None:
            admitted.append(given)
            admit(*given)

        monkeypatch.setattr(analyses, "admit", noted)
        async with house.parts.analyses._one:  # it waits until both have asked
            asking = [asyncio.create_task(lines(web, table)) for _ in range(2)]
            await until(lambda: len(admitted) == 2)
        for said in await asyncio.gather(*asking):
            *progress, found = said
            assert found == expected
            assert progress and all(0 <= done < of for done, of in progress)
        assert await lines(web, table) == [expected], "it is known now"
        await all_close(*guests)


@pytest.mark.parametrize(
    ("rounds", "why"),
    [(runaway.ENDLESS, "it has used its CPU time"), (runaway.VAST, "it has used its memory")],
)
async def test_a_game_that_takes_too_much_is_told_of_in_one_line_and_the_next_is_looked_at(
    rounds: int,
    why: str,
    redis_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    lay_runaway(tmp_path, monkeypatch)
    usual = Analyses.command
    if rounds == runaway.ENDLESS:  # sooner than in other hubs
        monkeypatch.setattr(Analyses, "command", (*usual[:2], "5.0", *usual[3:]))
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        for number, entry in enumerate(entries := finished(runaway.name, 2, {"rounds": rounds})):
            await house.parts.store.commit(TABLE, number, entry, ttl=600)
        assert entries and (await lines(web, TABLE))[-1] is None
        said = [record.getMessage() for record in caplog.records if record.name == "stammtisch.analyses"]
        assert said == [f"the analysis of table {TABLE} failed: {why}"]
        assert "Traceback" not in capfd.readouterr().err
        monkeypatch.setattr(Analyses, "command", usual)
        for number, entry in enumerate(finished()):
            await house.parts.store.commit("another", number, entry, ttl=600)
        assert (await lines(web, "another"))[-1]["costly"]


SLOW = """
import time
for done in range(40):
    print([done, 40], flush=True)
    time.sleep(0.3)
print("{}")
"""


@pytest.mark.parametrize(
    ("script", "seconds", "found"),
    [(SLOW, 10.0, {}), ("import time; time.sleep(600)", 3.0, None)],
    ids=["slow", "silent"],
)
async def test_a_long_look_may_take_long_as_long_as_it_goes_on(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, script: str, seconds: float, found: object
) -> None:
    monkeypatch.setattr(analyses, "PROGRESS_TIMEOUT_S", seconds)
    monkeypatch.setattr(Analyses, "command", ("-c", script))
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        guests = [Guest(house.url, f"guest-{i}", 11) for i in range(2)]
        table = await table_of(guests, public=False, options={"play_out": False})
        await play_out(guests, table)
        assert (await lines(web, table))[-1] == found
        await all_close(*guests)


async def test_waiting_analyses_leave_an_address_its_page_requests(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a club, where several tables end at the same time."""
    monkeypatch.setattr(Analyses, "command", ("-c", "import time; time.sleep(600)"))
    monkeypatch.setattr(http_connection, "ANSWER_S", 3600.0)  # none of them is cut off
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        guests = [Guest(house.url, f"guest-{i}", 11) for i in range(2)]
        table = await table_of(guests, public=False, options={"play_out": False})
        await play_out(guests, table)
        async with AsyncExitStack() as stack:
            waiting = list[AsyncIterator[str]]()
            for _ in range(MAX_ADDRESS_REQUESTS):
                answer = await stack.enter_async_context(web.stream("GET", f"/tables/{table}/analysis"))
                waiting.append(answer.aiter_lines())
                assert await anext(waiting[-1]) == "[0,1]"
            async with within("a page is sent"):
                assert (await web.get("/")).status_code == 200
        await all_close(*guests)
