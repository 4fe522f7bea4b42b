"""`python -m bots train`: arguments, progress, results."""

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

from ..console import check_counts, check_use, shown_as
from ..learning.chances import power_of
from ..learning.strength import measure, table
from ..learning.training import RunFiles, State, TrainingPlan, first_net, lines, publish, train, written
from ..search.evaluator import Evaluator, weights_of
from ..search.net import Net

EPILOG = """\
An interrupted run is resumed with the same folder and seed; an uninterrupted one is reproducible from the
seed and the number of processes. --keep installs the weights with the best measurement for the mind `learnt`,
after a final measurement with all numbers of seats: the mind uses them with the numbers of seats at which
they are stronger than greedy; if there are none, nothing is installed.

  python -m bots train machi_koro --games 20000 --processes 2 --keep

With --kept there is no training: the current weights of the mind are measured again, and with --keep the
result is stored in them. With --more earlier games count, and only the missing ones are played. Use it only
if the minds have not changed.

  python -m bots train machi_koro --kept --measure 400 --keep
"""

PROGRESS_INTERVAL_S = 20.0
"""Minimum time between two lines of progress (seconds)."""


class Run(Struct, frozen=True):
    """The identity of a folder's run, stored in it."""

    game: str
    seed: int


def add(commands: Any) -> None:
    """Add the command to the parser of `python -m bots`."""
    it = commands.add_parser(
        "train",
        help="train a game's net by self-play",
        description="Train a game's net by self-play, and measure it against greedy.",
        epilog=EPILOG,
    )
    it.add_argument("game", choices=sorted(GAMES), metavar="GAME", help=", ".join(sorted(GAMES)))
    it.add_argument("--games", type=int, default=20_000, metavar="N", help="total number of games (20000)")
    it.add_argument("--processes", type=int, default=2, metavar="P", help="worker processes (2)")
    it.add_argument("--seed", type=int, default=0, help="seed of the run (0)")
    it.add_argument("--folder", type=Path, metavar="DIR", help="folder of the run (training/GAME)")
    it.add_argument(
        "--rung-every", type=int, default=1000, metavar="N", help="games between measurements (1000)"
    )
    it.add_argument("--rung-games", type=int, default=80, metavar="N", help="games for each measurement (80)")
    it.add_argument("--onward", action="store_true", help="start with the current weights of the mind")
    it.add_argument("--kept", action="store_true", help="only measure the current weights of the mind")
    it.add_argument("--more", action="store_true", help="with --kept: play only the missing games")
    it.add_argument(
        "--measure",
        type=int,
        default=100,
        metavar="N",
        help="games for each number of seats before --keep (100)",
    )
    it.add_argument("--keep", action="store_true", help="finally install the best weights for the mind")
    it.set_defaults(run=run, usual=it.get_default)


def run(chosen: argparse.Namespace) -> int:
    """Train, show progress, and with --keep store the result."""
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
        if time.monotonic() - told >= PROGRESS_INTERVAL_S:
            told = time.monotonic()
            console.print(" · ".join(lines(state)))

    console.print("\n".join(lines(train(plan_of(chosen, folder), tell, shown_as("games", console)))))
    best = RunFiles.of(folder).best
    return keep(chosen, Net.load(best), console) if chosen.keep and best.exists() else 0


def plan_of(chosen: argparse.Namespace, folder: Path) -> TrainingPlan:
    return TrainingPlan(
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
    """Measure a net finally, and install its weights if it is stronger than greedy."""
    measured = measure(
        GAMES[chosen.game],
        net,
        chosen.measure,
        chosen.seed,
        chosen.processes,
        show=shown_as("games", console),
    )
    console.print("\n".join(table(measured)))
    if not net.about["seats"]:
        console.print("not kept: greedy is better")
        return 1
    judge = Evaluator(GAMES[chosen.game], net)
    net.about["power"] = power_of(judge, chosen.measure, chosen.seed, shown_as("games", console))
    target = weights_of(chosen.game)
    target.parent.mkdir(exist_ok=True)
    publish(net, target)
    console.print(f"kept as {target}, {target.stat().st_size / 1000:.0f} kB", soft_wrap=True)
    return 0


def measured_anew(chosen: argparse.Namespace, console: Console) -> int:
    """Measure the weights in use. Raises ValueError if there are none."""
    file = weights_of(chosen.game)
    if not file.is_file():
        raise ValueError(f"{chosen.game} has no weights that could be measured")
    net = Net.load(file)
    how = chosen.measure, chosen.seed, chosen.processes, chosen.more
    measured = measure(GAMES[chosen.game], net, *how, shown_as("games", console))
    console.print("\n".join(table(measured)))
    if chosen.keep:
        publish(net, file)
    return 0


def claim(folder: Path, run: Run) -> None:
    """Reserve a folder for this run. Raises ValueError if it has another run, or can't be used."""
    note, newest = folder / "run.json", RunFiles.of(folder).newest
    try:
        folder.mkdir(parents=True, exist_ok=True)
        kept = msgspec.json.decode(note.read_bytes(), type=Run) if note.exists() else run
        if kept != run:
            raise ValueError(
                f"{folder} has the run of {kept.game} with --seed {kept.seed}: take another --folder"
            )
        check_whole(RunFiles.of(folder))
        if newest.exists() and not fits(Net.load(newest), run):
            raise ValueError(f"{folder} has a net that is none of {run.game}: take another --folder")
        written(note, msgspec.json.encode(run))
    except OSError as wrong:
        raise ValueError(f"--folder {folder}: {wrong.strerror}") from wrong
    except msgspec.DecodeError as wrong:
        raise ValueError(f"{note} doesn't say whose run this is: {wrong}") from wrong


def check_whole(files: RunFiles) -> None:
    """Raises ValueError if a file of a run is damaged, as after a disk failure."""
    for file in files:
        try:
            if file.suffix == ".npz" and file.exists():
                Net.load(file)
            elif file.exists():
                msgspec.json.decode(file.read_bytes(), type=State)
        except (ValueError, KeyError, EOFError, BadZipFile, msgspec.DecodeError) as wrong:
            raise ValueError(f"{file} is damaged: take another --folder, or begin anew without it") from wrong


def fits(net: Net, run: Run) -> bool:
    """Does the net have as many inputs as the game has features? A folder may be older than its note."""
    return net.weights["w1"].shape == first_net(GAMES[run.game], run.seed).weights["w1"].shape
