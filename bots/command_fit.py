"""`python -m bots fit`: how softly the weaker levels choose, found and measured by playing."""

from __future__ import annotations

import argparse
import sys
from importlib.resources import files
from math import inf
from pathlib import Path
from typing import Any

from msgspec import structs

from server.games import GAMES

from . import minds
from .console import check_counts, check_seats, check_use
from .files import as_json
from .fitting import Trial, aim, fit, measure
from .learning.chances import chance, power_of
from .learning.judge import Judge, trained, weights_of
from .learning.ladder import merit, table, trusts
from .learning.net import Net
from .learning.training import publish
from .minds.levels import SOFT, Fitted, fitted, temperature
from .wins import Wins

EPILOG = """\
Levels are fitted from the strongest down, each against the one above, which must be fitted already.
With --keep the figures go into the data file that the levels read.

  nice python -m bots fit machi_koro --keep

With --more what was measured with the temperature that is kept, at so many seats, is the first trial of the
first of these levels, as long as the minds are the same; then trials begin near it.

  nice python -m bots fit machi_koro --levels casual --more --keep

With --measure nothing is fitted: the levels as they are kept are measured with every number of
seats, or with --seats alone; what was measured with others stays. With --more games that were measured
before count, as long as the minds are the same, and only the others of so many are played.

  nice python -m bots fit machi_koro --measure 400 --processes 2 --keep

With --chances it is found instead what chance of winning the shares of the game's net stand for, which tips
and analyses tell, by so many games of the net against itself.

  nice python -m bots fit santiago --chances 200 --keep

With --trust it is found how much what the net has learnt should count beside the hand-made values: it plays
so many games against greedy with each of several parts of what it counts now, with the least seats and with
four. With --keep the best is kept; then how strong it is and its chances are to be measured anew.

  nice python -m bots fit schweinebande --trust 200 --processes 2 --keep
"""


def add(commands: Any) -> None:
    """Add the command to the parser of `python -m bots`."""
    it = commands.add_parser(
        "fit",
        help="find how softly the weaker levels choose",
        description=f"Play until one of a level wins {aim(4):.0%} against three of the level below.",
        epilog=EPILOG,
    )
    it.add_argument("game", choices=sorted(GAMES), metavar="GAME", help=", ".join(sorted(GAMES)))
    it.add_argument("--levels", nargs="+", choices=SOFT, default=SOFT[::-1], help="which, the stronger first")
    it.add_argument("--games", type=int, default=12, metavar="N", help="games of each trial (12)")
    it.add_argument("--seats", type=int, metavar="K", help="seats: 4; fewer are faster. To be measured: all")
    it.add_argument("--start", type=float, metavar="T", help="a first guess; else what is kept")
    it.add_argument("--seed", type=int, default=0, help="another seed deals other games (0)")
    it.add_argument(
        "--measure", type=int, metavar="N", help="so many games with every number of seats instead"
    )
    it.add_argument(
        "--chances", type=int, metavar="N", help="so many games that tell what a share stands for"
    )
    it.add_argument("--trust", type=int, metavar="N", help="so many games for each part of what was learnt")
    it.add_argument("--more", action="store_true", help="what was measured before counts")
    it.add_argument("--processes", type=int, default=1, metavar="P", help="processes that measure (1)")
    it.add_argument("--keep", action="store_true", help="write what is found into the data file")
    it.set_defaults(run=run, usual=it.get_default)


def run(chosen: argparse.Namespace) -> int:
    """Fit, print every trial; or measure, a line for each number of seats."""
    try:
        check(chosen)
    except ValueError as wrong:
        print(f"fit: {wrong}", file=sys.stderr)
        return 2
    if chosen.chances is not None:
        return told(chosen)
    if chosen.trust is not None:
        return trusted(chosen)
    if chosen.measure is not None:
        return measured(chosen)
    seats = chosen.seats or min(4, GAMES[chosen.game].seats.stop - 1)
    for level in chosen.levels:
        start = chosen.start or temperature(chosen.game, level)
        known = before(chosen.game, level, seats) if chosen.more and level == chosen.levels[0] else None
        for row in fit(chosen.game, seats, level, start, chosen.games, chosen.seed, known):
            if isinstance(row, Fitted):
                print(f"{level}: temperature {row.temperature}, {words(row.above[0])}", flush=True)
                if chosen.keep:
                    keep(chosen.game, level, row)
            else:
                print(f"{level}: {row.heat:.4g}: {row.won:g} of {row.games}", flush=True)
    return 0


