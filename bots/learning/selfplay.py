"""Games against oneself, many at a time: all positions that wait to be judged are judged in one product."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from random import Random
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
import numpy as np
from numpy.typing import NDArray

from server.games.engine import Engine, OptionsRefused
from server.games.kernel import OPEN, Ask, choose, settle

from ..looking import at_rest
from .encoding import Position, batch, position
from .judge import TRAINING, Judge, Question
from .net import Array, shares

LAMBDA = 0.8
"""How much of what came later a position is told: 1 is the end of the game alone, 0 only what comes next.
With much more the few games that can be played are learnt by heart."""

EXPLORE = 0.05
"""The share of choices that are made at random."""

MINE = 0.75
"""The share of seats that the newest net plays."""

DEFAULTS = 0.5
"""The share of games with the default options; the others have drawn ones."""


class Lessons(NamedTuple):
    """Positions of finished games, and the shares of the win that they should have been given."""

    inputs: Array
    seats: NDArray[np.bool_]
    targets: Array
    games: int


class Running:
    """One game against oneself. `mine`: the seats of the newest net; an older one plays the others."""

    def __init__(self, judge: Judge, random: Random) -> None:
        self.random = random
        self.game, self.seats = new_game(judge.engine, random)
        self.mine = {seat for seat in range(self.seats) if random.random() < MINE} or {0}
        self.asks: Sequence[Ask] = settle(self.game)
        self.path: list[Position] = []
        """The positions that choices have led to, as the one who chose sees them."""
        self.question: Question | None = None

    def advance(self, judge: Judge) -> list[Position]:
        """Play on to the next question with a choice; the positions to be judged for it, [] at the end."""
        engine = judge.engine
        while self.asks and not judge.features.decided(self.game):
            ask = self.asks[0]
            if len(ask.options) > 1:
                self.question = Question(judge, ask.seat, ask.options)
                seen = engine.public(self.game), engine.private(self.game, ask.seat)
                return self.question.look(*seen, self.random, TRAINING)
            self.asks = choose(self.game, ask, ask.options[0])
        return []

    def answer(self, judge: Judge, values: Sequence[float]) -> None:
        """Choose by what the positions are worth, now and then at random."""
        question = self.question
        assert question is not None
        question.judged(values)
        choice = question.best(self.random)
        if self.random.random() < EXPLORE:
            choice = self.random.choice(question.offers)
        ask = next(it for it in self.asks if it.seat == question.seat)
        self.asks = choose(self.game, ask, choice)
        if (rest := self._rest(judge, question.seat)) is not None:
            self.path.append(position(judge.features, rest, question.seat))

    def _rest(self, judge: Judge, seat: int) -> Any | None:
        """The position as it was judged before the choice was made, to learn from; nothing in the middle of a
        turn, where what was begun is still to come and looks like what was left."""
        following = next((it for it in self.asks if it.seat == seat), None)
        if following is None or self.game.sealed != OPEN:
            return self.game
        if following.prompt == "end_turn" and following.prompt not in judge.tools.reach.pauses:
            return at_rest(judge.tools.clone, self.game, following)
        return self.game if following.prompt in judge.tools.reach.pauses else None


def new_game(engine: Engine, random: Random) -> tuple[Any, int]:
    """A game with a drawn number of seats and, half of the time, drawn options."""
    seats = random.choice([*engine.seats])
    decided = {**engine.options.usual(), **engine.options.decided(seats)}
    drawn = {} if random.random() < DEFAULTS else {name: random.choice(it) for name, it in values(engine)}
    try:
        options = msgspec.convert({**drawn, **decided}, engine.options)
        options.check(seats)
    except OptionsRefused:
        options = msgspec.convert(decided, engine.options)
    return engine.setup(seats, random.getrandbits(128), options), seats


def values(engine: Engine) -> Iterator[tuple[str, list[Any]]]:
    """The options that are yes or no, or one of a few, with what they can be."""
    for name, hint in get_type_hints(engine.options).items():
        if hint is bool:
            yield name, [False, True]
        elif get_origin(hint) is Literal:
            yield name, list(get_args(hint))


def outcome(engine: Engine, game: Any, margin: float = 0.0) -> list[float]:
    """Who has won, in parts where several have; with a margin, softened: the more of it the fewer points
    behind."""
    scores = engine.scores(game)
    if not margin:
        first = [score.place == 1 for score in scores]
        return [float(it) / sum(first) for it in first]
    best = max(score.points for score in scores)
    powers = [exp((score.points - best) / margin) for score in scores]
    return [it / sum(powers) for it in powers]


def taught_by(judge: Judge, path: Sequence[Position], end: Sequence[float]) -> Lessons:
    """What each position of a finished game should have been given: the return of TD(lambda)."""
    assert judge.net is not None
    it = batch(judge.features, path)
    predicted = shares(judge.net.scores(it.inputs), it.seats)
    wanted = np.zeros_like(predicted)
    wanted[-1] = end
    for at in range(len(path) - 2, -1, -1):
        wanted[at] = (1 - LAMBDA) * predicted[at + 1] + LAMBDA * wanted[at + 1]
    return Lessons(it.inputs, it.seats, wanted, 1)


class Hall:
    """So many games at a time, for ever. `other` has the seats that the newest net does not play."""

    def __init__(self, judge: Judge, other: Judge, number: int, seed: int) -> None:
        self._judge, self._other = judge, other
        self._random = Random(seed)
        self._running = [self._begun() for _ in range(number)]
        self._waiting = [it.advance(judge) for it in self._running]

    def _begun(self) -> Running:
        return Running(self._judge, Random(self._random.getrandbits(64)))

    def play(self, games: int) -> Lessons:
        """Play until so many games have come to their end: what they teach."""
        margin = self._judge.features.MARGIN
        ends = ((it.path, outcome(self._judge.engine, it.game, margin)) for it in self.ended(games))
        return joined([taught_by(self._judge, path, end) for path, end in ends])

    def ended(self, games: int) -> Iterator[Running]:
        """Play until so many games with choices, at least, have come to their end, and give each."""
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
        """Have all positions judged by the net of the seat that is asked, and all questions answered."""
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
    """All of them in one; the games may have had different numbers of seats."""
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
