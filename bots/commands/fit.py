"""`python -m bots fit`: finds and measures the temperatures of the weaker levels by playing."""

from __future__ import annotations

import argparse
import sys
from importlib.resources import files
from math import inf
from pathlib import Path
from typing import Any

from msgspec import structs
from rich.console import Console

from server.games import GAMES

from .. import minds
from ..arena.temperature_fit import TemperatureTrial, aim, fit, measure
from ..console import check_counts, check_seats, check_use, shown_as
from ..files import as_json
from ..learning.chances import chance, power_of
from ..learning.strength import merit, table, trusts
from ..learning.training import publish, written
from ..minds.soft import SOFT, Fitted, fitted, temperature
from ..search.evaluator import Evaluator, trained, weights_of
from ..search.net import Net
from ..win_rates import Wins

EPILOG = """\
Levels are fitted from the strongest down, each against the level above, which must be fitted already.
With --keep the results are written to the data file that the levels read. After that, tests/distances.py in a
checkout updates the distances between levels in the file that the server's ratings read.

  nice python -m bots fit machi_koro --keep

With --more the stored measurement with this number of seats is the first trial of the first level, so that
the search starts near its temperature. Use it only if the minds have not changed.

  nice python -m bots fit machi_koro --levels casual --more --keep

With --measure nothing is fitted: the levels are measured at their stored temperatures, with every number of
seats, or only with --seats; measurements with other numbers stay. With --more earlier games count, and only
the missing ones are played. Use it only if the minds have not changed.

  nice python -m bots fit machi_koro --measure 400 --processes 2 --keep

With --chances the command instead fits the conversion of the net's shares into chances of winning, which tips
and analyses show, to N games of the net against itself.

  nice python -m bots fit santiago --chances 200 --keep

With --trust the command instead finds the best weight of the net's learnt part against the hand-made values:
the net plays N games against greedy with each of several weights, with the minimum number of seats and with
four. With --keep the best one is stored; after that, measure its strength and fit its chances again.

  nice python -m bots fit schweinebande --trust 200 --processes 2 --keep
"""


def add(commands: Any) -> None:
    """Add the command to the parser of `python -m bots`."""
    it = commands.add_parser(
        "fit",
        help="find the temperatures of the weaker levels, by playing",
        description=f"Fit temperatures so that a level wins {aim(4):.0%} against three of the level below.",
        epilog=EPILOG,
    )
    it.add_argument("game", choices=sorted(GAMES), metavar="GAME", help=", ".join(sorted(GAMES)))
    it.add_argument(
        "--levels", nargs="+", choices=SOFT, default=SOFT[::-1], help="levels, the stronger first"
    )
    it.add_argument("--games", type=int, default=12, metavar="N", help="games of each trial (12)")
    it.add_argument(
        "--seats", type=int, metavar="K", help="number of seats (4; fewer are faster; for --measure: all)"
    )
    it.add_argument(
        "--start", type=float, metavar="T", help="first guess of the temperature (the stored one)"
    )
    it.add_argument("--seed", type=int, default=0, help="another seed deals other games (0)")
    it.add_argument(
        "--measure", type=int, metavar="N", help="measure instead, with N games for every number of seats"
    )
    it.add_argument("--chances", type=int, metavar="N", help="fit the chances of the net instead, to N games")
    it.add_argument(
        "--trust", type=int, metavar="N", help="fit the net's learnt weight instead, with N games for each"
    )
    it.add_argument("--more", action="store_true", help="include earlier measurements")
    it.add_argument("--processes", type=int, default=1, metavar="P", help="processes for measuring (1)")
    it.add_argument("--keep", action="store_true", help="write the results to the data file")
    it.set_defaults(run=run, usual=it.get_default)


def run(chosen: argparse.Namespace) -> int:
    """Fit, printing every trial; or measure, with a line for each number of seats."""
    try:
        check(chosen)
    except ValueError as wrong:
        print(f"fit: {wrong}", file=sys.stderr)
        return 2
    if chosen.chances is not None:
        return fit_chances(chosen)
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
    """Raises ValueError for implausible arguments."""
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


def before(game: str, level: str, seats: int) -> TemperatureTrial | None:
    """The stored measurement of a level with this number of seats, as a trial; None without one."""
    kept = fitted().get(game, {}).get(level)
    row = next((it for it in kept.above if it.seats == seats), None) if kept else None
    return TemperatureTrial(kept.temperature, row.games, row.share * row.games) if kept and row else None


def fit_chances(chosen: argparse.Namespace) -> int:
    """Find the power that converts the net's shares into chances, and with --keep store it in the net."""
    net = trained(chosen.game)
    assert net is not None
    power = power_of(
        Evaluator(GAMES[chosen.game], net), chosen.chances, chosen.seed, shown_as("games", Console())
    )
    told_60 = chance(0.6, 2, power)
    print(f"{chosen.game}: power {power}, with two seats a share of 60 % is a chance of {told_60:.0%}")
    if chosen.keep:
        net.about["power"] = power
        publish(net, weights_of(chosen.game))
    return 0


def trusted(chosen: argparse.Namespace) -> int:
    """Find the best weight of the net's learnt part, and with --keep store it in the net."""
    net, engine = trained(chosen.game), GAMES[chosen.game]
    assert net is not None
    found = list[tuple[float, Net]]()
    how = chosen.trust, chosen.seed, chosen.processes
    for it, reached_then in trusts(engine, net, *how, shown_as("games", Console())):
        print(f"{it.about['trust']:.2f}: {'; '.join(table(reached_then))}", flush=True)
        found.append((merit(reached_then), it))
    _, best = max(found, key=lambda pair: pair[0])
    print(f"{chosen.game}: what was learnt counts {best.about['trust']:.0%}")
    if chosen.keep:
        publish(best, weights_of(chosen.game))
    return 0


def measured(chosen: argparse.Namespace) -> int:
    """Measure the levels at their stored temperatures, and with --keep store the results."""
    counts = [chosen.seats] if chosen.seats else [*GAMES[chosen.game].seats]
    for level in chosen.levels:
        if (kept := fitted().get(chosen.game, {}).get(level)) is None:
            print(f"{level}: not fitted yet", flush=True)
            continue
        found = list[Wins]()
        known = {row.seats: row for row in kept.above} if chosen.more else {}
        for seats in counts:
            how = chosen.game, level, seats, chosen.measure, chosen.seed, chosen.processes
            found.append(measure(*how, known.get(seats), shown_as("games", Console())))
            print(f"{level}: {words(found[-1])}", flush=True)
        if chosen.keep:
            others = [row for row in kept.above if row.seats not in counts]
            rows = sorted([*others, *found], key=lambda row: row.seats)
            keep(chosen.game, level, structs.replace(kept, above=rows))
    return 0


def words(it: Wins) -> str:
    """The result of one player of the level above."""
    return (
        f"one above wins {it.share:.1%} ({it.low:.1%} to {it.high:.1%} of {it.games}) with {it.seats} seats"
    )


def keep(game: str, level: str, found: Fitted) -> None:
    """Store one level's figures in the data file and keep the others."""
    path = Path(str(files(minds))) / "levels.json"
    fitted.cache_clear()
    every = {**fitted(), game: {**fitted().get(game, {}), level: found}}
    written(path, as_json({name: every[name] for name in sorted(every)}))
    fitted.cache_clear()
