"""`python -m bots riddles FILE`: the best choice in a written position, and surprising moments of a game;
with `--game`, puzzles for the page."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

from rich.console import Console

from server.games import GAMES
from server.games.catalogue import choice_text, texts
from server.games.puzzles import MAX_PUZZLES, Puzzle, puzzles
from server.games.puzzles import written as puzzle_file

from ..console import (
    INTERRUPTED_STATUS,
    check_counts,
    check_seats,
    counted,
    progress,
    shown_as,
    table,
    trouble,
    until_ended,
)
from ..explain.puzzle_search import SEARCHES, PuzzleSearch, searched_again
from ..explain.puzzle_texts import TEXTS
from ..explain.puzzles import Riddle, in_log, in_text
from ..explain.tips import TEACHING, USUAL, TipAdviser
from ..explain.wording import amount, unit
from ..files import new_file, written
from ..minds.master import MAX_TRIES

EPILOG = """\
For a log, the command lists all questions with one clear answer that a player with one step of lookahead
misses. The page of such a moment is /#/replay/TABLE?at=VERSION&seat=SEAT, or /#/replay with the log dropped
in: key B plays on from there, H shows the answer. For a position (a .toml file, see python -m server scene)
it shows the options with their values.

With --game, bots play until enough puzzles are found for "Best move?" on the page: questions at which several
searches by master agree on one answer that is clearly ahead. The file belongs into the folder of the game, as
puzzles/daily.json. The same seed finds the same puzzles. With --again, the stored puzzles of the game are
searched once more with other random numbers, which --seed chooses; --keep writes those whose answer is still
the best.

  python -m bots riddles game.log
  python -m bots riddles mine.toml --level master --language de
  python -m bots riddles --game santiago --count 40 --seed 1 --keep daily.json
  python -m bots riddles --game santiago --again --searches 30 --tries 2400
"""

NEW_SALT: Final = SEARCHES + 1
"""The first random numbers that the search for puzzles has not used."""

AGAIN_SEARCHES: Final = 8
"""Searches of each stored puzzle with --again."""

SHOWN_OPTIONS: Final = 8
"""Number of options shown for a position."""


def add(commands: Any) -> None:
    """Add the command to the parser of `python -m bots`."""
    it = commands.add_parser(
        "riddles",
        help="show the best choice in a written position, or surprising moments in a game",
        description="Find riddles in a game's log, or answer the question of a position.",
        epilog=EPILOG,
    )
    it.add_argument(
        "file", type=Path, nargs="?", metavar="FILE", help="a finished game's log, or a position (.toml)"
    )
    it.add_argument("--level", choices=TEACHING, default=USUAL, help=f"the level that answers ({USUAL})")
    it.add_argument("--language", choices=("en", "de"), default="en", help="language of the output (en)")
    it.add_argument("--game", choices=[*GAMES], metavar="GAME", help="find puzzles in games of bots")
    it.add_argument("--count", type=int, default=40, metavar="N", help="with --game: puzzles to find (40)")
    it.add_argument(
        "--games", type=int, default=2_000, metavar="N", help="with --game: at most N games (2000)"
    )
    it.add_argument("--seats", type=int, metavar="K", help="with --game: number of seats (all in turn)")
    it.add_argument("--seed", type=int, default=0, help="with --game: another seed plays other games (0)")
    it.add_argument(
        "--lead", type=float, default=0.0, help="with --game: the least lead in chance of winning (0.1)"
    )
    it.add_argument("--again", action="store_true", help="with --game: search its stored puzzles once more")
    it.add_argument(
        "--searches",
        type=int,
        default=AGAIN_SEARCHES,
        metavar="N",
        help=f"with --again: of each puzzle ({AGAIN_SEARCHES})",
    )
    it.add_argument(
        "--tries", type=int, default=MAX_TRIES, metavar="N", help=f"with --game: of each search ({MAX_TRIES})"
    )
    it.add_argument("--keep", type=new_file, metavar="FILE", help="with --game: write the puzzles to a file")
    it.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Read the file, and print the riddles or the answer; or find puzzles."""
    if (chosen.file is None) is (chosen.game is None):
        print("riddles: name a file, or --game", file=sys.stderr)
        return 2
    if chosen.game:
        return _find(chosen)
    console, teacher = Console(highlight=False), TipAdviser()
    try:
        if chosen.file.suffix == ".toml":
            asked = in_text(chosen.file.read_text(encoding="utf-8"), teacher, chosen.level)
            for riddle in asked:
                _print_options(riddle, chosen.language, console)
            return 0
        found = [*in_log(chosen.file.read_bytes(), teacher, chosen.level, shown_as("entries", console))]
    except (OSError, ValueError) as wrong:
        print(f"riddles: {chosen.file}: {trouble(wrong)}", file=sys.stderr)
        return 1
    said = TEXTS[chosen.language]
    rows = [said.head, *(_row(one, chosen.language) for one in found)]
    console.print(table(said.found(len(found)), rows, words=(2, 3, 5)) if found else said.none)
    return 0


