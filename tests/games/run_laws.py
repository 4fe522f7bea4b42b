"""The laws on thousands of random games, on all cores, with progress: `python -m tests.games.run_laws`."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.pool import Pool
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from server.authoring.laws import LawBroken, examine, fingerprint

from .engines import ENGINES

PRINTED = 3
"""The number of failures of one game that are printed in full; after them the game is given up."""

HASH_SEEDS = ("0", "1", "424242")


class Job(NamedTuple):
    name: str
    number: int
    every: int


class Finding(NamedTuple):
    """The result of one game: the number of its choices, and its failure or ""."""

    choices: int
    wrong: str


def try_laws(job: Job) -> Finding:
    try:
        return Finding(examine(job.name, job.number, job.every), "")
    except LawBroken as broken:
        return Finding(0, str(broken))


def fingerprints_elsewhere(name: str, numbers: Sequence[int]) -> Iterator[tuple[str, int]]:
    """The fingerprint of some games in fresh processes, each with another hash seed."""
    code = "import tests.games.engines; from server.authoring.laws import fingerprint; "
    code += f"print(fingerprint({name!r}, {list(numbers)!r}))"
    started = [
        (
            seed,
            subprocess.Popen(
                [sys.executable, "-c", code],
                env={**os.environ, "PYTHONHASHSEED": seed},
                stdout=subprocess.PIPE,
                text=True,
            ),
        )
        for seed in HASH_SEEDS
    ]
    for seed, process in started:
        out, _ = process.communicate()
        assert process.returncode == 0, f"the process with hash seed {seed} has failed"
        yield seed, int(out)


def run(name: str, args: argparse.Namespace, pool: Pool, progress: Progress) -> list[str]:
    """Play all games of one name. Returns the failures."""
    bar = progress.add_task(name, total=args.games, found="")
    wrong: list[str] = []
    choices = 0
    numbers = range(args.seed, args.seed + args.games)
    jobs = (Job(name, number, args.every) for number in numbers)
    for finding in pool.imap_unordered(try_laws, jobs, chunksize=4):
        choices += finding.choices
        if finding.wrong:
            wrong.append(finding.wrong)
            progress.console.print(f"[red]BROKEN[/red] {name}", finding.wrong, sep="\n", soft_wrap=True)
            if len(wrong) == PRINTED:
                break
        found = f"{len(wrong)} broken" if wrong else "all kept"
        progress.update(bar, advance=1, found=f"{choices:,} choices, {found}")
    return wrong


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.games.run_laws",
        description="Play random games and try every law of server/authoring/laws.py on them. "
        "The exit status is 1 where one is broken.",
    )
    parser.add_argument("--games", type=int, default=10_000, help="random games per game (10000)")
    parser.add_argument("--game", choices=sorted(ENGINES), help="this game only")
    parser.add_argument("--seed", type=int, default=0, help="number of the first random game (0)")
    parser.add_argument("--every", type=int, default=5, help="try the dearer laws at one question in so many")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="how many to use (all cores)")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> int:
    args = arguments(given)
    names = [args.game] if args.game else list(ENGINES)
    columns = (TextColumn("{task.description:12}"), BarColumn(), MofNCompleteColumn())
    more = (TextColumn("{task.fields[found]}"), TimeRemainingColumn())
    wrong: list[str] = []
    with get_context("spawn").Pool(args.processes) as pool, Progress(*columns, *more) as progress:
        for name in names:
            numbers = range(args.seed, args.seed + min(args.games, 20))
            here = fingerprint(name, numbers)
            for seed, there in fingerprints_elsewhere(name, numbers):
                if there != here:
                    wrong.append(f"{name}: other bytes under PYTHONHASHSEED={seed}")
                    progress.console.print(f"[red]BROKEN[/red] {wrong[-1]}")
            wrong += run(name, args, pool, progress)
    Console().print(f"[red]{len(wrong)} broken[/red]" if wrong else "[green]All laws kept.[/green]")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
