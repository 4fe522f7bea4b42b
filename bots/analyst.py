"""The process that looks at a finished game for people: its log comes in, and lines of JSON go out.

While it works, [entries looked at, entries there are]; at last an object:

    shared    told in chances of winning (0 to 1), since the game has weights; else in the unit of its values
    moments   [version, how each seat stood]
    costly    by seat its most costly decisions: `version` at which it was asked, `chosen`, `best`, `cost`,
              `why`, what the best changes of what was chosen, and `then` and `together`, what it
              prepares, all as in a tip
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import Any, Final

import msgspec

from .analysis import Analysis, Costly, analysed
from .teaching import Teacher

SECONDS: Final = 90.0
"""Of work that a game may take; ours take less than ten. Then the system ends this process."""

NICE: Final = 10
"""Looking back steps behind those who play, and behind those who think for them."""

OFTEN: Final = 0.2
"""Seconds between two lines about how far it is."""

Say = Callable[[Any], None]


def main() -> None:
    """Look at the log on the standard input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it says when it ends
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    os.nice(NICE)
    looked_at(sys.stdin.buffer.read(), say)


def say(row: Any) -> None:
    """One line."""
    sys.stdout.buffer.write(msgspec.json.encode(row) + b"\n")
    sys.stdout.buffer.flush()


def looked_at(data: bytes, tell: Say) -> None:
    """Tell how far it is, and what was found in the log."""

    def counted(entries: Sequence[Any]) -> Iterator[Any]:
        last = 0.0
        for number, entry in enumerate(entries):
            if monotonic() - last > OFTEN:
                tell([number, len(entries)])
                last = monotonic()
            yield entry

    tell(shown(analysed(data, Teacher(), counted)))


def shown(found: Analysis) -> dict[str, Any]:
    """What was found, as it is told."""
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
    main()
