"""An uploaded log is replayed in a separate process: endless loops and memory exhaustion do no harm to the
hub."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
from pathlib import Path

import httpx
import pytest

from server.games import GAMES
from server.http.responses import TooMany
from server.live.sandbox import Sandbox
from server.table.log import BadLog, read, written
from server.table.reel import reel
from tests.games import engines, toy
from tests.outside import environment
from tests.table.finished import finished
from tests.waiting import LIMIT, until

from . import runaway
from .hubs import houses

POINTS = "[stammtisch.games]\nrunaway = runaway\n"


@pytest.fixture
def runs_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Offer the faulty game, in this process and in its child processes."""
    lay_runaway(tmp_path, monkeypatch)


def lay_runaway(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in environment(tmp_path, POINTS).items():
        monkeypatch.setenv(name, value)
    package = tmp_path / "runaway"
    shutil.copytree(Path(toy.__file__).parent / "texts", package / "texts")
    shutil.copy(runaway.__file__, package)
    monkeypatch.setitem(engines.ENGINES, runaway.name, runaway)
    monkeypatch.setitem(GAMES, runaway.name, runaway)


def wrong(rounds: int) -> bytes:
    """The log of a game that fails as soon as its view is made."""
    return written(finished("runaway", 2, {"rounds": rounds}))


def there(pid: int) -> bool:
    """Does a process with this number exist?"""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.usefixtures("runs_away")
async def test_a_log_that_never_ends_or_takes_all_memory_is_refused_and_the_next_is_played(
    redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    good = written(finished("runaway", 2, {"rounds": 2}))
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        for rounds, seconds, why in (
            (runaway.ENDLESS, 0.8, "too long"),
            (runaway.VAST, LIMIT, "too much memory"),  # a slow machine needs long to fill it
        ):
            await house.parts.sandbox.close()
            house.parts.sandbox = house.parts.reels.sandbox = Sandbox(seconds=seconds)
            bad = asyncio.create_task(web.post("/reel", content=wrong(rounds)))
            second = asyncio.create_task(web.post("/reel", content=good))
            refused, played = await bad, await second
            assert (refused.status_code, refused.json()["error"]) == (400, "bad-log")
            assert why in refused.json()["reason"]
            assert (played.status_code, played.content) == (200, reel(read(good)))
        pid = house.parts.sandbox.pid
    assert not there(pid), "it has gone with its hub"
    said = [record.getMessage() for record in caplog.records if record.name == "stammtisch.sandbox"]
    assert said == ["the process that plays uploads is ended: it has used its CPU time"]


async def test_the_process_is_there_while_logs_come_and_has_gone_when_none_has_come_for_a_while() -> None:
    log = written(finished())
    box = Sandbox(idle=0.3)
    assert not box.pid, "no request has needed it"
    first = await box.reel(log)
    pid = box.pid
    assert there(pid)
    await until(lambda: not box.pid and not there(pid))
    assert await box.reel(log) == first
    await box.close()


async def test_one_process_plays_all_and_one_that_was_killed_is_replaced() -> None:
    log, box = written(finished()), Sandbox()
    played = await box.reel(log)
    pid = box.pid
    with pytest.raises(BadLog, match="no log"):
        await box.reel(b"not a log")
    assert box.pid == pid and there(pid), "it waits for the next"
    os.kill(pid, signal.SIGKILL)
    await until(lambda: not box.pid)
    assert await box.reel(log) == played
    assert box.pid != pid
    await box.close()
    assert not box.pid


async def test_the_queue_of_the_sandbox_is_limited() -> None:
    box, log = Sandbox(queue=2), written(finished())
    waiting = [asyncio.create_task(box.reel(log)) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(TooMany):
        await box.reel(log)
    assert len(set(await asyncio.gather(*waiting))) == 1
    await box.close()
