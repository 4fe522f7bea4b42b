"""`python -m tests.bench`: hub against bare relay, 500 tables on one core, and the stages of a move.

Absolute figures differ between machines and hours; ratios within one round are what to compare. Hub
and relay run on the first core, clients and Redis on the others, one after the other in each round.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import msgspec
from msgspec import Struct
from rich.console import Console

from bots.command_arena import table
from bots.hub_process import own_server
from bots.load.asked import Asked
from bots.load.crowd import measure
from bots.load.result import Result

from . import chatter, relay
from .stages import Stage, stages

GAME, SEATS = "machi_koro", 4


class Pace(Struct, frozen=True):
    """How hard hub and relay are driven: tables (rooms), and the pause between two messages of each."""

    name: str
    tables: int
    think: str
    pause_s: float


PACES = (Pace("100 tables, think 100 ms", 100, "100", 0.1), Pace("50 tables, no thinking", 50, "0", 0.0))


class Round(Struct, frozen=True):
    """One pace, once."""

    pace: str
    hub_us: float
    relay_us: float
    ratio: float
    hub_moves_per_s: float
    relay_messages_per_s: float
    diff_median: float
    diff_p99: float
    others: float | None
    """Cores that Redis and foreign processes kept busy while the hub was measured."""
    right: bool


class Findings(Struct):
    """Everything that was measured."""

    machine: str
    rounds: list[Round]
    many: Result | None
    stages: list[Stage]


def one_round(pace: Pace, seconds: float) -> Round:
    """The hub with real games, then the relay with frames of the same size."""
    with own_server({"STAMMTISCH_BUDGETS": "1000"}) as server:
        asked = Asked(url=server.url, games={GAME: 1}, tables=pace.tables, think=pace.think, seconds=seconds)
        load = measure(asked, server.metrics, pin=True)
    assert load.diff_bytes is not None, "nobody was told anything"
    size = round(load.diff_bytes.mean)
    with relay.running() as address:
        chat = chatter.measure(address, pace.tables, size, seconds, pace.pause_s)
    hub = load.hub_cpu_us_per_move or 0.0
    return Round(
        pace=pace.name,
        hub_us=hub,
        relay_us=chat.us_per_message,
        ratio=hub / chat.us_per_message,
        hub_moves_per_s=moves_per_s(load),
        relay_messages_per_s=chat.messages / chat.seconds,
        diff_median=load.diff_bytes.p50,
        diff_p99=load.diff_bytes.p99,
        others=load.others_cpu,
        right=right(load),
    )


def right(load: Result) -> bool:
    """Did everything happen that was to, as it was to?"""
    return load.verdict in ("pass", "invalid")


def moves_per_s(load: Result) -> float:
    return load.counts["moves"] / load.measured_s


def many_tables(seconds: float) -> Result:
    """500 tables whose seats think 2 s each, every seat on a socket of its own."""
    with own_server({"STAMMTISCH_BUDGETS": "1000"}) as server:
        asked = Asked(url=server.url, games={GAME: 1}, tables=500, think="2000", seconds=seconds)
        return measure(asked, server.metrics, pin=True)


def spread(values: Sequence[float], digits: int = 2) -> str:
    """Least, median and greatest."""
    return "  ".join(f"{value:,.{digits}f}" for value in (min(values), median(values), max(values)))


def rows_of(found: Findings) -> list[tuple[str, str, str]]:
    """What was found, line by line: name, figures, aim."""
    rows = [("measured", "least  median  greatest", "aim")]
    for pace in PACES:
        at = [r for r in found.rounds if r.pace == pace.name]
        if not at:
            continue
        rows += [
            (f"{pace.name}: hub CPU per stored move, us", spread([r.hub_us for r in at], 0), ""),
            ("  bare relay's CPU per message, us", spread([r.relay_us for r in at], 0), ""),
            ("  ratio", spread([r.ratio for r in at]), "<= 2.50"),
            ("  moves /s", spread([r.hub_moves_per_s for r in at], 0), ""),
            ("  relay's messages /s", spread([r.relay_messages_per_s for r in at], 0), ""),
            ("  bytes of a diff frame, median", spread([r.diff_median for r in at], 0), "<= 80"),
            ("  bytes of a diff frame, p99", spread([r.diff_p99 for r in at], 0), ""),
        ]
    if many := found.many:
        ms = many.tracks["act"]
        memory, share = (
            many.hub_bytes_per_seat or 0,
            (many.hub_cpu_us_per_move or 0) * moves_per_s(many) / 1e6,
        )
        rows += [
            (
                "500 tables thinking 2 s: act to last seat, ms",
                f"p50 {ms.p50}  p99 {ms.p99}  max {ms.max}",
                "p99 < 100",
            ),
            ("  moves /s, share of the hub's core", f"{moves_per_s(many):,.0f}  {share:.0%}", ""),
            ("  hub memory per seated socket, kB", f"{memory / 1000:.1f}", "<= 60"),
            ("  bytes of a document, median", f"{many.full_bytes.p50 if many.full_bytes else 0:.0f}", ""),
        ]
    rows.append(("every diff right, nothing refused or lost", "yes" if all_right(found) else "NO", "yes"))
    return rows


def all_right(found: Findings) -> bool:
    return all(r.right for r in found.rounds) and (found.many is None or right(found.many))


def main() -> int:
    """Measure and print; 0 where everything that was played was right, whatever its speed."""
    it = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    it.add_argument("--rounds", type=int, default=3, help="of hub and relay (3)")
    it.add_argument("--seconds", type=float, default=8.0, help="of each measurement (8)")
    it.add_argument("--no-many", action="store_true", help="leave out the 500 tables")
    it.add_argument("--no-stages", action="store_true", help="leave out the stages of a move")
    it.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file")
    chosen = it.parse_args()
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 110)
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    console.print(f"{machine}, load {os.getloadavg()[0]:.1f} before the start")
    found = Findings(machine, [], None, [])
    for number in range(chosen.rounds):
        for pace in PACES:
            found.rounds.append(one_round(pace, chosen.seconds))
            last = found.rounds[-1]
            console.print(
                f"round {number + 1}: {pace.name}: ratio {last.ratio:.2f},"
                f" Redis and foreign processes {last.others or 0:.0%} of a core"
            )
    if not chosen.no_many:
        console.print("500 tables")
        found.many = many_tables(max(15.0, chosen.seconds))
    if not chosen.no_stages:
        found.stages = list(stages(GAME, SEATS))
        rows = [(s.name, f"{s.amount:,.2f} {s.unit}") for s in found.stages]
        console.print(table(f"Stages, {GAME} with {SEATS} seats, CPU time", [("stage", "cost"), *rows]))
    console.print(table(f"Hub and bare relay, {GAME} with {SEATS} seats", rows_of(found)))
    if chosen.json:
        chosen.json.write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")
    return 0 if all_right(found) else 1


if __name__ == "__main__":
    sys.exit(main())
