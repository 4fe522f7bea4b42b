"""Minds that take long: beside the process with the sockets, whose loop goes on, whatever becomes of them."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from msgspec import Raw

import bots.thinkers
from bots.document import document_of
from bots.filler import Filler
from bots.mind import MINDS, quick_of
from bots.minds.learnt import Learnt
from bots.minds.whim import Whim
from bots.pace import Pause
from bots.teaching import Advice
from bots.thinker import answer
from bots.thinkers import Thinkers
from protocol.codec import encode, packed, unpacked
from protocol.frames import Act, Full, Joined, Welcome
from server.games import GAMES
from server.games.kernel import Choice, choose
from tests.waiting import LIMIT, until

from .begun import question, started
from .test_filler import Stubborn


@asynccontextmanager
async def thinkers(processes: int) -> AsyncIterator[Thinkers]:
    """Processes that are there, ended in the end."""
    made = Thinkers(processes)
    document, _ = question("machi_koro", 5)
    loop = asyncio.get_running_loop()
    try:
        while await made.choose("whim", document, loop.time() + LIMIT) is None:
            pass
        yield made
    finally:
        pids = [*made.pids]
        await made.close()
        for pid in filter(None, pids):
            with pytest.raises(ProcessLookupError):
                os.kill(pid, 0)


async def test_fifty_seats_are_answered_though_a_process_is_killed_and_the_loop_goes_on() -> None:
    document, ask = question("machi_koro", 5)
    loop, turns = asyncio.get_running_loop(), 0

    async def serve() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async with thinkers(2) as made:
        serving = asyncio.create_task(serve())
        asked = [made.choose("master", document, loop.time() + LIMIT) for _ in range(50)]
        answers = asyncio.gather(*asked)
        await asyncio.sleep(0.1)
        os.kill(made.pids[0], signal.SIGKILL)
        found = await answers
        serving.cancel()
        assert len(found) == 50 and {*found} <= {None, *ask.options}
        assert found.count(None) <= 1, "nothing but what the killed one had in hand"
        await until(lambda: made.ended == 1)
        assert turns > 50


async def test_one_that_stands_still_costs_no_answer_its_time() -> None:
    document, ask = question("machi_koro", 5)
    loop = asyncio.get_running_loop()
    async with thinkers(1) as made:
        os.kill(made.pids[0], signal.SIGSTOP)
        assert await made.choose("whim", document, loop.time() + 0.05) is None
        assert made.late == 1
        os.kill(made.pids[0], signal.SIGKILL)
        assert await made.choose("whim", document, loop.time() + LIMIT) in ask.options, "by another one"


async def test_one_that_could_not_be_started_is_started_later(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    starts = iter([BlockingIOError("no more processes")])
    start = bots.thinkers._started

    async def started() -> asyncio.subprocess.Process:
        if why := next(starts, None):
            raise why
        return await start()

    monkeypatch.setattr("bots.thinkers._started", started)
    async with thinkers(1):
        assert "can't be started: no more processes" in caplog.text


def test_what_thinks_there_may_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    document, ask = question("machi_koro", 5)
    monkeypatch.setitem(MINDS, "stubborn", lambda seed: Stubborn(("nope", -1)))
    assert answer(packed(["choose", "stubborn", 1, 200, packed(document)])) == []
    assert tuple(answer(packed(["choose", "whim", 1, 200, packed(document)]))) in ask.options
    assert answer(packed(["choose", "nobody", 1, 200, packed(document)])) == []


@pytest.mark.parametrize("level", ["skilled", "expert", "master"])
def test_tips_are_thought_about_there_too(level: str) -> None:
    document, ask = question("machi_koro", 5)
    found = Advice(*unpacked(packed(answer(packed(["advise", level, 1, 200, packed(document)])))))
    assert {(*found.best,), (*(found.second or ()),)} <= {*ask.options} and found.best != found.second
    assert bool(found.shares) == (level != "skilled")


@pytest.mark.parametrize("found", [True, False], ids=["in time", "late"])
async def test_what_was_thought_is_played_else_what_the_quick_one_says(
    found: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = GAMES["machi_koro"]
    game, asks, about = started(engine, 3)
    while len(asks[0].options) < 3:
        asks = choose(game, asks[0], asks[0].options[0])
    seat, first, last = asks[0].seat, asks[0].options[0], asks[0].options[-1]

    async def thought(self: Thinkers, mind: str, document: Any, due: float) -> Choice | None:
        assert mind == "master"
        return last if found else None

    monkeypatch.setattr(Thinkers, "begin", lambda self: None)
    monkeypatch.setattr(Thinkers, "choose", thought)
    monkeypatch.setattr(Learnt, "choose", lambda self, document, deadline: first)
    filler = Filler("ws://127.0.0.1:9/ws", "key", "Bots", pause=Pause(0.0, 0.0))
    session = filler.connection.session
    session.greet()
    filler._sit("t", seat, "master")
    document = document_of(engine, game, asks, seat, about)
    asked = Full("t", seat, 1, Raw(packed(document["public"])), Raw(packed(document["mine"])))
    for frame in (Welcome("bots", 0), Joined("t", seat, 1, 0, []), asked):
        session.receive(encode(frame))
    await until(lambda: filler.acts == 1)
    act = session.outbox[-1]
    assert isinstance(act, Act) and (act.verb, act.noun) == (last if found else first)


def test_who_takes_long_says_who_is_quick() -> None:
    assert {name for name, make in MINDS.items() if quick_of(make)} == {"master"}
    assert quick_of(MINDS["master"]) is Learnt
    assert quick_of(Whim) is None
