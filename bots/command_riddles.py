"""`python -m bots riddles FILE`: what is best in a written position, and where a game surprised."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from rich.console import Console

from server.games.catalogue import texts

from .analysis import Watched
from .console import progress, table, trouble
from .riddle_texts import TEXTS
from .riddles import Riddle, in_log, in_text
from .teaching import TEACHING, USUAL, Teacher
from .wording import amount, choice_text, unit

EPILOG = """\
In a log, all questions are shown with one clear answer that a player misses who looks one step ahead. The
page of such a moment is /#/replay/TABLE?at=VERSION&seat=SEAT, or /#/replay with the log dropped in: key B
plays on from there, H tells the answer. A position (a file that ends in .toml, see python -m server scene) is
looked at as it is, and its options are shown by what they are worth.

  python -m bots riddles game.log
  python -m bots riddles mine.toml --level master --language de
"""

MANY: Final = 8
"""Options of a position that are shown."""


def add(commands: Any) -> None:
    """Add the command to the parser of `python -m bots`."""
    it = commands.add_parser(
        "riddles",
        help="what is best in a written position, and where in a game something surprising was",
        description="Look for riddles in a game's log, or answer one that a position asks.",
        epilog=EPILOG,
    )
    it.add_argument("file", type=Path, metavar="FILE", help="a finished game's log, or a position (.toml)")
    it.add_argument("--level", choices=TEACHING, default=USUAL, help=f"whose answers ({USUAL})")
    it.add_argument("--language", choices=("en", "de"), default="en", help="of what is told (en)")
    it.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Look at the file, and print what was found."""
    console, teacher = Console(highlight=False), Teacher()
    try:
        if chosen.file.suffix == ".toml":
            asked = in_text(chosen.file.read_text(encoding="utf-8"), teacher, chosen.level)
            for riddle in asked:
                _print_options(riddle, chosen.language, console)
            return 0
        found = [*in_log(chosen.file.read_bytes(), teacher, chosen.level, _counted(console))]
    except (OSError, ValueError) as wrong:
        print(f"riddles: {chosen.file}: {trouble(wrong)}", file=sys.stderr)
        return 1
    said = TEXTS[chosen.language]
    rows = [said.head, *(_row(one, chosen.language) for one in found)]
    console.print(table(said.found(len(found)), rows, words=(2, 3, 5)) if found else said.none)
    return 0


def _counted(console: Console) -> Watched:
    return lambda entries: progress(entries, len(entries), "entries", console)


def _print_options(riddle: Riddle, language: str, console: Console) -> None:
    """The question of a position, is it a riddle, and what its options are worth."""
    said, mine = TEXTS[language], riddle.document["mine"]
    prompts = texts(riddle.document["public"]["table"]["game"], language)["prompts"]
    console.print(said.asked.format(seat=riddle.seat, prompt=prompts[mine["ask"]["prompt"]]["ask"]))
    console.print(said.clear if riddle.is_one() else said.unclear)
    head = said.option, unit(riddle.ranked.shared, language)
    console.print(table("", [head, *_options(riddle, language)]))


def _options(riddle: Riddle, language: str) -> Iterator[tuple[str, ...]]:
    rows = zip(riddle.ranked.offers, riddle.ranked.worths, strict=True)
    for _, (offer, worth) in zip(range(MANY), rows, strict=False):
        yield _said(riddle, language, offer), amount(worth, riddle.ranked.shared, language)


def _row(riddle: Riddle, language: str) -> tuple[str, ...]:
    best, second = (_said(riddle, language, offer) for offer in riddle.ranked.offers[:2])
    plain = _said(riddle, language, riddle.plain)
    lead = amount(riddle.lead, riddle.ranked.shared, language)
    return str(riddle.version), str(riddle.seat), plain, best, lead, second


def _said(riddle: Riddle, language: str, choice: tuple[str, int]) -> str:
    public = riddle.document["public"]
    words = texts(public["table"]["game"], language)
    return choice_text(words, [row["name"] for row in public["seats"]], *choice)