def check(chosen: argparse.Namespace) -> None:
    """Raises ValueError for arguments that can't be meant."""
    check_counts(chosen, "games", "measure", "chances", "trust", "processes")
    others = ("measure", "levels", "games", "seats", "start", "more")
    if chosen.chances is not None:
        check_use(chosen, "--chances", *others, "trust", "processes")
    elif chosen.trust is not None:
        check_use(chosen, "--trust", *others)
    elif chosen.measure is not None:
        check_use(chosen, "--measure", "games", "start")
    else:
        check_use(chosen, "a fit without --measure", "processes")
    of_net = chosen.chances is not None or chosen.trust is not None
    if of_net and trained(chosen.game) is None:
        raise ValueError(f"{chosen.game} has no net of which that could be found")
    if chosen.seats is not None:
        check_seats(GAMES[chosen.game], chosen.seats)
    if chosen.start is not None and not 0 < chosen.start < inf:
        raise ValueError("--start is a temperature, more than 0")


def before(game: str, level: str, seats: int) -> Trial | None:
    """What was measured of a level as it is kept, if it was with so many seats."""
    kept = fitted().get(game, {}).get(level)
    row = next((it for it in kept.above if it.seats == seats), None) if kept else None
    return Trial(kept.temperature, row.games, row.share * row.games) if kept and row else None


def told(chosen: argparse.Namespace) -> int:
    """Find the power that makes chances of the net's shares, and with --keep note it in the net."""
    net = trained(chosen.game)
    assert net is not None
    power = power_of(Judge(GAMES[chosen.game], net), chosen.chances, chosen.seed)
    told_60 = chance(0.6, 2, power)
    print(f"{chosen.game}: power {power}, with two seats a share of 60 % is a chance of {told_60:.0%}")
    if chosen.keep:
        net.about["power"] = power
        publish(net, weights_of(chosen.game))
    return 0


def trusted(chosen: argparse.Namespace) -> int:
    """Find how much of what was learnt should count, and with --keep have the net trust it so much."""
    net, engine = trained(chosen.game), GAMES[chosen.game]
    assert net is not None
    found = list[tuple[float, Net]]()
    for it, reached_then in trusts(engine, net, chosen.trust, chosen.seed, chosen.processes):
        print(f"{it.about['trust']:.2f}: {'; '.join(table(reached_then))}", flush=True)
        found.append((merit(reached_then), it))
    _, best = max(found, key=lambda pair: pair[0])
    print(f"{chosen.game}: what was learnt counts {best.about['trust']:.0%}")
    if chosen.keep:
        publish(best, weights_of(chosen.game))
    return 0


def measured(chosen: argparse.Namespace) -> int:
    """Measure the levels with the temperatures that are kept, and with --keep note what was found."""
    counts = [chosen.seats] if chosen.seats else [*GAMES[chosen.game].seats]
    for level in chosen.levels:
        if (kept := fitted().get(chosen.game, {}).get(level)) is None:
            print(f"{level}: not fitted yet", flush=True)
            continue
        found = list[Wins]()
        known = {row.seats: row for row in kept.above} if chosen.more else {}
        for seats in counts:
            how = chosen.game, level, seats, chosen.measure, chosen.seed, chosen.processes
            found.append(measure(*how, known.get(seats)))
            print(f"{level}: {words(found[-1])}", flush=True)
        if chosen.keep:
            others = [row for row in kept.above if row.seats not in counts]
            rows = sorted([*others, *found], key=lambda row: row.seats)
            keep(chosen.game, level, structs.replace(kept, above=rows))
    return 0


def words(it: Wins) -> str:
    """How one of the level above does."""
    return (
        f"one above wins {it.share:.1%} ({it.low:.1%} to {it.high:.1%} of {it.games}) with {it.seats} seats"
    )


def keep(game: str, level: str, found: Fitted) -> None:
    """Write one figure into the data file, beside the others."""
    path = Path(str(files(minds))) / "levels.json"
    fitted.cache_clear()
    every = {**fitted(), game: {**fitted().get(game, {}), level: found}}
    path.write_bytes(as_json({name: every[name] for name in sorted(every)}))
    fitted.cache_clear()
