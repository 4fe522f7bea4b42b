"""The choices of minds in games from seeds, as text: equal on every Python and in every process.

    python -m tests.bots.recorded           # plays, and prints the choices
    python -m tests.bots.recorded write     # after a deliberate change of a mind, its values or its net

It needs only the packages that minds need, so that any Python can run it.
"""

from __future__ import annotations

import builtins
import json
import sys
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final

from bots.document import Log, about_table, document_of
from bots.mind import Maker
from bots.minds.levels import LEVELS
from bots.minds.master import Master
from bots.minds.registry import MINDS
from server.games import GAMES
from server.games.engine import Engine
from server.games.kernel import choose, settle

FILE: Final = Path(__file__).with_name("recorded.json")

SEATS: Final = 3
SEED: Final = 20

CHOICES: Final = {"beginner": 120, "casual": 120, "expert": 100, "master": 20}
"""The number of choices of a game; all other minds play to the end."""

PLAYERS: Final[dict[str, Maker]] = {
    **{level: MINDS[level] for level in LEVELS},
    "master": partial(Master, tries=24),
}

OURS: Final = ("bots.", "server.games.")


def choices(engine: Engine, name: str) -> Iterator[str]:
    """One game with this mind at all seats."""
    options = engine.options()
    game = engine.setup(SEATS, SEED, options)
    about = about_table(engine, options, [name] * SEATS)
    minds = [PLAYERS[name](SEED + seat) for seat in range(SEATS)]
    asks, log = settle(game), Log()
    while asks:
        log.take(game.said)
        ask = asks[0]
        document = document_of(engine, game, asks, ask.seat, about, log.row)
        choice = minds[ask.seat].choose(document, float("inf"))
        if len(ask.options) > 1:
            yield f"{ask.seat} {choice.verb} {choice.noun}"
        asks = choose(game, ask, choice)


def recorded(game: str, name: str) -> list[str]:
    """The choices to compare for a game and a mind."""
    return list(islice(choices(GAMES[game], name), CHOICES.get(name)))


def played() -> dict[str, dict[str, list[str]]]:
    """The choices for all games and levels."""
    return {game: {name: recorded(game, name) for name in PLAYERS} for game in sorted(GAMES)}


def forbid_sums() -> None:
    """From now on no module of ours may add floats by `sum`, which rounds differently from Python 3.12 on."""
    plain = builtins.sum

    def exact(values: Any, /, start: Any = 0) -> Any:
        found = plain(values, start)
        caller = sys._getframe(1).f_globals["__name__"]
        if type(found) is float and caller.startswith(OURS):
            raise TypeError(f"{caller} adds floats by sum; use math.fsum")
        return found

    builtins.sum = exact


if __name__ == "__main__":
    if sys.argv[1:] == ["write"]:
        FILE.write_text(json.dumps(played(), indent=0) + "\n")
    else:
        forbid_sums()
        print(json.dumps(played()))
