"""`python -m bots arena`: arguments, progress, the printed table."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

import msgspec
from rich.console import Console
from rich.progress import track
from rich.table import Table

from server.games import GAMES
from server.games.engine import Engine, OptionsRefused

from .arena import Job, report, run_all, shown
from .files import as_json, new_file, written
from .mind import MINDS

T = TypeVar("T")

EPILOG = """\
Minds are named seat by seat and rotated: "greedy,whim,whim,whim" plays every deal four times, with
greedy at each seat once. With --seats K a shorter list is repeated to fill K seats.
The same seed plays the same games with the same minds, whatever the number of processes.

  python -m bots arena machi_koro --minds greedy,whim,whim,whim --games 400
"""


def add(commands: Any) -> None:
    """Add the command to the parser of `python -m bots`."""
    it = commands.add_parser(
        "arena",
        help="minds against minds in this process: strength and speed",
        description="Play minds against minds without sockets, and print how often each wins.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    it.add_argument("game", choices=sorted(GAMES), metavar="GAME", help=", ".join(sorted(GAMES)))
    it.add_argument("--minds", default="greedy,whim", help=f"a comma between each; of {', '.join(MINDS)}")
    it.add_argument("--games", type=int, default=400, metavar="N", help="whole games to play (400)")
    it.add_argument("--seats", type=int, metavar="K", help="seats, where the list of minds is to be repeated")
    it.add_argument("--option", action="append", default=[], metavar="FIELD=VALUE", help="of the game")
    it.add_argument("--seed", type=int, default=0, help="another seed deals other games (0)")
    it.add_argument("--ms", type=int, default=0, help="time for a choice; 0: as long as it takes (0)")
    it.add_argument("--processes", type=int, default=1, metavar="P", help="play in P processes (1)")
    it.add_argument(
        "--check", action="store_true", help="check after every choice that nothing is impossible"
    )
    it.add_argument("--json", type=new_file, metavar="FILE", help="write the figures to a file")
    it.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Play, show progress on a terminal, print the figures."""
    console = Console(highlight=False)
    try:
        job = job_of(chosen)
    except (ValueError, OptionsRefused) as wrong:
        print(f"arena: {wrong}", file=sys.stderr)
        return 2
    start = time.perf_counter()
    played = list(progress(run_all(job, chosen.processes), job.games, "games", console))
    result = report(job, played, time.perf_counter() - start, chosen.processes)
    console.print(table(f"{job.game}, {len(played)} games, seed {job.seed}", list(shown(result))))
    console.print(
        f"{result.games_per_s:,} games/s, {result.choices_per_s:,} choices/s,"
        f" {result.choices_per_game} choices a game, {chosen.processes} process(es)"
    )
    return written(0, (chosen.json, lambda: as_json(result)))


def job_of(chosen: argparse.Namespace) -> Job:
    """What the arguments ask for. Raises ValueError or OptionsRefused."""
    minds = [name.strip() for name in chosen.minds.split(",")]
    if unknown := sorted(set(minds) - set(MINDS)):
        raise ValueError(f"no such mind: {', '.join(unknown)}; there are {', '.join(MINDS)}")
    engine = GAMES[chosen.game]
    seats = chosen.seats or len(minds)
    if seats not in engine.seats:
        raise ValueError(f"{chosen.game} is for {engine.seats.start} to {engine.seats.stop - 1} seats")
    if chosen.games < 1 or chosen.processes < 1:
        raise ValueError("--games and --processes count from 1")
    if chosen.ms < 0:
        raise ValueError("--ms can't be less than 0")
    options = options_of(engine, chosen.option)
    msgspec.convert(options, engine.options).check(seats)
    filled = tuple(minds[seat % len(minds)] for seat in range(seats))
    return Job(chosen.game, filled, chosen.games, options, chosen.seed, chosen.check, chosen.ms)


def options_of(engine: Engine, given: Sequence[str]) -> dict[str, Any]:
    """All options of a game by field: `field=value` where given, else the default. Raises ValueError."""
    texts = dict(pair.partition("=")[::2] for pair in given)
    known = [field.name for field in msgspec.structs.fields(engine.options)]
    if unknown := [name for name in texts if name not in known]:
        raise ValueError(
            f"--option: {engine.name} has no {unknown[0]!r}; it has {', '.join(known) or 'none'}"
        )
    try:
        chosen = msgspec.convert(texts, engine.options, strict=False)
    except msgspec.ValidationError as wrong:
        raise ValueError(f"--option: {wrong}") from wrong
    plain: dict[str, Any] = msgspec.to_builtins(chosen)
    return plain


def progress(items: Iterable[T], total: int, unit: str, console: Console) -> Iterator[T]:
    """Pass items on, with a bar on a terminal and a line now and then elsewhere."""
    if console.is_terminal:
        yield from track(items, unit, total, console=console, transient=True)
        return
    shown = time.monotonic()
    for count, item in enumerate(items, 1):
        yield item
        if time.monotonic() - shown > 10:
            shown = time.monotonic()
            console.print(f"{count} of {total} {unit}")


def table(title: str, rows: Sequence[Sequence[str]]) -> Table:
    """A printed table: the first row is the head, the first column holds names, the others figures."""
    it = Table(title=title, title_justify="left")
    for i, head in enumerate(rows[0]):
        it.add_column(head, justify="right" if i else "left")
    for row in rows[1:]:
        it.add_row(*row)
    return it
