"""The throughput of two hubs on one Redis, compared with one. Needs four cores, and says so without them."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from statistics import median
from typing import Any, Final

from msgspec import Struct

from bots.hub_process import OwnServer, own_server
from bots.load.plan import LoadPlan
from bots.load.run.coordinator import measure as measure_load

from .kit import BUDGETS, LIGHTEST, Aim, Say, Scale, Section, Shown, Table, spread
from .stages import private_redis

CORES: Final = 4
TIMES: Final = 1.7

ABOUT: Final = f"""\
The moves of {LIGHTEST} that are stored in a second when nobody thinks, so that the hubs are the limit: one
hub on a core of its own, then two on a core each, always on one Redis; all others share the other cores."""


class Hubs(Struct, frozen=True, kw_only=True):
    """Moves per second of one hub and of two, in each round; empty with fewer than four cores."""

    cores: int
    one: list[float]
    two: list[float]
    verdicts: list[str]


def measure(scale: Scale, say: Say) -> Hubs:
    """Measure both numbers of hubs in each round."""
    cores = sorted(os.sched_getaffinity(0))
    found = Hubs(cores=len(cores), one=[], two=[], verdicts=[])
    if len(cores) < CORES:
        say(f"{len(cores)} cores: can't be measured")
        return found
    for _ in range(scale.rounds):
        for count, rates in ((1, found.one), (2, found.two)):
            rate, verdict = once(count, cores, 1.5 if scale.small else scale.seconds)
            rates.append(rate)
            found.verdicts.append(verdict)
            say(f"{count} hubs: {rate:,.0f} moves/s")
    return found


def once(count: int, cores: list[int], seconds: float) -> tuple[float, str]:
    """Moves per second of `count` hubs, and the run's verdict."""
    with _only(cores[2:]), private_redis() as redis, contextlib.ExitStack() as stack:
        hubs = [stack.enter_context(_hub(redis, core)) for core in cores[:count]]
        plan = LoadPlan(
            url=",".join(hub.url for hub in hubs),
            games={LIGHTEST: 1.0},
            tables=40 * count,
            think="0",
            seconds=seconds,
            processes=max(1, len(cores) - 3),
            verify_share=0.0,
        )
        run = measure_load(plan, ",".join(hub.metrics for hub in hubs))
        return run.counts["moves"] / run.measured_s, run.verdict


@contextlib.contextmanager
def _only(cores: list[int]) -> Iterator[None]:
    """Restricts this process, and those it starts meanwhile, to these cores."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores or before)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@contextlib.contextmanager
def _hub(redis: str, core: int) -> Iterator[OwnServer]:
    """A hub that is pinned to one core."""
    with own_server({**BUDGETS, "REDIS": redis}, cores=False) as hub:
        os.sched_setaffinity(hub.pid, {core})
        yield hub


def shown(found: Hubs, others: Mapping[str, Any]) -> Shown:
    """The ratio, or why it is missing."""
    what, aim = "moves of two hubs, against one", f">= {TIMES:g} times"
    if not found.one or not found.two:
        why = f"can't be measured on {found.cores} cores: it takes {CORES}"
        return Shown([], {}, [Aim(what, aim, why, None)], [f"This {why}."])
    times = [two / one for one, two in zip(found.one, found.two, strict=True)]
    rows = [
        ("one hub, moves /s", spread(found.one)),
        ("two hubs, moves /s", spread(found.two)),
        ("times", spread(times, 2)),
    ]
    table = Table(("", "least / median / greatest"), rows)
    return Shown([table], {}, [Aim(what, aim, spread(times, 2), median(times) >= TIMES)], (), found.verdicts)


SECTION: Final = Section("hubs", "Two hubs", ABOUT, Hubs, measure, shown)
