"""`python -m tests.bench`: measures, prints, and writes docs/benchmarks with its plots.

Hubs run on the first core, everything else on the others. Findings are stored in
docs/benchmarks/figures.json, so --only can repeat a single section.
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from bots.console import table
from server.games import GAMES
from tests.compiled import compiled

from . import book as books
from . import page
from .book import ROOT
from .kit import Say, Scale, Section, Shown
from .sections import SECTIONS

FIGURES = page.FOLDER / "figures.json"


def arguments() -> argparse.ArgumentParser:
    """The parser of the command line."""
    it = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    names = ", ".join(f"{s.name}{'' if s.always else ' (only when named)'}" for s in SECTIONS.values())
    known = list(SECTIONS)
    it.add_argument("--only", nargs="+", choices=known, metavar="NAME", help=f"these sections; of {names}")
    it.add_argument("--skip", nargs="+", choices=known, default=[], metavar="NAME", help="all but these")
    it.add_argument("--games", nargs="+", choices=list(GAMES), metavar="GAME", help="these games alone (all)")
    it.add_argument("--rounds", type=int, default=3, help="of what is compared (3)")
    it.add_argument("--seconds", type=float, default=4.0, help="of each measurement (4)")
    it.add_argument("--soak", type=float, default=1800.0, metavar="S", help="seconds of the soak (1800)")
    it.add_argument("--base", default="", metavar="COMMIT", help="the commit to compare with (versions)")
    it.add_argument(
        "--compiled",
        action="store_true",
        help="with the modules compiled that a move runs through, as in wheels and images",
    )
    it.add_argument("--more", action="store_true", help="on top of what is kept, where that can be")
    it.add_argument("--quick", action="store_true", help="everything tiny, only to see that it works")
    it.add_argument("--show", action="store_true", help="measure nothing: write the page of what is kept")
    it.add_argument("--dry", action="store_true", help="print, and write nothing")
    it.add_argument("--folder", type=Path, default=ROOT, help="where to write (this repository)")
    return it


def scale_of(chosen: argparse.Namespace) -> Scale:
    """The extent of the measurements."""
    games = tuple(game for game in GAMES if not chosen.games or game in chosen.games)
    scale = Scale(games, chosen.rounds, chosen.seconds, False, chosen.soak, chosen.base)
    if not chosen.quick:
        return scale
    return scale._replace(
        rounds=1, seconds=min(chosen.seconds, 1.5), small=True, soak_s=min(chosen.soak, 10.0)
    )


def chosen_sections(chosen: argparse.Namespace) -> list[Section]:
    """The sections to measure, in the order of the page."""
    if chosen.show:
        return []
    return [
        section
        for name, section in SECTIONS.items()
        if name not in chosen.skip and (name in chosen.only if chosen.only else section.always)
    ]


def said(words: Sequence[str]) -> str:
    """The command for the page, without --folder."""
    kept = list(words)
    while "--folder" in kept:
        at = kept.index("--folder")
        del kept[at : at + 2]
    return shlex.join(["python", "-m", "tests.bench", *kept])


def main(words: list[str] | None = None) -> int:
    """Measure, print and write; returns 0 if no run was wrong, whatever its speed."""
    chosen = arguments().parse_args(words)
    if chosen.compiled and books.modules() != books.COMPILED:
        return on_compiled(sys.argv[1:] if words is None else words, chosen.folder)
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    command = said(sys.argv[1:] if words is None else words)
    scale, sections, right = scale_of(chosen), chosen_sections(chosen), True
    book = books.read(chosen.folder / FIGURES)
    begun = time.monotonic()
    for number, section in enumerate(sections, 1):
        since = time.monotonic()
        console.print(f"{number} of {len(sections)}: {section.title}, {since - begun:.0f} s", style="bold")
        found = measured(section, book, chosen.more, scale, lambda it: console.print(f"  {it}", markup=False))
        book.put(section, found, time.monotonic() - since, command, scale.small)
        shown = section.shown(book.found(section), {})
        right = right and shown.right
        printed(section, shown, console)
        if not chosen.dry:
            books.write(book, chosen.folder / FIGURES)
    if not chosen.dry:
        page.write(book, SECTIONS, chosen.folder)
        console.print(f"written: {page.FOLDER}, after {time.monotonic() - begun:.0f} s")
    return 0 if right else 1


def on_compiled(words: Sequence[str], folder: Path) -> int:
    """Run the command in a copy of the repository whose modules are compiled; returns its exit status."""
    with tempfile.TemporaryDirectory(prefix="stammtisch-compiled-") as name:
        copy = compiled(Path(name, "copy"))
        (copy / ".git").write_text(f"gitdir: {books.git_folder()}\n")
        (copy / ".venv").symlink_to(sys.prefix)
        here = (sys.executable, "-m", "tests.bench", *words, "--folder", str(folder.resolve()))
        # Git writes no index: the copy shares the repository's.
        return subprocess.run(here, cwd=copy, env={**os.environ, "GIT_OPTIONAL_LOCKS": "0"}).returncode


def measured(section: Section, book: books.Book, more: bool, scale: Scale, say: Say) -> Any:
    """The findings of a section; with `more`, added to the stored ones if the section supports it."""
    if more and section.more and section.name in book.entries:
        return section.more(book.found(section), scale, say)
    return section.measure(scale, say)


def printed(section: Section, shown: Shown, console: Console) -> None:
    """Print the findings of a section."""
    for rows in shown.tables:
        console.print(table(section.title, [rows.head, *rows.rows]))
    for aim in shown.aims:
        met = {True: "met", False: "NOT MET", None: "not measured"}[aim.met]
        console.print(f"  {aim.what}: aim {aim.aim}, reached {aim.reached}: {met}", markup=False)
    for note in shown.remarks:
        console.print(f"  {note}", markup=False)


if __name__ == "__main__":
    sys.exit(main())
