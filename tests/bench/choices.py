"""How long the bots' levels take for a choice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

import msgspec
import numpy as np
from msgspec import Struct

from bots.arena.arena import Job, play
from bots.learning.strength import Timed
from bots.mind import Mind, quick_of
from bots.minds.levels import LEVELS
from bots.minds.registry import MINDS
from server.games import GAMES
from server.process.gc import only_when_told

from .kit import Aim, Say, Scale, Section, Shown, Table

LEAST: Final = 3
CHOICES: Final = 400
"""At least `LEAST` games are played, and more until each level has made `CHOICES` choices."""

WITHIN: Final = {level: 250.0 if quick_of(MINDS[level]) else 10.0 for level in LEVELS[1:]}
"""The aim for the 99th percentile, in ms of CPU time; *beginner* chooses like *casual*."""

ABOUT: Final = f"""\
Milliseconds of processor for choices among several options, in games with one of each level, until each was
asked {CHOICES} times. *master* has its 200 ms. *skilled*, and *casual* now and then, look through what can
follow within the own turn, in several imagined games where something is hidden; *expert* and *master* judge
with a net. As in processes of bots, garbage is searched between choices, which is not part of these times."""


class Times(Struct, frozen=True):
    """Milliseconds for the choices of a level."""

    game: str
    level: str
    choices: int
    p50: float
    p99: float


def measure(scale: Scale, say: Say) -> list[Times]:
    """Measure each level in each game."""
    found = list[Times]()
    for game in scale.games:
        for row in timed(game, 1, 0) if scale.small else timed(game, LEAST, CHOICES):
            found.append(row)
            say(f"{game}: {row.level}: p99 {row.p99:.1f} ms of {row.choices:,} choices")
    return found


def timed(game: str, least: int, choices: int) -> Iterator[Times]:
    """Play at least `least` games with one seat of each level; the times of their choices."""
    engine, took = GAMES[game], {level: list[float]() for level in WITHIN}
    options = msgspec.convert(engine.options.decided(len(took)), engine.options)
    number = 0
    with only_when_told() as look_for_garbage:  # as in processes of bots
        while number < least or min(map(len, took.values())) < choices:
            minds: list[Mind] = [Timed(MINDS[level](number), found) for level, found in took.items()]
            job = Job(game, (), least, {}, ms=250)
            play(engine, options, minds, Random(number).getrandbits(128), [*took], job)
            look_for_garbage()
            number += 1
    for level, found in took.items():
        p50, p99 = np.quantile(found, [0.5, 0.99]) * 1000
        yield Times(game, level, len(found), round(float(p50), 2), round(float(p99), 2))


def joined(before: list[Times], found: list[Times]) -> list[Times]:
    """The new findings, and the previous ones of other games."""
    new = {it.game for it in found}
    order = [*GAMES].index
    return sorted([*(it for it in before if it.game not in new), *found], key=lambda it: order(it.game))


def shown(found: list[Times], others: Mapping[str, Any]) -> Shown:
    """A row for each game and level."""
    rows = [
        (it.game, it.level, f"{it.choices:,}", f"{it.p50:.1f}", f"{it.p99:.1f}", f"{WITHIN[it.level]:g}")
        for it in found
    ]
    head = ("game", "level", "choices", "p50, ms", "p99, ms", "aim")
    return Shown([Table(head, rows)], {}, [*_aims(found)])


def _aims(found: list[Times]) -> Iterator[Aim]:
    """One aim for each level, over all games."""
    for level, aim in WITHIN.items():
        slowest = max((it for it in found if it.level == level), key=lambda it: it.p99)
        reached = f"{slowest.p99:.1f} ms in {slowest.game}"
        yield Aim(f"p99 of a choice of {level}", f"<= {aim:g} ms", reached, slowest.p99 <= aim)


SECTION: Final = Section(
    "choices", "How long the bots think", ABOUT, list[Times], measure, shown, joined=joined
)
