"""`python -m bots load`: a run, and what can be done with results."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace
from rich.console import Console

from ...client import address
from ...hub_process import CannotStart, own_server
from ..play.profiles import PROFILES
from ..report.view import watching
from . import arguments, command_compare, command_search, output
from .coordinator import Failed, Stop, measure, ready

EPILOG = """\
Every diff is verified as it comes: its version must follow the last one, check values must agree. A
finished game's log is taken with the revealed secret and played again, and every document that every
seat and watcher had at every version must be just what that seat could see then: patched together anew
from the frames it got, and at the end the same as what it played by. A process of low priority does that,
one game every ten seconds while a run is measured, since a log costs the server the time of a game, and the
rest afterwards. What seats are told is kept for it until then (--verify-megabytes); a table that there is no
room for is counted and not verified. Games that are not over at the end of a run are held against the whole
documents, asked for once more.

Tables come when a schedule says, not when there is time for them. Latency counts from the time when an
act was meant to be sent; acts that a stall has kept from happening are counted in ("act"). Beside it
stand those really sent, counted from then on ("act_raw").

Ctrl-C ends a run early: what was measured until then is judged and written. Pressed again while finished
games are still verified, it leaves out the rest of them.

Exit status: 0 pass; 97 wrong: somebody was told what isn't so, or not told; 98 invalid: the generator
itself was late or busy, so the latencies are not the server's; 99 missed: something failed, or a threshold
wasn't met; 2 nothing could be measured, or a file couldn't be written.

Without --server a server is started with a private Redis; on two cores or more the hub gets one for
itself. To measure another server's CPU, memory and queues, name its --metrics; its STAMMTISCH_BUDGETS
must allow what is asked of it.

  python -m bots load --tables 500 --think exp:2000 --seconds 60
  python -m bots load --profile spike --game machi_koro=3 --game loyang=1 --processes 2
"""


def add(commands: Any) -> None:
    """Add the command to the parser of `python -m bots`."""
    it = commands.add_parser(
        "load",
        help="many tables over real sockets: verify and measure a server",
        description="Drive many tables with real games over real sockets; verify and measure.",
        epilog=EPILOG,
    )
    _add_run(it)
    more = it.add_subparsers(title="more commands", metavar="COMMAND")
    _add_run(more.add_parser("run", help="the same as without a command", epilog=EPILOG))
    command_search.add(more, server_of)
    command_compare.add(more)


def _add_run(it: argparse.ArgumentParser) -> None:
    arguments.add_to(it)
    output.add_to(it.add_argument_group("what comes of it"))
    it.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Measure and print; the exit status of the verdict, or 2 where nothing could be measured or written."""
    console = Console(highlight=False)
    try:
        thresholds = output.thresholds_of(chosen)
        plan = ready(arguments.plan_of(chosen, ""))  # says what can't be meant before a server is started
        with server_of(chosen) as (url, metrics, own):
            plan = replace(plan, url=url)
            title = f"{plan.tables} tables of {', '.join(plan.games)} with {plan.seats} seats at {url}"
            with watching(console, plan.phases, title) as show:
                second = output.guarded(show.second, thresholds, plan.phases, Stop)
                result = measure(plan, metrics, own, second, show.verifying)
    except (CannotStart, Failed, ValueError) as wrong:
        print(f"load: {wrong}", file=sys.stderr)
        return 2
    return output.finish(result, thresholds, chosen)


@contextlib.contextmanager
def server_of(chosen: argparse.Namespace) -> Iterator[tuple[str, str, bool]]:
    """Address, addresses of the metrics, and whether it is our own."""
    if chosen.server:
        for url in chosen.server.split(","):
            address(url)
        yield chosen.server, chosen.metrics, False
        return
    if chosen.metrics:
        raise ValueError("--metrics tells of a --server; one that is started here is asked anyway")
    with own_server({"STAMMTISCH_BUDGETS": PROFILES[chosen.profile].budgets}) as server:
        yield server.url, server.metrics, True
