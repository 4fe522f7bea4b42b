"""The cost of a move for all hubs together, if the clients of a table connect to several hubs instead of
one."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from itertools import product
from statistics import median
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from bots.hub_process import OwnServer, own_server
from bots.load.plan import LoadPlan, Phase
from bots.load.play.profiles import PROFILES, phases_of
from bots.load.run.coordinator import measure as measure_load

from .kit import BUDGETS, LIGHTEST, SEATS, Aim, Say, Scale, Section, Shown, Table, await_rest, fewer, spread
from .stages import private_redis

AIMS: Final = {2: 1.5, 4: 1.9}
"""By number of hubs: the greatest CPU time of a move, as a multiple of that with one hub."""

PACES: Final = {"quick": (60, 300), "calm": (600, 3000), "busy": (100, 100)}
"""Tables, and thinking times in ms: the same rate of moves from few fast and from many slow tables; and
five times that rate."""

ABOUT: Final = f"""\
Tables of {LIGHTEST}: {PACES["quick"][0]} that think {PACES["quick"][1]} ms, {PACES["calm"][0]} that think
{PACES["calm"][1]} ms, and {PACES["busy"][0]} that think {PACES["busy"][1]} ms. {SEATS} hubs run on one Redis;
the {SEATS} seats of each table are at one, at two, or at a hub each, and the CPU time of all hubs that
anybody is at is counted.
By turns, in each round up and down: a machine that gets slower meanwhile favours nobody. Hubs that follow a
table tell their own people what the hub that wrote has worked out, and read its table when one of theirs
plays; what they save is telling the others. A hub wakes up for each move that it hears of, with few moves
for each of them alone, and what it costs to be there at all (a few ms a second) counts as often as there
are hubs: on a machine with fewer cores than hubs, as where these figures come from, they also take the
caches from each other."""


class Apart(Struct, frozen=True, kw_only=True):
    """One measurement with the clients of each table spread over `hubs` hubs."""

    hubs: int
    hub_us: float
    moves_per_s: float
    verdict: str
    pace: str = "quick"


def measure(scale: Scale, say: Say) -> list[Apart]:
    """Measure all numbers of hubs in turn, on the same hubs."""
    counts, found = (1, *AIMS), []
    with private_redis() as redis, contextlib.ExitStack() as stack:
        settings = {**BUDGETS, "REDIS": redis}
        hubs = [stack.enter_context(own_server(settings, cores=False)) for _ in range(SEATS)]
        if not scale.small:
            for hub in hubs:
                await_rest(hub.metrics)
        for number in range(scale.rounds):
            for pace, count in product(PACES, reversed(counts) if number % 2 else counts):
                one = _once(pace, hubs[:count], scale)
                say(f"{pace}, {count} hubs: {one.hub_us:.0f} us a move at {one.moves_per_s:.0f} moves/s")
                found.append(one)
    return found


def _once(pace: str, hubs: list[OwnServer], scale: Scale) -> Apart:
    """One load run; seats use the hubs' addresses in turn."""
    tables, think_ms = PACES[pace]
    tables, seconds = fewer(scale, tables), 1.5 if scale.small else max(10.0, scale.seconds)
    plan = LoadPlan(
        url=",".join(hub.url for hub in hubs),
        apart=True,
        games={LIGHTEST: 1.0},
        tables=tables,
        think=f"{think_ms / 20 if scale.small else think_ms:g}",
        phases=_phases(tables, seconds),
        seats=SEATS,
        probes=0.0,
        verify_share=0.0,
    )
    run = measure_load(plan, ",".join(hub.metrics for hub in hubs))
    return Apart(
        pace=pace,
        hubs=len(hubs),
        hub_us=run.hub_cpu_us_per_move or 0.0,
        moves_per_s=run.counts["moves"] / run.measured_s,
        verdict=run.verdict,
    )


def _phases(tables: int, seconds: float) -> list[Phase]:
    """Before the measurement so much more time to sit down as there can be hubs: each hears of everybody who
    sits down at its tables, and what is left of that must not count as the cost of moves."""
    usual = phases_of(PROFILES["steady"], tables, seconds, SEATS)
    return [it if it.measured else replace(it, seconds=SEATS * it.seconds) for it in usual]


def shown(found: list[Apart], others: Mapping[str, Any]) -> Shown:
    """A row for each pace and number of hubs, with the ratio to one hub, round by round."""
    by_hubs: dict[tuple[str, int], list[Apart]] = {}
    for one in found:
        by_hubs.setdefault((one.pace, one.hubs), []).append(one)
    times = {
        (pace, count): [one.hub_us / alone.hub_us for one, alone in zip(those, by_hubs[pace, 1], strict=True)]
        for (pace, count), those in by_hubs.items()
    }
    rows = [
        (
            pace,
            str(count),
            spread([one.hub_us for one in those]),
            spread(times[pace, count], 2) if count > 1 else "1",
            spread([one.moves_per_s for one in those]),
        )
        for (pace, count), those in by_hubs.items()
    ]
    aims = [
        Aim(
            f"CPU of all hubs for a move, {pace}, a table's people at {count} hubs",
            f"<= {AIMS[count]:g} times one hub",
            spread(those, 2),
            median(those) <= AIMS[count],
        )
        for (pace, count), those in times.items()
        if count > 1
    ]
    head = ("pace", "hubs of a table", "all hubs, us a move", "times one", "moves /s")
    return Shown([Table(head, rows)], {}, aims, (), [one.verdict for one in found])


SECTION: Final = Section("apart", "One table, several hubs", ABOUT, list[Apart], measure, shown)
