"""Tips of a bot process: one question after the other, beside the bots' own moves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import Raw

from bots.document import document_of
from bots.filler import Filler
from bots.pace import Pause
from bots.teaching import Advice
from bots.thinkers import Thinkers
from bots.tipping import LATER, PAUSE, TRIES
from protocol.codec import encode, packed
from protocol.frames import Act, Frame, Full, Joined, Past, Refused, Study, Teach, Wanted, Welcome
from server.games import GAMES
from server.games.kernel import Choice, choose

from .begun import started
from .virtual import run_virtually

MINDS = ["skilled", "expert", "master"]


class Bots:
    """A bot process without a socket and without processes beside it, at two tables of the same game."""

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

        async def advise(beside: Thinkers, level: str, document: Any, due: float) -> Advice | None:
            self.levels.append(level)
            best, second = self.options[:2]
            return Advice(best, second, [], [], []) if await thinks() else None

        monkeypatch.setattr(Thinkers, "begin", lambda beside: None)
        monkeypatch.setattr(Thinkers, "advise", advise)
        self.filler = Filler("ws://127.0.0.1:9/ws", "key", "Bots", pause=Pause(0.5, 0.5))
        self.session = self.filler.connection.session
        self.session.greet()
        self.hear(Welcome("bots", 0))

    def hear(self, *frames: Frame) -> None:
        for frame in frames:
            self.session.receive(encode(frame))

    def want(self, *tables: str) -> None:
        """Somebody waits for a tip at these."""
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
        assert bots.filler.tipping.thinkers is not bots.filler.thinkers, "nor does one that thinks long"
        thinking.cancel()
        await bots.filler.tipping.close()

    run_virtually(main())


def test_who_is_next_is_shown_at_once_and_told_after_the_same_while(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        loop, seconds = asyncio.get_running_loop(), iter([0.1, PAUSE + 0.1])

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
        assert whiles == pytest.approx([PAUSE, 2 * PAUSE], abs=0.05)
        assert {it.table for it in bots.said(Teach)} == {"one", "two"} and bots.filler.tipping.given == 2

    run_virtually(main())


def test_what_nobody_finds_is_thought_about_again_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        bots = Bots(monkeypatch, nothing)
        bots.want("one")
        for number in range(TRIES):
            while len(bots.said(Study)) == number:
                await asyncio.sleep(0.1)
            bots.show("one")
        await asyncio.sleep(3 * LATER)
        assert len(bots.said(Study)) == len(bots.levels) == TRIES and not bots.said(Teach)

    run_virtually(main())


def test_what_is_never_answered_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        bots = Bots(monkeypatch, nothing)
        bots.want("one", "two")
        await asyncio.sleep(1)
        (first,) = bots.said(Study)
        await asyncio.sleep(LATER)
        _, second = bots.said(Study)
        assert second.table != first.table
        bots.hear(Refused(second.id, second.table, "stale", ""))
        await asyncio.sleep(0)
        assert bots.said(Study)[2].table == first.table

    run_virtually(main())
