"""`python -m bots limit`: how often a player who knows everything wins, to estimate the limit of luck."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from rich.console import Console

from server.games import GAMES
from server.games.engine import OptionsRefused

from ..arena.clairvoyant import AHEAD_CHOICES, ARMS, NAME, Measured, games_of, measured, played
from ..console import INTERRUPTED_STATUS, check_counts, check_seats, minds_of, progress, table, until_ended
from ..files import as_json, new_file, written
from ..minds.registry import MINDS

EPILOG = f"""\
One player of each mind plays against --others at all other seats, on the same deals and from the same seats;
{NAME} plays with them. It sees all cards and the coming random results, and plays its best options ahead
in the real game. What it wins more often than a fair mind is luck that nobody can know, and play that could
still be learnt: no fair mind can be expected to win more often than {NAME}.

  python -m bots limit santiago --games 40 --seats 4
  python -m bots limit loyang --seconds 300 --arms 3 --ahead 12 --others expert --minds expert,master
"""

T = TypeVar("T")


def add(commands: Any) -> None:
    """Add the command to the parser of `python -m bots`."""
    it = commands.add_parser(
        "limit",
        help="estimate where luck limits a game: a player who knows everything",
        description="Play minds and a player who knows everything on the same deals, and print their wins.",
        epilog=EPILOG,
    )
    it.add_argument("game", choices=sorted(GAMES), metavar="GAME", help=", ".join(sorted(GAMES)))
    it.add_argument(
        "--minds", default="skilled,expert", help="the minds that are compared, with commas (skilled,expert)"
    )
    it.add_argument("--others", default="skilled", help="the mind at all other seats (skilled)")
    it.add_argument("--seats", type=int, default=4, metavar="K", help="number of seats (4)")
    it.add_argument("--games", type=int, default=40, metavar="N", help="games of each mind (40)")
    it.add_argument(
        "--seconds", type=int, metavar="S", help="begin no more games after S seconds of CPU time"
    )
    it.add_argument("--seed", type=int, default=0, help="another seed deals other games (0)")
    it.add_argument("--arms", type=int, default=ARMS, metavar="N", help=f"options played ahead ({ARMS})")
    it.add_argument(
        "--ahead", type=int, default=AHEAD_CHOICES, metavar="N", help=f"choices ahead ({AHEAD_CHOICES})"
    )
    it.add_argument("--json", type=new_file, metavar="FILE", help="write the figures to a file")
    it.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Play, show progress, print the shares."""
    console = Console(highlight=False)
    try:
        check_counts(chosen, "games", "arms", "ahead", "seconds")
        check_seats(GAMES[chosen.game], chosen.seats)
        minds = [*dict.fromkeys(minds_of(chosen.minds, MINDS)), NAME]
        (others,) = minds_of(chosen.others, MINDS)
        jobs = games_of(chosen.game, minds, others, chosen.seats, chosen.games, chosen.seed)
    except (ValueError, OptionsRefused) as wrong:
        print(f"limit: {wrong}", file=sys.stderr)
        return 2
    total = chosen.games * len(minds)
    games = _in_time(played(jobs, chosen.arms, chosen.ahead), chosen.seconds)
    found = until_ended(progress(games, total, "games", console))
    result = measured(jobs, found)
    count = len(found) // len(minds)
    console.print(
        table(
            f"{chosen.game}, {chosen.seats} seats, {count} games each against {others}",
            [*_rows(result, minds)],
        )
    )
    status = 0 if len(found) == total or chosen.seconds else INTERRUPTED_STATUS
    return written(status, (chosen.json, lambda: as_json([one._asdict() for one in result])))


def _in_time(items: Iterable[T], seconds: int | None) -> Iterator[T]:
    """The items until this CPU time is over."""
    for item in items:
        yield item
        if seconds and time.process_time() > seconds:
            return


def _rows(result: Iterable[Measured], minds: list[str]) -> Iterator[tuple[str, ...]]:
    yield "mind", "win share", "95 % interval", f"more than {minds[0]}", "± (standard error)"
    for one in result:
        yield (
            one.mind,
            f"{one.share:.1%}",
            f"{one.low:.1%} to {one.high:.1%}",
            f"{one.above:+.1%}",
            f"{one.error:.1%}",
        )
