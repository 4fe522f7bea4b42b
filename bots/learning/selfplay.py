"""Games against oneself, many at a time: all positions that wait to be judged are judged in one product."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
import numpy as np
from numpy.typing import NDArray

from server.games.engine import Engine, OptionsRefused
from server.games.kernel import Ask, Choice, choose, settle

from .encoding import Position, batch
from .judge import Judge, Question
from .net import Array, shares

LAMBDA = 0.8
"""How much of what came later a position is told: 1 is the end of the game alone, 0 only what comes next."""

EXPLORE = 0.06
"""The share of choices that are made at random."""

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
        engine = judge.engine
        self.random = random
        self.game, self.seats = new_game(engine, random)
        self.mine = {seat for seat in range(self.seats) if random.random() < 0.75} or {0}
        self.asks: Sequence[Ask] = settle(self.game)
        self.path: list[Position] = []
        """The position behind each choice that was made, as the one who chose saw it."""
        self.question: Question | None = None

    def advance(self, judge: Judge) -> list[Position]:
        """Play on to the next question with a choice; the positions to be judged for it, [] at the end."""
        while self.asks:
            ask = self.asks[0]
            if len(ask.options) > 1:
                engine = judge.engine
                seen = engine.public(self.game), engine.private(self.game, ask.seat)
                self.question = Question(judge, ask.seat, ask.options)
                return self.question.look_into(judge.seen_by(*seen, ask.seat, self.random))
            self.asks = choose(self.game, ask, ask.options[0])
        return []

    def answer(self, values: Sequence[float]) -> None:
        """Choose by what the positions are worth, now and then at random."""
        question = self.question
        assert question is not None
        behind = question.judged(values)
        choice = question.best(self.random)
        if self.random.random() < EXPLORE:
            choice = self.random.choice(question.offers)
        if len(behind) == len(question.offers):
            self.path.append(behind[list(question.offers).index(choice)])
        ask = next(it for it in self.asks if it.seat == question.seat)
        self.asks = choose(self.game, ask, choice)


def new_game(engine: Engine, random: Random) -> tuple[Any, int]:
    """A game with a drawn number of seats and, half of the time, drawn options."""
    seats = random.choice([*engine.seats])
    decided = dict(engine.options.decided(seats))
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


def outcome(engine: Engine, game: Any) -> list[float]:
    """Who has won, in parts where several have."""
    first = [score.place == 1 for score in engine.scores(game)]
    return [float(it) / sum(first) for it in first]


def taught_by(judge: Judge, path: Sequence[Position], end: Sequence[float]) -> Lessons:
    """What each position of a finished game should have been given: the return of TD(lambda)."""
    assert judge.net is not None
    it = batch(path)
    predicted = shares(judge.net.scores(it.inputs), it.seats)
    wanted = np.zeros_like(predicted)
    wanted[-1] = end
    for at in range(len(path) - 2, -1, -1):
        wanted[at] = (1 - LAMBDA) * predicted[at + 1] + LAMBDA * wanted[at + 1]
    return Lessons(it.inputs, it.seats, wanted, 1)


def episodes(judge: Judge, other: Judge, number: int, seed: int) -> Iterator[Lessons]:
    """For ever: play so many games at a time, and give what each finished one teaches. `other` has the seats
    that the newest net does not play."""
    random = Random(seed)
    running = [Running(judge, Random(random.getrandbits(64))) for _ in range(number)]
    waiting = [it.advance(judge) for it in running]
    while True:
        _judge_all(judge, other, running, waiting)
        for n, it in enumerate(running):
            waiting[n] = it.advance(judge)
            if not waiting[n]:
                if it.path:
                    yield taught_by(judge, it.path, outcome(judge.engine, it.game))
                running[n] = Running(judge, Random(random.getrandbits(64)))
                waiting[n] = running[n].advance(judge)


def _judge_all(
    judge: Judge, other: Judge, running: Sequence[Running], waiting: Sequence[list[Position]]
) -> None:
    """Have all positions judged by the net of the seat that is asked, and all questions answered."""
    for by, newest in ((judge, True), (other, False)):
        asked = [n for n, it in enumerate(running) if it.question and (it.question.seat in it.mine) == newest]
        positions = [it for n in asked for it in waiting[n]]
        if not positions:
            continue
        seats = [running[n].question.seat for n in asked for _ in waiting[n]]  # type: ignore[union-attr]
        values = by.values(positions, seats)
        at = 0
        for n in asked:
            running[n].answer(values[at : at + len(waiting[n])])
            at += len(waiting[n])


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


def a_choice(judge: Judge, game: Any, ask: Ask, random: Random) -> Choice:
    """What the net takes at one question of a game, from what the seat sees."""
    engine = judge.engine
    question = Question(judge, ask.seat, ask.options)
    seen = engine.public(game), engine.private(game, ask.seat)
    positions = question.look_into(judge.seen_by(*seen, ask.seat, random))
    question.judged(judge.values(positions, [ask.seat] * len(positions)))
    return question.best(random)
