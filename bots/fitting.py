"""Finds how softly a level must choose to be as much weaker than the level above as it should.

One of the level above plays against soft choosers at all other seats, at several temperatures; a logistic
curve of its share of wins over the temperature's logarithm says where the share is the one aimed at.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import exp, log
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np

from server.games import GAMES
from server.games.engine import Engine

from .arena import Job, Played, run, run_all, won
from .mind import MINDS, Maker
from .minds.levels import LEVELS, Fitted, Soft
from .wins import Wins, reached

ODDS: Final = 2.8
"""How much likelier one of a level wins than each of the level below: 48 % against three, 74 % against one.
At least 35 % and 60 % is wanted; this leaves room for luck in measuring."""

WIDE: Final = (0.2, 0.6, 2.0, 6.0)
NEAR: Final = (0.65, 1.0, 1.5)
"""Temperatures as parts of the best guess: as long as nothing is known, and then."""

ROUNDS: Final = 2
CONFIRMED: Final = 3
"""Trials' games that are played at the temperature that was found."""


class Trial(NamedTuple):
    """Games at one temperature: how many, and how many of them the level above has won."""

    heat: float
    games: int
    won: float


def aim(seats: int) -> float:
    """The share that one of the level above is to win at so many seats."""
    return ODDS / (ODDS + seats - 1)


def play(engine: Engine, seats: int, level: str, heat: float, games: int, seed: int) -> Trial:
    """One of the level above against this level at this temperature, at the other seats."""
    above = one_above(level)
    minds: dict[str, Maker] = {above: MINDS[above], level: partial(Soft, level=level, heat=heat)}
    options: dict[str, Any] = msgspec.to_builtins(engine.options())
    job = Job(engine.name, (above, *[level] * (seats - 1)), games, options, seed)
    played: list[Played] = list(run(job, engine=engine, minds=minds))
    return Trial(heat, games, sum(won(above, game) for game in played))


def one_above(level: str) -> str:
    """The next stronger level."""
    return LEVELS[LEVELS.index(level) + 1]


def measure(
    game: str, level: str, seats: int, games: int, seed: int, processes: int, known: Wins | None = None
) -> Wins:
    """One of the level above against this level, as softly as it is kept, at so many seats. What is `known`
    of the first of these games isn't played again."""
    won_before, begin = (known.share * known.games, known.games) if known else (0.0, 0)
    if begin >= games:
        assert known is not None
        return known
    above, options = one_above(level), GAMES[game].options
    given = {**options.usual(), **options.decided(seats)}
    job = Job(game, (above, *[level] * (seats - 1)), games, given, seed, begin=begin)
    return reached(seats, won_before + sum(won(above, it) for it in run_all(job, processes)), games)


def curve(trials: list[Trial]) -> tuple[float, float]:
    """Level and slope of the share of wins over the temperature's logarithm, on the logistic scale: the most
    likely ones, held to moderate slopes as long as little was played."""
    x = np.array([[1.0, log(it.heat)] for it in trials])
    n = np.array([it.games for it in trials], float)
    y = np.array([it.won for it in trials])
    middle = np.average(x[:, 1], weights=n)
    x[:, 1] -= middle
    held, towards = np.diag([0.01, 4.0]), np.array([0.0, 1.0])
    at = towards.copy()
    for _ in range(50):  # Newton's steps, short ones: far from the best the likelihood is no parabola
        share = 1 / (1 + np.exp(-(x @ at)))
        slope = x.T @ (y - n * share) - held @ (at - towards)
        bend = (x.T * (n * share * (1 - share))) @ x + held
        at = at + np.clip(np.linalg.solve(bend, slope), -1, 1)
    return float(at[0] - at[1] * middle), float(at[1])


def fit(
    game: str, seats: int, level: str, start: float, games: int, seed: int = 0, known: Trial | None = None
) -> Iterator[Trial | Fitted]:
    """Trials as they are played, and last what comes of them. `games`: of each trial. With one that is
    `known` from before there is no need to look far."""
    engine, guess = GAMES[game], start
    trials = [known] if known else []
    wanted = log(aim(seats) / (1 - aim(seats)))
    for _ in range(ROUNDS):
        for factor in NEAR if trials else WIDE:
            trials.append(play(engine, seats, level, guess * factor, games, hash_of(seed, len(trials))))
            yield trials[-1]
        base, slope = curve(trials)
        guess = exp((wanted - base) / max(slope, 0.2))
        guess = min(max(guess, min(it.heat for it in trials) / 3), max(it.heat for it in trials) * 3)
    heat = float(f"{guess:.3g}")
    last = play(engine, seats, level, heat, games * CONFIRMED, hash_of(seed, len(trials)))
    yield Fitted(heat, sum(it.games for it in trials), seed, [reached(seats, last.won, last.games)])


def hash_of(seed: int, number: int) -> int:
    """Another seed for each trial."""
    return seed * 1000 + number
