"""`python -m bots load search`: tries numbers of tables until the largest that a hub holds is known."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Final

from msgspec.structs import replace
from rich.console import Console

from ...console import table
from ...files import as_json, new_file, written
from ...hub_process import CannotStart
from ..figures import figure, in_unit
from ..judge.search import Outcome, Search, Trial
from ..judge.thresholds import Threshold, judged, parsed
from ..plan import Plan
from ..report.search_page import MORE, SHOWN, Searched, rows, searched_page, sentence
from ..result import EXIT, Result, Verdict
from . import arguments
from .coordinator import BY_HAND, Failed, measure

EPILOG = """\
Every measurement has a server of its own (unless --server names one) and lasts --seconds. The number of
tables is doubled until the hub misses what is asked for, then halved between what it held and what it
missed, down to 5 %; near the border two measurements out of up to three decide. A measurement that was
invalid, because the generator was the limit, is made once more; two in a row are no miss, but a bound: then
the number that was found is what could be driven, and the hub may hold more. --tables is where it begins.

Exit status: 0 found, 97 a measurement was wrong, 98 the generator was the limit, 2 nothing was measured, or a
file couldn't be written.

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
        "--slo", action="append", metavar="CHECK", help="what must hold; again for more (act.p99<100ms)"
    )
    own.add_argument("--max", type=int, default=20_000, metavar="N", help="tables at most (20000)")
    own.add_argument("--json", type=new_file, metavar="FILE", help="write what was found to a file")
    own.add_argument("--html", type=new_file, metavar="FILE", help="write a page with the curve to a file")
    it.set_defaults(run=lambda chosen: run(chosen, server_of))


def run(chosen: argparse.Namespace, server_of: Server) -> int:
    """Search and print; the exit status as above."""
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    try:
        slo = [parsed(text) for text in chosen.slo or ["act.p99<100ms"]]
        plan = arguments.plan_of(chosen, "")
        if chosen.max < 1:
            raise ValueError("--max counts from 1")
        searched = _search(chosen, server_of, plan, slo, console)
    except (CannotStart, Failed, ValueError) as wrong:
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
    chosen: argparse.Namespace, server_of: Server, plan: Plan, slo: list[Threshold], console: Console
) -> Searched:
    """Raises Failed, CannotStart or ValueError where not even the first measurement could be made."""
    searched = Searched(
        command=["python", "-m", "bots", *sys.argv[1:]],
        started=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        slo=[one.text for one in slo],
    )

    def once(tables: int) -> Trial:
        console.print(f"{tables:,} tables ...", end=" ")
        try:
            with server_of(chosen) as (url, metrics, own):
                result = measure(replace(plan, url=url, tables=tables), metrics, own)
        except (Failed, ValueError) as wrong:
            if searched.machine is None:
                raise
            # A server that doesn't get through with it misses; what can't even be asked is our own limit.
            outcome: Outcome = "missed" if isinstance(wrong, Failed) else "invalid"
            return Trial(tables=tables, outcome=outcome, reasons=[str(wrong)])
        searched.machine, searched.plan = result.machine, result.plan
        return trial_of(tables, result, slo)

    def told(trial: Trial) -> None:
        first = slo[0].name
        value = trial.figures.get(first)
        shown = "" if value is None else f", {first} {in_unit(first, value)}"
        console.print(f"{trial.outcome}{shown}", markup=False)

    searched.found = Search(once, told).run(plan.tables, chosen.max)
    return searched


def trial_of(tables: int, result: Result, slo: list[Threshold]) -> Trial:
    """What a run means for the search. Raises KeyboardInterrupt for one that was ended by hand: what was cut
    off is no miss, and no other measurement is to follow."""
    if f"ended early: {BY_HAND}" in result.reasons:
        raise KeyboardInterrupt
    result = judged(result, slo)
    names = [*SHOWN, *MORE, *(one.name for one in slo)]
    figures = {name: value for name in names if (value := figure(result, name)) is not None}
    return Trial(
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
