"""`python -m bots follies`: how often do minds do what anybody would call a folly?"""

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

from server.games import GAMES
from server.games.copying import copier
from server.games.engine import Engine
from server.games.kernel import Choice, choose, settle

from .console import check_counts, check_time, counted, minds_of, progress, table
from .document import Log, about_table, document_of
from .follies import KNOWN, Chosen, Folly, follies_of
from .learning.selfplay import new_game
from .mind import MINDS, MindFailed, blamed, offered

LEVELS: Final = "skilled,expert,master"

EPILOG = """\
Games have all numbers of seats and drawn options; who sits where is drawn as well. Figures are choices,
by the mind that made them.

  python -m bots follies loyang --games 40
"""

Counts = Counter[tuple[str, str]]
"""By folly and mind."""


def add(commands: Any) -> None:
    """Add the command to the parser of `python -m bots`."""
    it = commands.add_parser(
        "follies",
        help="how often do minds do what anybody would call a folly?",
        description="Play minds against each other and count plain follies.",
        epilog=EPILOG,
    )
    it.add_argument("game", choices=KNOWN, help=f"one of {', '.join(KNOWN)}", metavar="GAME")
    it.add_argument("--minds", default=LEVELS, help=f"a comma between each ({LEVELS})")
    it.add_argument("--games", type=int, default=20, metavar="N", help="to be played (20)")
    it.add_argument("--ms", type=int, default=100, help="time for a choice; 0: as long as it takes (100)")
    it.add_argument("--seed", type=int, default=0, help="another seed plays other games (0)")
    it.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Play, and print a table."""
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
            f"to come there again: python -m bots follies {chosen.game} {drawn} --games {done + 1}"
        )
        raise
    rows = [[folly, *(str(found[folly, name]) for name in names)] for folly in follies]
    title = f"{chosen.game}: follies in {counted(chosen.games, 'game', 'games')}"
    console.print(table(title, [["", *names], *rows]))
    return 0


def games(
    engine: Engine, names: Sequence[str], follies: dict[str, Folly], seed: int, ms: int
) -> Iterator[Counts]:
    """For ever: games of these minds, and the follies of each."""
    random = Random(seed)
    while True:
        game, seats = new_game(engine, random)
        seated = [*random.sample(names, min(seats, len(names))), *random.choices(names, k=seats)][:seats]
        yield of_game(engine, game, seated, follies, random, ms)


def of_game(
    engine: Engine, game: Any, names: Sequence[str], follies: dict[str, Folly], random: Random, ms: int
) -> Counts:
    """Play a game to its end."""
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
        seen = Chosen(game, ask, choice, earlier, before)
        found.update((name, names[ask.seat]) for name, folly in follies.items() if folly(seen))
        earlier, before = [*earlier, choice], [*before, clone(game)]
        asks = choose(game, ask, choice)
    return found
