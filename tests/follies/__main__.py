"""`python -m tests.follies`: counts obvious mistakes of minds."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from math import inf
from random import Random
from typing import Any, Final

from rich.console import Console

from bots.console import check_counts, check_time, counted, minds_of, progress, table
from bots.document import Log, about_table, document_of
from bots.learning.selfplay import new_game
from bots.mind import MindFailed, blamed, offered
from bots.minds.registry import MINDS
from server.games import GAMES
from server.games.copying import copier
from server.games.engine import Engine
from server.games.kernel import Choice, choose, settle
from server.starting import CommandParser

from . import KNOWN, ExaminedChoice, Folly, follies_of

LEVELS: Final = "skilled,expert,master"

EPILOG = """\
Games have random numbers of seats, options and seatings. The figures are numbers of choices by mind.

  python -m tests.follies loyang --games 40
"""

Counts = Counter[tuple[str, str]]
"""By folly and mind."""


def parser() -> argparse.ArgumentParser:
    """The arguments of the command."""
    it = CommandParser(
        prog="python -m tests.follies",
        description="Play minds against each other and count obvious mistakes.",
        epilog=EPILOG,
    )
    it.add_argument("game", choices=KNOWN, help=f"one of {', '.join(KNOWN)}", metavar="GAME")
    it.add_argument("--minds", default=LEVELS, help=f"comma-separated ({LEVELS})")
    it.add_argument("--games", type=int, default=20, metavar="N", help="games to play (20)")
    it.add_argument("--ms", type=int, default=100, help="time for a choice; 0: no limit (100)")
    it.add_argument("--seed", type=int, default=0, help="another seed plays other games (0)")
    return it


def main(arguments: list[str] | None = None) -> int:
    """Play, and print a table; the exit status is 0 for success."""
    chosen = parser().parse_args(arguments)
    try:
        check_counts(chosen, "games")
        check_time(chosen)
        names = minds_of(chosen.minds, MINDS)
    except ValueError as wrong:
        print(f"follies: {wrong}", file=sys.stderr)
        return 2
    console, found, follies = Console(highlight=False), Counts(), follies_of(chosen.game)
    played = islice(games(GAMES[chosen.game], names, follies, chosen.seed, chosen.ms), chosen.games)
    done = 0
    try:
        for counts in progress(played, chosen.games, "games", console):
            found += counts
            done += 1
    except MindFailed as wrong:
        drawn = f"--minds {','.join(names)} --seed {chosen.seed} --ms {chosen.ms}"
        wrong.add_note(
            f"to come there again: python -m tests.follies {chosen.game} {drawn} --games {done + 1}"
        )
        print(f"{wrong.trace}follies: {wrong.told}", file=sys.stderr)
        return 1
    rows = [[folly, *(str(found[folly, name]) for name in names)] for folly in follies]
    title = f"{chosen.game}: follies in {counted(chosen.games, 'game', 'games')}"
    console.print(table(title, [["", *names], *rows]))
    return 0


def games(
    engine: Engine, names: Sequence[str], follies: dict[str, Folly], seed: int, ms: int
) -> Iterator[Counts]:
    """Play games between these minds, and yield the follies of each; endless."""
    random = Random(seed)
    while True:
        game, seats = new_game(engine, random)
        seated = [*random.sample(names, min(seats, len(names))), *random.choices(names, k=seats)][:seats]
        yield of_game(engine, game, seated, follies, random, ms)


def of_game(
    engine: Engine, game: Any, names: Sequence[str], follies: dict[str, Folly], random: Random, ms: int
) -> Counts:
    """Play a game to its end and count the follies."""
    found, earlier, before, last = Counts(), list[Choice](), list[Any](), -1
    clone = copier(engine.state)
    assert clone is not None, "a game has lists of its own"
    minds = [MINDS[name](random.getrandbits(64)) for name in names]
    about, asks, log = about_table(engine, game.options, names), settle(game), Log()
    while asks:
        log.take(game.said)
        ask = asks[0]
        if ask.seat != last:
            earlier, before, last = [], [], ask.seat
        document = document_of(engine, game, asks, ask.seat, about, log.row)
        with blamed(names[ask.seat], f"at {ask.prompt}"):
            made = minds[ask.seat].choose(document, time.monotonic() + ms / 1000 if ms else inf)
        choice = offered(names[ask.seat], made, ask.prompt, ask.options)
        seen = ExaminedChoice(game, ask, choice, earlier, before)
        found.update((name, names[ask.seat]) for name, folly in follies.items() if folly(seen))
        earlier, before = [*earlier, choice], [*before, clone(game)]
        asks = choose(game, ask, choice)
    return found


if __name__ == "__main__":
    sys.exit(main())
