"""`python -m bots load`: arguments, live progress, the printed report."""

from __future__ import annotations

import argparse
import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from server.games import GAMES

from ..command_arena import options_of
from ..hub_process import CannotStart, own_server
from ..mind import MINDS
from .crowd import Failed, Glance, measure
from .tally import Asked, LoadReport, rows

EPILOG = """\
Every diff is verified: its version must follow the last one, check values must agree, and at the end
each mirror is compared with the whole document. A check value covers all diffs before it; with
--every 1 each diff is verified by itself, which costs the server more and 10 bytes a frame.

Latency is from sending an act to the moment when the last seat of that table has the diff. Every seat
thinks 0.5 to 1.5 times --think, anew each time. The exit status is 0 where all was right, else 1.

Without --server a server is started with a private Redis; on two cores or more the hub gets one for
itself. To measure another server's CPU and memory, name its --metrics.

  python -m bots load --tables 500 --think 2000 --seconds 60
"""


def add(commands: Any) -> None:
    """Add the command to the parser of `python -m bots`."""
    it = commands.add_parser(
        "load",
        help="many tables over real sockets: verify and measure a server",
        description="Drive many tables with real games over real sockets; verify and measure.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    it.add_argument("--tables", type=int, default=50, metavar="N", help="tables at a time (50)")
    it.add_argument("--seats", type=int, default=4, metavar="K", help="seats of each (4)")
    it.add_argument(
        "--game", default="machi_koro", choices=sorted(GAMES), metavar="NAME", help="(machi_koro)"
    )
    it.add_argument("--option", action="append", default=[], metavar="FIELD=VALUE", help="of the game")
    it.add_argument("--think", type=int, default=500, metavar="MS", help="before each choice (500)")
    it.add_argument("--seconds", type=float, default=20.0, metavar="S", help="to measure for (20)")
    it.add_argument("--server", metavar="URL", help="websocket address; without it one is started")
    it.add_argument("--metrics", default="", metavar="URL", help="where that server tells its CPU and memory")
    it.add_argument(
        "--every", type=int, default=0, metavar="N", help="ask for a check value every N versions"
    )
    it.add_argument("--per-socket", type=int, default=1, metavar="T", help="tables that share sockets (1)")
    it.add_argument("--mind", default="whim", choices=sorted(MINDS), help="who plays (whim)")
    it.add_argument("--processes", type=int, default=1, metavar="P", help="driving processes (1)")
    it.add_argument("--seed", type=int, default=0, help="of the choices (0)")
    it.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file")
    it.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Measure, print; 0 where all was right, 1 where not, 2 where nothing could be measured."""
    console = Console(highlight=False)
    try:
        with _server(chosen) as (url, metrics, own):
            asked = asked_of(chosen, url)
            with progress(console, asked) as show:
                result = measure(asked, metrics, own, show)
    except (CannotStart, Failed, ValueError) as wrong:
        print(f"load: {wrong}", file=sys.stderr)
        return 2
    console.print(printed(result))
    if chosen.json:
        chosen.json.write_bytes(msgspec.json.format(msgspec.json.encode(result)) + b"\n")
    return 0 if result.right else 1


@contextlib.contextmanager
def _server(chosen: argparse.Namespace) -> Iterator[tuple[str, str, bool]]:
    """Address, address of the metrics, and whether it is our own."""
    if chosen.server:
        yield chosen.server, chosen.metrics, False
        return
    with own_server({"STAMMTISCH_BUDGETS": "1000"}) as server:
        yield server.url, server.metrics, True


def asked_of(chosen: argparse.Namespace, url: str) -> Asked:
    """What the arguments ask for. Raises ValueError."""
    engine = GAMES[chosen.game]
    if chosen.seats not in engine.seats:
        raise ValueError(f"{chosen.game} is for {engine.seats.start} to {engine.seats.stop - 1} seats")
    if min(chosen.tables, chosen.processes, chosen.per_socket) < 1:
        raise ValueError("--tables, --processes and --per-socket count from 1")
    return Asked(
        url=url,
        game=chosen.game,
        options=options_of(engine, chosen.option),
        tables=chosen.tables,
        seats=chosen.seats,
        think_ms=chosen.think,
        seconds=chosen.seconds,
        every=chosen.every,
        per_socket=chosen.per_socket,
        mind=chosen.mind,
        processes=min(chosen.processes, chosen.tables),
        seed=chosen.seed,
    )


@contextlib.contextmanager
def progress(console: Console, asked: Asked) -> Iterator[Callable[[Glance], None]]:
    """Something to call with how it stands: a line that is renewed on a terminal, else one every 5 s."""
    said = [time.monotonic()]

    def words(glance: Glance) -> str:
        rate = glance.moves / glance.seconds
        time_is = f"{glance.seconds:5.0f} of {asked.seconds:.0f} s"
        return f"{time_is}   {rate:,.0f} moves/s   p99 {glance.p99_ms:.1f} ms   faults {glance.faults}"

    def plain(glance: Glance) -> None:
        if time.monotonic() - said[0] > 5:
            said[0] = time.monotonic()
            console.print(words(glance))

    console.print(
        f"{asked.tables} tables of {asked.game} with {asked.seats} seats at {asked.url}: setting up"
    )
    if not console.is_terminal:
        yield plain
        return
    with Live(Text("setting up"), console=console, transient=True) as live:
        yield lambda glance: live.update(Text(words(glance)))


def printed(result: LoadReport) -> Table:
    """The report as a table."""
    it = Table(
        title=f"load: {result.game}, thinking {result.think_ms} ms", title_justify="left", show_header=False
    )
    for name, figures in rows(result):
        it.add_row(name, figures)
    return it
