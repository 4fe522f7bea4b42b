"""Self-play, many games in parallel: all waiting positions are evaluated in one batch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp, fsum
from random import Random
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
import numpy as np
from numpy.typing import NDArray

from server.games.engine import Engine, OptionsRefused
from server.games.kernel import OPEN, Ask, choose, settle

from ..search.encoding import EncodedPosition, batch, position
from ..search.evaluator import TRAINING, Evaluator, Question
from ..search.lookahead import at_rest
from ..search.net import Array, shares

TD_LAMBDA = 0.8
"""TD(lambda): the weight of later results in a position's target; 1 uses only the final result, 0 only the
next value. With a much higher value, the net overfits to the limited number of games."""

RANDOM_CHOICE_SHARE = 0.05
"""The share of random choices (exploration)."""

NEWEST_NET_SHARE = 0.75
"""The share of seats that the newest net plays."""

DEFAULT_OPTIONS_SHARE = 0.5
"""The share of games with default options; the others have random ones."""


class Lessons(NamedTuple):
    """Positions of finished games, and their target shares of the win."""

    inputs: Array
    seats: NDArray[np.bool_]
    targets: Array
    games: int


class Running:
    """One game of self-play. `mine`: the seats of the newest net; an older one plays the others."""

    def __init__(self, judge: Evaluator, random: Random) -> None:
        self.random = random
        self.game, self.seats = new_game(judge.engine, random)
        self.mine = {seat for seat in range(self.seats) if random.random() < NEWEST_NET_SHARE} or {0}
        self.asks: Sequence[Ask] = settle(self.game)
        self.path: list[EncodedPosition] = []
        """The positions after choices, from the view of the seat that chose."""
        self.question: Question | None = None

    def advance(self, judge: Evaluator) -> list[EncodedPosition]:
        """Continue to the next question with a choice; returns the positions to evaluate for it, [] at the
        end."""
        engine = judge.engine
        while self.asks and not judge.features.decided(self.game):
            ask = self.asks[0]
            if len(ask.options) > 1:
                self.question = Question(judge, ask.seat, ask.options)
                seen = engine.public(self.game), engine.private(self.game, ask.seat)
                return self.question.look(*seen, self.random, TRAINING)
            self.asks = choose(self.game, ask, ask.options[0])
        return []

    def answer(self, judge: Evaluator, values: Sequence[float]) -> None:
        """Choose by the values of the positions, or at random with a small probability."""
        question = self.question
        assert question is not None
        question.judged(values)
        choice = question.best(self.random)
        if self.random.random() < RANDOM_CHOICE_SHARE:
            choice = self.random.choice(question.offers)
        ask = next(it for it in self.asks if it.seat == question.seat)
        self.asks = choose(self.game, ask, choice)
        if (rest := self._rest(judge, question.seat)) is not None:
            self.path.append(position(judge.features, rest, question.seat))

    def _rest(self, judge: Evaluator, seat: int) -> Any | None:
        """The position for training, evaluated like those before the choice. None in the middle of a turn,
        where the gains of a started action are still to come and the position looks like its cost."""
        following = next((it for it in self.asks if it.seat == seat), None)
        if following is None or self.game.sealed != OPEN:
            return self.game
        if following.prompt == "end_turn" and following.prompt not in judge.tools.reach.pauses:
            return at_rest(judge.tools.clone, self.game, following)
        return self.game if following.prompt in judge.tools.reach.pauses else None


def new_game(engine: Engine, random: Random) -> tuple[Any, int]:
    """A game with a random number of seats and, half of the time, random options."""
    seats = random.choice([*engine.seats])
    decided = {**engine.options.usual(), **engine.options.decided(seats)}
    drawn = (
        {}
        if random.random() < DEFAULT_OPTIONS_SHARE
        else {name: random.choice(it) for name, it in values(engine)}
    )
    try:
        options = msgspec.convert({**drawn, **decided}, engine.options)
        options.check(seats)
    except OptionsRefused:
        options = msgspec.convert(decided, engine.options)
    return engine.setup(seats, random.getrandbits(128), options), seats


def values(engine: Engine) -> Iterator[tuple[str, list[Any]]]:
    """The options of type bool or Literal, with their possible values."""
    for name, hint in get_type_hints(engine.options).items():
        if hint is bool:
            yield name, [False, True]
        elif get_origin(hint) is Literal:
            yield name, list(get_args(hint))


def outcome(engine: Engine, game: Any, margin: float = 0.0) -> list[float]:
    """The win of each seat, shared among several winners; with a margin, a softmax of the points behind the
    best, with `margin` as its temperature."""
    scores = engine.scores(game)
    if not margin:
        first = [score.place == 1 for score in scores]
        return [float(it) / fsum(first) for it in first]
    best = max(score.points for score in scores)
    powers = [exp((score.points - best) / margin) for score in scores]
    return [it / fsum(powers) for it in powers]


def taught_by(judge: Evaluator, path: Sequence[EncodedPosition], end: Sequence[float]) -> Lessons:
    """The training targets of a finished game's positions: the TD(lambda) returns."""
    assert judge.net is not None
    it = batch(judge.features, path)
    predicted = shares(judge.net.scores(it.inputs), it.seats)
    wanted = np.zeros_like(predicted)
    wanted[-1] = end
    for at in range(len(path) - 2, -1, -1):
        wanted[at] = (1 - TD_LAMBDA) * predicted[at + 1] + TD_LAMBDA * wanted[at + 1]
    return Lessons(it.inputs, it.seats, wanted, 1)


