"""`python -m bots load`: a run, and the subcommands search and compare."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace
from rich.console import Console

from ...client.client import address
from ...hub_process import HubCannotStart, own_server
from ..play.profiles import PROFILES
from ..report.view import watching
from . import arguments, command_agent, command_compare, command_search, output
from .agents import RemoteAgent, gathered
from .coordinator import Failed, Stop, measure, ready
from .live import LiveRun, shown

EPILOG = """\
Every diff is verified on arrival: its version must follow the previous one, and check values must agree.
The log of a finished game, which includes the revealed secret, is downloaded and replayed: every document
of every seat and watcher at every version must be exactly what that seat may see, and the last one what its
client held. A low-priority process does that, one game every ten seconds during the measurement, since a log
costs the server the time of a game, and the rest afterwards. Until then the received messages are stored
(--verify-megabytes); tables beyond that limit are counted and not verified. For games that are unfinished at
the end of a run, whole documents are requested again and compared.

Every response to a change is compared with the log of its table at the end of every run, also in unfinished
games: each user requests their entries of the log. An acknowledged change must be there once, at the
acknowledged version and as it was sent; a refused change must be absent, and so must anything never sent.

The load is open-loop: tables start on a schedule, however slow the server is. Latency counts from the time
when an act was due; acts that a stall prevented are included ("act"). The latency of the acts really sent,
from the time of sending, is shown beside it ("act_raw").

Ctrl-C ends a run early: the measurements so far are judged and written. A second Ctrl-C during the
verification of finished games skips the remaining ones.

Exit status: 0 pass; 97 wrong: the server sent something wrong, or failed to send something; 98 invalid: the
generator itself was late or busy, so the latencies are not the server's alone; 99 missed: something failed,
or a threshold was missed; 2 nothing could be measured, or a file could not be written.

Without --server a server is started with an embedded Redis; with two cores or more the hub gets one to
itself. To measure the CPU, memory and queues of another server, give its --metrics; its STAMMTISCH_BUDGETS
must allow the load.

  python -m bots load --tables 500 --think exp:2000 --seconds 60
  python -m bots load --profile spike --game machi_koro=3 --game loyang=1 --processes 2
"""


def add(commands: Any) -> None:
    """Add the command to the parser of `python -m bots`."""
    it = commands.add_parser(
        "load",
        help="play many tables over real sockets, verify every diff, measure the server",
        description="Drive many tables with real games over real sockets; verify and measure.",
        epilog=EPILOG,
    )
    _add_run(it)
    more = it.add_subparsers(title="more commands", metavar="COMMAND")
    _add_run(more.add_parser("run", help="the same as without a command", epilog=EPILOG))
    command_search.add(more, server_of)
    command_compare.add(more)
    command_agent.add(more)


def _add_run(it: argparse.ArgumentParser) -> None:
    arguments.add_to(it)
    group = it.add_argument_group("agents: the load comes from other machines")
    group.add_argument("--agents", type=int, default=0, metavar="N", help="wait for so many (0: none)")
    group.add_argument(
        "--listen",
        type=command_agent.endpoint,
        default=("127.0.0.1", 0),
        metavar="HOST:PORT",
        help="where agents connect to (this machine, any port). The secret is in"
        f" {command_agent.SECRET}; without it a new one is printed",
    )
    it.add_argument(
        "--live",
        type=command_agent.endpoint,
        metavar="HOST:PORT",
        help="show a page whose plots grow there, and the generator's own figures at /metrics",
    )
    output.add_to(it.add_argument_group("results"))
    it.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Measure and print; returns the exit status of the verdict, or 2 if nothing could be measured or
    written."""
    console = Console(highlight=False)
    try:
        thresholds = output.thresholds_of(chosen)
        given = arguments.plan_of(chosen, "")
        plan = ready(given, chosen.agents)  # checked before a server is started
        with (
            server_of(chosen) as (url, metrics, own),
            _agents(chosen, console) as agents,
            _live(chosen, console) as live,
        ):
            given = replace(given, url=url)
            title = f"{plan.tables} tables of {', '.join(plan.games)} with {plan.seats} seats at {url}"
            with watching(console, plan.phases, title) as show:
                second = output.guarded(show.second, thresholds, plan.phases, Stop)
                result = measure(given, metrics, own, second, show.verifying, agents, live)
    except (HubCannotStart, Failed, ValueError) as wrong:
        print(f"load: {wrong}", file=sys.stderr)
        return 2
    return output.finish(result, thresholds, chosen)


@contextlib.contextmanager
def _agents(chosen: argparse.Namespace, console: Console) -> Iterator[list[RemoteAgent]]:
    """The agents of a run; empty if this machine makes the load."""
    if chosen.agents < 1:
        yield []
        return
    secret = command_agent.secret_of_environment() if command_agent.SECRET in os.environ else ""

    def say(text: str) -> None:
        console.print(text, markup=False, soft_wrap=True)

    host, port = chosen.listen
    with contextlib.ExitStack() as stack:
        try:
            agents = stack.enter_context(gathered(host, port, chosen.agents, secret, say))
        except OSError as wrong:
            raise ValueError(f"--listen {host}:{port}: {wrong.strerror}") from wrong
        yield agents


@contextlib.contextmanager
def _live(chosen: argparse.Namespace, console: Console) -> Iterator[LiveRun | None]:
    """What follows the run, while its page is served; None without one."""
    if chosen.live is None:
        yield None
        return
    live, (host, port) = LiveRun(), chosen.live
    with contextlib.ExitStack() as stack:
        try:
            url = stack.enter_context(shown(live, host, port))
        except OSError as wrong:
            raise ValueError(f"--live {host}:{port}: {wrong.strerror}") from wrong
        console.print(f"live page: {url}", markup=False)
        yield live


@contextlib.contextmanager
def server_of(chosen: argparse.Namespace) -> Iterator[tuple[str, str, bool]]:
    """The server's address, the addresses of its metrics, and whether it was started here."""
    if chosen.server:
        for url in chosen.server.split(","):
            address(url)
        yield chosen.server, chosen.metrics, False
        return
    if chosen.metrics:
        raise ValueError("--metrics tells of a --server; one that is started here is asked anyway")
    with own_server({"STAMMTISCH_BUDGETS": PROFILES[chosen.profile].budgets}) as server:
        yield server.url, server.metrics, True
