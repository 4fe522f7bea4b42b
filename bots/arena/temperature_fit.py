"""Finds the temperature at which a level is weaker than the level above by the desired amount.

One player of the level above plays against soft choosers at all other seats, at several temperatures; a
logistic curve of its share of wins over the log temperature gives the temperature for the desired share.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import exp, fsum, log
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np

from server.games import GAMES
from server.games.engine import Engine

from ..mind import Maker
from ..minds.levels import LEVELS
from ..minds.registry import MINDS
from ..minds.soft import Fitted, Soft
from ..showing import Show, unseen
from ..win_rates import Wins, reached
from .arena import ArenaGame, Job, run, run_all, won

LEVEL_ODDS: Final = 2.8
"""The odds of a win against one player of the level below: 48 % against three, 74 % against one. At least 35
% and 60 % are required; the rest is a margin for measurement noise."""

WIDE: Final = (0.2, 0.6, 2.0, 6.0)
NEAR: Final = (0.65, 1.0, 1.5)
"""Temperatures as multiples of the best guess: without any measurement, and later."""

REFINING_ROUNDS: Final = 2
CONFIRMING_FACTOR: Final = 3
"""Number of games at the final temperature, as a multiple of a trial's games."""


class TemperatureTrial(NamedTuple):
    """A number of games at one temperature, and the wins of the level above."""

    heat: float
    games: int
    won: float


def aim(seats: int) -> float:
    """The desired share of wins of the level above, with this number of seats."""
    return LEVEL_ODDS / (LEVEL_ODDS + seats - 1)


def play(engine: Engine, seats: int, level: str, heat: float, games: int, seed: int) -> TemperatureTrial:
    """Play one of the level above against this level at this temperature at the other seats."""
    above = one_above(level)
    minds: dict[str, Maker] = {above: MINDS[above], level: partial(Soft, level=level, heat=heat)}
    options: dict[str, Any] = msgspec.to_builtins(engine.options())
    job = Job(engine.name, (above, *[level] * (seats - 1)), games, options, seed)
    played: list[ArenaGame] = list(run(job, engine=engine, minds=minds))
    return TemperatureTrial(heat, games, fsum(won(above, game) for game in played))


def one_above(level: str) -> str:
    """The next stronger level."""
    return LEVELS[LEVELS.index(level) + 1]


def measure(
    game: str,
    level: str,
    seats: int,
    games: int,
    seed: int,
    processes: int,
    known: Wins | None = None,
    show: Show = unseen,
) -> Wins:
    """Measure one of the level above against this level at its stored temperature. `known` results of the
    first of these games are reused."""
    won_before, begin = (known.share * known.games, known.games) if known else (0.0, 0)
    if begin >= games:
        assert known is not None
        return known
    above, options = one_above(level), GAMES[game].options
    given = {**options.usual(), **options.decided(seats)}
    job = Job(game, (above, *[level] * (seats - 1)), games, given, seed, begin=begin)
    played = show(run_all(job, processes), games - begin)
    return reached(seats, won_before + fsum(won(above, it) for it in played), games)


def curve(trials: list[TemperatureTrial]) -> tuple[float, float]:
    """Intercept and slope of the share of wins over the log temperature, on the logistic scale: maximum
    likelihood with a prior towards moderate slopes, which matters while there are few games."""
    x = np.array([[1.0, log(it.heat)] for it in trials])
    n = np.array([it.games for it in trials], float)
    y = np.array([it.won for it in trials])
    middle = np.average(x[:, 1], weights=n)
    x[:, 1] -= middle
    held, towards = np.diag([0.01, 4.0]), np.array([0.0, 1.0])
    at = towards.copy()
    for _ in range(50):  # damped Newton steps: far from the optimum the likelihood is not quadratic
        share = 1 / (1 + np.exp(-(x @ at)))
        slope = x.T @ (y - n * share) - held @ (at - towards)
        bend = (x.T * (n * share * (1 - share))) @ x + held
        at = at + np.clip(np.linalg.solve(bend, slope), -1, 1)
    return float(at[0] - at[1] * middle), float(at[1])


def fit(
    game: str,
    seats: int,
    level: str,
    start: float,
    games: int,
    seed: int = 0,
    known: TemperatureTrial | None = None,
) -> Iterator[TemperatureTrial | Fitted]:
    """Yields the trials as they are played, and the result last. `games`: of each trial. With a trial `known`
    from before, the search starts near it."""
    engine, guess = GAMES[game], start
    trials = [known] if known else []
    wanted = log(aim(seats) / (1 - aim(seats)))
    for _ in range(REFINING_ROUNDS):
        for factor in NEAR if trials else WIDE:
            trials.append(play(engine, seats, level, guess * factor, games, hash_of(seed, len(trials))))
            yield trials[-1]
        base, slope = curve(trials)
        guess = exp((wanted - base) / max(slope, 0.2))
        guess = min(max(guess, min(it.heat for it in trials) / 3), max(it.heat for it in trials) * 3)
    heat = float(f"{guess:.3g}")
    last = play(engine, seats, level, heat, games * CONFIRMING_FACTOR, hash_of(seed, len(trials)))
    yield Fitted(heat, sum(it.games for it in trials), seed, [reached(seats, last.won, last.games)])


def hash_of(seed: int, number: int) -> int:
    """A different seed for each trial."""
    return seed * 1000 + number