class Hall:
    """A fixed number of games in parallel, endless. `other` plays the seats that the newest net does not."""

    def __init__(self, judge: Evaluator, other: Evaluator, number: int, seed: int) -> None:
        self._judge, self._other = judge, other
        self._random = Random(seed)
        self._running = [self._begun() for _ in range(number)]
        self._waiting = [it.advance(judge) for it in self._running]

    def _begun(self) -> Running:
        return Running(self._judge, Random(self._random.getrandbits(64)))

    def play(self, games: int) -> Lessons:
        """Play until `games` games are over; returns their training data."""
        margin = self._judge.features.MARGIN
        ends = ((it.path, outcome(self._judge.engine, it.game, margin)) for it in self.ended(games))
        return joined([taught_by(self._judge, path, end) for path, end in ends])

    def ended(self, games: int) -> Iterator[Running]:
        """Play until at least `games` games with choices are over, and yield each."""
        while games > 0:
            self._answer_all()
            for n, it in enumerate(self._running):
                self._waiting[n] = it.advance(self._judge)
                if not self._waiting[n]:
                    self._running[n] = self._begun()
                    self._waiting[n] = self._running[n].advance(self._judge)
                    if it.path:
                        games -= 1
                        yield it

    def _answer_all(self) -> None:
        """Evaluate all positions with the net of the asked seat, and answer all questions."""
        for by, newest in ((self._judge, True), (self._other, False)):
            asked = [
                (it, waiting, it.question.seat)
                for it, waiting in zip(self._running, self._waiting, strict=True)
                if it.question and (it.question.seat in it.mine) == newest
            ]
            if not asked:
                continue
            positions = [one for _, waiting, _ in asked for one in waiting]
            values = iter(by.values(positions, [seat for _, waiting, seat in asked for _ in waiting]))
            for it, waiting, _ in asked:
                it.answer(by, [next(values) for _ in waiting])


def joined(parts: Sequence[Lessons]) -> Lessons:
    """Concatenate training data; the games may have different numbers of seats."""
    places = max(part.seats.shape[1] for part in parts)

    def wide(it: NDArray[Any]) -> NDArray[Any]:
        pad = [(0, 0), (0, places - it.shape[1]), *[(0, 0)] * (it.ndim - 2)]
        return np.pad(it, pad)

    return Lessons(
        np.concatenate([wide(part.inputs) for part in parts]),
        np.concatenate([wide(part.seats) for part in parts]),
        np.concatenate([wide(part.targets) for part in parts]),
        sum(part.games for part in parts),
    )
