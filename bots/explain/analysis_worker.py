"""The worker process that analyses a finished game for people: the log on stdin, lines of JSON on stdout.

Progress lines: [analysed entries, all entries]; the last line is an object:

    shared    true: in chances of winning (0 to 1), since the game has weights; else in the unit of its values
    moments   [version, standing of each seat]
    costly    by seat its most costly decisions: `version` of the question, `chosen`, `best`, `cost`, `why`
              (what the best choice changes compared with the chosen one), `then` and `together` (what it
              prepares), as in a tip
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import Any, Final, TypeVar

import msgspec

from server.process.confined import confined, cpu_limit

from .analysis import Analysis, Costly, analysed
from .tips import TipAdviser

WORKER_NICENESS: Final = 10
"""An analysis yields the CPU to the server and to bots."""

PROGRESS_INTERVAL_S: Final = 0.2
"""Minimum time between two progress lines (seconds)."""

Say = Callable[[Any], None]
T = TypeVar("T")


def main(seconds: float, megabytes: int) -> None:
    """Analyse the log on the standard input within these limits."""
    with confined(megabytes, WORKER_NICENESS), cpu_limit(seconds):
        looked_at(sys.stdin.buffer.read(), say)


def say(row: Any) -> None:
    """Write one line."""
    sys.stdout.buffer.write(msgspec.json.encode(row) + b"\n")
    sys.stdout.buffer.flush()


def looked_at(data: bytes, tell: Say) -> None:
    """Report the progress, then the analysis of the log."""

    def counted(entries: Iterable[T], total: int) -> Iterator[T]:
        last = 0.0
        for number, entry in enumerate(entries):
            if monotonic() - last > PROGRESS_INTERVAL_S:
                tell([number, total])
                last = monotonic()
            yield entry

    tell(analysis_data(analysed(data, TipAdviser(), counted)))


def analysis_data(found: Analysis) -> dict[str, Any]:
    """The analysis as JSON-compatible data."""
    return {
        "shared": found.shared,
        "moments": [[version, [round(one, 3) for one in standing]] for version, standing in found.moments],
        "costly": [[_row(one) for one in costly] for costly in found.costly],
    }


def _row(one: Costly) -> dict[str, Any]:
    it = one.decision
    return {
        "version": it.version,
        "chosen": it.chosen,
        "best": it.best,
        "cost": round(it.cost, 3),
        "why": one.why,
        "then": one.then,
        "together": one.together,
    }


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]))
