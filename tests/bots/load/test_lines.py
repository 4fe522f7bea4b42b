"""Lines as people have them: bytes come late, in order and complete; sockets break, and tables recover."""

from __future__ import annotations

import asyncio
from math import inf
from random import Random
from typing import Any

import pytest

from bots.__main__ import main
from bots.hub_process import OwnServer
from bots.load.play.generator import Generator
from bots.load.play.lines import LINES, Line, Stream, UserLine
from bots.load.run.arguments import lines_of
from tests.waiting import LIMIT

from .runs import generate, plan_for
from .virtual_time import run_virtually


def arrivals(line: Line, count: int) -> list[tuple[int, float]]:
    """When each of the pieces arrives of which one is sent every 10 ms: number and seconds on the way."""
    found: list[tuple[int, float]] = []

    async def sent() -> None:
        loop = asyncio.get_running_loop()
        stream = Stream(line, Random(1), loop)
        for number in range(count):
            stream.send(lambda n, at: found.append((n, loop.time() - at)), number, loop.time())
            await asyncio.sleep(0.01)
        await asyncio.sleep(60)

    run_virtually(sent())
    return found


def test_bytes_come_late_in_order_and_all_of_them() -> None:
    plain = arrivals(Line("", 40, 0, 0), 100)
    assert [number for number, _ in plain] == list(range(100))
    assert all(took == pytest.approx(0.04) for _, took in plain)
    wild = arrivals(Line("", 40, 30, 0.1), 1000)
    assert [number for number, _ in wild] == list(range(1000))
    assert min(took for _, took in wild) >= 0.04
    assert sum(took > 0.24 for _, took in wild) > 100, "what follows a lost piece waits for it"


def test_lines_break_as_often_as_they_say() -> None:
    line = UserLine(Line("", 1, 0, 0, cut_every_s=60, change_every_s=30), Random(1))
    breaks = [line.next_break() for _ in range(4000)]
    assert sum(after for after, _ in breaks) / 4000 == pytest.approx(20, rel=0.1)
    assert sum(change for _, change in breaks) / 4000 == pytest.approx(2 / 3, rel=0.1)
    assert UserLine(Line("", 1, 0, 0), Random(1)).next_break() == (inf, False)


async def test_tables_go_on_over_bad_lines(server: OwnServer, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = Line("", 10, 5, 0.01, cut_every_s=1.5, change_every_s=1.5, gap_s=0.1)
    monkeypatch.setitem(LINES, "train", bad)

    async def broken(generator: Generator) -> None:
        counts = generator.recorder.counts
        async with asyncio.timeout(2 * LIMIT):
            while counts["sockets cut"] < 6 or counts["moves"] < 30 or counts["resyncs"] < 3:
                await asyncio.sleep(0.02)
        generator.stop()

    found = await generate(plan_for(server.url, 200, lines={"train": 1}, think="fixed:50"), during=broken)
    assert found.faults == {} and found.reach == 1, found.reasons
    assert found.tracks["act_raw"].p50 >= 20, "there and back"
    assert found.tracks["probe"].p50 >= 20


@pytest.mark.parametrize("given", ["nothing-such", "mobile=0", "mobile=many"])
def test_a_line_that_is_none_is_refused(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["load", "--line", given]) == 2
    assert "line" in (said := capsys.readouterr().err) or "share" in said


def test_several_lines_are_shared_out() -> None:
    assert lines_of(["mobile=2", "cable"]) == {"mobile": 2.0, "cable": 1.0}
    plan: Any = plan_for("ws://x/ws", 1, lines={"mobile": 3.0, "cable": 1.0})
    assert plan.line_mix == "mobile 75%, cable 25%"
