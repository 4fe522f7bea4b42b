"""`python -m bots conform`: arguments, a line for each case, the exit status."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from typing import Any, Final

from ..conform.cases import CASES, Case
from ..conform.client import by_command
from ..conform.host import PATIENCE_S
from ..conform.report import findings
from ..console import INTERRUPTED_STATUS, check_counts, counted

EPILOG: Final = """\
The command of the client is started once for each case, with the address of a server and the id of a table as
its last arguments (also as URL and TABLE in its environment). The client says hello, takes a free seat of the
table with a promise, joins it, and answers each question with any of the options. After the game it ends with
status 0.

The server does what the protocol allows: it loses and repeats versions, refuses, closes, forgets. A line says
what the client got wrong, with the beginning of the statement in protocol/README.md. The exit status is 1 if
there is one.

  python -m bots conform -- node my_client.mjs
  python -m bots conform --only gap,restart -- ./my_client
"""


def add(commands: Any) -> None:
    """Add the command to the parser of `python -m bots`."""
    it = commands.add_parser(
        "conform",
        help="try a client of the protocol, in any language: what does it get wrong?",
        description="Try somebody's client against a server that does all that the protocol allows.",
        epilog=EPILOG,
    )
    it.add_argument("--only", metavar="CASES", help=f"by commas: {', '.join(case.name for case in CASES)}")
    it.add_argument("--seed", type=int, default=0, help="another seed plays another game (0)")
    it.add_argument("--jobs", type=int, default=2, metavar="N", help="cases at a time (2)")
    it.add_argument(
        "--wait",
        type=float,
        default=PATIENCE_S,
        metavar="S",
        help=f"seconds for a frame, and for its end ({PATIENCE_S:g})",
    )
    it.add_argument("--quiet", action="store_true", help="print nothing about cases that are right")
    it.add_argument("client", nargs="+", metavar="COMMAND", help="the client, after --")
    it.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Try all cases; the exit status is 1 if the client got one wrong."""
    try:
        check_counts(chosen, "jobs")
        cases = cases_of(chosen.only)
        if not 0.1 <= chosen.wait <= 600:
            raise ValueError("--wait goes from 0.1 to 600")
    except ValueError as wrong:
        print(f"conform: {wrong}", file=sys.stderr)
        return 2
    try:
        return asyncio.run(_tried(chosen, cases))
    except OSError as wrong:
        print(f"conform: {chosen.client[0]} can't be started: {wrong.strerror or wrong}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED_STATUS


async def _tried(chosen: argparse.Namespace, cases: Sequence[Case]) -> int:
    wrong = untried = 0
    client = by_command(chosen.client, chosen.wait)
    async for found in findings(client, cases, chosen.seed, chosen.jobs, chosen.wait):
        wrong, untried = wrong + bool(found.wrong), untried + bool(found.untried)
        if found.wrong or not chosen.quiet:
            print(found, flush=True)
    right = len(cases) - wrong - untried
    print(f"{counted(len(cases), 'case', 'cases')}: {right} right, {wrong} wrong, {untried} not tried")
    return 1 if wrong else 0


def cases_of(text: str | None) -> list[Case]:
    """The cases by their names. Raises ValueError for an unknown one."""
    known = {case.name: case for case in CASES}
    names = [name.strip() for name in text.split(",")] if text else [*known]
    if unknown := [name for name in names if name not in known]:
        raise ValueError(f"no such case: {unknown[0]}; there are {', '.join(known)}")
    return [known[name] for name in names]
