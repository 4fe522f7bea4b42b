"""The distances between levels for the server's ratings: `python -m tests.distances` writes its data file.

The server doesn't import the bots, so it gets their measurements as a file. The figures come from `fit
--measure`, from the nets, and for *master* from the benchmarks.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import log
from pathlib import Path
from typing import Any, Final

import msgspec

from bots.minds.levels import LEVELS
from bots.minds.soft import fitted
from bots.search.evaluator import trained
from bots.win_rates import Wins
from server.games import GAMES

MEASURED_SEATS: Final = 4
"""Distances apply to this number of seats: one player of a level against three of the level below."""

ROOT: Final = Path(__file__).parents[1]
BENCHMARKS: Final = ROOT / "docs" / "benchmarks" / "figures.json"
FILE: Final = ROOT / "server" / "book" / "levels.json"


def measured(game: str) -> Iterator[tuple[str, Wins]]:
    """The measurements of each level against the one below."""
    for below, kept in fitted().get(game, {}).items():
        for wins in kept.above:
            yield LEVELS[LEVELS.index(below) + 1], wins
    if (net := trained(game)) is not None:
        for wins in msgspec.convert(net.about["strengths"], list[Wins]):
            yield "expert", wins
    for row in json.loads(BENCHMARKS.read_text())["entries"]["levels"]["data"]:
        if (row["game"], row["one"], row["others"]) == (game, "master", "expert"):
            yield "master", msgspec.convert(row, Wins)


def distance(wins: Wins) -> float:
    """The distance for this share of wins: the logarithm of the odds against one opponent."""
    share = min(max(wins.share, 1 / wins.games), 1 - 1 / wins.games)
    return round(log((wins.seats - 1) * share / (1 - share)), 2)


def distances() -> dict[str, dict[str, float]]:
    """By game and level: the distance to the level below."""
    found = dict[str, dict[str, float]]()
    for game in sorted(GAMES):
        above: dict[str, float] = {
            level: distance(wins) for level, wins in measured(game) if wins.seats == MEASURED_SEATS
        }
        found[game] = {level: above[level] for level in LEVELS if level in above}
    return found


def text() -> str:
    """The content of the file."""
    told: dict[str, Any] = {"levels": LEVELS, "seats": MEASURED_SEATS, "above": distances()}
    return json.dumps(told, indent=2) + "\n"


if __name__ == "__main__":
    FILE.write_text(text())
