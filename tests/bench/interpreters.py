"""What a move costs a hub on other interpreters than this one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from bots.hub_process import own_server
from bots.load.plan import Plan
from bots.load.run.coordinator import measure as measure_load

from .kit import BUDGETS, LIGHTEST, SEATS, Say, Scale, Section, Shown, Table, await_rest, fewer, spread

PYTHONS: Final = "PYTHONS"
"""The environment variable with the other interpreters, each with all packages of this project, with colons
between."""

TABLES: Final = 100
ABOUT: Final = f"""\
{TABLES} tables of {LIGHTEST} with {SEATS} seats that think 100 ms, at hubs on several interpreters by turns,
in each round up and down. The generator is always on the same one. Where an interpreter has a compiler of its
own that is switched on by `PYTHON_JIT`, it runs with and without. Others than this one are named, with colons
between, in `{PYTHONS}`."""

QUESTION: Final = """
import sys
jit = getattr(sys, "_jit", None)
print(".".join(map(str, sys.version_info[:3])), int(bool(jit and jit.is_available())))
"""


class Interpreted(Struct, frozen=True, kw_only=True):
    """One measurement. `version`: of the interpreter, with a word for its compiler."""

    version: str
    hub_us: float
    bytes_per_seat: float | None
    moves_per_s: float
    verdict: str


def measure(scale: Scale, say: Say) -> list[Interpreted]:
    """All interpreters in turn."""
    found = list[Interpreted]()
    all_of_them = list(interpreters())
    for number in range(scale.rounds):
        for version, python, settings in reversed(all_of_them) if number % 2 else all_of_them:
            found.append(_once(version, python, settings, scale))
            say(f"{version}: {found[-1].hub_us:.0f} us a move")
    return found


def interpreters() -> list[tuple[str, str, dict[str, str]]]:
    """This one and the others, by version: what to call, and settings for its environment."""
    found = []
    for python in (sys.executable, *filter(None, os.environ.get(PYTHONS, "").split(":"))):
        said = subprocess.run([python, "-c", QUESTION], capture_output=True, text=True, check=True).stdout
        version, compiles = said.split()
        found.append((version, python, {"PYTHON_JIT": "0"}))
        if compiles == "1":
            found.append((f"{version}, compiling", python, {"PYTHON_JIT": "1"}))
    return found


def _once(version: str, python: str, settings: dict[str, str], scale: Scale) -> Interpreted:
    with own_server({**BUDGETS, **settings}, python=python) as hub:
        if not scale.small:
            await_rest(hub.metrics)
        plan = Plan(
            url=hub.url,
            games={LIGHTEST: 1.0},
            tables=fewer(scale, TABLES),
            think="100",
            seconds=1.5 if scale.small else max(10.0, scale.seconds),
            seats=SEATS,
            verify_share=0.0,
        )
        run = measure_load(plan, hub.metrics, pin=True)
    return Interpreted(
        version=version,
        hub_us=run.hub_cpu_us_per_move or 0.0,
        bytes_per_seat=run.hub_bytes_per_seat,
        moves_per_s=run.counts["moves"] / run.measured_s,
        verdict=run.verdict,
    )


def shown(found: list[Interpreted], others: Mapping[str, Any]) -> Shown:
    """A row for each, and how many times the cost on the first it is, round by round."""
    by_version: dict[str, list[Interpreted]] = {}
    for one in found:
        by_version.setdefault(one.version, []).append(one)
    first = next(iter(by_version.values()))
    rows = [
        (
            version,
            spread([one.hub_us for one in those]),
            spread([one.hub_us / base.hub_us for one, base in zip(those, first, strict=True)], 2),
            spread([one.bytes_per_seat / 1000 for one in those if one.bytes_per_seat is not None], 1),
            spread([one.moves_per_s for one in those]),
        )
        for version, those in by_version.items()
    ]
    head = ("Python", "hub, us a move", "times the first", "memory of a seat, kB", "moves /s")
    return Shown([Table(head, rows)], verdicts=[one.verdict for one in found])


SECTION: Final = Section(
    "interpreters", "Other interpreters", ABOUT, list[Interpreted], measure, shown, always=False
)
