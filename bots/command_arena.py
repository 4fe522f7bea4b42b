"""`python -m bots arena`: arguments, progress, the printed table."""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

import msgspec
from rich.console import Console

from server.games import GAMES
from server.games.engine import OptionsRefused

from . import command_ladder
from .arena import Job, report, run_all, shown
from .console import (
    ENDED,
    check_counts,
    check_seats,
    check_time,
    counted,
    games_of,
    minds_of,
    options_of,
    progress,
    table,
    until_ended,
)
from .files import as_json, new_file, written
from .mind import MINDS
from .strategies import players

EPILOG = """\
Minds are named seat by seat and rotated: "greedy,whim,whim,whim" plays every deal four times, with
greedy at each seat once. With --seats K a shorter list is repeated to fill K seats.
The same seed plays the same games with the same minds, whatever the number of processes.
Machi Koro has fixed strategies, too: cheese-factory, furniture-factory, convenience-store, landmarks.
With --ladder one of each level plays against each other level at all other seats, at all seat counts, a
fifth as many games where one of them searches, in one process; --keep names a file in which each game is
kept, and with which an ended run goes on.

  python -m bots arena machi_koro --minds greedy,whim,whim,whim --games 400
  python -m bots arena machi_koro --minds master,cheese-factory --games 40
  python -m bots arena machi_koro --ladder --games 400 --keep ladder.jsonl --svg ladder.svg
"""


def add(commands: Any) -> None:
    """Add the command to the parser of `python -m bots`."""
    it = commands.add_parser(
        "arena",
        help="minds against minds in this process: strength and speed",
        description="Play minds against minds without sockets, and print how often each wins.",
        epilog=EPILOG,
    )
    it.add_argument("game", choices=sorted(GAMES), metavar="GAME", help=", ".join(sorted(GAMES)))
    it.add_argument("--minds", help=f"a comma between each (greedy,whim); of {', '.join(MINDS)}")
    it.add_argument("--ladder", action="store_true", help="all levels (or --minds) against each other")
    it.add_argument("--keep", type=new_file, metavar="FILE", help="of a ladder: its games, to go on with")
    it.add_argument("--svg", type=new_file, metavar="FILE", help="of a ladder: draw the ratings")
    it.add_argument("--games", type=int, default=400, metavar="N", help="whole games to play (400)")
    it.add_argument("--only", type=int, metavar="N", help="the Nth of the games alone")
    it.add_argument("--seats", type=int, metavar="K", help="seats, where the list of minds is to be repeated")
    it.add_argument("--option", action="append", default=[], metavar="FIELD=VALUE", help="of the game")
    it.add_argument("--seed", type=int, default=0, help="another seed deals other games (0)")
    it.add_argument("--ms", type=int, default=0, help="time for a choice; 0: as long as it takes (0)")
    it.add_argument("--processes", type=int, default=1, metavar="P", help="play in P processes (1)")
    it.add_argument(
        "--check", action="store_true", help="check after every choice that nothing is impossible"
    )
    it.add_argument("--json", type=new_file, metavar="FILE", help="write the figures to a file")
    it.set_defaults(run=run, usual=it.get_default)


def run(chosen: argparse.Namespace) -> int:
    """Play, show progress on a terminal, print the figures."""
    if chosen.ladder:
        return command_ladder.run(chosen)
    console = Console(highlight=False)
    try:
        job = job_of(chosen)
    except (ValueError, OptionsRefused) as wrong:
        print(f"arena: {wrong}", file=sys.stderr)
        return 2
    start, total = time.perf_counter(), job.games - job.begin
    played = until_ended(progress(run_all(job, chosen.processes), total, "games", console))
    result = report(job, played, time.perf_counter() - start, chosen.processes)
    console.print(table(f"{job.game}, {games_of(len(played), total)}, seed {job.seed}", list(shown(result))))
    console.print(
        f"{result.games_per_s:,} games/s, {result.choices_per_s:,} choices/s,"
        f" {result.choices_per_game} choices a game, {counted(chosen.processes, 'process', 'processes')}"
    )
    return written(ENDED if len(played) < total else 0, (chosen.json, lambda: as_json(result)))


def job_of(chosen: argparse.Namespace) -> Job:
    """What the arguments ask for. Raises ValueError or OptionsRefused."""
    minds = minds_of(chosen.minds or "greedy,whim", players(chosen.game))
    engine = GAMES[chosen.game]
    seats = len(minds) if chosen.seats is None else chosen.seats
    check_seats(engine, seats)
    check_counts(chosen, "games", "only", "processes")
    check_time(chosen)
    if chosen.keep or chosen.svg:
        raise ValueError("--keep and --svg are for --ladder")
    options = options_of(engine, chosen.option)
    msgspec.convert(options, engine.options).check(seats)
    filled = tuple(minds[seat % len(minds)] for seat in range(seats))
    count, begin = (chosen.only, chosen.only - 1) if chosen.only else (chosen.games, 0)
    return Job(chosen.game, filled, count, options, chosen.seed, chosen.check, chosen.ms, begin)
