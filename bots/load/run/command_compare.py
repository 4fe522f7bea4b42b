"""`python -m bots load compare`: two sides of results, one table."""

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
from ..report.compare import Comparison, Nonsense, Row, Side, compare, read

EPILOG = """\
Each side is a file that `load --json` has written, or several with a comma between. The intervals are
95 % ones, from the seconds of the runs drawn anew; what may be chance is said to be that.

  python -m bots load compare before.json after.json
  python -m bots load compare a1.json,a2.json,a3.json b1.json,b2.json,b3.json
"""


def add(commands: Any) -> None:
    """Add the command to the parser of `python -m bots load`."""
    it = commands.add_parser(
        "compare",
        help="hold the figures of two runs against each other",
        description="Hold the figures of two runs, or groups of runs, against each other.",
        epilog=EPILOG,
    )
    it.add_argument("left", metavar="A.json[,...]", help="what was before")
    it.add_argument("right", metavar="B.json[,...]", help="what is held against it")
    it.add_argument("--anyway", action="store_true", help="also runs that were invalid or wrong")
    it.add_argument("--seed", type=int, default=0, help="of the intervals (0)")
    it.add_argument("--json", type=new_file, metavar="FILE", help="write the comparison to a file")
    it.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Print the table; 2 where there is nothing to compare."""
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
    """The rows of the table, the head first."""
    yield "", "A", "B", "B against A", "95 % interval", ""
    for row in found.rows:
        if row.left is None and row.right is None:
            continue
        interval = (
            f"{row.low:+.1%} to {row.high:+.1%}" if row.low is not None and row.high is not None else ""
        )
        difference = "" if row.difference is None else f"{row.difference:+.1%}"
        yield row.name, _shown(row, row.left), _shown(row, row.right), difference, interval, row.verdict


def _shown(row: Row, value: float | None) -> str:
    if value is None:
        return "-"
    try:
        kind_of(row.name)
    except ValueError:  # a count that only its run knows
        return f"{value:,.0f}"
    return in_unit(row.name, value)
