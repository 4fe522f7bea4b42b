"""`python -m bots analyse FILE`: the course of a game and better choices, in the terminal and as a page."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console

from server.games.catalogue import choice_text, texts

from ..console import shown_as, table, trouble
from ..explain.analysis import Analysis, Costly, analysed
from ..explain.analysis_texts import TEXTS
from ..explain.reasons import Changed
from ..explain.tips import TipAdviser
from ..explain.wording import amount, number, unit
from ..files import new_file, written
from ..plots.chart import Axis, Series, chart
from ..plots.page import captioned, element, page
from ..plots.page import table as html_table

EPILOG = """\
Download the log of a finished game from its last page, or from /tables/TABLE/log.

  python -m bots analyse game.stammtisch --page game.html
  python -m bots analyse game.stammtisch --language de
"""


def add(commands: Any) -> None:
    """Add the command to the parser of `python -m bots`."""
    it = commands.add_parser(
        "analyse",
        help="show the course of a downloaded game, and its most costly decisions",
        description="Analyse a game's log: the standing of every seat, and its three most costly decisions.",
        epilog=EPILOG,
    )
    it.add_argument("log", type=Path, metavar="FILE", help="the log of a finished game")
    it.add_argument("--page", type=new_file, metavar="FILE", help="write a page with the course as a picture")
    it.add_argument("--language", choices=("en", "de"), default="en", help="language of the output (en)")
    it.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Analyse the log, print the result, write the page."""
    console, language = Console(highlight=False), chosen.language
    try:
        found = analysed(
            chosen.log.read_bytes(),
            TipAdviser(),
            shown_as("entries", console),
        )
    except (OSError, ValueError) as wrong:
        print(f"analyse: {chosen.log}: {trouble(wrong)}", file=sys.stderr)
        return 1
    printed = [TEXTS[language].head, *rows(found, language)]
    console.print(table(title(found, language), printed, words=(2, 3, 5)))
    return written(0, (chosen.page, lambda: drawn(found, language).encode()))


def title(found: Analysis, language: str) -> str:
    """The title of the printed table."""
    name, count = texts(found.engine.name, language)["name"], len(found.decisions)
    return TEXTS[language].printed.format(game=name, count=count, unit=unit(found.shared, language))


def rows(found: Analysis, language: str) -> Iterator[tuple[str, ...]]:
    """Rows of the table of costly decisions, without the header."""
    for seat, costly in enumerate(found.costly):
        for one in costly:
            yield found.names[seat], *decision_cells(one, found, language)


def decision_cells(one: Costly, found: Analysis, language: str) -> tuple[str, ...]:
    """A decision as the other cells of its row."""
    it, words = one.decision, texts(found.engine.name, language)
    chosen, best = (choice_text(words, found.names, *choice) for choice in (it.chosen, it.best))
    return str(it.version), chosen, best, amount(it.cost, found.shared, language), why(one, found, language)


def why(one: Costly, found: Analysis, language: str) -> str:
    """What the best choice prepares, if it is no good by itself; else what it changes."""
    words = texts(found.engine.name, language)
    rows = ", ".join(changed(row, words, language) for row in (one.together if one.then else one.why))
    if not one.then:
        return rows
    prepared = " · ".join(choice_text(words, found.names, *choice) for choice in one.then)
    return TEXTS[language].prepares.format(choices=prepared, changes=rows)


def changed(row: Changed, words: Any, language: str) -> str:
    """A change with the name of its part; an arrow shows better or worse if the sign doesn't."""
    part, way, tenths = row
    name = words.get("parts", {}).get(part, part)
    counted = f"{name} {number(tenths / 10, '+g', language)}" if tenths else name
    return counted if tenths * way > 0 else f"{counted} {'↑' if way > 0 else '↓'}"


def drawn(found: Analysis, language: str) -> str:
    """The page: the course of the game as a picture, and the costly decisions."""
    name, said = texts(found.engine.name, language)["name"], TEXTS[language]
    return page(
        said.page.format(game=name),
        element("h1", name),
        captioned(course(found, language), said.course, said.open) if found.moments else "",
        element("h2", said.costly),
        element("p", said.judged.format(unit=unit(found.shared, language))),
        html_table("", said.head, rows(found, language), "words"),
        language=language,
    )


def course(found: Analysis, language: str) -> str:
    """A chart of the seats' standings by version."""

    def standing(value: float) -> str:
        return number(value, ".0%" if found.shared else ".3g", language)

    said, measured = TEXTS[language], unit(found.shared, language)
    lines = [
        Series(name, [(float(at.version), at.standing[seat]) for at in found.moments])
        for seat, name in enumerate(found.names)
    ]
    last = zip(found.names, found.moments[-1].standing, strict=True)
    standings = ", ".join(f"{name} {standing(value)}" for name, value in last)
    return chart(
        said.course,
        lines,
        Axis(said.step, words=lambda version: number(version, "g", language)),
        Axis(measured, words=standing, zero=found.shared),
        said.end.format(unit=measured, standings=standings),
    )
