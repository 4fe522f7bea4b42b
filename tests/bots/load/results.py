"""Results as a run would give them, made from a seed: for everything that happens after a run."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

import msgspec
from hdrh.histogram import HdrHistogram  # type: ignore[import-untyped]
from msgspec.structs import replace

from bots.load.plan import LoadPlan, Phase
from bots.load.result import Machine, Result, Second, Track

PHASES = (
    Phase(name="warm-up", seconds=5, start=0, end=40, measured=False),
    Phase(name="steady", seconds=20, start=40, end=40),
    Phase(name="ramp down", seconds=5, start=40, end=0, measured=False),
)

MACHINE = Machine(
    cpu="Testing CPU <1>",
    cores=2,
    memory=24 * 2**30,
    system="Linux 6.1",
    versions={"stammtisch": "0.1.0", "Python": "3.12.1", "uvloop": "0.22"},
    files=20_000,
    load=0.25,
)

PLAN = LoadPlan(
    profile="steady",
    games={"machi_koro": 0.75, "santiago": 0.25},
    seats=4,
    tables=40,
    think="exp:500",
    phases=list(PHASES),
    watchers=0,
    per_socket=1,
    processes=1,
    seed=7,
    mind="whim",
    url="ws://127.0.0.1:1/ws",
)


def microseconds() -> HdrHistogram:
    """Numbers as runs record them."""
    return HdrHistogram(1, 100_000_000, 3)


def encoded(values: list[float]) -> str:
    """Milliseconds as the blob of their histogram; "" if there are none."""
    histogram = microseconds()
    for value in values:
        histogram.record_value(max(1, round(value * 1000)))
    return str(histogram.encode().decode()) if values else ""


def track(values: list[float], unit: float = 1000.0) -> Track:
    """Of values in ms, or of bytes with unit 1."""
    histogram = microseconds()
    for value in values:
        histogram.record_value(max(1, round(value * unit)))

    def at(percent: float) -> float:
        return float(histogram.get_value_at_percentile(percent)) / unit

    return Track(
        n=len(values),
        mean=sum(values) / len(values),
        p50=at(50),
        p90=at(90),
        p95=at(95),
        p99=at(99),
        p999=at(99.9),
        max=at(100),
        histogram=str(histogram.encode().decode()),
    )


def result(*given: Any, **named: Any) -> Result:
    """A run as `made` returns it, a new object each time."""
    return msgspec.json.decode(_encoded(*given, **named), type=Result)


@cache
def _encoded(*given: Any, **named: Any) -> bytes:
    return msgspec.json.encode(made(*given, **named))


def made(
    seed: int = 1,
    tables: int = 40,
    median_ms: float = 4.0,
    stalled: tuple[int, ...] = (),
    moves_a_second: int = 80,
    hub: bool = True,
) -> Result:
    """A steady run of 30 s. In the seconds of `stalled`, acts wait for up to a second more, if corrected."""
    random = Random(seed)
    seconds, act, raw, probe = [], [], [], []
    phases = [phase for phase in PHASES for _ in range(int(phase.seconds))]
    for at, phase in enumerate(phases):
        moves = moves_a_second + random.randrange(-5, 6)
        raws = [median_ms * random.lognormvariate(0, 0.5) for _ in range(moves)]
        corrected = [value + (random.random() * 1000 if at in stalled else 0) for value in raws]
        pings = [median_ms / 2 * random.lognormvariate(0, 0.4) for _ in range(20)]
        if phase.measured:
            act += corrected
            raw += raws
            probe += pings
        due = min(tables, tables * (at + 1) // 5) if at < 25 else tables * (29 - at) // 5
        figures = {"act": encoded(corrected), "act_raw": encoded(raws), "probe": encoded(pings)}
        seconds.append(second(random, at, phase.name, moves, due, hub, figures))
    return Result(
        command=["python", "-m", "bots", "load", "--tables", str(tables)],
        started="2026-01-02T03:04:05Z",
        machine=MACHINE,
        plan=replace(PLAN, tables=tables, seed=seed),
        measured_s=20.0,
        tracks={"act": track(act), "act_raw": track(raw), "probe": track(probe)},
        counts=counts(len(act), tables),
        diff_bytes=track([60 + random.random() * 40 for _ in range(400)], 1),
        full_bytes=track([2000 + random.random() * 400 for _ in range(160)], 1),
        hub_cpu_us_per_move=210.0 if hub else None,
        hub_bytes_per_seat=31_000.0 if hub else None,
        others_cpu=0.12 if hub else None,
        seconds=seconds,
    )


def second(
    random: Random, at: int, phase: str, moves: int, tables: int, hub: bool, figures: Mapping[str, Any]
) -> Second:
    """One second of it, with as many tables as are due."""
    return Second(
        at=at,
        phase=phase,
        **figures,
        moves=moves,
        tables=tables,
        tables_due=tables,
        sockets=tables * 4,
        bytes_in=moves * 330,
        bytes_out=moves * 60,
        generator_cpu=0.3 + random.random() / 20,
        hub_cpu=0.2 + random.random() / 20 if hub else None,
        hub_memory=60_000_000 + at * 10_000 if hub else None,
        hub_loop_lag=random.random() * 3 if hub else None,
        hub_queue=random.randrange(4) if hub else None,
        hub_commit=1 + random.random() if hub else None,
        hub_redis=0.5 + random.random() if hub else None,
        hub_move=2 + random.random() if hub else None,
    )


def counts(moves: int, tables: int) -> dict[str, int]:
    """The counters that belong to this many moves."""
    return {
        "moves": moves,
        "games_ended": 3,
        "tables_made": tables,
        "diffs": 4 * moves,
        "diffs_expected": 4 * moves,
        "checks": moves // 4,
        "documents_verified": 160,
        "bytes_in": 330 * moves,
        "bytes_out": 60 * moves,
        "resyncs": 0,
    }
