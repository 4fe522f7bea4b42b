"""A server that stops for two seconds of a steady minute, and a generator that stops: in virtual time.

The result is arithmetic: acts or pings are due evenly over a minute, those of the two seconds wait until the
stop is over, and all others are answered at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from bots.load.judge.verdict import judge
from bots.load.plan import LoadPlan, Phase
from bots.load.play.generator import Generator
from bots.load.play.recorder import Tick
from bots.load.result import Result
from bots.load.run.aggregate import Totals
from bots.load.run.machine import machine
from tests.bench.freeze import waits

from .virtual_time import Hub, VirtualDriver, VirtualLoop, run_virtually

TAKES = 0.002


def minute(
    think: str,
    still: tuple[float, float] = (0, 0),
    takes: float = TAKES,
    tables: int = 60,
    during: Callable[[Generator], Any] = lambda generator: None,
    **more: Any,
) -> tuple[Result, list[Tick]]:
    """A steady minute of tables with two seats, after second 3; `still` is when the hub stops and
    continues."""
    ticks: list[Tick] = []
    phases = [
        Phase(name="arrivals", seconds=3, start=0, end=tables, measured=False),
        Phase(name="steady", seconds=60, start=tables, end=tables),
    ]

    async def main() -> Result:
        plan = LoadPlan(url="", phases=phases, tables=tables, seats=2, think=think, seed=5, every=0, **more)
        clock = asyncio.get_running_loop().time
        driver: Any = partial(VirtualDriver, hub=Hub(takes, still))
        generator = Generator(plan, ticks.append, clock=clock, driver=driver)
        await generator.open()
        generator.begin(clock())
        during(generator)
        await generator.ended()
        tally = await generator.finish()
        totals = Totals(plan, generator.timeline, [tally], 60)
        return judge(totals.result([], "", machine(), [], [], None, None))

    return run_virtually(main()), ticks


def near(value: float, wanted: float, by: float) -> bool:
    return abs(value - wanted) <= by * wanted


@pytest.mark.parametrize(("think", "still"), [("fixed:500", 2.0), ("uniform:400,600", 2.0), ("exp:500", 6.0)])
def test_a_standstill_of_the_server_is_found_in_full(think: str, still: float) -> None:
    """The more random the thinking, the more acts are needed to come near the expected result."""
    found, ticks = minute(think, still=(30.0, 30.0 + still))
    act, raw, probe = found.tracks["act"], found.tracks["act_raw"], found.tracks["probe"]
    assert found.faults == {} and found.reach == 1 and found.verdict == "pass"
    expected = waits(0.99, still, 60.0) * 1000
    assert near(act.p99, expected, 0.05), act
    assert near(probe.p99, expected, 0.05), probe
    assert near(act.p999, waits(0.999, still, 60.0) * 1000, 0.05)
    assert near(act.max, still * 1000, 0.03) and near(probe.max, still * 1000, 0.03)
    assert raw.p99 < 0.5 * act.p99, "the latency of sent acts alone hides most of it"
    assert near(act.p50, TAKES * 1000, 0.01)
    assert probe.n == 60 * 40 and raw.n == found.counts["moves"] < act.n
    assert any("stood still" in reason for reason in found.reasons)
    assert found.tracks["late"].max < 1, "the generator itself did all in time"
    quiet = [tick for tick in ticks if tick.at < 30 or tick.at > 31 + still]
    assert max(us for tick in quiet for us in tick.series["act"]) < 3000
    assert not any(tick.counts.get("moves") for tick in ticks if tick.at == 30)


def test_without_stalls_corrected_latencies_equal_raw_ones() -> None:
    found, _ = minute("fixed:500")
    act, raw = found.tracks["act"], found.tracks["act_raw"]
    assert (act.n, act.p99, act.max) == (raw.n, raw.p99, raw.max)
    assert near(act.max, TAKES * 1000, 0.01) and near(found.tracks["probe"].max, TAKES * 1000, 0.01)
    assert near(found.counts["moves"], 60 * 60 / 0.502, 0.01)
    assert found.reasons == [] and found.verdict == "pass"
    assert found.tracks["turnaround"].max <= 0.001, "the next question comes with the diff"


def test_without_thinking_there_is_no_schedule_to_be_behind_of() -> None:
    found, _ = minute("fixed:0", still=(30.0, 32.0), takes=0.3, probes=20)
    assert found.tracks["act"].n == found.tracks["act_raw"].n
    assert near(found.tracks["probe"].p99, waits(0.99, 2.0, 60.0) * 1000 + 2 * 300, 0.02)


def test_a_generator_that_is_late_counts_its_own_lateness_and_says_so() -> None:
    def lose_a_second(generator: Generator) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        loop.call_at(20.0, loop.lose, 2.0)

    found, _ = minute("fixed:500", during=lose_a_second)
    act, raw, late = found.tracks["act"], found.tracks["act_raw"], found.tracks["late"]
    assert near(act.p99, waits(0.99, 2.0, 60.0) * 1000, 0.05), (
        "the wait counts, whether server or generator causes it"
    )
    assert raw.max < 2 * TAKES * 1000 + 1, "from the moment of sending nothing can be seen of it"
    assert late.max > 1900 and found.tracks["lag"].max > 1900
    assert found.verdict == "invalid"
    assert any("schedule" in reason for reason in found.reasons)


def test_pings_do_not_wait_for_one_another() -> None:
    found, ticks = minute("fixed:5000", still=(10.0, 20.0), probes=20)
    probe = found.tracks["probe"]
    assert probe.n == 20 * 60
    assert near(probe.p90, waits(0.90, 10.0, 60.0) * 1000, 0.05)
    assert not any(tick.series.get("probe") for tick in ticks if 11 <= tick.at <= 18)
    after = [tick for tick in ticks if 19 <= tick.at <= 20]
    assert sum(sum(tick.series["probe"].values()) for tick in after) >= 200
