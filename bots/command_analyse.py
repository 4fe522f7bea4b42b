"""`python -m bots analyse FILE`: how a game went, and what was better, in the terminal and as a page."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from server.games.catalogue import texts

from .analysis import Analysis, Costly, analysed
from .console import progress, table
from .files import new_file, written
from .load.report.drawing.chart import Axis, Series, chart
from .load.report.page import captioned, element, page
from .load.report.page import table as html_table
from .teaching import Changed, Teacher

EPILOG = """\
The log of a finished game is had from its last page, or from /tables/TABLE/log.

  python -m bots analyse game.stammtisch --page game.html
  python -m bots analyse game.stammtisch --language de
"""

HEAD = ("player", "at version", "chosen", "better", "cost", "what that would have changed")


def add(commands: Any) -> None:
    """Add the command to the parser of `python -m bots`."""
    it = commands.add_parser(
        "analyse",
        help="how a downloaded game went, and which decisions cost most",
        description="Look at a game's log: how every seat stood, and its three most costly decisions.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    it.add_argument("log", type=Path, metavar="FILE", help="the log of a finished game")
    it.add_argument("--page", type=new_file, metavar="FILE", help="write a page with the course as a picture")
    it.add_argument("--language", choices=("en", "de"), default="en", help="of the game's words (en)")
    it.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Look at the log, print what was found, write the page."""
    console = Console(highlight=False)
    try:
        found = analysed(
            chosen.log.read_bytes(),
            Teacher(),
            lambda entries: progress(entries, len(entries), "entries", console),
        )
    except (OSError, ValueError) as wrong:
        print(f"analyse: {chosen.log}: {wrong}", file=sys.stderr)
        return 1
    console.print(table(title(found), [HEAD, *rows(found, chosen.language)]))
    return written(0, (chosen.page, lambda: drawn(found, chosen.language).encode()))


def title(found: Analysis) -> str:
    """What was looked at."""
    unit = "shares of the win" if found.shared else "the unit of the game's hand-made values"
    return f"{found.engine.name}, {len(found.decisions)} decisions: the most costly ones, in {unit}"


def rows(found: Analysis, language: str) -> Iterator[tuple[str, ...]]:
    """Rows of the table of costly decisions, without the head."""
    words = texts(found.engine.name, language)
    for seat, costly in enumerate(found.costly):
        for one in costly:
            yield found.names[seat], *told(one, words, found)


def told(one: Costly, words: Any, found: Analysis) -> tuple[str, ...]:
    """A decision in words."""
    it = one.decision
    cost = f"{it.cost:.1%}" if found.shared else f"{it.cost:.2f}"
    chosen, best = (choice_text(words, found.names, *choice) for choice in (it.chosen, it.best))
    return str(it.version), chosen, best, cost, ", ".join(changed(row, words) for row in one.why)


def choice_text(words: Any, names: Sequence[str], verb: str, noun: int) -> str:
    """A choice as the game's texts say it."""
    group = words["nouns"].get(verb, "")
    known = names if group in ("seat", "seats") else words["names"].get(group, ())
    thing = known[noun] if 0 <= noun < len(known) else str(noun)
    text: str = words["choices"].get(verb, verb)
    return text.replace("{noun}", thing)


def changed(row: Changed, words: Any) -> str:
    """A change as the game's texts name it."""
    part, way, tenths = row
    name = words.get("parts", {}).get(part, part)
    return f"{name} {tenths / 10:+g}" if tenths else f"{name} {'↑' if way > 0 else '↓'}"


def drawn(found: Analysis, language: str) -> str:
    """The page: the course of the game as a picture, and the costly decisions."""
    unit = "share of the win" if found.shared else "value by hand"
    lines = [
        Series(name, [(float(at.version), at.standing[seat]) for at in found.moments])
        for seat, name in enumerate(found.names)
    ]
    name = texts(found.engine.name, language)["name"]
    picture = chart("How the seats stood", lines, Axis("version of the table"), Axis(unit, zero=found.shared))
    return page(
        f"{name}: how it went",
        element("h1", name),
        captioned(picture, "How the seats stood", "from the game as it was, hidden things included"),
        element("h2", "The most costly decisions"),
        element("p", f"Judged by what each seat could see; the cost in {unit}."),
        html_table("", HEAD, rows(found, language), "words"),
    )
