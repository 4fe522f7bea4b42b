"""Slow minds run in processes beside the one with the sockets, whose loop continues even if they fail."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from msgspec import Raw

import bots.filler.worker_pool
from bots.document import document_of
from bots.explain.reasons import TipContent
from bots.filler.filler import Filler
from bots.filler.pace import Pause
from bots.filler.worker import LENGTH_BYTES, answer, serve
from bots.filler.worker_pool import WorkerPool
from bots.mind import quick_of
from bots.minds.learnt import Learnt
from bots.minds.registry import MINDS
from bots.minds.whim import Whim
from protocol.codec import encode, packed, unpacked
from protocol.frames import Act, Full, Joined, Welcome
from server.games import GAMES
from server.games.kernel import Choice, choose
from server.process.gc import MIN_NEW_OBJECTS
from tests.outside import environment
from tests.waiting import LIMIT, until

from ..search.begun import question, started
from .test_filler import Stubborn


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that stands still for some seconds is not taken for a worker that does not answer, and this
    process, where it does a worker's work, has CPU time enough."""
    monkeypatch.setattr(bots.filler.worker_pool, "LATE_WORKER_TIMEOUT_S", LIMIT / 3)
    monkeypatch.setattr("bots.filler.worker.LATE_CPU_LIMIT_S", LIMIT)


@asynccontextmanager
async def worker_pool(processes: int) -> AsyncIterator[WorkerPool]:
    """Running worker processes; stopped at the end."""
    made = WorkerPool(processes)
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

    async with worker_pool(2) as made:
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


GREEDY = """
from random import Random

class Hog:
    def __init__(self, seed):
        pass

    def choose(self, document, deadline):
        held = []
        while True:
            held.append(bytes(1 << 24))

class Endless(Hog):
    def choose(self, document, deadline):
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass
"""
POINTS = """\
[stammtisch.minds]
hog = greedy_minds:Hog
endless = greedy_minds:Endless
"""


async def test_a_mind_that_takes_too_much_costs_a_process_and_the_next_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for name, value in environment(tmp_path, POINTS).items():
        monkeypatch.setenv(name, value)
    (tmp_path / "greedy_minds.py").write_text(GREEDY)
    document, ask = question("machi_koro", 5)
    loop = asyncio.get_running_loop()
    async with worker_pool(1) as made:
        for mind in ("hog", "endless"):
            assert await made.choose(mind, document, loop.time() + LIMIT) is None
            assert await made.choose("whim", document, loop.time() + LIMIT) in ask.options
    said = [record.getMessage() for record in caplog.records if "replaced" in record.getMessage()]
    assert said[0] == "a worker process is replaced: it has used its memory"
    # The limits of CPU time and of time end it alike, whichever comes first.
    assert said[1].partition(": ")[2] in ("it has used its CPU time", "it does not answer")


async def test_one_that_ends_while_it_has_nothing_to_do_is_replaced_before_a_question_comes() -> None:
    document, _ = question("machi_koro", 5)
    async with worker_pool(1) as made:
        for ended in (1, 2):
            before = made.pids[0]
            os.kill(before, signal.SIGKILL)
            await until(lambda: made.pids[0] != before)  # noqa: B023, it is called within the loop
            assert made.ended == ended
            assert await made.choose("whim", document, asyncio.get_running_loop().time() + LIMIT)
        assert made.late == 0


async def test_one_that_stands_still_costs_no_answer_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    document, ask = question("machi_koro", 5)
    loop = asyncio.get_running_loop()
    async with worker_pool(1) as made:
        os.kill(made.pids[0], signal.SIGSTOP)
        # The worker gets the question, however little time is left for it by then.
        monkeypatch.setattr(bots.filler.worker_pool, "MIN_TIME_S", float("-inf"))
        assert await made.choose("whim", document, loop.time() + 0.5) is None
        assert made.late == 1
        os.kill(made.pids[0], signal.SIGKILL)
        assert await made.choose("whim", document, loop.time() + LIMIT) in ask.options, "by another one"


async def test_one_that_could_not_be_started_is_started_later(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    starts = iter([BlockingIOError("no more processes")])
    start = bots.filler.worker_pool._started

    async def started() -> asyncio.subprocess.Process:
        if why := next(starts, None):
            raise why
        return await start()

    monkeypatch.setattr("bots.filler.worker_pool._started", started)
    async with worker_pool(1):
        assert "can't be started: no more processes" in caplog.text


def test_garbage_is_looked_for_between_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search in the middle of a choice takes longer than 99 of 100 choices do."""

    class Knot:
        def __init__(self) -> None:
            self.itself = self

    lost: list[weakref.ref[Knot]] = []
    there: list[list[bool]] = []

    def ties(order: bytes) -> list[str]:
        before = [one() is not None for one in lost]
        knots = [Knot() for _ in range(MIN_NEW_OBJECTS)]
        lost.append(weakref.ref(knots[0]))
        del knots
        there.append([*before, lost[-1]() is not None])
        return []

    monkeypatch.setattr("bots.filler.worker.answer", ties)
    order = len(b"?").to_bytes(LENGTH_BYTES, "big") + b"?"
    serve(BytesIO(3 * order), BytesIO())
    assert there == [[True], [False, True], [False, False, True]]
    assert gc.isenabled()


def test_minds_in_workers_may_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    document, ask = question("machi_koro", 5)
    monkeypatch.setitem(MINDS, "stubborn", lambda seed: Stubborn(("nope", -1)))
    assert answer(packed(["choose", "stubborn", 1, 200, packed(document)])) == []
    assert tuple(answer(packed(["choose", "whim", 1, 200, packed(document)]))) in ask.options
    assert answer(packed(["choose", "nobody", 1, 200, packed(document)])) == []


@pytest.mark.parametrize("level", ["skilled", "expert", "master"])
def test_tips_are_thought_about_there_too(level: str) -> None:
    document, ask = question("machi_koro", 5)
    found = TipContent(*unpacked(packed(answer(packed(["advise", level, 1, 200, packed(document)])))))
    assert {(*found.best,), (*(found.second or ()),)} <= {*ask.options} and found.best != found.second
    assert bool(found.shares) == (level != "skilled")


@pytest.mark.parametrize("found", [True, False], ids=["in time", "late"])
async def test_a_worker_s_choice_is_played_or_else_the_quick_mind_s(
    found: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = GAMES["machi_koro"]
    game, asks, about = started(engine, 3)
    while len(asks[0].options) < 3:
        asks = choose(game, asks[0], asks[0].options[0])
    seat, first, last = asks[0].seat, asks[0].options[0], asks[0].options[-1]

    async def thought(self: WorkerPool, mind: str, document: Any, due: float) -> Choice | None:
        assert mind == "master"
        return last if found else None

    monkeypatch.setattr(WorkerPool, "begin", lambda self: None)
    monkeypatch.setattr(WorkerPool, "choose", thought)
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


def test_a_slow_mind_names_its_quick_one() -> None:
    assert {name for name, make in MINDS.items() if quick_of(make)} == {"master"}
    assert quick_of(MINDS["master"]) is Learnt
    assert quick_of(Whim) is None
