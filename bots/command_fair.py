"""`python -m bots fair`: are minds fair? At many questions, each asked twice."""

from __future__ import annotations

import argparse
import sys
from itertools import islice
from random import Random
from typing import Any

from rich.console import Console

from server.games import GAMES

from .console import check_counts, minds_of, progress
from .fairness import questions, tried
from .mind import MINDS, MindFailed

EPILOG = """\
The exit status is 1 where a mind has chosen otherwise when something was otherwise that it can't know, or by
the same seed at the very same question, has chosen what is none of the options, or has raised something.

  python -m bots fair loyang --minds skilled,expert --questions 2000
"""


FICKLE = "chooses otherwise at the very same question: all its chance must come from its seed"


def add(commands: Any) -> None:
    """Add the command to the parser of `python -m bots`."""
    it = commands.add_parser(
        "fair",
        help="do minds choose the same when what they can't know is dealt anew?",
        description="Ask minds at questions of random games, and again with all dealt anew that is hidden.",
        epilog=EPILOG,
    )
    it.add_argument("games", nargs="*", metavar="GAME", help=f"all; or of {', '.join(sorted(GAMES))}")
    it.add_argument("--minds", default=",".join(MINDS), help="a comma between each; all")
    it.add_argument("--questions", type=int, default=500, metavar="N", help="of each mind (500)")
    it.add_argument("--seed", type=int, default=0, help="another seed plays other games (0)")
    it.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Ask, print a line for each mind and for each question where it was unfair."""
    games = chosen.games or sorted(GAMES)
    try:
        check_counts(chosen, "questions")
        names = minds_of(chosen.minds, MINDS)
        if unknown := sorted({*games} - {*GAMES}):
            raise ValueError(f"no such game: {', '.join(unknown)}; there are {', '.join(GAMES)}")
    except ValueError as wrong:
        print(f"fair: {wrong}", file=sys.stderr)
        return 2
    console, unfair = Console(highlight=False), 0
    for game in games:
        unfair += sum(judged(game, name, chosen.questions, chosen.seed, console) for name in names)
    return 1 if unfair else 0


def judged(game: str, name: str, count: int, seed: int, console: Console) -> int:
    """How often a mind was unfair. One that doesn't keep to the options, or to its seed, or raises something,
    counts once and is not asked on."""
    random, other, unfair = Random(seed), 0, 0
    asked = islice(questions(GAMES[game], seed), count)
    for number, it in enumerate(progress(asked, count, "questions", console), 1):
        try:
            found = tried(it, MINDS[name], random.getrandbits(64), name)
        except MindFailed as wrong:
            again = f"python -m bots fair {game} --minds {name} --seed {seed} --questions {number}"
            wrong.add_note(f"to come there again: {again}")
            console.print(f"{wrong.trace}{game}: {wrong.told}", markup=False, soft_wrap=True)
            return 1
        other += found.other
        if found.fickle:
            console.print(f"{game}: {name} {FICKLE}", markup=False, soft_wrap=True)
            return 1
        if not found.fair:
            unfair += 1
            before, after = (" ".join(map(str, choice)) for choice in (found.choice, found.again))
            console.print(f"{name}, {found.prompt}: {before} became {after}", markup=False, soft_wrap=True)
    console.print(f"{game}, {name}: {count} questions, {other} with cards dealt anew, {unfair} unfair")
    return unfair
