"""`python -m bots arena`: arguments, progress, the printed table."""

from __future__ import annotations

import argparse
import re
import shlex
import sys
import time
from collections.abc import Sequence
from typing import Any

import msgspec
from rich.console import Console

from server.games import GAMES
from server.games.engine import OptionsRefused

from ..arena.arena import Job, report, report_rows, run_all
from ..console import (
    INTERRUPTED_STATUS,
    check_counts,
    check_seats,
    check_time,
    counted,
    games_of,
    minds_by_seat,
    minds_of,
    options_of,
    progress,
    table,
    until_ended,
)
from ..files import as_json, new_file, written
from ..minds.registry import MINDS
from . import ladder

EPILOG = """\
Minds are listed seat by seat and rotated: "greedy,whim,whim,whim" plays every deal four times, with
greedy at each seat once. With --seats K a shorter list is repeated to fill K seats.
The same seed plays the same games with the same minds, for any number of processes.
With --ladder one player of each level plays against each other level at all other seats, with all numbers of
seats, in one process; pairings with a searching mind have a fifth of the games. --keep names a file that
stores each game, and from which an interrupted run is resumed.

A bot in any language is a mind as well, by the command that starts it: it reads a line of JSON for each
question, and writes one with its choice (docs/bots.md). A bad answer ends the run.

  python -m bots arena machi_koro --minds greedy,whim,whim,whim --games 400
  python -m bots arena machi_koro --minds mine,whim --bot "mine=node mine.mjs" --games 40
  python -m bots arena machi_koro --ladder --games 400 --keep ladder.jsonl --svg ladder.svg
"""


def add(commands: Any) -> None:
    """Add the command to the parser of `python -m bots`."""
    it = commands.add_parser(
        "arena",
        help="play minds against minds in this process: strength and speed",
        description="Play minds against minds without sockets, and print how often each wins.",
        epilog=EPILOG,
    )
    it.add_argument("game", choices=sorted(GAMES), metavar="GAME", help=", ".join(sorted(GAMES)))
    it.add_argument("--minds", help=f"comma-separated (greedy,whim); known: {', '.join(MINDS)}")
    it.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="a mind for --minds: a bot in any language",
    )
    it.add_argument("--ladder", action="store_true", help="all levels (or --minds) against each other")
    it.add_argument(
        "--keep", type=new_file, metavar="FILE", help="with --ladder: store the games, to resume from"
    )
    it.add_argument("--svg", type=new_file, metavar="FILE", help="with --ladder: draw the ratings")
    it.add_argument("--games", type=int, default=400, metavar="N", help="whole games to play (400)")
    it.add_argument("--only", type=int, metavar="N", help="play only the Nth game")
    it.add_argument("--seats", type=int, metavar="K", help="number of seats, if the list of minds is shorter")
    it.add_argument(
        "--option", action="append", default=[], metavar="FIELD=VALUE", help="an option of the game"
    )
    it.add_argument("--seed", type=int, default=0, help="another seed deals other games (0)")
    it.add_argument("--ms", type=int, default=0, help="time for a choice; 0: no limit (0)")
    it.add_argument("--processes", type=int, default=1, metavar="P", help="play in P processes (1)")
    it.add_argument("--check", action="store_true", help="check the game's invariants after every choice")
    it.add_argument("--json", type=new_file, metavar="FILE", help="write the figures to a file")
    it.set_defaults(run=run, usual=it.get_default)


def run(chosen: argparse.Namespace) -> int:
    """Play, show progress on a terminal, print the figures."""
    if chosen.ladder:
        return ladder.run(chosen)
    console = Console(highlight=False)
    try:
        job = job_of(chosen)
    except (ValueError, OptionsRefused) as wrong:
        print(f"arena: {wrong}", file=sys.stderr)
        return 2
    start, total = time.perf_counter(), job.games - job.begin
    played = until_ended(progress(run_all(job, chosen.processes), total, "games", console))
    result = report(job, played, time.perf_counter() - start, chosen.processes)
    console.print(
        table(f"{job.game}, {games_of(len(played), total)}, seed {job.seed}", list(report_rows(result)))
    )
    console.print(
        f"{result.games_per_s:,} games/s, {result.choices_per_s:,} choices/s,"
        f" {result.choices_per_game} choices a game, {counted(chosen.processes, 'process', 'processes')}"
    )
    return written(INTERRUPTED_STATUS if len(played) < total else 0, (chosen.json, lambda: as_json(result)))


def job_of(chosen: argparse.Namespace) -> Job:
    """The job for these arguments. Raises ValueError or OptionsRefused."""
    commands = commands_of(chosen.bot)
    minds = minds_of(chosen.minds or "greedy,whim", {**MINDS, **commands})
    if unused := [name for name in commands if name not in minds]:
        raise ValueError(f"--bot: name {unused[0]} in --minds, too")
    engine = GAMES[chosen.game]
    seats = len(minds) if chosen.seats is None else chosen.seats
    check_seats(engine, seats)
    check_counts(chosen, "games", "only", "processes")
    check_time(chosen)
    if chosen.keep or chosen.svg:
        raise ValueError("--keep and --svg are for --ladder")
    options = options_of(engine, chosen.option)
    msgspec.convert(options, engine.options).check(seats)
    filled = minds_by_seat(minds, seats)
    count, begin = (chosen.only, chosen.only - 1) if chosen.only else (chosen.games, 0)
    bots = tuple(commands.items())
    return Job(chosen.game, filled, count, options, chosen.seed, chosen.check, chosen.ms, begin, bots)


def commands_of(given: Sequence[str]) -> dict[str, str]:
    """The commands of bots by the names of their minds. Raises ValueError."""
    found = dict[str, str]()
    for text in given:
        name, _, words = text.partition("=")
        try:
            whole = bool(shlex.split(words))
        except ValueError:
            whole = False
        if not whole or not re.fullmatch(r"[a-z0-9_-]{1,16}", name):
            raise ValueError(f'--bot is NAME=COMMAND, as in "mine=node mine.mjs", not {text!r}')
        if name in MINDS or name in found:
            raise ValueError(f"--bot: there is a mind of the name {name}")
        found[name] = words
    return found
