"""The timing of the load test: thinking, schedules, the scheduler, the counters."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from random import Random
from statistics import mean, median

import pytest
from hdrh.histogram import HdrHistogram  # type: ignore[import-untyped]

from bots.load.plan import Phase
from bots.load.play.omitted import Omitted
from bots.load.play.profiles import PROFILES, phases_of
from bots.load.play.recorder import Buckets, Recorder
from bots.load.play.scheduler import Scheduler
from bots.load.play.think import parse
from bots.load.play.timeline import Timeline, schedule

from .virtual_time import VirtualLoop, run_virtually

# -- thinking ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "full", "middle", "least", "most"),
    [
        ("500", "uniform:250,750", 0.5, 0.25, 0.75),
        ("fixed:80", "fixed:80", 0.08, 0.08, 0.08),
        ("uniform:10,30", "uniform:10,30", 0.02, 0.01, 0.03),
        ("exp:200", "exp:200", 0.2, 0.0, 9.0),
        ("0", "uniform:0,0", 0.0, 0.0, 0.0),
    ],
)
def test_thinking_is_drawn_from_what_was_asked_for(
    text: str, full: str, middle: float, least: float, most: float
) -> None:
    think, random = parse(text), Random(1)
    drawn = [think.draw(random) for _ in range(4000)]
    assert think.text == full and think.mean == pytest.approx(middle)
    assert least <= min(drawn) and max(drawn) <= most
    assert mean(drawn) == pytest.approx(middle, rel=0.05)
    assert parse(full).mean == pytest.approx(middle)


def test_lognormal_thinking_has_its_median_and_mean() -> None:
    think, random = parse("lognormal:400,0.6"), Random(1)
    drawn = [think.draw(random) for _ in range(20_000)]
    assert median(drawn) == pytest.approx(0.4, rel=0.05)
    assert mean(drawn) == pytest.approx(think.mean, rel=0.05) and think.mean > 0.4


@pytest.mark.parametrize(
    "text",
    ["", "soon", "-1", "exp:0", "exp:-5", "uniform:9,1", "fixed:nan", "gauss:1,2", "lognormal:5", "1,2"],
)
def test_thinking_that_can_t_be_understood(text: str) -> None:
    with pytest.raises(ValueError, match="thinking"):
        parse(text)


# -- schedules -----------------------------------------------------------------------------------------


def test_every_profile_asks_for_what_its_phases_say() -> None:
    for name, profile in PROFILES.items():
        phases = phases_of(profile, 40, 20.0, 4)
        timeline = Timeline(phases)
        assert timeline.measured_s == pytest.approx(20.0), name
        assert max(max(phase.start, phase.end) for phase in phases) == 40, name
        dues = schedule(phases, "poisson", Random(1))
        assert [due.at for due in dues] == sorted(due.at for due in dues), name
        assert all(0 <= due.at <= timeline.seconds for due in dues)
        assert sum(1 if due.joins else -1 for due in dues) == phases[-1].end, name


def test_tables_come_evenly_or_by_chance_but_always_as_many() -> None:
    phases = [
        Phase(name="up", seconds=10, start=0, end=100),
        Phase(name="down", seconds=5, start=100, end=80),
    ]
    even = schedule(phases, "even", Random(1))
    chance = schedule(phases, "poisson", Random(1))
    assert [round(due.at, 3) for due in even[:3]] == [0.05, 0.15, 0.25]
    for dues in (even, chance):
        assert sum(due.joins for due in dues) == 100 and sum(not due.joins for due in dues) == 20
        assert all(due.at <= 10 for due in dues if due.joins) and all(due.at >= 10 for due in dues[100:])
    timeline = Timeline(phases)
    for second in range(11):
        alive = sum(due.at <= second for due in even)
        assert abs(alive - timeline.wanted(second)) <= 1
    gaps = [b.at - a.at for a, b in pairwise(chance[:100])]
    assert max(gaps) > 3 * min(gaps), "not evenly"
    assert schedule(phases, "poisson", Random(1)) == chance != schedule(phases, "poisson", Random(2))


def test_initial_tables_of_a_phase_are_due_at_once() -> None:
    phases = [Phase(name="few", seconds=4, start=2, end=2), Phase(name="many", seconds=4, start=9, end=9)]
    dues = schedule(phases, "poisson", Random(1))
    assert [due.at for due in dues] == [0.0] * 2 + [4.0] * 7


def test_a_course_knows_its_phases() -> None:
    warm = Phase(name="warm", seconds=2, start=0, end=10, measured=False)
    play = Phase(name="play", seconds=3, start=10, end=20)
    timeline = Timeline([warm, play])
    assert (timeline.seconds, timeline.measured_from, timeline.measured_to) == (5, 2, 5)
    assert [timeline.phase(at).name for at in (0, 1.9, 2, 4.9, 99)] == [
        "warm",
        "warm",
        "play",
        "play",
        "play",
    ]
    assert [timeline.wanted(at) for at in (0, 1, 2, 3.5, 5, 9)] == [0, 5, 10, 15, 20, 20]
    for phases in ([warm], [play, warm, play]):
        with pytest.raises(ValueError, match="measured"):
            Timeline(phases)


# -- the scheduler -------------------------------------------------------------------------------------


def test_a_scheduler_keeps_its_times_and_says_how_late_it_was() -> None:
    done: list[tuple[str, float]] = []
    late: list[tuple[float, float]] = []

    async def main() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        scheduler = Scheduler(loop.time, lambda due, by: late.append((due, by)))

        def note(name: str) -> None:
            done.append((name, round(loop.time(), 6)))

        def busy() -> None:
            loop.lose(0.5)
            scheduler.at(1.2, note, "put in while busy")

        scheduler.at(2.0, note, "last")
        scheduler.at(1.0, busy)
        scheduler.at(1.3, note, "late")
        scheduler.at(0.5, note, "first")
        scheduler.at(0.5, note, "second")
        scheduler.at(9.0, note, "never")
        await asyncio.sleep(3)
        scheduler.clear()
        await asyncio.sleep(10)

    run_virtually(main())
    assert done == [
        ("first", 0.5),
        ("second", 0.5),
        ("put in while busy", 1.5),
        ("late", 1.5),
        ("last", 2.0),
    ]
    assert [(due, round(by, 6)) for due, by in late] == [
        (0.5, 0),
        (0.5, 0),
        (1.0, 0),
        (1.2, 0.3),
        (1.3, 0.2),
        (2.0, 0),
    ]


def test_a_timer_that_rings_early_is_not_believed() -> None:
    """Timers of fast event loops can fire too early, by up to a millisecond."""
    done = []

    async def main() -> None:
        now = 0.0
        scheduler = Scheduler(lambda: now)
        scheduler.at(0.02, lambda: done.append(now))
        await asyncio.sleep(0.05)
        assert done == []
        now = 0.02
        async with asyncio.timeout(10):
            while not done:
                await asyncio.sleep(0.01)

    asyncio.run(main())
    assert done == [0.02]


# -- counting ------------------------------------------------------------------------------------------


def test_buckets_agree_with_a_histogram_to_three_digits() -> None:
    random, buckets, whole = Random(3), Buckets(), HdrHistogram(1, 100_000_000, 3)
    for _ in range(20_000):
        value = int(random.lognormvariate(9, 2))
        buckets.add(value)
        whole.record_value(min(max(1, value), 100_000_000))
    track = buckets.track(1)
    assert track is not None and track.n == 20_000
    for percentile, found in ((50, track.p50), (90, track.p90), (99, track.p99), (99.9, track.p999)):
        assert found == pytest.approx(whole.get_value_at_percentile(percentile), rel=0.002)
    decoded = HdrHistogram.decode(track.histogram.encode())
    assert decoded.get_total_count() == 20_000
    assert buckets.median() == pytest.approx(track.p50, rel=0.002)


def test_buckets_of_several_processes_add_up() -> None:
    one, other, both = Buckets(), Buckets(), Buckets()
    for value in (0, 1, 5, 2047, 2048, 2049, 1_000_000):
        one.add(value)
        other.add(value, 3)
        both.add(value, 4)
    one.merge(other.counts)
    assert one.counts == both.counts
    assert Buckets().track(1) is None and Buckets().blob() == "" and Buckets().median() == 0
    track = both.track(1000)
    assert track is not None and track.n == 28 and track.max == pytest.approx(1000, rel=0.002)


def test_acts_due_while_measuring_count_whenever_they_finish() -> None:
    recorder = Recorder()
    recorder.window = (10.0, 20.0)
    recorder.note("act", 9.9, 5.0)
    recorder.note("act", 19.9, 5.0)
    recorder.note("act", 20.0, 5.0)
    recorder.note("connect", 1.0, 0.1)
    recorder.count("moves", 15.0)
    recorder.count("moves", 25.0)
    recorder.fault("gaps")
    recorder.fault("repeats", 0)
    tick = recorder.tick(7, 7.0)
    assert sum(recorder.tracks["act"].counts.values()) == 1
    assert sum(recorder.tracks["connect"].counts.values()) == 1, "that counts in the whole run"
    assert sum(tick.series["act"].values()) == 3 and tick.at == 7
    assert tick.counts == {"moves": 2, "faults": 1} and recorder.counts["moves"] == 1
    assert recorder.faults == {"gaps": 1}
    assert recorder.tick(8, 8.0).counts == {}


def test_acts_that_a_stall_kept_from_happening() -> None:
    omitted = Omitted(parse("fixed:500"), Random(1))
    assert list(omitted.during(0.4, 0.0)) == []
    assert list(omitted.during(0.502, 0.004)) == [], "the next would just be due"
    assert list(omitted.during(2.0, 0.0)) == [(0.5, 1), (1.0, 1), (1.5, 1)]
    assert list(omitted.during(2.0, 0.5)) == [(1.0, 1)], "a server that is always slow"
    assert list(omitted.during(2.0, 3.0)) == []
    many = list(omitted.during(500.0, 0.0))
    assert len(many) == 64 and sum(times for _, times in many) == pytest.approx(1000, rel=0.05)
    assert all(0 < later < 500 for later, _ in many)
    assert list(Omitted(parse("0"), Random(1)).during(5.0, 0.0)) == []
