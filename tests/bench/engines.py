"""The games without any sockets: how fast they are played and copied, and how strong the bots are."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from bots.arena import Job, Played, report, run
from bots.load.report.drawing.bars import Bar, bars
from server.games import GAMES
from server.games.copying import copier
from server.table.table import Table as GameTable

from .kit import SEATS, Aim, Plot, Say, Scale, Section, Shown, Table
from .stages import best, recorded

ABOUT: Final = f"""\
Whole games with {SEATS} seats in one process, CPU time, every seat with a bot that chooses at random
("whim"); choices include what the bots take to find them in the document. A clone is what a bot that
searches makes of a game before it tries something."""

ABOUT_MINDS: Final = f"""\
One "greedy" bot, which tries each choice and looks how it stands then, against {SEATS - 1} that choose at
random, every deal once for each seat. As good as the others would be {1 / SEATS:.0%}. 95 % intervals."""


FEWEST: Final = 40
"""So many games tell how strong the bots are; fewer couldn't tell 90 % from 75 %."""

AIMS: Final = {name: 0.75 if name == "schweinebande" else 0.9 for name in GAMES}
"""The share of games that the greedy bot is to win."""


class Speed(Struct, frozen=True):
    """One game, each second of CPU."""

    games: float
    choices: float
    clones: float


class Strength(Struct, frozen=True):
    """Games won by the greedy bot, as a share, with its interval; and choices of such a game a second."""

    games: int
    share: float
    low: float
    high: float
    choices_per_s: float


def played(
    game: str, minds: tuple[str, ...], seconds: float, fewest: int = 1
) -> tuple[Job, list[Played], float]:
    """As many games as that time is enough for, every deal with all rotations; CPU seconds used."""
    job, games, since = Job(game, minds, 1_000_000, {}), list[Played](), time.process_time()
    for one in run(job):
        games.append(one)
        enough = len(games) >= fewest and time.process_time() - since > seconds
        if enough and len(games) % len(minds) == 0:
            break
    return job, games, time.process_time() - since


def measure(scale: Scale, say: Say) -> dict[str, Speed]:
    """By game."""
    found = {}
    for game in scale.games:
        _, games, spent = played(game, ("whim",) * SEATS, 0.1 if scale.small else 2.0)
        tables = [GameTable.unpack(GAMES[game], data) for data in recorded(game, SEATS, 50).tables]
        states = [table.match.game for table in tables if table.match]
        clone = copier(GAMES[game].state)
        assert clone is not None
        found[game] = Speed(
            len(games) / spent,
            sum(one.choices for one in games) / spent,
            1e6 / best(clone, lambda: states),  # noqa: B023
        )
        say(f"{game}: {found[game].games:,.0f} games/s, {found[game].choices:,.0f} choices/s")
    return found


def shown(found: dict[str, Speed], others: Mapping[str, Any]) -> Shown:
    """One row for each game."""
    head = ("game", "games /s", "choices /s", "clones /s")
    rows = [
        (game, f"{one.games:,.1f}", f"{one.choices:,.0f}", f"{one.clones:,.0f}")
        for game, one in found.items()
    ]
    title = "Choices of random games in a second of CPU"
    picture = bars(title, [Bar(game, one.choices) for game, one in found.items()], "choices /s")
    return Shown([Table(head, rows)], {"engines": Plot(title, picture)})


def measure_minds(scale: Scale, say: Say) -> dict[str, Strength]:
    """By game."""
    found = {}
    for game in scale.games:
        minds = ("greedy", *["whim"] * (SEATS - 1))
        job, games, spent = played(game, minds, 0.1, 1) if scale.small else played(game, minds, 5.0, FEWEST)
        line = report(job, games, spent).lines[0]
        choices = sum(one.choices for one in games) / spent
        found[game] = Strength(len(games), line.share, line.low, line.high, choices)
        say(f"{game}: greedy wins {line.share:.0%} of {len(games)}")
    return found


def shown_minds(found: dict[str, Strength], others: Mapping[str, Any]) -> Shown:
    """One row and bar for each game."""
    head = ("game", "games", "won by greedy", "95 % interval", "choices /s")
    rows = [
        (
            game,
            str(one.games),
            f"{one.share:.0%}",
            f"{one.low:.0%} to {one.high:.0%}",
            f"{one.choices_per_s:,.0f}",
        )
        for game, one in found.items()
    ]
    title = "Games won by one greedy bot against three that choose at random"
    picture = bars(title, list(_shares(found)), "percent")
    return Shown([Table(head, rows)], {"minds": Plot(title, picture)}, list(_aims(found)))


def _aims(found: dict[str, Strength]) -> Iterator[Aim]:
    for game, one in found.items():
        reached = f"{one.share:.0%} of {one.games} ({one.low:.0%} to {one.high:.0%})"
        what = f"games won by greedy against {SEATS - 1} whims, {game}"
        yield Aim(what, f">= {AIMS[game]:.0%}", reached, one.share >= AIMS[game])


def _shares(found: dict[str, Strength]) -> Iterator[Bar]:
    for game, one in found.items():
        yield Bar(game, one.share * 100, one.low * 100, one.high * 100, note=" %")


SPEED: Final = Section("engines", "Games without sockets", ABOUT, dict[str, Speed], measure, shown)
MINDS: Final = Section(
    "minds", "How strong the bots are", ABOUT_MINDS, dict[str, Strength], measure_minds, shown_minds
)
