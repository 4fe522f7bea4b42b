"""`python -m bots load compare`: compares two sets of results in one table."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console

from ...console import table
from ...files import as_json, new_file, written
from ..figures import in_unit, kind_of
from ..report.compare import ComparedFigure, Comparison, Nonsense, Side, compare, read

EPILOG = """\
Each side is a file written by `load --json`, or several separated by commas. The 95 % intervals are
bootstrapped from the seconds of the runs; differences that may be chance are marked.

  python -m bots load compare before.json after.json
  python -m bots load compare a1.json,a2.json,a3.json b1.json,b2.json,b3.json
"""


def add(commands: Any) -> None:
    """Add the command to the parser of `python -m bots load`."""
    it = commands.add_parser(
        "compare",
        help="compare the figures of two runs",
        description="Compare the figures of two runs, or groups of runs.",
        epilog=EPILOG,
    )
    it.add_argument("left", metavar="A.json[,...]", help="the baseline")
    it.add_argument("right", metavar="B.json[,...]", help="the runs to compare with it")
    it.add_argument("--anyway", action="store_true", help="also runs that were invalid or wrong")
    it.add_argument("--seed", type=int, default=0, help="of the intervals (0)")
    it.add_argument("--json", type=new_file, metavar="FILE", help="write the comparison to a file")
    it.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Print the table; returns 2 if there is nothing to compare."""
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    try:
        left, right = (
            Side(text, [read(Path(name)) for name in text.split(",") if name])
            for text in (chosen.left, chosen.right)
        )
        if not left.runs or not right.runs:
            raise Nonsense("each side needs a file")
        found = compare(left, right, chosen.anyway, chosen.seed)
    except ValueError as wrong:
        print(f"load compare: {wrong}", file=sys.stderr)
        return 2
    console.print(table(f"A: {left.name}   B: {right.name}", [*printed(found)]))
    for note in found.notes:
        console.print(f"differs: {note}", markup=False, soft_wrap=True)
    return written(0, (chosen.json, lambda: as_json(found)))


def printed(found: Comparison) -> Iterator[tuple[str, ...]]:
    """The rows of the table, the header first."""
    yield "", "A", "B", "B against A", "95 % interval", ""
    for row in found.rows:
        if row.left is None and row.right is None:
            continue
        interval = (
            f"{row.low:+.1%} to {row.high:+.1%}" if row.low is not None and row.high is not None else ""
        )
        difference = "" if row.difference is None else f"{row.difference:+.1%}"
        yield row.name, _shown(row, row.left), _shown(row, row.right), difference, interval, row.verdict


def _shown(row: ComparedFigure, value: float | None) -> str:
    if value is None:
        return "-"
    try:
        kind_of(row.name)
    except ValueError:  # a count that occurs only in its own run
        return f"{value:,.0f}"
    return in_unit(row.name, value)
