"""`python -m bots record`: games of minds as data to learn from."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from rich.console import Console

from server.games import GAMES
from server.games.engine import OptionsRefused

from ..console import (
    INTERRUPTED_STATUS,
    check_counts,
    counted,
    games_of,
    minds_by_seat,
    minds_of,
    options_of,
    progress,
    until_ended,
)
from ..minds.registry import MINDS

EPILOG = """\
OUT becomes a folder with train.parquet and test.parquet; every tenth game is for tests. Each row is one
choice: the view of its seat, the options, the choice, and how the game ended for the seat.
docs/environment.md has the columns. The same seed gives the same bytes, for one version of PyArrow; minds
with nets may choose differently on another kind of processor.

  python -m bots record --game machi_koro --games 1000 --minds skilled,casual recorded
"""


def add(commands: Any) -> None:
    """Add the command to the parser of `python -m bots`."""
    it = commands.add_parser(
        "record",
        help="record games of minds as data to learn from",
        description="Play minds against minds, and write each choice with what its seat saw.",
        epilog=EPILOG,
    )
    it.add_argument("out", type=Path, metavar="OUT", help="the folder to write: a new or an empty one")
    it.add_argument("--game", choices=[*GAMES], required=True, metavar="GAME", help=", ".join(GAMES))
    it.add_argument("--games", type=int, default=100, metavar="N", help="whole games to play (100)")
    it.add_argument(
        "--minds", default="skilled", help=f"one, or more with commas (skilled): {', '.join(MINDS)}"
    )
    it.add_argument("--seats", type=int, metavar="K", help="number of seats, if the list of minds is shorter")
    it.add_argument(
        "--option", action="append", default=[], metavar="FIELD=VALUE", help="an option of the game"
    )
    it.add_argument("--seed", type=int, default=0, help="another seed deals other games (0)")
    it.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Play, show progress, write."""
    from ..env.environment import Setting  # these take a moment, and need packages that other commands don't
    from ..env.recording import MAX_GAMES, Plan, record

    console = Console(highlight=False)
    try:
        check_counts(chosen, "games", "seats")
        if chosen.games > MAX_GAMES:
            raise ValueError(f"--games is {MAX_GAMES:,} at most")
        minds = minds_of(chosen.minds, MINDS)
        engine = GAMES[chosen.game]
        seats = chosen.seats or max(len(minds), engine.seats[0])
        given = {name for name, _, _ in (pair.partition("=") for pair in chosen.option)}
        options = {name: value for name, value in options_of(engine, chosen.option).items() if name in given}
        setting = Setting(chosen.game, seats, options)
        filled = minds_by_seat(minds, seats)
        prepare(chosen.out)
    except (ValueError, LookupError, OptionsRefused) as wrong:
        print(f"record: {wrong}", file=sys.stderr)
        return 2
    plan = Plan(chosen.game, filled, chosen.games, setting.plain, chosen.seed)
    rows = until_ended(progress(record(plan, setting, chosen.out), plan.games, "games", console))
    what = f"{games_of(len(rows), plan.games)}, {counted(sum(rows), 'choice', 'choices')}"
    console.print(f"{chosen.game}, {what}: {chosen.out}", soft_wrap=True)
    return INTERRUPTED_STATUS if len(rows) < plan.games else 0


def prepare(folder: Path) -> None:
    """Make the folder. Raises ValueError if it can't be made or isn't empty."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise ValueError(f"{folder} is not empty: name a new folder")
    except OSError as wrong:
        raise ValueError(f"{folder} can't be made: {wrong.strerror}") from wrong