def _find(chosen: argparse.Namespace) -> int:
    """Find puzzles in games of bots, print their number by kind of question, and write them."""
    console = Console(highlight=False)
    try:
        check_counts(chosen, "count", "games", "seats", "tries", "searches")
        if chosen.count > MAX_PUZZLES:
            raise ValueError(f"--count is {MAX_PUZZLES} at most")
        if chosen.seats:
            check_seats(GAMES[chosen.game], chosen.seats)
        if not 0 <= chosen.lead < 1:
            raise ValueError("--lead is from 0 to 1")
    except ValueError as wrong:
        print(f"riddles: {wrong}", file=sys.stderr)
        return 2
    if chosen.again:
        return _again(chosen, console)
    search = PuzzleSearch(chosen.game, chosen.seed, chosen.lead, chosen.seats or 0, chosen.tries)
    games = islice(search.found(), chosen.games)
    found = until_ended(progress(_only(games, chosen.count), chosen.count, "puzzles", console))
    kinds = ", ".join(f"{prompt}: {number}" for prompt, number in search.kinds.most_common())
    console.print(f"{chosen.game}, {counted(len(found), 'puzzle', 'puzzles')} ({kinds})", soft_wrap=True)
    status = 0 if len(found) == chosen.count else INTERRUPTED_STATUS
    return written(status, (chosen.keep, lambda: puzzle_file(found)))


def _again(chosen: argparse.Namespace, console: Console) -> int:
    """Search the stored puzzles of a game once more, and print those whose answer is not confirmed."""
    engine, stored, teacher = GAMES[chosen.game], puzzles(chosen.game), TipAdviser(tries=chosen.tries)
    first = NEW_SALT + chosen.searches * chosen.seed
    salts = range(first, first + chosen.searches)
    running = (searched_again(engine, puzzle, teacher, salts) for puzzle in stored)
    found = until_ended(progress(running, len(stored), "puzzles", console))
    for number, one in enumerate(found, 1):
        if one.agreed < len(salts):
            answer, best = (" ".join(map(str, it)) for it in (one.puzzle.options[0].choice, one.best))
            end = "" if one.is_confirmed else f"; {best} is better by {one.behind:.3f}"
            told = f"puzzle {number}: {one.agreed} of {len(salts)} searches prefer {answer}{end}"
            console.print(told, soft_wrap=True)
    confirmed = [one.puzzle for one in found if one.is_confirmed]
    total = counted(len(found), "puzzle", "puzzles")
    console.print(f"{chosen.game}, {total}: {counted(len(confirmed), 'answer', 'answers')} confirmed")
    status = 0 if len(found) == len(stored) else INTERRUPTED_STATUS
    return written(status, (chosen.keep, lambda: puzzle_file(confirmed + stored[len(found) :])))


def _only(games: Iterable[list[Puzzle]], most: int) -> Iterator[Puzzle]:
    """The first puzzles."""
    return islice((puzzle for found in games for puzzle in found), most)


def _print_options(riddle: Riddle, language: str, console: Console) -> None:
    """Print a position's question, whether it is a riddle, and the values of its options."""
    said, mine = TEXTS[language], riddle.document["mine"]
    prompts = texts(riddle.document["public"]["table"]["game"], language)["prompts"]
    console.print(said.asked.format(seat=riddle.seat, prompt=prompts[mine["ask"]["prompt"]]["ask"]))
    console.print(said.clear if riddle.is_one() else said.unclear)
    head = said.option, unit(riddle.ranked.shared, language)
    console.print(table("", [head, *_options(riddle, language)]))


def _options(riddle: Riddle, language: str) -> Iterator[tuple[str, ...]]:
    rows = zip(riddle.ranked.offers, riddle.ranked.worths, strict=True)
    for _, (offer, worth) in zip(range(SHOWN_OPTIONS), rows, strict=False):
        yield _said(riddle, language, offer), amount(worth, riddle.ranked.shared, language)


def _row(riddle: Riddle, language: str) -> tuple[str, ...]:
    best, second = (_said(riddle, language, offer) for offer in riddle.ranked.offers[:2])
    plain = _said(riddle, language, riddle.plain)
    lead = amount(riddle.ranked.lead, riddle.ranked.shared, language)
    return str(riddle.version), str(riddle.seat), plain, best, lead, second


def _said(riddle: Riddle, language: str, choice: tuple[str, int]) -> str:
    public = riddle.document["public"]
    words = texts(public["table"]["game"], language)
    return choice_text(words, [row["name"] for row in public["seats"]], *choice)
