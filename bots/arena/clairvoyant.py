"""How much of a game is luck? A player who knows everything, as an estimate of the best possible play.

The clairvoyant takes the options that *expert* likes best, plays each of them ahead in a copy of the real
game, with its hidden cards and its coming random results, and takes the one that turns out best. All seats
choose by the net meanwhile. No fair mind knows that much, so none can be expected to win more often: the
distance from *expert* or *master* to the clairvoyant is an upper estimate of what better play could still
gain. It is an estimate and no bound, since the clairvoyant plays ahead only so far, and guesses the choices
of the others.

It must not play at tables, and is no mind by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import fsum, sqrt
from typing import Any, Final, NamedTuple

from server.games import GAMES
from server.games.catalogue import checked
from server.games.kernel import Ask, Choice, choose, settle

from ..document import Document, options
from ..mind import Maker
from ..minds.learnt import Learnt
from ..minds.registry import MINDS
from ..search.evaluator import Evaluator
from ..win_rates import wilson
from .arena import ArenaGame, Job, run, won

NAME: Final = "clairvoyant"

ONE: Final = "one "
"""Begins the name of the mind that is measured, since its kind may play at the other seats as well."""

ARMS: Final = 4
"""The number of options that are played ahead."""

AHEAD_CHOICES: Final = 24
"""The number of choices that are played ahead; then the net rates the position."""


class Clairvoyant:
    """The player. It has to be shown the real game (`watch`) before its first question."""

    def __init__(self, seed: int, arms: int = ARMS, ahead: int = AHEAD_CHOICES) -> None:
        self._learnt = Learnt(seed)
        self._arms, self._ahead = arms, ahead
        self._game: Any = None

    def watch(self, game: Any) -> None:
        """Look at this game from now on, as it changes."""
        self._game = game

    def choose(self, document: Document, deadline: float) -> Choice:
        offers = options(document)
        if len(offers) == 1:
            return offers[0]
        worths, _ = self._learnt.worths(document, deadline)
        liked = sorted(offers, key=lambda offer: -worths[offer])[: self._arms]
        judge, seat = self._learnt.judge(document), document["mine"]["seat"]
        ends = [self._played(judge, seat, offer) for offer in liked]
        return liked[max(range(len(liked)), key=lambda arm: ends[arm])]

    def _played(self, judge: Evaluator, seat: int, choice: Choice) -> float:
        """The share of the win that a choice will lead to, if everybody goes on as the net does."""
        game = judge.tools.clone(self._game)
        asks: Sequence[Ask] = settle(game)
        asks = choose(game, next(ask for ask in asks if ask.seat == seat), choice)
        for _ in range(self._ahead):
            if not asks:
                places = [score.place for score in judge.engine.scores(game)]
                return 1 / places.count(1) if places[seat] == 1 else 0.0
            asks = choose(game, asks[0], judge.preferred(game, asks[0]))
        return judge.worth([game], seat)[0]


class Measured(NamedTuple):
    """The wins of a mind with one seat among others. `above`: how much larger its share is than that of the
    first mind on the same deals, and the standard error of that."""

    mind: str
    share: float
    low: float
    high: float
    above: float
    error: float


Jobs = Mapping[str, Job]


def games_of(game: str, minds: Sequence[str], others: str, seats: int, games: int, seed: int) -> Jobs:
    """The games of each mind at one seat with `others` at the rest: all have the same deals and seats. Raises
    OptionsRefused."""
    plain = checked(GAMES[game], {**GAMES[game].options.decided(seats)}, seats)
    numbers = games * (seats + 1)
    return {one: Job(game, (ONE + one, *[others] * (seats - 1)), numbers, plain, seed) for one in minds}


def played(jobs: Jobs, arms: int = ARMS, ahead: int = AHEAD_CHOICES) -> Iterator[tuple[str, ArenaGame]]:
    """Play them: the first game of every mind, then the second; so all have equally many when it ends
    early."""

    def clairvoyant(seed: int) -> Clairvoyant:
        return Clairvoyant(seed, arms, ahead)

    alone: Mapping[str, Maker] = {**MINDS, NAME: clairvoyant}
    known = {**MINDS, **{ONE + name: make for name, make in alone.items()}}
    # each game has a deal of its own, and the next seat: games of one deal are alike
    running = {one: run(job, parts=len(job.minds) + 1, minds=known) for one, job in jobs.items()}
    for games in zip(*running.values(), strict=True):
        yield from zip(running, games, strict=True)


def measured(jobs: Jobs, found: Sequence[tuple[str, ArenaGame]]) -> list[Measured]:
    """The share of wins of each mind, over the games that all of them have played."""
    wins = {one: [won(ONE + one, game) for name, game in found if name == one] for one in jobs}
    count = min(map(len, wins.values()))
    first = next(iter(wins.values()))[:count]
    return [_measured(one, shares[:count], first) for one, shares in wins.items()] if count else []


def _measured(mind: str, shares: Sequence[float], first: Sequence[float]) -> Measured:
    count = len(shares)
    share = fsum(shares) / count
    above = [one - other for one, other in zip(shares, first, strict=True)]
    mean = fsum(above) / count
    error = sqrt(fsum((one - mean) ** 2 for one in above) / max(1, count - 1) / count)
    return Measured(mind, share, *wilson(share, count), mean, error)
