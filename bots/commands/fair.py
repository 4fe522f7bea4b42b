"""`python -m bots fair`: tests whether minds use hidden information, by asking each question twice."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from rich.console import Console

from server.games import GAMES
from server.starting import called

from ..console import check_counts, minds_of, progress
from ..learning.fairness import ExaminedQuestion, ask_twice, is_dealt_otherwise, questions
from ..mind import MindFailed
from ..minds.registry import MINDS

EPILOG = """\
The exit status is 1 if a mind chose differently because of hidden information, or with the same seed at an
identical question, chose something that is not an option, or raised an exception.

Only questions with information hidden from the seat count, since the others prove nothing. If there are too
few among fifty times as many (at least 2,000), the row says so, and the exit status is 1.

  python -m bots fair loyang --minds skilled,expert --questions 2000
"""


EXAMINED_PER_QUESTION = 50
MIN_EXAMINED_QUESTIONS = 2000
"""The search for questions with hidden information examines at most `EXAMINED_PER_QUESTION` questions for
each one needed, but not less than `MIN_EXAMINED_QUESTIONS`."""


FICKLE = "chooses otherwise at the very same question: all its chance must come from its seed"


def add(commands: Any) -> None:
    """Add the command to the parser of `python -m bots`."""
    it = commands.add_parser(
        "fair",
        help="test that minds choose the same when hidden information is dealt again",
        description="Ask minds each question twice: as it is, and with hidden information dealt again.",
        epilog=EPILOG,
    )
    it.add_argument(
        "games", nargs="*", metavar="GAME", help=f"default: all; known: {', '.join(sorted(GAMES))}"
    )
    it.add_argument("--minds", default=",".join(MINDS), help="comma-separated (all)")
    it.add_argument(
        "--questions", type=int, default=500, metavar="N", help="questions with hidden cards by mind (500)"
    )
    it.add_argument("--seed", type=int, default=0, help="another seed plays other games (0)")
    it.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Ask; print a line for each mind, and for each question with an unfair choice."""
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
    """The number of unfair choices of a mind. A mind that fails, is not deterministic, or chooses something
    that is not an option counts once, and its test ends."""
    number = unfair = 0
    asked = islice(telling(game, seed, count), count)
    for number, (it, dealt) in enumerate(progress(asked, count, "questions", console), 1):
        try:
            found = ask_twice(it, MINDS[name], dealt, name)
        except MindFailed as wrong:
            again = f"python -m bots fair {game} --minds {name} --seed {seed} --questions {number}"
            wrong.add_note(f"to come there again: {again}")
            console.print(called(f"{wrong.trace}{game}: {wrong.told}"), markup=False, soft_wrap=True)
            return 1
        if found.fickle:
            console.print(f"{game}: {name} {FICKLE}", markup=False, soft_wrap=True)
            return 1
        if not found.fair:
            unfair += 1
            before, after = (" ".join(map(str, choice)) for choice in (found.choice, found.again))
            console.print(f"{name}, {found.prompt}: {before} became {after}", markup=False, soft_wrap=True)
    console.print(f"{game}, {name}: {number} questions with cards dealt anew, {unfair} unfair")
    if number < count:
        few = f"in {most(count)} questions only {number} of {count} had anything hidden: nothing is shown"
        console.print(f"{game}, {name}: {few}", markup=False, soft_wrap=True)
    return unfair + (number < count)


def most(count: int) -> int:
    """Maximum number of examined questions to find `count` with hidden information."""
    return max(MIN_EXAMINED_QUESTIONS, EXAMINED_PER_QUESTION * count)


def telling(game: str, seed: int, count: int) -> Iterator[tuple[ExaminedQuestion, int]]:
    """Questions with hidden information, each with the seed for the re-deal."""
    random = Random(seed)
    for asked in islice(questions(GAMES[game], seed), most(count)):
        dealt = random.getrandbits(64)
        if is_dealt_otherwise(asked, dealt):
            yield asked, dealt
