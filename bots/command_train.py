"""`python -m bots train`: arguments, progress, what came of it."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import msgspec
from msgspec import Struct
from rich.console import Console

from server.games import GAMES

from .console import check_counts, check_use
from .learning.chances import power_of
from .learning.judge import Judge, weights_of
from .learning.ladder import measure, table
from .learning.net import Net
from .learning.training import Files, Plan, State, first_net, lines, publish, train, written

EPILOG = """\
A run goes on where it was ended, if it is given the same folder and seed; one that was not ended is the same
again for the same seed and number of processes. --keep puts the weights that did best on the
ladder where the mind `learnt` finds them, after a last measurement with all numbers of seats: where it is not
better than greedy with any, nothing is kept, and where with some, the mind uses it with those alone.

  python -m bots train machi_koro --games 20000 --processes 2 --keep

With --kept nothing is learnt: the weights that the mind uses are measured anew, and with --keep note that.
With --more games that were measured before count, as long as the minds are the same, and only the others are
played.

  python -m bots train machi_koro --kept --measure 400 --keep
"""

EVERY = 20.0
"""Seconds between two lines of progress."""


class Run(Struct, frozen=True):
    """Whose run lies in a folder, as it is kept there."""

    game: str
    seed: int


def add(commands: Any) -> None:
    """Add the command to the parser of `python -m bots`."""
    it = commands.add_parser(
        "train",
        help="a mind learns by playing against itself",
        description="Have a net learn a game by playing against itself, and measure it against greedy.",
        epilog=EPILOG,
    )
    it.add_argument("game", choices=sorted(GAMES), metavar="GAME", help=", ".join(sorted(GAMES)))
    it.add_argument("--games", type=int, default=20_000, metavar="N", help="games to play in all (20000)")
    it.add_argument("--processes", type=int, default=2, metavar="P", help="processes that play (2)")
    it.add_argument("--seed", type=int, default=0, help="another seed begins another way (0)")
    it.add_argument("--folder", type=Path, metavar="DIR", help="where the run lies (training/GAME)")
    it.add_argument("--rung-every", type=int, default=1000, metavar="N", help="games to a rung (1000)")
    it.add_argument("--rung-games", type=int, default=80, metavar="N", help="games of a measurement (80)")
    it.add_argument("--onward", action="store_true", help="begin with the weights that the mind uses")
    it.add_argument("--kept", action="store_true", help="only measure the weights that the mind uses")
    it.add_argument("--more", action="store_true", help="with --kept: only the games that are missing")
    it.add_argument("--measure", type=int, default=100, metavar="N", help="games a size before --keep (100)")
    it.add_argument("--keep", action="store_true", help="in the end keep the best weights for the mind")
    it.set_defaults(run=run, usual=it.get_default)


def run(chosen: argparse.Namespace) -> int:
    """Train, show progress, keep what came of it where that is asked for."""
    console = Console(highlight=False)
    folder = chosen.folder or Path("training") / chosen.game
    try:
        check_counts(chosen, "games", "processes", "rung_every", "rung_games", "measure")
        if chosen.kept:
            check_use(chosen, "--kept", "games", "folder", "rung_every", "rung_games", "onward")
            return measured_anew(chosen, console)
        check_use(chosen, "a run without --kept", "more")
        claim(folder, Run(chosen.game, chosen.seed))
    except ValueError as wrong:
        print(f"train: {wrong}", file=sys.stderr)
        return 2
    told = 0.0

    def tell(state: State) -> None:
        nonlocal told
        if time.monotonic() - told >= EVERY:
            told = time.monotonic()
            console.print(" · ".join(lines(state)))

    console.print("\n".join(lines(train(plan_of(chosen, folder), tell))))
    best = Files.of(folder).best
    return keep(chosen, Net.load(best), console) if chosen.keep and best.exists() else 0


def plan_of(chosen: argparse.Namespace, folder: Path) -> Plan:
    """What the arguments ask for."""
    return Plan(
        chosen.game,
        chosen.games,
        chosen.processes,
        chosen.seed,
        folder,
        chosen.rung_every,
        chosen.rung_games,
        onward=chosen.onward,
    )


def keep(chosen: argparse.Namespace, net: Net, console: Console) -> int:
    """Measure a net a last time, and put it where the mind finds it if it is better than greedy."""
    measured = measure(GAMES[chosen.game], net, chosen.measure, chosen.seed, chosen.processes)
    console.print("\n".join(table(measured)))
    if not net.about["seats"]:
        console.print("not kept: greedy is better")
        return 1
    judge = Judge(GAMES[chosen.game], net)
    net.about["power"] = power_of(judge, chosen.measure, chosen.seed)
    target = weights_of(chosen.game)
    target.parent.mkdir(exist_ok=True)
    publish(net, target)
    console.print(f"kept as {target}, {target.stat().st_size / 1000:.0f} kB", soft_wrap=True)
    return 0


def measured_anew(chosen: argparse.Namespace, console: Console) -> int:
    """Measure the weights in use. Raises ValueError where there are none."""
    file = weights_of(chosen.game)
    if not file.is_file():
        raise ValueError(f"{chosen.game} has no weights that could be measured")
    net = Net.load(file)
    how = chosen.measure, chosen.seed, chosen.processes, chosen.more
    measured = measure(GAMES[chosen.game], net, *how)
    console.print("\n".join(table(measured)))
    if chosen.keep:
        publish(net, file)
    return 0


def claim(folder: Path, run: Run) -> None:
    """Have a folder be this run's. Raises ValueError where another run lies in it, or nothing can."""
    note, newest = folder / "run.json", Files.of(folder).newest
    try:
        folder.mkdir(parents=True, exist_ok=True)
        kept = msgspec.json.decode(note.read_bytes(), type=Run) if note.exists() else run
        if kept != run:
            raise ValueError(
                f"{folder} has the run of {kept.game} with --seed {kept.seed}: take another --folder"
            )
        check_whole(Files.of(folder))
        if newest.exists() and not fits(Net.load(newest), run):
            raise ValueError(f"{folder} has a net that is none of {run.game}: take another --folder")
        written(note, msgspec.json.encode(run))
    except OSError as wrong:
        raise ValueError(f"--folder {folder}: {wrong.strerror}") from wrong
    except msgspec.DecodeError as wrong:
        raise ValueError(f"{note} doesn't say whose run this is: {wrong}") from wrong


def check_whole(files: Files) -> None:
    """Raises ValueError where a file of a run can't be read, as after a crash of the disk."""
    for file in files:
        try:
            if file.suffix == ".npz" and file.exists():
                Net.load(file)
            elif file.exists():
                msgspec.json.decode(file.read_bytes(), type=State)
        except (ValueError, KeyError, EOFError, BadZipFile, msgspec.DecodeError) as wrong:
            raise ValueError(f"{file} is damaged: take another --folder, or begin anew without it") from wrong


def fits(net: Net, run: Run) -> bool:
    """Does the net look at as many numbers as the game has? A folder may be older than its note."""
    return net.weights["w1"].shape == first_net(GAMES[run.game], run.seed).weights["w1"].shape
