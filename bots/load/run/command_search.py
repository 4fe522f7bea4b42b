"""`python -m bots load search`: finds the largest number of tables that a hub holds."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Final

from msgspec.structs import replace
from rich.console import Console

from server.starting import called

from ...console import table
from ...files import as_json, new_file, written
from ...hub_process import HubCannotStart
from ..figures import figure, in_unit
from ..judge.search import LoadSearch, LoadTrial, Outcome
from ..judge.thresholds import Threshold, judged, parsed
from ..plan import LoadPlan
from ..report.search_page import MORE, SHOWN, Searched, rows, searched_page, sentence
from ..result import EXIT, Result, Verdict
from . import arguments
from .coordinator import BY_HAND, Failed, measure

EPILOG = """\
Every measurement has a server of its own (unless --server names one) and lasts --seconds. The number of
tables is doubled until the hub misses a threshold, then bisected down to 5 %; near the limit two agreeing
measurements out of up to three decide. An invalid measurement, in which the generator was the limit, is
repeated once; two in a row are not a miss but an upper bound: the result is then the number that could be
driven, and the hub may hold more. --tables is the first number.

Exit status: 0 found, 97 a measurement was wrong, 98 the generator was the limit, 2 nothing was measured, or a
file could not be written.

  python -m bots load search --slo 'act.p99<100ms' --think fixed:1000 --html search.html
"""

Server = Callable[[argparse.Namespace], AbstractContextManager[tuple[str, str, bool]]]


def add(commands: Any, server_of: Server) -> None:
    """Add the command to the parser of `python -m bots load`."""
    it = commands.add_parser(
        "search",
        help="find the largest number of tables that a hub holds",
        description="Find the largest number of tables that a hub holds, to 5 %.",
        epilog=EPILOG,
    )
    arguments.add_to(it)
    own = it.add_argument_group("the search")
    own.add_argument(
        "--slo", action="append", metavar="CHECK", help="a condition; can be repeated (act.p99<100ms)"
    )
    own.add_argument("--max", type=int, default=20_000, metavar="N", help="tables at most (20000)")
    own.add_argument("--json", type=new_file, metavar="FILE", help="write the result to a file")
    own.add_argument("--html", type=new_file, metavar="FILE", help="write a page with the curve to a file")
    it.set_defaults(run=lambda chosen: run(chosen, server_of))


def run(chosen: argparse.Namespace, server_of: Server) -> int:
    """Search and print; returns the exit status described in `EPILOG`."""
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    try:
        slo = [parsed(text) for text in chosen.slo or ["act.p99<100ms"]]
        plan = arguments.plan_of(chosen, "")
        if chosen.max < 1:
            raise ValueError("--max counts from 1")
        searched = _search(chosen, server_of, plan, slo, console)
    except (HubCannotStart, Failed, ValueError) as wrong:
        print(f"load search: {wrong}", file=sys.stderr)
        return 2
    console.print(table("measurements", [*rows(searched)]))
    console.print(sentence(searched), markup=False, soft_wrap=True)
    return written(
        EXIT[_VERDICTS[searched.found.outcome]],
        (chosen.json, lambda: as_json(searched)),
        (chosen.html, lambda: searched_page(searched).encode()),
    )


def _search(
    chosen: argparse.Namespace, server_of: Server, plan: LoadPlan, slo: list[Threshold], console: Console
) -> Searched:
    """Raises Failed, HubCannotStart or ValueError if not even the first measurement could be made."""
    searched = Searched(
        command=[*called("python -m bots").split(), *sys.argv[1:]],
        started=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        slo=[one.text for one in slo],
    )

    def once(tables: int) -> LoadTrial:
        console.print(f"{tables:,} tables ...", end=" ")
        try:
            with server_of(chosen) as (url, metrics, own):
                result = measure(replace(plan, url=url, tables=tables), metrics, own)
        except (Failed, ValueError) as wrong:
            if searched.machine is None:
                raise
            # A server that doesn't finish a run misses; a plan that can't be carried out is the generator's
            # limit.
            outcome: Outcome = "missed" if isinstance(wrong, Failed) else "invalid"
            return LoadTrial(tables=tables, outcome=outcome, reasons=[str(wrong)])
        searched.machine, searched.plan = result.machine, result.plan
        return trial_of(tables, result, slo)

    def told(trial: LoadTrial) -> None:
        first = slo[0].name
        value = trial.figures.get(first)
        shown = "" if value is None else f", {first} {in_unit(first, value)}"
        console.print(f"{trial.outcome}{shown}", markup=False)

    searched.found = LoadSearch(once, told).run(plan.tables, chosen.max)
    return searched


def trial_of(tables: int, result: Result, slo: list[Threshold]) -> LoadTrial:
    """The meaning of a run for the search. Raises KeyboardInterrupt for a run that Ctrl-C ended: an
    aborted measurement is no miss, and no other one should follow."""
    if f"ended early: {BY_HAND}" in result.reasons:
        raise KeyboardInterrupt
    result = judged(result, slo)
    names = [*SHOWN, *MORE, *(one.name for one in slo)]
    figures = {name: value for name in names if (value := figure(result, name)) is not None}
    return LoadTrial(
        tables=tables, outcome=_OUTCOMES[result.verdict], figures=figures, reasons=list(result.reasons)
    )


_OUTCOMES: Final[dict[Verdict, Outcome]] = {
    "pass": "held",
    "missed": "missed",
    "invalid": "invalid",
    "wrong": "wrong",
}

_VERDICTS: Final[dict[Outcome, Verdict]] = {
    "held": "pass",
    "missed": "pass",
    "invalid": "invalid",
    "wrong": "wrong",
}
