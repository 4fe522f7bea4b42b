"""The tips of a bot process: one question after the other, in parallel with the bots' own moves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import Raw

from bots.document import document_of
from bots.explain.reasons import TipContent
from bots.filler.filler import Filler
from bots.filler.pace import Pause
from bots.filler.tip_service import ANSWER_PAUSE_S, MAX_ATTEMPTS, RETRY_AFTER_S
from bots.filler.worker_pool import WorkerPool
from protocol.codec import encode, packed
from protocol.frames import Act, Frame, Full, Joined, Past, Refused, Study, Teach, Wanted, Welcome
from server.games import GAMES
from server.games.kernel import Choice, choose

from ..load.virtual_time import run_virtually
from ..search.begun import started

MINDS = ["skilled", "expert", "master"]


class Bots:
    """A bot process without a socket and without worker processes, at two tables of the same game."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, thinks: Callable[[], Any]) -> None:
        engine = GAMES["machi_koro"]
        game, asks, about = started(engine, 3)
        while len(asks[0].options) < 3:
            asks = choose(game, asks[0], asks[0].options[0])
        self.seat, self.options = asks[0].seat, asks[0].options
        self.levels: list[str] = []
        document = document_of(engine, game, asks, self.seat, about)
        self.shown = Raw(packed(document["public"])), Raw(packed(document["mine"]))
        self.number = document["mine"]["ask"]["number"]

        async def advise(beside: WorkerPool, level: str, document: Any, due: float) -> TipContent | None:
            self.levels.append(level)
            best, second = self.options[:2]
            return TipContent(best, second, [], [], []) if await thinks() else None

        monkeypatch.setattr(WorkerPool, "begin", lambda beside: None)
        monkeypatch.setattr(WorkerPool, "advise", advise)
        self.filler = Filler("ws://127.0.0.1:9/ws", "key", "Bots", pause=Pause(0.5, 0.5))
        self.session = self.filler.connection.session
        self.session.greet()
        self.hear(Welcome("bots", 0))

    def hear(self, *frames: Frame) -> None:
        for frame in frames:
            self.session.receive(encode(frame))

    def want(self, *tables: str) -> None:
        """Report that a player waits for a tip at these tables."""
        self.hear(*(Wanted(it, "machi_koro", [], [(self.seat, self.number)], MINDS) for it in tables))

    def show(self, table: str) -> None:
        self.hear(Past(table, self.seat, 1, *self.shown))

    def said(self, kind: type[Any]) -> list[Any]:
        return [frame for frame in self.session.outbox if isinstance(frame, kind)]


async def never() -> None:
    await asyncio.Event().wait()


async def nothing() -> bool:
    return False


def test_many_stand_in_line_and_no_move_waits_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        bots = Bots(monkeypatch, never)
        bots.want("one", "two")
        await asyncio.sleep(1)
        (study,) = bots.said(Study)
        bots.show(study.table)
        await asyncio.sleep(1)
        assert bots.levels == ["master"] and bots.said(Study) == [study], "the other one isn't shown yet"

        thinking = asyncio.create_task(bots.filler._think())
        bots.filler._sit("t", bots.seat, "skilled")
        bots.hear(Joined("t", bots.seat, 1, 0, []), Full("t", bots.seat, 1, *bots.shown))
        await asyncio.sleep(1)
        (act,) = bots.said(Act)
        assert Choice(act.verb, act.noun) in bots.options
        assert bots.filler.tipping.worker_pool is not bots.filler.worker_pool, "nor does one that thinks long"
        thinking.cancel()
        await bots.filler.tipping.close()

    run_virtually(main())


def test_who_is_next_is_shown_at_once_and_told_after_the_same_while(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        loop, seconds = asyncio.get_running_loop(), iter([0.1, ANSWER_PAUSE_S + 0.1])

        async def thinks() -> bool:
            await asyncio.sleep(next(seconds))
            return True

        bots, whiles = Bots(monkeypatch, thinks), list[float]()
        bots.want("one", "two")
        for number in (1, 2):
            while len(bots.said(Study)) < number:
                await asyncio.sleep(0.01)
            begun = loop.time()
            bots.show(bots.said(Study)[-1].table)
            while len(bots.said(Teach)) < number:
                await asyncio.sleep(0.01)
            whiles.append(loop.time() - begun)
        assert whiles == pytest.approx([ANSWER_PAUSE_S, 2 * ANSWER_PAUSE_S], abs=0.05)
        assert {it.table for it in bots.said(Teach)} == {"one", "two"} and bots.filler.tipping.given == 2

    run_virtually(main())


def test_a_tip_without_a_result_is_retried_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        bots = Bots(monkeypatch, nothing)
        bots.want("one")
        for number in range(MAX_ATTEMPTS):
            while len(bots.said(Study)) == number:
                await asyncio.sleep(0.1)
            bots.show("one")
        await asyncio.sleep(3 * RETRY_AFTER_S)
        assert len(bots.said(Study)) == len(bots.levels) == MAX_ATTEMPTS and not bots.said(Teach)

    run_virtually(main())


def test_a_tip_without_an_answer_does_not_block_others(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        bots = Bots(monkeypatch, nothing)
        bots.want("one", "two")
        await asyncio.sleep(1)
        (first,) = bots.said(Study)
        await asyncio.sleep(RETRY_AFTER_S)
        _, second = bots.said(Study)
        assert second.table != first.table
        bots.hear(Refused(second.id, second.table, "stale", ""))
        await asyncio.sleep(0)
        assert bots.said(Study)[2].table == first.table

    run_virtually(main())
