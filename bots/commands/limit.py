"""`python -m bots limit`: how often a player who knows everything wins, to estimate the limit of luck."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from rich.console import Console

from server.games import GAMES
from server.games.engine import OptionsRefused

from ..arena.clairvoyant import TRIES, Limit, deals_of, limits, played
from ..console import (
    INTERRUPTED_STATUS,
    check_counts,
    check_seats,
    counted,
    games_of,
    minds_of,
    progress,
    table,
    until_ended,
)
from ..files import as_json, new_file, written
from ..minds.registry import MINDS

EPILOG = """\
One seat is played by expert, --others play the rest. Where it doesn't win, the same deal is played again,
with one choice changed in the best of its games so far. The first row is expert itself; the last one knows
the hidden cards, the coming random results and the others' answers. No fair mind can be expected to win more
often. So where the rows hardly differ, luck decides; where they do, they estimate from above what better play
could gain.

  python -m bots limit santiago --games 40 --seats 2
  python -m bots limit loyang --tries 32 --others skilled --processes 2
"""


def add(commands: Any) -> None:
    """Add the command to the parser of `python -m bots`."""
    it = commands.add_parser(
        "limit",
        help="estimate where luck limits a game: a player who knows everything",
        description="Play each deal again and again with one choice changed, and print the wins.",
        epilog=EPILOG,
    )
    it.add_argument("game", choices=sorted(GAMES), metavar="GAME", help=", ".join(sorted(GAMES)))
    it.add_argument("--others", default="expert", help="the mind at all other seats (expert)")
    it.add_argument("--seats", type=int, default=2, metavar="K", help="number of seats (2)")
    it.add_argument("--games", type=int, default=100, metavar="N", help="number of deals (100)")
    it.add_argument("--tries", type=int, default=TRIES, metavar="N", help=f"games of each deal ({TRIES})")
    it.add_argument("--seed", type=int, default=0, help="another seed deals other games (0)")
    it.add_argument("--processes", type=int, default=1, metavar="P", help="play in P processes (1)")
    it.add_argument("--json", type=new_file, metavar="FILE", help="write the figures to a file")
    it.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Play, show progress, print the shares."""
    console = Console(highlight=False)
    try:
        check_counts(chosen, "games", "tries", "processes")
        check_seats(GAMES[chosen.game], chosen.seats)
        others, *more = minds_of(chosen.others, MINDS)
        if more:
            raise ValueError("--others is one mind for all other seats")
        deals = deals_of(chosen.game, others, chosen.seats, chosen.games, chosen.seed, chosen.tries)
    except (ValueError, OptionsRefused) as wrong:
        print(f"limit: {wrong}", file=sys.stderr)
        return 2
    found = until_ended(progress(played(deals, chosen.processes), len(deals), "deals", console))
    result = limits(found)
    title = f"{chosen.game}, {chosen.seats} seats, against {others}, {games_of(len(found), len(deals))}"
    console.print(table(title, [*_rows(result)]))
    status = 0 if len(found) == len(deals) else INTERRUPTED_STATUS
    return written(status, (chosen.json, lambda: as_json([one._asdict() for one in result])))


def _rows(result: Iterable[Limit]) -> Iterator[tuple[str, ...]]:
    yield "best of", "win share", "95 % interval"
    for one in result:
        yield counted(one.tries, "try", "tries"), f"{one.share:.1%}", f"{one.low:.1%} to {one.high:.1%}"
