"""Simulates: `python -m tests.simulation --seeds 1000 --from 0`."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .run import Found

PROGRAM = "python -m tests.simulation"


def main() -> int:
    """The command; returns 1 if a seed has failed."""
    if os.environ.get("PYTHONHASHSEED") != "0":  # the order of sets is part of the trace
        arguments = [sys.executable, "-m", "tests.simulation", *sys.argv[1:]]
        os.execve(sys.executable, arguments, {**os.environ, "PYTHONHASHSEED": "0"})
    parser = argparse.ArgumentParser(prog=PROGRAM, description="Whole houses from seeds.")
    parser.add_argument("--seeds", type=int, default=1, help="how many")
    parser.add_argument(
        "--from", type=int, nargs="+", default=[0], dest="firsts", help="the first of them; so many from each"
    )
    parser.add_argument("--faults", help="only these faults of the seed, by number, with commas; '' for none")
    parser.add_argument("--trace", action="store_true", help="show everything that happens")
    parser.add_argument("--sums", action="store_true", help="show the sum of each seed's trace")
    parser.add_argument("--bugs", action="store_true", help="show that bugs put in are found")
    parser.add_argument("--bug", default="", help="put this one in")
    chosen = parser.parse_args()
    from . import bugs

    try:
        if chosen.bugs:
            return bugs.prove()
        with bugs.put_in(chosen.bug):
            return run(chosen)
    except KeyboardInterrupt:
        return 130


def run(chosen: argparse.Namespace) -> int:
    """Simulate the seeds; print which ones fail, and how to repeat them."""
    from .run import simulate, smaller

    only = None
    if chosen.faults is not None:
        only = [int(number) for number in chosen.faults.split(",") if number]
    begin, failed, counts = time.perf_counter(), 0, Counter[str]()
    seeds = [first + n for first in chosen.firsts for n in range(chosen.seeds)]
    for done, seed in enumerate(seeds, 1):
        found = simulate(str(seed), only, show if chosen.trace else None)
        counts.update(found.counts)
        if chosen.sums:
            print(seed, found.trace, flush=True)
        if found.broken:
            failed += 1
            numbers = smaller(found) if only is None and not chosen.bug else list(range(len(found.faults)))
            print(f"seed {seed} fails {found.broken}")
            say(found, numbers, f"--from {seed}" + (f" --bug {chosen.bug}" if chosen.bug else ""))
        if sys.stderr.isatty():
            progress(done, len(seeds), failed)
    told = ", ".join(f"{count:,} {name}" for name, count in counts.items())
    print(f"{len(seeds):,} seeds, {failed} failed: {told}; {time.perf_counter() - begin:.0f} s")
    return min(failed, 1)


def say(found: Found, numbers: Sequence[int], words: str) -> None:
    """Print the faults that a failing seed needs, and the commands that repeat it."""
    for number in numbers:
        print(f"    {found.faults[number]}")
    fewer = f"--faults '{','.join(map(str, numbers))}'"
    print(f"  again: {PROGRAM} {words}\n  smaller: {PROGRAM} {words} {fewer}", flush=True)


def show(line: str) -> None:
    """Print a line of a trace."""
    sys.stdout.write(line)


def progress(done: int, of: int, failed: int) -> None:
    """Print the progress on one line."""
    print(f"\r{done:,} of {of:,} seeds, {failed} failed ", end="\n" if done == of else "", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
