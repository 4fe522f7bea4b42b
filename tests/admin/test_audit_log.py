"""Every act of the operator is in the audit log, which shows tampering; the logs of hubs mention it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
from redis.asyncio import Redis

from server.__main__ import main
from server.admin.service import TORN, UNREADABLE, Admin
from server.store.admin_records import admin_records_at
from server.store.keys import ACTS, ACTS_END
from server.table.tokens import person
from tests.live.hubs import all_close, houses, still_table
from tests.waiting import until

from .operator import TOKEN, host, nobody_closes


async def test_every_hub_s_own_log_tells_what_the_host_does_and_nothing_that_was_written(
    redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "stammtisch.agent")
    ada, secret = person(TOKEN.format(1)), "Ada and Ben quarrel"
    async with houses(redis_url, 2, poll_s=0.05) as (one, two), host(redis_url, one, two) as admin:
        guests, table = await still_table(one.url)
        await admin.bar("silence", "person", ada, 60, secret)
        await admin.bar("lock", "address", "203.0.113.7", 0, secret)
        await admin.free("lock", "address", "203.0.113.7")
        await admin.announce(secret)
        await admin.tables(False)
        await admin.close(table)
        await admin.drain(two.settings.hub)
        end = next(it["until"] for it in await admin.log() if it["what"] == "silence")

        def told() -> list[str]:
            return [it.getMessage() for it in caplog.records if it.name == "stammtisch.agent"]

        at = datetime.fromtimestamp(end / 1000, UTC).isoformat(timespec="seconds")
        expected = [
            f"silence, person {ada}, until {at}",
            "lock, an address",
            "end lock, an address",
            "announce",
            "tables off",
            f"close, table {table}",
            f"drain, hub {two.settings.hub}",
        ]
        await until(lambda: sorted(told()) == sorted(2 * [f"the host orders: {it}" for it in expected]))
        await all_close(*guests)


@asynccontextmanager
async def acting(url: str, *texts: str) -> AsyncIterator[tuple[Admin, Any]]:
    """An operator without hubs who has made this announcement, and the Redis with its audit log."""
    async with admin_records_at(url) as house, Redis.from_url(url) as redis:
        admin = Admin(house, "me", nobody_closes)
        for text in texts:
            await admin.announce(text)
        yield admin, redis


async def test_the_log_shows_when_somebody_has_changed_it(new_redis_url: Callable[[], str]) -> None:
    async with acting(new_redis_url(), "one", "two", "three") as (admin, redis):
        rows = await admin.log()
        assert [(it["by"], it["what"], it["text"], it["true"]) for it in rows] == [
            ("me", "announce", text, True) for text in ("one", "two", "three")
        ]
        assert [it["at"] for it in rows] == sorted(it["at"] for it in rows)
        row = await redis.lindex(ACTS, 1)
        await redis.lset(ACTS, 1, row.replace(b"two", b"six"))
        assert [it["true"] for it in await admin.log()] == [True, True, False]
        await redis.lset(ACTS, 1, b"nonsense")
        assert [it["true"] for it in await admin.log()] == [True, False, False]
        assert (await admin.log())[1]["what"] == UNREADABLE


@pytest.mark.parametrize("removed", [0, 1, 3])
async def test_the_log_shows_that_its_newest_rows_were_changed(
    new_redis_url: Callable[[], str], removed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Changed rows, when no row is removed; immediately, and after the next act."""
    url = new_redis_url()
    async with acting(url, "one", "two", "three") as (admin, redis):
        if removed:
            await redis.rpop(ACTS, removed)
        else:
            await redis.lset(ACTS, -1, (await redis.lindex(ACTS, -1)).replace(b"three", b"seven"))
        *_, last = rows = await admin.log()
        assert (len(rows), last["what"], last["true"]) == (4 - removed, TORN, False)
        assert await asyncio.to_thread(main, ["admin", "--redis", url, "log"]) == 1
        assert TORN in capsys.readouterr().out
        await admin.announce("four")
        *others, last = await admin.log()
        assert (last["text"], last["true"]) == ("four", False)
        assert all(it["true"] for it in others)
        await admin.announce("five")
        assert (await admin.log())[-1]["true"]


async def test_a_log_whose_end_was_never_kept_is_taken_as_it_is(new_redis_url: Callable[[], str]) -> None:
    async with acting(new_redis_url()) as (admin, redis):
        for text in ("one", "two"):
            await redis.delete(ACTS_END)
            await admin.announce(text)
        await redis.delete(ACTS_END)
        assert [it["true"] for it in await admin.log()] == [True, True]
